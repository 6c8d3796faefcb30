"""RU's illustrative deal, replayed in both readings of the text (see the rules)."""

import json
from pathlib import Path
from typing import Any

import pytest

from parlour.cards import card_name, card_names, parse_card, parse_cards
from parlour.games.pippip import Options, PipPip
from parlour.games.pippip.tables import STANDARD, WORTH

DEAL = json.loads(
    (Path(__file__).parent.parent / "data/russian-illustrative-deal.json").read_text("utf-8")
)
READINGS = ("jack_of_hearts_at_seat_1", "jack_of_hearts_at_seat_5")
RUSSIAN_WITH_TRUMP_MARRIAGES = Options.read({"trump_marriage": "yes"}, preset="russian")


def pack_of(reading: dict[str, Any]) -> str:
    """The pack as dealt one at a time from seat 1, then drawn winner first, then the rest."""
    cards = [parse_card(hand[k]) for k in range(7) for hand in reading["hands"]]
    for winner, drawn in zip(DEAL["winners"], DEAL["draws"], strict=False):
        cards += [parse_card(drawn[(winner - 1 + k) % 9]) for k in range(9)]
    return "order " + card_names(cards + parse_cards(" ".join(DEAL["stock_left"])))


@pytest.mark.parametrize("reading_name", READINGS)
@pytest.mark.parametrize("hearts_first", [True, False])
def test_illustrative_deal(reading_name: str, hearts_first: bool) -> None:
    reading = DEAL[reading_name]
    match = PipPip(9, RUSSIAN_WITH_TRUMP_MARRIAGES)
    match.do(f"dealer {DEAL['dealer']}")
    match.do(f"cut {DEAL['first_trump']}")
    match.do(pack_of(reading))
    winners, points, trumps, leaders = [], [], [], []
    for number, trick in enumerate(reading["tricks"], 1):
        calls = [call for call in DEAL["calls"] if call["before_trick"] == number]
        for call in calls if hearts_first else reversed(calls):
            match.do(f"call {call['suit']}", call["seat"] - 1)
        leader = match.turn
        assert leader is not None
        leaders.append(leader + 1)
        for k in range(9):
            seat = (leader + k) % 9
            assert match.turn == seat
            match.do(f"play {trick[seat]}", seat)
            trumps += [match.trump] if k == 0 else []
        complete = match.tricks()[-1]
        assert {card_name(card) for _, card in complete} == set(trick)
        points.append(sum(int(WORTH[STANDARD, card]) for _, card in complete))
        winners.append(match.record["leader"][0, number] + 1)
        if number == 4:
            assert card_names(match.stock()).split() == DEAL["stock_left"]
            assert not match.drawing
            assert card_names(match.view(None).stock()).split() == DEAL["stock_left"]
    assert leaders == DEAL["leaders"]
    assert winners == DEAL["winners"]
    assert points == DEAL["trick_points"]
    assert trumps == DEAL["trump_of_trick"]
    assert match.scores() == DEAL["result"] == [18, 34, 50, 0, 114, 37, 88, 50, 23]


def test_without_trump_marriages_the_second_call_is_refused() -> None:
    """The preset alone does not allow seat 7 to call the spades in force."""
    match = PipPip(9, "russian")
    reading = DEAL[READINGS[0]]
    for event in ("dealer 9", "cut s", pack_of(reading)):
        match.do(event)
    for card in reading["tricks"][0]:
        match.do(f"play {card}")
    assert match.can("call h", 2)
    assert not match.can("call s", 6)
