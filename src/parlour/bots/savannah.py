"""Savannah's frozen `baseline`: simple, deterministic, and never improved.

It plays reserve and discard pile whenever it can, then hand cards that go up in rank, then hand
cards that bring the next of its piles within reach; it never uses doubles.
"""

from numpy import uint64

from parlour.bots.choosing import baseline
from parlour.games.jit import Record, compiled, implements, int64
from parlour.games.savannah.actions import DISCARD, END, PILE, RESERVE
from parlour.games.savannah.fitting import fits
from parlour.games.savannah.legal import top_of_pile, top_of_reserve
from parlour.games.savannah.state import DTYPE, FOUNDATIONS, NONE
from parlour.games.savannah.tables import ACE, KING, RANK, RANKS

_MOST_PLAYS = 60
_RANKS = len(RANKS)
_NO_KIND = 5


@compiled
def _kind(s: Record, card: int, foundation: int) -> int:
    """The kind of a spot for a card: the lower, the less it gives away; 5 if it does not fit."""
    if not fits(s, card, foundation):
        return _NO_KIND
    rank, top = RANK[card], RANK[s.top[foundation]]
    if top != KING and rank == top + 1:
        return 0
    if rank == ACE:
        return 4 if top == KING else 1
    return 2 if top + 1 == int64(s.dice[0]) + int64(s.dice[1]) else 3


@compiled
def _best_spot(s: Record, card: int) -> int:
    """The foundation of the lowest kind of spot for a card, the lowest of several; 3 if none."""
    best, spot = _NO_KIND, FOUNDATIONS
    for foundation in range(FOUNDATIONS):
        kind = _kind(s, card, foundation)
        if kind < best:
            best, spot = kind, foundation
    return spot


@compiled
def _is_one_below(card: int, top: int) -> bool:
    return bool(top != NONE and RANK[card] + 1 == RANK[top])


@compiled
def _hand_play(s: Record, seat: int, least: int, most: int, must_help: bool) -> int:
    """A play of the lowest hand card with a spot of kind *least* to *most*; −1 if there is none.

    Cards one below the top of the own reserve or discard pile come first; no others if they
    *must_help*.
    """
    reserve, pile = top_of_reserve(s, seat), top_of_pile(s, seat)
    best, play = int64(2 * _RANKS), int64(-1)
    for place in range(int64(s.hand_size[seat])):
        card = int64(s.hand[seat, place])
        helps = _is_one_below(card, reserve) or _is_one_below(card, pile)
        key = RANK[card] if helps else RANK[card] + _RANKS
        if key < best and (helps or not must_help):
            for foundation in range(FOUNDATIONS - 1, -1, -1):
                if least <= _kind(s, card, foundation) <= most:
                    best, play = key, foundation * _RANKS + RANK[card]
    return play


@compiled
def _discard(s: Record, seat: int) -> int:
    """The card one below the top of the discard pile, else the nearest above a foundation."""
    pile = top_of_pile(s, seat)
    best, choice = int64(1 << 30), int64(0)
    for place in range(int64(s.hand_size[seat])):
        card = int64(s.hand[seat, place])
        key = int64(0)
        if not _is_one_below(card, pile):
            key = _RANKS
            for foundation in range(FOUNDATIONS):
                key = min(key, (RANK[card] - RANK[s.top[foundation]]) % _RANKS)
            key = _RANKS * (key + 1) + RANK[card]
        if key < best:
            best, choice = key, RANK[card]
    return DISCARD + choice


@implements(baseline, DTYPE)
@compiled
def savannah_baseline(s: Record, seat: int, _actions: tuple[uint64, uint64]) -> int:
    """What `baseline` does: the first of its plays that it can make, else the end of the turn."""
    if s.plays < _MOST_PLAYS:
        for card, action in ((top_of_reserve(s, seat), RESERVE), (top_of_pile(s, seat), PILE)):
            if card != NONE:
                spot = _best_spot(s, card)
                if spot < FOUNDATIONS:
                    return action + spot
        play = _hand_play(s, seat, 0, 0, False)
        if play < 0:
            play = _hand_play(s, seat, 2, 4, True)
        if play >= 0:
            return play
    return END if s.hand_size[seat] == 0 else _discard(s, seat)
