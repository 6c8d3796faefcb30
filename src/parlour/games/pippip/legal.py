"""What a seat may do, and why it may not do the rest.

`legal` is the rule; `why_not` only puts a name to what `legal` leaves out.
"""

from numpy import uint64

from parlour.games import engine
from parlour.games.bits import EMPTY, ONE, bit, has
from parlour.games.jit import Record, compiled, implements, inlined, int64
from parlour.games.pippip.actions import (
    BID as FIRST_BID,
)
from parlour.games.pippip.actions import (
    BID_STEP,
    CALL,
    DECLINE,
    FIRST_COURT,
    LOWEST_BID,
    PASS,
    UNUSED,
    UNUSED_TO_CARD,
)
from parlour.games.pippip.reasons import (
    AUCTION_IS_ON,
    BID_100_NOT_OPEN,
    BID_EXACTLY,
    BID_LIMIT,
    CALLS_BEFORE_LEAD,
    MARRIAGE_OF_TRUMPS,
    MARRIAGE_USED,
    MATCH_OVER,
    MUST_BID,
    MUST_FOLLOW,
    NO_AUCTION,
    NO_CALL_AFTER_100,
    NO_CHOICE_OF_COPY,
    NO_MARRIAGE,
    NOT_ASKED,
    NOT_IN_HAND,
    NOT_YET,
    NOT_YOUR_TURN,
)
from parlour.games.pippip.state import BID, DTYPE, NONE, OVER, PACK, PLAY
from parlour.games.pippip.tables import IN_SUIT
from parlour.games.refusals import FIRST, SECOND

OPENING_BID = 110
SPECIAL_BID = 100
HIGHEST_BIDS = (660, 640)
"""The highest multiple of ten that a hand can bring, by card values (*decided*)."""

BEFORE_LEAD = 1

_COURTS = uint64(255)
_FOUR = uint64(4)
_SUITS = uint64(15)
_FIRST_COURT = uint64(FIRST_COURT)
_CALLS = uint64(CALL)
_UNUSED = uint64(UNUSED)


@compiled
def unseen(s: Record) -> tuple[uint64, uint64]:
    """The cards of which the observer has not seen one copy, and those he has not seen at all."""
    once, twice = EMPTY, EMPTY
    for seat in range(s.players):
        twice |= s.twice[seat] | (once & s.hand[seat])
        once |= s.hand[seat]
    for play in range(s.plays):
        action = int64(s.played[play])
        card = bit(action - UNUSED_TO_CARD if action >= UNUSED else action)
        twice |= once & card
        once |= card
    for place in range(s.taken, PACK):
        if s.deal[place] != NONE:
            card = bit(s.deal[place])
            twice |= once & card
            once |= card
    every = bit(CALL) - ONE
    return every & ~twice, every & ~once


@inlined
def unused_courts(s: Record, seat: int) -> uint64:
    """The courts of which a seat is known to hold a copy that has not served in a call."""
    once = (s.hand[seat] >> _FIRST_COURT) & _COURTS
    twice = (s.twice[seat] >> _FIRST_COURT) & _COURTS
    return (once & ~uint64(s.used[seat])) | (twice & ~uint64(s.used_twice[seat]))


@compiled
def _possible_marriages(s: Record, seat: int) -> uint64:
    """Marriages a seat may hold in the part of its hand that the observer does not know."""
    once, _ = unseen(s)
    hidden = (once >> _FIRST_COURT) & _COURTS
    known = unused_courts(s, seat)
    marriages = EMPTY
    for suit in range(4):
        missing = 0
        possible = True
        for court in (suit, suit + 4):
            if not has(known, court):
                missing += 1
                possible = possible and has(hidden, court)
        if possible and missing <= int64(s.unknown[seat]):
            marriages |= bit(suit)
    return marriages


@inlined
def marriages(s: Record, seat: int) -> uint64:
    """The suits of which a seat holds an unused king and an unused queen."""
    if s.unknown[seat] > 0:
        return _possible_marriages(s, seat)
    unused = unused_courts(s, seat)
    return unused & (unused >> _FOUR) & _SUITS


@inlined
def calls(s: Record, seat: int) -> uint64:
    """The suits a seat may call, now that the hand is being played.

    EN, JA: at any time; RU: "just before a card is led to any trick".
    """
    if s.call_time == BEFORE_LEAD and s.in_trick > 0:
        return EMPTY
    suits = marriages(s, seat)
    if suits and s.trump_marriage == 0:
        suits &= ~bit(s.trump)
    if suits and s.bid == SPECIAL_BID and seat == s.bidder:
        return EMPTY
    return suits


@compiled
def _possible_plays(s: Record, seat: int) -> uint64:
    """The cards a seat may play as far as the observer, who does not know them all, can tell."""
    known = s.hand[seat]
    cards = known | unseen(s)[0]
    if s.in_trick > 0 and s.must_follow == 1 and known & IN_SUIT[s.led]:
        return cards & IN_SUIT[s.led]
    return cards


@inlined
def plays(s: Record, seat: int) -> uint64:
    """The cards a seat may play when it is its turn (JA, RU: follow suit if you can)."""
    if s.unknown[seat] > 0:
        return _possible_plays(s, seat)
    cards = s.hand[seat]
    if s.in_trick == 0 or s.must_follow == 0:
        return cards
    following = cards & IN_SUIT[s.led]
    return following if following != EMPTY else cards


@inlined
def _copies_to_choose(s: Record, seat: int, cards: uint64) -> uint64:
    """The courts among *cards* of which a seat may play the unused copy instead of the used."""
    used = uint64(s.used[seat]) & ~uint64(s.used_twice[seat])
    if not used:
        return EMPTY
    twice = s.twice[seat]
    if s.unknown[seat] > 0:
        twice |= unseen(s)[0]
    return ((cards & twice) >> _FIRST_COURT) & used


@compiled
def _bids(s: Record) -> uint64:
    """The bids open to the speaker, as bits from PASS on (EN's last paragraph)."""
    if s.bid == 0:
        if s.passes == 2:
            return bit(FIRST_BID - PASS) | bit(FIRST_BID + 1 - PASS)
        return ONE | bit(FIRST_BID + 1 - PASS)
    if s.bid >= HIGHEST_BIDS[s.card_values]:
        return ONE
    return ONE | bit(FIRST_BID - PASS + (int64(s.bid) + BID_STEP - LOWEST_BID) // BID_STEP)


@implements(engine.legal, DTYPE)
@inlined
def legal(s: Record, seat: int) -> tuple[uint64, uint64]:
    """The set of actions a seat may do now, in or out of turn, as two words."""
    if s.phase == PLAY:
        actions = calls(s, seat) << _CALLS
        if seat == s.turn:
            cards = plays(s, seat)
            actions |= cards | (_copies_to_choose(s, seat, cards) << _UNUSED)
        return actions, EMPTY
    if s.phase == BID and seat == s.turn:
        return EMPTY, _bids(s)
    return EMPTY, EMPTY


@compiled
def _why_no_call(s: Record, seat: int, suit: int) -> int:
    if s.phase == BID:
        return AUCTION_IS_ON
    if s.bid == SPECIAL_BID and seat == s.bidder:
        return NO_CALL_AFTER_100
    if s.call_time == BEFORE_LEAD and s.in_trick > 0:
        return CALLS_BEFORE_LEAD
    if has(marriages(s, seat), suit):
        return MARRIAGE_OF_TRUMPS | suit << FIRST
    courts = (s.hand[seat] >> _FIRST_COURT) & _COURTS
    if has(courts, suit) and has(courts, suit + 4):
        return MARRIAGE_USED | suit << FIRST
    return NO_MARRIAGE | suit << FIRST


@compiled
def _why_no_play(s: Record, seat: int, action: int) -> int:
    if s.phase == BID:
        return AUCTION_IS_ON
    if seat != s.turn:
        return NOT_YOUR_TURN | seat << FIRST | int64(s.turn) << SECOND
    card = action - UNUSED_TO_CARD if action >= UNUSED else action
    if not has(s.hand[seat], card):
        return NOT_IN_HAND | card << FIRST
    if not has(plays(s, seat), card):
        return MUST_FOLLOW | int64(s.led) << FIRST
    return NO_CHOICE_OF_COPY | card << FIRST


@compiled
def _why_no_bid(s: Record, seat: int, action: int) -> int:
    if s.phase == PLAY:
        return NO_AUCTION
    if seat != s.turn:
        return NOT_YOUR_TURN | seat << FIRST | int64(s.turn) << SECOND
    if action == PASS:
        return MUST_BID
    limit = HIGHEST_BIDS[s.card_values]
    if s.bid >= limit:
        return BID_LIMIT | limit << FIRST
    if action == FIRST_BID and s.bid == 0:
        return BID_100_NOT_OPEN
    bid = OPENING_BID if s.bid == 0 else int64(s.bid) + BID_STEP
    return BID_EXACTLY | bid << FIRST


@implements(engine.why_not, DTYPE)
@compiled
def why_not(s: Record, seat: int, action: int) -> int:
    """Why a seat may not do an action that is not `legal` for it: a packed refusal."""
    if s.phase == OVER:
        return MATCH_OVER
    if s.phase < BID:
        return NOT_YET | (int64(s.phase) + 1) << FIRST
    if action >= DECLINE:
        return NOT_ASKED
    if action >= PASS:
        return _why_no_bid(s, seat, action)
    if CALL <= action < UNUSED:
        return _why_no_call(s, seat, action - CALL)
    return _why_no_play(s, seat, action)
