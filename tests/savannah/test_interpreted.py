"""Compiled and interpreted rules agree, event by event, byte by byte.

The interpreted run needs its own process, since Numba decides at import; it runs with warnings as
errors, so that no overflow of a NumPy scalar goes unnoticed.
"""

import os
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from random import Random

from parlour.bots import Policy, simulate
from parlour.games.savannah import Options, Savannah
from tests.savannah.games import PLAYERS, play_on, some_game
from tests.savannah.test_secrecy import told

GAMES = 4
ROOT = Path(__file__).parents[2]


def trail(seed: int) -> str:
    """A digest of every state, and of what seats are told, in one random game."""
    random = Random(seed)
    digest = sha256()
    game = some_game(random, limit=24)
    player = list(PLAYERS.values())[seed % len(PLAYERS)]
    policy = Policy("baseline")
    for step, _ in enumerate(play_on(game, random, player)):
        assert game.turn is not None
        digest.update(game.to_bytes())
        digest.update(repr((game.turn, game.legal(), game.scores())).encode())
        digest.update(repr(policy.choose(game.view(game.turn), game.legal())).encode())
        if step % 20 == 0:
            digest.update(repr([told(game, seat) for seat in (None, game.turn, 0)]).encode())
            assert Savannah.from_bytes(game.to_bytes()) == game
    digest.update(repr((game.to_bytes(), game.scores(), game.winners())).encode())
    return digest.hexdigest()


def simulated() -> str:
    policies = ["random", "baseline", "random"]
    start = Savannah(3, Options(turn_limit="9 turns"))
    return str(simulate(start, policies, 2, 7, cores=1).scores.tolist())


def test_interpreted_and_compiled_agree() -> None:
    code = (
        "from tests.savannah.test_interpreted import simulated, trail\n"
        "from parlour.games.jit import INTERPRETED\n"
        "assert INTERPRETED\n"
        f"print(*(trail(seed) for seed in range({GAMES})))\n"
        "print(simulated())"
    )
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(ROOT)}
    result = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    trails, scores = result.stdout.strip().split("\n")
    assert trails.split() == [trail(seed) for seed in range(GAMES)]
    assert scores == simulated()
