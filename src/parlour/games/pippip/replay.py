"""Making states: a new match, and a state built again from its own history to check it."""

from typing import Any

from parlour.games import engine
from parlour.games.jit import Record, compiled, implements, int64
from parlour.games.pippip.actions import BID as FIRST_BID
from parlour.games.pippip.actions import CALL, PASS
from parlour.games.pippip.draw import RANDOM, begin_draw, end_draw
from parlour.games.pippip.events import act
from parlour.games.pippip.play import clear_hand, deal, hand_score
from parlour.games.pippip.state import CUT, DEALER, DRAW, DTYPE, NONE, OVER, SEATS

_BID_STEP, _LOWEST_BID_IN_TENS = 10, 10


@implements(engine.begin, DTYPE)
@compiled
def begin(s: Record) -> None:
    """Make a record that holds the options, the players and the observer a new match."""
    for seat in range(SEATS):
        s.seating[seat] = seat if seat < s.players else NONE
        s.last_drawn[seat] = NONE
    s.dealer, s.turn = NONE, NONE
    s.trump, s.cut_trump = NONE, NONE
    s.led, s.best_seat = NONE, NONE
    clear_hand(s)
    if s.first_dealer == RANDOM:
        s.phase = DEALER
    else:
        s.phase = DRAW
        begin_draw(s)


@compiled
def _apply(s: Record, seat: int, action: int) -> bool:
    if engine.refuse(s, seat, action) != 0:
        return False
    act(s, seat, action)
    return True


@compiled
def rebuild(states: Any, i: int, fresh: Any, j: int) -> bool:
    """Play the hand of a state again in *fresh*, a new match with the same options.

    Returns False at the first action that the rules refuse. The fields of the source must be
    within their ranges. Totals, the number of the hand, the dealer and the seating are taken over.
    """
    s, new = states[i], fresh[j]
    finished = s.phase in (CUT, OVER) and s.taken > 0
    end_draw(new)
    new.to_draw = 0
    new.dealer = s.dealer
    new.cut_trump, new.trump = s.cut_trump, s.cut_trump
    new.hand_number = int64(s.hand_number) - int64(finished)
    for seat in range(s.players):
        new.seating[seat] = s.seating[seat]
        new.total[seat] = int64(s.total[seat]) - (hand_score(s, seat) if finished else 0)
    deal(new, s.deal)
    for number in range(s.bids):
        bid = int64(s.bid_made[number])
        action = PASS if bid == 0 else FIRST_BID + bid - _LOWEST_BID_IN_TENS
        if not _apply(new, int64(new.turn), action):
            return False
    calls = 0
    for play in range(int64(s.plays) + 1):
        while calls < s.calls and s.call_play[calls] == play:
            if not _apply(new, int64(s.call_seat[calls]), CALL + int64(s.call_suit[calls])):
                return False
            calls += 1
        if play < s.plays and not _apply(new, int64(new.turn), int64(s.played[play])):
            return False
    return True
