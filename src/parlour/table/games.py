"""The games that can be played at a table: those with the modules ``live`` and ``json_view``."""

from functools import cache
from importlib.util import find_spec
from typing import Any

from parlour.games import registry
from parlour.games.options import Value, named


class LiveGame:
    """A game with what a table needs of it; its parts are imported when first used."""

    def __init__(self, entry: registry.GameEntry) -> None:
        self.entry = entry
        self.name = entry.name
        self.title = entry.title

    @property
    def live(self) -> Any:
        """When to wait, and whom to give time to think."""
        return self.entry.part("live")

    @property
    def views(self) -> Any:
        """Its views as plain data."""
        return self.entry.part("json_view")


@cache
def playable() -> dict[str, LiveGame]:
    """The games that can be played at a table, by name."""
    return {
        name: LiveGame(entry)
        for name, entry in registry.GAMES.items()
        if find_spec(f"{entry.package}.live")
    }


def live_game(name: str) -> LiveGame:
    """The game of that name; raises `OptionError` for one that cannot be played here."""
    return playable()[named(name, playable(), "game")]


def written(value: Value) -> str:
    """An option's value as text.

    >>> written(True), written("2 hands")
    ('yes', '2 hands')
    """
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
