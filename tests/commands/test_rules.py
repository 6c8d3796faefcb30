"""The rules for people: they change with the options, and their numbers are the engine's."""

import pytest

from parlour.games.pippip.legal import HIGHEST_BIDS
from parlour.games.pippip.options import MOST_HANDS
from parlour.games.pippip.play import CALL_POINTS, CARDS_DEALT
from parlour.games.pippip.state import PACK
from parlour.games.pippip.tables import PACK_POINTS
from parlour.games.registry import GAMES, game
from parlour.games.rules import rules
from parlour.games.savannah.events import MOST_PLAYS
from tests.records.records import COUNTS


def text_of(name: str, **changes: str) -> str:
    entry = game(name)
    sections = rules(entry, entry.options.read(changes))
    return "\n".join(line for section in sections for line in (section.title, *section.paragraphs))


@pytest.mark.parametrize("name", GAMES)
def test_every_value_of_every_option_changes_the_text(name: str) -> None:
    for choice in game(name).options.choices:
        texts = set()
        for form in choice.values:
            value = COUNTS.get(form, (form,))[0]
            base = {"first_trump": "cut"} if choice.name == "first_dealer" else {}
            texts.add(text_of(name, **(base | {choice.name: value})))
        assert len(texts) == len(choice.values), choice.name


@pytest.mark.parametrize("name", GAMES)
def test_nothing_is_empty_or_unfinished(name: str) -> None:
    entry = game(name)
    for preset in entry.presets:
        for section in rules(entry, entry.options.preset(preset)):
            assert section.paragraphs, section.title
            for paragraph in section.paragraphs:
                assert paragraph[0].isupper() or paragraph[0].isdigit()
                assert paragraph.endswith((".", '."'))


def test_numbers_of_pippip() -> None:
    words = {3: "three", 4: "four", 6: "six", 8: "eight", 12: "twelve"}
    text = text_of("pip-pip", auction="yes")
    for players, word in words.items():
        assert f"{PACK // players} tricks with {word}" in text or (
            f"{PACK // players} with {word}" in text
        )
    assert f"The two packs hold {PACK_POINTS[0]} points" in text
    assert f"Nobody can bid more than {HIGHEST_BIDS[0]}" in text
    assert f"score {CALL_POINTS} points at once" in text
    assert {CARDS_DEALT: "seven"}[CARDS_DEALT] in text
    thousand = text_of("pip-pip", auction="yes", card_values="thousand", match_length="target 90")
    assert f"The two packs hold {PACK_POINTS[1]} points" in thousand
    assert f"Nobody can bid more than {HIGHEST_BIDS[1]}" in thousand
    assert f"after {MOST_HANDS} hands" in thousand


def test_numbers_of_savannah() -> None:
    assert f"bots play at most {MOST_PLAYS} cards in a turn" in text_of("savannah")
