"""Pip-Pip's `solid`: an instant choice that counts cards.

It weighs what can be said of every legal card (`parlour.bots.pippip.features`) with numbers learned
from playing hands out among baselines (`benchmarks/learn.py`). It looks at its own hand and at what
lies open, also when it is given a complete state.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy import uint64

from parlour.bots.pippip.baseline import trump_to_be
from parlour.bots.pippip.features import best_play, is_waste
from parlour.bots.pippip.numbers import PLAYS
from parlour.bots.policies import as_words
from parlour.games.bits import EMPTY, ONE, bit, has, lowest, popcount
from parlour.games.game import Game
from parlour.games.jit import Record, compiled, inlined, int64
from parlour.games.pippip.actions import BID, CALL, DECLINE, PASS
from parlour.games.pippip.legal import unused_courts
from parlour.games.pippip.play import FIRST_CALL
from parlour.games.pippip.state import NONE, PACK
from parlour.games.pippip.tables import IN_SUIT, INDEX

_CALLS = uint64(15)
_CARDS = uint64((1 << CALL) - 1)
_QUEENS, _KINGS = uint64(15), uint64(4)
_BID_100, _BID_110 = BID, BID + 1

_HOLD_WHILE_DRAWING, _HOLD_AFTER, _FEW = 57, 18, 3
"""By how much the trumps in hand must be better than those a call would bring to wait with it; it
never waits with so few cards."""

_ENOUGH_DRAWS = 10
"""From so many draws on, each counted again for every half marriage in hand, 110 is the better bid:
in searches of 500 hands without a marriage it was, by 3 points with 10, and was not with 9."""


@inlined
def _strength(s: Record, seat: int, suit: int) -> int:
    """What a seat's cards of a suit would be as trumps."""
    strength = 0
    cards = s.hand[seat] & IN_SUIT[suit]
    while cards:
        card = int64(lowest(cards))
        cards ^= bit(card)
        strength += (INDEX[s.card_values, card] + 3) * (1 + int64(has(s.twice[seat], card)))
    return strength


@inlined
def _call(s: Record, seat: int, suits: uint64) -> int:
    """The suit to call, the best as trumps; 255 to wait while the trump in force is much better.

    Where the last call sets the trump, the best comes last.
    """
    best, choice = int64(-1000), int64(0)
    trump = trump_to_be(s)
    sign = 1 if s.trump_set_by == FIRST_CALL else -1
    while suits:
        suit = int64(lowest(suits))
        suits ^= bit(suit)
        strength = sign * _strength(s, seat, suit) if suit != s.trump else int64(-999)
        if strength > best:
            best, choice = strength, suit
    held = popcount(s.hand[seat]) + popcount(s.twice[seat])
    if held > _FEW and choice != s.trump:
        hold = _HOLD_WHILE_DRAWING if s.drawing == 1 else _HOLD_AFTER
        if _strength(s, seat, trump) - _strength(s, seat, choice) > hold:
            return NONE
    return choice


@inlined
def _bid(s: Record, seat: int) -> int:
    """The bid of who must: 100, which forbids calls, where none is in hand or likely to come."""
    courts = unused_courts(s, seat)
    suits = _QUEENS & ~bit(int64(s.trump))
    if courts & (courts >> _KINGS) & suits:
        return _BID_110
    half = popcount((courts | courts >> _KINGS) & suits)
    draws = (PACK - int64(s.taken)) // int64(s.players)
    return _BID_110 if draws * (1 + half) >= _ENOUGH_DRAWS else _BID_100


@compiled
def solid(s: Record, seat: int, actions: tuple[uint64, uint64], plays: Any) -> int:
    """What `solid` does; *s* is a state or the view of its seat, *plays* its numbers."""
    suits = (actions[0] >> uint64(CALL)) & _CALLS
    cards = actions[0] & _CARDS
    if suits:
        suit = _call(s, seat, suits)
        if suit != NONE:
            return CALL + suit
        if cards == EMPTY:
            return DECLINE
    if actions[1]:
        return PASS if actions[1] & ONE else int64(_bid(s, seat))
    return int64(best_play(s, seat, cards, plays))


@compiled
def _choose(views: Any, i: int, first: uint64, second: uint64, plays: Any) -> int:
    s = views[i]
    return int64(solid(s, int64(s.observer), (first, second), plays))


@compiled
def _is_waste(views: Any, i: int, card: int, cards: uint64) -> bool:
    s = views[i]
    return bool(is_waste(s, int64(s.observer), card, cards))


def wasted(view: Game, legal: Sequence[int]) -> Any:
    """Which of the *legal* actions another one beats whatever the others hold: an array of bool."""
    cards = as_words(legal)[0] & _CARDS
    return np.array(
        [action < CALL and bool(_is_waste(view.record, 0, action, cards)) for action in legal]
    )


def choose_solid(view: Game, legal: Sequence[int]) -> int:
    """What `solid` does, for Python."""
    return int(_choose(view.record, 0, *as_words(legal), PLAYS))
