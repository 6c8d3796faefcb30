"""Compiled functions that Python calls, each on one record of an array.

Passing a record itself costs several times as much as passing an array and an index.
"""

from typing import Any

from numpy import uint64

from parlour.games import engine
from parlour.games.bits import bit, lowest
from parlour.games.jit import brief, int64


@brief
def begin(states: Any, i: int) -> None:
    """Make a cleared record that holds options, players and observer a new match."""
    engine.begin(states[i])


@brief
def awaits(states: Any, i: int) -> int:
    """The kind of chance event that must come next, 0 if none."""
    return engine.awaits(states[i])


@brief
def over(states: Any, i: int) -> bool:
    """Whether the match has ended."""
    return engine.over(states[i])


@brief
def legal(states: Any, i: int, seat: int) -> tuple[uint64, uint64]:
    """The actions a seat may do now, as two words."""
    return engine.legal(states[i], seat)


@brief
def list_actions(words: tuple[uint64, uint64], actions: Any) -> int:
    """Write the numbers of a set of actions into *actions*; returns how many there are."""
    count = 0
    for half in range(2):
        word = words[half]
        while word:
            place = lowest(word)
            word ^= bit(place)
            actions[count] = place + half * engine.WORD
            count += 1
    return count


@brief
def list_legal(states: Any, i: int, seat: int, actions: Any) -> int:
    """Write the actions a seat may do now into *actions*; returns how many there are."""
    return list_actions(engine.legal(states[i], seat), actions)


@brief
def refuse(states: Any, i: int, seat: int, action: int) -> int:
    """The refusal of an action by a seat, 0 if it is legal."""
    return engine.refuse(states[i], seat, action)


@brief
def act(states: Any, i: int, seat: int, action: int) -> int:
    """Apply an action, or return its refusal and change nothing."""
    refused = engine.refuse(states[i], seat, action)
    if refused == 0:
        engine.act(states[i], seat, action)
    return refused


@brief
def refuse_chance(states: Any, i: int, kind: int, values: Any, count: int) -> int:
    """The refusal of a chance event, 0 if it can happen now."""
    return engine.refuse_chance(states[i], kind, values, count)


@brief
def chance(states: Any, i: int, kind: int, values: Any, count: int) -> int:
    """Apply a chance event, or return its refusal and change nothing."""
    refused = engine.refuse_chance(states[i], kind, values, count)
    if refused == 0:
        engine.apply_chance(states[i], kind, values, count)
    return refused


@brief
def sample_chance(states: Any, i: int, rng: Any, values: Any) -> int:
    """Draw the chance event that comes next into *values*; returns how many there are."""
    return engine.sample_chance(states[i], rng, values)


@brief
def redact(states: Any, i: int, seat: int) -> None:
    """Make a complete state the view of a seat."""
    engine.redact(states[i], seat)


@brief
def scores(states: Any, i: int, values: Any) -> int:
    """Write every seat's score so far into *values*; returns the number of seats."""
    for seat in range(states[i].players):
        values[seat] = engine.score(states[i], seat)
    return int64(states[i].players)


@brief
def wins(states: Any, i: int, seat: int) -> bool:
    """Whether a seat has won a match that is over, or shares the win."""
    return engine.wins(states[i], seat)


@brief
def begin_asking(states: Any, i: int, asking: Any) -> None:
    """After a chance event: whom to ask."""
    engine.begin_asking(states[i], asking)


@brief
def asked(states: Any, i: int, asking: Any) -> int:
    """The seat that is asked now, 255 if none."""
    return int64(engine.asked(states[i], asking))


@brief
def answers(states: Any, i: int, seat: int) -> tuple[uint64, uint64]:
    """The actions open to a seat that is asked, as two words."""
    return engine.answers(states[i], seat)


@brief
def step(states: Any, i: int, asking: Any, seat: int, action: int) -> None:
    """Apply an action or answer that is legal, and see whom to ask next."""
    engine.step(states[i], asking, seat, action)
