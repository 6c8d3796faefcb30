"""Ranks and values of the cards, as tables that compiled code can index."""

from collections.abc import Iterable

import numpy as np

from parlour.cards import (
    ACE,
    CARDS,
    JACK,
    KING,
    QUEEN,
    RANK_LETTERS,
    SUITS,
    TEN,
    UNKNOWN,
    rank_of,
    suit_of,
)

STANDARD, THOUSAND = range(2)

ORDERS = ("3456789TJQKA2", "23456789JQKTA")
"""The ranks from lowest to highest, for the values standard and thousand."""

_VALUES = (
    {0: 11, ACE: 10, KING: 5, QUEEN: 4, JACK: 3},
    {ACE: 11, TEN: 10, KING: 4, QUEEN: 3, JACK: 2},
)

INDEX = np.array(
    [[order.index(RANK_LETTERS[rank_of(card)]) for card in CARDS] for order in ORDERS], np.int64
)
"""Shape (2, 52): the place of a card's rank in the order, lowest 0, highest 12."""

WORTH = np.array([[values.get(rank_of(card), 0) for card in CARDS] for values in _VALUES], np.int64)
"""Shape (2, 52): the points of a card (JA and RU; `thousand` is RU's note)."""

PACK_POINTS = tuple(2 * int(row.sum()) for row in WORTH)
"""Points in the two packs: 264 and 240."""

IN_SUIT = np.array(
    [sum(1 << card for card in CARDS if card % 4 == suit) for suit in SUITS], np.uint64
)
"""Shape (4,): the set of all cards of a suit."""


def sorted_hand(cards: Iterable[int], values: int = STANDARD) -> list[int]:
    """Cards by suit and by the rank order of the card values, lowest first, unknown ones last.

    >>> from parlour.cards import card_names, parse_cards
    >>> card_names(sorted_hand(parse_cards("?? 2h Ac 3h Ah", unknown=True)))
    'Ac 3h Ah 2h ??'
    """
    order = INDEX[values]
    return sorted(
        cards, key=lambda card: (4, 0) if card == UNKNOWN else (suit_of(card), order[card])
    )
