"""The process that writes to the database.

``python -m parlour.server.commits PATH SETTING...`` says that it is `READY`, then reads from its
standard input what is to be stored of each table, as `packed` makes it. All that has come meanwhile
is one commit, by a connection in which the settings are executed; when it is on the disk an
`Outcome` is written, a line of JSON. `parlour.server.writer` is the other end.

A process, because a thread would wait longer for Python's lock than for the disk; and one that
imports little, so that it is there at once.
"""

import contextlib
import json
import os
import pickle
import signal
import sqlite3
import sys
import time
from collections.abc import Iterator, Sequence
from typing import TypedDict

READY = b"ready"
"""The first line that is written: nothing has been stored before."""
_LENGTH = 4
"""Bytes that say how long a pickle is."""
_READ_BYTES = 1 << 20

Statement = tuple[str, Sequence[tuple[object, ...]]]
"""SQL, and the rows that it is executed with."""


class Failure(TypedDict):
    """Why nothing of a table is stored."""

    conflict: bool
    """Its log has such numbers already."""
    cause: str
    """The database's own words, without SQL or values."""


class Outcome(TypedDict):
    """What has become of a commit: for each table None, or why it is not stored."""

    seconds: float
    tables: list[Failure | None]


def packed(statements: Sequence[Statement]) -> bytes:
    """What is to be stored of a table, as it is handed over: a pickle after its length."""
    data = pickle.dumps(statements, pickle.HIGHEST_PROTOCOL)
    return len(data).to_bytes(_LENGTH) + data


class Committer:
    """Stores what is to be stored of tables, each a pickle, for the server that has begun it."""

    def __init__(self, path: str, settings: Sequence[str] = ()) -> None:
        self._path = path
        self._settings = settings
        self._database: sqlite3.Connection | None = None
        self._server = os.getppid()

    def store(self, group: Sequence[bytes]) -> list[Failure | None]:
        """Store a group in one transaction; a table that is to blame if it fails, fails alone."""
        try:
            self._commit(group)
        except sqlite3.OperationalError as failed:  # locked, full, read-only: nobody's fault
            return [_failure(failed)] * len(group)
        except Exception as failed:  # whatever it is, the process must go on
            if len(group) > 1:
                return [self.store([pickled])[0] for pickled in group]
            return [_failure(failed)]
        return [None] * len(group)

    def _commit(self, group: Sequence[bytes]) -> None:
        try:
            database = self._database or self._connect()
            database.execute("BEGIN IMMEDIATE")
            self._check_server()
            for pickled in group:
                for sql, rows in pickle.loads(pickled):  # noqa: S301  # the server's
                    database.executemany(sql, rows)
            database.execute("COMMIT")
        except Exception:
            self.close()
            raise

    def _check_server(self) -> None:
        """Nobody was told of what is left of a server that has ended; another may be at work."""
        if os.getppid() != self._server:
            raise sqlite3.OperationalError("the server has ended")

    def _connect(self) -> sqlite3.Connection:
        self._database = sqlite3.connect(self._path, isolation_level=None)
        for setting in self._settings:
            self._database.execute(setting)
        return self._database

    def close(self) -> None:
        """End the connection; what is not committed is undone."""
        database, self._database = self._database, None
        if database is not None:
            database.close()


def _failure(error: Exception) -> Failure:
    conflict = isinstance(error, sqlite3.IntegrityError)
    return {"conflict": conflict, "cause": str(error).partition("\n")[0] or type(error).__name__}


def _given() -> Iterator[list[bytes]]:
    """What the server hands over until it ends, all there is at a time."""
    data = bytearray()
    while read := os.read(sys.stdin.fileno(), _READ_BYTES):
        data += read
        group: list[bytes] = []
        begin = _LENGTH
        while (end := begin + int.from_bytes(data[begin - _LENGTH : begin])) <= len(data):
            group.append(bytes(data[begin:end]))
            begin = end + _LENGTH
        del data[: begin - _LENGTH]
        if group:
            yield group


def _say(line: bytes) -> None:
    os.write(sys.stdout.fileno(), line + b"\n")


def main(path: str, *settings: str) -> None:
    """Store what comes until no more does."""
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        if hasattr(signal, name):  # the server is told as well, and has something to store yet
            signal.signal(getattr(signal, name), signal.SIG_IGN)
    committer = Committer(path, settings)
    with contextlib.suppress(BrokenPipeError):  # the server is gone
        _say(READY)
        for group in _given():
            began = time.perf_counter()
            tables = committer.store(group)
            outcome: Outcome = {"seconds": time.perf_counter() - began, "tables": tables}
            _say(json.dumps(outcome).encode())
    committer.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
