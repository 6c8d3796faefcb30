"""Pip-Pip's frozen `baseline`: simple, deterministic, and never improved.

It calls whenever it may and passes in the auction. It plays the legal card with the highest *key*;
ties go to the first suit, then to the lowest rank.
"""

from numpy import uint64

from parlour.bots.choosing import baseline
from parlour.games.bits import EMPTY, bit, lowest
from parlour.games.jit import Record, compiled, implements, inlined, int64
from parlour.games.pippip.actions import BID, CALL, PASS
from parlour.games.pippip.state import DTYPE, NONE
from parlour.games.pippip.tables import INDEX, WORTH

_CALLS = uint64(15 << CALL)
_CARDS = uint64((1 << CALL) - 1)
_TOP = 12
_BID_110 = BID + 1
_TIES = 64


@compiled
def _lead_key(points: int, index: int, trump: bool) -> int:
    key = -4 * points
    if trump:
        key -= 20
    elif index == _TOP:
        key += 30
    return key


@compiled
def _follow_key(s: Record, points: int, index: int, suit: int) -> int:
    trump = suit == s.trump
    strength = 0
    if trump:
        strength = 33 + index
    elif suit == s.led:
        strength = 1 + index
    if strength == 0 or strength < int64(s.best) + 1:
        return -10 * points - index - (10 if trump else 0)
    gain = int64(s.pot) + points
    if s.in_trick + 1 == s.players:
        return 10 * gain - strength
    key = 3 * gain - strength
    if trump and gain < 10:
        key -= 15
    if strength <= 40 and index != _TOP:
        key -= 5 * points
    return key


@inlined
def trump_to_be(s: Record) -> int:
    """The trump of the trick on the table, or of the one about to be led."""
    return int64(s.pending) if s.in_trick == 0 and s.pending != NONE else int64(s.trump)


@compiled
def card_key(s: Record, card: int, trump: int) -> int:
    """How much `baseline` likes to play a card: no two cards have the same key."""
    suit = card & 3
    points = WORTH[s.card_values, card]
    index = INDEX[s.card_values, card]
    if s.in_trick == 0:
        key = _lead_key(points, index, suit == trump)
    else:
        key = _follow_key(s, points, index, suit)
    return key * _TIES - (13 * suit + index)


@compiled
def _best_card(s: Record, cards: uint64) -> int:
    trump = trump_to_be(s)
    best, choice = int64(-(1 << 40)), 0
    while cards:
        card = int64(lowest(cards))
        cards ^= bit(card)
        key = card_key(s, card, trump)
        if key > best:
            best, choice = key, card
    return choice


@implements(baseline, DTYPE)
@compiled
def pippip_baseline(s: Record, _seat: int, actions: tuple[uint64, uint64]) -> int:
    """What `baseline` does: call, else pass or bid the 110 it has to, else play."""
    if actions[0] & _CALLS:
        return int64(lowest(actions[0] & _CALLS))
    if actions[1]:
        passing = actions[1] & bit(0)
        return PASS if passing != EMPTY else _BID_110
    return _best_card(s, actions[0] & _CARDS)
