"""How fast the engine is: simulated actions, calls from Python, compiling, and rivals beside it."""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

from parlour.bench.rivals import rivals
from parlour.bench.timing import Work, rates
from parlour.bots import simulate
from parlour.games.game import Game
from parlour.games.pippip import Options, PipPip
from parlour.games.savannah import Options as SavannahOptions
from parlour.games.savannah import Savannah

ACTIONS_A_ROUND = 3_000_000
HEARTS = "OpenSpiel hearts"

_READY = """
import time
began = time.perf_counter()
from parlour.bots import simulate
from parlour.games.pippip import PipPip
simulate(PipPip(6), "random", 1, cores=1)
print(time.perf_counter() - began)
"""
_IMPORT = """
import time
began = time.perf_counter()
import parlour
print(time.perf_counter() - began)
"""


@dataclass
class Line:
    """One measured rate: its name, the median and the best round, in units a second."""

    name: str
    unit: str
    median: float
    best: float


@dataclass
class Figures:
    """What `measure` found: rates, times in seconds, and the size of a state in bytes."""

    rates: list[Line]
    times: dict[str, float]
    state_bytes: dict[str, int]

    def as_dict(self) -> dict[str, Any]:
        """The figures as plain values, for JSON."""
        return asdict(self)


def _random_play(start: Game, *, verified: bool, cores: int = 1) -> Work:
    sample = simulate(start, "random", 8, cores=1)
    games = max(1, int(ACTIONS_A_ROUND * cores / sample.actions.mean()))

    def play() -> int:
        result = simulate(start, "random", games, 1, cores=cores, verified=verified)
        return int(result.actions.sum())

    return play


def candidates() -> dict[str, Work]:
    """Random play of both games, as the rates are named in the tables."""
    works: dict[str, Work] = {}
    for players in (3, 6, 12):
        start = PipPip(players)
        works[f"pip-pip, {players} players, verified"] = _random_play(start, verified=True)
        works[f"pip-pip, {players} players, trusted"] = _random_play(start, verified=False)
    everything = Options(auction=True, trump_marriage=True, seats_by_draw=True)
    works["pip-pip, 6 players, auction on, verified"] = _random_play(
        PipPip(6, everything), verified=True
    )
    works["pip-pip, 6 players, verified, 2 threads"] = _random_play(
        PipPip(6), verified=True, cores=2
    )
    for players in (2, 4, 8):
        limited = Savannah(players, SavannahOptions(turn_limit="200 turns"))
        works[f"savannah, {players} players, verified"] = _random_play(limited, verified=True)
    return works


def _seconds(code: str, cache: str) -> float:
    """What *code* prints, run in a process of its own with its cache of compiled code there."""
    environment = os.environ | {"XDG_CACHE_HOME": cache, "LOCALAPPDATA": cache, "HOME": cache}
    result = subprocess.run(  # noqa: S603  # our own code
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
    )
    return float(result.stdout)


def start_times() -> dict[str, float]:
    """Seconds to be ready: with nothing compiled yet, in a second process, and to import."""
    with tempfile.TemporaryDirectory() as cache:
        return {
            "cold compile": _seconds(_READY, cache),
            "second process ready": min(_seconds(_READY, cache) for _ in range(3)),
            "import parlour": min(_seconds(_IMPORT, cache) for _ in range(3)),
        }


def call_times() -> dict[str, float]:
    """Seconds for a call from Python on one game of six, the best of several rounds."""
    match = PipPip(6, seed=1)
    action = match.legal()[0]
    calls: dict[str, Callable[[], object]] = {
        "legal": match.legal,
        "can": lambda: match.can(action),
        "scores": match.scores,
        "copy": match.copy,
    }
    times = {}
    for name, call in calls.items():
        call()
        times[f"call of {name}"] = min(_a_call(call) for _ in range(7))
    times["call of do"] = _a_play()
    return times


def _a_call(call: Callable[[], object], count: int = 20_000) -> float:
    began = time.perf_counter()
    for _ in range(count):
        call()
    return (time.perf_counter() - began) / count


def _a_play(hands: int = 200) -> float:
    """Seconds for `do` of a number, over whole hands of the first legal action."""
    best = float("inf")
    for _ in range(5):
        spent, plays = 0.0, 0
        for seed in range(hands):
            match = PipPip(6, Options(match_length="1 hands"), seed=seed)
            while not match.over:
                action = match.legal()[0]
                began = time.perf_counter()
                match.do(action)
                spent += time.perf_counter() - began
                plays += 1
        best = min(best, spent / plays)
    return best


def measure(
    *, all_rivals: bool = False, rounds: int = 5, told: Callable[[str], None] = lambda _: None
) -> Figures:
    """Measure everything in one run; *told* hears what is going on."""
    works = candidates() | rivals(only_hearts=not all_rivals)
    found = rates(works, rounds, told)
    unit = "actions/s"
    lines = [Line(name, unit, rate.median, rate.best) for name, rate in found.items()]
    told("compiling in a fresh process")
    times = start_times() | call_times()
    return Figures(lines, times, {game.name: game.dtype.itemsize for game in (PipPip, Savannah)})
