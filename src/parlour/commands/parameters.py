"""Parameters that several commands share: a game, its preset and changed options."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter, Token

from parlour.errors import OptionError
from parlour.games import registry
from parlour.games.options import OptionSet, Value
from parlour.games.registry import GameEntry

if TYPE_CHECKING:
    from parlour.games.game import Game as Match


def _no_options(_type: object, value: str | list[str]) -> None:
    """Let ``-`` through, and nothing else that looks like an option."""
    for text in [value] if isinstance(value, str) else value:
        if text.startswith("-") and text != "-":
            raise ValueError(f"there is no option {text}")


def _whole(_type: object, tokens: Sequence[Token]) -> int:
    try:
        return int(tokens[0].value)
    except ValueError:
        raise ValueError(f"{tokens[0].value[:40]!r} is no whole number") from None


WHOLE = Parameter(converter=_whole)
"""A whole number as people write it; else 1.5 would be rounded without a word."""

_or_stdin = Parameter(
    allow_leading_hyphen=True,
    validator=_no_options,
    help="Read this record; - is standard input.",
)
File = Annotated[str, _or_stdin]
Files = Annotated[list[str], _or_stdin]
Data = Annotated[
    Path | None,
    Parameter(help="The file that tables are kept in, if not the usual one.", show_default=False),
]
Game = Annotated[str, Parameter(help=f"The game: {' or '.join(registry.GAMES)}.")]
Preset = Annotated[
    str,
    Parameter(
        show_default=False,
        help="A named set of options: "
        + "; ".join(f"of {name} {', '.join(g.presets)}" for name, g in registry.GAMES.items())
        + ".",
    ),
]
Changes = Annotated[
    list[str] | None,
    Parameter(
        name="--set",
        negative="",
        help="Change an option of the preset, as in --set 'calls=before lead'; may be repeated.",
    ),
]


def chosen(game: str, preset: str, changes: list[str] | None) -> tuple[GameEntry, OptionSet]:
    """The game and the options that these parameters name.

    Raises `OptionError`.
    """
    entry = registry.game(game)
    given: dict[str, Value] = {}
    for change in changes or []:
        option, equals, value = change.partition("=")
        if not equals:
            raise OptionError(
                f"--set {change!r} changes nothing: it is written --set option=value",
                option,
                value,
                "option=value",
            )
        given[option.strip()] = value.strip()
    check_preset(entry, preset)
    return entry, entry.options.read(given, preset)


def check_preset(entry: GameEntry, preset: str) -> None:
    """Raise an `OptionError` for a preset of another game, saying whose it is."""
    name = preset.strip().lower()
    owners = [other.name for other in registry.GAMES.values() if name in other.presets]
    if owners and entry.name not in owners:
        allowed = ", ".join(entry.presets)
        raise OptionError(
            f"{name} is a preset of {owners[0]}; {entry.name} has "
            f"{'' if len(entry.presets) > 1 else 'only '}{allowed}",
            "preset",
            preset,
            allowed,
        )


def check_ends(match: "Match") -> None:
    """Raise an `OptionError` for a match that bots might play for ever, naming the way out."""
    if match.endless:
        limits = [
            f"{choice.name}={form.replace('N', '200')}"
            for choice in match.options.choices
            for form in choice.ranges
        ]
        raise OptionError(
            f"{match.title} may never end, and bots need a limit: add --set '{limits[0]}'",
            "options",
            match.options,
            limits[0],
        )


def described(options: OptionSet) -> str:
    """Options in a few words: their preset, and what differs from it.

    >>> described(registry.game("pip-pip").options.read({"trump_marriage": True}, "russian"))
    'preset russian with trump_marriage = yes'
    """
    preset, changes = options.nearest_preset()
    words = [f"{name} = {in_words(value)}" for name, value in changes.items()]
    return f"preset {preset}" + (f" with {', '.join(words)}" if words else "")


def in_words(value: Value) -> str:
    """An option's value as people write it."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
