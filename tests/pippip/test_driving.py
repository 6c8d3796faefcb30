"""The driver and the match read what callers give them in the same strict way."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

from parlour.errors import IllegalEventError, InvalidEventError, NoSuchSeatError, OptionError
from parlour.games.driver import Driver
from parlour.games.pippip import PipPip
from parlour.games.sampling import Chance


@pytest.mark.parametrize("event", [True, 1.0, None, [], b"play 2c", 123, -1])
def test_what_is_no_event(event: Any) -> None:
    match = PipPip(4, seed=1)
    before = match.to_bytes()
    for do in (match.do, match.can, match.verify, Driver(match).do):
        with pytest.raises(InvalidEventError):
            do(event)
    assert match.to_bytes() == before


def test_numbers_of_numpy_are_numbers() -> None:
    match = PipPip(4, seed=1)
    action = match.legal()[0]
    Driver(match.copy()).do(np.int64(action))  # type: ignore[arg-type]  # numpy's count too
    match.do(np.int64(action))  # type: ignore[arg-type]


@pytest.mark.parametrize("text", ["PLAY QH", "Play qh", "play Q♥"])
def test_capitals_do_not_matter(text: str) -> None:
    assert PipPip(4, seed=1).parse_action(text) == PipPip(4, seed=1).parse_action("play Qh")


def test_a_call_without_a_marriage_is_refused_not_ambiguous() -> None:
    match = PipPip(4, seed=1)
    seat = next(seat for seat in range(4) if not any(52 <= a < 56 for a in match.legal(seat)))
    with pytest.raises(IllegalEventError):
        match.do("call", seat)


def test_how_a_match_cannot_begin() -> None:
    with pytest.raises(InvalidEventError, match="a list"):
        PipPip(4, events="card Qh")
    with pytest.raises(OptionError, match="no events"):
        PipPip(4, observer=0, seed=1)
    for observer in (True, 1.0, 4, -1, "0"):
        with pytest.raises(NoSuchSeatError):
            PipPip(4, observer=observer)  # type: ignore[arg-type]


def test_threads_may_read_one_match() -> None:
    match = PipPip(3, seed=5)
    expected = [match.legal(seat) for seat in range(3)]

    def read(seat: int) -> bool:
        return all(
            match.legal(seat) == expected[seat] and match.scores() == [0, 0, 0] for _ in range(2000)
        )

    with ThreadPoolExecutor(3) as pool:
        assert all(pool.map(read, range(3)))


def test_while_somebody_is_asked_nobody_plays() -> None:
    for seed in range(200):
        driver = Driver(PipPip(6), Chance(seed))
        asked, turn = driver.asked, driver.game.turn
        if asked is not None and asked != turn and turn is not None:
            break
    with pytest.raises(IllegalEventError):
        driver.do(driver.game.legal(turn)[0])
    assert "decline" in driver.legal_names()
    driver.do("decline")
    assert driver.asked != asked
