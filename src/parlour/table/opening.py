"""Going on with a record at a table: with its cards open to all who know it, or dealt anew.

What nobody could see at the moment where the record is left, from hands to the stock, is dealt
anew: two hidden cards change places again and again, whenever everything that all could see stays
as it was. So every deal that agrees with what was seen is as likely as any other.
"""

import contextlib
from collections.abc import Sequence
from typing import Literal

from parlour.errors import ParlourError
from parlour.games.game import Game
from parlour.records import Record
from parlour.table.dealing import Words
from parlour.table.events import Opened
from parlour.table.games import live_game

Deal = Literal["new", "open"]
"""What a table does with the hidden cards of a record: deals them anew, or leaves them, and says
so, since whoever has read the record knows them."""
MOST_EVENTS = 2_000
_TRIES = 3_000
_MOST_REPLAYED = 500_000
"""Events replayed in all to find a new deal: some seconds."""

_Event = tuple[int, str]


class CannotOpenError(ParlourError):
    """A record that no table can go on with."""


def open_record(record: Record, deal: Deal, secret: bytes, events: int | None = None) -> Opened:
    """The event that opens a table from the first *events* of a record, by default from all.

    *secret* are 32 unguessable bytes for the new deal. Raises `CannotOpenError`, or what the game
    raises for a record that is wrong.
    """
    if record.kept_by is not None:
        raise CannotOpenError("this record was kept by one player, who did not know all cards")
    moments = [moment for hand in record.hands for moment in hand.moments]
    if events is not None and not 0 <= events <= len(moments):
        raise CannotOpenError(
            f"this record has {len(moments)} events: 0 to {len(moments)} of them can be kept, "
            f"not {events}"
        )
    kept = moments[:events]
    if len(kept) > MOST_EVENTS:
        raise CannotOpenError(f"at most {MOST_EVENTS} events of a record can be gone on with")
    done = [(-1 if m.seat is None else m.seat, m.event) for m in kept]
    game = record.begin()
    for seat, event in done:
        game.do(event, None if seat < 0 else seat)
    if game.over:
        raise CannotOpenError(
            f"after its {len(kept)} events this match is over: name the events to keep, fewer"
        )
    if deal == "new":
        done = deal_anew(record.begin(), done, Words(secret))
    return Opened(tuple(done), deal)


def deal_anew(start: Game, events: Sequence[_Event], words: Words) -> list[_Event]:
    """The events with the cards that nobody can have seen in other places."""
    first = _first_of_hand(start, events)
    orders = [
        place
        for place in range(first, len(events))
        if events[place][0] < 0 and events[place][1].startswith("order ")
    ]
    world = list(events)
    if not orders:
        return world
    before, seen = _seen(start, world, first)
    wanted = sum(len(world[place][1].split()) for place in orders)
    changed = replayed = 0
    for _ in range(_TRIES):
        place = orders[words.below(len(orders))]
        cards = world[place][1].split()
        one, other = (1 + words.below(len(cards) - 1) for _ in range(2))
        if cards[one] == cards[other]:
            continue
        cards[one], cards[other] = cards[other], cards[one]
        attempt = [*world[:place], (-1, " ".join(cards)), *world[place + 1 :]]
        same = _count_same(before, attempt[first:], seen)
        replayed += same
        if same == len(seen):
            world = attempt
            changed += 1
        if changed > 2 * wanted or replayed > _MOST_REPLAYED:
            break
    return world


def _first_of_hand(start: Game, events: Sequence[_Event]) -> int:
    """The place of the first event of the hand that is being played."""
    live, game, first = live_game(start.name).live, start.copy(), 0
    for number, (seat, event) in enumerate(events, 1):
        done = live.hands_done(game)
        game.do(event, None if seat < 0 else seat)
        if live.hands_done(game) > done:
            first = number
    return first


def _seen(start: Game, events: Sequence[_Event], first: int) -> tuple[Game, list[Game]]:
    """The game before its event number *first*, and what spectators see after each from there."""
    game = start.copy()
    for seat, event in events[:first]:
        game.do(event, None if seat < 0 else seat)
    before, views = game.copy(), []
    for seat, event in events[first:]:
        game.do(event, None if seat < 0 else seat)
        views.append(game.view(None))
    return before, views


def _count_same(before: Game, events: Sequence[_Event], seen: Sequence[Game]) -> int:
    """After how many of the events a spectator sees what he saw."""
    game, same = before.copy(), 0
    with contextlib.suppress(ParlourError):
        for (seat, event), view in zip(events, seen, strict=True):
            game.do(event, None if seat < 0 else seat)
            if game.view(None) != view:
                break
            same += 1
    return same
