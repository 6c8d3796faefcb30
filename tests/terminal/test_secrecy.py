"""The person sees his own view, and cannot tell who else was asked."""

import io
import sys
import time

import pytest
from rich.console import Console

from parlour.bots import Policy
from parlour.games.pippip import PipPip
from parlour.games.pippip.actions import DECLINE
from parlour.terminal import play_hand
from parlour.terminal.hand import lay_out, numbered
from parlour.terminal.news import News
from parlour.terminal.person import Decision
from parlour.terminal.screen import Screen


@pytest.fixture
def waits(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """How long the table has slept each time; nobody really waits."""
    slept: list[float] = []
    monkeypatch.setattr(time, "sleep", slept.append)
    monkeypatch.setattr(time, "monotonic", lambda: 0.0)
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    monkeypatch.setattr(Screen, "ask", lambda *_: "q")
    return slept


def table() -> Console:
    return Console(file=io.StringIO(), force_terminal=True, width=80, highlight=False)


def decide(self: Decision) -> int:
    """What a person might do: the first thing he may."""
    return numbered(self._slots)[0] if numbered(self._slots) else self._legal[0]


def test_everything_is_told_from_the_view_of_the_person(
    monkeypatch: pytest.MonkeyPatch, waits: list[float]
) -> None:
    seen: list[int | None] = []

    def spy(name: str) -> None:
        tell = getattr(News, name)

        def telling(self: News, *arguments: object) -> None:
            seen.extend(a.observer for a in arguments if isinstance(a, PipPip))
            tell(self, *arguments)

        monkeypatch.setattr(News, name, telling)

    class SpiedDecision(Decision):
        def __init__(self, screen: Screen, view: PipPip, seat: int, legal: list[int]) -> None:
            seen.append(view.observer)
            super().__init__(screen, view, seat, legal)

        make = decide

    spy("chance")
    spy("action")
    monkeypatch.setattr("parlour.terminal.play.Decision", SpiedDecision)
    console = table()
    play_hand(4, seed=5, console=console)
    assert set(seen) == {0}
    assert len(seen) > 104
    assert isinstance(console.file, io.StringIO)
    assert "The hand is over" in console.file.getvalue()
    assert waits


def test_a_bot_that_is_asked_and_declines_takes_no_time(
    monkeypatch: pytest.MonkeyPatch, waits: list[float]
) -> None:
    declined = 0
    choose = Policy.choose

    def shy(self: Policy, view: PipPip, legal: list[int]) -> int:
        nonlocal declined
        if DECLINE in legal:
            declined += 1
            return DECLINE
        return choose(self, view, [action for action in legal if not 52 <= action < 56])

    monkeypatch.setattr(Policy, "choose", shy)
    monkeypatch.setattr(Decision, "make", decide)
    play_hand(6, seed=18, console=table(), pace=0.25)
    assert declined
    assert len(waits) == 17 * 5  # the cards that the others play, and nothing else
    assert set(waits) == {0.25}


def test_the_hand_is_laid_out_from_the_view() -> None:
    match = PipPip(5, seed=8)
    view = match.view(0)
    legal = match.legal() if match.turn == 0 else []
    assert sorted(slot.card for slot in lay_out(view, 0, legal)) == match.hand(0)


def test_a_seed_deals_the_same_hand_again(
    monkeypatch: pytest.MonkeyPatch, waits: list[float]
) -> None:
    monkeypatch.setattr(Decision, "make", decide)

    def told(seed: int) -> str:
        console = table()
        play_hand(3, "russian", seed, console=console)
        assert isinstance(console.file, io.StringIO)
        return console.file.getvalue().split("Pip-Pip, russian", 1)[1]

    assert told(9) == told(9) != told(10)
    assert waits
