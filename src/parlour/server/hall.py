"""All tables: made, found, loaded from their logs, and let go of when nobody needs them."""

import asyncio
import logging
import secrets
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from functools import partial
from hashlib import sha256
from typing import Any

from msgspec import UNSET

from parlour.errors import ParlourError
from parlour.records import Record, dumps, loads
from parlour.server import protocol as wire
from parlour.server import snapshots
from parlour.server.bots import Bots
from parlour.server.export import export
from parlour.server.limits import Limits
from parlour.server.room import Room, now
from parlour.server.storage import Storage, StorageError
from parlour.server.writer import Stored
from parlour.table import commands, timers
from parlour.table import events as ev
from parlour.table.apply import apply, create
from parlour.table.change import ChanceOf, Change, RefusedError
from parlour.table.dealing import SECRET_BYTES, Dealing
from parlour.table.opening import open_record
from parlour.table.state import Table
from parlour.table.timing import USUAL

_LOG = logging.getLogger(__name__)
CODE_LETTERS = "BCDFGHJKLMNPQRSTVWXZ23456789"
"""No vowels, so that no words come out, and nothing that looks like something else."""
CODE_LENGTH = 6
IDLE_SECONDS = 300
MOST_WAITING = 8
"""How many records may be read or written at once, and wait for it."""
_DAY = 86_400_000
LOBBY_DAYS = 14
"""A table that no match was ever begun at, and that nothing has happened at for so long, goes."""
ABANDONED_DAYS = 60
"""A match that nothing has happened at for so long is ended, and its secret revealed."""
EXPIRY_DAYS = 120
"""A table that nothing has happened at for so long is deleted, with all names."""


_UNREADABLE = (ValueError, LookupError, TypeError, ParlourError)
"""What a log of another version may raise, or a damaged one."""


class NoSuchTableError(ParlourError):
    """No table has that code."""


def hash_key(key: str) -> str:
    """What is stored of a key."""
    return sha256(key.encode()).hexdigest()


def new_key() -> str:
    """A key that nobody can guess."""
    return secrets.token_urlsafe(24)


def _not_known() -> RefusedError:
    return RefusedError(
        "not_known", "This table cannot be read here: a newer Parlour may have made it."
    )


class Hall:
    """The tables of one process."""

    def __init__(
        self,
        storage: Storage,
        bots: Bots,
        limits: Limits | None = None,
        chance: ChanceOf = Dealing.event,
    ) -> None:
        self.storage = storage
        self.bots = bots
        self.limits = limits or Limits()
        self._chance = chance
        self.prepared = asyncio.Event()
        self.progress = ""
        self.closing = False
        self.rooms: dict[str, Room] = {}
        self.tables = 0
        self._loading: dict[str, asyncio.Future[Room]] = {}
        self._alone_lock = asyncio.Lock()
        self._alone_count = 0
        self._keeper: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Begin to look after the tables."""
        self.tables = await self.storage.count()
        self._keeper = asyncio.create_task(self._keep())

    def say_goodbye(self) -> None:
        """Tell everybody that the server stops; nothing happens at any table from now on."""
        self.closing = True
        for room in list(self.rooms.values()):
            room.close("closing", "The server is restarting: come back in a moment.")

    async def stop(self) -> None:
        """Keep snapshots, for a quick start; the logs are stored already."""
        if self._keeper is not None:
            self._keeper.cancel()
        self.say_goodbye()
        await asyncio.gather(*(self._safely(room.save) for room in self.rooms.values()))

    def say_progress(self, text: str) -> None:
        """What is being prepared, for `protocol.About`."""
        self.progress = text

    async def is_prepared(self) -> None:
        """The compiled rules are ready: matches that waited for them begin."""
        self.prepared.set()
        for room in list(self.rooms.values()):
            await self._safely(partial(room.change, lambda _: None))

    # Making and joining

    async def create(self, request: wire.CreateTable) -> tuple[Room, wire.Seated]:
        """A new table with its host and bots."""
        change = self._set_up(
            request,
            game=request.game,
            players=request.players,
            preset=request.preset,
            options=request.options,
        )
        return await self._begin(change, request.name, 0, request.bots)

    async def open(self, request: wire.OpenRecord) -> tuple[Room, wire.Seated]:
        """A new table that goes on with a record."""
        if bool(request.record) == bool(request.table):
            given = "both are" if request.record else "neither is"
            raise RefusedError(
                "bad_record",
                f"Give either a record or the code of a table that has one: {given} given.",
            )
        text = request.record or await self.record(request.table, None)
        events = None if request.events is UNSET else request.events
        secret = secrets.token_bytes(SECRET_BYTES)

        def read() -> tuple[Record, ev.Opened]:
            record = loads(text)
            return record, open_record(record, request.deal, secret, events)

        async with self._alone():
            record, opened = await asyncio.to_thread(read)
        change = self._set_up(
            request,
            game=record.game,
            players=record.players,
            preset="",
            options=record.options.values(),
            opened=opened,
        )
        return await self._begin(change, request.name, request.seat, request.bots)

    def _set_up(self, request: wire.CreateTable | wire.OpenRecord, **what: Any) -> Change:
        """A new table in the making."""
        if self.tables >= self.limits.tables:
            raise RefusedError("too_many_tables", "There are too many tables here just now.")
        return commands.set_up(
            table_id=f"{int(time.time()):08x}{secrets.token_hex(8)}",
            code="".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH)),
            salt=secrets.token_hex(8),
            pace=request.pace,
            timing=USUAL[request.pace] if request.timing is UNSET else request.timing,
            public=request.public,
            now=now(),
            random=secrets.token_bytes,
            **what,
        )

    async def _begin(
        self, change: Change, name: str, seat: int, bots: list[str]
    ) -> tuple[Room, wire.Seated]:
        """Seat host and bots at a new table, and store it."""
        key = new_key()
        commands.join(change, name, hash_key(key), seat)
        players = change.table.players
        if len(bots) >= players:
            raise RefusedError("too_many_bots", f"There are {players - 1} seats beside yours.")
        others = [other for other in range(players) if other != seat]
        names = self.bots.names(change.table.game_name)
        for other, bot in zip(others, bots, strict=False):
            commands.set_bot(change, other, bot, names)
        table = change.table
        stored = Stored()
        self.storage.append(
            stored.settle,
            table.id,
            0,
            [ev.encode(entry) for entry in change.entries],
            table={
                "id": table.id,
                "code": table.code,
                "game": table.game_name,
                "public": table.public,
                "phase": table.phase,
                "pace": table.pace,
                "created": table.created,
                "touched": table.created,
            },
        )
        await stored
        room = self._room_for(table)
        self.rooms[table.code] = room
        self.tables += 1
        return room, wire.Seated(table.code, seat, key)

    async def join(self, code: str, request: wire.JoinTable) -> wire.Seated:
        """A person sits down at a table."""
        room = await self.room(code)
        key = new_key()
        wanted = None if request.seat is UNSET else request.seat

        def work(change: Change) -> int:
            room.check_log()
            seat = commands.join(change, request.name, hash_key(key), wanted)
            room.count_aside()
            return seat

        seat = await room.change(work)
        return wire.Seated(room.table.code, seat, key)

    async def delete(self, code: str, key: str) -> None:
        """The host deletes his table."""
        room = await self.room(code)
        seat = room.audience.seat_of(hash_key(key))
        if seat is None or seat != room.table.host:
            raise RefusedError("not_host", "Only the host can delete the table, with his key.")
        commands.check_acts_for_nobody(room.table)
        await self._forget(room.table.id, room.table.code)

    async def _forget(self, table_id: str, code: str) -> None:
        room = self.rooms.get(code)
        if room is None:
            await self.storage.delete(table_id)
        else:
            await room.delete()
            self.rooms.pop(code, None)
        self.tables -= 1

    # Finding

    async def room(self, code: str) -> Room:
        """The table with this code, loaded if need be.

        Raises `NoSuchTableError`, or `StorageError` if it cannot be read.
        """
        if self.closing:
            raise RefusedError("closing", "The server is restarting: come back in a moment.")
        code = code.strip().upper()
        room = self.rooms.get(code)
        if room is not None and not room.closed:
            return room
        loading = self._loading.get(code)
        if loading is None:
            loading = asyncio.ensure_future(self._load(code))
            self._loading[code] = loading
            loading.add_done_callback(lambda _: self._loading.pop(code, None))
        return await asyncio.shield(loading)

    async def _load(self, code: str) -> Room:
        if len(code) != CODE_LENGTH or not set(code) <= set(CODE_LETTERS):
            raise NoSuchTableError(f"There is no table {code[:12]!r}.")
        table_id = await self.storage.find(code)
        if table_id is None:
            raise NoSuchTableError(f"There is no table {code!r}.")
        await self.prepared.wait()
        table, stored, frozen = await self._read(table_id)
        room = self._room_for(table, frozen, stored)
        if not frozen:
            names = self.bots.names(table.game_name)

            def come_back(change: Change) -> None:
                timers.nobody_here_since(change)
                commands.replace_missing_bots(change, names)

            await room.change(come_back)
            room.go_on()
        self.rooms[code] = room
        return room

    def _room_for(self, table: Table, frozen: str = "", stored: int = 0) -> Room:
        return Room(
            table,
            self.storage,
            self.bots,
            self.prepared,
            frozen=frozen,
            stored=stored,
            chance=self._chance,
            limits=self.limits,
        )

    async def _read(self, table_id: str) -> tuple[Table, int, str]:
        """A table from snapshot and log, the snapshot's number, and why it is frozen if it is."""
        table, stored = None, 0
        shot = await self.storage.snapshot(table_id)
        if shot is not None:
            table = snapshots.restore(shot[1])
            stored = shot[0] if table is not None else 0
        bodies = await self.storage.log(table_id, stored)
        number, frozen, why = stored, "", ""
        try:
            for body in bodies:
                why = "is not known here: a newer Parlour may have written it"
                entry = ev.decode(body)
                why = "is refused by the present rules"
                table = create(entry) if table is None else apply(table, entry)
                number += 1
                if number % 500 == 0:
                    await asyncio.sleep(0)  # others go on while a long log is read
        except _UNREADABLE as error:
            _LOG.warning("table %s is frozen at %d: %s", table_id, number + 1, type(error).__name__)
            if table is None:
                raise _not_known() from error
            # What was wrong may name cards that not everybody knows.
            frozen = (
                f"This table cannot go on: event {number + 1} of its log {why}. Nothing is lost."
            )
        if table is None:
            raise NoSuchTableError("This table has no log.")
        try:
            table.rules.entry.options(**table.options)
        except _UNREADABLE as error:
            raise _not_known() from error
        if frozen:
            return table, stored, frozen
        version = table.rules.entry.match.rules_version
        if table.rules_version != version and table.phase in ("playing", "between"):
            return (
                table,
                stored,
                f"This table was played by version {table.rules_version} of the rules; here is "
                f"version {version}. Nothing is lost.",
            )
        return table, stored, ""

    def info(self, room: Room) -> wire.TableInfo:
        """A table from outside."""
        table = room.table
        return wire.TableInfo(
            code=table.code,
            game=table.game_name,
            title=table.rules.title,
            preset=table.rules.entry.options(**table.options).name or "",
            phase="frozen" if room.frozen else table.phase,
            pace=table.pace,
            players=table.players,
            names=[chair.name for chair in table.seats],
            open_seats=[seat for seat in range(table.players) if table.may_join(seat)],
            locked=table.locked,
            watching=room.audience.here()[1],
            created=table.created,
        )

    async def record(self, code: str, match: int | None) -> str:
        """What was played at a table, as the text of a record."""
        room = await self.room(code)
        try:
            async with self._alone():
                bodies = await self.storage.log(room.table.id)
                return await asyncio.to_thread(lambda: dumps(export(bodies, match)))
        except (RefusedError, StorageError):
            raise
        except (ValueError, KeyError, TypeError) as error:  # it may name cards
            _LOG.warning("no record of table %s: %s", room.table.id, type(error).__name__)
            raise RefusedError(
                "no_record", "The log of this table cannot be read by this version."
            ) from error

    @asynccontextmanager
    async def _alone(self) -> AsyncIterator[None]:
        """What takes seconds and much memory, one after the other: tables must not get slow."""
        if self._alone_count >= MOST_WAITING:
            raise RefusedError("too_fast", "Too many records are being read: wait a few seconds.")
        self._alone_count += 1
        try:
            async with self._alone_lock:
                yield
        finally:
            self._alone_count -= 1

    # Looking after

    async def _keep(self) -> None:
        """Every now and then, let go of idle tables and delete those that have expired."""
        while True:
            await asyncio.sleep(60)
            await self._safely(self.let_go)
            await self._safely(self.look_after)

    @staticmethod
    async def _safely(work: Callable[[], Coroutine[Any, Any, object]]) -> None:
        """Do something for a table, or for all: whatever goes wrong, the others go on."""
        try:
            await work()
        except ParlourError as error:  # others than these may name a code
            why = error if isinstance(error, StorageError) else type(error).__name__
            _LOG.warning("looking after the tables: %s", why)
        except Exception:
            _LOG.exception("looking after the tables")

    async def let_go(self) -> None:
        """Forget in memory the tables that nobody is connected to; their logs stay."""
        for code, room in list(self.rooms.items()):
            if room.idle(IDLE_SECONDS):
                await self._safely(room.save)
                if room.idle(IDLE_SECONDS) and self.rooms.get(code) is room:
                    room.close("closing", "The table has been put away: come again.")
                    self.rooms.pop(code)

    async def look_after(self) -> None:
        """End the matches that nobody comes back to, later delete their tables; lobbies sooner."""
        limit = now() - ABANDONED_DAYS * _DAY
        for code in await self.storage.abandoned(limit):
            await self._safely(partial(self._abandon, code, limit))
        for find, days in (
            (self.storage.expired, EXPIRY_DAYS),
            (self.storage.never_begun, LOBBY_DAYS),
        ):
            for table_id in await find(now() - days * _DAY):
                # Somebody may have come since it was asked for.
                codes = (code for code, room in self.rooms.items() if room.table.id == table_id)
                await self._safely(partial(self._forget, table_id, next(codes, "")))

    async def _abandon(self, code: str, limit: int) -> None:
        room = await self.room(code)
        if room.table.at < limit and not room.frozen:
            await room.change(timers.abandon)
