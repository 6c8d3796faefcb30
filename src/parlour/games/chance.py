"""Chance events: what the cards and the dice do, given from outside, never drawn by the engine.

A chance event has a kind and values: ``card Qh`` (one card is drawn or turned), ``dealer 3``,
``cut h``, ``order Qh 2c …`` (a shuffled pack, first card first), ``roll 3 5``.
"""

from parlour.cards import (
    SUIT_LETTERS,
    card_name,
    card_names,
    parse_card,
    parse_cards,
    parse_suit,
)
from parlour.errors import InvalidEventError

NOTHING, CARD, DEALER, CUT, ORDER, ROLL = range(6)
KINDS = ("", "card", "dealer", "cut", "order", "roll")


def chance_name(kind: int, values: list[int]) -> str:
    """How a chance event is written; seats are counted from 1.

    >>> chance_name(CUT, [2]), chance_name(ROLL, [3, 5]), chance_name(DEALER, [0])
    ('cut h', 'roll 3 5', 'dealer 1')
    """
    if kind == CARD:
        rest = card_name(values[0])
    elif kind == ORDER:
        rest = card_names(values)
    elif kind == CUT:
        rest = SUIT_LETTERS[values[0]]
    elif kind == DEALER:
        rest = str(values[0] + 1)
    else:
        rest = " ".join(map(str, values))
    return f"{KINDS[kind]} {rest}".rstrip()


def parse_chance(text: str) -> tuple[int, list[int]] | None:
    """The kind and the values of a chance event, None if the text begins like none.

    Raises `InvalidEventError` or `InvalidCardError` for one that is not well formed.

    >>> parse_chance("cut h"), parse_chance("play Qh")
    ((3, [2]), None)
    """
    word, _, rest = text.strip().partition(" ")
    if word not in KINDS[1:]:
        return None
    kind = KINDS.index(word)
    rest = rest.strip()
    if kind == CARD:
        return kind, [parse_card(rest, unknown=True)]
    if kind == ORDER:
        return kind, parse_cards(rest, unknown=True)
    if kind == CUT:
        return kind, [parse_suit(rest)]
    numbers = rest.split()
    wanted, form = (1, "dealer SEAT") if kind == DEALER else (2, "roll A B")
    if len(numbers) != wanted or not all(n.isascii() and n.isdigit() for n in numbers):
        raise InvalidEventError(f"{text[:40]!r} is no {word}: it is written {form!r}")
    values = [min(int(number[:9]), 999) for number in numbers]
    return kind, [values[0] - 1] if kind == DEALER else values
