"""The course of a game: the deal, the first player, rolls, draws, plays, discards and the end.

Every function here trusts its caller: `parlour.games.savannah.legal` has been asked before.

A draw, and the deal onto three aces, can stop in the middle: when the stock has to be made anew,
or when a view does not know the card. What is still to be done is the state's *task*; `carry_on`
goes on with it as soon as it can.
"""

from typing import Any

from numpy import uint64

from parlour.cards import ACE as HIGHEST_RANK
from parlour.cards import make_card
from parlour.games.bits import EMPTY, ONE, bit, lowest
from parlour.games.jit import Record, compiled, inlined, int64
from parlour.games.savannah.actions import (
    BY_CARD,
    PILE,
    RESERVE,
    SEAT,
    by_rank,
    card_of,
)
from parlour.games.savannah.legal import place_of_card, place_of_rank
from parlour.games.savannah.state import (
    ALL_KNOWN,
    BLOCKED,
    DEAL_FIRST,
    DEAL_LAST,
    DISCARDS,
    DRAW,
    FOUNDATIONS,
    HAND,
    IDLE,
    LIMIT,
    MOST_IN_PILE,
    NONE,
    OPENING,
    OVER,
    PACK,
    PLAY,
    ROLL,
    WON,
)
from parlour.games.savannah.state import RESERVE as RESERVE_CARDS
from parlour.games.savannah.tables import DEUCE, RANK, RANKS
from parlour.games.savannah.view import hide
from parlour.games.savannah.waiting import NOWHERE, count_covered, hold, packs_of, roller, unnamed

_LAID_FACE_DOWN = 0b010101
"""SAV: "every other card starting with the first face down"."""

_FIRST_ACE = make_card(HIGHEST_RANK, 0)
"""Aces have the highest numbers of all cards."""


# The deal and the first player


@compiled
def deal(s: Record, order: Any) -> None:
    """Deal from a shuffled pack: all reserves, all discard piles, three foundations, the stock."""
    players = int64(s.players)
    taken = 0
    for seat in range(players):
        for place in range(RESERVE_CARDS):
            s.reserve[seat, place] = order[taken]
            taken += 1
        s.reserve_left[seat] = RESERVE_CARDS
    for seat in range(players):
        for place in range(DISCARDS):
            s.pile[seat, place] = order[taken]
            taken += 1
        s.pile_size[seat] = DISCARDS
        s.face_down[seat] = _LAID_FACE_DOWN
    for foundation in range(FOUNDATIONS):
        s.top[foundation] = order[taken]
        s.depth[foundation] = 1
        taken += 1
    s.stock_left = PACK * packs_of(s) - taken
    _lay_stock(s, order, taken)
    s.to_roll = (ONE << uint64(players)) - ONE
    s.phase = OPENING
    s.task = DEAL_FIRST
    carry_on(s)


@inlined
def _lay_stock(s: Record, order: Any, first: int) -> None:
    """Lay the cards of *order* from *first* on as the stock, the first of them to be drawn next."""
    left = int64(s.stock_left)
    for place in range(left):
        s.stock[left - 1 - place] = order[first + place]
    if s.observer != ALL_KNOWN:
        hide(s, int64(s.observer))


@compiled
def reshuffle(s: Record, order: Any, count: int) -> None:
    """Make the stock anew of all foundation cards but the three top ones."""
    for place in range(count):
        s.recycled[place] = s.covered[place]
        s.covered[place] = NONE
    for place in range(count, MOST_IN_PILE):
        if s.recycled[place] == NONE:
            break
        s.recycled[place] = NONE
    for foundation in range(FOUNDATIONS):
        s.depth[foundation] = 1
    s.reshuffles += 1
    s.stock_left = count
    _lay_stock(s, order, 0)
    carry_on(s)


@compiled
def roll_for_first(s: Record, one: int, other: int) -> None:
    """A seat rolls for the first turn; "highest begins", and those who tie roll again."""
    seat = roller(s)
    s.rolled[seat, 0], s.rolled[seat, 1] = one, other
    s.to_roll = int64(s.to_roll) ^ (1 << seat)
    if s.to_roll > 0:
        return
    best, tied = 0, EMPTY
    for player in range(s.players):
        total = int64(s.rolled[player, 0]) + int64(s.rolled[player, 1])
        if total > best:
            best, tied = total, EMPTY
        if total == best:
            tied |= bit(player)
        s.rolled[player, 0], s.rolled[player, 1] = 0, 0
    if tied & (tied - ONE):
        s.to_roll = tied
    else:
        s.first = lowest(tied)
        s.turn = s.first
        s.phase = ROLL


# The turn


@inlined
def roll(s: Record, one: int, other: int) -> None:
    """The turn's roll; then "draw until four cards are in hand"."""
    s.dice[0], s.dice[1] = one, other
    s.phase = PLAY
    s.task = DRAW
    carry_on(s)


@inlined
def _cover(s: Record, foundation: int, card: int) -> None:
    """Put a card on a foundation."""
    s.covered[count_covered(s)] = s.top[foundation]
    s.top[foundation] = card
    s.depth[foundation] += 1


@inlined
def _take_from_stock(s: Record) -> int:
    s.stock_left -= 1
    left = int64(s.stock_left)
    card = int64(s.stock[left])
    s.stock[left] = NONE
    return card


@compiled
def three_aces(s: Record) -> bool:
    """Whether all three top cards are aces."""
    return bool(s.top[0] >= _FIRST_ACE and s.top[1] >= _FIRST_ACE and s.top[2] >= _FIRST_ACE)


@compiled
def something_but_aces(s: Record) -> bool:
    """Whether stock and foundations below the tops hold a card that is no ace.

    A card of the stock that a view does not know is taken for one.
    """
    for place in range(count_covered(s)):
        if s.covered[place] < _FIRST_ACE:
            return True
    for place in range(s.stock_left):
        if s.stock[place] < _FIRST_ACE or s.stock[place] == NONE:
            return True
    return False


@inlined
def carry_on(s: Record) -> None:
    """Go on with the task until it is done, or has to wait for a reshuffle or a card's name."""
    while s.task != IDLE and (s.observer == ALL_KNOWN or unnamed(s) == NOWHERE):
        seat = int64(s.turn)
        if s.task == DRAW:
            while s.hand_size[seat] < HAND and s.stock_left > 0:
                hold(s, seat, _take_from_stock(s))
                if s.observer == seat:
                    break
            if s.hand_size[seat] == HAND or (s.stock_left == 0 and count_covered(s) == 0):
                s.task = IDLE
            elif s.stock_left == 0:
                return
        elif s.task == DEAL_FIRST and not (three_aces(s) and something_but_aces(s)):
            s.task = DRAW if s.phase == PLAY and s.hand_size[seat] == 0 else IDLE
        elif s.stock_left > 0:
            _cover(s, int64(s.task) - DEAL_FIRST, _take_from_stock(s))
            s.task = DEAL_FIRST if s.task == DEAL_LAST else s.task + 1
        else:
            return


@inlined
def _take_from_hand(s: Record, seat: int, place: int) -> int:
    card = int64(s.hand[seat, place])
    for later in range(place, HAND - 1):
        s.hand[seat, later] = s.hand[seat, later + 1]
    s.hand[seat, HAND - 1] = NONE
    s.hand_size[seat] -= 1
    return card


@inlined
def _take_named(s: Record, seat: int, action: int) -> int:
    """Take the card out of a hand that an action names, by its rank or with its suit."""
    if action >= BY_CARD:
        card = card_of(action)
        _take_from_hand(s, seat, place_of_card(s, seat, card))
        return card
    return _take_from_hand(s, seat, place_of_rank(s, seat, action % len(RANKS)))


@inlined
def _take_from_reserve(s: Record, seat: int) -> int:
    s.reserve_left[seat] -= 1
    left = int64(s.reserve_left[seat])
    card = int64(s.reserve[seat, left])
    s.reserve[seat, left] = NONE
    return card


@inlined
def _take_from_pile(s: Record, owner: int) -> int:
    """Take the top of a discard pile; "a face-down card that is exposed is turned over"."""
    s.pile_size[owner] -= 1
    size = int64(s.pile_size[owner])
    card = int64(s.pile[owner, size])
    s.pile[owner, size] = NONE
    if 0 < size <= DISCARDS:
        s.face_down[owner] = int64(s.face_down[owner]) & ((1 << size - 1) - 1)
    return card


@inlined
def left(s: Record, seat: int) -> int:
    """How many cards a seat has in reserve and discard pile together."""
    return int64(s.reserve_left[seat]) + int64(s.pile_size[seat])


@compiled
def discard(s: Record, action: int) -> None:
    """The closing discard: a hand card, face up on one's discard pile."""
    seat = int64(s.turn)
    s.pile[seat, s.pile_size[seat]] = _take_named(s, seat, action)
    s.pile_size[seat] += 1
    end_turn(s)


@inlined
def play(s: Record, action: int) -> None:
    """The player on turn plays a card to a foundation; whatever follows from it happens too.

    First it is seen who has won, then come three aces, then the refill of an empty hand
    (*decided*).
    """
    seat = int64(s.turn)
    if action < RESERVE or action >= BY_CARD:
        foundation = by_rank(action) // len(RANKS)
        card = _take_named(s, seat, action)
    else:
        foundation = (action - RESERVE) % FOUNDATIONS
        owner = seat
        if action < PILE:
            card = _take_from_reserve(s, seat)
        else:
            if action >= SEAT:
                owner = (action - SEAT) // FOUNDATIONS
                foundation = (action - SEAT) % FOUNDATIONS
                s.robbed = 1
            card = _take_from_pile(s, owner)
        if left(s, owner) == 0:
            _cover(s, foundation, card)
            s.plays += 1
            finish(s, WON)
            return
    _cover(s, foundation, card)
    s.plays += 1
    if three_aces(s):
        s.task = DEAL_FIRST
        carry_on(s)
    elif s.hand_size[seat] == 0:
        s.task = DRAW
        carry_on(s)


# The end


@compiled
def blocked(s: Record) -> bool:
    """Whether nobody can ever play again (*decided*).

    All hands are empty, nothing can be drawn, and no roll would give anyone a play.
    """
    if s.stock_left > 0 or count_covered(s) > 0 or not three_aces(s):
        return False
    for seat in range(s.players):
        if s.hand_size[seat] > 0:
            return False
        reserve, pile = int64(s.reserve_left[seat]), int64(s.pile_size[seat])
        if reserve > 0 and RANK[s.reserve[seat, reserve - 1]] <= DEUCE:
            return False
        if pile > 0 and RANK[s.pile[seat, pile - 1]] <= DEUCE:
            return False
    return True


@compiled
def end_turn(s: Record) -> None:
    """The turn is over; the next seat's begins unless the game is blocked or at its limit."""
    players = int64(s.players)
    s.dice[0], s.dice[1] = 0, 0
    s.plays, s.robbed = 0, 0
    s.turns += 1
    if blocked(s):
        finish(s, BLOCKED)
    elif 0 < s.limit <= s.turns and s.turns % players == 0:
        finish(s, LIMIT)
    else:
        s.turn = s.turn + 1 if s.turn + 1 < players else 0
        s.phase = ROLL


@compiled
def finish(s: Record, ending: int) -> None:
    """The game is over."""
    s.phase = OVER
    s.ending = ending
    s.turn = NONE
