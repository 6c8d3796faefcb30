"""Thousands of random games of Savannah against the independent referee.

Run it as ``uv run python -m tests.long.referee_savannah [GAMES]``.
"""

import sys

from rich.progress import track

from tests.savannah.games import PLAYERS
from tests.savannah.test_referee import play_beside_referee


def main() -> None:
    """Play the games; an assertion tells the seed of one in which the two differ."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 3000
    players = (*PLAYERS, "baseline")
    endings: dict[str, int] = {}
    for number in track(range(games), "Games"):
        seed, player = 1_000_000 + number, players[number // 11 % len(players)]
        try:
            game = play_beside_referee(seed, player, limit=400, every=1 if number < 200 else 7)
        except AssertionError as error:
            error.add_note(f"seed {seed}, {player}")
            raise
        endings[str(game.ending)] = endings.get(str(game.ending), 0) + 1
    print(f"{games} games: no difference. They ended: {endings}.")  # noqa: T201


if __name__ == "__main__":
    main()
