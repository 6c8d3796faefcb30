"""The database: an append-only log for each table, with one writer that commits in groups.

SQLite in write-ahead mode with ``synchronous=FULL``: when `Storage.append` returns, the events are
on the disk. Nobody is told of an event before.
"""

import asyncio
import contextlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sqlalchemy import delete, event, insert, select, update
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from parlour.errors import ParlourError
from parlour.server.schema import EVENTS, SNAPSHOTS, TABLES

Row = dict[str, Any]
MOST_IN_GROUP = 512
_INSERT_EVENTS = insert(EVENTS)
BUSY_SECONDS = 5


class StorageError(ParlourError):
    """The database could not store or read something; nothing has happened."""


class ConflictError(StorageError):
    """Another process has written this number of the table's log."""


@dataclass
class _Job:
    """Rows of one table that are to be stored together, or not at all."""

    rows: list[Row]
    table: Row | None = None
    """Its row of `TABLES` if it is new."""
    touch: Row | None = None
    """What changes there."""
    snapshot: Row | None = None
    done: asyncio.Future[None] = field(default_factory=asyncio.Future)


def _settings(connection: Any, _record: Any) -> None:
    """Each new connection to SQLite: durable commits, and readers beside the writer."""
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.execute(f"PRAGMA busy_timeout={1000 * BUSY_SECONDS}")
    cursor.close()


class Storage:
    """The database at *url*, as ``sqlite+aiosqlite:///path``."""

    def __init__(self, url: str) -> None:
        self._engine: AsyncEngine = create_async_engine(url)
        if self._engine.dialect.name == "sqlite":
            event.listen(self._engine.sync_engine, "connect", _settings)
        self._jobs: asyncio.Queue[_Job] = asyncio.Queue()
        self._writer: asyncio.Task[None] | None = None
        self._connection: AsyncConnection | None = None
        self.commits = 0
        self.rows = 0

    async def start(self) -> None:
        """Bring the database to its present form and begin to write.

        Raises `StorageError` if it cannot be opened.
        """
        try:
            async with self._engine.connect() as connection:
                await connection.run_sync(_migrate)
                await connection.commit()
        except (SQLAlchemyError, OSError) as error:
            raise StorageError(f"the database cannot be opened: {_cause(error)}") from error
        self._writer = asyncio.create_task(self._write_forever())

    async def stop(self) -> None:
        """Store what is waiting, then close."""
        await self._jobs.join()
        if self._writer is not None:
            self._writer.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._writer
        if self._connection is not None:
            await self._connection.close()
        await self._engine.dispose()

    # Writing

    async def append(
        self,
        table_id: str,
        after: int,
        bodies: Sequence[bytes],
        *,
        table: Row | None = None,
        touch: Row | None = None,
        snapshot: tuple[int, bytes] | None = None,
    ) -> None:
        """Store events number *after* + 1 and on; on the disk when this returns.

        Raises `ConflictError` if there are such events already, `StorageError` if they cannot be
        stored.
        """
        rows = [
            {"table_id": table_id, "number": number, "body": body}
            for number, body in enumerate(bodies, after + 1)
        ]
        shot = snapshot and {"table_id": table_id, "number": snapshot[0], "body": snapshot[1]}
        job = _Job(rows, table, touch and touch | {"id": table_id}, shot)
        self._jobs.put_nowait(job)
        await job.done

    async def _write_forever(self) -> None:
        while True:
            group = [await self._jobs.get()]
            while len(group) < MOST_IN_GROUP and not self._jobs.empty():
                group.append(self._jobs.get_nowait())
            await self._write(group)
            for _ in group:
                self._jobs.task_done()

    async def _write(self, group: list[_Job]) -> None:
        """Store a group in one transaction; if that fails, each of its tables by itself."""
        try:
            await self._commit(group)
        except (SQLAlchemyError, OSError) as error:
            if len(group) > 1:
                for job in group:
                    await self._write([job])
                return
            self._settle(group[0], error)
            return
        for job in group:
            if not job.done.done():
                job.done.set_result(None)

    @staticmethod
    def _settle(job: _Job, error: Exception) -> None:
        if job.done.done():
            return
        if isinstance(error, IntegrityError):
            job.done.set_exception(ConflictError("another process has changed this table"))
        else:
            job.done.set_exception(StorageError(f"it could not be stored: {_cause(error)}"))

    async def _commit(self, group: list[_Job]) -> None:
        rows = [row for job in group for row in job.rows]
        new = [job.table for job in group if job.table is not None]
        if self._connection is None:
            self._connection = await self._engine.connect()
        try:
            async with self._connection.begin():
                if new:
                    await self._connection.execute(insert(TABLES), new)
                if rows:
                    await self._connection.execute(_INSERT_EVENTS, rows)
                for job in group:
                    if job.touch is not None:
                        await _touch(self._connection, job.touch)
                    if job.snapshot is not None:
                        await _replace_snapshot(self._connection, job.snapshot)
        except (SQLAlchemyError, OSError):
            connection, self._connection = self._connection, None
            await connection.close()
            raise
        self.commits += 1
        self.rows += len(rows)

    # Reading

    async def _all(self, query: Any) -> Sequence[Any]:
        try:
            async with self._engine.connect() as connection:
                return (await connection.execute(query)).all()
        except (SQLAlchemyError, OSError) as error:
            raise StorageError(f"it could not be read: {_cause(error)}") from error

    async def find(self, code: str) -> str | None:
        """The id of the table with this code."""
        rows = await self._all(select(TABLES.c.id).where(TABLES.c.code == code))
        return rows[0][0] if rows else None

    async def public(self, limit: int) -> list[str]:
        """The codes of public tables that are not over, newest first."""
        query = (
            select(TABLES.c.code)
            .where(TABLES.c.public, TABLES.c.phase != "over")
            .order_by(TABLES.c.created.desc())
            .limit(limit)
        )
        return [row[0] for row in await self._all(query)]

    async def count(self) -> int:
        """How many tables there are."""
        return len(await self._all(select(TABLES.c.id)))

    async def snapshot(self, table_id: str) -> tuple[int, bytes] | None:
        """The last snapshot: its number and bytes."""
        query = select(SNAPSHOTS.c.number, SNAPSHOTS.c.body).where(SNAPSHOTS.c.table_id == table_id)
        rows = await self._all(query)
        return (rows[0][0], rows[0][1]) if rows else None

    async def log(self, table_id: str, after: int = 0) -> list[bytes]:
        """The events from number *after* + 1 on."""
        query = (
            select(EVENTS.c.number, EVENTS.c.body)
            .where(EVENTS.c.table_id == table_id, EVENTS.c.number > after)
            .order_by(EVENTS.c.number)
        )
        rows = await self._all(query)
        if [row[0] for row in rows] != list(range(after + 1, after + 1 + len(rows))):
            raise StorageError(f"the log of table {table_id} has a gap after number {after}")
        return [row[1] for row in rows]

    async def delete(self, table_id: str) -> None:
        """Forget a table and all that is stored of it."""
        async with self._engine.begin() as connection:
            for what, key in ((EVENTS, "table_id"), (SNAPSHOTS, "table_id"), (TABLES, "id")):
                await connection.execute(delete(what).where(what.c[key] == table_id))

    async def expired(self, before: int) -> list[str]:
        """The tables that nothing has happened at since a moment."""
        query = select(TABLES.c.id).where(TABLES.c.touched < before)
        return [row[0] for row in await self._all(query)]


async def _touch(connection: AsyncConnection, row: Row) -> None:
    values = {name: value for name, value in row.items() if name != "id"}
    await connection.execute(update(TABLES).where(TABLES.c.id == row["id"]).values(values))


async def _replace_snapshot(connection: AsyncConnection, row: Row) -> None:
    await connection.execute(delete(SNAPSHOTS).where(SNAPSHOTS.c.table_id == row["table_id"]))
    await connection.execute(insert(SNAPSHOTS), [row])


def _cause(error: BaseException) -> str:
    """The database's own words, without SQL or values."""
    return str(getattr(error, "orig", None) or error).splitlines()[0]


def _migrate(connection: Any) -> None:
    """Bring the database to the newest form."""
    from alembic import command  # noqa: PLC0415  # slow to import, needed once
    from alembic.config import Config  # noqa: PLC0415

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
