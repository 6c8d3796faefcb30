"""The levels: legal, reproducible, and blind to what they may not see."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from numpy import uint64

from parlour.bots.choosing import baseline
from parlour.bots.levels import make, names
from parlour.bots.pippip.explain import explain
from parlour.bots.pippip.numbers import HANDS, PLAYS
from parlour.bots.pippip.search import Searcher
from parlour.bots.pippip.solid import solid, wasted
from parlour.bots.policies import as_words
from parlour.bots.protocol import Budget
from parlour.errors import HiddenHandError
from parlour.games.jit import compiled, int64
from parlour.games.pippip import PipPip
from tests.bots.positions import position
from tests.pippip.matches import any_match, play_on, seeds


@compiled
def both(
    states: Any, i: int, seat: int, first: uint64, second: uint64, plays: Any
) -> tuple[int, int]:
    s = states[i]
    actions = first, second
    return int64(solid(s, seat, actions, plays)), int64(baseline(s, seat, actions))


@settings(max_examples=30)
@given(seeds)
def test_policies_of_playouts_see_no_more_in_a_state_than_in_a_view(seed: int) -> None:
    """They are handed complete states there, and must choose as from the seat's view."""
    random = Random(seed)
    match = any_match(random, match_length="1 hands")
    for driver in play_on(match, random):
        seat = driver.actor
        if seat is not None:
            words = as_words(driver.legal())
            state, view = match.record, match.view(seat).record
            assert both(state, 0, seat, *words, PLAYS) == both(view, 0, seat, *words, PLAYS)


@settings(max_examples=12)
@given(seeds)
def test_every_level_plays_legally_and_the_same_again(seed: int) -> None:
    random = Random(seed)
    match = any_match(random, match_length="1 hands")
    bots = [make(name, seed=seed) for name in ("random", "casual", "baseline", "solid")]
    bots.append(Searcher(60, seed))
    again = Searcher(60, seed)
    for driver in play_on(match, random):
        if random.random() > 0.2 or driver.actor is None:
            continue
        view, legal = match.view(driver.actor), driver.legal()
        before = view.copy()
        for bot in bots:
            assert bot.choose(view, legal) in legal
        assert again.choose(view, legal) == bots[-1].choose(view, legal)
        assert view == before


@settings(max_examples=15)
@given(seeds)
def test_what_is_wasted_is_never_played_and_never_all(seed: int) -> None:
    random = Random(seed)
    match = any_match(random, match_length="1 hands")
    searcher = Searcher(30, seed)
    for driver in play_on(match, random):
        if driver.actor is None:
            continue
        view, legal = match.view(driver.actor), driver.legal()
        waste = dict(zip(legal, wasted(view, legal), strict=True))
        assert not all(waste.values())
        assert not waste[make("solid").choose(view, legal)]
        if random.random() < 0.05:
            assert not waste[searcher.choose(view, legal)]


def test_there_are_numbers_for_every_count_of_players_and_both_values() -> None:
    for values in range(2):
        for players in range(3, 13):
            assert PLAYS[values, players].any(), players
            assert players == 12 or HANDS[values, players].any(), players


def test_the_levels_by_name() -> None:
    assert names("pip-pip") == ("random", "casual", "baseline", "solid", "expert", "master")
    assert names("savannah") == ("random", "baseline")


@pytest.mark.parametrize("name", ["casual", "solid", "expert"])
def test_a_bot_gets_a_view_and_nothing_else(name: str) -> None:
    match = PipPip(4, seed=1)
    if name == "casual":
        name = "baseline"
    with pytest.raises(HiddenHandError):
        make(name).choose(match, match.legal())


def test_a_clock_only_cuts_short() -> None:
    match = PipPip(3, seed=1)
    view, legal = match.view(match.turn), match.legal()
    patient, hurried = Searcher(3000, 1), Searcher(3000, 1)
    assert patient.choose(view, legal, Budget(1000.0)) == Searcher(3000, 1).choose(view, legal)
    assert patient.capped == 0
    assert hurried.choose(view, legal, Budget(0.0)) in legal
    assert hurried.capped == 1


def test_an_explanation_names_the_cause_and_drops_it_when_it_is_gone() -> None:
    wins = position("2c 4h 7h Jd 9d Ah 6c", "3h Kh 5h")
    told = explain(wins, wins.legal(), Searcher(2000))
    assert (told.best.name, told.cause) == ("play Ah", "wins_trick")
    assert told.sentence() == "It wins this trick more often: 100 % against 0 %."
    assert told.difference > 2 * told.error > 0

    lost = position("2c 4h 7h Jd 9d Ah 6c", "3h Kh 5s")
    assert explain(lost, lost.legal(), Searcher(2000)).cause != "wins_trick"


def test_an_explanation_of_a_marriage_kept() -> None:
    keeps = position("Ks Qs 3c 4c 5d 6d 7s", "9s 8s 4s")
    told = explain(keeps, keeps.legal(), Searcher(2000))
    assert (told.best.name, told.cause) == ("play 7s", "calls")
    assert told.next_best is not None
    assert told.best.points > told.next_best.points + 20
    apart = position("Ks 9s 3c 4c 5d 6d 7s", "9s 8s 4s")
    assert explain(apart, apart.legal(), Searcher(2000)).difference < 20
