"""Bots at live tables: they get a view and nothing else, and think in threads."""

import asyncio
import logging
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Protocol

from parlour.games.game import Game

_LOG = logging.getLogger(__name__)


class Bot(Protocol):
    """What a bot has to be able to do."""

    def choose(self, view: Game, legal: Sequence[int]) -> int:
        """One of the *legal* actions of the observer of *view*."""


class Bots:
    """The bots by name, and the threads they think in."""

    def __init__(self, threads: int = 2) -> None:
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="bot")
        self._made: dict[str, Bot] = {}

    @staticmethod
    def names(_game: str) -> tuple[str, ...]:
        """The bots that play a game."""
        return ("random", "baseline")

    def _bot(self, name: str) -> Bot:
        if name not in self._made:
            from parlour.bots.policies import Policy  # noqa: PLC0415  # loads compiled code

            self._made[name] = Policy(name)
        return self._made[name]

    async def choose(self, name: str, view: Game, legal: Sequence[int]) -> int:
        """A bot's choice; should it fail or choose what is not legal, the first legal action."""
        loop = asyncio.get_running_loop()
        try:
            action = await loop.run_in_executor(self._threads, self._think, name, view, legal)
        except Exception:  # a bot is other people's code: whatever it raises, the table goes on
            _LOG.exception("bot %s failed", name)
            return legal[0]
        if action not in legal:
            _LOG.error("bot %s chose %r, which is not legal", name, action)
            return legal[0]
        return action

    def _think(self, name: str, view: Game, legal: Sequence[int]) -> int:
        return self._bot(name).choose(view, legal)

    def stop(self) -> None:
        """End the threads."""
        self._threads.shutdown(wait=False, cancel_futures=True)
