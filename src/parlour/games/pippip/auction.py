"""The auction of EN's closing paragraph, completed by our own rules where it breaks off."""

from collections.abc import Sequence

from numpy import uint64

from parlour.games.bits import ONE, bit, has, popcount
from parlour.games.jit import Record, compiled, int64
from parlour.games.pippip.actions import BID, BID_STEP, LOWEST_BID, PASS
from parlour.games.pippip.play import seat_after
from parlour.games.pippip.state import PLAY

_TWO_PASSES = 2


@compiled
def speak(s: Record, action: int) -> None:
    """The speaker bids or passes; the auction goes on or ends.

    Two passes in a row after a bid end it, and so does being the only one still in.
    """
    seat = int64(s.turn)
    if action == PASS:
        s.out |= bit(seat)
        s.passes += 1
    else:
        s.bid = LOWEST_BID + (action - BID) * BID_STEP
        s.bidder = seat
        s.passes = 0
        s.bid_made[s.bids] = int64(s.bid) // BID_STEP
    s.bids += 1
    everybody = (ONE << uint64(s.players)) - ONE
    still_in = popcount(everybody & ~uint64(s.out))
    if s.bid > 0 and (s.passes >= _TWO_PASSES or still_in == 1):
        s.phase = PLAY
        s.turn = s.leader[0]
        return
    seat = seat_after(s, seat)
    while has(uint64(s.out), seat):
        seat = seat_after(s, seat)
    s.turn = seat


def speakers(players: int, dealer: int, bids: Sequence[int]) -> list[int]:
    """The seats that made *bids*, of which 0 is a pass.

    EN: the player to the dealer's right speaks first; who has passed is skipped.

    >>> speakers(4, 0, [0, 110, 120, 0, 130])
    [3, 0, 1, 2, 0]
    """
    seats: list[int] = []
    passed: set[int] = set()
    seat = (dealer - 1) % players
    for bid in bids:
        while seat in passed:
            seat = (seat + 1) % players
        seats.append(seat)
        if bid == 0:
            passed.add(seat)
        seat = (seat + 1) % players
    return seats
