"""Who is connected to a table, and what each of them has been told."""

from collections import deque
from typing import Protocol

import msgspec

from parlour.server import protocol as wire
from parlour.server import telling
from parlour.server.shown import Brought, Shown, brought
from parlour.table import events as ev
from parlour.table.state import Table

_ENCODE = msgspec.msgpack.Encoder().encode

REMEMBERED = 2000
"""How many bytes of updates are kept for clients that come back: about as long as a fresh view."""


class Listener(Protocol):
    """A connection, as a table sees it."""

    seat: int | None
    key_hash: str

    def tell(self, message: bytes) -> None:
        """Send a message, packed, soon."""

    def dismiss(self, code: str, text: str) -> None:
        """Say goodbye and close."""


class _Told:
    """An update as it was told, kept for those who missed it."""

    __slots__ = ("common", "first", "own", "size")

    def __init__(self, first: int, common: bytes, own: dict[int | None, bytes]) -> None:
        self.first = first
        self.common = common
        self.own = own
        self.size = len(common) + sum(map(len, own.values()))

    def to(self, seat: int | None) -> bytes:
        """The message for a seat."""
        own = self.own.get(seat)
        return _joined(self.common, own) if own else self.common


def _joined(one: bytes, other: bytes) -> bytes:
    """Two short maps in MessagePack, which begin with 0x80 and their sizes, as one.

    >>> msgspec.msgpack.decode(_joined(_ENCODE({"number": 7}), _ENCODE({"done": 3})))
    {'number': 7, 'done': 3}
    """
    return bytes((one[0] + other[0] - 0x80,)) + one[1:] + other[1:]


class Audience:
    """The connections to a table, and the views that they have."""

    def __init__(self, table: Table, frozen: str = "") -> None:
        self.table = table
        self.frozen = frozen
        self.listeners: set[Listener] = set()
        self._shown = None if table.game is None else Shown(table.rules, table.game)
        self._followed: dict[int, int] = {}
        """The seats that are or were connected, each as itself."""
        self._told: deque[_Told] = deque()
        self._told_bytes = 0

    # Telling

    def follow(self, tables: list[Table], entries: list[ev.Entry]) -> None:
        """Entries have been stored, each making one of *tables*: tell everybody."""
        old, new = self.table, tables[-1]
        self.table = new
        seats = self._followed
        if new.seats is not old.seats:
            seats = self._seats_before(new, entries)
        happened = self._see(old, tables, seats)
        message: telling.Plain = {
            "type": "update",
            "number": new.number,
            "events": telling.events(old, tables, entries, happened.then),
        }
        if table := telling.table_patch(old, new):
            message["table"] = table
        ended = new.game is None and old.game is not None
        if ended or happened.game is not None:
            message["game"] = happened.game
        own: dict[int | None, bytes] = {}
        for seat, earlier in seats.items():
            plain = telling.you_patch(old, earlier, new, seat)
            if ended or seat in happened.own:
                plain["own"] = happened.own.get(seat)
            if plain:
                own[seat] = _ENCODE(plain)
        self._send(_Told(old.number + 1, _ENCODE(message), own))
        if new.seats is not old.seats:
            self._dismiss_strangers(entries)
        self._forget_views_if_alone()

    def _forget_views_if_alone(self) -> None:
        """Views take as much memory as all the rest of a table: who comes has them made anew."""
        if not self.listeners and self._shown is not None:
            self._shown = Shown(self.table.rules, self._shown.game)

    def _see(self, old: Table, tables: list[Table], seats: dict[int, int]) -> Brought:
        """What has happened in the game."""
        new = tables[-1]
        before = self._shown
        if new.game is None:
            self._shown = None
        elif before is None or new.game is not before.game:
            self._shown = Shown(new.rules, new.game)
        if self._shown is None or (self._shown is before and seats is self._followed):
            return Brought([None] * len(tables), None, {})
        games = [old.game, *(table.game for table in tables)]
        return brought(new.rules, games, before, self._shown, seats)

    def _send(self, told: _Told) -> None:
        self._told.append(told)
        self._told_bytes += told.size
        while self._told_bytes > REMEMBERED:
            self._told_bytes -= self._told.popleft().size
        for listener in list(self.listeners):
            listener.tell(told.to(listener.seat))

    def _seats_before(self, new: Table, entries: list[ev.Entry]) -> dict[int, int]:
        """Which seat each one that is followed was before."""
        self._followed = {seat: seat for seat in self._followed if seat < new.players}
        origin = telling.origin(entries, new.players)
        if origin is None:
            return self._followed
        self._reseat(origin)
        return {seat: origin[seat] for seat in self._followed}

    def _reseat(self, origin: list[int]) -> None:
        """Everybody moves to the seat that the draw has given him."""
        where = {old: new for new, old in enumerate(origin)}
        for listener in self.listeners:
            if listener.seat is not None:
                listener.seat = where[listener.seat]
        self._followed = {where[seat]: where[seat] for seat in self._followed}
        self._told.clear()
        self._told_bytes = 0

    def _dismiss_strangers(self, entries: list[ev.Entry]) -> None:
        """Close the connections whose key is no longer good."""
        left = {
            entry.event.seat: entry.event.kicked
            for entry in entries
            if isinstance(entry.event, ev.Left)
        }
        for listener in list(self.listeners):
            seat = listener.seat
            if seat is None or self.holds(listener, seat):
                continue
            self.listeners.discard(listener)
            if seat not in left:
                listener.dismiss("bad_key", "Your seat has a new key or another player.")
            elif left[seat]:
                listener.dismiss("kicked", "The host has sent you away from the table.")
            else:
                listener.dismiss("left", "You have left the table.")

    # Coming and going

    def seat_of(self, key_hash: str) -> int | None:
        """The seat that a key opens."""
        for seat, chair in enumerate(self.table.seats):
            if chair.kind == "person" and chair.key_hash == key_hash:
                return seat
        return None

    def holds(self, listener: Listener, seat: int) -> bool:
        """Whether a connection still has the key of its seat."""
        chairs = self.table.seats
        return seat < len(chairs) and chairs[seat].key_hash == listener.key_hash

    def here(self) -> tuple[list[int], int]:
        """The seats of persons who are connected, and how many watch."""
        seats = {listener.seat for listener in self.listeners}
        watching = sum(listener.seat is None for listener in self.listeners)
        return sorted(seat for seat in seats if seat is not None), watching

    def enter(self, listener: Listener, last: int, now: int) -> list[bytes]:
        """A connection begins; what it has to be told first, if *last* is the number it has."""
        if listener.seat is not None:
            for other in list(self.listeners):
                if other.seat == listener.seat:
                    other.dismiss("taken_over", "You have gone on playing on another device.")
                    self.listeners.discard(other)
        self.listeners.add(listener)
        self._tell_presence(but=listener)
        missed = self._missed(listener.seat, last)
        welcome = self.welcome(listener.seat, now)
        if missed is None:
            return [welcome]
        resumed = _ENCODE(wire.Resumed(wire.PROTOCOL, now, last, self.here()[0]))
        lines = [resumed, *missed]
        return lines if sum(map(len, lines)) < len(welcome) else [welcome]

    def leave(self, listener: Listener) -> None:
        """A connection has ended."""
        if listener in self.listeners:
            self.listeners.discard(listener)
            self._tell_presence()
            self._forget_views_if_alone()

    def dismiss_all(self, code: str, text: str) -> None:
        """Close all connections."""
        for listener in list(self.listeners):
            listener.dismiss(code, text)
        self.listeners.clear()

    def _tell_presence(self, but: Listener | None = None) -> None:
        message = _ENCODE(wire.Presence(*self.here()))
        for listener in self.listeners:
            if listener is not but:
                listener.tell(message)

    def _missed(self, seat: int | None, last: int) -> list[bytes] | None:
        """The updates after a number, if they are all there."""
        if not 0 < last <= self.table.number or (seat is not None and seat not in self._followed):
            return None
        if last == self.table.number:
            return []
        if not any(told.first == last + 1 for told in self._told):
            return None
        return [told.to(seat) for told in self._told if told.first > last]

    def welcome(self, seat: int | None, now: int) -> bytes:
        """Everything as it is now."""
        here, watching = self.here()
        message: telling.Plain = {
            "type": "welcome",
            "version": wire.PROTOCOL,
            "now": now,
            "number": self.table.number,
            "here": here,
            "watching": watching,
            "table": telling.table_view(self.table, self.frozen),
        }
        if self._shown is not None:
            message["game"] = self._shown.public
        if seat is not None:
            self._followed[seat] = seat
            if self._shown is not None:
                message["own"] = self._shown.own(seat)
            message["you"] = telling.you(self.table, seat)
        return _ENCODE(message)
