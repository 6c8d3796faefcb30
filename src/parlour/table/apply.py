"""What each event makes of a table. Nothing is checked here, nothing decided."""

from collections.abc import Callable
from typing import Any

from msgspec import UNSET
from msgspec.structs import asdict, replace

from parlour.games.game import Game
from parlour.table import events as ev
from parlour.table.games import action_number
from parlour.table.pauses import ponder_delay
from parlour.table.state import CHAT_KEPT, Line, Pausing, Reveal, Seat, Table


def create(entry: ev.Entry) -> Table:
    """The table that the first entry of a log sets up."""
    event = entry.event
    if not isinstance(event, ev.Created):
        raise TypeError("a log begins with the event 'created'")
    return Table(
        id=event.id,
        code=event.code,
        salt=event.salt,
        game_name=event.game,
        rules_version=event.rules_version,
        options=event.options,
        pace=event.pace,
        timing=event.timing,
        public=event.public,
        created=entry.at,
        seats=(Seat(),) * event.players,
        last_ids=(0,) * event.players,
        number=1,
        at=entry.at,
    )


def apply(table: Table, entry: ev.Entry) -> Table:
    """The table after one more entry of its log.

    Raises what the game raises for an event that its rules refuse.
    """
    event = entry.event
    changes = _APPLY[type(event)](table, event, entry.at)
    if entry.seat >= 0 and entry.id > table.last_ids[entry.seat]:
        ids = list(changes.get("last_ids", table.last_ids))
        ids[entry.seat] = entry.id
        changes["last_ids"] = tuple(ids)
    return replace(table, number=table.number + 1, at=entry.at, **changes)


def with_seat(seats: tuple[Seat, ...], seat: int, **changes: Any) -> tuple[Seat, ...]:
    """The seats with one of them changed."""
    return (*seats[:seat], replace(seats[seat], **changes), *seats[seat + 1 :])


Changes = dict[str, Any]


def _seat(table: Table, seat: int, **changes: Any) -> Changes:
    return {"seats": with_seat(table.seats, seat, **changes)}


def _opened(table: Table, event: ev.Opened, _at: int) -> Changes:
    _, hands = _go_on_with(table, event)
    return {"opened": event, "hand": len(hands) + 1}


def _go_on_with(table: Table, opened: ev.Opened) -> tuple[Game, list[tuple[int, ...]]]:
    """The game that a record leaves, and the points of its complete hands."""
    game, live = table.new_game(), table.rules.live
    hands: list[tuple[int, ...]] = []
    scores = game.scores()
    for seat, event in opened.events:
        game.do(event, None if seat < 0 else seat)
        if live.hands_done(game) > len(hands):
            points = zip(game.scores(), scores, strict=True)
            hands.append(tuple(new - old for new, old in points))
            scores = game.scores()
    return game, hands


def _joined(table: Table, event: ev.Joined, at: int) -> Changes:
    chair = Seat(kind="person", name=event.name, key_hash=event.key_hash)
    seats = (*table.seats[: event.seat], chair, *table.seats[event.seat + 1 :])
    ids = (*table.last_ids[: event.seat], 0, *table.last_ids[event.seat + 1 :])
    return {"seats": seats, "last_ids": ids} | _more_time(table, event.seat, at)


def _bot_sat(table: Table, event: ev.BotSat, _at: int) -> Changes:
    chair = Seat(kind="bot", name=event.name, bot=event.bot, ready=True)
    return {"seats": (*table.seats[: event.seat], chair, *table.seats[event.seat + 1 :])}


def _emptied(table: Table, event: ev.Emptied | ev.Left, _at: int) -> Changes:
    seats = (*table.seats[: event.seat], Seat(), *table.seats[event.seat + 1 :])
    return {"seats": seats} | ({"host_away": -1} if event.seat == table.host_away else {})


def _stood_in(table: Table, event: ev.StoodIn, _at: int) -> Changes:
    return _seat(table, event.seat, bot=event.bot, gone=event.gone, votes_end=False)


def _came_back(table: Table, event: ev.CameBack, at: int) -> Changes:
    return _seat(table, event.seat, bot="", gone=False) | _more_time(table, event.seat, at)


def _key_changed(table: Table, event: ev.KeyChanged, _at: int) -> Changes:
    return _seat(table, event.seat, key_hash=event.key_hash)


def _host_changed(_table: Table, event: ev.HostChanged, _at: int) -> Changes:
    return {"host": event.seat, "host_away": event.instead_of}


def _locked(_table: Table, event: ev.Locked, _at: int) -> Changes:
    return {"locked": event.locked}


def _muted(table: Table, event: ev.Muted, _at: int) -> Changes:
    return _seat(table, event.seat, muted=event.muted)


def _nobody_ready(seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
    return tuple(
        replace(chair, ready=chair.kind == "bot", nonce="", calls=(), play="") for chair in seats
    )


def _options_set(table: Table, event: ev.OptionsSet, _at: int) -> Changes:
    changes = {key: value for key, value in asdict(event).items() if value is not UNSET}
    players = changes.pop("players", table.players)
    seats = table.seats[:players] + (Seat(),) * (players - table.players)
    ids = table.last_ids[:players] + (0,) * (players - table.players)
    return changes | {"seats": _nobody_ready(seats), "last_ids": ids}


def _was_ready(table: Table, event: ev.WasReady, _at: int) -> Changes:
    return _seat(table, event.seat, ready=event.ready, nonce=event.nonce)


def _committed(_table: Table, event: ev.Committed, _at: int) -> Changes:
    return {"hand": event.hand, "secret": event.secret, "nonces": (), "chances": 0}


def _hand_began(table: Table, event: ev.HandBegan, at: int) -> Changes:
    game = table.game
    changes: Changes = {
        "phase": "playing",
        "rules_version": event.rules_version or table.rules_version,
        "nonces": event.nonces,
        "next_hand_at": 0,
        "seats": tuple(
            replace(chair, ready=chair.kind == "bot", nonce="") for chair in table.seats
        ),
        "ponder": (0,) * table.players,
        "lead": -1,
    }
    if game is None and table.opened is not None:
        game, hands = _go_on_with(table, table.opened)
        changes |= {"hands": tuple(hands), "reseated": True}
        changes |= _moved(replace(table, **changes), game, at)
    return changes | {"game": game or table.new_game()}


def _game_of(table: Table) -> Game:
    if table.game is None:
        raise ValueError("an event of the game before its match has begun")
    return table.game.copy()


def _chanced(table: Table, event: ev.Chanced, at: int) -> Changes:
    game = _game_of(table)
    game.do(event.chance)
    return _moved(table, game, at) | {"chances": table.chances + 1}


def _acted(table: Table, event: ev.Acted, at: int) -> Changes:
    game = _game_of(table)
    game.do(action_number(game, event.action, event.seat), event.seat)
    changes = _moved(table, game, at)
    if table.seats[event.seat].play and "turn_at" in changes:
        changes |= _seat(table, event.seat, play="")
    return changes


def _moved(table: Table, game: Game, at: int) -> Changes:
    """What follows for clocks and waits when the game goes on."""
    old = table.game
    live = table.rules.live
    changes: Changes = {"game": game}
    number, turn = table.number + 1, game.turn
    shown = max(at, table.shown_until)
    if old is not None and table.timing.motion_percent and (motion := live.motion(game, old)):
        shown += motion * table.timing.motion_percent // 100
        changes["shown_until"] = shown
    lead = live.lead(game)
    if lead is None:
        if table.lead != -1:
            changes["lead"] = -1
    elif lead != table.lead:
        wait = live.wait(game)
        length = {"window": table.timing.window_ms, "beat": table.timing.beat_ms, "": 0}[wait]
        changes["lead"] = lead
        changes["beat"] = wait == "beat"
        changes["window_until"] = shown + length if length else 0
    new_turn = old is None or turn != old.turn or live.turn_count(game) != live.turn_count(old)
    if new_turn:
        start = max(shown, changes.get("window_until", 0))
        runs = turn is not None and table.timing.turn_seconds
        changes["deadline"] = start + 1000 * table.timing.turn_seconds if runs else 0
        changes["more_time"] = False
    if new_turn or (old is not None and live.decisions(game) != live.decisions(old)):
        changes["turn_at"], changes["turn_number"] = shown, number
        if not new_turn and table.deadline and live.earns_time(game):
            changes["deadline"] = max(table.deadline, shown + _third(table))
    bots = any(chair.bot for chair in table.seats)
    if old is not None and bots and (seats := live.may_ponder(game, old)):
        ponder = list(table.ponder)
        for seat in seats:
            ponder[seat] = shown + ponder_delay(table, number, seat)
        changes["ponder"] = tuple(ponder)
    return changes


def _third(table: Table) -> int:
    """The least time that is left to who has done something, or has come."""
    return 1000 * table.timing.turn_seconds // 3


def _more_time(table: Table, seat: int, at: int) -> Changes:
    """Who takes over the seat on turn has what is left of the turn, or, once a turn, a third.

    More, and leaving and coming back would stop the table for ever.
    """
    if seat != table.turn or table.more_time or not table.timing.turn_seconds:
        return {}
    present = table.paused.at if table.paused is not None else at
    least = max(present, table.window_until) + _third(table)
    return {"deadline": least, "more_time": True} if least > table.deadline else {}


def _reseated(table: Table, event: ev.Reseated, _at: int) -> Changes:
    where = {old: new for new, old in enumerate(event.origin)}
    return {
        "seats": tuple(table.seats[old] for old in event.origin),
        "last_ids": tuple(table.last_ids[old] for old in event.origin),
        "host": where.get(table.host, -1),
        "host_away": where.get(table.host_away, -1),
        "reseated": True,
    }


def _orders_left(table: Table, event: ev.OrdersLeft, _at: int) -> Changes:
    return _seat(table, event.seat, calls=event.call, play=event.play)


def _hand_ended(table: Table, event: ev.HandEnded, _at: int) -> Changes:
    return {
        "hands": (*table.hands, event.points),
        "deadline": 0,
        "window_until": 0,
        "ponder": (0,) * table.players,
    }


def _revealed(table: Table, event: ev.Revealed, _at: int) -> Changes:
    return {
        "revealed": Reveal(table.match, event.hand, table.secret, table.nonces),
        "secret": "",
    }


def _between(table: Table, _event: ev.HandsToCome, at: int) -> Changes:
    return {
        "phase": "between",
        "next_hand_at": at + 1000 * table.timing.between_seconds,
        "seats": _nobody_ready(table.seats),
    }


def _match_ended(table: Table, event: ev.MatchEnded, _at: int) -> Changes:
    seats = tuple(replace(chair, votes_end=False) for chair in _nobody_ready(table.seats))
    return {
        "phase": "over",
        "winners": event.winners,
        "seats": seats,
        "deadline": 0,
        "window_until": 0,
        "next_hand_at": 0,
    }


def _rematch(table: Table, _event: ev.Rematch, _at: int) -> Changes:
    return {
        "phase": "lobby",
        "match": table.match + 1,
        "hands": (),
        "winners": (),
        "game": None,
        "opened": None,
        "reseated": False,
        "seats": _nobody_ready(table.seats),
    }


def _voted(table: Table, event: ev.Voted, _at: int) -> Changes:
    return _seat(table, event.seat, votes_end=event.yes)


def _said(table: Table, event: ev.Said, at: int) -> Changes:
    line = Line(event.seat, table.seats[event.seat].name, event.text, at, table.number + 1)
    return {"chat": (*table.chat[1 - CHAT_KEPT :], line)}


def _paused(_table: Table, event: ev.Paused, at: int) -> Changes:
    return {"paused": Pausing(at, event.reason, event.seat)}


def _resumed(table: Table, _event: ev.Resumed, at: int) -> Changes:
    if table.paused is None:
        return {}
    lost = at - table.paused.at
    moments = ("deadline", "window_until", "next_hand_at", "turn_at", "shown_until")
    changes: Changes = {
        name: getattr(table, name) + lost for name in moments if getattr(table, name)
    }
    ponder = tuple(moment + lost if moment else 0 for moment in table.ponder)
    return changes | {"paused": None, "ponder": ponder}


_APPLY: dict[type, Callable[[Table, Any, int], Changes]] = {
    ev.Opened: _opened,
    ev.Joined: _joined,
    ev.Left: _emptied,
    ev.BotSat: _bot_sat,
    ev.Emptied: _emptied,
    ev.StoodIn: _stood_in,
    ev.CameBack: _came_back,
    ev.KeyChanged: _key_changed,
    ev.HostChanged: _host_changed,
    ev.Locked: _locked,
    ev.Muted: _muted,
    ev.OptionsSet: _options_set,
    ev.WasReady: _was_ready,
    ev.Committed: _committed,
    ev.HandBegan: _hand_began,
    ev.Chanced: _chanced,
    ev.Acted: _acted,
    ev.Reseated: _reseated,
    ev.OrdersLeft: _orders_left,
    ev.HandEnded: _hand_ended,
    ev.HandsToCome: _between,
    ev.Revealed: _revealed,
    ev.MatchEnded: _match_ended,
    ev.Rematch: _rematch,
    ev.Voted: _voted,
    ev.Said: _said,
    ev.Paused: _paused,
    ev.Resumed: _resumed,
}
