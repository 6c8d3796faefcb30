"""Telling a record to people, page by page: what every game's `telling` module gives."""

from collections.abc import Callable
from dataclasses import dataclass, field

Row = str | tuple[str, ...]
"""A line, or the cells of a row; a page's rows of equally many cells are one table."""


@dataclass
class Page:
    """A piece of a game that is looked at as a whole, such as a trick or a turn."""

    title: str
    rows: list[Row] = field(default_factory=list)

    def note(self, comment: str) -> None:
        """Add somebody's comment."""
        self.rows += [f"# {line}" for line in comment.split("\n") if line]


@dataclass(frozen=True)
class Teller:
    """How to call players, numbered as they came, and cards."""

    player: Callable[[int], str]
    symbols: bool = True
    """Whether cards are shown as 10♥ or 10h."""
