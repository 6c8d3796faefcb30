"""The engine against an independent referee, written from the rules by somebody else."""

from random import Random

import pytest

from parlour.cards import card_name
from parlour.games.driver import Driver
from parlour.games.options import Value
from parlour.games.pippip import CHOICES, PRESETS, Options, PipPip
from parlour.games.sampling import Chance
from tests.pippip.matches import any_match
from tests.referee.pippip import Referee


def referee_of(match: PipPip) -> Referee:
    values = match.options.values()
    del values["later_trumps"]
    return Referee(match.players, values)  # type: ignore[arg-type]


def tell_chance(referee: Referee, event: str) -> None:
    """The engine counts seats from 1 in texts, the referee from 0."""
    kind, _, rest = event.partition(" ")
    referee.chance(f"dealer {int(rest) - 1}" if kind == "dealer" else event)


def names(cards: list[int]) -> list[str]:
    return sorted(card_name(card) for card in cards)


def compare(match: PipPip, referee: Referee, driver: Driver) -> None:
    """Everything that both know is the same."""
    seats = range(match.players)
    assert (match.awaits, match.over) == (referee.awaits(), referee.over)
    assert match.turn == referee.turn()
    assert driver.asked == referee.asked()
    for seat in seats:
        assert set(match.legal_names(seat)) == referee.legal(seat), f"legal of seat {seat}"
    assert (match.trump, match.next_trump) == (referee.trump, referee.pending)
    assert match.dealer == referee.dealer
    assert match.scores() == referee.scores()
    assert match.totals() == list(referee.totals)
    assert match.hand_number == referee.hand_number
    if match.awaits in (None, "cut") and match.hand_size(0) + match.hand_number:
        assert [names(match.hand(seat)) for seat in seats] == referee.hands
        assert [card_name(card) for card in match.stock()] == referee.stock
        assert match.drawing == (not referee.drawing_over)
        assert [(seat, card_name(card)) for seat, card in match.trick()] == referee.trick
        assert match.points() == list(referee.points)
        called = [0] * match.players
        for seat, _, _ in match.calls():
            called[seat] += 1
        assert called == list(referee.calls)
    if match.over:
        assert match.seating == list(referee.seating)
        assert match.winners() == list(referee.winners())


def play_both(match: PipPip, random: Random) -> int:
    """Play a match in both, comparing before every event; returns the number of decisions."""
    referee, chance, decisions = referee_of(match), Chance(random.getrandbits(63)), 0
    driver = Driver(match)
    out_of_turn = random.random() < 0.5
    while not match.over:
        compare(match, referee, driver)
        event = chance.next(match)
        if event is not None:
            driver.do(event)
            tell_chance(referee, event)
            continue
        decisions += 1
        action = random.choice(driver.legal_names())
        actor = driver.actor
        assert actor is not None
        calls = [
            (seat, name)
            for seat in range(match.players)
            for name in match.legal_names(seat)
            if name.startswith("call")
        ]
        if out_of_turn and calls and random.random() < 0.2:
            seat, name = random.choice(calls)
            match.do(name, seat)
            referee.act(seat, name)
            continue
        driver.do(action)
        if action == "decline":
            referee.decline()
        else:
            referee.act(actor, action)
    compare(match, referee, driver)
    return decisions


@pytest.mark.parametrize("seed", range(60))
def test_random_matches_under_random_options(seed: int) -> None:
    random = Random(seed)
    match = any_match(random, match_length=random.choice(("1 hands", "2 hands", "target 60")))
    assert play_both(match, random) >= 96


@pytest.mark.parametrize("preset", PRESETS)
def test_whole_matches_of_presets(preset: str) -> None:
    random = Random(preset)
    play_both(PipPip(random.choice(Options.preset(preset).players), preset), random)


@pytest.mark.parametrize(
    ("option", "value"),
    [(choice.name, value) for choice in CHOICES for value in choice.values if "N" not in value],
)
def test_every_value_of_every_option(option: str, value: str) -> None:
    random = Random(option + value)
    coded = {"yes": True, "no": False}.get(value, value)
    changes: dict[str, Value] = {"match_length": "1 hands", option: coded}
    play_both(any_match(random, None, **changes), random)


@pytest.mark.parametrize("players", range(3, 13))
def test_every_number_of_players(players: int) -> None:
    random = Random(players)
    play_both(any_match(random, players, match_length="1 hands"), random)


def test_draw_for_deal_with_many_ties() -> None:
    """Kings and aces only at first: everybody ties, again and again."""
    for seats_by_draw in (False, True):
        options = Options(seats_by_draw=seats_by_draw, first_dealer="lowest")
        match = PipPip(6, options)
        referee = referee_of(match)
        for cards in ("Kc Kd Kh Ks Kc Kd", "Ac Ad Ah As Ac Ad", "2c 2d 3h 3s 4c 4d"):
            for card in cards.split():
                if match.awaits == "card":
                    match.do(f"card {card}")
                    referee.chance(f"card {card}")
                    compare(match, referee, Driver(match))
        rest = "5c 6c 7c 8c 9c Tc 5d 6d 7d 8d".split()
        while match.awaits == "card":
            card = rest.pop()
            match.do(f"card {card}")
            referee.chance(f"card {card}")
            compare(match, referee, Driver(match))
        assert match.seating == list(referee.seating)
        assert sorted(match.seating) == list(range(6))


def test_a_pack_used_up_by_ties_goes_back() -> None:
    """Eight players tie with all eight cards of twelve ranks; then four cards are too few."""
    match = PipPip(8, Options(first_trump="cut"))
    referee = referee_of(match)
    ranks = "AKQJT98765432"
    for rank in ranks[:12] + ranks[12]:
        for suit in "ccddhhss":
            card = rank + suit
            assert match.can(f"card {card}")
            match.do(f"card {card}")
            referee.chance(f"card {card}")
            compare(match, referee, Driver(match))
    assert match.awaits == "card"
    for card in ("Ac", *"Kc Qc Jc Tc 9c 8c 7c".split()):
        match.do(f"card {card}")
        referee.chance(f"card {card}")
    compare(match, referee, Driver(match))
    assert match.awaits == "cut"
