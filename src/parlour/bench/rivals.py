"""Other people's engines, driven from Python with random legal moves, if they are installed."""

import importlib.util
import random
from collections.abc import Callable
from typing import Any

from parlour.bench.timing import Work

_OPEN_SPIEL_MOVES = 20_000
_RLCARD_MOVES = 400


def _open_spiel(name: str) -> Work:
    import pyspiel  # noqa: PLC0415  # only here if the bench group is installed

    game: Any = pyspiel.load_game(name)

    def play() -> int:
        moves = 0
        while moves < _OPEN_SPIEL_MOVES:
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(random.choices(outcomes, chances)[0])
                else:
                    state.apply_action(random.choice(state.legal_actions()))
                    moves += 1
        return moves

    return play


def _rlcard(name: str) -> Work:
    import rlcard  # noqa: PLC0415  # only here if the bench group is installed

    environment: Any = rlcard.make(name, config={"seed": 1})

    def play() -> int:
        moves = 0
        while moves < _RLCARD_MOVES:
            state, _ = environment.reset()
            while not environment.is_over() and moves < _RLCARD_MOVES:
                state, _ = environment.step(random.choice(list(state["legal_actions"])))
                moves += 1
        return moves

    return play


FAMILIES: dict[str, tuple[str, Callable[[str], Work], tuple[str, ...]]] = {
    "OpenSpiel": ("pyspiel", _open_spiel, ("hearts", "spades", "euchre", "tarok")),
    "RLCard": ("rlcard", _rlcard, ("bridge", "uno", "gin-rummy")),
}
"""The module of each, how a game of it is played, and which games."""


def missing() -> list[str]:
    """The families of rivals that are not installed."""
    return [family for family, (module, _, _) in FAMILIES.items() if not _has(module)]


def _has(module: str) -> bool:
    return importlib.util.find_spec(module) is not None


def rivals(*, only_hearts: bool = False) -> dict[str, Work]:
    """The rivals that are installed, by name. Chance events are not counted as moves."""
    return {
        f"{family} {name}": make(name)
        for family, (module, make, names) in FAMILIES.items()
        if _has(module)
        for name in names
        if not only_hearts or name == "hearts"
    }
