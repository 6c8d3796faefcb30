"""Bytes that are no state: cut, edited, of another version. None may be taken, none may crash."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.errors import (
    ImpossibleStateError,
    InvalidStateError,
    StateVersionError,
    TruncatedStateError,
)
from parlour.games.pippip import PipPip
from tests.pippip.matches import position, seeds

HEADER = 8


@given(seeds, st.integers(0, 2000))
def test_truncated_bytes(seed: int, length: int) -> None:
    data = position(Random(seed)).to_bytes()
    cut = data[:length] if length < len(data) else data + b"\\0" * (length - len(data) + 1)
    with pytest.raises(TruncatedStateError):
        PipPip.from_bytes(cut)


@pytest.mark.parametrize("place", range(HEADER))
def test_another_header(place: int) -> None:
    data = bytearray(PipPip(4, seed=1).to_bytes())
    data[place] ^= 1
    with pytest.raises(StateVersionError):
        PipPip.from_bytes(bytes(data))


@given(seeds, st.data())
def test_edited_bytes_are_refused_or_another_possible_state(seed: int, data: st.DataObject) -> None:
    """Any change is refused, unless it gives what some other play leads to."""
    match = position(Random(seed))
    good = match.to_bytes()
    edited = bytearray(good)
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.integers(HEADER, len(good) - 1))
        edited[place] = data.draw(st.integers(0, 255))
    try:
        other = PipPip.from_bytes(bytes(edited))
    except InvalidStateError as error:
        assert "field" in str(error) or "options" in str(error) or "rules" in str(error)
    else:
        assert other.to_bytes() == bytes(edited)
        for seat in range(other.players):
            other.legal(seat)
        other.view(0)


@given(st.binary(min_size=900, max_size=900))
def test_noise_is_refused(noise: bytes) -> None:
    good = PipPip(4, seed=1).to_bytes()
    with pytest.raises(InvalidStateError):
        PipPip.from_bytes(good[:HEADER] + noise[: len(good) - HEADER])


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("points", 7, "points"),
        ("total", 50, "total"),
        ("trump", 1, "trump"),
        ("turn", 2, "turn"),
        ("hand", 1, "hand"),
        ("players", 5, "seating"),
        ("players", 13, "3 to 12"),
        ("observer", 77, "observer"),
        ("phase", 9, "phase"),
        ("seating", 1, "seating"),
        ("deal", 3, "deal"),
        ("played", 99, "played"),
        ("plays", 105, "plays"),
        ("auction", 7, "options"),
        ("length", 5, "length"),
        ("spare", 1, "spare"),
        ("drawn", 1, "drawn"),
        ("hand_number", 9, "total"),
    ],
)
def test_one_field_edited(field: str, value: int, words: str) -> None:
    match = PipPip(4, seed=1)
    for _ in range(6):
        match.do(match.legal()[0])
    bad = match.copy()
    place = bad.record[field][0]
    if place.shape:
        place[0] = value
    else:
        bad.record[field][0] = value
    assert bad != match
    with pytest.raises(ImpossibleStateError, match=words):
        PipPip.from_bytes(bad.to_bytes())


def test_an_open_pack_has_no_unknown_card() -> None:
    match = PipPip(4, seed=1)
    match.record["deal"][0, 103] = 255
    with pytest.raises(ImpossibleStateError, match="deal"):
        PipPip.from_bytes(match.to_bytes())


def test_a_revoke_in_the_history_is_found() -> None:
    match = PipPip(4, seed=2)
    match.do(match.legal()[0])
    seat = match.turn
    assert seat is not None
    other = next(card for card in match.hand(seat) if card not in match.legal())
    match.record["played"][0, 1] = other
    match.record["plays"][0] = 2
    with pytest.raises(ImpossibleStateError, match="break the rules"):
        PipPip.from_bytes(match.to_bytes())


def drawing(**fields: object) -> PipPip:
    """A Japanese match in the draw for deal, with some fields edited."""
    match = PipPip(4, "japanese", events=["card Qh", "card 9c"])
    for field, value in fields.items():
        match.record[field] = value
    return match


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"to_draw": 1}, "last_drawn"),
        ({"drawn": (1 << 52) - 1, "drawn_twice": (1 << 52) - 1}, "drawn"),
        ({"place": [[0, 5, 0, 0] + [0] * 8]}, "place"),
        ({"place": [[0, 3, 3, 3] + [0] * 8]}, "place"),
        ({"trump": 2}, "trump"),
        ({"dealer": 1}, "dealer"),
    ],
)
def test_the_draw_for_deal_edited(fields: dict[str, object], words: str) -> None:
    assert PipPip.from_bytes(drawing().to_bytes()) == drawing()
    with pytest.raises(ImpossibleStateError, match=words):
        PipPip.from_bytes(drawing(**fields).to_bytes())


@pytest.mark.parametrize(
    ("field", "value"), [("dealer", 1), ("trump", 2), ("cut_trump", 9), ("last_drawn", 0)]
)
def test_the_end_of_the_draw_edited(field: str, value: int) -> None:
    events = ["card Qh", "card 9c", "card 3d", "card Ac", "cut s"]
    match = PipPip(4, "japanese", events=events)
    assert match.dealer == 2
    assert PipPip.from_bytes(match.to_bytes()) == match
    match.record[field] = value
    with pytest.raises(ImpossibleStateError):
        PipPip.from_bytes(match.to_bytes())


@pytest.mark.parametrize(
    "fields",
    [{"total": 0, "hand_number": 0}, {"total": 0}, {"total": [[414, 0, 0, 0] + [0] * 8]}],
)
def test_the_totals_of_a_finished_hand_edited(fields: dict[str, object]) -> None:
    match = PipPip(4, seed=1)
    while match.awaits is None:
        match.do(match.legal()[0])
    assert PipPip.from_bytes(match.to_bytes()) == match
    for field, value in fields.items():
        match.record[field] = value
    with pytest.raises(ImpossibleStateError, match=r"total|hand_number"):
        PipPip.from_bytes(match.to_bytes())
