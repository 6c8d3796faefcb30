"""The games there are, by name, and the parts of each; nothing is imported before it is used.

A game is a folder here. Its package offers `Options` in a module of that name, its class, a
`parlour.games.game.Game`, and how it is written in records, `NOTATION` in its module ``notation``.
Importing the package itself loads no compiled code.

>>> game("pip-pip").title
'Pip-Pip'
>>> game("Savannah ").name
'savannah'
>>> game("whist")
Traceback (most recent call last):
parlour.errors.OptionError: there is no game 'whist': there are pip-pip, savannah
"""

from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any, cast

from parlour.games.options import OptionSet, named

if TYPE_CHECKING:
    from parlour.games.game import Game
    from parlour.games.notation import Notation


@dataclass(frozen=True)
class GameEntry:
    """A game: its *name* in records and commands, and where its parts are."""

    name: str
    package: str
    class_name: str

    def part(self, module: str) -> Any:
        """A module of the game's package, such as ``notation``."""
        return import_module(f"{self.package}.{module}")

    @property
    def options(self) -> type[OptionSet]:
        """The class of its options."""
        return cast("type[OptionSet]", self.part("options").Options)

    @property
    def title(self) -> str:
        """How the game is called by people."""
        return self.options.title

    @property
    def presets(self) -> tuple[str, ...]:
        """The names of its presets, the usual one first."""
        return tuple(self.options.named_sets)

    @property
    def match(self) -> "type[Game]":
        """The class of its matches; this loads the compiled engine."""
        return cast("type[Game]", getattr(import_module(self.package), self.class_name))

    @property
    def notation(self) -> "Notation[Any]":
        """How its records are written; this loads the compiled engine."""
        return cast("Notation[Any]", self.part("notation").NOTATION)


GAMES = {
    entry.name: entry
    for entry in (
        GameEntry("pip-pip", "parlour.games.pippip", "PipPip"),
        GameEntry("savannah", "parlour.games.savannah", "Savannah"),
    )
}


def game(name: str) -> GameEntry:
    """The game called *name*; raises `OptionError`, naming those there are."""
    return GAMES[named(name, GAMES, "game")]
