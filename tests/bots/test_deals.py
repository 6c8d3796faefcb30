"""Sampled deals: every one agrees with all that was seen, and all come as often as they should."""

from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import permutations
from math import factorial, prod
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings

from parlour.bots.pippip.deals import sample
from parlour.errors import ImpossibleStateError
from parlour.games.driver import Driver
from parlour.games.pippip import Options, PipPip
from parlour.games.sampling import Chance
from tests.pippip.matches import any_match, play_on, seeds


@settings(max_examples=25)
@given(seeds)
def test_every_sample_satisfies_every_constraint(seed: int) -> None:
    """Reading a state back plays its hand again: nothing in it breaks the rules."""
    random = Random(seed)
    match = any_match(random, match_length="1 hands")
    for driver in play_on(match, random):
        seat = driver.actor
        if seat is None or random.random() > 0.1:
            continue
        view = match.view(seat)
        for deal in sample(view, 2, seed, regret=random.choice((0.0, 1.5)), missed_call=1.0):
            assert PipPip.from_bytes(deal.to_bytes()).view(seat) == view


def test_the_same_seed_samples_the_same_deals() -> None:
    view = PipPip(6, seed=4).view(2)
    assert sample(view, 3, 7) == sample(view, 3, 7)
    assert sample(view, 3, 7) != sample(view, 3, 8)


def test_deals_differ() -> None:
    view = PipPip(6, seed=4).view(2)
    assert len(set(sample(view, 20, 1))) == 20


def test_what_nobody_can_hold_is_refused() -> None:
    view = PipPip(3, seed=1).view(0)
    view.record["void"][0, 1] = 200
    view.record["void"][0, 2] = 200
    with pytest.raises(ImpossibleStateError):
        sample(view, 1, 0)


class Past:
    """What one seat did in a hand, to count the ways in which its cards can have come to it."""

    def __init__(self, match: PipPip, seat: int) -> None:
        self.draws = 104 // match.players - 7
        self.plays: list[tuple[int, int]] = []
        """For each trick the card played and the suit led, −1 where the seat led itself."""
        for trick in match.tricks():
            led = trick[0][1] & 3 if trick[0][0] != seat else -1
            self.plays.append((dict(trick)[seat], led))

    def ways(self, held: Sequence[int]) -> int:
        """In how many orders the cards of this seat can have been dealt and drawn."""

        @cache
        def back(hand: tuple[int, ...], trick: int) -> int:
            if trick == 0:
                return factorial(7) // prod(factorial(n) for n in Counter(hand).values())
            card, led = self.plays[trick - 1]
            total = 0
            for drawn in set(hand) if trick <= self.draws else {None}:
                before = list(hand)
                if drawn is not None:
                    before.remove(drawn)
                if card & 3 != led and any(other & 3 == led for other in before):
                    continue
                total += back(tuple(sorted([*before, card])), trick - 1)
            return total

        return back(tuple(sorted(held)), len(self.plays))


def ending(seed: int) -> PipPip:
    """A hand of eight, without calls, before its last trick."""
    random = Random(seed)
    match = PipPip(8, Options(match_length="1 hands"))
    driver = Driver(match, Chance(seed))
    while match.record["trick"][0] < 12:
        quiet = [name for name in driver.legal_names() if not name.startswith("call")]
        driver.do(random.choice(quiet))
    return match


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_frequencies_are_those_of_exact_enumeration(seed: int) -> None:
    match = ending(seed)
    me = match.turn
    assert me is not None
    others = [seat for seat in range(8) if seat != me]
    hidden = [match.hand(seat)[0] for seat in others]
    pasts = [Past(match, seat) for seat in others]
    weight = {
        (seat, card): past.ways((card,))
        for seat, past in zip(others, pasts, strict=True)
        for card in set(hidden)
    }
    exact: Counter[tuple[int, int]] = Counter()
    for cards in permutations(hidden):
        ways = prod(weight[place] for place in zip(others, cards, strict=True))
        for place in zip(others, cards, strict=True):
            exact[place] += ways
    total = sum(exact.values()) / len(others)
    count = 6000
    found: Counter[tuple[int, int]] = Counter()
    for deal in sample(match.view(me), count, seed):
        found.update((seat, deal.hand(seat)[0]) for seat in others)
    shares = np.array([exact[place] / total for place in weight])
    frequencies = np.array([found[place] / count for place in weight])
    assert (shares > 0.02).sum() > 7, "a position that leaves something to guess"
    assert (frequencies[shares == 0] == 0).all()
    assert np.abs(frequencies - shares).max() < 0.035
