"""What every game tells the engine: functions over a record, implemented once a game.

A game's records come in arrays. `s` is one record; seats are numbered from 0; a set of actions is
two 64-bit words, action *a* being bit *a* of the first or *a* − 64 of the second; a refusal is
a packed number (`parlour.games.refusals`), 0 for none. Functions that change a record trust their
caller.
"""

from typing import Any

from numpy import uint64

from parlour.games.bits import has
from parlour.games.jit import Record, generic, inlined

WORD = 64
NOBODY = 255


@generic
def begin(s: Record) -> None:
    """Make a cleared record that holds options, players and observer a new match."""
    raise NotImplementedError


@generic
def awaits(s: Record) -> int:
    """The kind of chance event that must come next (`parlour.games.chance`), 0 if none."""
    raise NotImplementedError


@generic
def turn(s: Record) -> int:
    """The seat whose turn it is, 255 if nobody's."""
    raise NotImplementedError


@generic
def over(s: Record) -> bool:
    """Whether the match has ended."""
    raise NotImplementedError


@generic
def legal(s: Record, seat: int) -> tuple[uint64, uint64]:
    """The actions a seat may do now, in or out of turn."""
    raise NotImplementedError


@generic
def why_not(s: Record, seat: int, action: int) -> int:
    """The refusal of an action that is not in a seat's legal set.

    0 if it only says more exactly which card is meant than one that is (`Game.plain_actions`).
    """
    raise NotImplementedError


@generic
def act(s: Record, seat: int, action: int) -> None:
    """Apply a legal action."""
    raise NotImplementedError


@generic
def refuse_chance(s: Record, kind: int, values: Any, count: int) -> int:
    """The refusal of a chance event, 0 if it can happen now."""
    raise NotImplementedError


@generic
def apply_chance(s: Record, kind: int, values: Any, count: int) -> None:
    """Apply a chance event that is not refused."""
    raise NotImplementedError


@generic
def sample_chance(s: Record, rng: Any, values: Any) -> int:
    """Draw the chance event that comes next into `values`; returns how many there are."""
    raise NotImplementedError


@generic
def redact(s: Record, seat: int) -> None:
    """Make a complete state the view of a seat (254: a spectator's)."""
    raise NotImplementedError


@generic
def score(s: Record, seat: int) -> int:
    """A seat's score so far."""
    raise NotImplementedError


@generic
def wins(s: Record, seat: int) -> bool:
    """Whether a seat has won, or shares the win of, a match that is over."""
    raise NotImplementedError


@generic
def bounded(s: Record, actions: tuple[uint64, uint64]) -> tuple[uint64, uint64]:
    """Those of a seat's *actions* among which a program chooses, so that no turn is endless."""
    raise NotImplementedError


@generic
def begin_asking(s: Record, asking: Any) -> None:
    """After a chance event: whom to ask whether he wants to act out of turn.

    `asking` is an array of shape (2,), ``int64``: the next seat to ask and how many seats are left
    to ask, clockwise. It belongs to whoever drives the game one action at a time and is in no
    state, view or log: that somebody is asked tells what he holds.
    """
    raise NotImplementedError


@generic
def asked(s: Record, asking: Any) -> int:
    """The seat that is asked now, 255 if none; `asking` moves on to it."""
    raise NotImplementedError


@generic
def answers(s: Record, seat: int) -> tuple[uint64, uint64]:
    """The actions open to a seat that is asked, declining among them."""
    raise NotImplementedError


@generic
def step(s: Record, asking: Any, seat: int, action: int) -> None:
    """Apply an action or answer, and see whom to ask next."""
    raise NotImplementedError


@inlined
def contains(actions: tuple[uint64, uint64], action: int) -> bool:
    """Whether an action is in a set of actions."""
    if action < WORD:
        return has(actions[0], action)
    return action < 2 * WORD and has(actions[1], action - WORD)


@inlined
def refuse(s: Record, seat: int, action: int) -> int:
    """The refusal of an action by a seat, 0 if it is legal."""
    if contains(legal(s, seat), action):
        return 0
    return why_not(s, seat, action)
