"""Many games at once, on all cores, the same games however many cores there are."""

import os
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy import uint64

from parlour.bots.choosing import choose
from parlour.bots.policies import policy_number
from parlour.errors import OptionError
from parlour.games import engine
from parlour.games.engine import NOBODY
from parlour.games.game import Game
from parlour.games.jit import Record, compiled, int64, records
from parlour.games.rng import reseed, word

_BLOCK = 256
_MOST_VALUES = 312
_MOST_GAMES = 100_000_000
_MOST_CORES = 1024


@compiled
def _run_chance(s: Record, asking: Any, rng: Any, values: Any, verified: bool) -> bool:
    """Let chance happen until players act; False if the engine refuses what it drew itself."""
    kind = engine.awaits(s)
    while kind != 0:
        count = engine.sample_chance(s, rng, values)
        if verified and engine.refuse_chance(s, kind, values, count) != 0:
            return False
        engine.apply_chance(s, kind, values, count)
        kind = engine.awaits(s)
    engine.begin_asking(s, asking)
    return True


@compiled
def _play_block(
    start: Any,
    work: Any,
    seed: uint64,
    first: int,
    policies: Any,
    verified: bool,
    scores: Any,
    wins: Any,
    actions: Any,
) -> int:
    """Play games *first* to *first* + the length of *actions* − 1; returns how many went wrong.

    *work* is an array of two records: the game being played, and the view of whoever acts.
    """
    rng = np.zeros(1, np.uint64)
    asking = np.zeros(2, np.int64)
    values = np.zeros(_MOST_VALUES, np.int64)
    s, views = work[0], work[1:]
    wrong = 0
    for game in range(len(actions)):
        reseed(rng, seed, uint64(first + game))
        work[0] = start[0]
        engine.begin_asking(s, asking)
        count = 0
        right = True
        while right:
            if engine.awaits(s) != 0:
                right = _run_chance(s, asking, rng, values, verified)
                continue
            if engine.over(s):
                break
            seat = int64(engine.asked(s, asking))
            answering = seat != NOBODY
            if not answering:
                seat = int64(engine.turn(s))
            actions_open = engine.answers(s, seat) if answering else engine.legal(s, seat)
            action = choose(policies[seat], work, 0, views, seat, actions_open, rng)
            if verified:
                if answering:
                    right = engine.contains(engine.answers(s, seat), action)
                else:
                    right = engine.refuse(s, seat, action) == 0
            if right:
                engine.step(s, asking, seat, action)
                count += 1
        wrong += not right
        actions[game] = count
        for seat in range(scores.shape[1]):
            scores[game, seat] = engine.score(s, seat)
            wins[game, seat] = engine.wins(s, seat)
    return wrong


@dataclass(frozen=True)
class Simulation:
    """What came out of simulated matches.

    Attributes: `scores`, shape (games, players), int64; `wins`, the same shape, bool, a shared win
    being one for each; `actions`, shape (games,), how many decisions each took; `seconds` of
    wall-clock time, compiling not counted.
    """

    scores: Any
    wins: Any
    actions: Any
    seconds: float


def _check_count(name: str, number: object, most: int) -> None:
    if isinstance(number, bool) or not isinstance(number, int) or not 1 <= number <= most:
        allowed = f"1 to {most:,}"
        raise OptionError(f"{number!r} {name}: allowed is {allowed}", name, number, allowed)


def simulate(
    start: Game,
    policy: str | Sequence[str] = "random",
    games: int = 1000,
    seed: int = 0,
    *,
    cores: int | None = None,
    verified: bool = True,
    progress: Callable[[int], None] | None = None,
) -> Simulation:
    """Play many matches from *start* to their ends, chance sampled anew in each.

    *start* is a match: its options and players, and where it stands. *policy* is a name of
    `POLICIES` for every seat, or one for each. Game *g* depends on *seed* and *g* alone. With
    *verified* every event goes through the engine's checks; *progress* is told the numbers of
    games finished since it was last told.

    Raises `OptionError` for numbers and names that cannot be.

    >>> from parlour.games.pippip import PipPip
    >>> two = simulate(PipPip(4, "russian"), "baseline", 6, seed=5, cores=2)
    >>> one = simulate(PipPip(4, "russian"), "baseline", 6, seed=5, cores=1)
    >>> bool((one.scores == two.scores).all())
    True
    """
    names = [policy] * start.players if isinstance(policy, str) else list(policy)
    if len(names) != start.players:
        raise OptionError(
            f"{len(names)} policies for {start.players} seats: give one, or one for each",
            "policy",
            policy,
            f"1 or {start.players} names",
        )
    _check_count("games", games, _MOST_GAMES)
    if cores is not None:
        _check_count("cores", cores, _MOST_CORES)
    if start.observer is not None:
        raise OptionError(
            "a view cannot be simulated: its hidden cards are unknown", "start", start, "a match"
        )
    if start.endless:
        raise OptionError(
            "a match without a limit may never end: set one in its options to simulate it",
            "start",
            start,
            "a match with a limit",
        )
    policies = np.array([policy_number(name) for name in names], np.int64)
    cores = cores or os.cpu_count() or 1
    scores = np.zeros((games, start.players), np.int64)
    wins = np.zeros((games, start.players), np.bool_)
    actions = np.zeros(games, np.int64)
    seeded = word(seed)

    def block(first: int, last: int) -> int:
        work = records(2, start.dtype)
        part = slice(first, last)
        wrong = _play_block(
            start.record,
            work,
            seeded,
            first,
            policies,
            verified,
            scores[part],
            wins[part],
            actions[part],
        )
        if progress:
            progress(last - first)
        return int(wrong)

    block(0, 0)  # compile
    began = time.perf_counter()
    size = max(1, min(_BLOCK, games // (4 * cores)))
    starts = range(0, games, size)
    if cores == 1:
        wrong = sum(block(first, min(first + size, games)) for first in starts)
    else:
        with ThreadPoolExecutor(cores) as pool:
            wrong = sum(pool.map(block, starts, [min(first + size, games) for first in starts]))
    if wrong:
        raise RuntimeError(f"{wrong} simulated games went wrong: this is a bug of Parlour")
    return Simulation(scores, wins, actions, time.perf_counter() - began)
