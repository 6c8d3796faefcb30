"""The order of the ranks, as tables by card that compiled code can index.

They have a place for 255, no card or one not known: it has no rank and goes nowhere.
"""

import numpy as np

from parlour.cards import CARDS, RANK_LETTERS, UNKNOWN, rank_of

RANKS = "A23456789TJQK"
"""The ranks from lowest to highest (SAV: "aces rank low"); a rank's number is its place here."""

ACE, DEUCE = range(2)
KING = 12
NO_RANK = 63

_EVERY_RANK = (1 << len(RANKS)) - 1

RANK = np.full(UNKNOWN + 1, NO_RANK, np.int64)
"""Shape (256,): a card's rank, from 0, the ace, to 12, the king."""
RANK[: len(CARDS)] = [RANKS.index(RANK_LETTERS[rank_of(card)]) for card in CARDS]

AS_SET = np.zeros(UNKNOWN + 1, np.uint64)
"""Shape (256,): the set that holds only a card's rank."""
AS_SET[: len(CARDS)] = [1 << int(RANK[card]) for card in CARDS]

FOLLOWERS = np.zeros(UNKNOWN + 1, np.uint64)
"""Shape (256,): the set of the ranks that go on a card whatever the dice show."""
FOLLOWERS[: len(CARDS)] = [
    _EVERY_RANK if RANK[card] == KING else 1 << ACE | 1 << int(RANK[card]) + 1 for card in CARDS
]

ANY_RANK = np.array([0, _EVERY_RANK], np.uint64)
"""No rank and every rank, to be chosen by a condition."""
