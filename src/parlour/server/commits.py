"""The process that writes to the database.

``python -m parlour.server.commits PATH SETTING...`` executes the settings in its connection, then
reads groups from its standard input, each a pickle after its length (4 bytes, big-endian): for each
table its statements, each with its rows. All that has come meanwhile is one commit; when it is on
the disk an `Outcome` is written, a line of JSON. `parlour.server.writer` is the other end.

A process, because a thread would wait longer for Python's lock than for the disk; and one that
imports little, so that it is there at once.
"""

import json
import os
import pickle
import signal
import sqlite3
import sys
import time
from collections.abc import Iterator, Sequence
from typing import TypedDict

LENGTH = 4
"""Bytes that say how long a pickle is."""
_READ_BYTES = 1 << 20

Statement = tuple[str, Sequence[tuple[object, ...]]]
"""SQL, and the rows that it is executed with."""
Group = list[list[Statement]]


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


class Committer:
    """Stores groups in a database."""

    def __init__(self, path: str, settings: Sequence[str] = ()) -> None:
        self._path = path
        self._settings = settings
        self._database: sqlite3.Connection | None = None

    def store(self, group: Group) -> list[Failure | None]:
        """Store a group in one transaction; a table that is to blame if it fails, fails alone."""
        try:
            self._commit(group)
        except sqlite3.OperationalError as failed:  # locked, full, read-only: nobody's fault
            return [_failure(failed)] * len(group)
        except Exception as failed:  # whatever it is, the process must go on
            if len(group) > 1:
                return [self.store([statements])[0] for statements in group]
            return [_failure(failed)]
        return [None] * len(group)

    def _commit(self, group: Group) -> None:
        database = self._database or self._connect()
        try:
            database.execute("BEGIN IMMEDIATE")
            for statements in group:
                for sql, rows in statements:
                    database.executemany(sql, rows)
            database.execute("COMMIT")
        except Exception:
            self.close()
            raise

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
    return {"conflict": conflict, "cause": str(error).partition("\n")[0]}


def _given() -> Iterator[Group]:
    """What the server hands over until it ends, all there is at a time."""
    data = b""
    while read := os.read(sys.stdin.fileno(), _READ_BYTES):
        data += read
        group: Group = []
        begin = LENGTH
        while (end := begin + int.from_bytes(data[begin - LENGTH : begin])) <= len(data):
            group += pickle.loads(data[begin:end])  # noqa: S301  # the server began this process
            begin = end + LENGTH
        data = data[begin - LENGTH :]
        if group:
            yield group


def main(path: str, *settings: str) -> None:
    """Store groups until there are no more."""
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        if hasattr(signal, name):  # the server is told as well, and has something to store yet
            signal.signal(getattr(signal, name), signal.SIG_IGN)
    committer = Committer(path, settings)
    for group in _given():
        began = time.perf_counter()
        tables = committer.store(group)
        outcome: Outcome = {"seconds": time.perf_counter() - began, "tables": tables}
        sys.stdout.write(json.dumps(outcome) + "\n")
        sys.stdout.flush()
    committer.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
