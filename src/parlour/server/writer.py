"""What many tables want stored, in one commit, by a process that does nothing else.

What comes while a commit is on its way goes into the next.
"""

import asyncio
import json
import logging
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import cast

from parlour.errors import ParlourError
from parlour.server import metrics
from parlour.server.commits import READY, Failure, Outcome

_LOG = logging.getLogger(__name__)


class StorageError(ParlourError):
    """The database could not store or read something; nothing has happened."""


class ConflictError(StorageError):
    """The table's log is not what was thought: another process writes it, say. Read it again."""


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
    """What is to be stored of one table together, or not at all."""

    table_id: str
    data: bytes
    """Its statements, `parlour.server.commits.packed`."""
    events: int
    """How many events are among it."""
    done: Callable[[StorageError | None], None]
    """What is to happen when it is stored, or could not be."""


class Writer:
    """Stores jobs in the order they come in, in the database that *arguments* tell the process.

    The process is begun when it is first needed, and anew after it has ended.
    """

    def __init__(self, *arguments: str) -> None:
        self._arguments = arguments
        self._process: _Process | None = None
        self._begins = False
        self._waiting: list[Job] = []
        self._given: list[Job] = []
        self.trouble = ""
        """Why the last commit has failed; empty if it has not."""
        self._idle = asyncio.Event()
        self._idle.set()

    def put(self, job: Job) -> None:
        """Store a job soon."""
        self._waiting.append(job)
        self._idle.clear()
        if len(self._waiting) == 1:
            asyncio.get_running_loop().call_soon(self._give)  # what else happens now goes along

    async def stop(self) -> None:
        """Store what is waiting, then end the process."""
        await self._idle.wait()
        if self._process is not None:
            await self._process.end()

    def _give(self) -> None:
        if self._process is None:
            if not self._begins:  # two would tell of their commits in any order
                self._begins = True
                self._beginning = asyncio.get_running_loop().create_task(self._begin())
            return
        group, self._waiting = self._waiting, []
        self._given += group
        self._process.give(b"".join(job.data for job in group))

    async def _begin(self) -> None:
        try:
            await _Process(self._begun, self._stored, self._lost).begin(self._arguments)
        except BaseException as error:
            _LOG.error("no process that stores: %s", error)
            self._refuse("no process for it can be begun")
            if not isinstance(error, Exception):
                raise

    def _begun(self, process: "_Process") -> None:
        self._process, self._begins = process, False
        self._give()

    def _refuse(self, why: str) -> None:
        """There is no process that could store what waits."""
        self._begins = False
        self.trouble = why
        group, self._waiting = self._waiting, []
        self._settle(group, [StorageError(f"it could not be stored: {why}")] * len(group))

    def _stored(self, outcome: Outcome) -> None:
        """Tell those whose jobs have been dealt with."""
        metrics.COMMITS.inc()
        metrics.STORING.observe(outcome["seconds"])
        failures = outcome["tables"]
        count = len(failures)
        group, self._given = self._given[:count], self._given[count:]
        self._note(failures)
        self._settle(
            group, [None if failure is None else _in_words(failure) for failure in failures]
        )

    def _note(self, failures: Sequence[Failure | None]) -> None:
        """Log the trouble that the database is in when it begins and when it is over."""
        trouble = next((f["cause"] for f in failures if f and not f["conflict"]), "")
        if trouble != self.trouble:
            self.trouble = trouble
            if trouble:
                _LOG.error("it could not be stored: %s", trouble)
            else:
                _LOG.warning("it is stored again")

    def _lost(self) -> None:
        """The process has ended; whether it has stored what it had, the log will tell."""
        if self._process is None:
            _LOG.error("the process that stores ends at once")
            self._refuse("the process for it ends at once")
        self._process = None
        if group := self._given:
            _LOG.error("the process that stores has ended")
            self._given = []
            self._settle(group, [ConflictError("it may be stored or not")] * len(group))

    def _settle(self, group: list[Job], errors: Sequence[StorageError | None]) -> None:
        for job, error in zip(group, errors, strict=True):
            if error is None:
                metrics.EVENTS.inc(job.events)
            try:
                job.done(error)
            except Exception:  # a mistake of ours at one table is nothing to the others
                _LOG.exception("table %s", job.table_id)
        if not self._given and not self._waiting:
            self._idle.set()


class _Process(asyncio.SubprocessProtocol):
    """`parlour.server.commits`.

    *begun* is called when it is there, *stored* after each commit, *ended* when it has ended.
    """

    def __init__(
        self,
        begun: Callable[["_Process"], None],
        stored: Callable[[Outcome], None],
        ended: Callable[[], None],
    ) -> None:
        self._begun = begun
        self._stored = stored
        self._ended = ended
        self._written = b""
        self._over = asyncio.Event()

    async def begin(self, arguments: Sequence[str]) -> None:
        """Begin. Raises `OSError`."""
        await asyncio.get_running_loop().subprocess_exec(
            lambda: self,
            *(sys.executable, "-P", "-m", "parlour.server.commits", *arguments),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=None,
            start_new_session=os.name == "posix",  # Ctrl-C is for the server, which ends it
        )

    def give(self, data: bytes) -> None:
        """Hand over what is to be stored."""
        if not self._stdin.is_closing():  # then it is about to end
            self._stdin.write(data)

    async def end(self) -> None:
        """Let it end when it has done what it was given."""
        self._stdin.close()
        await self._over.wait()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """It has been begun."""
        self._transport = cast("asyncio.SubprocessTransport", transport)
        self._stdin = cast("asyncio.WriteTransport", self._transport.get_pipe_transport(0))

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        """It has written something."""
        del fd
        *lines, self._written = (self._written + data).split(b"\n")
        for line in lines:
            if line == READY:
                self._begun(self)
            else:
                self._stored(json.loads(line))

    def connection_lost(self, error: Exception | None) -> None:
        """It has ended."""
        del error
        self._transport.close()
        self._over.set()
        self._ended()


def _in_words(failure: Failure) -> StorageError:
    if failure["conflict"]:
        return ConflictError("another process has changed this table")
    return StorageError(f"it could not be stored: {failure['cause']}")


def cause(error: BaseException) -> str:
    """The database's own words, without SQL or values."""
    return str(getattr(error, "orig", None) or error).partition("\n")[0]
