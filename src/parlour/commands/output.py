"""What the commands print with: consoles, suits in colour, texts that a terminal may be handed."""

import re
import sys
from collections.abc import Sequence

from rich.cells import cell_len
from rich.console import Console
from rich.highlighter import RegexHighlighter
from rich.theme import Theme

from parlour.terminal.printer import Printer

_WIDEST = 96
_NUMBER = re.compile(r"[-−±]?[\d.,]+( [%s])?")
_THEME = Theme(
    {
        "cards.red": "red",
        "cards.unknown": "dim",
        "note": "dim italic",
        "good": "green",
        "bad": "bold red",
        "title": "bold",
        "aside": "dim",
    }
)


class _Cards(RegexHighlighter):
    base_style = "cards."
    highlights = [  # noqa: RUF012  # as Rich declares it
        r"(?P<red>(?<![\w])(?:10|[2-9TJQKA])?[♥♦])",
        r"(?P<unknown>\?\?)",
    ]


def console(*, error: bool = False) -> Console:
    """A console on standard output (or standard error) that colours red suits and nothing else."""
    wide = Printer(stderr=error, theme=_THEME, highlighter=_Cards(), markup=False, emoji=False)
    if wide.is_terminal:
        wide.width = min(wide.width, _WIDEST)
    return wide


def symbols_print() -> bool:
    """Whether standard output can show the symbols of the suits."""
    try:
        "♥".encode(sys.stdout.encoding or "ascii")
    except (LookupError, UnicodeEncodeError):
        return False
    return True


def table(rows: Sequence[Sequence[str]]) -> list[str]:
    """Rows of cells as lines, columns of numbers to the right.

    >>> table([("seat", "score"), ("Ann", "7"), ("Bartholomew", "12")])
    ['seat         score', 'Ann              7', 'Bartholomew     12']
    """
    width = max(map(len, rows))
    padded = [[*row, *[""] * (width - len(row))] for row in rows]
    columns = [_column(cells) for cells in zip(*padded, strict=True)]
    return ["  ".join(row).rstrip() for row in zip(*columns, strict=True)]


def _column(cells: Sequence[str]) -> list[str]:
    """Cells made equally wide; a heading goes with the numbers below it."""
    width = max(map(cell_len, cells))
    fills = [" " * (width - cell_len(cell)) for cell in cells]
    if len(cells) > 1 and all(_NUMBER.fullmatch(cell) for cell in cells[1:]):
        return [fill + cell for fill, cell in zip(fills, cells, strict=True)]
    return [cell + fill for fill, cell in zip(fills, cells, strict=True)]
