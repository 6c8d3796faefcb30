"""What can be said of playing a card, in numbers that a policy can weigh.

All of it is known to the seat: its own hand and what lies open. A play has some ten features out
of `SIZE`; most are there or not, some have a size.
"""

from math import exp
from typing import Any

import numpy as np
from numpy import uint64

from parlour.bots.pippip.baseline import trump_to_be
from parlour.games.bits import EMPTY, bit, has, lowest, popcount
from parlour.games.jit import Record, compiled, inlined, int64
from parlour.games.pippip.actions import CALL, FIRST_COURT, UNUSED
from parlour.games.pippip.legal import unused_courts
from parlour.games.pippip.state import NONE, PACK
from parlour.games.pippip.tables import IN_SUIT, INDEX, WORTH
from parlour.games.pippip.view import stock_is_shown

MOST = 16
"""Features that a play has at most."""

_LEADS, _WINS_LAST, _WINS_SO_FAR, _LOSES = range(4)
"""What a play does in its trick."""

_RANKS, _ABOVE, _TRICK, _COURTS, _LENGTHS, _TWINS, _SIDE, _MORE = (
    0, 104, 120, 132, 136, 168, 172, 180,
)  # fmt: skip
"""Where in the table: ranks by what the play does and whether its suit will be trumps; how many
unseen cards beat it; the trick and how likely it is won; breaking marriages; how many of its suit
stay in hand; whether its twin stays; the trumps and voids around a lead; winning with more than it
takes."""
SIZE = 184

_WILLING, _TRUMPING = 0.9, 0.7
"""How often players are taken to beat a card if they can, and to trump it."""

_RICH = 10
"""Points of the two highest ranks, or more."""

EVERY = uint64((1 << CALL) - 1)
_FIRST_COURT = uint64(FIRST_COURT)

_BEATING = np.array(
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
    return EVERY & ~twice, EVERY & ~once


@inlined
def count(pair: tuple[uint64, uint64], cards: uint64) -> int:
    """How many of some *cards* are in two sets, of those held once and those held twice."""
    return popcount(pair[0] & cards) + popcount(pair[1] & cards)


@inlined
def stage(s: Record) -> float:
    """How far the hand is from the end of drawing, or after that from its end: 1 to 0."""
    players = int64(s.players)
    tricks = PACK // players
    if s.drawing == 1:
        return ((PACK - int64(s.taken)) // players) / (tricks - 6)
    return (tricks - int64(s.trick)) / 7


@inlined
def _voids(s: Record, suit: int) -> int:
    """How many of the players still to come are known to hold no card of a suit, or hardly one."""
    voids = 0
    fresh = int64(s.trick) - 1
    for k in range(1, int64(s.players) - int64(s.in_trick)):
        other = (int64(s.turn) + k) % int64(s.players)
        failed = s.void[other, suit]
        if failed > 0 and (s.drawing == 0 or failed > fresh):
            voids += 1
    return voids


@inlined
def _wins(s: Record, card: int, trump: int) -> bool:
    """Whether a card wins the trick on the table so far."""
    strength = INDEX[s.card_values, card] + (32 if card & 3 == trump else 0)
    return bool(card & 3 in (trump, int64(s.led)) and strength >= s.best)


@inlined
def _has_lesser(s: Record, seat: int, card: int, trump: int, most: int) -> bool:
    """Whether a lower card of the suit, worth *most* at most, wins or loses as this one does."""
    wins = _wins(s, card, trump)
    lower = s.hand[seat] & IN_SUIT[card & 3] & ~_BEATING[s.card_values, card]
    while lower != EMPTY:
        other = int64(lowest(lower))
        lower ^= bit(other)
        if _wins(s, other, trump) == wins and WORTH[s.card_values, other] <= most:
            return True
    return False


@inlined
def _coming(s: Record, trump: int) -> int:
    """The suit that will be trumps in the next trick, as far as has been called."""
    return trump if s.pending == NONE else int64(s.pending)


@inlined
def _note(where: Any, sizes: Any, k: int, feature: int, size: float) -> int:
    where[k] = feature
    sizes[k] = size
    return k + 1


@inlined
def _chance(s: Record, seat: int, card: int, trump: int, unseen: tuple[uint64, uint64]) -> float:
    """About how likely a card that wins so far also wins in the end."""
    led = card & 3 if s.in_trick == 0 else int64(s.led)
    later = int64(s.players) - int64(s.in_trick) - 1
    per_card = count((s.hand[seat], s.twice[seat]), EVERY) / max(1, count(unseen, EVERY))
    voids = _voids(s, led)
    free = voids + (later - voids) * exp(-per_card * count(unseen, IN_SUIT[led]))
    higher = 1.0 - exp(-per_card * count(unseen, _BEATING[s.card_values, card]))
    if card & 3 != led:
        danger = _TRUMPING * free * higher
    else:
        danger = (later - voids) * higher
        if led != trump:
            trumped = 1.0 - exp(-per_card * count(unseen, IN_SUIT[trump]))
            danger += _TRUMPING * free * trumped
    return exp(-_WILLING * danger)


@inlined
def _see_trick(
    s: Record,
    seat: int,
    card: int,
    trump: int,
    does: int,
    unseen: tuple[uint64, uint64],
    where: Any,
    sizes: Any,
    k: int,
) -> int:
    """Note what a play that wins so far has to do with its trick."""
    is_trump = 1 if card & 3 == trump else 0
    worth = int64(WORTH[s.card_values, card])
    pot = int64(s.pot) + worth
    if does == _WINS_LAST:
        k = _note(where, sizes, k, _TRICK + 7, float(pot))
        return _note(where, sizes, k, _TRICK + 8, min(pot, 10) / 10)
    wins = _chance(s, seat, card, trump, unseen)
    later = int64(s.players) - int64(s.in_trick) - 1
    above = min(3, count(unseen, _BEATING[s.card_values, card])) + is_trump * 4
    if does == _LEADS:
        k = _note(where, sizes, k, _ABOVE + above, 1.0)
        k = _note(where, sizes, k, _TRICK, wins)
        k = _note(where, sizes, k, _TRICK + 1, wins * worth)
        k = _note(where, sizes, k, _TRICK + 2, wins * later)
        k = _note(where, sizes, k, _SIDE + is_trump, count(unseen, IN_SUIT[trump]) / 8)
        if is_trump == 0:
            k = _note(where, sizes, k, _SIDE + 2, _voids(s, card & 3) / 2)
        return k
    k = _note(where, sizes, k, _ABOVE + 8 + above, 1.0)
    k = _note(where, sizes, k, _TRICK + 3, wins)
    k = _note(where, sizes, k, _TRICK + 4, wins * pot)
    k = _note(where, sizes, k, _TRICK + 5, wins * later)
    return _note(where, sizes, k, _TRICK + 6, float(pot))


@inlined
def _see_marriage(
    s: Record,
    seat: int,
    card: int,
    coming: int,
    unseen: tuple[uint64, uint64],
    where: Any,
    sizes: Any,
    k: int,
) -> int:
    """Note the marriage, whole or half, that a play breaks."""
    court = card - FIRST_COURT
    unused = unused_courts(s, seat)
    if not 0 <= court < 8 or has(s.twice[seat], card) or not has(unused, court):
        return k
    if has(uint64(s.used[seat]), court):
        return k
    partner = card + 4 if court < 4 else card - 4
    waits = 1 if card & 3 == coming and s.trump_marriage == 0 else 0
    if has(unused, partner - FIRST_COURT):
        return _note(where, sizes, k, _COURTS + waits, 1.0)
    if s.drawing == 1:
        return _note(where, sizes, k, _COURTS + 2 + waits, float(count(unseen, bit(partner))))
    return k


@compiled
def describe(
    s: Record, seat: int, card: int, unseen: tuple[uint64, uint64], where: Any, sizes: Any
) -> int:
    """Note the features of playing a card in *where* and *sizes*, shape (`MOST`,); how many.

    *unseen* is what `unseen_by` says.
    """
    suit, index = card & 3, int64(INDEX[s.card_values, card])
    trump = trump_to_be(s)
    coming = _coming(s, trump)
    is_trump = 1 if suit == trump else 0
    does = _LOSES
    if s.in_trick == 0:
        does = _LEADS
    elif _wins(s, card, trump):
        does = _WINS_LAST if s.in_trick + 1 == s.players else _WINS_SO_FAR
    stays_trump = 1 if suit == coming else 0
    k = _note(where, sizes, 0, _RANKS + (does * 2 + stays_trump) * 13 + index, 1.0)
    if does != _LOSES:
        k = _see_trick(s, seat, card, trump, does, unseen, where, sizes, k)
    if does in (_WINS_LAST, _WINS_SO_FAR) and _has_lesser(s, seat, card, trump, _RICH):
        k = _note(where, sizes, k, _MORE + (does - _WINS_LAST) * 2 + is_trump, 1.0)
    if has(s.twice[seat], card):
        k = _note(where, sizes, k, _TWINS + does, 1.0)
    stay = min(3, count((s.hand[seat], s.twice[seat]), IN_SUIT[suit]) - 1)
    k = _note(where, sizes, k, _LENGTHS + (does * 2 + stays_trump) * 4 + stay, 1.0)
    return int64(_see_marriage(s, seat, card, coming, unseen, where, sizes, k))


@inlined
def _has_worthless(s: Record, cards: uint64, trump: int) -> bool:
    """Whether one of *cards* is worth nothing and no trump."""
    cards &= ~IN_SUIT[trump]
    while cards != EMPTY:
        card = int64(lowest(cards))
        cards ^= bit(card)
        if WORTH[s.card_values, card] == 0:
            return True
    return False


@compiled
def is_waste(s: Record, seat: int, card: int, cards: uint64) -> bool:
    """Whether another of the legal *cards* does better, whatever the others hold.

    In a trick that is lost, or won by playing last, a lower card of the same suit does the same.
    Points are no waste where they are won, but for the highest trumps: those win more later. Where
    they are lost they are one, if a worthless card of the suit can be played instead, or for a rich
    card any worthless one.
    """
    if s.in_trick == 0:
        return False
    trump, worth = trump_to_be(s), WORTH[s.card_values, card]
    wins = _wins(s, card, trump)
    if wins and s.in_trick + 1 < s.players:
        return False
    coming = _coming(s, trump)
    if wins and worth > 0 and not (worth >= _RICH and card & 3 == coming):
        return False
    if not wins and worth >= _RICH and _has_worthless(s, cards & ~IN_SUIT[coming], trump):
        return True
    return bool(_has_lesser(s, seat, card, trump, 0))


@inlined
def weigh(where: Any, sizes: Any, noted: int, s: Record, table: Any) -> float:
    """The sum of a play's features, weighed with the numbers for this stage of the hand."""
    numbers = table[s.card_values, s.players]
    part = 0 if s.drawing == 1 else 2
    far = stage(s)
    value = 0.0
    for k in range(noted):
        feature = where[k]
        value += sizes[k] * (numbers[part, feature] + far * numbers[part + 1, feature])
    return value


@inlined
def best_play(s: Record, seat: int, cards: uint64, table: Any) -> int:
    """The card that weighs most, of those that are no waste."""
    where, sizes = np.empty(MOST, np.int64), np.empty(MOST, np.float64)
    unseen = unseen_by(s, seat)
    best, choice, left = -1e9, 0, cards
    while left != EMPTY:
        card = int64(lowest(left))
        left ^= bit(card)
        if is_waste(s, seat, card, cards):
            continue
        noted = describe(s, seat, card, unseen, where, sizes)
        value = weigh(where, sizes, noted, s, table)
        if value > best:
            best, choice = value, card
    return choice
