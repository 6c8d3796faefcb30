"""What a client is told: the one place that decides what leaves a table, and to whom.

Everything about the game is made from views (`Game.view`); everything about the table from the
fields named here. `events` must look the same to everybody.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import compress
from operator import attrgetter, is_not
from typing import Any

from msgspec import UNSET, to_builtins

from parlour.games.merging import patch
from parlour.server import protocol as wire
from parlour.table import events as ev
from parlour.table.dealing import commitment
from parlour.table.games import written
from parlour.table.state import Line, Seat, Table

Plain = dict[str, Any]


# The table round the game


def _seat(chair: Seat) -> Plain:
    shown = wire.SeatView(chair.kind, chair.name, chair.bot, chair.ready, chair.muted, chair.nonce)
    plain: Plain = to_builtins(shown)
    return plain


def _line(line: Line) -> Plain:
    plain: Plain = to_builtins(wire.ChatLine(line.seat, line.name, line.text, line.at))
    return plain


def _preset(table: Table) -> str:
    return table.rules.entry.options(**table.options).name or ""


def _range(table: Table) -> range:
    return table.rules.entry.options(**table.options).players


def _paused(table: Table) -> Plain | None:
    if table.paused is None:
        return None
    paused: Plain = {"reason": table.paused.reason}
    return paused | ({"seat": table.paused.seat} if table.paused.seat >= 0 else {})


def _fair(table: Table) -> Plain | None:
    if not table.secret:
        return None
    return {"hand": table.hand, "commitment": commitment(table.secret)}


_PARTS: tuple[tuple[str, tuple[str, ...], Callable[[Table], Any]], ...] = (
    ("code", (), lambda table: table.code),
    ("id", (), lambda table: table.id),
    ("game", (), lambda table: table.game_name),
    ("title", (), lambda table: table.rules.title),
    ("preset", ("options",), _preset),
    ("options", ("options",), lambda t: {name: written(v) for name, v in t.options.items()}),
    ("least_players", ("options",), lambda table: _range(table).start),
    ("most_players", ("options",), lambda table: _range(table).stop - 1),
    ("phase", ("phase",), lambda table: table.phase),
    ("pace", (), lambda table: table.pace),
    ("timing", ("timing",), lambda table: to_builtins(table.timing)),
    ("public", ("public",), lambda table: table.public or None),
    ("locked", ("locked",), lambda table: table.locked or None),
    ("seats", ("seats",), lambda table: [_seat(chair) for chair in table.seats]),
    ("host", ("host",), lambda table: table.host if table.host >= 0 else None),
    ("match", ("match",), lambda table: table.match),
    ("hands", ("hands",), lambda table: [list(hand) for hand in table.hands]),
    ("clock", ("deadline", "game", "phase", "seats"), lambda table: table.clock or None),
    ("window", ("window_until", "beat"), lambda t: None if t.beat else t.window_until or None),
    ("beat", ("window_until", "beat"), lambda t: (t.beat and t.window_until) or None),
    ("next_hand_at", ("next_hand_at",), lambda table: table.next_hand_at or None),
    ("paused", ("paused",), _paused),
    ("votes", ("seats",), lambda t: [k for k, s in enumerate(t.seats) if s.votes_end] or None),
    ("opened", ("opened",), lambda table: table.opened and table.opened.deal),
    ("fair", ("secret", "hand"), _fair),
    ("revealed", ("revealed",), lambda t: t.revealed and to_builtins(t.revealed)),
    ("winners", ("winners", "phase"), lambda t: list(t.winners) if t.phase == "over" else None),
    (
        "chat",
        ("chat",),
        lambda table: {str(line.number): _line(line) for line in table.chat} or None,
    ),
)
"""Each field of `protocol.TableView`: its name, the attributes of `Table` that it depends on, and
how it is made; None if it is absent."""

_WATCHED = tuple(sorted({name for _, names, _ in _PARTS for name in names}))
_GET = attrgetter(*_WATCHED)


def table_view(table: Table, frozen: str = "") -> Plain:
    """The whole `protocol.TableView`."""
    view = {name: make(table) for name, _, make in _PARTS}
    view = {name: value for name, value in view.items() if value is not None}
    if frozen:
        view |= {"frozen": frozen, "phase": "frozen"}
    return view


@cache
def _watching(names: tuple[str, ...]) -> list[tuple[str, Callable[[Table], Any]]]:
    return [(name, make) for name, watched, make in _PARTS if not set(names).isdisjoint(watched)]


def table_patch(old: Table, new: Table) -> Plain:
    """What has changed in the `protocol.TableView`."""
    changed = tuple(compress(_WATCHED, map(is_not, _GET(old), _GET(new))))
    if not changed:
        return {}
    before, after = (
        {name: make(table) for name, make in _watching(changed)} for table in (old, new)
    )
    return patch(before, after)


# A seat's own


def you(table: Table, seat: int) -> Plain:
    """What only this client is told about itself."""
    return _you(table, seat) | {"last_id": table.last_ids[seat]}


def _you(table: Table, seat: int) -> Plain:
    chair = table.seats[seat]
    view: Plain = {"seat": seat}
    held = chair.play if seat == table.turn and table.lead != -1 else ""
    if held:
        view["held"] = held
    play = "" if held else chair.play
    if chair.calls or play:
        view["orders"] = {"call": list(chair.calls), "play": play}
    return view


def you_patch(old: Table, old_seat: int, new: Table, seat: int) -> Plain:
    """What one client alone is told: that its message is done, and what has changed in its view."""
    before, chair, last_id = old.seats[old_seat], new.seats[seat], new.last_ids[seat]
    told: Plain = {} if old.last_ids[old_seat] == last_id else {"done": last_id}
    if chair is before and old_seat == seat and not chair.play:
        return told
    if changes := patch(_you(old, old_seat), _you(new, seat)):
        told["you"] = changes
    return told


# What happened


def events(
    old: Table, tables: Sequence[Table], entries: Iterable[ev.Entry], then: Sequence[Any]
) -> list[wire.Happened]:
    """The events as everybody may see them.

    *tables* are the tables after each entry, *then* what followed from each in the game.
    """
    told = []
    before = old
    for entry, after, followed in zip(entries, tables, then, strict=True):
        told.append(_TELL[type(entry.event)](entry.event, before, after, followed))
        before = after
    return told


def _changed(what: str) -> Callable[..., wire.Happened]:
    def tell(event: Any, *_: Any) -> wire.Happened:
        seat = getattr(event, "seat", -1)
        return wire.Changed(what, seat) if seat >= 0 else wire.Changed(what)

    return tell


def _acted(event: ev.Acted, old: Table, _new: Table, then: Any) -> wire.Happened:
    action, named = event.action, old.rules.named
    if named is not None and old.game is not None:
        action = named(old.game, action, event.seat)
    return wire.Acted(event.seat, action, event.by, UNSET if then is None else then)


def _chanced(event: ev.Chanced, _old: Table, _new: Table, then: Any) -> wire.Happened:
    kind, _, _ = event.chance.partition(" ")
    shown = "order" if kind == "order" else event.chance
    return wire.Chanced(shown, UNSET if then is None else then)


def _ready(event: ev.WasReady, *_: Any) -> wire.Happened:
    return wire.Changed("ready" if event.ready else "not_ready", event.seat)


def _left(event: ev.Left, old: Table, *_: Any) -> wire.Happened:
    return wire.Left(event.seat, old.seats[event.seat].name, event.kicked)


def _hand_ended(event: ev.HandEnded, old: Table, *_: Any) -> wire.Happened:
    return wire.HandEnded(old.hand, list(event.points))


_TELL: dict[type, Callable[..., wire.Happened]] = {
    ev.Created: _changed("created"),
    ev.Opened: _changed("opened"),
    ev.Joined: lambda event, *_: wire.Joined(event.seat, event.name),
    ev.Left: _left,
    ev.BotSat: _changed("seat"),
    ev.Emptied: _changed("seat"),
    ev.StoodIn: lambda event, *_: wire.StoodIn(event.seat, event.bot),
    ev.CameBack: lambda event, *_: wire.CameBack(event.seat),
    ev.KeyChanged: lambda *_: wire.Private(),
    ev.HostChanged: lambda event, *_: wire.HostChanged(event.seat),
    ev.Locked: _changed("lock"),
    ev.Muted: _changed("muted"),
    ev.OptionsSet: _changed("options"),
    ev.WasReady: _ready,
    ev.Committed: _changed("secret"),
    ev.HandBegan: lambda event, old, *_: wire.HandBegan(old.match, event.hand),
    ev.Chanced: _chanced,
    ev.Reseated: lambda event, *_: wire.Reseated(list(event.origin)),
    ev.Acted: _acted,
    ev.OrdersLeft: lambda *_: wire.Private(),
    ev.HandEnded: _hand_ended,
    ev.HandsToCome: _changed("between"),
    ev.Revealed: _changed("revealed"),
    ev.MatchEnded: lambda event, *_: wire.MatchEnded(
        list(event.winners), event.by_vote, event.abandoned
    ),
    ev.Rematch: _changed("rematch"),
    ev.Voted: _changed("vote"),
    ev.Said: lambda event, *_: wire.Said(event.seat, event.text),
    ev.Paused: _changed("pause"),
    ev.Resumed: _changed("resume"),
}


def origin(entries: Iterable[ev.Entry], players: int) -> list[int] | None:
    """Where each seat was before these entries, None if nobody has moved."""
    moves = [entry.event.origin for entry in entries if isinstance(entry.event, ev.Reseated)]
    if not moves:
        return None
    places = list(range(players))
    for move in moves:
        places = [places[seat] for seat in move]
    return places
