"""Measuring rates: the best of several rounds, taken in turn so that all see the same machine."""

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass, field

Work = Callable[[], int]
"""Does some work and returns how many units (moves, say) it did."""


@dataclass
class Rate:
    """Units a second of one candidate, round by round."""

    name: str
    rounds: list[float] = field(default_factory=list)

    @property
    def median(self) -> float:
        """The median of the rounds, units a second."""
        return statistics.median(self.rounds)

    @property
    def best(self) -> float:
        """The best round, units a second."""
        return max(self.rounds)


def rates(
    candidates: dict[str, Work], rounds: int = 5, told: Callable[[str], None] = lambda _: None
) -> dict[str, Rate]:
    """Measure all candidates, one round of each in turn, after a warm-up of each.

    >>> list(rates({"nothing": lambda: 1}, rounds=2)["nothing"].rounds) != []
    True
    """
    results = {name: Rate(name) for name in candidates}
    for name, work in candidates.items():
        told(f"warming up {name}")
        work()
    for number in range(1, rounds + 1):
        for name, work in candidates.items():
            told(f"round {number} of {rounds}: {name}")
            began = time.perf_counter()
            units = work()
            results[name].rounds.append(units / (time.perf_counter() - began))
    return results
