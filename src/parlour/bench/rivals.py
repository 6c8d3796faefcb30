"""Other people's engines, driven from Python with random legal moves, if they are installed."""

import importlib.util
import random
from collections.abc import Callable
from typing import Any

from parlour.bench.timing import Work

OPEN_SPIEL = ("hearts", "spades", "euchre", "tarok")
RLCARD = ("bridge", "uno", "gin-rummy")
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


def rivals(*, only_hearts: bool = False) -> dict[str, Work]:
    """The rivals that are installed, by name. Chance events are not counted as moves."""
    makers: list[tuple[str, str, Callable[[str], Work], tuple[str, ...]]] = [
        ("OpenSpiel", "pyspiel", _open_spiel, OPEN_SPIEL),
        ("RLCard", "rlcard", _rlcard, RLCARD),
    ]
    found = {}
    for family, module, make, names in makers:
        if importlib.util.find_spec(module):
            for name in names:
                if not only_hearts or name == "hearts":
                    found[f"{family} {name}"] = make(name)
    return found
