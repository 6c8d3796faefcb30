"""Chance from a seed, for games that Python drives."""

from typing import TYPE_CHECKING, Any

import numpy as np

from parlour.games import chance as chances
from parlour.games import entry
from parlour.games.rng import generator

if TYPE_CHECKING:
    from parlour.games.game import Game


class Chance:
    """Chance events from a *seed*: the same seed and the same play give the same events.

    >>> from parlour.games.pippip import PipPip
    >>> game = PipPip(3, "russian")
    >>> chance = Chance(7)
    >>> chance.next(game)
    'dealer 3'
    >>> chance.run(game)
    >>> game.awaits is None
    True
    """

    def __init__(self, seed: int, stream: int = 0) -> None:
        self._rng = generator(seed, stream)

    def next(self, game: "Game") -> str | None:
        """The chance event that a game waits for, not yet applied; None if it waits for none."""
        kind = entry.awaits(game.record, 0)
        if not kind:
            return None
        values: Any = np.zeros(game.chance_size, np.int64)
        count = entry.sample_chance(game.record, 0, self._rng, values)
        return chances.chance_name(kind, values[:count].tolist())

    def run(self, game: "Game") -> None:
        """Let chance happen until players act or the match is over."""
        while (event := self.next(game)) is not None:
            game.do(event)
