"""The options of Savannah: SAV knows none, and long games want a limit.

>>> Options().turn_limit
'none'
>>> Options.read({"turn limit": "200 turns"}).turn_limit
'200 turns'
>>> Options.read({"turn limit": "0 turns"})  # doctest: +ELLIPSIS
Traceback (most recent call last):
parlour.errors.OptionError: option turn_limit cannot be '0 turns': allowed is none or N turns (N ...
"""

from dataclasses import dataclass

from parlour.games.options import Choice, OptionSet, Preset

MOST_TURNS = 100_000

CHOICES = (
    Choice(
        "turn_limit",
        ("none", "N turns"),
        "The game ends after so many turns of single players, rounded up to a full round; the "
        "fewest cards in reserve and discard pile together then win.",
        {"N turns": (1, MOST_TURNS)},
        count_field="limit",
    ),
)

_PLAYERS = range(2, 13)
_PRESETS = {"savannah": Preset({}, _PLAYERS)}
PRESETS = tuple(_PRESETS)


@dataclass(frozen=True, kw_only=True)
class Options(OptionSet):
    """A set of rules; the default is SAV's, a game without a limit.

    >>> Options().check_players(13)
    Traceback (most recent call last):
    parlour.errors.OptionError: preset savannah cannot be played by 13 players: allowed is 2 to 12
    """

    title = "Savannah"
    choices = CHOICES
    named_sets = _PRESETS
    any_players = _PLAYERS

    turn_limit: str = "none"
