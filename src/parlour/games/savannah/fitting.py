"""Which card goes on a foundation, and why (SAV's four rules)."""

from numpy import uint64

from parlour.games.bits import EMPTY
from parlour.games.jit import Record, compiled, inlined, int64
from parlour.games.savannah.tables import ACE, ANY_RANK, AS_SET, FOLLOWERS, KING, RANK

NEXT_RANK, ON_KING, DICE, ACE_ALWAYS = 1, 2, 4, 8
WAYS = ("next_rank", "king", "dice", "ace")
"""The names of the four ways, whose sets have bits 1, 2, 4 and 8."""


@compiled
def ways_of_ranks(rank: int, top: int, dice: int) -> int:
    """The set of all ways in which a card of *rank* may go on one of rank *top*, 0 if it may not.

    1: it is the next rank; 2: the top is a king; 4: the top's rank is the sum of the *dice* of this
    turn; 8: it is an ace.
    """
    found = 0
    if rank == top + 1:
        found |= NEXT_RANK
    if top == KING:
        found |= ON_KING
    if top + 1 == dice:
        found |= DICE
    if rank == ACE:
        found |= ACE_ALWAYS
    return found


@compiled
def ways(s: Record, card: int, foundation: int) -> int:
    """The set of all ways in which a card may go on a foundation now; see `ways_of_ranks`."""
    dice = int64(s.dice[0]) + int64(s.dice[1])
    return ways_of_ranks(RANK[card], RANK[s.top[foundation]], dice)


@inlined
def fitting(s: Record, foundation: int) -> uint64:
    """The set of the ranks that may go on a foundation now."""
    top = s.top[foundation]
    wild = RANK[top] + 1 == int64(s.dice[0]) + int64(s.dice[1])
    return FOLLOWERS[top] | ANY_RANK[int64(wild)]


@inlined
def spots(s: Record, card: int) -> uint64:
    """The set of the foundations on which a card may go now."""
    rank = AS_SET[card]
    return (
        uint64((fitting(s, 0) & rank) != EMPTY)
        | uint64((fitting(s, 1) & rank) != EMPTY) << uint64(1)
        | uint64((fitting(s, 2) & rank) != EMPTY) << uint64(2)
    )


@inlined
def fits(s: Record, card: int, foundation: int) -> bool:
    """Whether a card may go on a foundation now."""
    return bool((fitting(s, foundation) & AS_SET[card]) != EMPTY)
