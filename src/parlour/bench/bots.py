"""Strength against effort: one searching bot among baselines, its playouts doubled step by step."""

from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

from parlour.arena.results import Estimate
from parlour.arena.run import run
from parlour.bots.pippip.search import Searcher, plain
from parlour.games.pippip import Options

FEWEST = 32


@dataclass(frozen=True)
class Step:
    """What so many playouts a choice gain, in points a hand; times in seconds."""

    playouts: int
    gain: Estimate
    median: float
    p99: float

    def as_dict(self) -> dict[str, Any]:
        """The figures as plain values, for JSON."""
        return asdict(self)


def __getattr__(name: str) -> Any:
    """``playouts_N`` and ``plain_N`` make bots of N playouts: import paths for the arena."""
    word, _, number = name.partition("_")
    if word not in ("playouts", "plain") or not number.isdecimal():
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    make = plain if word == "plain" else Searcher
    return lambda seed: make(int(number), seed)


def strength(
    *,
    players: int = 6,
    deals: int = 100,
    steps: int = 8,
    seed: int = 0,
    cores: int | None = None,
    told: Callable[[str], None] = lambda _: None,
) -> list[Step]:
    """Play the same deals with 32, 64, 128 … playouts, from every chair, among baselines."""
    found = []
    for step in range(steps):
        playouts = FEWEST << step
        told(f"{playouts} playouts")
        bots = (f"{__name__}:playouts_{playouts}", "baseline")
        result = run(
            bots, options=Options(), players=players, deals=deals, seed=seed, cores=cores, limit=1e6
        )
        bot = result.standings[0]
        found.append(Step(playouts, bot.gain, bot.median, bot.p99))
    return found
