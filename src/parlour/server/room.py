"""A table while it is in memory: one change after another, stored, then told.

What happens: a change is made on a copy, its events are stored, then the copy is installed and
everybody is told. A change that cannot be stored has not happened.
"""

import asyncio
import logging
import secrets
import time
from collections import deque
from collections.abc import Callable
from typing import Any, Protocol, TypeVar

import msgspec

from parlour.server import protocol as wire
from parlour.server import snapshots, telling
from parlour.server.bots import Bots
from parlour.server.storage import ConflictError, Row, Storage
from parlour.table import events as ev
from parlour.table import timers
from parlour.table.change import Change, RefusedError
from parlour.table.state import Table

_LOG = logging.getLogger(__name__)
_ENCODE = msgspec.json.Encoder().encode
T = TypeVar("T")

SNAPSHOT_EVERY = 256
REMEMBERED = 2000
"""How many bytes of updates are kept for clients that come back: about as long as a fresh view."""
ALONE_SECONDS = 30
"""How long a table in real time goes on without anybody."""


def now() -> int:
    """The present moment in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Listener(Protocol):
    """A connection, as a room sees it."""

    seat: int | None
    key_hash: str

    def tell(self, message: bytes) -> None:
        """Send a message, soon."""

    def dismiss(self, code: str, text: str) -> None:
        """Say goodbye and close."""


class _Told:
    """An update as it was told, kept for those who missed it."""

    __slots__ = ("common", "first", "number", "own", "size")

    def __init__(self, first: int, number: int, common: bytes, own: dict[int, bytes]) -> None:
        self.first = first
        self.number = number
        self.common = common
        self.own = own
        self.size = len(common) + sum(map(len, own.values()))

    def to(self, seat: int | None) -> bytes:
        """The message for a seat."""
        own = self.own.get(seat) if seat is not None else None
        return self.common[:-1] + b"," + own[1:] if own else self.common


class Room:
    """A table and who is connected to it."""

    def __init__(
        self,
        table: Table,
        storage: Storage,
        bots: Bots,
        prepared: asyncio.Event,
        *,
        frozen: str = "",
        stored: int = 0,
    ) -> None:
        self.table = table
        self.frozen = frozen
        self.listeners: set[Listener] = set()
        self.touched = time.monotonic()
        self._storage = storage
        self._bots = bots
        self._prepared = prepared
        self._lock = asyncio.Lock()
        self._snapshot_at = stored
        self._public: telling.Plain | None = None
        self._spectator: Any = None
        self._own: dict[int, telling.Plain] = {}
        self._told: deque[_Told] = deque()
        self._timer: asyncio.TimerHandle | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._pondered: set[tuple[int, int]] = set()
        self._alone: asyncio.TimerHandle | None = None
        self._ticking = False
        self.closed = False
        self._look()
        self._set_timer()

    def _look(self) -> None:
        """Make the public view anew."""
        game = self.table.game
        self._spectator = None if game is None else game.view(None)
        self._public = None if game is None else self.table.rules.views.public(self._spectator)

    # Changes

    async def change(
        self, work: Callable[[Change], T], *, seat: int = -1, message_id: int = 0
    ) -> T:
        """Let *work* change the table. Raises what it raises, or `StorageError`.

        Once begun, it is finished, even if the caller is cancelled.
        """
        return await asyncio.shield(asyncio.ensure_future(self._change(work, seat, message_id)))

    async def _change(self, work: Callable[[Change], T], seat: int, message_id: int) -> T:
        async with self._lock:
            self.check_alive()
            change = Change(
                self.table, now(), secrets.token_bytes, seat=seat, message_id=message_id
            )
            answer = work(change)
            if self._prepared.is_set() or change.table.phase != "lobby":
                change.settle()
            if change.entries:
                await self._store(change)
                self._install(change)
            return answer

    def check_alive(self) -> None:
        """Raise `RefusedError` for a table that is frozen or no longer here."""
        if self.frozen:
            raise RefusedError("frozen", self.frozen)
        if self.closed:
            raise RefusedError("closed", "The table has been put away: connect again.")

    async def _store(self, change: Change) -> None:
        old, new = self.table, change.table
        touch: Row = {"touched": new.at}
        touch |= {} if new.phase == old.phase else {"phase": new.phase}
        touch |= {} if new.public == old.public else {"public": new.public}
        snapshot = None
        if new.number - self._snapshot_at >= SNAPSHOT_EVERY:
            snapshot = new.number, snapshots.take(new)
        try:
            await self._storage.append(
                new.id,
                old.number,
                [ev.encode(entry) for entry in change.entries],
                touch=touch if len(touch) > 1 or snapshot else None,
                snapshot=snapshot,
            )
        except ConflictError:
            self.close("closing", "This table is being played elsewhere: connect again.")
            raise
        if snapshot:
            self._snapshot_at = snapshot[0]

    def _install(self, change: Change) -> None:
        """The stored change becomes the table, and everybody is told."""
        old, self.table = self.table, change.table
        self.touched = time.monotonic()
        entries = change.entries
        tables = change.tables
        views = self._views(old, tables)
        message: telling.Plain = {
            "type": "update",
            "number": self.table.number,
            "events": telling.events(old, tables, entries, views),
        }
        if table := telling.table_patch(old, self.table):
            message["table"] = table
        public, start = self._public, next((view for view in views if view is not None), None)
        self._spectator = views[-1]
        if self.table.game is None:
            self._public = None
        elif self.table.game is not old.game:
            self._public = self.table.rules.views.public(self._spectator)
        if self._public is not public:
            new = self._public
            message["game"] = None if new is None else telling.patch(public or {}, new)
        origin = _origin(entries, self.table.players)
        if origin != sorted(origin):
            self._reseat(origin)
        own = {}
        for seat in list(self._own):
            if plain := self._own_patch(old, seat, origin[seat], start):
                own[seat] = _ENCODE(plain)
        told = _Told(old.number + 1, self.table.number, _ENCODE(message), own)
        self._remember(told)
        messages: dict[int | None, bytes] = {}
        for listener in list(self.listeners):
            if listener.seat not in messages:
                messages[listener.seat] = told.to(listener.seat)
            listener.tell(messages[listener.seat])
        if self.table.seats is not old.seats:
            self._dismiss_strangers(entries)
        self._set_timer()

    def _views(self, old: Table, tables: list[Table]) -> list[Any]:
        """The spectators' views of the game before a change and after each of its events."""
        views = [self._spectator]
        for before, after in zip([old, *tables], tables, strict=False):
            if after.game is before.game:
                views.append(views[-1])
            else:
                views.append(None if after.game is None else after.game.view(None))
        return views

    def _reseat(self, origin: list[int]) -> None:
        """Everybody moves to the seat that the draw has given him."""
        where = {old: new for new, old in enumerate(origin)}
        for listener in self.listeners:
            if listener.seat is not None:
                listener.seat = where[listener.seat]
        self._own = {where[seat]: own for seat, own in self._own.items()}
        self._told.clear()

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

    def holds(self, listener: Listener, seat: int) -> bool:
        """Whether a connection still has the key of its seat."""
        chairs = self.table.seats
        return seat < len(chairs) and chairs[seat].key_hash == listener.key_hash

    def _own_patch(self, old: Table, seat: int, old_seat: int, start: Any) -> telling.Plain:
        """What only one seat is told of an update."""
        patch: telling.Plain = {}
        game = self.table.game
        if game is None and self._own[seat]:
            patch["own"] = None
            self._own[seat] = {}
        elif game is not None and game is not old.game:
            views = self.table.rules.views
            view = game.view(seat)
            known = views.own(view)
            if own := telling.patch(self._own[seat], known):
                patch["own"] = own
                self._own[seat] = known
            if start is not None and (drew := views.drew(view, start)):
                patch["drew"] = drew
        before, after = telling.you(old, old_seat), telling.you(self.table, seat)
        if before != after:
            patch["you"] = telling.patch(before, after)
        return patch

    def _remember(self, told: _Told) -> None:
        self._told.append(told)
        total = sum(one.size for one in self._told)
        while total > REMEMBERED:
            total -= self._told.popleft().size

    # Connections

    def seat_of(self, key_hash: str) -> int | None:
        """The seat that a key opens."""
        for seat, chair in enumerate(self.table.seats):
            if chair.kind == "person" and chair.key_hash == key_hash:
                return seat
        return None

    def wants_back(self, seat: int) -> bool:
        """Whether something has to happen now that the person of a seat has connected."""
        table = self.table
        stopped = table.paused is not None and table.paused.reason == "nobody here"
        return stopped or bool(table.seats[seat].bot)

    def here(self) -> tuple[list[int], int]:
        """The seats of persons who are connected, and how many watch."""
        seats = {listener.seat for listener in self.listeners}
        watching = sum(listener.seat is None for listener in self.listeners)
        return sorted(seat for seat in seats if seat is not None), watching

    def enter(self, listener: Listener, last: int) -> list[bytes]:
        """A connection begins: what it has to be told first."""
        if listener.seat is not None:
            for other in list(self.listeners):
                if other.seat == listener.seat:
                    other.dismiss("taken_over", "You have gone on playing on another device.")
                    self.listeners.discard(other)
        self.listeners.add(listener)
        self._tell_presence(but=listener)
        if self._alone is not None and listener.seat is not None:
            self._alone.cancel()
            self._alone = None
        missed = self._missed(listener.seat, last)
        if missed is None:
            return [self.welcome(listener.seat)]
        here, _ = self.here()
        resumed = wire.Resumed(wire.PROTOCOL, now(), last, here)
        return [_ENCODE(resumed), *missed]

    def _missed(self, seat: int | None, last: int) -> list[bytes] | None:
        """The updates after a number, if they are all there."""
        if not 0 < last <= self.table.number or (seat is not None and seat not in self._own):
            return None
        if last == self.table.number:
            return []
        if not any(told.first == last + 1 for told in self._told):
            return None
        return [told.to(seat) for told in self._told if told.first > last]

    def welcome(self, seat: int | None) -> bytes:
        """Everything as it is now."""
        here, watching = self.here()
        message: telling.Plain = {
            "type": "welcome",
            "version": wire.PROTOCOL,
            "now": now(),
            "number": self.table.number,
            "here": here,
            "watching": watching,
            "table": telling.table_view(self.table, self.frozen),
        }
        if self._public is not None:
            message["game"] = self._public
        if seat is not None:
            game = self.table.game
            self._own[seat] = {} if game is None else self.table.rules.views.own(game.view(seat))
            if game is not None:
                message["own"] = self._own[seat]
            message["you"] = telling.you(self.table, seat)
        return _ENCODE(message)

    def leave(self, listener: Listener) -> None:
        """A connection has ended."""
        if listener not in self.listeners:
            return
        self.listeners.discard(listener)
        self._tell_presence()
        if all(one.seat is None for one in self.listeners) and not self.closed:
            loop = asyncio.get_running_loop()
            if self._alone is not None:
                self._alone.cancel()
            self._alone = loop.call_later(ALONE_SECONDS, self._start, self._nobody_here)

    def _tell_presence(self, but: Listener | None = None) -> None:
        here, watching = self.here()
        message = _ENCODE(wire.Presence(here, watching))
        for listener in self.listeners:
            if listener is not but:
                listener.tell(message)

    async def _nobody_here(self) -> None:
        if any(listener.seat is not None for listener in self.listeners):
            return
        await self.change(timers.nobody_here)

    def close(self, code: str, text: str) -> None:
        """Nothing happens here any more; everybody is told why."""
        self.closed = True
        for handle in (self._timer, self._alone):
            if handle is not None:
                handle.cancel()
        for listener in list(self.listeners):
            listener.dismiss(code, text)
        self.listeners.clear()

    async def save(self) -> None:
        """Store a snapshot of the table as it is."""
        async with self._lock:
            if not self.frozen and self.table.number > self._snapshot_at:
                shot = self.table.number, snapshots.take(self.table)
                await self._storage.append(
                    self.table.id,
                    self.table.number,
                    [],
                    touch={"touched": self.table.at},
                    snapshot=shot,
                )
                self._snapshot_at = self.table.number

    def idle(self, seconds: float) -> bool:
        """Whether nobody is connected and nothing has happened or is to happen for a while."""
        quiet = time.monotonic() - self.touched > seconds
        return quiet and not self.listeners and self._timer is None and not self._lock.locked()

    # Time

    def _start(self, work: Callable[[], Any]) -> None:
        """Run something in the background; what goes wrong is logged."""
        task = asyncio.get_running_loop().create_task(self._guard(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _guard(self, work: Callable[[], Any]) -> None:
        try:
            await work()
        except Exception:  # a timer has no caller to tell; the table must go on
            _LOG.exception("table %s", self.table.id)
            if not self.closed:
                self._set_timer(at_least=1.0)

    def _questions(self) -> list[timers.Question]:
        """The questions to bots that have not been put yet."""
        asked = timers.questions(self.table)
        self._pondered &= {(question.seat, question.at) for question in asked}
        return [q for q in asked if q.turn or (q.seat, q.at) not in self._pondered]

    def _set_timer(self, at_least: float = 0.0) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self.closed or self.frozen or self._ticking:
            return
        moments = [question.at for question in self._questions()[:1]]
        if (wakes := timers.wakes_at(self.table)) is not None:
            moments.append(wakes)
        if moments:
            delay = max(at_least, (min(moments) - now()) / 1000)
            self._timer = asyncio.get_running_loop().call_later(
                max(0.0, delay), self._start, self._tick
            )

    async def _tick(self) -> None:
        """The time has come for something."""
        self._ticking = True
        try:
            wakes = timers.wakes_at(self.table)
            if wakes is not None and wakes <= now():
                await self.change(timers.run_out)
            for question in self._questions():
                if question.at > now() or await self._ask(question):
                    break
        finally:
            self._ticking = False
        self._set_timer()

    async def _ask(self, question: timers.Question) -> bool:
        """Put a question to a bot; True if the table has changed."""
        game, seat = self.table.game, question.seat
        if game is None:
            return False
        if question.turn:
            legal = game.legal(seat)
        else:
            self._pondered.add((seat, question.at))
            legal = self.table.rules.live.out_of_turn(game, seat)
        if not legal:
            return False
        choices = legal if question.turn else [*legal, *self.table.rules.live.DECLINE]
        action = await self._bots.choose(question.bot, game.view(seat), choices)
        name = game.action_names[action]
        if not question.turn and action not in legal:
            return False

        def work(change: Change) -> None:
            same = change.table.game is game and change.table.seats[seat].bot == question.bot
            if same and change.table.paused is None:
                timers.bot_acts(change, seat, name)

        await self.change(work)
        return True


def _origin(entries: list[ev.Entry], players: int) -> list[int]:
    """Where each seat was before these entries."""
    origin = list(range(players))
    for entry in entries:
        if isinstance(entry.event, ev.Reseated):
            origin = [origin[seat] for seat in entry.event.origin]
    return origin
