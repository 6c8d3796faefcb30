"""What a hand is still worth while cards are drawn, so that playouts need not go to the end.

Far away tricks depend on cards that nobody has seen: they blur the difference between two plays
without telling much about it. So a playout stops after some tricks, and what all hold by then is
weighed with numbers learned from hands played to the end (`benchmarks/learn.py`).
"""

from typing import Any

import numpy as np
from numpy import uint64

from parlour.bots.pippip.baseline import trump_to_be
from parlour.games.bits import bit, lowest, popcount
from parlour.games.jit import Record, compiled, inlined, int64
from parlour.games.pippip.legal import unused_courts
from parlour.games.pippip.play import hand_score
from parlour.games.pippip.state import PACK
from parlour.games.pippip.tables import INDEX

_LEAD, _OWN, _OTHERS, _MARRIAGES = 1, 2, 28, 54
"""Where in the table: who leads; the own and the others' cards by rank, plain and trumps; whole and
half marriages of either."""
SIZE = 60

_QUEENS = uint64(15)
_KINGS = uint64(4)


@inlined
def lead_over_others(s: Record, seat: int) -> float:
    """What the hand counts for a seat so far, over what it counts for the others on average."""
    own, total = 0, 0
    for other in range(s.players):
        score = hand_score(s, other)
        total += score
        if other == seat:
            own = score
    return own - (total - own) / (s.players - 1)


@compiled
def appraise(s: Record, me: int, held: Any) -> None:
    """Note in *held*, shape (`SIZE`,), what all hold in a complete state between two tricks."""
    held[:] = 0.0
    held[0] = 1.0
    held[_LEAD] = 1.0 if s.turn == me else 0.0
    trump, values = trump_to_be(s), int64(s.card_values)
    trumps = bit(trump)
    for seat in range(s.players):
        ranks = _OWN if seat == me else _OTHERS
        for copy in range(2):
            cards = s.hand[seat] if copy == 0 else s.twice[seat]
            while cards:
                card = int64(lowest(cards))
                cards ^= bit(card)
                held[ranks + INDEX[values, card] + (13 if card & 3 == trump else 0)] += 1.0
        courts = unused_courts(s, seat)
        whole = courts & (courts >> _KINGS) & _QUEENS
        half = (courts ^ (courts >> _KINGS)) & _QUEENS
        marriages = _MARRIAGES if seat == me else _MARRIAGES + 4
        held[marriages] += popcount(whole & ~trumps)
        held[marriages + 1] += popcount(half & ~trumps)
        if seat == me:
            held[marriages + 2] += popcount(whole & trumps)
            held[marriages + 3] += popcount(half & trumps)


@inlined
def draws_left(s: Record) -> float:
    """The share of all draws that is still to come."""
    players = int64(s.players)
    return ((PACK - int64(s.taken)) // players) / (PACK // players - 7)


@compiled
def value(s: Record, me: int, hands: Any) -> tuple[float, float]:
    """What a seat will still gain over the others on average: with its cards, with marriages."""
    held = np.empty(SIZE, np.float64)
    appraise(s, me, held)
    numbers = hands[s.card_values, s.players]
    far = draws_left(s)
    cards, marriages = 0.0, 0.0
    for k in range(SIZE):
        if held[k] != 0.0:
            part = held[k] * (numbers[0, k] + far * (numbers[1, k] + far * numbers[2, k]))
            if k < _MARRIAGES:
                cards += part
            else:
                marriages += part
    return cards, marriages
