"""Tables that nobody comes back to: the match is ended, then everything is deleted."""

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from parlour.server import hall as halls
from parlour.server import protocol as wire
from parlour.server import room as rooms
from parlour.server import snapshots
from parlour.server.bots import Bots
from parlour.server.hall import Hall, NoSuchTableError
from parlour.server.limits import Limits
from parlour.server.storage import Storage
from parlour.table import commands
from parlour.table.change import RefusedError
from parlour.table.dealing import commitment
from parlour.table.state import Table
from tests.table.playing import INSTANT, START

DAY = 86_400_000


class Days:
    """The clock of the server."""

    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> int:
        return self.now


@pytest.fixture
def days(monkeypatch: pytest.MonkeyPatch) -> Days:
    clock = Days()
    monkeypatch.setattr(halls, "now", clock)
    monkeypatch.setattr(rooms, "now", clock)
    return clock


def in_a_hall(
    path: Path, work: Callable[[Hall], Awaitable[None]], limits: Limits | None = None
) -> None:
    async def run() -> None:
        storage, bots = Storage(f"sqlite+aiosqlite:///{path}"), Bots(1)
        await storage.start()
        hall = Hall(storage, bots, limits)
        hall.prepared.set()
        try:
            await work(hall)
        finally:
            await hall.stop()
            await storage.stop()
            await bots.stop()

    asyncio.run(run())


async def begun(hall: Hall, game: str = "savannah") -> rooms.Room:
    """A table by turns of two persons, in the middle of a match."""
    asked = wire.CreateTable(game=game, players=2, name="Anna", pace="by turns", timing=INSTANT)
    room, seated = await hall.create(asked)
    await hall.join(seated.code, wire.JoinTable(name="Boris"))
    await room.change(lambda change: commands.ready(change, 0, ""))
    await room.change(lambda change: commands.ready(change, 1, ""))
    assert room.table.phase == "playing"
    return room


def test_an_abandoned_match_is_ended_and_its_secret_revealed(tmp_path: Path, days: Days) -> None:
    async def work(hall: Hall) -> None:
        room = await begun(hall)
        code, secret = room.table.code, room.table.secret
        days.now += 59 * DAY
        await hall.look_after()
        assert room.table.phase == "playing", "weeks are not too long"
        room.close("closing", "")
        hall.rooms.clear()
        days.now += 2 * DAY
        await hall.look_after()
        table = (await hall.room(code)).table
        assert (table.phase, table.winners) == ("over", ())
        assert table.revealed is not None
        assert table.revealed.secret == secret
        assert commitment(secret) != secret
        assert "fair_dealing" in await hall.record(code, None)

    in_a_hall(tmp_path / "tables.sqlite", work)


def test_a_table_that_nobody_comes_back_to_is_deleted_with_all_names(
    tmp_path: Path, days: Days
) -> None:
    async def work(hall: Hall) -> None:
        room = await begun(hall)
        table_id, code = room.table.id, room.table.code
        days.now += 61 * DAY
        await hall.look_after()
        days.now += 119 * DAY
        await hall.look_after()
        assert await hall.storage.log(table_id)
        days.now += 2 * DAY
        await hall.look_after()
        assert await hall.storage.log(table_id) == []
        with pytest.raises(NoSuchTableError):
            await hall.room(code)
        assert hall.tables == 0

    in_a_hall(tmp_path / "tables.sqlite", work)


async def rematch(room: rooms.Room) -> None:
    """Back to the lobby, after a match."""
    for seat in (0, 1):
        await room.change(partial(commands.vote_end, seat=seat, yes=True))
    await room.change(commands.rematch)
    assert room.table.phase == "lobby"


def test_a_lobby_that_no_match_is_begun_at_is_deleted_after_two_weeks(
    tmp_path: Path, days: Days
) -> None:
    async def work(hall: Hall) -> None:
        asked = wire.CreateTable(game="savannah", players=2, name="Anna")
        made, _ = await hall.create(asked)
        used, _ = await hall.create(asked)
        playing, again = await begun(hall), await begun(hall)
        await rematch(again)
        days.now += 13 * DAY
        await used.change(lambda change: commands.say(change, 0, "still here"))
        await hall.look_after()
        assert hall.tables == 4
        days.now += 2 * DAY
        await hall.look_after()
        with pytest.raises(NoSuchTableError):
            await hall.room(made.table.code)
        assert await hall.storage.log(made.table.id) == []
        assert hall.tables == 3
        for room in (used, playing, again):
            assert await hall.room(room.table.code) is room
        days.now += 13 * DAY
        await hall.look_after()
        assert set(hall.rooms.values()) == {playing, again}

    in_a_hall(tmp_path / "tables.sqlite", work)


def test_who_comes_to_a_table_while_it_is_deleted_does_not_play_on(
    tmp_path: Path, days: Days, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(hall: Hall) -> None:
        code = (await begun(hall)).table.code
        hall.rooms.clear()
        days.now += (halls.EXPIRY_DAYS + 1) * DAY
        expired = hall.storage.expired
        monkeypatch.setattr(halls, "ABANDONED_DAYS", 2 * halls.EXPIRY_DAYS)

        async def somebody_comes(before: int) -> list[str]:
            found = await expired(before)
            await hall.room(code)
            return found

        monkeypatch.setattr(hall.storage, "expired", somebody_comes)
        looking = asyncio.create_task(hall.look_after())
        while code not in hall.rooms:
            await asyncio.sleep(0)
        room = hall.rooms[code]
        await looking
        assert hall.rooms == {}
        with pytest.raises(RefusedError, match="put away"):
            await room.change(lambda change: commands.say(change, 0, "still here"))

    in_a_hall(tmp_path / "tables.sqlite", work)


def test_a_table_that_is_played_at_is_kept(tmp_path: Path, days: Days) -> None:
    async def work(hall: Hall) -> None:
        room = await begun(hall)
        for _ in range(5):
            days.now += 50 * DAY
            await room.change(lambda change: commands.say(change, 0, "still here"))
            await hall.look_after()
        assert (await hall.room(room.table.code)).table.phase == "playing"

    in_a_hall(tmp_path / "tables.sqlite", work)


def test_a_table_that_cannot_be_read_keeps_no_other_from_expiring(
    tmp_path: Path, days: Days
) -> None:
    path = tmp_path / "t.sqlite"

    async def work(hall: Hall) -> None:
        spoilt, other = await begun(hall), await begun(hall)
        with closing(sqlite3.connect(path)) as database, database:
            database.execute(
                "update events set body = 'x' where number = 1 and table_id = ?", [spoilt.table.id]
            )
        spoilt.close("closing", "put away")
        days.now += (halls.ABANDONED_DAYS + 1) * DAY
        await hall.look_after()
        assert other.table.phase == "over"

    in_a_hall(path, work)


def test_a_table_that_cannot_be_saved_keeps_no_other_from_it_and_is_let_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "t.sqlite"
    take = snapshots.take
    monkeypatch.setattr(halls, "IDLE_SECONDS", -1)

    async def work(hall: Hall) -> None:
        spoilt, other = await begun(hall), await begun(hall)

        def fail(table: Table) -> bytes:
            if table.id == spoilt.table.id:
                raise OverflowError
            return take(table)

        monkeypatch.setattr(snapshots, "take", fail)
        await hall.let_go()
        assert hall.rooms == {}
        for room in (spoilt, other):
            await (await hall.room(room.table.code)).change(
                lambda change: commands.say(change, 0, "still here")
            )

    in_a_hall(path, work)
    with closing(sqlite3.connect(path)) as database:
        events = dict(database.execute("select table_id, max(number) from events group by 1"))
        saved = dict(database.execute("select table_id, max(number) from snapshots group by 1"))
    assert len(events) == 2
    assert len(saved) == 1
    assert saved.items() <= events.items(), "of the end, too"


def test_there_are_so_many_tables_and_no_more_before_one_is_gone(tmp_path: Path) -> None:
    """Those that are put away count, and those of an earlier server."""
    path, kept = tmp_path / "t.sqlite", Limits(tables=2)
    asked = wire.CreateTable(game="savannah", players=2, name="Anna")
    keys: list[wire.Seated] = []

    async def fill(hall: Hall) -> None:
        hall.limits = kept
        keys.extend([(await hall.create(asked))[1] for _ in range(2)])
        hall.rooms.clear()
        with pytest.raises(RefusedError, match="too many tables") as refused:
            await hall.create(asked)
        assert refused.value.code == "too_many_tables"

    async def delete(hall: Hall) -> None:
        hall.limits = kept
        await hall.start()
        with pytest.raises(RefusedError, match="too many tables"):
            await hall.create(asked)
        await hall.delete(keys[0].code, keys[0].key)
        await hall.create(asked)
        with pytest.raises(RefusedError, match="too many tables"):
            await hall.create(asked)
        assert await hall.storage.count() == 2

    in_a_hall(path, fill)
    in_a_hall(path, delete)
