"""Everything that can happen to a state, refused or applied: the engine's functions of Savannah."""

from typing import Any

import numpy as np
from numpy import uint64

from parlour.games import engine
from parlour.games.bits import EMPTY, Counts, count_all, count_down, count_of, count_up
from parlour.games.chance import CARD, NOTHING, ORDER
from parlour.games.chance import ROLL as ROLL_EVENT
from parlour.games.jit import Record, compiled, implements, inlined, int64
from parlour.games.refusals import FIRST, SECOND
from parlour.games.rng import below, shuffle, shuffle_packs
from parlour.games.savannah import legal as rules
from parlour.games.savannah import reasons, waiting
from parlour.games.savannah.actions import DISCARD, END, RESERVE, is_discard
from parlour.games.savannah.play import (
    carry_on,
    deal,
    discard,
    end_turn,
    left,
    play,
    reshuffle,
    roll,
    roll_for_first,
)
from parlour.games.savannah.state import (
    ALL_KNOWN,
    DEAL,
    DTYPE,
    FOUNDATIONS,
    HAND,
    MOST_IN_PILE,
    NONE,
    OPENING,
    OVER,
    PACK,
    SEATS,
)
from parlour.games.savannah.state import RESERVE as RESERVE_CARDS

MOST_PLAYS = 60
"""How many cards a program plays in one turn at most (*decided*: a turn can be endless)."""

_ENDINGS = uint64(((1 << RESERVE - DISCARD) - 1 << DISCARD) | 1 << END)


@implements(engine.begin, DTYPE)
@compiled
def begin(s: Record) -> None:
    """Make a cleared record that holds options, players and observer a new game."""
    s.turn, s.first = NONE, NONE
    for seat in range(SEATS):
        for place in range(HAND):
            s.hand[seat, place] = NONE
        for place in range(RESERVE_CARDS):
            s.reserve[seat, place] = NONE
        for place in range(MOST_IN_PILE):
            s.pile[seat, place] = NONE
    for place in range(MOST_IN_PILE):
        s.stock[place] = NONE
        s.covered[place] = NONE
        s.recycled[place] = NONE
    for foundation in range(FOUNDATIONS):
        s.top[foundation] = NONE


@implements(engine.awaits, DTYPE)
@inlined
def awaits(s: Record) -> int:
    """The kind of chance event that must come next, 0 if none."""
    return waiting.awaits(s)


@implements(engine.turn, DTYPE)
@inlined
def turn(s: Record) -> int:
    """The seat whose turn it is, 255 if none's."""
    return int64(s.turn)


@implements(engine.over, DTYPE)
@inlined
def over(s: Record) -> bool:
    """Whether the game has ended."""
    return bool(s.phase == OVER)


@implements(engine.score, DTYPE)
@inlined
def score(s: Record, seat: int) -> int:
    """Minus the cards a seat has in reserve and discard pile: who has none wins, fewest is best."""
    return -left(s, seat)


@implements(engine.wins, DTYPE)
@compiled
def wins(s: Record, seat: int) -> bool:
    """Whether a seat has the fewest cards of a game that is over; ties share the win."""
    if s.phase != OVER:
        return False
    fewest = left(s, seat)
    for other in range(s.players):
        fewest = min(fewest, left(s, other))
    return left(s, seat) == fewest


@implements(engine.bounded, DTYPE)
@inlined
def bounded(s: Record, actions: tuple[uint64, uint64]) -> tuple[uint64, uint64]:
    """All actions, or after 60 plays in the turn only those that end it."""
    if s.plays < MOST_PLAYS:
        return actions
    return actions[0] & _ENDINGS, EMPTY


@implements(engine.legal, DTYPE)
@inlined
def legal(s: Record, seat: int) -> tuple[uint64, uint64]:
    """The actions a seat may do now."""
    return rules.legal(s, seat)


@implements(engine.why_not, DTYPE)
@compiled
def why_not(s: Record, seat: int, action: int) -> int:
    """The refusal of an action that is not in a seat's legal set, 0 if it names the card of one."""
    return rules.why_not(s, seat, action)


@implements(engine.act, DTYPE)
@inlined
def act(s: Record, _seat: int, action: int) -> None:
    """Apply a legal play, discard or end of the turn."""
    if action == END:
        end_turn(s)
    elif is_discard(action):
        discard(s, action)
    else:
        play(s, action)


@implements(engine.refuse_chance, DTYPE)
@compiled
def refuse_chance(s: Record, kind: int, values: Any, count: int) -> int:
    """The refusal of a chance event: not its time, or not possible."""
    if s.phase == OVER:
        return reasons.MATCH_OVER
    expected = awaits(s)
    if expected == NOTHING:
        return reasons.NO_CHANCE_NOW
    if kind != expected:
        return reasons.OTHER_CHANCE | expected << FIRST
    if kind == ORDER:
        return _refuse_order(s, values, count)
    first = int64(values[0])
    if kind == CARD:
        if not 0 <= first < PACK:
            return reasons.CARD_UNKNOWN
        if waiting.copies_unseen(s, first) < 1:
            return reasons.CARD_ALL_SEEN | first << FIRST
        return 0
    second = int64(values[1])
    return 0 if 1 <= first <= 6 and 1 <= second <= 6 else reasons.NO_SUCH_ROLL


@compiled
def _refuse_order(s: Record, values: Any, count: int) -> int:
    """The cards must be those to be shuffled; a view need not know which is where."""
    to_shuffle = _cards_to_shuffle(s)
    needed = PACK * waiting.packs_of(s) if s.phase == DEAL else waiting.count_covered(s)
    if count != needed:
        return reasons.ORDER_SIZE | min(count, int64(0xFFFF)) << FIRST | needed << SECOND
    left_over = to_shuffle
    for place in range(count):
        card = int64(values[place])
        if card == NONE:
            if s.observer == ALL_KNOWN:
                return reasons.CARD_UNKNOWN
        elif not 0 <= card < PACK:
            return reasons.NO_SUCH_CARD
        elif count_of(left_over, card) == 0:
            return reasons.TOO_MANY_COPIES | card << FIRST | count_of(to_shuffle, card) << SECOND
        else:
            left_over = count_down(left_over, card)
    return 0


@inlined
def _cards_to_shuffle(s: Record) -> Counts:
    """The packs, or all cards below the tops of the foundations."""
    if s.phase == DEAL:
        return count_all(PACK, waiting.packs_of(s))
    counts = count_all(PACK, 0)
    for place in range(waiting.count_covered(s)):
        counts = count_up(counts, int64(s.covered[place]))
    return counts


@implements(engine.apply_chance, DTYPE)
@compiled
def apply_chance(s: Record, kind: int, values: Any, count: int) -> None:
    """Apply a chance event that is not refused."""
    if kind == ROLL_EVENT:
        if s.phase == OPENING:
            roll_for_first(s, values[0], values[1])
        else:
            roll(s, values[0], values[1])
    elif kind == ORDER:
        if s.phase == DEAL:
            deal(s, values)
        else:
            reshuffle(s, values, count)
    else:
        waiting.put_name(s, int64(values[0]))
        carry_on(s)


@implements(engine.sample_chance, DTYPE)
@compiled
def sample_chance(s: Record, rng: Any, values: Any) -> int:
    """Draw the chance event that comes next into *values*; returns how many there are."""
    kind = awaits(s)
    if kind == ROLL_EVENT:
        values[0] = 1 + below(rng, 6)
        values[1] = 1 + below(rng, 6)
        return 2
    if kind == CARD:
        values[0] = _sample_card(s, rng)
        return 1
    if s.phase == DEAL:
        packs = waiting.packs_of(s)
        shuffle_packs(rng, values, packs)
        return PACK * packs
    return _sample_reshuffle(s, rng, values)


@compiled
def _sample_reshuffle(s: Record, rng: Any, values: Any) -> int:
    count = waiting.count_covered(s)
    for place in range(count):
        values[place] = s.covered[place]
    shuffle(rng, values, count)
    return count


@compiled
def _sample_card(s: Record, rng: Any) -> int:
    """A card of which not every copy is known, each copy being as likely as any other."""
    counts = np.zeros(PACK, np.int64)
    place = below(rng, waiting.count_unseen(s, counts))
    for card in range(PACK):
        place -= counts[card]
        if place < 0:
            return card
    return NONE


# Nobody is ever asked to act out of turn.


@implements(engine.begin_asking, DTYPE)
@inlined
def begin_asking(_s: Record, _asking: Any) -> None:
    """Nothing to do."""


@implements(engine.asked, DTYPE)
@inlined
def asked(_s: Record, _asking: Any) -> int:
    """Nobody."""
    return engine.NOBODY


@implements(engine.answers, DTYPE)
@inlined
def answers(_s: Record, _seat: int) -> tuple[uint64, uint64]:
    """None."""
    return EMPTY, EMPTY


@implements(engine.step, DTYPE)
@inlined
def step(s: Record, _asking: Any, seat: int, action: int) -> None:
    """Apply an action."""
    act(s, seat, action)
