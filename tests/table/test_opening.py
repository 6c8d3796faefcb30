"""Tables that go on with a record: dealt anew as far as nobody had seen, or open."""

import random
from collections import Counter

import pytest

from parlour.games.game import Game
from parlour.games.pippip import PipPip
from parlour.games.sampling import Chance
from parlour.games.savannah import Savannah
from parlour.records import Record, dumps, loads
from parlour.table.dealing import Words
from parlour.table.opening import CannotOpenError, deal_anew, open_record

Played = list[tuple[int, str]]


def played(start: Game, seed: int, moves: int) -> Played:
    """A match begun: so many actions at random, with the chance they needed."""
    source, chance, game = Chance(seed), random.Random(seed), start.copy()
    events: Played = []
    while moves:
        event = source.next(game)
        if event is not None:
            events.append((-1, event))
            game.do(event)
            continue
        seat = game.turn
        assert seat is not None
        name = game.full_name(chance.choice(game.legal_names(seat)), seat)
        events.append((seat, name))
        game.do(name, seat)
        moves -= 1
    return events


def replay(start: Game, events: Played) -> Game:
    game = start.copy()
    for seat, event in events:
        game.do(event, None if seat < 0 else seat)
    return game


@pytest.mark.parametrize(
    ("start", "moves"),
    [(PipPip(3), 5), (PipPip(4, "russian"), 60), (Savannah(2), 12), (Savannah(5), 40)],
)
def test_a_new_deal_looks_the_same_and_is_another(start: Game, moves: int) -> None:
    events = played(start, moves, moves)
    anew = deal_anew(start, events, Words(b"secret"))
    assert [event for event in anew if not event[1].startswith("order")] == [
        event for event in events if not event[1].startswith("order")
    ]
    game, other = start.copy(), start.copy()
    for (seat, event), (_, changed) in zip(events, anew, strict=True):
        game.do(event, None if seat < 0 else seat)
        other.do(changed, None if seat < 0 else seat)
        assert game.view(None) == other.view(None)
    for (_, before), (_, after) in zip(events, anew, strict=True):
        assert Counter(before.split()) == Counter(after.split())
    hidden = [game.view(seat) != other.view(seat) for seat in range(game.players)]
    assert all(hidden), "everybody holds other cards"
    assert deal_anew(start, events, Words(b"secret")) == anew
    assert deal_anew(start, events, Words(b"another")) != anew


def test_every_place_is_as_likely_for_a_hidden_card() -> None:
    """One pack, so that a name is one card."""
    start = Savannah(2)
    events = played(start, 3, 1)[:4]
    order = next(k for k, (_, event) in enumerate(events) if event.startswith("order"))
    card = events[order][1].split()[1]  # the lowest of the reserve of seat 0
    places: Counter[int] = Counter()
    for number in range(60):
        anew = deal_anew(start, events, Words(f"secret {number}".encode()))
        places[anew[order][1].split().index(card) - 1] += 1
    assert len(places) > 20, "of some forty places"
    assert max(places.values()) < 12


def test_what_all_have_seen_is_left_alone() -> None:
    """Nothing is hidden before the deal; the hands before are as they were."""
    start = PipPip(3, "russian")
    events = played(start, 1, 104 // 3 * 3)
    assert replay(start, events).scores() != [0, 0, 0]
    assert deal_anew(start, events, Words(b"secret")) == events


def test_records_that_cannot_be_gone_on_with() -> None:
    start = PipPip(3, "russian")
    events = [(None if seat < 0 else seat, event) for seat, event in played(start, 2, 20)]
    record = loads(dumps(Record.of(start, events)))
    opened = open_record(record, "open", bytes(32))
    assert replay(start, list(opened.events)) == record.result()
    assert len(open_record(record, "new", bytes(32), 10).events) == 10
    with pytest.raises(CannotOpenError, match=f"0 to {len(events)} of them can be kept"):
        open_record(record, "new", bytes(32), 9999)
    with pytest.raises(CannotOpenError, match="kept by one player"):
        open_record(record.seen_by(0), "new", bytes(32))
