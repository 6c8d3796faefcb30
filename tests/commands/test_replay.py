"""Leafing through a record with keys."""

import io
import os
import sys
from collections.abc import Iterator

import pytest
from rich.console import Console

from parlour.commands import keys, replay
from parlour.games.telling import Page

PAGES = [Page(f"page {number}", ["a line", ("a", "table")]) for number in (1, 2, 3)]


def leaf(pressed: str, monkeypatch: pytest.MonkeyPatch) -> tuple[list[Page] | None, str]:
    """What is left to print after some keys, and what was shown."""
    waiting: Iterator[str] = iter(pressed.split())
    monkeypatch.setattr(replay, "read_key", lambda: next(waiting))
    file = io.StringIO()
    screen = Console(file=file, force_terminal=True, width=40, height=20)
    left = replay._leaf_through(screen, "heading", PAGES)
    assert next(waiting, None) is None
    return left, file.getvalue()


def test_on_and_back(monkeypatch: pytest.MonkeyPatch) -> None:
    left, shown = leaf("right left left right right right", monkeypatch)
    assert left == PAGES[-1:]
    seen = [number for number in "123" for _ in range(shown.count(f"page {number}"))]
    assert seen == ["1", "1", "1", "2", "2", "3"]


def test_all_the_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    assert leaf("right x a", monkeypatch)[0] == PAGES


def test_quit(monkeypatch: pytest.MonkeyPatch) -> None:
    left, shown = leaf("q", monkeypatch)
    assert left is None
    assert "heading" in shown


@pytest.mark.skipif(os.name == "nt", reason="there are no pseudo-terminals on Windows")
@pytest.mark.parametrize(
    ("pressed", "key"),
    [(b" ", "right"), (b"\r", "right"), (b"\x1b[D", "left"), (b"\x1b", "q"), (b"A", "a")],
)
def test_keys(pressed: bytes, key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    master, slave = os.openpty()
    with os.fdopen(slave) as stream:
        monkeypatch.setattr(sys, "stdin", stream)
        os.write(master, pressed)
        assert keys.read_key() == key
    os.close(master)
