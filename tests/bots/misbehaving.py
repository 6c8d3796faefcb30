"""Bots that do what bots must not do."""

import fcntl
import os
import threading
import time
from collections.abc import Sequence
from pathlib import Path

from parlour.bots.protocol import UNLIMITED, Budget
from parlour.games.game import Game
from parlour.games.pippip import PipPip


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
        time.sleep(1.5)
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


class Hanging(Illegal):
    """Never answers; computes without pause."""

    def choose(self, _view: Game, _legal: Sequence[int], _budget: Budget = UNLIMITED) -> int:
        while True:
            pass


class Named(Illegal):
    """Says a name where a number belongs."""

    def choose(self, _view: Game, _legal: Sequence[int], _budget: Budget = UNLIMITED) -> int:
        return "play Qh"  # type: ignore[return-value]  # the mistake


class Crashing(Illegal):
    """Takes its process with it."""

    def choose(self, _view: Game, _legal: Sequence[int], _budget: Budget = UNLIMITED) -> int:
        os._exit(1)


class Checking(Illegal):
    """Well-behaved: the last legal action; raises if it is given more than the view of its seat."""

    games = ("pip-pip",)

    def choose(self, view: Game, legal: Sequence[int], _budget: Budget = UNLIMITED) -> int:
        assert isinstance(view, PipPip)
        others = set(range(view.players)) - {view.observer}
        assert len(others) == view.players - 1
        assert all(view.hand(seat) == view.shown(seat) for seat in others)
        return legal[-1]


def choosy(seed: int) -> First:
    """Makes a bot only with the seed that tries it out, not with that of a deal."""
    if seed:
        raise ValueError("no such seed")
    return First(seed)


class Begetting(Illegal):
    """Begins a process and a thread that never end, and all hold a file locked as long as they
    live; never answers."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self._file = Path(os.environ["PARLOUR_TEST_LOCKED"]).open("ab", 0)  # noqa: SIM115  # to the end
        fcntl.flock(self._file, fcntl.LOCK_SH)
        if os.fork() == 0:
            time.sleep(3600)
        threading.Thread(target=time.sleep, args=(3600,)).start()

    def choose(self, _view: Game, _legal: Sequence[int], _budget: Budget = UNLIMITED) -> int:
        self._file.write(b"asked")
        time.sleep(3600)
        return 0


class Gameless(First):
    """Says what it plays in a way that nobody understands."""

    games = 2


class Wordy(First):
    def __init__(self, _seed: int) -> None:
        raise ValueError("no\n" + "no " * 100_000)
