"""Find the numbers of `solid` by playing it among baselines: the cross-entropy method.

Run it as ``uv run python benchmarks/tune_solid.py [--hands N] [--rounds N]``; it prints the table
to put into `parlour.bots.pippip.weights`. The same arguments give the same numbers.
"""

import argparse
from typing import Any

import numpy as np
from numpy import uint64

from parlour.bots.choosing import baseline
from parlour.bots.pippip.solid import solid_by
from parlour.bots.pippip.weights import WEIGHTS
from parlour.games import engine
from parlour.games.jit import compiled, int64, records
from parlour.games.pippip import Options, PipPip
from parlour.games.rng import reseed

PLAYERS = (3, 4, 6, 9)
SPREAD = np.array([0.2, 0.2, 0.3, 0.4, 2, 0.3, 0.15, 0.15, 2, 0.2, 10, 5, 6, 1.5, 15.0])


@compiled
def gain(start: Any, work: Any, seed: int, hands: int, weights: Any) -> float:
    """The mean gain of `solid_by` *weights* over baselines, from seats in turn."""
    s = work[0]
    rng, asking = np.zeros(1, np.uint64), np.zeros(2, np.int64)
    values = np.zeros(104, np.int64)
    players = int64(start[0].players)
    sum_ = 0.0
    for hand in range(hands):
        me = hand % players
        reseed(rng, uint64(seed), uint64(hand // players))
        work[0] = start[0]
        while engine.awaits(s) != 0:
            count = engine.sample_chance(s, rng, values)
            engine.apply_chance(s, engine.awaits(s), values, count)
        engine.begin_asking(s, asking)
        while not engine.over(s):
            seat = int64(engine.asked(s, asking))
            if seat != engine.NOBODY:
                actions = engine.answers(s, seat)
            else:
                seat = int64(engine.turn(s))
                actions = engine.legal(s, seat)
            if seat == me:
                action = int64(solid_by(s, seat, actions, weights))
            else:
                action = int64(baseline(s, seat, actions))
            engine.step(s, asking, seat, action)
        total = 0
        for seat in range(players):
            total += engine.score(s, seat)
        own = engine.score(s, me)
        sum_ += own - (total - own) / (players - 1)
    return sum_ / hands


def main() -> None:
    """Tune and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=3000, help="hands for each candidate")
    parser.add_argument("--rounds", type=int, default=40)
    parser.add_argument("--candidates", type=int, default=48)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    starts = {n: PipPip(n, Options(match_length="1 hands")).record for n in PLAYERS}
    work = records(1, PipPip.dtype)
    random = np.random.default_rng(arguments.seed)

    def fitness(weights: Any, seed: int, hands: int) -> list[float]:
        return [gain(start, work, seed, hands // n * n, weights) for n, start in starts.items()]

    mean, spread = WEIGHTS.copy(), np.stack([SPREAD, SPREAD])
    scale = np.array([1.0, 0.85, 0.65, 0.5])
    for number in range(arguments.rounds):
        candidates = mean + spread * random.normal(size=(arguments.candidates, *mean.shape))
        candidates = np.maximum(candidates, -3.0)
        candidates[0] = mean
        found = [
            float((np.array(fitness(c, arguments.seed + number, arguments.hands)) / scale).mean())
            for c in candidates
        ]
        elite = candidates[np.argsort(found)[-arguments.candidates // 4 :]]
        mean = 0.3 * mean + 0.7 * elite.mean(0)
        spread = 0.3 * spread + 0.7 * elite.std(0) + 0.01 * SPREAD
        print(
            f"round {number + 1}: best {max(found):.2f}, "
            f"mean of elite {np.sort(found)[-12:].mean():.2f}"
        )
    print(np.array2string(np.round(mean, 3), separator=", "))
    for name, weights in (("before", WEIGHTS), ("after", np.round(mean, 3))):
        fresh = fitness(weights, arguments.seed + 99_999, 60_000)
        gains = ", ".join(f"{n}: {g:+.2f}" for n, g in zip(PLAYERS, fresh, strict=True))
        print(f"{name}: gain by players {gains}")


if __name__ == "__main__":
    main()
