"""Bots at live tables: they get a view and nothing else, and think off the event loop.

Our levels think in threads, the operator's own bots each in a process (`own_bots`). Whatever a bot
does, the table goes on: for one that raises, plays illegally or does not answer, `baseline` plays;
it is counted (`metrics.BOT_FAILURES`) and logged.
"""

import asyncio
import logging
import secrets
import threading
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from parlour.bots import levels
from parlour.bots.protocol import Budget
from parlour.games.game import Game
from parlour.server import metrics
from parlour.server.own_bots import BotFailedError, NotAskedError, Offer, OwnBot

if TYPE_CHECKING:
    from parlour.bots.protocol import Bot

_LOG = logging.getLogger(__name__)
_FALLBACK = "baseline"
PATIENCE = 10.0
"""Seconds after which a bot that has begun to think is not waited for any more, nor asked again."""


class _Made(threading.local):
    """The bots made in a thread: one that searches has room of its own to work in."""

    def __init__(self) -> None:
        self.bots: dict[tuple[str, str], Bot] = {}


class Bots:
    """The bots by name: our levels with the threads they think in, and the operator's own."""

    def __init__(
        self, threads: int = 2, *, prepared: bool = True, own: Iterable[Offer] = ()
    ) -> None:
        self._count = threads
        self.may_think = asyncio.Event()
        """Set when the bots that search are compiled; until then they are waited for."""
        if prepared:
            self.may_think.set()
        self._threads = self._new_threads()
        self._free = asyncio.Semaphore(threads)
        self._made = _Made()
        self._seed = secrets.randbits(32)
        self._silent: set[tuple[str, str]] = set()
        self._own = {offer.name: OwnBot(offer, self._seed) for offer in own}
        self._stopped = False
        """Whether nothing happens any more, and no choice is of importance."""

    def _new_threads(self) -> ThreadPoolExecutor:
        return ThreadPoolExecutor(self._count, thread_name_prefix="bot")

    def names(self, game: str) -> tuple[str, ...]:
        """The bots that play a game: its levels, weakest first, then the operator's own."""
        own = (name for name, bot in self._own.items() if game in bot.offer.games)
        return (*levels.names(game), *own)

    async def choose(self, name: str, view: Game, legal: Sequence[int]) -> int:
        """A bot's choice, or what `baseline` would do should it fail."""
        try:
            action = await self._asked(name, view, legal)
        except NotAskedError:
            metrics.BOT_FAILURES.labels(name, "not asked").inc()
        except TimeoutError:
            self._count_failure(name, "overran", "gave no answer in its time")
        except BotFailedError as error:
            self._count_failure(name, "raised", f"raised {error}")
        except Exception as error:  # whatever it is, the table goes on
            self._count_failure(name, "raised", f"raised {type(error).__name__}")
        else:
            if action in legal:
                return action
            self._count_failure(name, "illegal", "chose what is not legal")
        return await self._instead(view, legal)

    async def _asked(self, name: str, view: Game, legal: Sequence[int]) -> int:
        """What a bot says; raises what went wrong."""
        if name in self._own:
            return await self._own[name].choose(view, legal)
        if levels.clock(name) is not None:
            await self.may_think.wait()
        if (view.name, name) in self._silent:
            raise NotAskedError
        try:
            return await self._ask(name, view, legal)
        except TimeoutError:
            self._silent.add((view.name, name))
            raise

    async def _ask(self, name: str, view: Game, legal: Sequence[int]) -> int:
        """A level's choice; raises `TimeoutError` if it thinks for too long, or what it raises."""
        loop = asyncio.get_running_loop()
        async with self._free:
            threads = self._threads
            answer = loop.run_in_executor(threads, self._think, name, view, legal)
            try:
                return await asyncio.wait_for(asyncio.shield(answer), PATIENCE)
            except TimeoutError:
                threads.shutdown(wait=False)
                if self._threads is threads:
                    self._threads = self._new_threads()
                raise

    async def _instead(self, view: Game, legal: Sequence[int]) -> int:
        if self._stopped:
            return legal[0]
        try:
            action = await self._ask(_FALLBACK, view, legal)
        except Exception:  # the table goes on, whatever is wrong with it
            _LOG.exception("bot %s failed", _FALLBACK)
            return legal[0]
        return action if action in legal else legal[0]

    def _think(self, name: str, view: Game, legal: Sequence[int]) -> int:
        bots, key = self._made.bots, (view.name, name)
        if key not in bots:
            bots[key] = levels.make(name, view.name, self._seed)
        bot = bots[key]
        capped = getattr(bot, "capped", 0)
        action = bot.choose(view, legal, Budget(levels.clock(name)))
        if getattr(bot, "capped", 0) > capped:
            metrics.BOT_CAPPED.labels(name).inc()
        return action

    def _count_failure(self, name: str, kind: str, what: str) -> None:
        if self._stopped:
            return
        metrics.BOT_FAILURES.labels(name, kind).inc()
        _LOG.error("bot %s %s", name, what)

    async def stop(self) -> None:
        """End the threads, and the processes of the operator's bots."""
        self._stopped = True
        self._threads.shutdown(wait=False, cancel_futures=True)
        for bot in self._own.values():
            await bot.stop()
