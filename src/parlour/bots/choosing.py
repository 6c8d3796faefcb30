"""Choosing in compiled code: the policies `random` and `baseline`, by number."""

from typing import Any

from numpy import uint64

from parlour.games import engine
from parlour.games.bits import EMPTY, nth, popcount
from parlour.games.jit import Record, generic, inlined, int64
from parlour.games.rng import below

POLICIES = ("random", "baseline")
"""The names of the policies; their numbers are their places."""

RANDOM, BASELINE = range(2)


@generic
def baseline(s: Record, seat: int, actions: tuple[uint64, uint64]) -> int:
    """The frozen player that all strength is measured against; *s* is the view of its seat."""
    raise NotImplementedError


@inlined
def any_of(actions: tuple[uint64, uint64], rng: Any) -> int:
    """One of a set of actions, each as likely as any other."""
    first = popcount(actions[0])
    n = below(rng, first + popcount(actions[1])) if actions[1] != EMPTY else below(rng, first)
    if n < first:
        return nth(actions[0], n)
    return engine.WORD + nth(actions[1], n - first)


@inlined
def choose(
    policy: int,
    states: Any,
    i: int,
    views: Any,
    seat: int,
    actions: tuple[uint64, uint64],
    rng: Any,
) -> int:
    """What a policy does with the *actions* open to a seat of ``states[i]``.

    A policy that looks at cards is handed ``views[0]``, made here from what its seat may know.
    """
    actions = engine.bounded(states[i], actions)
    if policy == RANDOM:
        return any_of(actions, rng)
    views[0] = states[i]
    engine.redact(views[0], seat)
    return int64(baseline(views[0], seat, actions))
