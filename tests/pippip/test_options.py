"""Options and presets: what each source says, and what is refused."""

from typing import Any

import pytest

from parlour.errors import NoSuchSeatError, OptionError
from parlour.games.pippip import CHOICES, PRESETS, Options, PipPip

TABLE = {
    "english": ("highest", "draw", "at once", "exposed", "any time", "first"),
    "japanese": ("lowest", "cut", "at once", "aside", "any time", "first"),
    "russian": ("random", "cut", "after trick", "exposed", "before lead", "last"),
}


@pytest.mark.parametrize("preset", PRESETS)
def test_presets_are_the_columns_of_the_table(preset: str) -> None:
    options = Options.preset(preset)
    found = (
        options.first_dealer,
        options.first_trump,
        options.draw_order,
        options.rest_of_stock,
        options.calls,
        options.trump_set_by,
    )
    assert found == TABLE[preset]
    assert (options.must_follow, options.trump_marriage, options.auction) == (True, False, False)
    assert (options.card_values, options.match_length) == ("standard", "each deals once")
    assert options.name == preset


@pytest.mark.parametrize(("preset", "most"), [("english", 12), ("japanese", 8), ("russian", 9)])
def test_how_many_a_preset_takes(preset: str, most: int) -> None:
    for players in range(-1, 20):
        if 3 <= players <= most:
            assert PipPip(players, preset).players == players
        else:
            with pytest.raises(OptionError, match=f"preset {preset}.*allowed is 3 to {most}"):
                PipPip(players, preset)


def test_a_changed_preset_takes_three_to_twelve() -> None:
    options = Options.read({"trump marriage": "yes"}, preset="japanese")
    assert options.name is None
    assert PipPip(12, options).players == 12
    with pytest.raises(OptionError, match="Pip-Pip cannot be played by 13 players"):
        PipPip(13, options)


@pytest.mark.parametrize(
    ("given", "option", "words"),
    [
        ({"first_trump": "draw", "first_dealer": "random"}, "first_trump", "allowed is cut"),
        (
            {"first_trump": "cut", "first_dealer": "random", "seats_by_draw": "yes"},
            "seats_by_draw",
            "cannot be yes with first_dealer 'random'",
        ),
        ({"calls": "never"}, "calls", "allowed is any time or before lead"),
        ({"match_length": "0 hands"}, "match_length", "N from 1 to 999"),
        ({"match_length": "target 99999"}, "match_length", "N from 1 to 10000"),
        ({"match_length": "target"}, "match_length", "allowed is each deals once"),
        ({"auctoin": "yes"}, "auctoin", "did you mean auction?"),
        ({"xyzzy": "yes"}, "xyzzy", "options are first_dealer"),
        ({"later_trumps": "draw"}, "later_trumps", "allowed is cut"),
        ({"must_follow": "maybe"}, "must_follow", "allowed is no or yes"),
    ],
)
def test_what_cannot_be_is_refused_by_name(given: dict[str, Any], option: str, words: str) -> None:
    with pytest.raises(OptionError) as caught:
        Options.read(given)
    assert words in str(caught.value)
    assert caught.value.option == option


@pytest.mark.parametrize("players", [True, 4.0, "4", None])
def test_a_number_of_players_is_a_number(players: Any) -> None:
    with pytest.raises(OptionError, match="players"):
        PipPip(players)


def test_unknown_presets_and_observers() -> None:
    with pytest.raises(OptionError, match="there are english, japanese, russian"):
        PipPip(4, "french")
    with pytest.raises(NoSuchSeatError, match="no seat 4 to observe from"):
        PipPip(4, observer=4)
    with pytest.raises(OptionError, match="give no events"):
        PipPip(4, seed=1, events=["card 2c"])


def test_every_option_survives_the_state() -> None:
    for choice in CHOICES:
        for value in choice.values:
            changes: dict[str, Any] = {choice.name: value.replace("N", "7")}
            if value == "random":
                changes["first_trump"] = "cut"
            options = Options.read(changes)
            assert PipPip(4, options).options == options
            assert PipPip.from_bytes(PipPip(4, options).to_bytes()).options == options
