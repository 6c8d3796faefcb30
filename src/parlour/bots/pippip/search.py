"""Pip-Pip's `expert` and `master`: sample the unseen cards, play out, take the best average.

All actions are tried on the same deals, so that they are compared and not the deals. The worse
half is dropped again and again (sequential halving), and what is saved goes to the others; calls
stay as long as it is open whether to call.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, log2
from typing import Any

import numpy as np

from parlour.bots.pippip.deals import DEALS, burn_in, prepare
from parlour.bots.pippip.numbers import HANDS, PLAYS
from parlour.bots.pippip.playout import FACTS, evaluate
from parlour.bots.pippip.solid import choose_solid, wasted
from parlour.bots.protocol import UNLIMITED, Budget, seed_of
from parlour.errors import HiddenHandError, ImpossibleStateError
from parlour.games.game import SPECTATOR, Game
from parlour.games.jit import records
from parlour.games.pippip.actions import CALL, UNUSED
from parlour.games.rng import generator

REGRET, MISSED_CALL = 3.0, 4.0
"""How strongly the sampler trusts that others play and call as `baseline` does."""

_AT_A_TIME = 64
"""Deals between two looks at the clock."""

_TIE, _HASTE = 0.25, 2.0
_BEYOND, _SURE = 1.0, 4.0
"""Points below which a difference is none, and by which it must be better to put off a call, which
may never come then; standard errors beyond which a difference is one, and such as end the search.
"""


@dataclass(frozen=True)
class Found:
    """What a search found out.

    Attributes: *actions*, shape (a,); *gains*, shape (a, deals), points over the others' average;
    *deals*, shape (a,), how many columns of it are valid for each action; *facts*, shape (a, 5),
    means over the same deals (`parlour.bots.pippip.playout.FACTS`); *waste*, shape (a,), whether an
    action is worse than another whatever the others hold; *prior*, the row of what
    `solid` would do, −1 if that does not matter; *instead*, what it would play if it could not
    call, −1 if it would not call; *capped*, whether the clock cut it short.
    """

    actions: Any
    gains: Any
    deals: Any
    facts: Any
    waste: Any
    prior: int
    instead: int
    capped: bool

    def means(self) -> Any:
        """The estimate for each action, shape (a,)."""
        return np.array([self.gains[a, :count].mean() for a, count in enumerate(self.deals)])

    @property
    def best(self) -> int:
        """The row of the action to take.

        It is the one with the highest mean, unless that is too little above the mean of what
        `solid` would do to be told from chance. A call and the play after it are two decisions:
        whether to call with a play to come is judged by going on alike, with what `solid` plays.
        """
        in_race = ~self.waste
        if self.instead >= 0 and not self._is_beyond(self.instead, self.prior, _HASTE):
            in_race = _are_calls(self.actions)
        in_race &= self.deals == self.deals[in_race].max()
        best = int(np.where(in_race, self.means(), -np.inf).argmax())
        return best if self.prior < 0 or self._is_beyond(best, self.prior) else self.prior

    def _is_beyond(self, one: int, other: int, least: float = _TIE) -> bool:
        """Whether one row is worth *least* points more than another, as can be told from chance."""
        more, error = self.difference(one, other)
        return more > _BEYOND * error + least

    def difference(self, one: int, other: int) -> tuple[float, float]:
        """How much more one row is worth than another, and the standard error of that.

        Both are taken over the deals on which both were tried.
        """
        common = int(min(self.deals[one], self.deals[other]))
        apart = self.gains[one, :common] - self.gains[other, :common]
        return float(apart.mean()), float(apart.std() / max(1, common - 1) ** 0.5)


def _are_calls(actions: Any) -> Any:
    return (actions >= CALL) & (actions < UNUSED)


class Searcher:
    """A bot that searches: *playouts* for each choice, *seed* for its random numbers.

    *regret* and *missed_call* weigh what the others' plays and silence tell (0: nothing); *clever*
    lets it play on like `solid` in its playouts, else like `baseline`; with *prior* it does what
    `solid` would do unless something else is better beyond chance.

    >>> from parlour.games.pippip import PipPip
    >>> match = PipPip(3, seed=1)
    >>> view = match.view(match.turn)
    >>> Searcher(500, seed=1).choose(view, match.legal()) in match.legal()
    True
    """

    def __init__(
        self,
        playouts: int,
        seed: int = 0,
        *,
        regret: float = REGRET,
        missed_call: float = MISSED_CALL,
        clever: bool = True,
        prior: bool = True,
    ) -> None:
        self.playouts = playouts
        self.seed = seed
        self.capped = 0
        """How many choices the clock has cut short."""
        self._has_prior = prior
        self._weights = np.array([regret, missed_call, clever], np.float64)
        self._deals = records(1, DEALS)
        self._work: Any = None

    def choose(self, view: Game, legal: Sequence[int], budget: Budget = UNLIMITED) -> int:
        """The action with the best average."""
        if len(legal) == 1:
            return legal[0]
        found = self.search(view, legal, budget)
        return int(found.actions[found.best])

    def search(self, view: Game, legal: Sequence[int], budget: Budget = UNLIMITED) -> Found:
        """Estimate what every legal action is worth.

        Raises `HiddenHandError` for a match in which all is known.
        """
        if view.observer is None or view.observer == SPECTATOR:
            raise HiddenHandError("a bot chooses from the view of its seat, not from the match")
        deadline = None if budget.seconds is None else time.perf_counter() + budget.seconds
        if self._work is None:
            self._work = records(2, view.dtype)
        rng = generator(seed_of(view, self.seed))
        prior, instead = self._expected(view, list(legal))
        self._prepare(view, rng)
        actions, waste = np.array(legal, np.int64), wasted(view, legal)
        rounds = max(1, ceil(log2(len(actions))))
        share = self.playouts / rounds
        most = sum(ceil(share / max(2, len(actions) >> k)) for k in range(rounds))
        gains = np.zeros((len(actions), most + rounds))
        facts = np.zeros((len(actions), FACTS))
        deals = np.zeros(len(actions), np.int64)
        kept = [] if instead < 0 else [instead, *np.flatnonzero(_are_calls(actions))]
        live, done, capped = np.arange(len(actions)), 0, False
        for _ in range(rounds):
            count = ceil(share / max(2, len(live)))
            stop = done + count
            part, noted = np.zeros((len(live), count)), np.zeros((len(live), FACTS))
            begun = done
            while done < stop and not capped:
                step = min(_AT_A_TIME, stop - done) if deadline else stop - done
                evaluate(
                    view.record, 0, self._deals, self._work, rng, self._weights, PLAYS, HANDS,
                    actions[live], done - begun, step, part, noted,
                )  # fmt: skip
                done += step
                capped = deadline is not None and time.perf_counter() > deadline
            gains[live, begun:done] = part[:, : done - begun]
            facts[live] += noted
            deals[live] = done
            means = np.where(waste[live], -np.inf, gains[live, :done].mean(1))
            order = live[np.argsort(-means, kind="stable")]
            live = np.union1d(order[: max(2, len(live) // 2)], kept).astype(np.int64)
            found = Found(actions, gains, deals, facts, waste, prior, instead, capped)
            if len(order) == 1:
                break
            more, error = found.difference(order[0], order[1])
            if capped or more > _SURE * error + _TIE:
                break
        self.capped += capped
        facts /= deals[:, None]
        return Found(actions, gains, deals, facts, waste, prior, instead, capped)

    def _expected(self, view: Game, legal: list[int]) -> tuple[int, int]:
        """The rows of what `solid` would do, and of what it would play if that is a call."""
        if not self._has_prior:
            return -1, -1
        choice = choose_solid(view, legal)
        plays = [action for action in legal if action < CALL]
        is_call = CALL <= choice < UNUSED and plays
        instead = legal.index(choose_solid(view, plays)) if is_call else -1
        return legal.index(choice), instead

    def _prepare(self, view: Game, rng: Any) -> None:
        regret, missed_call = self._weights[:2]
        if not prepare(view.record, 0, self._deals, self._work, rng):
            raise ImpossibleStateError("no deal agrees with this view")
        burn_in(self._deals, 0, rng, regret, missed_call)


def plain(playouts: int, seed: int = 0) -> Searcher:
    """A plain sampler, to compare with: it infers nothing and plays out with `baseline` alone."""
    return Searcher(playouts, seed, regret=0.0, missed_call=0.0, clever=False, prior=False)
