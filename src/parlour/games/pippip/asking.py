"""One at a time: whom a driver asks whether he calls, besides the calls on a player's own turn.

After the deal or the auction everybody is asked, from eldest. With calls at any time each player
is asked after each draw of his own; with calls before the lead all are asked before every lead,
from the leader. One round only, and only those who hold a marriage they can call.
"""

from typing import Any

from numpy import uint64

from parlour.games import engine
from parlour.games.bits import bit
from parlour.games.jit import Record, compiled, implements, inlined, int64
from parlour.games.pippip.actions import CALL, DECLINE, PASS, UNUSED
from parlour.games.pippip.legal import BEFORE_LEAD, calls
from parlour.games.pippip.play import AT_ONCE, seat_after
from parlour.games.pippip.state import DTYPE, PLAY

_SEAT, _LEFT = range(2)
_CALLS = uint64(CALL)


@inlined
def _ask(asking: Any, seat: int, count: int) -> None:
    asking[_SEAT] = seat
    asking[_LEFT] = count


@implements(engine.begin_asking, DTYPE)
@compiled
def begin_asking(s: Record, asking: Any) -> None:
    """After the deal, unless an auction comes first: everybody from eldest."""
    _ask(asking, int64(s.leader[0]), int64(s.players) if s.phase == PLAY else 0)


@implements(engine.asked, DTYPE)
@inlined
def asked(s: Record, asking: Any) -> int:
    """The seat that is asked now: the next of the round that has a call; 255 if none."""
    while asking[_LEFT] > 0:
        seat = int64(asking[_SEAT])
        if calls(s, seat):
            return seat
        _ask(asking, seat_after(s, seat), asking[_LEFT] - 1)
    return engine.NOBODY


@implements(engine.answers, DTYPE)
@inlined
def answers(s: Record, seat: int) -> tuple[uint64, uint64]:
    """The calls of a seat that is asked, or to decline."""
    return calls(s, seat) << _CALLS, bit(DECLINE - engine.WORD)


@implements(engine.step, DTYPE)
@inlined
def step(s: Record, asking: Any, seat: int, action: int) -> None:
    """Apply an action or answer, and see whom to ask next."""
    if action == DECLINE:
        _ask(asking, seat_after(s, seat), asking[_LEFT] - 1)
        return
    taken = s.taken
    engine.act(s, seat, action)
    if CALL <= action < UNUSED:
        return
    asking[_LEFT] = 0
    if s.phase != PLAY:
        return
    everybody = int64(s.players)
    if action >= PASS:
        _ask(asking, int64(s.leader[0]), everybody)
    elif s.call_time == BEFORE_LEAD:
        if s.in_trick == 0:
            _ask(asking, int64(s.turn), everybody)
    elif s.taken != taken:
        if s.draw_order == AT_ONCE:
            _ask(asking, seat, 1)
        else:
            _ask(asking, int64(s.turn), everybody)
