"""What a seat, or a spectator, may know of a state: the one place that decides it.

Hidden from everybody, their owners too, are reserves below the top, face-down discards and the
stock; from the others, a hand. How many cards there are is public everywhere.
"""

from parlour.games import engine
from parlour.games.jit import Record, compiled, implements, int64
from parlour.games.savannah.state import DISCARDS, DTYPE, NONE


@compiled
def hide(s: Record, observer: int) -> None:
    """Forget every card that an observer may not know."""
    for seat in range(s.players):
        for place in range(int64(s.reserve_left[seat]) - 1):
            s.reserve[seat, place] = NONE
        for place in range(DISCARDS):
            if int64(s.face_down[seat]) >> place & 1:
                s.pile[seat, place] = NONE
        if seat != observer:
            for place in range(s.hand_size[seat]):
                s.hand[seat, place] = NONE
    for place in range(s.stock_left):
        s.stock[place] = NONE


@implements(engine.redact, DTYPE)
@compiled
def redact(s: Record, seat: int) -> None:
    """Make a complete state the view of a seat (254: a spectator's)."""
    s.observer = seat
    hide(s, seat)
