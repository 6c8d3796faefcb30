"""A table while it is in memory: one change after another, stored, then told.

What happens: a change is made on a copy, its events are stored, then the copy is installed and
everybody is told. A change that cannot be stored has not happened.
"""

import asyncio
import logging
import secrets
import time
from collections.abc import Callable
from math import inf
from typing import Any, TypeVar

from parlour.bots import levels
from parlour.games.game import Game
from parlour.server import snapshots
from parlour.server.audience import Audience, Listener
from parlour.server.bots import Bots
from parlour.server.limits import Allowance, Limits
from parlour.server.storage import ConflictError, Row, Storage, StorageError
from parlour.server.writer import Stored
from parlour.table import commands, timers
from parlour.table import events as ev
from parlour.table.change import ChanceOf, Change, RefusedError
from parlour.table.dealing import Dealing
from parlour.table.state import Table

_LOG = logging.getLogger(__name__)
T = TypeVar("T")

SNAPSHOT_EVERY = 256
TOUCH_EVERY_MS = 86_400_000
"""How often it is noted that a table is in use, so that it does not expire."""
ALONE_SECONDS = 30
"""How long a table in real time goes on without anybody."""
HOST_AWAY_SECONDS = 120
"""How long a table in real time waits for its host before somebody who is there acts for him."""


def now() -> int:
    """The present moment in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Room:
    """A table and who is connected to it."""

    def __init__(
        self,
        table: Table,
        storage: Storage,
        bots: Bots,
        prepared: asyncio.Event,
        *,
        frozen: str = "",
        stored: int = 0,
        chance: ChanceOf = Dealing.event,
        limits: Limits | None = None,
    ) -> None:
        self.table = table
        self.frozen = frozen
        self.audience = Audience(table, frozen)
        self.touched = time.monotonic()
        self._storage = storage
        self._bots = bots
        self._prepared = prepared
        self._chance = chance
        self._limits = limits = limits or Limits()
        self._asides: dict[int, Allowance] = {}
        self._lock = asyncio.Lock()
        self._snapshot_at = stored
        self._touched_at = table.at
        self._timer: asyncio.TimerHandle | None = None
        self._timer_at = inf
        """The moment that it was set for."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._pondered: set[tuple[int, int]] = set()
        self._thoughts: dict[timers.Question, tuple[Game, asyncio.Task[int | None]]] = {}
        self._alone: asyncio.TimerHandle | None = None
        self._host_away: asyncio.TimerHandle | None = None
        self._ticking = False
        self.closed = False
        self._astray = False
        """Whether it is not known any more what is stored of the table."""

    # Changes

    async def change(
        self, work: Callable[[Change], T], *, by: Listener | None = None, message_id: int = 0
    ) -> T:
        """Let *work* change the table, by a message of *by*'s if there is one.

        Raises what it raises, or `StorageError`.

        Who is cancelled in the middle of it ends when it is done.
        """
        async with self._lock:
            change, answer = self._make(work, by, message_id)
            if change.entries:
                stored = Stored()
                self._store(change, stored.settle)
                await stored
            return answer

    def change_at_once(
        self,
        work: Callable[[Change], T],
        done: Callable[[Exception | None, T], None],
        *,
        by: Listener,
        message_id: int,
    ) -> bool:
        """Like `change`, for who is called when it is done; False, and nothing, if one is going on.

        Most messages find their table free: this spares them a task's ways and waits.
        """
        if not self._enter():
            return False

        def ends(error: Exception | None) -> None:
            self._lock.release()
            done(error, answer)

        try:
            change, answer = self._make(work, by, message_id)
            if change.entries:
                self._store(change, ends)
        except BaseException:
            self._lock.release()
            raise
        if not change.entries:
            ends(None)
        return True

    def _enter(self) -> bool:
        """Take the lock if it is free."""
        if self._lock.locked():
            return False
        entering = self._lock.acquire()
        try:
            entering.send(None)
        except StopIteration:
            return True
        entering.close()  # somebody is to have it next
        return False

    def _make(
        self, work: Callable[[Change], T], by: Listener | None, message_id: int
    ) -> tuple[Change, T]:
        """The change that *work* makes, with what follows from it; nothing has happened yet."""
        self.check_alive()
        change = Change(
            self.table,
            now(),
            secrets.token_bytes,
            seat=-1 if by is None or by.seat is None else by.seat,
            message_id=message_id,
            chance=self._chance,
            here=lambda: self.audience.here()[0],
        )
        answer = work(change)
        if self._prepared.is_set() or change.table.phase != "lobby":
            change.settle()
        return change, answer

    def check_alive(self) -> None:
        """Raise `RefusedError` for a table that is frozen or no longer here."""
        if self.frozen:
            raise RefusedError("frozen", self.frozen)
        if self.closed:
            raise RefusedError("closed", "The table has been put away: connect again.")

    @property
    def _is_full(self) -> bool:
        return self.table.number >= self._limits.events_per_table

    def check_log(self) -> None:
        """Raise `RefusedError` if the log is full."""
        if self._is_full:
            raise RefusedError(
                "log_full", "So much has happened at this table that it is full: make a new one."
            )

    def count_aside(self, seat: int = -1) -> None:
        """Somebody does something that is no play, or joins; raise `RefusedError` for too much.

        Each seat for itself, or one could keep all others from it.
        """
        limits = self._limits
        allowance = self._asides.get(seat)
        if allowance is None:
            allowance = Allowance(limits.asides_burst, limits.asides_per_second)
            self._asides[seat] = allowance
        if not allowance.take():
            raise RefusedError("too_fast", "Too much is said and done here: wait a few seconds.")

    def _store(self, change: Change, done: Callable[[Exception | None], None]) -> None:
        """Store a change; once it is on the disk it becomes the table, and everybody is told.

        Then *done* is called, or when it could not be stored.
        """
        old, new = self.table, change.table
        touch: Row = {"touched": new.at}
        if new.phase != old.phase:
            touch["phase"] = "rematch" if new.phase == "lobby" else new.phase
        touch |= {} if new.public == old.public else {"public": new.public}
        late = new.at - self._touched_at >= TOUCH_EVERY_MS
        snapshot = None
        if new.number - self._snapshot_at >= SNAPSHOT_EVERY:
            snapshot = new.number, snapshots.take(new)

        def stored(error: Exception | None) -> None:
            if error is None:
                self._touched_at = new.at if late else self._touched_at
                self._snapshot_at = snapshot[0] if snapshot else self._snapshot_at
                try:
                    self.install(change)
                except Exception as failed:  # a mistake of ours: who waits must not wait for ever
                    error = failed
            elif isinstance(error, ConflictError):
                self._go_astray()
            done(error)

        self._storage.append(
            stored,
            new.id,
            old.number,
            [ev.encode(entry) for entry in change.entries],
            touch=touch if len(touch) > 1 or snapshot or late else None,
            snapshot=snapshot,
        )

    def _go_astray(self) -> None:
        """Who comes again has the table read anew."""
        self._astray = True
        self.close("closing", "This table is being played elsewhere: connect again.")

    def install(self, change: Change) -> None:
        """The stored change becomes the table, and everybody is told."""
        new_host = change.table.host != self.table.host
        self.table = change.table
        self.touched = time.monotonic()
        self.audience.follow(change.tables, change.entries)
        self._set_timer()
        if new_host:
            self._watch_host()

    # Connections

    def enter(self, listener: Listener, last: int) -> list[bytes]:
        """A connection begins; what it has to be told first, if *last* is the number it has."""
        lines = self.audience.enter(listener, last, now())
        if listener.seat is not None and self._alone is not None:
            self._alone.cancel()
            self._alone = None
        self._watch_host()
        return lines

    def leave(self, listener: Listener) -> None:
        """A connection has ended."""
        self.audience.leave(listener)
        if not self.audience.here()[0] and not self.closed:
            if self._alone is not None:
                self._alone.cancel()
            loop = asyncio.get_running_loop()
            self._alone = loop.call_later(ALONE_SECONDS, self._start, self._nobody_here)
        self._watch_host()

    def wants_back(self, seat: int) -> bool:
        """Whether something has to happen now that the person of a seat has connected."""
        table = self.table
        stopped = table.paused is not None and table.paused.reason == "nobody here"
        return stopped or bool(table.seats[seat].bot) or table.host_away == seat

    async def _nobody_here(self) -> None:
        if not self.audience.here()[0]:
            await self.change(timers.nobody_here)

    def _watch_host(self) -> None:
        """Wait for a host who is away while others are here."""
        here = self.audience.here()[0]
        stuck = self.closed or bool(self.frozen) or self.table.pace != "real time"
        if stuck or not here or self.table.host in here:
            if self._host_away is not None:
                self._host_away.cancel()
                self._host_away = None
        elif self._host_away is None:
            loop = asyncio.get_running_loop()
            self._host_away = loop.call_later(HOST_AWAY_SECONDS, self._start, self._new_host)

    async def _new_host(self) -> None:
        self._host_away = None
        await self.change(commands.host_away)

    def close(self, code: str, text: str) -> None:
        """Nothing happens here any more; everybody is told why."""
        self.closed = True
        for handle in (self._timer, self._alone, self._host_away):
            if handle is not None:
                handle.cancel()
        self._timer = self._alone = self._host_away = None
        self.audience.dismiss_all(code, text)

    async def delete(self) -> None:
        """Forget all that is stored of the table. Raises `StorageError`, then nothing has happened.

        No change can come between and be stored after it.
        """
        async with self._lock:
            if self.closed:
                raise RefusedError("closed", "The table is not here any more.")
            forgotten = self._storage.delete(self.table.id)
            forgotten.add_done_callback(self._is_forgotten)
            await forgotten

    def _is_forgotten(self, forgotten: asyncio.Future[None]) -> None:
        error = forgotten.exception()
        if error is None:
            self.close("deleted", "This table has been deleted.")
        elif isinstance(error, ConflictError):
            self._go_astray()

    async def save(self) -> None:
        """Store a snapshot of the table as it is."""
        async with self._lock:
            if not (self.frozen or self._astray) and self.table.number > self._snapshot_at:
                shot = self.table.number, snapshots.take(self.table)
                stored = Stored()
                self._storage.append(
                    stored.settle,
                    self.table.id,
                    self.table.number,
                    [],
                    touch={"touched": self.table.at},
                    snapshot=shot,
                )
                await stored
                self._snapshot_at = self.table.number

    def idle(self, seconds: float) -> bool:
        """Whether nobody is connected and nothing has happened or is to happen for a while."""
        quiet = time.monotonic() - self.touched > seconds
        return (
            quiet
            and not self.audience.listeners
            and self._timer is None
            and not self._lock.locked()
        )

    # Time

    def go_on(self) -> None:
        """Let time pass here again, after the table has been loaded: bots and clocks go on."""
        self._set_timer()

    def _start(self, work: Callable[[], Any]) -> None:
        """Run something in the background; what goes wrong is logged."""
        task = asyncio.get_running_loop().create_task(self._guard(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _guard(self, work: Callable[[], Any]) -> None:
        try:
            await work()
        except Exception as error:  # a timer has no caller to tell; the table must go on
            if self.closed and isinstance(error, RefusedError):
                return  # the table was put away while it worked
            if isinstance(error, StorageError):
                _LOG.warning("table %s: %s", self.table.id, error)
            else:
                _LOG.exception("table %s", self.table.id)
            if not self.closed:
                self._set_timer(at_least=1.0)

    def _questions(self) -> list[timers.Question]:
        """The questions to bots that have not been put yet."""
        asked = timers.questions(self.table)
        if self._pondered:
            self._pondered &= {(question.seat, question.at) for question in asked}
        return [q for q in asked if q.turn or (q.seat, q.at) not in self._pondered]

    def _think_ahead(self, questions: list[timers.Question]) -> None:
        """Let the bots that take their time choose before their answer is due.

        So the moment of an answer tells nothing of how long it took, or whether there was a choice.
        """
        game = self.table.game
        if game is None:
            return
        thoughts, self._thoughts = self._thoughts, {}
        for question in questions:
            if levels.clock(question.bot) is None:
                continue
            thought = thoughts.get(question)
            if thought is None or thought[0] is not game:
                choosing = asyncio.get_running_loop().create_task(self._choose(question, game))
                thought = game, choosing
            self._thoughts[question] = thought

    def _set_timer(self, at_least: float = 0.0) -> None:
        """See to it that `_tick` runs when it has something to do, or before."""
        if self.closed or self.frozen or self._ticking or self._is_full:
            return
        questions = self._questions()
        if questions or self._thoughts:
            self._think_ahead(questions)
        moments = [question.at for question in questions[:1]]
        if (wakes := timers.wakes_at(self.table)) is not None:
            moments.append(wakes)
        moment = min(moments, default=inf)
        if self._timer is not None:
            if moments and self._timer_at <= moment:
                return  # most moves only put a clock off
            self._timer.cancel()
            self._timer = None
        if moments:
            delay = max(at_least, (moment - now()) / 1000, 0.0)
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(delay, self._start, self._tick)
            self._timer_at = moment

    async def _tick(self) -> None:
        """The time has come for something, or not quite."""
        self._timer = None
        self._ticking = True
        try:
            wakes = timers.wakes_at(self.table)
            if wakes is not None and wakes <= now():
                await self.change(timers.run_out)
            for question in self._questions():
                if question.at > now() or await self._ask(question):
                    break
        finally:
            self._ticking = False
        self._set_timer()

    async def _ask(self, question: timers.Question) -> bool:
        """Put a question to a bot; True if the table has changed."""
        game, seat = self.table.game, question.seat
        if game is None:
            return False
        if not question.turn:
            self._pondered.add((seat, question.at))
        thought = self._thoughts.pop(question, None)
        if thought is not None and thought[0] is game:
            action = await thought[1]
        else:
            action = await self._choose(question, game)
        if action is None:
            return False
        name = game.action_names[action]

        def work(change: Change) -> None:
            same = change.table.game is game and change.table.seats[seat].bot == question.bot
            if same and change.table.paused is None:
                timers.bot_acts(change, seat, name)

        await self.change(work)
        return True

    async def _choose(self, question: timers.Question, game: Game) -> int | None:
        """What a bot chooses to do, None for nothing."""
        if question.turn:
            legal = choices = game.legal(question.seat)
        else:
            legal = self.table.rules.live.out_of_turn(game, question.seat)
            choices = [*legal, *self.table.rules.live.decline]
        if not legal:
            return None
        action = await self._bots.choose(question.bot, game.view(question.seat), choices)
        return action if action in legal else None
