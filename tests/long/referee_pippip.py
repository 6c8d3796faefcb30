"""Thousands of random matches of Pip-Pip against the independent referee.

Run it as ``uv run python -m tests.long.referee_pippip [MATCHES]``.
"""

import sys
from random import Random

from rich.progress import track

from tests.pippip.matches import any_match
from tests.pippip.test_referee import play_both


def main() -> None:
    """Play the matches; an assertion tells the seed of one in which the two differ."""
    matches = int(sys.argv[1]) if len(sys.argv) > 1 else 3000
    decisions = 0
    for seed in track(range(matches), "Matches"):
        random = Random(1_000_000 + seed)
        match = any_match(random)
        try:
            decisions += play_both(match, random)
        except AssertionError as error:
            error.add_note(f"seed {1_000_000 + seed}, {match!r}, {match.options}")
            raise
    print(f"{matches} matches, {decisions} decisions: no difference.")  # noqa: T201


if __name__ == "__main__":
    main()
