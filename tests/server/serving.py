"""A real server in a process of its own, which tests can kill and start again."""

import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from parlour.bench.crowd import processes
from tests.server.client import Client, request

INSTANT = {
    "turn_seconds": 0,
    "window_ms": 0,
    "beat_ms": 0,
    "motion_percent": 0,
    "between_seconds": 30,
    "bot_pace": "instant",
}
_START = (
    "import sys; from pathlib import Path; from parlour.server.run import serve; "
    "from parlour.bots import levels; levels.OWN_CLOCK = 0.05; "
    "from parlour.server.limits import Limits; "
    "serve(port=int(sys.argv[1]), data=Path(sys.argv[2]), open_browser=False, testing=True, "
    "limits=Limits(requests_burst=10_000, new_tables_burst=10_000, messages_burst=100_000), "
    "bots=sys.argv[3:])"
)


AS_ANYBODY = ("setpriv", "--bounding-set=-dac_override") if os.geteuid() == 0 else ()
"""What starts a server to which the permissions of files apply even if we are root."""
TABLE = {"game": "pip-pip", "players": 3, "name": "Anna"}
"""What makes a table with one person."""


class Serving:
    """`parlour serve` on a free port with its own database."""

    def __init__(
        self, folder: Path, prefix: tuple[str, ...] = (), bots: tuple[str, ...] = ()
    ) -> None:
        self.chance = folder / "chance.txt"
        """Chance events to come, one a line; without the file all is dealt fairly."""
        self.data = folder / "tables.sqlite"
        self.log = folder / "server.log"
        self.port = 0
        self.bots = bots
        """What ``--bot`` names, at the next start."""
        self._prefix = prefix
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start, or start again on the same port, and wait until the rules are ready."""
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                [
                    *(*self._prefix, sys.executable, "-c", _START),
                    *(str(self.port), str(self.data), *self.bots),
                ],
                stderr=log,
                stdout=log,
                env=os.environ | {"PARLOUR_TEST_CHANCE": str(self.chance)},
            )
        while not self.port:
            self._check()
            for line in self.log.read_text().splitlines():
                if line.startswith("Parlour is at"):
                    self.port = int(line.split(":")[2].split("/")[0])
            time.sleep(0.02)
        while True:
            self._check()
            try:
                if request(self.base, "GET", "/api/about")[1]["ready"]:
                    return
            except OSError:
                pass
            time.sleep(0.05)

    def _check(self) -> None:
        assert self._process is not None
        assert self._process.poll() is None, self.log.read_text()

    def kill(self) -> None:
        """kill -9."""
        assert self._process is not None
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()

    def writer(self) -> int:
        """The process of the server's that writes to the database."""
        assert self._process is not None
        (writer,) = (
            process
            for process in processes(self._process.pid)
            if b"parlour.server.commits" in Path(f"/proc/{process}/cmdline").read_bytes()
        )
        return writer

    @contextmanager
    def no_more_room(self) -> Iterator[None]:
        """Let no file of the server grow, as on a full disk."""
        writer, kind = self.writer(), resource.RLIMIT_FSIZE
        size = Path(f"{self.data}-wal").stat().st_size
        _, most = resource.prlimit(writer, kind)
        resource.prlimit(writer, kind, (size, most))
        try:
            yield
        finally:
            resource.prlimit(writer, kind, (most, most))

    @contextmanager
    def read_only(self) -> Iterator[None]:
        """Let nobody write to the database, for a server that has begun with `AS_ANYBODY`.

        What is open stays open, whatever the files allow: a commit that fails has it opened anew.
        """
        files = [Path(f"{self.data}{end}") for end in ("", "-wal", "-shm")]
        with self.no_more_room():
            assert self.post("/api/tables", TABLE)[1]["code"] == "not_saved"
            for file in files:
                file.chmod(0o444)
        try:
            yield
        finally:
            for file in files:
                file.chmod(0o644)

    def stop(self) -> int:
        """Ask it to end, as Ctrl-C or a service manager does; its exit code."""
        assert self._process is not None
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGTERM)
        return self._process.wait(60)

    def post(self, path: str, body: Any, key: str = "") -> tuple[int, Any]:
        return request(self.base, "POST", path, body, key)

    def table(self, players: int = 4, persons: int = 1, **more: Any) -> list[Client]:
        """A table with persons, all connected, and bots on the other seats."""
        body = {
            "game": "pip-pip",
            "players": players,
            "name": "Anna",
            "bots": ["baseline"] * (players - persons),
            "timing": INSTANT,
        }
        status, seated = self.post("/api/tables", body | more)
        assert status == 201, seated
        keys = [seated["key"]]
        taken = set(range(1, 1 + players - persons))
        for number in range(1, persons):
            seat = next(seat for seat in range(1, players) if seat not in taken)
            taken.add(seat)
            joined = {"name": f"Person {number}", "seat": seat}
            status, answer = self.post(f"/api/tables/{seated['code']}/join", joined)
            assert status == 201, answer
            keys.append(answer["key"])
        clients = [Client(self.base, seated["code"], key) for key in keys]
        for client in clients:
            client.until("welcome")
        return clients
