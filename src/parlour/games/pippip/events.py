"""Everything that can happen to a state, refused or applied: the engine's functions of Pip-Pip."""

from typing import Any

from numpy import uint64

from parlour.games import engine
from parlour.games.bits import EMPTY, bit, has
from parlour.games.chance import CARD, NOTHING, ORDER
from parlour.games.chance import CUT as CUT_EVENT
from parlour.games.chance import DEALER as DEALER_EVENT
from parlour.games.jit import Record, compiled, implements, inlined, int64
from parlour.games.pippip import reasons
from parlour.games.pippip.actions import CALL, PASS, UNUSED
from parlour.games.pippip.auction import speak
from parlour.games.pippip.draw import draw_card, end_draw
from parlour.games.pippip.play import call, cut, deal, hand_score, play
from parlour.games.pippip.state import (
    ALL_KNOWN,
    BID,
    CUT,
    DEALER,
    DRAW,
    DTYPE,
    NONE,
    OVER,
    PACK,
    PLAY,
)
from parlour.games.refusals import FIRST
from parlour.games.rng import below, shuffle_packs

_SUITS = 4
_CARDS = 52


@implements(engine.awaits, DTYPE)
@inlined
def awaits(s: Record) -> int:
    """The kind of chance event that must come next, 0 if none."""
    if s.phase >= BID:
        return NOTHING
    if s.phase == DRAW:
        return CARD
    if s.phase == DEALER:
        return DEALER_EVENT
    return CUT_EVENT if s.phase == CUT else ORDER


@implements(engine.turn, DTYPE)
@inlined
def turn(s: Record) -> int:
    """The seat to play or bid, 255 if none."""
    return int64(s.turn)


@implements(engine.over, DTYPE)
@inlined
def over(s: Record) -> bool:
    """Whether the match has ended."""
    return bool(s.phase == OVER)


@implements(engine.score, DTYPE)
@compiled
def score(s: Record, seat: int) -> int:
    """A seat's points: the complete hands, and what it has made in this one so far."""
    if s.phase == PLAY:
        return int64(s.total[seat]) + hand_score(s, seat)
    return int64(s.total[seat])


@implements(engine.wins, DTYPE)
@compiled
def wins(s: Record, seat: int) -> bool:
    """Whether a seat has the highest total of a match that is over; equal totals share the win."""
    if s.phase != OVER:
        return False
    best = s.total[0]
    for other in range(s.players):
        best = max(best, s.total[other])
    return bool(s.total[seat] == best)


@implements(engine.bounded, DTYPE)
@inlined
def bounded(_s: Record, actions: tuple[uint64, uint64]) -> tuple[uint64, uint64]:
    """All actions: a turn is one play, and marriages run out."""
    return actions


@implements(engine.act, DTYPE)
@inlined
def act(s: Record, seat: int, action: int) -> None:
    """Apply a legal play, call, bid or pass."""
    if action < CALL:
        play(s, action)
    elif action < UNUSED:
        call(s, seat, action - CALL)
    elif action < PASS:
        play(s, action)
    else:
        speak(s, action)


@implements(engine.refuse_chance, DTYPE)
@compiled
def refuse_chance(s: Record, kind: int, values: Any, count: int) -> int:
    """The refusal of a chance event: not its time, or not possible."""
    expected = awaits(s)
    if s.phase == OVER:
        return reasons.MATCH_OVER
    if expected == NOTHING:
        return reasons.NO_CHANCE_NOW
    if kind != expected:
        return reasons.OTHER_CHANCE | expected << FIRST
    if kind == ORDER:
        return _refuse_order(s, values, count)
    value = int64(values[0])
    if kind == CARD:
        if not 0 <= value < _CARDS:
            return reasons.CARD_UNKNOWN
        return reasons.CARD_TWICE_DRAWN | value << FIRST if has(s.drawn_twice, value) else 0
    limit = _SUITS if kind == CUT_EVENT else int64(s.players)
    return 0 if 0 <= value < limit else reasons.NO_SUCH_VALUE


@compiled
def _refuse_order(s: Record, values: Any, count: int) -> int:
    if count != PACK:
        return reasons.PACK_SIZE | count << FIRST
    once, twice = EMPTY, EMPTY
    for place in range(PACK):
        card = int64(values[place])
        if card == NONE:
            if s.observer == ALL_KNOWN:
                return reasons.CARD_UNKNOWN
        elif not 0 <= card < _CARDS:
            return reasons.NO_SUCH_VALUE
        elif has(twice, card):
            return reasons.CARD_THRICE | card << FIRST
        else:
            twice |= once & bit(card)
            once |= bit(card)
    return 0


@implements(engine.apply_chance, DTYPE)
@compiled
def apply_chance(s: Record, kind: int, values: Any, _count: int) -> None:
    """Apply a chance event that is not refused."""
    if kind == ORDER:
        end_draw(s)
        deal(s, values)
    elif kind == CUT_EVENT:
        cut(s, int64(values[0]))
    elif kind == CARD:
        draw_card(s, int64(values[0]))
    else:
        s.dealer = values[0]
        s.phase = CUT


@implements(engine.sample_chance, DTYPE)
@compiled
def sample_chance(s: Record, rng: Any, values: Any) -> int:
    """Draw the chance event that comes next into *values*; returns how many there are."""
    kind = awaits(s)
    if kind == ORDER:
        shuffle_packs(rng, values, 2)
        return PACK
    if kind == CUT_EVENT:
        values[0] = below(rng, _SUITS)
    elif kind == DEALER_EVENT:
        values[0] = below(rng, int64(s.players))
    else:
        values[0] = _card_left(s, rng)
    return 1


@compiled
def _card_left(s: Record, rng: Any) -> int:
    """A random card of the packs without those set aside in the draw for deal."""
    while True:
        place = below(rng, PACK)
        card = place >> 1
        gone = int64(has(s.drawn, card)) + int64(has(s.drawn_twice, card))
        if (place & 1) >= gone:
            return card
