"""Explanations of choices: what each action is worth, and by game what can tell why.

>>> explainer("pip-pip").__module__
'parlour.bots.pippip.explain'
>>> explainer("savannah")
Traceback (most recent call last):
parlour.errors.OptionError: Savannah cannot be explained, only Pip-Pip
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import cast

from parlour.errors import OptionError
from parlour.games import registry
from parlour.games.game import Game
from parlour.games.words import say

EXPLAINERS = {"pip-pip": "parlour.bots.pippip.explain:explain_choice"}
"""For each game that has one the import path of its `Explainer`."""


@dataclass(frozen=True)
class Estimate:
    """What an action is worth, in points over the others' average, with its standard error."""

    action: int
    name: str
    points: float
    error: float
    deals: int


@dataclass(frozen=True)
class Explanation:
    """What a search thinks of a choice.

    Attributes: *estimates*, best first; *difference* between the first two and its standard
    *error*, both over the deals they share; *cause*, a code such as ``wins_trick``, with its
    *parameters*; `sentence` puts it into words, those of the game's *package*.
    """

    estimates: tuple[Estimate, ...]
    difference: float
    error: float
    cause: str
    parameters: dict[str, int]
    package: str

    @property
    def best(self) -> Estimate:
        """The action to take."""
        return self.estimates[0]

    @property
    def next_best(self) -> Estimate | None:
        """The best of the others, None if there is no other."""
        return self.estimates[1] if len(self.estimates) > 1 else None

    def sentence(self, language: str = "en") -> str:
        """The cause in words."""
        return say(self.package, f"why_{self.cause}", self.parameters, language)


Explainer = Callable[[Game, Sequence[int], int, int], Explanation]
"""What explains the legal actions of a view's observer, given playouts and a seed."""


def explainer(game: str) -> Explainer:
    """What explains the choices of a *game*; raises `OptionError` if nothing does."""
    path = EXPLAINERS.get(game)
    if path is None:
        titles = " and ".join(registry.game(name).title for name in EXPLAINERS)
        raise OptionError(
            f"{registry.game(game).title} cannot be explained, only {titles}", "game", game, titles
        )
    module, _, function = path.partition(":")
    return cast("Explainer", getattr(import_module(module), function))
