"""The long run of `tests/server/test_faults.py`: 50 busy tables, the server killed 20 times.

``python -m tests.long.kill_server [TABLES KILLS]``
"""

import asyncio
import sys
import tempfile
from pathlib import Path

from tests.server.crowd import check, crowd
from tests.server.serving import Serving
from tests.server.test_faults import kill_again_and_again


def main(tables: int, kills: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        server = Serving(Path(folder))
        server.start()
        try:
            players = crowd(server, tables, persons=2, seed=1)
            asyncio.run(kill_again_and_again(server, players, kills, seconds=3, seed=1))
        finally:
            server.stop()
        moves = check(players, server.data)
        seen = sum(len(player.seen) for player in players)
        resumed = sum(player.resumed for player in players)
        sys.stdout.write(
            f"{tables} tables, {len(players)} clients, {kills} kills: {moves} moves acknowledged, "
            f"{seen} events told and all found once in the logs, {resumed} times connected\n"
        )


if __name__ == "__main__":
    main(*([int(word) for word in sys.argv[1:]] or [50, 20]))
