"""Bots that the operator allows besides our levels: ``parlour serve --bot my_module:MyBot``.

Each has a process of its own (`parlour.bots.apart`): it can be ended when it never answers, does
not hold the tables up while it computes, and other hands are not in its memory.
"""

import asyncio
import contextlib
import logging
import os
import pickle
import signal
import subprocess
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import msgspec

from parlour.bots import levels
from parlour.bots.apart import Answer, Hello
from parlour.errors import OptionError
from parlour.games import registry
from parlour.games.game import Game

_APART = os.name == "posix"
"""Whether a bot's process leads a session: Ctrl-C ends the server, which ends it, and with it all
that it has begun."""
_LOG = logging.getLogger(__name__)
NAME_LENGTH = 24
START_SECONDS = 60.0
"""How long a bot may take to be imported and made."""
PATIENCE = 1.0
"""Seconds beyond its time after which a bot is not waited for any more."""
MOST_IN_A_ROW = 3
"""After so many choices in a row without an answer a bot is not asked any more."""
_END_SECONDS = 1.0
"""How long the end of a bot's process is waited for: one that it let go of may keep its pipes."""


class BotFailedError(Exception):
    """A bot raised, or its process has ended."""


class NotAskedError(Exception):
    """A bot has not answered so often that it is not asked any more."""


@dataclass(frozen=True)
class Offer:
    """A bot that hosts may choose: by its *name*, for some *games*; *path* is where it is."""

    name: str
    path: str
    games: tuple[str, ...]


def offers(texts: Iterable[str]) -> tuple[Offer, ...]:
    """The bots that ``--bot`` names, as ``my_module:MyBot`` or ``NAME=my_module:MyBot``.

    Each is made once, so that what is wrong with it is said before anything is served. Raises
    `OptionError` for a bot that is not there and for a name that cannot be.
    """
    named = [_named(text) for text in texts]
    for number, (name, _) in enumerate(named):
        if name.lower() in (other.lower() for other, _ in named[:number]):
            raise _refusal(f"two bots are called {name!r}: give one another name", name)
    return tuple(Offer(name, path, _games(path)) for name, path in named)


def _named(text: str) -> tuple[str, str]:
    """The name and the import path in an argument of ``--bot``."""
    name, _, path = (part.strip() for part in text.rpartition("="))
    module, _, attribute = path.partition(":")
    if not (module and attribute):
        raise _refusal(f"{text[:60]!r} is no import path of a bot: one is my_module:MyBot", text)
    name = name or attribute
    if len(name) > NAME_LENGTH or not name.isprintable():
        raise _refusal(f"{name[:60]!r} is no name for a bot: up to {NAME_LENGTH} letters", text)
    if any(name.lower() in levels.names(game) for game in registry.GAMES):
        raise _refusal(f"{name!r} is the name of a level already", text)
    return name, path


def _refusal(why: str, given: str) -> OptionError:
    form = "module:name or NAME=module:name"
    return OptionError(f"{why}; --bot takes {form}", "bot", given, form)


def _command(path: str, seed: int) -> list[str]:
    return [sys.executable, "-m", "parlour.bots.apart", path, str(seed)]


def _games(path: str) -> tuple[str, ...]:
    """The games that a bot plays."""
    process = subprocess.Popen(  # noqa: S603  # ourselves
        _command(path, 0),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        start_new_session=_APART,
    )
    try:
        said, _ = process.communicate(timeout=START_SECONDS)
        hello = msgspec.json.decode(said.partition(b"\n")[0], type=Hello)
    except subprocess.TimeoutExpired:
        raise _no_bot(path, f"it is not there after {START_SECONDS:g} seconds") from None
    except msgspec.MsgspecError:
        raise _no_bot(path, "importing it ends the process") from None
    finally:
        _kill(process)
        process.wait()
    if hello.refused:
        raise OptionError(hello.refused, "bot", path, "module:name")
    return tuple(hello.games)


def _kill(process: asyncio.subprocess.Process | subprocess.Popen[bytes]) -> None:
    """End a bot's process and those that it has begun."""
    with contextlib.suppress(ProcessLookupError):
        if sys.platform == "win32":
            process.kill()
        elif process.returncode is None or not _is_there(process.pid):
            os.killpg(process.pid, signal.SIGKILL)


def _is_there(pid: int) -> bool:
    """Whether there is a process with this number: after the end of ours, that is another."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass
    return True


def _no_bot(path: str, why: str) -> OptionError:
    return OptionError(f"there is no bot {path!r}: {why}", "bot", path, "module:name")


class OwnBot:
    """A bot in its process, which is begun when it is first needed, and anew after it has ended."""

    def __init__(self, offer: Offer, seed: int) -> None:
        self.offer = offer
        self._seed = seed
        self._seconds = levels.clock(offer.name) or 0.0
        self._turn = asyncio.Lock()
        self._process: asyncio.subprocess.Process | None = None
        self._unanswered = 0
        self._ended = False

    async def choose(self, view: Game, legal: Sequence[int]) -> int:
        """Its choice, −1 for something that is not legal.

        Raises `TimeoutError` when it takes too long, `BotFailedError` and `NotAskedError`.
        """
        async with self._turn:
            if self._ended or self._unanswered >= MOST_IN_A_ROW:
                raise NotAskedError
            try:
                answer = await self._ask(pickle.dumps((view, list(legal), self._seconds)))
            except BaseException:  # cancelled, too: what it says now answers no later question
                await self._count_unanswered()
                raise
            self._unanswered = 0
        if answer.raised:
            raise BotFailedError(answer.raised)
        return answer.action

    async def _ask(self, question: bytes) -> Answer:
        if self._process is None:
            self._process = await asyncio.create_subprocess_exec(
                *_command(self.offer.path, self._seed),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,  # what it prints may name cards
                start_new_session=_APART,
            )
            await asyncio.wait_for(self._line(self._process), START_SECONDS)
        async with asyncio.timeout(self._seconds + PATIENCE):
            return msgspec.json.decode(await self._line(self._process, question), type=Answer)

    @staticmethod
    async def _line(process: asyncio.subprocess.Process, question: bytes = b"") -> bytes:
        """The next line it writes, after a question if there is one."""
        assert process.stdin is not None  # noqa: S101  # both are pipes
        assert process.stdout is not None  # noqa: S101
        try:
            process.stdin.write(question)
            await process.stdin.drain()
            line = await process.stdout.readline()
        except OSError:
            line = b""
        if not line:
            raise BotFailedError("SystemExit: its process has ended")
        return line

    async def _count_unanswered(self) -> None:
        self._unanswered += 1
        if self._unanswered == MOST_IN_A_ROW and not self._ended:
            _LOG.error("bot %s is not asked any more", self.offer.name)
        await self._stop()

    async def stop(self) -> None:
        """Ask it nothing any more, and end its process."""
        self._ended = True
        await self._stop()

    async def _stop(self) -> None:
        """End its process, with those that it has begun."""
        process, self._process = self._process, None
        if process is not None:
            _kill(process)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(_END_SECONDS):
                    await process.wait()  # who waits for its answer reads the end of it meanwhile
