"""Pictures: well-formed, complete, and never more than the one who looks may know."""

import re
from collections import Counter
from xml.etree.ElementTree import Element, fromstring

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parlour.cards import SUIT_SYMBOLS, card_face
from parlour.games.driver import Driver
from parlour.games.pictures import svg
from parlour.games.pippip import Options, PipPip
from parlour.games.pippip.picture import picture_svg
from parlour.games.sampling import Chance

SVG = "{http://www.w3.org/2000/svg}"
CARD = re.compile(f"(?:10|[2-9JQKA])[{SUIT_SYMBOLS}]")
OPTIONS = (
    Options.preset("english"),
    Options(first_dealer="lowest", rest_of_stock="aside", auction=True, seats_by_draw=True),
    Options(first_dealer="random", first_trump="cut", draw_order="after trick", must_follow=False),
    Options(match_length="2 hands", trump_marriage=True, card_values="thousand"),
    Options(match_length="target 300", calls="before lead", trump_set_by="last"),
)


class Player:
    """Plays a match one event at a time, chance events too, by choices from a list of numbers."""

    def __init__(self, players: int, options: Options, seed: int) -> None:
        self.game = PipPip(players, options)
        self.chance = Chance(seed)
        self.driver = Driver(self.game)

    def step(self, choice: int) -> None:
        event = self.chance.next(self.game)
        if event is None:
            legal = self.driver.legal()
            self.driver.do(legal[choice % len(legal)])
        else:
            self.driver.do(event)


def named(cards: list[int]) -> Counter[str]:
    return Counter(card_face(card) for card in cards)


def open_cards(game: PipPip, observer: int | None) -> Counter[str]:
    """What lies open for an observer (None: everything known), from the complete state."""
    cards = []
    for seat in range(game.players):
        cards += game.hand(seat) if observer in (None, seat) else game.shown(seat)
    trick = game.trick() or (game.tricks() or [[]])[-1]
    cards += [card for _, card in trick]
    exposed = game.options.rest_of_stock == "exposed"
    if exposed and not game.drawing and game.record["taken"][0]:
        cards += game.stock()
    if not game.record["taken"][0]:
        drawn = [int(card) for card in game.record["last_drawn"][0] if card != 255]
        aside = Counter(drawn)
        for field in ("drawn", "drawn_twice"):
            mask = int(game.record[field][0])
            cards += [card for card in range(52) if mask >> card & 1]
        # Cards drawn are among those set aside, unless these went back to the pack.
        cards += list((aside - Counter(cards)).elements())
    return named(cards)


def read(picture: str) -> Element:
    return fromstring(picture)  # noqa: S314  # our own picture


def cards_of_svg(picture: str) -> Counter[str]:
    groups = read(picture).iter(f"{SVG}g")
    titles = [title.text or "" for group in groups for title in group.findall(f"{SVG}title")]
    return Counter(titles)


def cards_of_text(picture: str) -> Counter[str]:
    return Counter(CARD.findall(picture))


def check(game: PipPip) -> None:
    for observer in (None, 0, game.players - 1, 254):
        view = game if observer is None else game.view(None if observer == 254 else observer)
        expected = open_cards(game, observer)
        assert cards_of_svg(view._repr_svg_()) == expected
        assert cards_of_text(str(view)) == expected
        assert max(map(len, str(view).splitlines())) <= 80


@settings(max_examples=30, deadline=None)
@given(
    st.integers(3, 12),
    st.sampled_from(OPTIONS),
    st.integers(0, 1000),
    st.lists(st.integers(0, 99), max_size=250),
)
def test_pictures_show_exactly_what_lies_open(
    players: int, options: Options, seed: int, choices: list[int]
) -> None:
    player = Player(players, options, seed)
    check(player.game)
    for choice in choices:
        if player.game.over:
            break
        player.step(choice)
    check(player.game)


@pytest.mark.parametrize("options", OPTIONS)
def test_every_phase_of_a_whole_match(options: Options) -> None:
    player = Player(3, options, seed=5)
    phases = {int(player.game.record["phase"][0])}
    number = 0
    while not player.game.over:
        player.step(5 * number)
        phase = int(player.game.record["phase"][0])
        if phase not in phases or number % 25 == 0:
            check(player.game)
        phases.add(phase)
        number += 1
    check(player.game)
    assert {2, 3, 5, 6} <= phases
    assert str(player.game).splitlines()[0].endswith(" won")
    assert re.search(r">Seats? [\d, and]+ won<", player.game._repr_svg_())


def test_trumps_calls_and_turn_are_told() -> None:
    player = Player(4, OPTIONS[0], seed=1)
    while not player.game.next_trump:
        player.step(0)
    turn = player.game.turn
    assert turn is not None
    text = str(player.game.view(0))
    assert re.search(r"trump [♣♦♥♠], next [♣♦♥♠]", text)
    assert re.search(r"calls: seat \d [♣♦♥♠] ", text)
    assert f"seat {turn + 1} to" in text
    drawn = player.game.view(0)._repr_svg_()
    assert ">next trump<" in drawn
    assert ">Calls<" in drawn


def test_pictures_stand_beside_others_in_one_page() -> None:
    root = read(PipPip(12, seed=3)._repr_svg_())
    assert root.get("viewBox") == "0 0 800 600"
    for element in root.iter():
        assert element.tag not in (f"{SVG}style", f"{SVG}script", f"{SVG}image")
        assert "id" not in element.attrib
        assert "href" not in str(element.attrib)


def test_four_colours() -> None:
    match = PipPip(3, seed=3)
    assert picture_svg(match, four_colours=True) != picture_svg(match)


def test_words_cannot_break_a_picture() -> None:
    root = svg.canvas(10, 10, "<a & b>\x00")
    svg.write(root, (1, 1), "</text>\x07", 8, "#000")
    again = read(svg.finish(root))
    assert [element.text for element in again] == ["<a & b>\ufffd", "</text>\ufffd"]
