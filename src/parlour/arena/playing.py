"""One deal, played once for every way to seat the bots around the table."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from threading import Thread
from typing import Any

import numpy as np

from parlour.bots.levels import LEVELS, make
from parlour.bots.policies import Policy
from parlour.bots.protocol import Bot, Budget
from parlour.games.driver import Driver
from parlour.games.game import Game
from parlour.games.sampling import Chance

_NOT_KNOWN_FAULTS = 1_000


@dataclass(frozen=True)
class Fault:
    """A bot that misbehaved: which, in which deal and rotation, at which action of the hand.

    *kind* is ``illegal``, ``raised`` or ``overran``; *detail* says what it did.
    """

    bot: str
    deal: int
    rotation: int
    action: int
    kind: str
    detail: str

    def __str__(self) -> str:
        return (
            f"{self.bot}, deal {self.deal + 1}, rotation {self.rotation + 1}, "
            f"action {self.action + 1}: {self.kind}: {self.detail}"
        )


@dataclass
class Deal:
    """What came of one deal.

    Attributes: *scores* and *wins*, shape (rotations, bots), a shared win being a part of one;
    *times*, for each bot the seconds of its choices; *faults*; *capped*, how many choices of each
    bot its own clock cut short.
    """

    scores: Any
    wins: Any
    times: list[list[float]]
    faults: list[Fault] = field(default_factory=list)


class Chair:
    """A bot at the table, watched: whatever it does, a legal action comes out.

    *limit* is how many seconds it may take. Bots that are not ours think in a thread of their own,
    so that one which never answers does not stop the arena: it is not asked again.
    """

    def __init__(self, name: str, game: str, seed: int, limit: float) -> None:
        self.name = name
        self._limit = limit
        self._bot: Bot | None = make(name, game, seed)
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


def play_deal(start: Game, chairs: Sequence[Chair], seed: int, number: int) -> Deal:
    """Play deal *number* of a *seed* from *start*, once for each rotation of the *chairs*.

    In rotation r the bot of chair c sits at seat (c + r) mod the number of players.
    """
    players = start.players
    deal = Deal(
        np.zeros((players, players), np.int64), np.zeros((players, players)), [[] for _ in chairs]
    )
    for chair in chairs:
        chair.times.clear()
    for rotation in range(players):
        driver = Driver(start.copy(), Chance(seed, number))
        count = 0
        while not driver.game.over:
            seat = driver.actor
            if seat is None:
                break
            at = (seat - rotation) % players
            legal = driver.legal()
            action, kind, detail = chairs[at].choose(driver.game.view(seat), legal)
            if kind and len(deal.faults) < _NOT_KNOWN_FAULTS:
                name = chairs[at].name
                deal.faults.append(Fault(name, number, rotation, count, kind, detail))
            driver.do(action)
            count += 1
        seats = [(at + rotation) % players for at in range(players)]
        scores = driver.game.scores()
        winners = driver.game.winners()
        deal.scores[rotation] = [scores[seat] for seat in seats]
        deal.wins[rotation] = [(seat in winners) / len(winners) for seat in seats]
    deal.times = [list(chair.times) for chair in chairs]
    return deal
