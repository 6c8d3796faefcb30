"""The frozen baseline, as its description reads, against the compiled one."""

from random import Random

import pytest
from hypothesis import given

from parlour.bots import Policy
from parlour.cards import parse_card, rank_of, suit_of
from parlour.errors import HiddenHandError, InvalidEventError, OptionError
from parlour.games.pippip import PipPip
from tests.pippip.matches import any_match, play_on, seeds
from tests.referee.pippip import (
    STANDARD_ORDER,
    STANDARD_VALUES,
    THOUSAND_ORDER,
    THOUSAND_VALUES,
)

RANKS = "23456789TJQKA"


def described(view: PipPip, legal: list[str]) -> str:
    """What the description of the baseline says, read slowly."""
    calls = [name for name in legal if name.startswith("call")]
    if calls:
        return min(calls, key=lambda name: "cdhs".index(name[-1]))
    if "pass" in legal:
        return "pass"
    if "bid 110" in legal:
        return "bid 110"
    thousand = view.options.card_values == "thousand"
    order = THOUSAND_ORDER if thousand else STANDARD_ORDER
    values = THOUSAND_VALUES if thousand else STANDARD_VALUES
    trick = view.trick()
    trump = "cdhs".index(view.next_trump if not trick and view.next_trump else view.trump or "")

    def index(card: int) -> int:
        return order.index(RANKS[rank_of(card)])

    def points(card: int) -> int:
        return values.get(RANKS[rank_of(card)], 0)

    def strength(card: int) -> int:
        if suit_of(card) == trump:
            return 33 + index(card)
        return 1 + index(card) if suit_of(card) == suit_of(trick[0][1]) else 0

    def key(card: int) -> int:
        is_trump, top = suit_of(card) == trump, index(card) == 12
        if not trick:
            return -4 * points(card) - 20 * is_trump + 30 * (top and not is_trump)
        best = max(strength(played) for _, played in trick)
        own = strength(card)
        gain = sum(points(played) for _, played in trick) + points(card)
        if not (own > 0 and own >= best):
            return -10 * points(card) - index(card) - 10 * is_trump
        if len(trick) == view.players - 1:
            return 10 * gain - own
        last_term = 0 if own > 40 or top else 5 * points(card)
        return 3 * gain - own - 15 * (is_trump and gain < 10) - last_term

    cards = [parse_card(name.split()[1]) for name in legal if not name.endswith("unused")]
    best_card = max(cards, key=lambda card: (key(card), -suit_of(card), -index(card)))
    return next(n for n in legal if n.startswith("play") and parse_card(n.split()[1]) == best_card)


@given(seeds)
def test_the_compiled_baseline_is_the_one_described(seed: int) -> None:
    random = Random(seed)
    match = any_match(random, match_length="1 hands")
    policy = Policy("baseline")
    for driver in play_on(match, random):
        actor = driver.actor
        assert actor is not None
        view = match.view(actor)
        choice = match.action_names[policy.choose(view, driver.legal())]
        assert choice == described(view, driver.legal_names())


def test_a_bot_gets_a_view_and_nothing_else() -> None:
    match = PipPip(4, seed=1)
    with pytest.raises(HiddenHandError):
        Policy("baseline").choose(match, match.legal())


@pytest.mark.parametrize("policy", ["random", "baseline"])
def test_a_bot_chooses_among_actions(policy: str) -> None:
    match = PipPip(4, seed=1)
    bot, view = Policy(policy), match.view(match.turn)
    for legal in ([], [-1], [123], [500]):
        with pytest.raises(InvalidEventError):
            bot.choose(view, legal)
    with pytest.raises(HiddenHandError, match="spectator"):
        bot.choose(match.view(None), match.legal())


def test_unknown_policies_are_refused() -> None:
    with pytest.raises(OptionError, match="no policy 'clever': there are random, baseline"):
        Policy("clever")
