"""The one thread that writes to the database: what many tables want stored, a commit for a group.

While a commit is on its way the next group gathers. Each time the thread hands Python's lock to the
event loop it may wait long to have it back: so a group of events alone, which most are, is a single
statement, and that statement is the transaction.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from queue import SimpleQueue
from threading import Thread
from typing import Any

from sqlalchemy import Connection, Dialect, Engine, delete, insert, update
from sqlalchemy.exc import DBAPIError, IntegrityError, OperationalError

from parlour.errors import ParlourError
from parlour.server import metrics
from parlour.server.schema import EVENTS, SNAPSHOTS, TABLES

_LOG = logging.getLogger(__name__)
Row = dict[str, Any]
MOST_IN_GROUP = 512
MOST_ROWS = 256
"""Rows of one statement; databases bound the number of its values."""


class StorageError(ParlourError):
    """The database could not store or read something; nothing has happened."""


class ConflictError(StorageError):
    """Another process has written this number of the table's log."""


class Stored(asyncio.Future[None]):
    """Done when something is on the disk.

    Who waits for it can only be cancelled then: what is on its way cannot be called back.
    """

    def cancel(self, msg: object = None) -> bool:
        """Refuse, so that a task which is told to end ends afterwards."""
        del msg
        return False

    def settle(self, error: Exception | None) -> None:
        """It is done, or has failed."""
        if error is None:
            self.set_result(None)
        else:
            self.set_exception(error)


@dataclass(slots=True)
class Job:
    """Rows of one table that are to be stored together, or not at all."""

    done: Callable[[StorageError | None], None]
    """What is to happen when they are stored, or could not be."""
    table_id: str
    events: Sequence[tuple[str, int, bytes]]
    """Rows of `EVENTS`: table, number, body."""
    table: Row | None = None
    """Its row of `TABLES` if it is new."""
    touch: Row | None = None
    """What changes there."""
    snapshot: tuple[int, bytes] | None = None
    """The number and body of its row of `SNAPSHOTS`."""
    forget: bool = False
    """Delete all that is stored of the table."""


class Writer:
    """Stores jobs in the order they come in."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._autocommit = engine.execution_options(isolation_level="AUTOCOMMIT")
        self._groups: SimpleQueue[list[Job] | None] = SimpleQueue()
        self._thread: Thread | None = None
        self._connection: Connection | None = None
        self._cursor: Any = None
        self._waiting: list[Job] = []
        self._idle = asyncio.Event()
        self._idle.set()

    def put(self, job: Job) -> None:
        """Store a job soon."""
        self._waiting.append(job)
        if self._idle.is_set():
            self._idle.clear()
            asyncio.get_running_loop().call_soon(self._next)  # what else happens now goes along

    async def stop(self) -> None:
        """Store what is waiting, then close."""
        await self._idle.wait()
        if self._thread is not None:
            self._groups.put(None)
            await asyncio.to_thread(self._thread.join)

    def _next(self) -> None:
        group = self._waiting[:MOST_IN_GROUP]
        del self._waiting[:MOST_IN_GROUP]
        if not group:
            self._idle.set()
            return
        if self._thread is None:
            loop = asyncio.get_running_loop()
            self._thread = Thread(target=self._run, args=(loop,), name="writer", daemon=True)
            self._thread.start()
        self._groups.put(group)

    def _stored(self, group: list[Job], errors: list[StorageError | None]) -> None:
        self._next()
        for job, error in zip(group, errors, strict=True):
            try:
                job.done(error)
            except Exception:  # a mistake of ours at one table is nothing to the others
                _LOG.exception("table %s", job.table_id)

    # In the thread

    def _run(self, loop: asyncio.AbstractEventLoop) -> None:
        while (group := self._groups.get()) is not None:
            loop.call_soon_threadsafe(self._stored, group, self._store(group))
        self._disconnect()

    def _store(self, group: list[Job]) -> list[StorageError | None]:
        """Store a group in one transaction; a table that is to blame if it fails, fails alone."""
        try:
            self._commit(group)
        except OperationalError as failed:  # locked, full, read-only: nobody's fault
            return [_in_words(failed)] * len(group)
        except Exception as failed:  # whatever it is, the thread must go on
            if len(group) > 1:
                return [self._store([job])[0] for job in group]
            return [_in_words(failed)]
        return [None] * len(group)

    def _commit(self, group: list[Job]) -> None:
        began = time.perf_counter()
        events = [row for job in group for row in job.events]
        rest = [job for job in group if job.table or job.touch or job.snapshot or job.forget]
        try:
            if rest or len(events) > MOST_ROWS:
                with self._engine.begin() as connection:
                    _store_new(connection, rest)
                    _insert_events(connection, events)
                    _store_rest(connection, rest)
            elif events:
                self._insert_alone(events)
        except Exception:
            self._disconnect()
            raise
        metrics.COMMITS.inc()
        metrics.EVENTS.inc(len(events))
        metrics.STORING.observe(time.perf_counter() - began)

    def _insert_alone(self, events: list[tuple[str, int, bytes]]) -> None:
        """Insert events by one statement that is a transaction.

        By the driver's own cursor: SQLAlchemy's takes about as long as the database does.
        """
        if self._connection is None:
            self._connection = self._autocommit.connect()
            self._cursor = self._connection.connection.cursor()
        driver: Any = self._connection.dialect.dbapi
        sql = _inserting(len(events), self._connection.dialect)
        try:
            self._cursor.execute(sql, tuple(chain.from_iterable(events)))
        except driver.Error as failed:
            raise DBAPIError.instance(sql, None, failed, driver.Error) from failed

    def _disconnect(self) -> None:
        connection, self._connection, self._cursor = self._connection, None, None
        if connection is not None:
            connection.close()


@lru_cache(maxsize=MOST_ROWS)
def _inserting(rows: int, dialect: Dialect) -> str:
    """SQL that inserts so many events."""
    one = str(insert(EVENTS).compile(dialect=dialect))
    return one + ", " + ", ".join([one.partition("VALUES ")[2]] * (rows - 1)) if rows > 1 else one


def _insert_events(connection: Connection, events: list[tuple[str, int, bytes]]) -> None:
    """Insert events, by one statement if there are not very many."""
    for start in range(0, len(events), MOST_ROWS):
        rows = events[start : start + MOST_ROWS]
        values = tuple(chain.from_iterable(rows))
        connection.exec_driver_sql(_inserting(len(rows), connection.dialect), values)


def _store_new(connection: Connection, jobs: list[Job]) -> None:
    new = [job.table for job in jobs if job.table is not None]
    if new:
        connection.execute(insert(TABLES), new)


def _store_rest(connection: Connection, jobs: list[Job]) -> None:
    """What is not stored with every event."""
    for job in jobs:
        if job.touch:
            connection.execute(update(TABLES).where(TABLES.c.id == job.table_id).values(job.touch))
        if job.snapshot:
            number, body = job.snapshot
            connection.execute(delete(SNAPSHOTS).where(SNAPSHOTS.c.table_id == job.table_id))
            connection.execute(
                insert(SNAPSHOTS), {"table_id": job.table_id, "number": number, "body": body}
            )
        if job.forget:
            for what, key in ((EVENTS, "table_id"), (SNAPSHOTS, "table_id"), (TABLES, "id")):
                connection.execute(delete(what).where(what.c[key] == job.table_id))


def _in_words(error: Exception) -> StorageError:
    if isinstance(error, IntegrityError):
        return ConflictError("another process has changed this table")
    return StorageError(f"it could not be stored: {cause(error)}")


def cause(error: BaseException) -> str:
    """The database's own words, without SQL or values."""
    return str(getattr(error, "orig", None) or error).splitlines()[0]
