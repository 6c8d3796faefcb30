"""The database: an append-only log for each table.

SQLite in write-ahead mode with ``synchronous=FULL``: when `Storage.append` is done, the events are
on the disk. Nobody is told of an event before.
"""

import asyncio
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from sqlalchemy import (
    URL,
    Delete,
    Insert,
    Update,
    bindparam,
    create_engine,
    delete,
    event,
    insert,
    make_url,
    select,
    update,
)
from sqlalchemy.dialects import sqlite
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import create_async_engine

from parlour.server.commits import Statement, packed
from parlour.server.schema import EVENTS, MIGRATIONS, SNAPSHOTS, TABLES
from parlour.server.writer import ConflictError, Job, StorageError, Stored, Writer, cause

__all__ = ["ConflictError", "Row", "Storage", "StorageError"]

Row = dict[str, Any]

_SETTINGS = (
    "PRAGMA journal_mode=WAL",
    "PRAGMA synchronous=FULL",
    "PRAGMA busy_timeout=5000",
    "PRAGMA secure_delete=ON",  # names that are deleted are gone
    "PRAGMA temp_store=MEMORY",  # the journal of a statement needs no file
    "PRAGMA wal_autocheckpoint=4000",  # late, so that a page's changes go together
)
"""Of each connection: durable commits, and readers beside the writer."""

_PIECE = 2000
"""So many events are read at a time."""

_TABLE = insert(TABLES)
_EVENT = insert(EVENTS)
_TOUCH = update(TABLES).where(TABLES.c.id == bindparam("key"))
_SNAPSHOT = insert(SNAPSHOTS).prefix_with("OR REPLACE")
_FORGET = (
    delete(EVENTS).where(EVENTS.c.table_id == bindparam("key")),
    delete(SNAPSHOTS).where(SNAPSHOTS.c.table_id == bindparam("key")),
    delete(TABLES).where(TABLES.c.id == bindparam("key")),
)


class Storage:
    """The database at *url*, as ``sqlite+aiosqlite:///path``."""

    def __init__(self, url: str | URL) -> None:
        self._address = make_url(url)
        self._engine = create_async_engine(self._address)
        event.listen(self._engine.sync_engine, "connect", _set)
        self._writer = Writer(self._address.database or "", *_SETTINGS)

    async def start(self) -> None:
        """Bring the database to its present form.

        Raises `StorageError` if it cannot be opened, or nothing written to it.
        """
        try:
            # Not by the other engine: its thread would outlive the loop if nothing can be opened.
            await asyncio.to_thread(_migrate, self._address.set(drivername="sqlite"))
        except (SQLAlchemyError, OSError) as error:
            raise StorageError(f"the database cannot be opened: {cause(error)}") from error

    async def stop(self) -> None:
        """Store what is waiting, then close."""
        await self._writer.stop()
        await self._engine.dispose()

    # Writing

    def append(
        self,
        done: Callable[[StorageError | None], None],
        table_id: str,
        after: int,
        bodies: Sequence[bytes],
        *,
        table: Row | None = None,
        touch: Row | None = None,
        snapshot: tuple[int, bytes] | None = None,
    ) -> None:
        """Store events number *after* + 1 and on; *done* is called when they are on the disk.

        Or with `ConflictError` if there are such events already, `StorageError` if they cannot be
        stored. `Stored.settle` is for who would rather wait.
        """
        statements = [] if table is None else [_with(_TABLE, table)]
        if bodies:
            sql, _ = _sql(_EVENT)
            numbered = enumerate(bodies, after + 1)
            statements.append((sql, [(table_id, number, body) for number, body in numbered]))
        if touch:
            statements.append(_with(_TOUCH, touch | {"key": table_id}))
        if snapshot:
            number, body = snapshot
            row = {"table_id": table_id, "number": number, "body": body}
            statements.append(_with(_SNAPSHOT, row))
        self._writer.put(Job(table_id, packed(statements), len(bodies), done))

    def delete(self, table_id: str) -> Stored:
        """Forget a table and all that is stored of it."""
        return self._store(table_id, [_with(one, {"key": table_id}) for one in _FORGET])

    @property
    def trouble(self) -> str:
        """Why nothing could be stored at last; empty if it could."""
        return self._writer.trouble

    def try_to_store(self) -> Stored:
        """Store something and forget it in the same commit, to see whether anything can be stored.

        Those who try at the same time share a commit, as all do.
        """
        row = {"table_id": "", "number": 0, "body": b""}
        return self._store("", [_with(_SNAPSHOT, row), _with(_FORGET[1], {"key": ""})])

    def _store(self, table_id: str, statements: Sequence[Statement]) -> Stored:
        stored = Stored()
        self._writer.put(Job(table_id, packed(statements), 0, stored.settle))
        return stored

    # Reading

    async def _all(self, query: Any) -> Sequence[Any]:
        try:
            async with self._engine.connect() as connection:
                return (await connection.execute(query)).all()
        except (SQLAlchemyError, OSError) as error:
            raise StorageError(f"it could not be read: {cause(error)}") from error

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
        number, body = EVENTS.c.number, EVENTS.c.body
        query = select(number, body).where(EVENTS.c.table_id == table_id).order_by(number)
        bodies: list[bytes] = []
        while True:  # in pieces, so that a long log does not keep others waiting
            last = after + len(bodies)
            rows = await self._all(query.where(number > last).limit(_PIECE))
            if [row[0] for row in rows] != list(range(last + 1, last + 1 + len(rows))):
                raise StorageError(f"the log of table {table_id} has a gap after number {last}")
            bodies += [row[1] for row in rows]
            if len(rows) < _PIECE:
                return bodies

    async def expired(self, before: int) -> list[str]:
        """The tables that nothing has happened at since a moment."""
        query = select(TABLES.c.id).where(TABLES.c.touched < before)
        return [row[0] for row in await self._all(query)]

    async def never_begun(self, before: int) -> list[str]:
        """Those of them that no match was ever begun at."""
        lobbies = TABLES.c.phase == "lobby"
        query = select(TABLES.c.id).where(TABLES.c.touched < before, lobbies)
        return [row[0] for row in await self._all(query)]

    async def abandoned(self, before: int) -> list[str]:
        """The codes of tables with a match going on that nothing has happened at since a moment."""
        going_on = TABLES.c.phase.in_(["playing", "between"])
        query = select(TABLES.c.code).where(TABLES.c.touched < before, going_on)
        return [row[0] for row in await self._all(query)]


@cache
def _sql(statement: Insert | Update | Delete, *names: str) -> tuple[str, Sequence[str]]:
    """A statement on some columns in SQL, and the order in which it takes their values."""
    compiled = statement.compile(dialect=sqlite.dialect(), column_keys=names or None)
    return str(compiled), compiled.positiontup or ()


def _with(statement: Insert | Update | Delete, row: Row) -> Statement:
    """A statement for one row."""
    sql, names = _sql(statement, *row)
    return sql, [tuple(row[name] for name in names)]


def _set(connection: Any, _record: Any) -> None:
    cursor = connection.cursor()
    for setting in _SETTINGS:
        cursor.execute(setting)
    cursor.close()


def _migrate(address: URL) -> None:
    """Bring the database to the newest form."""
    from alembic import command  # noqa: PLC0415  # slow to import, needed once
    from alembic.config import Config  # noqa: PLC0415  # likewise
    from alembic.util import CommandError  # noqa: PLC0415  # likewise

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    engine = create_engine(address)
    event.listen(engine, "connect", _set)
    try:
        with engine.begin() as connection:
            connection.exec_driver_sql("BEGIN IMMEDIATE")  # or each step would be for itself
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
            # Nothing else is written if it has this form already: can anything be?
            connection.exec_driver_sql("UPDATE alembic_version SET version_num = version_num")
    except CommandError:  # a step that it is at is not known here
        raise StorageError("a newer Parlour has written the database") from None
    finally:
        engine.dispose()
