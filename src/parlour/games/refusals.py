"""Refusals in compiled code: a code and up to two small parameters in one number, 0 for none.

A refusal without parameters is its code; one with parameters is written
``MUST_FOLLOW | suit << FIRST`` or ``NOT_YOUR_TURN | seat << FIRST | turn << SECOND``, each parameter
an ``int64`` below 2¹⁶. (A function would be compiled again for each mixture of types.)
"""

from collections.abc import Mapping, Sequence

from parlour.cards import RANK_LETTERS, SUIT_LETTERS, card_name
from parlour.games.jit import compiled, int64


FIRST, SECOND = 8, 24


@compiled
def refusal(code: int, first: int = 0, second: int = 0) -> int:
    """Pack a refusal; each parameter is below 2¹⁶."""
    return int64(code) | int64(first) << 8 | int64(second) << 24


def unpack(
    packed: int, table: Sequence[tuple[str, tuple[str, ...]]]
) -> tuple[str, Mapping[str, str | int]]:
    """The name and the named parameters of a packed refusal.

    *table* gives for each code its name and its parameters, each with what it is: ``card``, ``suit``,
    ``rank`` (``top`` too) and ``seat`` (``turn`` too) are put as people say them, seats from 1;
    anything else is a number.

    >>> unpack(refusal(1, 2), [("fine", ()), ("must_follow", ("suit",))])
    ('must_follow', {'suit': 'h'})
    """
    name, kinds = table[packed & 255]
    values = (packed >> FIRST & 0xFFFF, packed >> SECOND & 0xFFFF)
    return name, {kind: _spoken(kind, value) for kind, value in zip(kinds, values, strict=False)}


def _spoken(kind: str, value: int) -> str | int:
    if kind == "card":
        return card_name(value)
    if kind == "suit":
        return SUIT_LETTERS[value]
    if kind in ("rank", "top"):
        return RANK_LETTERS[value]
    if kind in ("seat", "turn"):
        return value + 1
    return value
