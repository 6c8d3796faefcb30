"""What the person types, and what it is taken for."""

from dataclasses import replace

import pytest

from parlour.errors import ParlourError
from parlour.games.driver import Driver
from parlour.games.pippip import PipPip
from parlour.games.pippip.actions import ACTIONS, DECLINE
from parlour.terminal.hand import lay_out, numbered
from parlour.terminal.prompt import Wish, understand
from tests.terminal.deals import PLAIN, dealt

HAND = "3c 2c Kh Qh Qs Ts 9s"


def typed(text: str, match: PipPip, seat: int = 0, legal: list[int] | None = None) -> object:
    legal = match.legal(seat) if legal is None else legal
    view = match.view(seat)
    meaning = understand(text, view, seat, legal, numbered(lay_out(view, seat, legal)))
    return meaning if isinstance(meaning, Wish) else match.action_names[meaning]


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("Qh", "play Qh"),
        ("q♥", "play Qh"),
        (" 10S ", "play Ts"),
        ("ts", "play Ts"),
        ("play kh", "play Kh"),
        ("K", "play Kh"),
        ("1", "play 3c"),
        ("2", "play 2c"),
        ("7", "play Qs"),
        ("9", "play 9s"),  # there is no ninth card, but there is a nine
        ("10", "play Ts"),
        ("call h", "call h"),
        ("Call", "call h"),
        ("PIP-PIP!", "call h"),
        ("call hearts", "call h"),
    ],
)
def test_cards_numbers_and_calls(text: str, meaning: str) -> None:
    assert typed(text, dealt("c", HAND)) == meaning


@pytest.mark.parametrize(
    ("text", "wish"),
    [
        ("?", Wish.HELP),
        ("Q", Wish.QUIT),
        ("quit", Wish.QUIT),
        ("t", Wish.TABLE),
        ("l", Wish.LAST_TRICK),
    ],
)
def test_wishes(text: str, wish: Wish) -> None:
    assert typed(text, dealt("c", HAND)) is wish


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "for help"),
        ("Ah", "Ah is not in your hand"),
        ("8", "You have no 8 to play"),
        ("q♣", "Qc is not in your hand"),
        ("0", "a number from 1 to 7"),
        ("00012", "a number from 1 to 7"),
        ("99", "a number from 1 to 7"),
        ("²", "no card"),
        ("١", "no card"),
        ("Zh", "'z' is no rank"),
        ("Qx", "'x' is no suit"),
        ("hello world", "? for help"),
        ("play", "? for help"),
        ("Qh unused", "no choice of copies"),
        ("call c", "You do not hold the king and queen of clubs"),
        ("call x", "no suit"),
        ("call h now", "no suit"),
        ("bid 110", "? for help"),
        ("decline", "? for help"),
        ("x" * 5000, "? for help"),
    ],
)
def test_bad_input_is_explained_and_changes_nothing(text: str, words: str) -> None:
    match = dealt("c", HAND)
    before = match.copy()
    with pytest.raises(ParlourError) as caught:
        typed(text, match)
    assert words in str(caught.value)
    assert len(str(caught.value)) < 200
    assert match == before


def test_a_rank_that_could_be_two_cards() -> None:
    with pytest.raises(ParlourError, match="Which K\\? Say Kh or Ks"):
        typed("K", dealt("c", "Kh Ks 3d 4d 5d 6d 7d"))


def test_a_card_that_does_not_follow_is_refused_with_the_reason() -> None:
    match = dealt("c", "3h 4h 5h 6h 7h 8h 9h", HAND)
    match.do("play 3h")
    with pytest.raises(ParlourError, match="You hold a heart: hearts must be followed"):
        typed("2c", match, 1)
    assert typed("1", match, 1) == "play Qh"
    assert [slot.action is not None for slot in lay_out(match.view(1), 1, match.legal(1))] == [
        False,
        False,
        True,
        True,
        False,
        False,
        False,
    ]


def test_enter_plays_the_only_card() -> None:
    match = dealt("c", "3h 4h 5h 6h 7h 8h 9h", "2h 3s 4s 5s 6s 7s 8s")
    match.do("play 3h")
    assert typed("", match, 1) == "play 2h"


@pytest.mark.parametrize("text", ["", "n", "no", "Decline", "pass"])
def test_whoever_is_asked_may_wait(text: str) -> None:
    match = dealt("c", HAND)
    driver = Driver(match)
    assert driver.asked == 0
    assert DECLINE in driver.legal()
    assert typed(text, match, 0, driver.legal()) == "decline"
    assert typed("y", match, 0, driver.legal()) == "call h"
    with pytest.raises(ParlourError, match="First say whether you call"):
        typed("2c", match, 0, driver.legal())


def test_two_marriages_have_to_be_told_apart() -> None:
    match = dealt("c", "Kh Qh Ks Qs 3d 4d 5d")
    with pytest.raises(ParlourError, match="call h or call s"):
        typed("call", match)
    assert typed("call s", match) == "call s"


def test_why_there_is_nothing_to_call() -> None:
    with pytest.raises(ParlourError, match="Hearts are trumps already"):
        typed("call", dealt("h", HAND))
    with pytest.raises(ParlourError, match="no king and queen of one suit"):
        typed("call", dealt("h", "2c 3c 4c 5c 6c 7c 8c"))


def test_the_shown_copy_and_the_other() -> None:
    match = dealt("c", "Kh Qh Kh 3d 4d 5d 6d")
    match.do("call h", 0)
    legal = match.legal(0)
    slots = [slot for slot in lay_out(match.view(0), 0, legal) if slot.card // 4 == 11]
    assert [(slot.shown, slot.action) for slot in slots] == [
        (True, ACTIONS["play Kh"]),
        (False, ACTIONS["play Kh unused"]),
    ]
    assert typed("kh", match) == "play Kh"
    assert typed("Kh unused", match) == "play Kh unused"


def test_bids() -> None:
    match = dealt("c", HAND, options=replace(PLAIN, auction=True))
    match.do("pass")
    match.do("pass")
    assert match.turn == 0
    assert typed("bid 110", match) == "bid 110"
    assert typed("100", match) == "bid 100"
    with pytest.raises(ParlourError, match="Two have passed before you"):
        typed("p", match)
    with pytest.raises(ParlourError, match="no bid"):
        typed("115", match)
    with pytest.raises(ParlourError):
        typed("Qh", match)
