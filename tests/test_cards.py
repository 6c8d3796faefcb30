"""Cards and packs: every way of writing them, and precise errors."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.cards import (
    CARDS,
    UNKNOWN,
    card_face,
    card_name,
    card_names,
    check_packs,
    packs,
    parse_card,
    parse_cards,
    parse_suit,
)
from parlour.errors import InvalidCardError, InvalidPackError


@pytest.mark.parametrize("text", ["Qh", "qH", "Q♥", "Q♡", "Q♥\ufe0f", "QH"])
def test_ways_to_write_the_queen_of_hearts(text: str) -> None:
    assert card_name(parse_card(text)) == "Qh"


@pytest.mark.parametrize("text", ["10s", "Ts", "ts", "10♠", "T♤"])
def test_ways_to_write_the_ten_of_spades(text: str) -> None:
    assert card_name(parse_card(text)) == "Ts"


@given(st.sampled_from(CARDS), st.booleans())
def test_names_are_read_back(card: int, symbols: bool) -> None:
    assert parse_card(card_name(card)) == parse_card(card_face(card, symbols=symbols)) == card


@pytest.mark.parametrize(
    ("text", "position", "words"),
    [
        ("", 0, "a card is a rank and a suit"),
        ("h", 0, "a card is a rank and a suit"),
        ("1h", 0, "'1' is no rank"),
        ("11h", 0, "'11' is no rank"),
        ("Qx", 1, "'x' is no suit"),
        ("10", 0, "a card is a rank and a suit"),
        ("Дч", 0, "'Д' is no rank"),
        ("??", 0, "no rank"),
        ("Q h", 0, "'Q ' is no rank"),
    ],
)
def test_what_is_no_card(text: str, position: int, words: str) -> None:
    with pytest.raises(InvalidCardError, match="no card") as caught:
        parse_card(text)
    assert words in str(caught.value)
    assert caught.value.text == text
    assert caught.value.position == position


def test_the_place_in_a_list() -> None:
    with pytest.raises(InvalidCardError, match="at place 4 of '2c 1d 3h'") as caught:
        parse_cards("2c 1d 3h")
    assert caught.value.position == 3


def test_local_letters() -> None:
    russian = {"Т": "A", "К": "K", "Д": "Q", "В": "J", "т": "c", "б": "d", "ч": "h", "п": "s"}
    assert card_names(parse_cards("Дч, 10п, Тт", letters=russian)) == "Qh Ts Ac"


def test_unknown_cards_only_where_asked_for() -> None:
    assert parse_cards("?? 2c", unknown=True) == [UNKNOWN, 0]
    with pytest.raises(InvalidCardError):
        parse_cards("?? 2c")


def test_suits() -> None:
    assert [parse_suit(text) for text in ("c", "D", "♥", "♤")] == [0, 1, 2, 3]
    with pytest.raises(InvalidCardError, match="'x' is no suit"):
        parse_suit("x")


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ([*packs(2), 0], "3 copies of 2c"),
        ([*packs(2)[1:], 51], "3 copies of As"),
        (packs(2)[1:], "103 cards: 2 packs hold 104 .missing: 2c."),
        ([*packs(2)[1:], 60], "60 is no card"),
        ([], "0 cards"),
        ([UNKNOWN] * 103, "103 cards"),
    ],
)
def test_wrong_packs(cards: list[int], words: str) -> None:
    with pytest.raises(InvalidPackError, match=words):
        check_packs(cards, 2)


def test_right_packs() -> None:
    check_packs(packs(2), 2)
    check_packs(reversed(packs(6)), 6)
    check_packs([UNKNOWN] * 4 + packs(2)[4:], 2)


def test_long_nonsense_is_cut() -> None:
    with pytest.raises(InvalidCardError) as caught:
        parse_card("x" * 100_000)
    assert len(str(caught.value)) < 300
