"""What the server can do, with clients in a process of their own; boardgame.io beside it.

Every move is on the disk before anybody is told. boardgame.io keeps its matches in memory, and
plays a game that only counts (`benchmarks/boardgameio`, ``npm install`` there once).
"""

import json
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from websockets.sync.client import connect

from parlour.bench.crowd import resident_bytes
from parlour.server.protocol import PROTOCOL

BOARDGAMEIO = Path(__file__).parents[3] / "benchmarks" / "boardgameio"
_BOARDGAMEIO_PORT = 8481
_TABLES_FIRST = 100
"""Tables made before memory is measured, so that what every server needs is there."""
_SERVE = """
import sys
from pathlib import Path
from parlour.server.limits import Limits
from parlour.server.run import serve
many = 10**6
serve(port=0, open_browser=False, data=Path(sys.argv[1]) / "tables.sqlite", limits=Limits(
    tables=many, connections=many, connections_per_address=many, messages_burst=many,
    asides_burst=many, requests_burst=many, new_tables_burst=many))
"""
CROWD = [sys.executable, "-m", "parlour.bench.crowd"]
"""The program of the clients."""
Figures = dict[str, Any]


class Load(NamedTuple):
    """How many tables, and how many moves a second at each; 0 for as many as it can."""

    tables: int
    rate: float


LOADS = (Load(1000, 1), Load(20, 0), Load(100, 0))


class _Started(NamedTuple):
    base: str
    process: int


@contextmanager
def parlour_server(first: str = "") -> Iterator[_Started]:
    """A server with its own database, ready to play; *first* is executed before it starts."""
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log"
        with log.open("wb") as out:
            process = subprocess.Popen(  # noqa: S603  # our own program
                [sys.executable, "-c", first + _SERVE, folder], stdout=out, stderr=out
            )
        try:
            yield _Started(_wait(process, log), process.pid)
        finally:
            process.terminate()
            process.wait(20)


def _wait(process: "subprocess.Popen[bytes]", log: Path) -> str:
    """The address of a server, once it is ready."""
    while process.poll() is None:
        time.sleep(0.1)
        words = log.read_text().split()
        base = next((word.rstrip("/") for word in words if word.startswith("http://")), "")
        if base:
            with urllib.request.urlopen(f"{base}/api/about") as answer:  # noqa: S310  # ours
                if json.load(answer)["ready"]:
                    return base
    raise RuntimeError(log.read_text())


@contextmanager
def boardgameio_server() -> Iterator[_Started]:
    """boardgame.io in memory."""
    process = subprocess.Popen(  # noqa: S603  # our own program
        ["node", "server.js", str(_BOARDGAMEIO_PORT)],  # noqa: S607  # wherever Node is
        cwd=BOARDGAMEIO,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    try:
        if process.stdout is not None:
            process.stdout.readline()
        yield _Started(f"http://127.0.0.1:{_BOARDGAMEIO_PORT}", process.pid)
    finally:
        process.terminate()
        process.wait(20)


def has_boardgameio() -> bool:
    """Whether boardgame.io is there to be measured."""
    return shutil.which("node") is not None and (BOARDGAMEIO / "node_modules").is_dir()


def play(program: list[str], server: _Started, load: Load, seconds: float, cwd: Path) -> Figures:
    """What a program of clients measures."""
    arguments = [server.base, load.tables, seconds, load.rate, server.process]
    done = subprocess.run(  # noqa: S603  # our own programs
        [*program, *map(str, arguments)], capture_output=True, text=True, check=True, cwd=cwd
    )
    figures: Figures = json.loads(done.stdout)
    return figures


def measure(seconds: float, told: Callable[[str], object]) -> list[Figures]:
    """Every load, for Parlour and, where it is installed, for boardgame.io."""
    found = []
    with tempfile.TemporaryDirectory() as folder:
        for load in LOADS:
            told(f"Parlour, {load.tables} tables …")
            with parlour_server() as server:
                figures = play(CROWD, server, load, seconds, Path(folder))
            found.append({"server": "Parlour", "rate": load.rate, **figures})
        for load in LOADS if has_boardgameio() else ():
            told(f"boardgame.io, {load.tables} matches …")
            with boardgameio_server() as server:
                figures = play(["node", "crowd.js"], server, load, seconds, BOARDGAMEIO)
            found.append({"server": "boardgame.io", "rate": load.rate, **figures})
    return found


def bytes_per_table(tables: int) -> Figures:
    """How much memory of the server a table takes that nobody is connected to, by what it is.

    Tables in a match are fewer: each needs somebody who comes and says that he is ready.
    """
    fewer = max(1, tables // 10)
    return {
        "pip-pip, 4 players, before the match": _bytes_per_table(tables, "pip-pip", 4),
        "pip-pip, 4 players, in a match": _bytes_per_table(fewer, "pip-pip", 4, begun=True),
        "savannah, 12 players, in a match": _bytes_per_table(fewer, "savannah", 12, begun=True),
    }


def _bytes_per_table(tables: int, game: str, players: int, *, begun: bool = False) -> float:
    bots = ["baseline"] * (players - 1)
    body = json.dumps({"game": game, "players": players, "name": "Person", "bots": bots})
    with parlour_server() as server:
        connection = HTTPConnection(urlsplit(server.base).netloc)

        def make(count: int) -> int:
            for _ in range(count):
                connection.request(
                    "POST", "/api/tables", body, {"Content-Type": "application/json"}
                )
                seated = json.loads(connection.getresponse().read())
                if begun:
                    _begin_match(server.base, seated["code"], seated["key"])
            return resident_bytes(server.process)

        before = make(_TABLES_FIRST)
        return (make(tables) - before) / tables


def _begin_match(base: str, code: str, key: str) -> None:
    """Come to a table, say that one is ready, see the match begin, and go."""
    address = f"{base.replace('http', 'ws', 1)}/api/tables/{code}/play"
    with connect(address, max_size=None, compression=None) as talk:
        talk.send(json.dumps({"type": "hello", "version": PROTOCOL, "key": key}))
        talk.send(json.dumps({"type": "ready", "id": 1}))
        while "game" not in json.loads(talk.recv()):
            pass
