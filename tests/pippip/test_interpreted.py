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

from parlour.bots import simulate
from parlour.games.pippip import PipPip
from parlour.games.pippip.quick_view import quick
from tests.pippip.matches import any_match, play_on

MATCHES = 3
POLICIES = ["random", "baseline", "random"]
ROOT = Path(__file__).parents[2]


def trail(seed: int) -> str:
    """A digest of every state, view, legal set, refusal, score and patch of one random match."""
    random = Random(seed)
    match = any_match(random, match_length="1 hands")
    digest = sha256()
    before = match.copy()
    for step, driver in enumerate(play_on(match, random)):
        digest.update(match.to_bytes() + repr(quick(before, match)).encode())
        before = match.copy()
        digest.update(repr((driver.actor, driver.legal(), match.scores())).encode())
        if step % 10 == 0:
            for seat in range(match.players):
                digest.update(match.view(seat).to_bytes())
                refused = [action for action in range(123) if not match.can(action, seat)]
                digest.update(repr(refused).encode())
            assert type(match).from_bytes(match.to_bytes()) == match
    digest.update(repr((match.scores(), match.winners())).encode())
    return digest.hexdigest()


def test_interpreted_and_compiled_agree() -> None:
    code = (
        "from tests.pippip.test_interpreted import trail\n"
        "from parlour.games.jit import INTERPRETED\n"
        "from parlour.games.pippip import PipPip\n"
        "from parlour.bots import simulate\n"
        "assert INTERPRETED\n"
        f"print(*(trail(seed) for seed in range({MATCHES})))\n"
        f"print(simulate(PipPip(3), {POLICIES}, 1, 7, cores=1).scores.tolist())"
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
    assert trails.split() == [trail(seed) for seed in range(MATCHES)]
    assert scores == str(simulate(PipPip(3), POLICIES, 1, 7, cores=1).scores.tolist())
