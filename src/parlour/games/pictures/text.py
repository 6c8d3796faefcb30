"""Helpers for pictures in plain text, at most 80 columns wide."""

from collections.abc import Iterable, Sequence

from parlour.cards import card_faces

WIDTH = 80


def cards_text(cards: Iterable[int]) -> str:
    """Cards with symbols for the suits, ``??`` for one not known.

    >>> cards_text([34, 46, 255])
    '10♥ K♥ ??'
    """
    return card_faces(cards)


def columns(rows: Sequence[Sequence[str]], align: str) -> list[str]:
    """Rows of equally many cells as lines; *align* has ``<``, ``>`` or ``^`` for each column.

    >>> columns([("seat", "points"), ("1", "20")], "<>")
    ['seat  points', '1         20']
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            f"{cell:{side}{width}}" for cell, side, width in zip(row, align, widths, strict=True)
        ).rstrip()
        for row in rows
    ]
