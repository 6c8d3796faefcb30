"""Policies for Python: a choice from a view and nothing else."""

from collections.abc import Sequence
from typing import Any

from numpy import uint64

from parlour.bots import pippip, savannah
from parlour.bots.choosing import BASELINE, POLICIES, any_of, baseline
from parlour.bots.protocol import UNLIMITED, Budget, seed_of
from parlour.errors import HiddenHandError, InvalidEventError
from parlour.games import engine
from parlour.games.game import Game
from parlour.games.jit import compiled
from parlour.games.options import named
from parlour.games.rng import generator

__all__ = ["POLICIES", "Policy", "pippip", "savannah"]


@compiled
def _random(views: Any, i: int, first: uint64, second: uint64, rng: Any) -> int:
    return any_of(engine.bounded(views[i], (first, second)), rng)


@compiled
def _baseline(views: Any, i: int, seat: int, first: uint64, second: uint64) -> int:
    return baseline(views[i], seat, engine.bounded(views[i], (first, second)))


def policy_number(name: str) -> int:
    """The number of a policy; raises `OptionError` for a name that is none."""
    return POLICIES.index(named(name, dict.fromkeys(POLICIES), "policy"))


def as_words(actions: Sequence[int]) -> tuple[uint64, uint64]:
    """Numbers of actions as the two words that compiled code takes."""
    words = [0, 0]
    for action in actions:
        words[action // engine.WORD] |= 1 << action % engine.WORD
    return uint64(words[0]), uint64(words[1])


class Policy:
    """A bot that follows one of the `POLICIES`; *seed* makes its random choices reproducible.

    >>> from parlour.games.pippip import PipPip
    >>> match = PipPip(3, seed=1)
    >>> seat = match.turn
    >>> match.action_names[Policy("baseline").choose(match.view(seat), match.legal())]
    'play 8c'
    """

    def __init__(self, name: str, seed: int = 0) -> None:
        self.name = POLICIES[policy_number(name)]
        self._number = policy_number(name)
        self._seed = seed

    def choose(self, view: Game, legal: Sequence[int], _budget: Budget = UNLIMITED) -> int:
        """One of the *legal* actions of the observer of *view*.

        Raises `HiddenHandError` for a match in which all is known: a bot gets a view, no more.
        """
        if view.observer is None:
            raise HiddenHandError("a bot chooses from the view of its seat, not from the match")
        if view.observer not in range(view.players):
            raise HiddenHandError("a bot chooses from the view of its seat, not from a spectator's")
        for action in legal:
            if action not in range(len(view.action_names)):
                raise InvalidEventError(f"{action!r} is no number of an action of {view.title}")
        if not legal:
            raise InvalidEventError("a bot cannot choose among no actions: give the legal ones")
        first, second = as_words(legal)
        if self._number == BASELINE:
            return int(_baseline(view.record, 0, view.observer, first, second))
        rng = generator(seed_of(view, self._seed))
        return int(_random(view.record, 0, first, second, rng))


def random_bot(seed: int = 0) -> Policy:
    """The bot `random`."""
    return Policy("random", seed)


def baseline_bot(_seed: int = 0) -> Policy:
    """The bot `baseline`."""
    return Policy("baseline")
