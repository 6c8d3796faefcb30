"""Bytes that are no state of Savannah: none may be taken, crash, or lead out of an array."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.errors import ImpossibleStateError, InvalidStateError
from parlour.games.driver import Driver
from parlour.games.sampling import Chance
from parlour.games.savannah import Savannah
from parlour.games.savannah.state import BLOCKED, DEAL_FIRST, DRAW, LIMIT, OVER, ROLL
from tests.savannah.games import greedy, position, seeds, some_position

HEADER = 8


@given(seeds, st.data())
def test_edited_bytes_are_refused_or_another_possible_game(seed: int, data: st.DataObject) -> None:
    """Whatever is taken can be looked at by everybody, and played on with."""
    game = some_position(Random(seed))
    observer = data.draw(st.sampled_from([255, 254, *range(game.players)]))
    if observer != 255:
        game = game.view(None if observer == 254 else observer)
    good = game.to_bytes()
    edited = bytearray(good)
    for _ in range(data.draw(st.integers(1, 3))):
        edited[data.draw(st.integers(HEADER, len(good) - 1))] = data.draw(st.integers(0, 255))
    try:
        other = Savannah.from_bytes(bytes(edited))
    except InvalidStateError as error:
        assert any(word in str(error) for word in ("field", "options", "cards", "copies"))
        return
    assert other.to_bytes() == bytes(edited)
    str(other), other._repr_svg_()
    if other.observer is None:
        for seat in range(other.players):
            other.legal(seat)
            other.view(seat)
        driver, random = Driver(other, Chance(seed)), Random(seed)
        for _ in range(200):
            if other.over:
                break
            driver.do(greedy(other, random))


@given(seeds)
def test_every_field_has_its_say(seed: int) -> None:
    """A slot set to a number out of all range is refused, wherever it is."""
    random = Random(seed)
    game = some_position(random)
    for field in Savannah.dtype.names or ():
        if field in ("plays", "turns", "reshuffles", "limit"):
            continue
        bad = game.copy()
        slots = bad.record[field].reshape(-1)
        slots[random.randrange(len(slots))] = 199
        with pytest.raises(ImpossibleStateError):
            Savannah.from_bytes(bad.to_bytes())


@given(seeds)
def test_noise_is_refused(seed: int) -> None:
    good = Savannah(2, seed=1).to_bytes()
    noise = Random(seed).randbytes(len(good) - HEADER)
    with pytest.raises(InvalidStateError):
        Savannah.from_bytes(good[:HEADER] + noise)


def base() -> Savannah:
    return position(
        tops="5h 9s Ad",
        hands=["2c 3c", "4d"],
        reserves=["7c", "8c"],
        piles=["9c", "Tc"],
        covered="Ah 4h",
    )


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("players", 1, "2 to 12"),
        ("players", 13, "2 to 12"),
        ("players", 3, "cards in all"),
        ("observer", 2, "observer"),
        ("observer", 0, "unknown where its observer may not look"),
        ("phase", 5, "phase"),
        ("phase", 0, "field"),
        ("phase", 1, "first"),
        ("phase", ROLL, "dice"),
        ("phase", OVER, "turn"),
        ("task", 5, "task"),
        ("task", DEAL_FIRST, "no three aces"),
        ("ending", 1, "ending"),
        ("ending", LIMIT, "ending"),
        ("ending", BLOCKED, "ending"),
        ("turn", 1, "turn"),
        ("turn", 255, "turn"),
        ("first", 2, "first"),
        ("first", 1, "turn"),
        ("turns", 103, "turn"),
        ("robbed", 1, "robbed"),
        ("robbed", 2, "robbed"),
        ("turn_limit", 1, "options"),
        ("turn_limit", 2, "options"),
        ("limit", 7, "limit"),
        ("dice", 0, "dice"),
        ("dice", 7, "dice"),
        ("to_roll", 1, "to_roll"),
        ("rolled", 1, "to_roll"),
        ("stock_left", 1, "stock"),
        ("reserve_left", 0, "reserve"),
        ("reserve_left", 14, "reserve_left"),
        ("hand_size", 1, "hand"),
        ("hand_size", 5, "hand_size"),
        ("pile_size", 0, "pile"),
        ("face_down", 1, "face_down"),
        ("face_down", 2, "face_down"),
        ("top", 255, "top"),
        ("top", 52, "top"),
        ("top", 3, "copies"),
        ("hand", 255, "hand"),
        ("hand", 52, "hand"),
        ("reserve", 255, "reserve"),
        ("pile", 8, "copies"),
        ("stock", 8, "stock"),
        ("covered", 8, "copies"),
        ("covered", 255, "covered"),
        ("recycled", 8, "recycled"),
        ("reshuffles", 1, "recycled"),
        ("depth", 0, "depth"),
        ("depth", 4, "covered"),
        ("spare", 1, "spare"),
    ],
)
def test_one_field_edited(field: str, value: int, words: str) -> None:
    bad = base()
    slots = bad.record[field].reshape(-1)
    assert slots[0] != value
    slots[0] = value
    with pytest.raises(ImpossibleStateError, match=words):
        Savannah.from_bytes(bad.to_bytes())


def refuse(game: Savannah, words: str) -> None:
    with pytest.raises(ImpossibleStateError, match=words):
        Savannah.from_bytes(game.to_bytes())


def test_a_hand_that_has_to_be_filled() -> None:
    game = position(tops="5h 9s Ad", hands=["2c"], piles=["9c", "Tc"], covered="Ah 4h")
    game.record["hand"][0, 0, 0], game.record["covered"][0, 2] = 255, game.record["hand"][0, 0, 0]
    game.record["hand_size"][0, 0], game.record["depth"][0, 0] = 0, 4
    refuse(game, "the hand has to be filled")
    game.record["task"] = DRAW
    assert Savannah.from_bytes(game.to_bytes()).awaits == "order"


def test_three_aces_that_have_to_be_covered() -> None:
    game = position(tops="5h Ac Ad", hands=["2c 3c"], piles=["9c", "Tc"], covered="Ah 4h")
    game.record["top"][0, 0], game.record["covered"][0, 0] = (
        game.record["covered"][0, 0],
        game.record["top"][0, 0],
    )
    refuse(game, "three aces")
    game.record["task"] = DEAL_FIRST
    assert Savannah.from_bytes(game.to_bytes()).awaits == "order"


def test_a_game_that_should_be_over() -> None:
    def ending(own: str) -> Savannah:
        game = position(tops="Ac Ad As", piles=[own, "3c"], plays=2)
        game.record["phase"], game.record["turn"] = ROLL, 1
        game.record["plays"], game.record["dice"] = 0, 0
        game.record["turns"] = 105
        game.record["first"] = 0
        return game

    refuse(ending("9c"), "ending")
    assert Savannah.from_bytes(ending("9c 2c").to_bytes()).awaits == "roll"
    game = position(tops="Kh Ks Qd", hands=["2c 3c"], piles=["9c"], stock="4c")
    game.do("pile>1")
    assert Savannah.from_bytes(game.to_bytes()) == game
    game.record["ending"] = LIMIT
    refuse(game, "ending|dice")


def test_a_view_that_knows_too_much_or_too_little() -> None:
    game = Savannah(3, seed=4)
    view = game.view(0)
    for field, index in (("stock", 0), ("reserve", (1, 0)), ("pile", (2, 4)), ("hand", (1, 0))):
        bad = view.copy()
        place = (0, *index) if isinstance(index, tuple) else (0, index)
        known = game.record[field][place]
        if known == 255:
            known = 0
        bad.record[field][place] = known
        refuse(bad, "unknown where its observer may not look|255 beyond its cards")
    bad = view.copy()
    bad.record["top"] = 255
    refuse(bad, "1 at most")
