"""Pictures: well-formed, complete, and never more than the one who looks may know."""

import re
from collections import Counter
from random import Random
from xml.etree.ElementTree import fromstring

import pytest
from hypothesis import given, settings

from parlour.cards import SUIT_SYMBOLS, UNKNOWN, card_face, card_names, packs
from parlour.games.savannah import Options, Savannah
from parlour.games.savannah.picture import picture_svg
from tests.savannah.games import play_on, position, seeds, some_position, stubborn

SVG = "{http://www.w3.org/2000/svg}"
CARD = re.compile(f"(?:10|[2-9JQKA])[{SUIT_SYMBOLS}]")


def open_cards(game: Savannah, observer: int | None, shown: int) -> Counter[str]:
    """What lies open, from the complete state: of a discard pile, the last cards *shown*."""
    cards = game.foundations()
    for seat in range(game.players):
        cards += game.reserve(seat)[-1:]
        pile = list(enumerate(game.pile(seat)))[-shown:]
        cards += [card for place, card in pile if place not in game.face_down(seat)]
        if observer in (None, seat):
            cards += game.hand(seat)
    return Counter(card_face(card) for card in cards if card != UNKNOWN)


def cards_of_svg(picture: str) -> Counter[str]:
    groups = fromstring(picture).iter(f"{SVG}g")  # noqa: S314  # our own picture
    titles = [title.text or "" for group in groups for title in group.findall(f"{SVG}title")]
    return Counter(titles)


@given(seeds)
@settings(max_examples=25)
def test_pictures_show_what_lies_open_and_no_more(seed: int) -> None:
    game = some_position(Random(seed))
    for observer in (None, 254, *range(game.players)):
        view = game if observer is None else game.view(None if observer == 254 else observer)
        text = str(view)
        assert Counter(CARD.findall(text)) == open_cards(game, observer, 8)
        assert max(map(len, text.splitlines())) <= 80
        shown = 6 if game.players < 7 else 5
        assert cards_of_svg(view._repr_svg_()) == open_cards(game, observer, shown)


@pytest.mark.parametrize("players", range(2, 13))
def test_pictures_from_the_first_shuffle_to_the_end(players: int) -> None:
    game = Savannah(players, Options(turn_limit="60 turns"))
    assert "the cards are shuffled" in str(game)
    fromstring(game._repr_svg_())  # noqa: S314  # our own picture
    for step, _ in enumerate(play_on(game, Random(players), stubborn)):
        if step % 20 == 0:
            assert max(map(len, str(game).splitlines())) <= 80
            fromstring(picture_svg(game, four_colours=True))  # noqa: S314  # our own picture
    assert "won" in str(game)


def test_the_rolls_for_the_first_turn_are_shown() -> None:
    game = Savannah(3, events=[f"order {card_names(packs(2))}", "roll 3 4"])
    assert "seat 2 to roll for first turn" in str(game)
    assert "rolled 3 4" in str(game)
    assert "rolled 3 and 4" in game._repr_svg_()


def test_how_it_ended_is_told() -> None:
    game = position(tops="Kh Ks Qd", hands=["2c 3c"], piles=["9c"], stock="4c")
    game.do("pile>1")
    assert "seat 1 won" in str(game)
    game = position(tops="Ac Ad As", piles=["9c", "3c"], plays=2)
    game.do("end")
    assert "nobody can play again: seat 1 won" in str(game)
