"""Bots that do what bots must not do."""

import time
from collections.abc import Sequence

from parlour.bots.protocol import UNLIMITED, Budget
from parlour.games.game import Game


class Illegal:
    """Always plays a card that nobody has: no such action."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def choose(self, _view: Game, _legal: Sequence[int], _budget: Budget = UNLIMITED) -> int:
        return 1000


class Raising(Illegal):
    def choose(self, _view: Game, _legal: Sequence[int], _budget: Budget = UNLIMITED) -> int:
        raise RuntimeError("no idea")


class Sleeping(Illegal):
    def choose(self, _view: Game, legal: Sequence[int], _budget: Budget = UNLIMITED) -> int:
        time.sleep(0.5)
        return legal[0]


class First(Illegal):
    """Well-behaved: the first legal action."""

    def choose(self, _view: Game, legal: Sequence[int], _budget: Budget = UNLIMITED) -> int:
        return legal[0]


class Leaving(Illegal):
    def choose(self, _view: Game, _legal: Sequence[int], _budget: Budget = UNLIMITED) -> int:
        raise SystemExit(3)


class Talking(Illegal):
    def choose(self, _view: Game, legal: Sequence[int], _budget: Budget = UNLIMITED) -> int:
        print("hm")  # noqa: T201  # what must not be among the results
        return legal[0]


class Seedless:
    """Cannot be made with a seed."""

    def choose(self, _view: Game, legal: Sequence[int], _budget: Budget = UNLIMITED) -> int:
        return legal[0]


def nothing(_seed: int) -> object:
    return object()
