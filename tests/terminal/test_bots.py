"""Whom the person plays with: levels by name, bots of one's own by import path."""

import io

import pytest
from rich.console import Console

from parlour.errors import OptionError
from parlour.terminal import play_hand
from parlour.terminal.person import Decision
from parlour.terminal.screen import Screen

BAD = "tests.bots.misbehaving"


def hand(monkeypatch: pytest.MonkeyPatch, bot: str) -> str:
    """What is shown while a hand is played with a bot."""
    monkeypatch.setattr(Screen, "ask", lambda *_: "q")
    monkeypatch.setattr(Screen, "beat", lambda _: None)
    monkeypatch.setattr(Decision, "make", lambda self: self._legal[0])
    shown = io.StringIO()
    play_hand(4, seed=5, console=Console(file=shown, width=80, highlight=False), bot=bot)
    return " ".join(shown.getvalue().split())


def test_bots_play_differently(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend("examples")
    shown = {hand(monkeypatch, bot) for bot in ("baseline", "solid", "my_bot:Miser")}
    assert len(shown) == 3
    assert all("The hand is over" in text for text in shown)


def test_a_bot_that_fails_is_named_once_and_the_table_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    text = hand(monkeypatch, f"{BAD}:Raising")
    assert text.count("Raising: raised: RuntimeError: no idea. baseline plays instead") == 1
    assert "The hand is over" in text


def test_a_bot_that_is_none_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(OptionError, match="there is no bot 'clever'"):
        hand(monkeypatch, "clever")
