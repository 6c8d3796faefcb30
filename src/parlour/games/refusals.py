"""Refusals in compiled code: a code and up to two small parameters in one number, 0 for none.

A refusal without parameters is its code; one with parameters is written
``MUST_FOLLOW | suit << FIRST`` or ``NOT_YOUR_TURN | seat << FIRST | turn << SECOND``, each
parameter an ``int64`` below 2¹⁶. (A function would be compiled again for each mixture of types.)
"""

from collections.abc import Mapping, Sequence

from parlour.cards import RANK_LETTERS, SUIT_LETTERS, card_name
from parlour.games.chance import KINDS

FIRST, SECOND = 8, 24


class RefusalTable(list[tuple[str, tuple[str, ...]]]):
    """A game's refusals in the order of their codes: a name, and what its parameters are."""

    def add(self, name: str, *parameters: str) -> int:
        """Add a refusal; returns its code.

        >>> table = RefusalTable()
        >>> table.add("allowed"), table.add("must_follow", "suit")
        (0, 1)
        """
        self.append((name, parameters))
        return len(self) - 1


def unpack(
    packed: int, table: Sequence[tuple[str, tuple[str, ...]]]
) -> tuple[str, Mapping[str, str | int]]:
    """The name and the named parameters of a packed refusal.

    *table* gives for each code its name and its parameters, each with what it is: ``card``,
    ``suit``, ``chance``, ``rank`` (``top`` too) and ``seat`` (``turn`` too) are put as people say
    them, seats from 1; anything else is a number.

    >>> unpack(1 | 2 << FIRST, [("fine", ()), ("must_follow", ("suit",))])
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
    if kind == "chance":
        return KINDS[value]
    if kind in ("rank", "top"):
        return RANK_LETTERS[value]
    if kind in ("seat", "turn"):
        return value + 1
    return value
