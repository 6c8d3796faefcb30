"""What is on its way to the disk: who is cut off in the middle of it loses and doubles nothing."""

import asyncio
import contextlib
import random
import shutil
import sqlite3
import sys
from functools import partial
from pathlib import Path

import pytest
from alembic import command
from alembic.operations import Operations
from msgspec.msgpack import encode
from prometheus_client import REGISTRY

from parlour.server import hall as halls
from parlour.server import room as rooms
from parlour.server import snapshots
from parlour.server.hall import Hall, NoSuchTableError
from parlour.server.protocol import PROTOCOL, CreateTable
from parlour.server.room import Room, now
from parlour.server.storage import ConflictError, StorageError
from parlour.server.writer import Stored
from parlour.table import commands
from parlour.table import events as ev
from parlour.table.change import RefusedError
from parlour.table.state import Table
from tests.server.client import Client, request
from tests.server.raw import RawClient, text
from tests.server.serving import Serving
from tests.server.test_expiry import begun, in_a_hall, rematch

_SAID = encode("type") + encode("said")


class _Counting:
    """A connection that counts the events it is told of."""

    seat: int | None = 0

    def __init__(self, room: Room) -> None:
        self.key_hash = room.table.seats[0].key_hash
        self.told = 0

    def tell(self, message: bytes) -> None:
        self.told += message.count(_SAID)

    def dismiss(self, code: str, text: str) -> None:
        """The hall closes, or the table is gone."""


async def _turns(chance: random.Random) -> None:
    """A while, in which the writer may come as far as it will."""
    for _ in range(chance.randrange(6)):
        await asyncio.sleep(0)
    if chance.random() < 0.5:
        await asyncio.sleep(chance.random() / 500)


def test_who_is_cancelled_in_the_middle_of_a_commit_loses_and_doubles_nothing(
    tmp_path: Path,
) -> None:
    chance = random.Random(1)

    async def work(hall: Hall) -> None:
        room = await begun(hall)
        listener = _Counting(room)
        room.enter(listener, 0)
        cancelled = 0
        for number in range(100):
            saying = [
                asyncio.create_task(
                    room.change(partial(commands.say, seat=0, text=f"line {number}"))
                )
                for _ in range(3)
            ]
            await _turns(chance)
            chance.choice(saying).cancel()
            done = await asyncio.gather(*saying, return_exceptions=True)
            cancelled += sum(isinstance(one, asyncio.CancelledError) for one in done)
        said = [ev.decode(body) for body in await hall.storage.log(room.table.id)]
        lines = sum(isinstance(entry.event, ev.Said) for entry in said)
        assert len(said) == room.table.number
        assert listener.told == lines
        assert 0 < cancelled <= 100
        assert 300 - cancelled < lines < 300, "some were cancelled before, some in the middle"

    in_a_hall(tmp_path / "t.sqlite", work)


def test_who_is_cancelled_while_a_table_is_deleted_leaves_none(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        room = await begun(hall)
        deleting = asyncio.create_task(room.delete())
        await asyncio.sleep(0)
        deleting.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await deleting
        assert await hall.storage.find(room.table.code) is None
        with pytest.raises(RefusedError, match="put away"):
            await room.change(lambda change: commands.say(change, 0, "hello?"))

    in_a_hall(tmp_path / "t.sqlite", work)


@pytest.mark.parametrize("program", ["false", "no-such-program"])
def test_where_no_process_can_store_nothing_happens_and_that_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, program: str
) -> None:
    async def work(hall: Hall) -> None:
        for _ in range(3):
            with monkeypatch.context() as broken:
                broken.setattr(sys, "executable", shutil.which(program) or program)
                with pytest.raises(StorageError, match=r"could not be stored: .* process") as told:
                    await begun(hall)
            assert not isinstance(told.value, ConflictError), "it is known that it is not stored"
            assert "process" in hall.storage.trouble
        room = await begun(hall)
        assert hall.storage.trouble == ""
        assert len(await hall.storage.log(room.table.id)) == room.table.number

    in_a_hall(tmp_path / "t.sqlite", work)


def test_what_cannot_be_handed_over_keeps_nothing_else_from_it(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        stored = Stored()
        hall.storage.append(stored.settle, "a", 0, [b"first"])
        with pytest.raises(Exception, match="pickle"):
            hall.storage.append(stored.settle, "b", 0, [lambda: b"no bytes"])  # type: ignore[list-item]  # on purpose
        await stored
        assert await hall.storage.log("a") == [b"first"]

    in_a_hall(tmp_path / "t.sqlite", work)


def test_a_mistake_of_ours_while_storing_leaves_the_table_free(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rooms, "SNAPSHOT_EVERY", 1)

    async def work(hall: Hall) -> None:
        room = await begun(hall)
        listener = _Counting(room)
        room.enter(listener, 0)
        ends: asyncio.Future[Exception | None] = asyncio.get_running_loop().create_future()

        def say() -> bool:
            saying = partial(commands.say, seat=0, text="hello")
            return room.change_at_once(
                saying, lambda error, _: ends.set_result(error), by=listener, message_id=1
            )

        with monkeypatch.context() as broken:
            broken.setattr(snapshots, "take", lambda _: 1 // 0)
            with pytest.raises(ZeroDivisionError):
                say()
        assert say()
        assert await ends is None
        assert listener.told == 1

    in_a_hall(tmp_path / "t.sqlite", work)


def test_a_table_that_may_be_deleted_or_not_is_read_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The process that stores was killed after the commit, before it told of it."""
    path = tmp_path / "t.sqlite"
    monkeypatch.setattr(halls, "IDLE_SECONDS", -1)

    async def work(hall: Hall) -> None:
        room = await begun(hall)
        delete = hall.storage.delete

        def delete_and_be_lost(table_id: str) -> Stored:
            stored = Stored()
            delete(table_id).add_done_callback(lambda _: stored.settle(ConflictError("lost")))
            return stored

        monkeypatch.setattr(hall.storage, "delete", delete_and_be_lost)
        with pytest.raises(ConflictError):
            await room.delete()
        with pytest.raises(RefusedError, match="put away"):
            await room.change(lambda change: commands.say(change, 0, "hello?"))
        with pytest.raises(NoSuchTableError):
            await hall.room(room.table.code)
        await hall.let_go()
        assert hall.rooms == {}

    in_a_hall(path, work)
    with contextlib.closing(sqlite3.connect(path)) as database:
        assert database.execute("select id from tables").fetchall() == []
        assert database.execute("select number from events").fetchall() == []
        assert database.execute("select number from snapshots").fetchall() == []


def _commits() -> float:
    return REGISTRY.get_sample_value("parlour_commits_total") or 0


def test_all_tables_are_saved_together_at_the_end(tmp_path: Path) -> None:
    """One after the other would take as long as the database is locked, for each."""
    path = tmp_path / "t.sqlite"
    commits: list[float] = []

    async def work(hall: Hall) -> None:
        for _ in range(12):
            await begun(hall)
        before = _commits()
        await hall.stop()
        commits.append(_commits() - before)

    in_a_hall(path, work)
    assert 0 < commits[0] < 12
    with contextlib.closing(sqlite3.connect(path)) as database:
        assert database.execute("select count(*) from snapshots").fetchone() == (12,)


def test_a_database_of_before_is_brought_up_to_date(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With all its events; or not at all, if that fails on the way."""
    path = tmp_path / "t.sqlite"
    upgrade = command.upgrade
    monkeypatch.setattr(command, "upgrade", lambda config, _: upgrade(config, "0001"))
    kept: list[tuple[Table, list[bytes]]] = []

    async def play(hall: Hall) -> None:
        room, again = await begun(hall), await begun(hall)
        await rematch(again)
        await hall.create(CreateTable(game="savannah", players=2, name="Anna"))
        tables = (room.table, again.table)
        kept.extend([(table, await hall.storage.log(table.id)) for table in tables])

    async def look(hall: Hall) -> None:
        for table, log in kept:
            assert (await hall.room(table.code)).table == table
            assert await hall.storage.log(table.id) == log
        assert len(await hall.storage.never_begun(now() + 1)) == 1

    def fail(*_: object) -> None:
        raise OSError("no more")

    in_a_hall(path, play)
    with contextlib.closing(sqlite3.connect(path)) as database, database:
        database.execute("update tables set phase = 'lobby' where phase = 'rematch'")  # as it was
    monkeypatch.undo()
    with monkeypatch.context() as broken:
        broken.setattr(Operations, "drop_table", fail)
        with pytest.raises(StorageError, match="no more"):
            in_a_hall(path, look)
    in_a_hall(path, look)


def test_who_is_gone_right_after_sending_finds_it_done_once(server: Serving) -> None:
    (client,) = server.table(3)
    for number in range(1, 21):
        line = {"type": "chat", "id": 100 + number, "text": f"line {number}"}
        with RawClient(server, client.code, hello=False) as raw:
            raw.send(text(type="hello", version=PROTOCOL, key=client.key) + text(**line))
        with Client(server.base, client.code, client.key) as again:
            again.until("welcome")
            again.send(**line)
            while again.state["you"]["last_id"] < line["id"]:
                again.receive()
            said = [one["text"] for one in again.table["chat"].values()]
            assert said == [f"line {k}" for k in range(1, number + 1)]


def test_nothing_is_left_of_a_table_that_is_deleted(own_server: Serving) -> None:
    asked = {"game": "pip-pip", "players": 3}
    _, gone = own_server.post("/api/tables", {"name": "Xanthippe", **asked})
    assert own_server.post("/api/tables", {"name": "Zephyrine", **asked})[0] == 201
    where = own_server.base, "DELETE", f"/api/tables/{gone['code']}"
    assert request(*where, key=gone["key"])[0] == 204
    assert own_server.stop() == 0
    left = own_server.data.read_bytes()
    assert b"Zephyrine" in left
    assert b"Xanthippe" not in left
