"""The play of a hand: the deal, tricks, draws, calls and the score.

Every function here trusts its caller: `parlour.games.pippip.legal` has been asked before.
"""

from numpy import uint64

from parlour.games.bits import ONE, bit, has
from parlour.games.jit import Record, compiled, inlined, int64
from parlour.games.pippip.actions import FIRST_COURT, UNUSED, UNUSED_TO_CARD
from parlour.games.pippip.legal import unused_courts
from parlour.games.pippip.options import MOST_HANDS
from parlour.games.pippip.state import (
    BID,
    CUT,
    DEAL,
    MOST_BIDS,
    MOST_CALLS,
    MOST_TRICKS,
    NONE,
    OVER,
    PACK,
    PLAY,
)
from parlour.games.pippip.tables import INDEX, WORTH

CARDS_DEALT = 7
CALL_POINTS = 50

AT_ONCE, AFTER_TRICK = range(2)
EACH_DEALS_ONCE, NUMBER_OF_HANDS, TARGET = range(3)
FIRST_CALL = 0

TRUMP = 32
"""What trumps have over the index of their rank, as `best` counts strength."""
_FIRST_COURT = uint64(FIRST_COURT)


@inlined
def seat_after(s: Record, seat: int) -> int:
    """The next seat clockwise."""
    seat += 1
    return int64(0) if seat == s.players else int64(seat)


@inlined
def _hold(s: Record, seat: int, card: int) -> None:
    """Put a card into a hand."""
    if card == NONE:
        s.unknown[seat] += 1
    else:
        s.twice[seat] |= s.hand[seat] & bit(card)
        s.hand[seat] |= bit(card)


@compiled
def _disclose(s: Record, seat: int, card: int) -> None:
    """Let a card of the unknown part of a hand become known."""
    s.unknown[seat] -= 1
    _hold(s, seat, card)


@inlined
def _draw(s: Record, seat: int) -> None:
    _hold(s, seat, int64(s.deal[s.taken]))
    s.taken += 1


@compiled
def clear_hand(s: Record) -> None:
    """Take the last hand off the table."""
    players = int64(s.players)
    for seat in range(players):
        s.hand[seat] = 0
        s.twice[seat] = 0
        s.unknown[seat] = 0
        s.used[seat] = 0
        s.used_twice[seat] = 0
        s.points[seat] = 0
        s.called[seat] = 0
        s.won[seat] = 0
        for suit in range(4):
            s.void[seat, suit] = 0
    for place in range(PACK):
        s.deal[place] = NONE
        s.played[place] = NONE
    for trick in range(MOST_TRICKS):
        s.leader[trick] = NONE
        s.trump_of[trick] = NONE
    s.leader[MOST_TRICKS] = NONE
    for call in range(MOST_CALLS):
        s.call_seat[call] = NONE
        s.call_suit[call] = NONE
        s.call_play[call] = 0
    for bid in range(MOST_BIDS):
        s.bid_made[bid] = 0
    s.taken, s.plays, s.trick, s.calls = 0, 0, 0, 0
    s.bid, s.bids, s.passes, s.out = 0, 0, 0, 0
    s.bidder = NONE
    s.pending = NONE


@compiled
def deal(s: Record, pack: object) -> None:
    """Deal seven cards each, one at a time from eldest, and begin the auction or the play (EN)."""
    players = int64(s.players)
    for place in range(PACK):
        s.deal[place] = pack[place]  # type: ignore[index]
    eldest = seat_after(s, int64(s.dealer))
    seat = eldest
    for _ in range(CARDS_DEALT * players):
        _draw(s, seat)
        seat = seat_after(s, seat)
    s.drawing = 1
    s.leader[0] = eldest
    if s.auction == 1:
        s.phase = BID
        s.turn = s.dealer - 1 if s.dealer > 0 else players - 1
    else:
        s.phase = PLAY
        s.turn = eldest


@compiled
def call(s: Record, seat: int, suit: int) -> None:
    """Pip-Pip: 50 points, and a new trump from the next lead on."""
    unused = unused_courts(s, seat)
    for court in (suit, suit + 4):
        if not has(unused, court):
            _disclose(s, seat, FIRST_COURT + court)
        mark = ONE << uint64(court)
        if uint64(s.used[seat]) & mark:
            s.used_twice[seat] |= mark
        else:
            s.used[seat] |= mark
    number = int64(s.calls)
    s.call_seat[number] = seat
    s.call_suit[number] = suit
    s.call_play[number] = s.plays
    s.calls += 1
    s.called[seat] += 1
    if suit != s.trump and (s.pending == NONE or s.trump_set_by != FIRST_CALL):
        s.pending = suit


@inlined
def _take_from_hand(s: Record, seat: int, card: int, unused: bool) -> None:
    """Take the copy that is played out of a hand: the used one first, unless *unused* is asked."""
    mask = bit(card)
    court = card - FIRST_COURT
    is_court = 0 <= court < 8
    if s.unknown[seat] > 0:
        if unused:
            if not has(unused_courts(s, seat), court):
                _disclose(s, seat, card)
        elif not has(s.hand[seat], card):
            _disclose(s, seat, card)
    second = s.twice[seat] & mask
    s.twice[seat] ^= second
    s.hand[seat] ^= mask ^ second
    if is_court and not unused and s.used[seat] > 0:
        mark = ONE << uint64(court)
        if uint64(s.used_twice[seat]) & mask >> _FIRST_COURT:
            s.used_twice[seat] ^= mark
        elif uint64(s.used[seat]) & mark:
            s.used[seat] ^= mark


@inlined
def play(s: Record, action: int) -> None:
    """The player on turn plays a card; whatever follows from it happens too."""
    seat = int64(s.turn)
    unused = action >= UNUSED
    card = action - UNUSED_TO_CARD if unused else action
    _take_from_hand(s, seat, card, unused)
    s.played[s.plays] = action
    s.plays += 1

    suit = card & 3
    strength = INDEX[s.card_values, card]
    if s.in_trick == 0:
        if s.pending != NONE:
            s.trump = s.pending
            s.pending = NONE
        s.trump_of[s.trick] = s.trump
        s.led = suit
        s.best = strength + TRUMP if suit == s.trump else strength
        s.best_seat = seat
    else:
        if suit != s.led:
            s.void[seat, s.led] = s.trick + 1
        if suit == s.trump:
            strength += TRUMP
        elif suit != s.led:
            strength = -1
        better = strength >= int64(s.best)
        s.best = strength if better else s.best
        s.best_seat = seat if better else s.best_seat
    s.pot += WORTH[s.card_values, card]
    s.in_trick += 1
    if s.drawing == 1 and s.draw_order == AT_ONCE:
        _draw(s, seat)
    if s.in_trick == s.players:
        _complete_trick(s)
    else:
        s.turn = seat_after(s, seat)


@compiled
def _complete_trick(s: Record) -> None:
    winner = int64(s.best_seat)
    players = int64(s.players)
    s.points[winner] += s.pot
    s.won[winner] += 1
    s.trick += 1
    s.leader[s.trick] = winner
    s.turn = winner
    s.pot, s.in_trick, s.best = 0, 0, 0
    s.led, s.best_seat = NONE, NONE
    if s.drawing == 1:
        if s.draw_order == AFTER_TRICK:
            seat = winner
            for _ in range(players):
                _draw(s, seat)
                seat = seat_after(s, seat)
        if PACK - int64(s.taken) < players:
            s.drawing = 0
    if s.trick == PACK // players:
        _end_hand(s)


@compiled
def hand_score(s: Record, seat: int) -> int:
    """What the hand counts for a seat: cards won and calls, or minus a bid that failed."""
    score = int64(s.points[seat]) + CALL_POINTS * int64(s.called[seat])
    over = s.phase in (CUT, OVER)
    if over and s.bidder == seat and score < s.bid:
        return -int64(s.bid)
    return score


@compiled
def _end_hand(s: Record) -> None:
    s.phase = CUT
    s.turn = NONE
    s.hand_number += 1
    best = int64(-1_000_000)
    for seat in range(s.players):
        s.total[seat] += hand_score(s, seat)
        best = max(best, int64(s.total[seat]))
    if s.match_length == TARGET:
        over = best >= s.length or s.hand_number >= MOST_HANDS
    elif s.match_length == NUMBER_OF_HANDS:
        over = s.hand_number >= s.length
    else:
        over = s.hand_number >= s.players
    if over:
        s.phase = OVER


@compiled
def cut(s: Record, suit: int) -> None:
    """A card is cut for the trump of the hand to come, before the shuffle."""
    if s.trick > 0:
        s.dealer = seat_after(s, int64(s.dealer))
        clear_hand(s)
    s.cut_trump, s.trump = suit, suit
    s.phase = DEAL
