"""Starting and stopping: ports, files, certificates, backups."""

import asyncio
import json
import logging
import os
import re
import socket
import sqlite3
import subprocess
import sys
import threading
from contextlib import closing
from datetime import datetime
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest

from parlour.cli import run
from parlour.errors import OptionError
from parlour.server import backup
from parlour.server.asked import CannotServeError
from parlour.server.claim import ClaimedError, answers
from parlour.server.run import JsonLines, serve
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
        ({"data": Path("/proc/none/tables.sqlite")}, "no folder /proc/none can be made"),
        ({"host": "no.such.host.invalid"}, "on --host no.such.host.invalid: .*; it has to be an"),
        ({"host": "192.0.2.7"}, "on --host 192.0.2.7: .*; it has to be an address of this"),
        ({"host": 70 * "ä"}, "it is no name of a machine"),
        ({"tls_cert": Path(__file__), "tls_key": Path("key")}, "^--tls-key key: no such file"),
        ({"tls_cert": Path("cert"), "tls_key": Path("key")}, "^--tls-cert cert: no such file"),
        ({"tls_cert": Path(__file__), "tls_key": Path(__file__)}, "cert .* is no certificate as a"),
    ],
)
def test_what_cannot_be_served_is_said_in_words(options: dict[str, Any], reason: str) -> None:
    with pytest.raises(CannotServeError, match=reason):
        serve(open_browser=False, **options)


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"lan": True, "host": "localhost"}, "--host localhost none but this one"),
        ({"lan": True, "host": "127.0.0.2"}, "--host 127.0.0.2 none but this one"),
        ({"tls_cert": Path("cert.pem")}, "belong together"),
        ({"origins": ["example.org"]}, "no origin"),
        ({"origins": ["https://example.org/cards"]}, "no origin"),
        ({"root_path": "/my cards"}, "no path of an address"),
        ({"root_path": "cards/../x"}, "no path of an address"),
        ({"root_path": 'cards"?'}, "no path of an address"),
        ({"proxy": "127.0.0.1, locahost"}, "'locahost' is no address of a proxy"),
    ],
)
def test_options_that_make_no_sense_are_said_in_words(options: dict[str, Any], reason: str) -> None:
    with pytest.raises(OptionError, match=reason):
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


def start(url: str) -> None:
    """Open a database, as a server does when it starts."""

    async def open_and_close() -> None:
        storage = Storage(url)
        try:
            await storage.start()
        finally:
            await storage.stop()

    asyncio.run(open_and_close())


def database(file: Path, form: str = "") -> Path:
    """A new database without tables, or one of another form."""
    start(f"sqlite+aiosqlite:///{file}")
    if form:
        with closing(sqlite3.connect(file, isolation_level=None)) as changed:
            changed.execute("UPDATE alembic_version SET version_num = ?", (form,))
    return file


def test_a_database_that_can_only_be_read_is_said_at_the_start(tmp_path: Path) -> None:
    """Though its form is the newest, so that there is nothing to write yet."""
    file = database(tmp_path / "tables.sqlite")
    with pytest.raises(StorageError, match="attempt to write a readonly database"):
        start(f"sqlite+aiosqlite:///file:{file}?mode=ro&uri=true")


def test_a_database_of_a_newer_parlour_is_said_at_the_start(tmp_path: Path) -> None:
    file = database(tmp_path / "tables.sqlite", form="9999")
    with pytest.raises(StorageError, match="a newer Parlour has written the database; name an"):
        serve(open_browser=False, port=0, data=file)


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


def test_a_backup_of_a_running_server_is_restored_and_played_on(
    own_server: Serving, tmp_path: Path
) -> None:
    (client,) = own_server.table(3)
    client.do(type="chat", text="keep this")
    client.until("update")
    copy = tmp_path / "copies" / "copy.sqlite"
    copy.parent.mkdir()
    assert backup.backup(own_server.data, copy) == 1
    assert list(copy.parent.iterdir()) == [copy], "all of it is in one file"
    with pytest.raises(backup.BackupError, match="there is already something at"):
        backup.backup(own_server.data, copy)
    client.do(type="chat", text="this comes later")
    client.until("update")
    with pytest.raises(ClaimedError, match=f"at {own_server.base}/: stop it first"):
        backup.restore(copy, own_server.data)
    own_server.kill()  # what came last is in the write-ahead log only
    kept = tmp_path / "tables.before-restore-1.sqlite"
    assert backup.restore(copy, own_server.data) == (1, kept)
    own_server.start()
    again = Client(own_server.base, client.code, client.key)
    again.until("welcome")
    assert [line["text"] for line in again.table["chat"].values()] == ["keep this"]
    again.play_match()
    own_server.stop()
    assert backup.restore(kept, own_server.data)[1] == tmp_path / "tables.before-restore-2.sqlite"
    own_server.start()
    third = Client(own_server.base, client.code, client.key)
    third.until("welcome")
    assert [line["text"] for line in third.table["chat"].values()] == [
        "keep this",
        "this comes later",
    ]


def test_backup_and_restore_say_what_they_have_done(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place, copy = database(tmp_path / "tables.sqlite"), tmp_path / "copy.sqlite"
    kept = tmp_path / "tables.before-restore-1.sqlite"
    assert run(["backup", str(copy), "--data", str(place)]) == 0
    assert run(["restore", str(copy), "--data", str(place)]) == 0
    assert run(["backup", str(copy), "--data", str(place)]) == 1
    said, refused = capsys.readouterr()
    assert said.splitlines() == [
        f"Copied {place} to {copy}: 0 tables.",
        f"Copied {copy} to {place}: 0 tables. What was there before is in {kept}.",
    ]
    assert refused == f"parlour: there is already something at {copy}: name a new file\n"


def test_what_is_no_backup_is_not_restored(tmp_path: Path) -> None:
    good = database(tmp_path / "good.sqlite")
    newer = database(tmp_path / "newer.sqlite", form="9999")
    other, diary, cut = (tmp_path / name for name in ("other.sqlite", "diary", "cut.sqlite"))
    with closing(sqlite3.connect(other, isolation_level=None)) as made:
        made.execute("CREATE TABLE tables (id)")
    diary.write_text("my diary\n" * 1000)
    cut.write_bytes(good.read_bytes()[:-4096])
    place = tmp_path / "place" / "tables.sqlite"
    place.parent.mkdir()
    place.write_text("what was there\n" * 1000)
    for source, why in (
        (newer, r"a newer Parlour has written .*: its form is 9999, and this one knows it up to 0"),
        (other, "is no database of Parlour's"),
        (diary, "is no database of Parlour's"),
        (cut, "cannot be copied: database disk image is malformed"),
        (tmp_path, "is no file"),
        (tmp_path / "nothing", "there is no database"),
        (place, "is the file that tables are kept in"),
    ):
        with pytest.raises(backup.BackupError, match=why):
            backup.restore(source, place)
        assert place.read_text() == "what was there\n" * 1000
        assert not set(place.parent.glob("*sqlite")) - {place}
    assert backup.restore(good, place) == (0, kept := place.with_stem("tables.before-restore-1"))
    assert kept.read_text() == "what was there\n" * 1000
    assert backup.restore(good, tmp_path / "new" / "place.sqlite") == (0, None)


def test_what_a_crashed_server_left_is_no_part_of_what_is_restored(tmp_path: Path) -> None:
    """Its file is gone, but not its write-ahead log, which SQLite would write into any other."""
    good = database(tmp_path / "good.sqlite")
    for number in (1, 2):
        place = tmp_path / "tables.sqlite"
        with closing(sqlite3.connect(database(place), isolation_level=None)) as crashed:
            crashed.execute("PRAGMA journal_mode=WAL")
            crashed.execute("UPDATE alembic_version SET version_num = 'old'")
            log = Path(f"{place}-wal").read_bytes()
        place.unlink()
        Path(f"{place}-wal").write_bytes(log)
        kept = tmp_path / f"tables.before-restore-{number}.sqlite-wal"
        assert backup.restore(good, place) == (0, kept)
        assert kept.read_bytes() == log
        with closing(sqlite3.connect(place)) as restored:
            assert restored.execute("SELECT * FROM alembic_version").fetchone() != ("old",)
        place.unlink()


@pytest.mark.parametrize("ending", ["-wal", "-shm", "-journal"])
def test_no_backup_is_made_beside_what_another_database_left(tmp_path: Path, ending: str) -> None:
    copy, left = tmp_path / "copy.sqlite", tmp_path / f"copy.sqlite{ending}"
    left.touch()
    with pytest.raises(backup.BackupError, match=f"there is {re.escape(str(left))}, of another"):
        backup.backup(database(tmp_path / "tables.sqlite"), copy)
    assert not copy.exists()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such owners")
def test_what_is_restored_belongs_to_whom_it_belonged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Or to whom the folder belongs; not to root, who may have done it."""
    given: dict[str, tuple[int, int]] = {}

    def chown(file: Path, user: int, group: int, **_: object) -> None:
        given[file.name] = (user, group)

    source = database(tmp_path / "source.sqlite")
    source.chmod(0o600)
    place = tmp_path / "place" / "tables.sqlite"
    place.parent.mkdir()
    if os.getuid() == 0:
        os.chown(place.parent, 1234, 1235)
    folder = place.parent.stat()
    monkeypatch.setattr(os, "chown", chown)
    backup.restore(source, place)
    assert place.stat().st_mode & 0o777 == 0o600
    assert given == dict.fromkeys(
        ("copy.sqlite", "tables.sqlite.lock", "tables.sqlite.address"),
        (folder.st_uid, folder.st_gid),
    )
    given.clear()
    place.chmod(0o640)
    backup.restore(source, place)
    assert place.stat().st_mode & 0o777 == 0o640
    there = place.stat()
    assert given == {"copy.sqlite": (there.st_uid, there.st_gid)}, "what was there is as it was"


def test_where_no_backup_can_be_made_is_said_in_words(tmp_path: Path) -> None:
    source = database(tmp_path / "tables.sqlite")
    for target, why in (
        (tmp_path, f"is a folder: name a file in it, {tmp_path / 'tables.sqlite'}, say"),
        (source, "there is already something at"),
        (tmp_path / "none" / "copy", "nothing can be written to .*copy: no such file"),
        (source / "copy", "nothing can be written to .*copy: not a directory"),
        (Path("/proc/copy"), "nothing can be written to /proc/copy"),
    ):
        with pytest.raises(backup.BackupError, match=why):
            backup.backup(source, target)
    with pytest.raises(backup.BackupError, match="there is no database"):
        backup.backup(tmp_path / "nothing", tmp_path / "copy")
    assert not (tmp_path / "nothing").exists()


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
    time = datetime.fromisoformat(json.loads(line)["time"])
    assert time.utcoffset() is not None, "which time is meant is said"
    assert time.timestamp() == pytest.approx(record.created, abs=0.01)
