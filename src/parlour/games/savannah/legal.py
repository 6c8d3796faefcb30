"""What a seat may do, and why it may not do the rest.

`legal` is the rule; `why_not` only puts a name to what `legal` leaves out.
"""

from numpy import uint64

from parlour.games.bits import EMPTY, bit, has
from parlour.games.jit import Record, compiled, inlined, int64
from parlour.games.refusals import FIRST, SECOND
from parlour.games.savannah.actions import (
    BY_CARD,
    DISCARD,
    END,
    PILE,
    RESERVE,
    SEAT,
    card_of,
    is_discard,
)
from parlour.games.savannah.fitting import fits, fitting, spots
from parlour.games.savannah.reasons import (
    DISCARD_TO_END,
    DOES_NOT_FIT,
    MATCH_OVER,
    NAME_THE_CARD,
    NO_DOUBLES,
    NO_SUCH_SEAT,
    NOT_IN_HAND,
    NOT_YET,
    NOT_YOUR_TURN,
    OTHER_PILE_EMPTY,
    OWN_PILE,
    PILE_EMPTY,
    RANK_NOT_IN_HAND,
    RESERVE_EMPTY,
    ROBBED_ALREADY,
)
from parlour.games.savannah.state import FOUNDATIONS, HAND, NONE, OVER, PACK, PLAY
from parlour.games.savannah.tables import AS_SET, RANK, RANKS
from parlour.games.savannah.waiting import awaits, copies_unseen

_RANKS = len(RANKS)
_FOUNDATIONS = uint64(FOUNDATIONS)


@inlined
def ranks_in_hand(s: Record, seat: int) -> uint64:
    """The set of the ranks that a seat is known to hold."""
    return (
        AS_SET[s.hand[seat, 0]]
        | AS_SET[s.hand[seat, 1]]
        | AS_SET[s.hand[seat, 2]]
        | AS_SET[s.hand[seat, 3]]
    )


@inlined
def may_rob(s: Record) -> bool:
    """Whether another's discard pile may be played from (SAV: once in a turn, on doubles)."""
    return bool(s.dice[0] == s.dice[1] and s.robbed == 0)


@inlined
def top_of_reserve(s: Record, seat: int) -> int:
    """The top card of a reserve, 255 if there is none."""
    return int64(s.reserve[seat, max(int64(s.reserve_left[seat]) - 1, 0)])


@inlined
def top_of_pile(s: Record, seat: int) -> int:
    """The top card of a discard pile, 255 if there is none."""
    return int64(s.pile[seat, max(int64(s.pile_size[seat]) - 1, 0)])


@compiled
def _other_piles(s: Record, seat: int) -> uint64:
    """Which tops of other discard piles go on which foundations: three bits for each seat."""
    plays = EMPTY
    for other in range(s.players):
        if other != seat:
            plays |= spots(s, top_of_pile(s, other)) << uint64(other) * _FOUNDATIONS
    return plays


@inlined
def legal(s: Record, seat: int) -> tuple[uint64, uint64]:
    """The set of actions a seat may do now, as two words."""
    if s.phase != PLAY or seat != s.turn or awaits(s) != 0:
        return EMPTY, EMPTY
    ranks = ranks_in_hand(s, seat)
    first = ranks << uint64(DISCARD)
    first |= ranks & fitting(s, 0)
    first |= (ranks & fitting(s, 1)) << uint64(_RANKS)
    first |= (ranks & fitting(s, 2)) << uint64(2 * _RANKS)
    if s.hand_size[seat] == 0:
        first |= bit(END)
    first |= spots(s, top_of_reserve(s, seat)) << uint64(RESERVE)
    first |= spots(s, top_of_pile(s, seat)) << uint64(PILE)
    if may_rob(s):
        others = _other_piles(s, seat)
        return first | others << uint64(SEAT), others >> uint64(64 - SEAT)
    return first, EMPTY


@inlined
def place_of_rank(s: Record, seat: int, rank: int) -> int:
    """The place in a hand of its first card of a rank, by suit; 4 if none is known."""
    first, found = int64(NONE), int64(HAND)
    for place in range(HAND):
        card = int64(s.hand[seat, place])
        if RANK[card] == rank and card < first:
            first, found = card, place
    return found


@inlined
def place_of_card(s: Record, seat: int, card: int) -> int:
    """The place in a hand of a card, or of one not known if the card is not there; 4 if none."""
    unknown = int64(HAND)
    for place in range(int64(s.hand_size[seat])):
        if s.hand[seat, place] == card:
            return place
        if s.hand[seat, place] == NONE:
            unknown = place
    return unknown


@compiled
def _may_hold(s: Record, seat: int, card: int) -> bool:
    """Whether a seat holds a card, or may hold it in what the observer does not know."""
    place = place_of_card(s, seat, card)
    if place == HAND:
        return False
    return bool(s.hand[seat, place] == card or copies_unseen(s, card) > 0)


@inlined
def _letter(rank: int) -> int:
    """A rank as `parlour.cards` numbers them, the ace being the highest."""
    return (rank + _RANKS - 1) % _RANKS


@compiled
def _why_not_fit(s: Record, rank: int, foundation: int) -> int:
    return DOES_NOT_FIT | _letter(rank) << FIRST | _letter(RANK[s.top[foundation]]) << SECOND


@compiled
def _why_no_card(s: Record, seat: int, action: int) -> int:
    """Why a hand card named by rank and suit cannot be used; 0 if it can."""
    card = card_of(action)
    if not _may_hold(s, seat, card):
        return NOT_IN_HAND | card << FIRST
    foundation = (action - BY_CARD) // PACK
    if is_discard(action) or fits(s, card, foundation):
        return 0
    return _why_not_fit(s, RANK[card], foundation)


@compiled
def _why_no_rank(s: Record, seat: int, action: int) -> int:
    """Why a hand card named by rank alone cannot be used."""
    rank = action % _RANKS
    if has(ranks_in_hand(s, seat), rank):
        return _why_not_fit(s, rank, action // _RANKS)
    size = int64(s.hand_size[seat])
    if size > 0 and s.hand[seat, size - 1] == NONE:
        return NAME_THE_CARD
    return RANK_NOT_IN_HAND | _letter(rank) << FIRST


@compiled
def _why_not_from_seat(s: Record, seat: int, action: int) -> int:
    """Why the top of another's discard pile cannot be played."""
    other = (action - SEAT) // FOUNDATIONS
    if other >= s.players:
        return NO_SUCH_SEAT | other << FIRST
    if other == seat:
        return OWN_PILE
    if s.dice[0] != s.dice[1]:
        return NO_DOUBLES
    if s.robbed == 1:
        return ROBBED_ALREADY
    card = top_of_pile(s, other)
    if card == NONE:
        return OTHER_PILE_EMPTY | other << FIRST
    return _why_not_fit(s, RANK[card], (action - SEAT) % FOUNDATIONS)


@compiled
def why_not(s: Record, seat: int, action: int) -> int:
    """Why a seat may not do an action that is not in its `legal` set: a packed refusal.

    0 if the action names the card of one that is.
    """
    if s.phase == OVER:
        return MATCH_OVER
    awaited = awaits(s)
    if awaited != 0:
        return NOT_YET | awaited << FIRST
    if seat != s.turn:
        return NOT_YOUR_TURN | seat << FIRST | int64(s.turn) << SECOND
    if action >= BY_CARD:
        return _why_no_card(s, seat, action)
    if action >= SEAT:
        return _why_not_from_seat(s, seat, action)
    if action == END:
        return DISCARD_TO_END
    if action < RESERVE:
        return _why_no_rank(s, seat, action)
    from_reserve = action < PILE
    card = top_of_reserve(s, seat) if from_reserve else top_of_pile(s, seat)
    if card == NONE:
        return RESERVE_EMPTY if from_reserve else PILE_EMPTY
    return _why_not_fit(s, RANK[card], (action - RESERVE) % FOUNDATIONS)
