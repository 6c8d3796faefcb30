"""The process that writes to the database, by itself: what it stores, and when it does not."""

import json
import pickle
import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from subprocess import PIPE, Popen
from typing import IO, Any

import pytest

from parlour.server.commits import READY, Committer, Statement, packed

_COMMAND = [sys.executable, "-m", "parlour.server.commits"]
_SERVER = "import subprocess, sys; subprocess.run(sys.argv[1:])"
"""A server in so far as it begins the process; what goes in and out is the test's."""


def _line(text: object) -> list[Statement]:
    return [("insert into lines values (?)", [(text,)])]


def _pickled(text: object) -> bytes:
    return pickle.dumps(_line(text))


@pytest.fixture
def path(tmp_path: Path) -> str:
    path = str(tmp_path / "t.sqlite")
    with closing(sqlite3.connect(path)) as database:
        database.execute("create table lines (text unique)")
    return path


def _lines(path: str) -> list[str]:
    with closing(sqlite3.connect(path)) as database:
        return [text for (text,) in database.execute("select text from lines")]


def _store(given: IO[bytes], told: IO[bytes], text: str) -> Any:
    given.write(packed(_line(text)))
    given.flush()
    return json.loads(told.readline())["tables"]


def test_what_is_left_of_a_server_that_has_ended_is_not_stored(path: str) -> None:
    """It may be to delete a table, at which the next server has played on."""
    with Popen([sys.executable, "-c", _SERVER, *_COMMAND, path], stdin=PIPE, stdout=PIPE) as server:
        assert server.stdin
        assert server.stdout
        assert server.stdout.readline().strip() == READY
        assert _store(server.stdin, server.stdout, "before") == [None]
        server.kill()
        server.wait()
        ended = {"conflict": False, "cause": "the server has ended"}
        assert _store(server.stdin, server.stdout, "after") == [ended]
        server.stdin.close()
        assert server.stdout.read() == b"", "it ends as well"
    assert _lines(path) == ["before"]


def test_it_ends_without_a_word_when_nobody_listens(path: str) -> None:
    with Popen([*_COMMAND, path], stdin=PIPE, stdout=PIPE, stderr=PIPE) as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        process.stdout.readline()
        process.stdout.close()
        process.stdin.write(packed(_line("who hears?")))
        process.stdin.close()
        assert process.stderr.read() == b""
        assert process.wait() == 0


def test_a_table_that_is_to_blame_fails_alone(path: str) -> None:
    committer = Committer(path)
    assert committer.store([_pickled("0")]) == [None]
    wrong: list[object] = ["0", "\udcff", 2**70, object(), "1"]
    spoilt = b"no pickle"
    outcomes = committer.store([_pickled("a"), *map(_pickled, wrong), spoilt, _pickled("b")])
    committer.close()
    assert [outcome is None for outcome in outcomes] == [True, *[False] * 4, True, False, True]
    assert [bool(outcome and outcome["conflict"]) for outcome in outcomes] == [
        False,
        True,
        *[False] * 6,
    ]
    assert _lines(path) == ["0", "a", "1", "b"]


def test_a_connection_without_its_settings_is_not_used(path: str) -> None:
    committer = Committer(path, ["PRAGMA synchronous=FULL", "this is no setting"])
    for _ in range(2):
        (failure,) = committer.store([_pickled("0")])
        assert failure
        assert "syntax error" in failure["cause"]
    assert _lines(path) == []
