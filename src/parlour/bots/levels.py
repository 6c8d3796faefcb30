"""The levels of play by name, and bots of one's own by import path.

>>> names("pip-pip")
('random', 'casual', 'baseline', 'solid', 'expert', 'master')
>>> make("clever")
Traceback (most recent call last):
parlour.errors.OptionError: there is no bot 'clever': there are random, casual, baseline, solid, \
expert, master, or give the path of your own as module:name
"""

from collections.abc import Callable, Collection
from importlib import import_module
from typing import TYPE_CHECKING, Any, cast

from parlour.errors import OptionError
from parlour.games import registry

if TYPE_CHECKING:
    from parlour.bots.protocol import Bot

_MOST_SAID = 200
"""So many characters of what somebody else's error says."""
_ANY_GAME = {
    "random": "parlour.bots.policies:random_bot",
    "baseline": "parlour.bots.policies:baseline_bot",
}
_PIP_PIP = "parlour.bots.pippip.levels"
LEVELS: dict[str, dict[str, str]] = {
    "pip-pip": {
        "random": _ANY_GAME["random"],
        "casual": f"{_PIP_PIP}:Casual",
        "baseline": _ANY_GAME["baseline"],
        "solid": f"{_PIP_PIP}:Solid",
        "expert": f"{_PIP_PIP}:expert",
        "master": f"{_PIP_PIP}:master",
    },
    "savannah": _ANY_GAME,
}
"""For each game its levels, weakest first, each with the import path of what makes the bot."""

_ALL_LEVELS = frozenset(name for levels in LEVELS.values() for name in levels)
CLOCK = {"expert": 0.3, "master": 1.0}
"""Seconds that a level has for each choice at a live table, for those that do not choose at once.
There it always takes so long, so that nobody can tell from the time whether it had a choice."""
OWN_CLOCK = 1.0
"""The same for bots that are no level."""


def clock(name: str) -> float | None:
    """Seconds that a bot has for each choice at a live table, None for a level that needs none.

    >>> clock("master"), clock("baseline"), clock("Miser")
    (1.0, None, 1.0)
    """
    return CLOCK.get(name) if name in _ALL_LEVELS else OWN_CLOCK


def names(game: str) -> tuple[str, ...]:
    """The levels of a game, weakest first. This loads no compiled code."""
    return tuple(LEVELS[registry.game(game).name])


def make(name: str, game: str = "pip-pip", seed: int = 0) -> "Bot":
    """The bot called *name*, one of the game's levels or ``module:name``.

    ``module:name`` is a class or function that is called with a seed and returns a bot; if it does
    not play every game, its attribute ``games`` names those that it plays.

    Raises `OptionError` for a name or path that leads nowhere.
    """
    entry = registry.game(game)
    levels = LEVELS[entry.name]
    path = levels.get(name.strip().lower(), name.strip())
    module, colon, attribute = path.partition(":")
    if not colon:
        raise OptionError(
            f"there is no bot {name[:40]!r}: there are {', '.join(levels)}, "
            "or give the path of your own as module:name",
            "bot",
            name,
            f"{', '.join(levels)} or module:name",
        )
    factory = _factory(name, module, attribute)
    games = getattr(factory, "games", None)
    if not isinstance(games, str | Collection | None):
        raise _no_bot(name, f"{attribute}.games is no list of names of games")
    if games is not None and entry.name not in games:
        raise _no_bot(name, f"{attribute} does not play {entry.title}")
    try:
        bot = factory(seed)
    except Exception as error:  # other people's code may raise anything
        raise _no_bot(name, f"{attribute}({seed}) fails: {_said(error)}") from error
    if not callable(getattr(bot, "choose", None)):
        raise _no_bot(name, f"{attribute} makes something without a method 'choose'")
    return cast("Bot", bot)


def _factory(name: str, module: str, attribute: str) -> Callable[[int], Any]:
    try:
        imported = import_module(module)
    except Exception as error:  # other people's code may raise anything
        raise _no_bot(name, f"module {module!r} cannot be imported: {_said(error)}") from error
    found = getattr(imported, attribute, None)
    if found is None:
        raise _no_bot(name, f"module {module} has no {attribute!r}")
    if not callable(found):
        raise _no_bot(name, f"{attribute} is no class or function")
    return cast("Callable[[int], Any]", found)


def _said(error: Exception) -> str:
    return " ".join(f"{type(error).__name__}: {error}".split())[:_MOST_SAID]


def _no_bot(name: str, why: str) -> OptionError:
    return OptionError(f"there is no bot {name!r}: {why}", "bot", name, "module:name")
