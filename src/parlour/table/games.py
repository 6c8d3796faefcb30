"""The games that can be played at a table: those with the modules ``live`` and ``json_view``."""

from collections.abc import Callable
from functools import cache, cached_property
from importlib.util import find_spec
from typing import Any

from parlour.games import registry
from parlour.games.game import Game
from parlour.games.live import Live
from parlour.games.options import Value, named


class LiveGame:
    """A game with what a table needs of it; its parts are imported when first used."""

    def __init__(self, entry: registry.GameEntry) -> None:
        self.entry = entry
        self.name = entry.name
        self.title = entry.title

    @cached_property
    def live(self) -> Live[Any]:
        """When to wait, and whom to give time to think."""
        live: Live[Any] = self.entry.part("live").LIVE
        return live

    @cached_property
    def views(self) -> Any:
        """Its views as plain data."""
        return self.entry.part("json_view")

    @cached_property
    def named(self) -> Callable[[Game, str, int], str] | None:
        """Where others cannot tell all from an action's name: by which name they are told of it."""
        found: Callable[[Game, str, int], str] | None = getattr(self.views, "named", None)
        return found

    @cached_property
    def quick(self) -> Callable[[Game, Game], Any] | None:
        """Where the game has it, its views of what most events change, made by compiled code."""
        found: Callable[[Game, Game], Any] | None = getattr(self.views, "quick", None)
        return found


@cache
def playable() -> dict[str, LiveGame]:
    """The games that can be played at a table, by name."""
    return {
        name: LiveGame(entry)
        for name, entry in registry.GAMES.items()
        if find_spec(f"{entry.package}.live")
    }


@cache
def live_game(name: str) -> LiveGame:
    """The game of that name; raises `OptionError` for one that cannot be played here."""
    return playable()[named(name, playable(), "game")]


@cache
def _numbers(game: type[Game]) -> dict[str, int]:
    return {name: number for number, name in enumerate(game.action_names)}


def action_number(game: Game, text: str, seat: int) -> int:
    """The number of an action; raises what `Game.parse_action` raises."""
    number = _numbers(type(game)).get(text)
    return game.parse_action(text, seat) if number is None else number


def written(value: Value) -> str:
    """An option's value as text.

    >>> written(True), written("2 hands")
    ('yes', '2 hands')
    """
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
