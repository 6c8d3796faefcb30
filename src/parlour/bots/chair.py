"""A bot at a table, watched: whatever it does, a legal action comes out."""

import time
from collections.abc import Sequence
from threading import Thread
from typing import Any

import numpy as np

from parlour.bots.levels import LEVELS, make
from parlour.bots.policies import Policy
from parlour.bots.protocol import Bot, Budget
from parlour.errors import OptionError
from parlour.games.game import Game


class Chair:
    """A bot called *name* for a *game*: one of its levels, or ``module:name``.

    *limit* is how many seconds it may take. Bots that are not ours think in a thread of their own,
    so that one which never answers does not stop the game: it is not asked again. Where a bot
    fails, `baseline` chooses.

    Raises `OptionError` for a name that leads nowhere. With *anyhow* it does not: a bot that cannot
    be made fails at every choice.
    """

    def __init__(
        self, name: str, game: str, seed: int, limit: float, *, anyhow: bool = False
    ) -> None:
        self.name = name
        self._limit = limit
        self._bot: Bot | None = None
        self._why_none = ""
        try:
            self._bot = make(name, game, seed)
        except OptionError as error:
            if not anyhow:
                raise
            self._why_none = str(error)
        self._is_ours = name.strip().lower() in LEVELS[game]
        self._fallback = Policy("baseline")
        self.times: list[float] = []

    def choose(self, view: Game, legal: Sequence[int]) -> tuple[int, str, str]:
        """A legal action, and what was wrong with the bot's own choice: kind and detail."""
        if len(legal) == 1 and self._is_ours:
            return legal[0], "", ""
        began = time.perf_counter()
        action, kind, detail = self._ask(view, list(legal))
        seconds = time.perf_counter() - began
        self.times.append(seconds)
        if not kind and seconds > self._limit:
            kind, detail = "overran", f"{seconds:.2f} s, allowed are {self._limit:g} s"
        if not kind and (isinstance(action, bool) or action not in legal):
            kind, detail = "illegal", f"{_described(view, action)} is not legal"
        if kind:
            return self._fallback.choose(view, legal), kind, detail
        return int(action), "", ""

    def _ask(self, view: Game, legal: list[int]) -> tuple[Any, str, str]:
        if self._why_none:
            return None, "raised", self._why_none
        if self._bot is None:
            return None, "overran", "it has not answered before"
        if self._is_ours:
            return self._answer(self._bot, view, legal)
        answers: list[tuple[Any, str, str]] = []
        bot = self._bot
        thread = Thread(target=lambda: answers.append(self._answer(bot, view, legal)), daemon=True)
        thread.start()
        thread.join(self._limit)
        if not answers:
            self._bot = None
            return None, "overran", f"no answer in {self._limit:g} s"
        return answers[0]

    def _answer(self, bot: Bot, view: Game, legal: list[int]) -> tuple[Any, str, str]:
        try:
            return bot.choose(view, legal, Budget(self._limit)), "", ""
        except (Exception, SystemExit) as error:  # other people's code may raise anything
            return None, "raised", f"{type(error).__name__}: {error}"[:200]


def _described(view: Game, action: object) -> str:
    if isinstance(action, int | np.integer) and 0 <= action < len(view.action_names):
        return repr(view.action_names[int(action)])
    return repr(action)[:60]
