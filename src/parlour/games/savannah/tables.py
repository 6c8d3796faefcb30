"""The order of the ranks, as a table that compiled code can index."""

import numpy as np

from parlour.cards import CARDS, RANK_LETTERS, UNKNOWN, rank_of

RANKS = "A23456789TJQK"
"""The ranks from lowest to highest (SAV: "aces rank low"); a rank's number is its place here."""

ACE, DEUCE = range(2)
KING = 12

NO_RANK = 63
"""The rank of 255, no card or one not known: it goes nowhere, and into no set of ranks."""

RANK = np.full(UNKNOWN + 1, NO_RANK, np.int64)
"""Shape (256,): a card's rank, from 0, the ace, to 12, the king."""
RANK[: len(CARDS)] = [RANKS.index(RANK_LETTERS[rank_of(card)]) for card in CARDS]
