"""What a seat, or a spectator, may know of a state: the one place that decides it."""

from numpy import uint64

from parlour.games import engine
from parlour.games.bits import popcount
from parlour.games.jit import Record, compiled, implements, int64
from parlour.games.pippip.actions import FIRST_COURT
from parlour.games.pippip.play import AT_ONCE, CARDS_DEALT
from parlour.games.pippip.state import DTYPE, NONE, PACK

_EXPOSED = 0
_FIRST_COURT = uint64(FIRST_COURT)


@compiled
def receiver(s: Record, place: int) -> int:
    """The seat that got the card at a place of the pack, dealt or drawn."""
    players = int64(s.players)
    eldest = int64(s.leader[0])
    draws = place - CARDS_DEALT * players
    if draws < 0:
        return (eldest + place) % players
    trick = draws // players
    first = s.leader[trick] if s.draw_order == AT_ONCE else s.leader[trick + 1]
    return (int64(first) + draws) % players


@compiled
def stock_is_shown(s: Record) -> bool:
    """Whether the rest of the stock lies open (EN, RU; JA puts it aside unseen)."""
    return bool(s.rest_of_stock == _EXPOSED and s.drawing == 0)


@implements(engine.redact, DTYPE)
@compiled
def redact(s: Record, seat: int) -> None:
    """Make a complete state the view of a seat (254: a spectator's).

    Of other hands only the cards shown in calls stay, and how many there are beside them.
    """
    s.observer = seat
    if s.taken == 0:
        return
    for other in range(s.players):
        if other != seat:
            held = popcount(s.hand[other]) + popcount(s.twice[other])
            s.hand[other] = uint64(s.used[other]) << _FIRST_COURT
            s.twice[other] = uint64(s.used_twice[other]) << _FIRST_COURT
            shown = popcount(s.hand[other]) + popcount(s.twice[other])
            s.unknown[other] = int64(s.unknown[other]) + held - shown
    taken = int64(s.taken)
    for place in range(taken):
        if receiver(s, place) != seat:
            s.deal[place] = NONE
    if not stock_is_shown(s):
        for place in range(taken, PACK):
            s.deal[place] = NONE
