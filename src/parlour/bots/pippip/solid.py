"""Pip-Pip's `solid`: an instant choice that counts cards.

It asks of every legal card: how likely does it win the trick, what is that worth, and what is the
card worth later? Its numbers were found by playing many hands among baselines
(`benchmarks/tune_solid.py`). It looks at its own hand and at what lies open, also when it is given
a complete state.
"""

from collections.abc import Sequence
from math import exp
from typing import Any

import numpy as np
from numpy import uint64

from parlour.bots.pippip.baseline import trump_to_be
from parlour.bots.pippip.weights import WEIGHTS
from parlour.bots.policies import as_words
from parlour.games.bits import EMPTY, ONE, bit, has, lowest, popcount
from parlour.games.game import Game
from parlour.games.jit import Record, compiled, inlined, int64
from parlour.games.pippip.actions import BID, CALL, DECLINE, FIRST_COURT, PASS, UNUSED
from parlour.games.pippip.legal import unused_courts
from parlour.games.pippip.play import FIRST_CALL
from parlour.games.pippip.state import NONE, PACK
from parlour.games.pippip.tables import IN_SUIT, INDEX, WORTH
from parlour.games.pippip.view import stock_is_shown

_CALLS = uint64(15)
_CARDS = uint64((1 << CALL) - 1)
_FIRST_COURT = uint64(FIRST_COURT)
_BID_110 = BID + 1
_UNUSED_SHIFT = uint64(UNUSED - FIRST_COURT)
EVERY = (1 << CALL) - 1

(
    WILLING, WILLING_POT, OVERTRUMP, EXTRA, LEAD, LOST, INDEX_COST, WORTH_COST, TRUMP_COST,
    TRUMP_INDEX_COST, MARRIAGE, SHOWN, ALONE, TOP_COST, HOLD,
) = range(15)  # fmt: skip
STAGES, NUMBERS = 2, 15
"""Numbers while cards are drawn and after: how willingly others beat a card, more so when there is
much to win, or trump it; what a player to come adds to a trick; the lead; points lost; what
cards are worth later, by index, points, as trumps; what a coming marriage is worth, one that only
waits for another trump, one whose other half must still be drawn; a top rank; by how much the
trumps in hand must be better than those a call would bring to wait with it."""


@compiled
def unseen_by(s: Record, seat: int) -> tuple[uint64, uint64]:
    """Cards of which a seat has not seen one copy, and of which it has seen none.

    The same for a complete state and for the seat's view of it.
    """
    once, twice = s.hand[seat], s.twice[seat]
    for place in range(s.plays):
        action = int64(s.played[place])
        card = bit(action - (UNUSED - FIRST_COURT) if action >= UNUSED else action)
        twice |= once & card
        once |= card
    for other in range(s.players):
        if other != seat and s.used[other] > 0:
            shown = uint64(s.used[other]) << _FIRST_COURT
            twice |= (once & shown) | uint64(s.used_twice[other]) << _FIRST_COURT
            once |= shown
    if stock_is_shown(s):
        for place in range(s.taken, PACK):
            card = bit(s.deal[place])
            twice |= once & card
            once |= card
    return uint64(EVERY) & ~twice, uint64(EVERY) & ~once


@inlined
def _count(unseen: tuple[uint64, uint64], cards: uint64) -> int:
    return popcount(unseen[0] & cards) + popcount(unseen[1] & cards)


ABOVE = np.array(
    [
        [
            sum(
                1 << other
                for other in range(CALL)
                if other % 4 == card % 4 and INDEX[values, other] >= INDEX[values, card]
            )
            for card in range(CALL)
        ]
        for values in range(2)
    ],
    np.uint64,
)
"""Shape (2, 52): the cards that beat a card of their suit when played after it."""


@inlined
def _marriage_value(
    s: Record, seat: int, card: int, trump: int, unseen: tuple[uint64, uint64], w: Any
) -> float:
    """What playing a court gives up in calls to come."""
    court = card - FIRST_COURT
    unused = unused_courts(s, seat)
    if not has(unused, court) or has(s.twice[seat], card):
        return 0.0
    if has(uint64(s.used[seat]), court):
        return 0.0
    suit = card & 3
    partner = card + 4 if court < 4 else card - 4
    last = int64(s.trick) + 2 >= PACK // int64(s.players)
    if last:
        return 0.0
    if has(unused, partner - FIRST_COURT):
        return w[SHOWN] if suit == trump and s.trump_marriage == 0 else w[MARRIAGE]
    if s.drawing == 0:
        return 0.0
    hidden = _count(unseen, uint64(EVERY))
    draws = (PACK - int64(s.taken)) // int64(s.players)
    chance = min(1.0, _count(unseen, bit(partner)) * draws / max(hidden, 1))
    return w[ALONE] * chance * (0.5 if suit == trump else 1.0)


@inlined
def _void_after(s: Record, seat: int, suit: int) -> int:
    """How many of the players still to come are known to hold no card of a suit, or hardly one."""
    count = 0
    fresh = int64(s.trick) - 1
    for k in range(1, int64(s.players) - int64(s.in_trick)):
        other = (seat + k) % int64(s.players)
        failed = s.void[other, suit]
        if failed > 0 and (s.drawing == 0 or failed > fresh):
            count += 1
    return count


@compiled
def _best_card(s: Record, seat: int, cards: uint64, weights: Any) -> int:
    w = weights[0 if s.drawing == 1 else 1]
    trump = trump_to_be(s)
    coming = trump if s.pending == NONE else int64(s.pending)
    unseen = unseen_by(s, seat)
    values = int64(s.card_values)
    hidden = max(1, _count(unseen, uint64(EVERY)))
    later = int64(s.players) - int64(s.in_trick) - 1
    held = popcount(s.hand[seat]) + popcount(s.twice[seat])
    per_card = held / hidden
    trumps = _count(unseen, IN_SUIT[trump])
    best, choice = -1e9, 0
    while cards:
        card = int64(lowest(cards))
        cards ^= bit(card)
        suit = card & 3
        index, worth = int64(INDEX[values, card]), int64(WORTH[values, card])
        pot = int64(s.pot) + worth
        led = suit if s.in_trick == 0 else int64(s.led)
        wins = 0.0
        strength = index + 32 if suit == trump else index
        if s.in_trick == 0 or (suit in (trump, led) and strength >= s.best):
            higher = 1.0 - exp(-per_card * _count(unseen, ABOVE[values, card]))
            willing = w[WILLING] + w[WILLING_POT] * min(pot, 20) / 20
            if later > 0:
                void = _void_after(s, seat, led)
                in_led = exp(-per_card * _count(unseen, IN_SUIT[led]))
                free = void + (later - void) * in_led
                if suit == led:
                    danger = (later - void) * higher
                    if suit != trump:
                        danger += w[OVERTRUMP] * free * (1.0 - exp(-per_card * trumps))
                else:
                    danger = w[OVERTRUMP] * free * higher
                wins = exp(-willing * danger)
            else:
                wins = 1.0
        value = wins * (pot + w[EXTRA] * later + w[LEAD]) - (1.0 - wins) * w[LOST] * worth
        if suit == coming:
            value -= w[TRUMP_COST] + w[TRUMP_INDEX_COST] * index
        else:
            value -= w[INDEX_COST] * index
        value -= w[WORTH_COST] * worth
        if index == 12:
            value -= w[TOP_COST]
        if 0 <= card - FIRST_COURT < 8:
            value -= _marriage_value(s, seat, card, coming, unseen, w)
        if value > best:
            best, choice = value, card
    return choice


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
def _call(s: Record, seat: int, suits: uint64, weights: Any) -> int:
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
    if held > 3 and choice != s.trump:
        hold = weights[0 if s.drawing == 1 else 1, HOLD]
        if _strength(s, seat, trump) - _strength(s, seat, choice) > hold:
            return NONE
    return choice


@compiled
def solid_by(s: Record, seat: int, actions: tuple[uint64, uint64], weights: Any) -> int:
    """What `solid` does with other numbers than its own."""
    suits = (actions[0] >> uint64(CALL)) & _CALLS
    if suits:
        cards = actions[0] & _CARDS
        suit = _call(s, seat, suits, weights)
        if suit != NONE:
            return CALL + suit
        if cards == EMPTY:
            return DECLINE
        return _best_card(s, seat, cards, weights)
    if actions[1]:
        return PASS if actions[1] & ONE else _BID_110
    return _best_card(s, seat, actions[0] & _CARDS, weights)


@compiled
def solid(s: Record, seat: int, actions: tuple[uint64, uint64]) -> int:
    """What `solid` does; *s* is a state or the view of its seat."""
    return int64(solid_by(s, seat, actions, WEIGHTS))


@compiled
def _choose(views: Any, i: int, first: uint64, second: uint64) -> int:
    s = views[i]
    return int64(solid(s, int64(s.observer), (first, second)))


def choose_solid(view: Game, legal: Sequence[int]) -> int:
    """What `solid` does, for Python."""
    return int(_choose(view.record, 0, *as_words(legal)))
