"""A bot of one's own: plays the lowest card it may, and calls whenever it can.

``parlour arena pip-pip --players 4 my_bot:Miser baseline --deals 100``, or
``parlour serve --bot my_bot:Miser``, in the directory of this file.
"""

from collections.abc import Sequence

from parlour.bots.protocol import UNLIMITED, Budget
from parlour.games.game import Game


class Miser:
    """Never spends more than it has to."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def choose(self, view: Game, legal: Sequence[int], _budget: Budget = UNLIMITED) -> int:
        """The action to take: one of *legal*, by its number in ``view.action_names``."""
        for action in legal:
            if view.action_names[action].startswith("call"):
                return action
        return min(legal)
