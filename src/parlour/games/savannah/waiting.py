"""What a game waits for before anybody acts, and what of it a view has to be told.

A complete state waits for the deal, for rolls and for reshuffles. A view besides waits for the name
of each card that comes to light and that it does not know: an event ``card Qh``.
"""

from typing import Any

import numpy as np
from numpy import uint64

from parlour.games.bits import lowest
from parlour.games.chance import CARD, NOTHING, ORDER, ROLL
from parlour.games.jit import Record, compiled, inlined, int64
from parlour.games.savannah.state import (
    ALL_KNOWN,
    DEAL,
    DISCARDS,
    FOUNDATIONS,
    IDLE,
    NONE,
    OPENING,
    OVER,
    PACK,
    PLAY,
)

NOWHERE = -1

# Where a card may come to light: a foundation; then for each seat its reserve, the places of the
# deal in its discard pile, and the observer's hand.
_RESERVE = FOUNDATIONS
_PILE = 1
_HAND = _PILE + DISCARDS
_PLACES = _HAND + 1


@compiled
def unnamed(s: Record) -> int:
    """The place of the first card that lies open to the observer but is not known, or `NOWHERE`.

    Foundations come first, then seat by seat the reserve, the discard pile and the hand.
    """
    for foundation in range(FOUNDATIONS):
        if s.top[foundation] == NONE:
            return foundation
    for seat in range(s.players):
        first = _RESERVE + seat * _PLACES
        left = int64(s.reserve_left[seat])
        if left > 0 and s.reserve[seat, left - 1] == NONE:
            return first
        for place in range(min(int64(s.pile_size[seat]), DISCARDS)):
            if s.pile[seat, place] == NONE and int64(s.face_down[seat]) >> place & 1 == 0:
                return first + _PILE + place
        if seat == s.observer:
            size = int64(s.hand_size[seat])
            if size > 0 and s.hand[seat, size - 1] == NONE:
                return first + _HAND
    return NOWHERE


@compiled
def put_name(s: Record, card: int) -> None:
    """Let the first unnamed card be known."""
    place = unnamed(s)
    if place < FOUNDATIONS:
        s.top[place] = card
        return
    seat, place = (place - _RESERVE) // _PLACES, (place - _RESERVE) % _PLACES
    if place == 0:
        s.reserve[seat, int64(s.reserve_left[seat]) - 1] = card
    elif place < _HAND:
        s.pile[seat, place - _PILE] = card
    else:
        s.hand[seat, int64(s.hand_size[seat]) - 1] = card


@inlined
def hold(s: Record, seat: int, card: int) -> None:
    """Put a card into a hand."""
    s.hand[seat, s.hand_size[seat]] = card
    s.hand_size[seat] += 1


@inlined
def count_covered(s: Record) -> int:
    """How many cards lie on the foundations below the tops."""
    return int64(s.depth[0]) + int64(s.depth[1]) + int64(s.depth[2]) - FOUNDATIONS


@inlined
def packs_of(s: Record) -> int:
    """How many packs are in play (SAV: one for every two players)."""
    return (int64(s.players) + 1) // 2


@compiled
def count_unseen(s: Record, counts: Any) -> int:
    """Write for each card how many copies the state does not know; returns how many in all."""
    for card in range(PACK):
        counts[card] = packs_of(s)
    for place in range(count_covered(s)):
        _strike_out(counts, int64(s.covered[place]))
    for foundation in range(FOUNDATIONS):
        _strike_out(counts, int64(s.top[foundation]))
    for place in range(s.stock_left):
        _strike_out(counts, int64(s.stock[place]))
    for seat in range(s.players):
        for place in range(s.hand_size[seat]):
            _strike_out(counts, int64(s.hand[seat, place]))
        for place in range(s.reserve_left[seat]):
            _strike_out(counts, int64(s.reserve[seat, place]))
        for place in range(s.pile_size[seat]):
            _strike_out(counts, int64(s.pile[seat, place]))
    total = int64(0)
    for card in range(PACK):
        total += counts[card]
    return total


@inlined
def _strike_out(counts: Any, card: int) -> None:
    if card != NONE:
        counts[card] -= 1


@inlined
def awaits(s: Record) -> int:
    """The kind of chance event that must come next, 0 if none."""
    if s.observer != ALL_KNOWN and DEAL < s.phase < OVER and unnamed(s) != NOWHERE:
        return CARD
    if s.phase == PLAY:
        return NOTHING if s.task == IDLE else ORDER
    if s.phase == OVER:
        return NOTHING
    return ORDER if s.phase == DEAL else ROLL


@inlined
def roller(s: Record) -> int:
    """The seat that rolls when a roll is awaited."""
    return int64(lowest(uint64(s.to_roll))) if s.phase == OPENING else int64(s.turn)


@compiled
def copies_unseen(s: Record, card: int) -> int:
    """How many copies of a card the state does not know."""
    counts = np.zeros(PACK, np.int64)
    count_unseen(s, counts)
    return int64(counts[card])
