"""The games of a simulation one by one, event by event, so that they can be recorded.

>>> from parlour.bots import simulate
>>> from parlour.games.pippip import PipPip
>>> start, end = PipPip(3), PipPip(3)
>>> for seat, event in events(start, ["random"] * 3, seed=1, number=2):
...     end.do(event, seat)
>>> end.scores() == simulate(start, "random", 3, seed=1).scores[2].tolist()
True
"""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from parlour.bots.choosing import choose
from parlour.bots.policies import policy_number
from parlour.games import engine, entry
from parlour.games.chance import chance_name
from parlour.games.engine import NOBODY
from parlour.games.game import Game
from parlour.games.jit import compiled, records
from parlour.games.rng import generator

_DECLINE = "decline"


@compiled
def _choose(
    states: Any, i: int, views: Any, seat: int, answering: bool, policy: int, rng: Any
) -> int:
    s = states[i]
    actions = engine.answers(s, seat) if answering else engine.legal(s, seat)
    return choose(policy, states, i, views, seat, actions, rng)


def events(
    start: Game, policies: Sequence[str], seed: int, number: int
) -> Iterator[tuple[int | None, str]]:
    """What happens in game *number*, from 0, of ``simulate(start, policies, games, seed)``.

    Yields seats (None for chance) with what they do. That somebody declines to call is no event.
    """
    states, rng = start.record.copy(), generator(seed, number)
    views = records(1, start.dtype)
    asking = np.zeros(2, np.int64)
    values = np.zeros(start.chance_size, np.int64)
    numbers = [policy_number(policy) for policy in policies]
    entry.begin_asking(states, 0, asking)
    while True:
        kind = entry.awaits(states, 0)
        if kind:
            count = entry.sample_chance(states, 0, rng, values)
            yield None, chance_name(kind, values[:count].tolist())
            entry.chance(states, 0, kind, values, count)
            entry.begin_asking(states, 0, asking)
            continue
        if entry.over(states, 0):
            return
        seat = int(entry.asked(states, 0, asking))
        answering = seat != NOBODY
        if not answering:
            seat = int(states["turn"][0])
        action = int(_choose(states, 0, views, seat, answering, numbers[seat], rng))
        if start.action_names[action] != _DECLINE:
            yield seat, start.action_names[action]
        entry.step(states, 0, asking, seat, action)
