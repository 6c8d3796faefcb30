"""Starting and stopping: ports, files, certificates, backups."""

import asyncio
import logging
import os
import re
import shutil
import socket
import sqlite3
import subprocess
import sys
import threading
from contextlib import closing
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, event

from parlour.server import backup
from parlour.server.claim import ClaimedError, answers
from parlour.server.run import CannotServeError, JsonLines, serve
from parlour.server.storage import Storage, StorageError
from tests.server.client import Client
from tests.server.serving import Serving


def test_a_port_that_is_taken_is_an_error_that_says_so(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        with pytest.raises(CannotServeError, match=f"port {port}: Address already in use"):
            serve(port=port, data=tmp_path / "t.sqlite", open_browser=False)


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"tls_cert": Path("cert.pem")}, "belong together"),
        ({"tls_cert": Path("cert.pem"), "tls_key": Path("key.pem")}, "no certificate"),
        ({"data": Path("/proc/none/tables.sqlite")}, "no folder /proc/none can be made"),
        ({"host": "no.such.host.invalid"}, "nothing can listen"),
        ({"origins": ["example.org"]}, "no origin"),
        ({"origins": ["https://example.org/cards"]}, "no origin"),
        ({"root_path": "/my cards"}, "no path of an address"),
        ({"root_path": "cards/../x"}, "no path of an address"),
        ({"root_path": 'cards"?'}, "no path of an address"),
        ({"proxy": "127.0.0.1, locahost"}, "'locahost' is no address of a proxy"),
    ],
)
def test_what_cannot_be_served_is_said_in_words(options: dict[str, Any], reason: str) -> None:
    with pytest.raises(CannotServeError, match=reason):
        serve(open_browser=False, **options)


def test_a_second_server_of_the_same_tables_is_told_of_the_first(own_server: Serving) -> None:
    own_server.kill()
    note = Path(f"{own_server.data}.address")
    note.write_text("http://127.0.0.1:1/", encoding="utf-8")  # of one that was killed
    own_server.start()
    told = f"another Parlour is serving the tables in {own_server.data} at {own_server.base}/: "
    with pytest.raises(ClaimedError, match=re.escape(told)) as refused:
        serve(port=0, data=own_server.data, open_browser=False)
    assert answers(refused.value.address)


@pytest.mark.parametrize("told", ["", "http://127.0.0.1:1/", "http://a b\n/", "file:///etc/", "-x"])
def test_no_parlour_answers_at(told: str) -> None:
    assert not answers(told)


@pytest.mark.parametrize("said", [b"[]", b"7", b"<p>Hello", b'{"name": "another server"}'])
def test_what_answers_otherwise_is_no_parlour(said: bytes) -> None:
    class Other(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.wfile.write(b"HTTP/1.0 200 OK\r\n\r\n" + said)

        def log_message(self, *_: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Other) as other:
        thread = threading.Thread(target=other.handle_request)
        thread.start()
        assert not answers(f"http://127.0.0.1:{other.server_port}/")
        thread.join()


def test_a_folder_in_place_of_the_database_is_said_in_words(tmp_path: Path) -> None:
    folder = tmp_path / "tables"
    folder.mkdir()
    said = f"{folder} is a folder: name a file in it with --data, {folder / 'tables.sqlite'}, say"
    with pytest.raises(CannotServeError, match=f"^{re.escape(said)}$"):
        serve(open_browser=False, port=0, data=folder)
    assert list(tmp_path.iterdir()) == [folder]


def test_a_database_that_one_may_not_write_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "tables.sqlite"
    file.write_text("nothing that SQLite reads\n" * 100)
    monkeypatch.setattr(os, "access", lambda *_: False)  # as to anybody but root
    with pytest.raises(StorageError, match=f"{re.escape(str(file))} has to be a file that you can"):
        serve(open_browser=False, port=0, data=file)


def test_a_database_that_somebody_writes_to_is_no_reason_to_use_another(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite"
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("pragma journal_mode=wal")
        other.execute("begin immediate")
        said = f"database is locked; another program is writing to {file}"
        with pytest.raises(StorageError, match=re.escape(said)):
            serve(open_browser=False, port=0, data=file)


def test_a_link_to_itself_in_place_of_the_database_is_said_in_words(tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(link)
    with pytest.raises(ClaimedError, match="leads nowhere"):
        serve(open_browser=False, port=0, data=link)


def test_where_no_file_can_be_made_nobody_else_is_blamed() -> None:
    with pytest.raises(ClaimedError, match=r"no file /proc/tables\.sqlite\.lock can be made"):
        serve(open_browser=False, port=0, data=Path("/proc/tables.sqlite"))


@pytest.mark.parametrize("name", ["a?b#c%20 d.sqlite", ":memory:"])
def test_the_database_is_in_the_file_that_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.chdir(tmp_path)
    server = Serving(tmp_path)
    server.data = Path(name)
    server.start()
    try:
        server.table(2, game="savannah")
    finally:
        server.stop()
    assert {file.name for file in tmp_path.iterdir()} == {
        *(name, f"{name}.lock", f"{name}.address", server.log.name)
    }


def test_a_database_that_can_only_be_read_is_said_at_the_start(tmp_path: Path) -> None:
    def keep_from_writing(connection: sqlite3.Connection, _record: object) -> None:
        connection.execute("PRAGMA query_only=ON")

    async def start() -> None:
        storage = Storage(f"sqlite+aiosqlite:///{tmp_path / 'tables.sqlite'}")
        try:
            await storage.start()
        finally:
            await storage.stop()

    asyncio.run(start())
    event.listen(Engine, "connect", keep_from_writing)
    try:
        with pytest.raises(StorageError, match="attempt to write a readonly database"):
            asyncio.run(start())
    finally:
        event.remove(Engine, "connect", keep_from_writing)


def test_a_file_that_is_no_database_is_an_error_and_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite"
    file.write_text("my diary\n" * 1000)
    command = "from parlour.server.run import serve; from pathlib import Path; import sys\n"
    command += "serve(port=0, data=Path(sys.argv[1]), open_browser=False)"
    done = subprocess.run(
        [sys.executable, "-c", command, str(file)], capture_output=True, text=True, check=False
    )
    assert done.returncode != 0
    assert f"file is not a database; name another file than {file} with --data" in done.stderr
    assert file.read_text() == "my diary\n" * 1000


def test_a_backup_of_a_running_server_can_be_restored(own_server: Serving, tmp_path: Path) -> None:
    (client,) = own_server.table(3)
    client.do(type="chat", text="keep this")
    client.until("update")
    copy = tmp_path / "copy.sqlite"
    backup.backup(own_server.data, copy)
    with pytest.raises(backup.BackupError, match="already"):
        backup.backup(own_server.data, copy)
    with pytest.raises(backup.BackupError, match="no database"):
        backup.backup(tmp_path / "nothing", tmp_path / "other")
    client.do(type="chat", text="this comes later")
    client.until("update")
    own_server.stop()
    for file in tmp_path.glob("tables.sqlite*"):
        file.unlink()
    copy.rename(own_server.data)
    own_server.start()
    again = Client(own_server.base, client.code, client.key)
    again.until("welcome")
    assert [line["text"] for line in again.table["chat"]] == ["keep this"]


def may_trace() -> bool:
    """Whether strace is here, and allowed: some containers forbid it."""
    strace = shutil.which("strace")
    if strace is None:
        return False
    return subprocess.run([strace, "true"], capture_output=True, check=False).returncode == 0


@pytest.mark.skipif(not may_trace(), reason="strace is missing or forbidden")
def test_a_sync_precedes_every_acknowledgement(tmp_path: Path) -> None:
    """Seen from outside: a message comes in, the log is synced, then anybody is told."""
    calls = tmp_path / "calls"
    kinds = "trace=fdatasync,fsync,read,recvfrom,write,writev,sendto,sendmsg"
    serving = Serving(
        tmp_path, ("strace", "-D", "-f", "-yy", "-s", "2000", "-o", str(calls), "-e", kinds)
    )
    serving.start()
    try:
        (client,) = serving.table(3)
        texts = [f"line {number}" for number in range(20)]
        for text in texts:
            client.do(type="chat", text=text)
            client.until("update")
    finally:
        serving.stop()
    synced = False
    told: list[str] = []
    for line in calls.read_text(errors="replace").splitlines():
        done = "unfinished" not in line
        if "sync" in line and done and ("tables.sqlite-wal" in line or "resumed" in line):
            synced = True
        said = re.search(r"(?:write|writev|sendto|sendmsg)\(\d+<TCP.*?said.*?(line \d+)", line)
        if said:
            assert synced, f"{said[1]!r} was told before it was on the disk"
            told.append(said[1])
            synced = False
    assert told == texts


def test_preparing_leaves_nothing_to_compile() -> None:
    """After it, a match under other rules with calls, orders and bots compiles nothing more."""
    command = """
from numba.core import event
from parlour.server import prepare
prepare.warm("rules")
with event.install_recorder("numba:compile") as recorder:
    from tests.table.playing import INSTANT, Playing
    from tests.table.test_match import play_out
    for preset in ("russian", "japanese"):
        playing = Playing(4, preset=preset, options={"auction": "yes"}, timing=INSTANT)
        playing.sit("Anna")
        playing.fill()
        playing.all_ready()
        play_out(playing)
compiled = [record[1].data["dispatcher"].__name__ for record in recorder.buffer]
assert not compiled, compiled
"""
    subprocess.run([sys.executable, "-c", command], check=True, cwd=Path(__file__).parents[2])


def test_what_an_error_says_is_not_logged() -> None:
    """It may name cards; where it was raised, and its kind, are enough to find it."""
    card = "Qh"
    try:
        {"": 1}[card]
    except KeyError:
        record = logging.LogRecord("x", logging.ERROR, "", 1, "table %s", ("t",), sys.exc_info())
    line = JsonLines().format(record)
    assert "Qh" not in line
    assert "KeyError" in line
    assert "test_what_an_error_says" in line
