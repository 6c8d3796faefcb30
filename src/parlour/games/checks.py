"""What the checks of every game's states share: saying which field cannot be, and why."""

from typing import Any, TypeVar

import numpy as np

from parlour.errors import ImpossibleStateError, OptionError
from parlour.games.options import OptionSet

ALL_KNOWN = 255
SPECTATOR = 254

Options = TypeVar("Options", bound=OptionSet)


def need(condition: Any, field: str, value: object, allowed: object) -> None:
    """Raise `ImpossibleStateError` for a field unless a condition holds.

    >>> need(False, "dealer", 9, "0 to 3")
    Traceback (most recent call last):
    parlour.errors.ImpossibleStateError: field dealer is 9: it has to be 0 to 3
    """
    if not condition:
        raise ImpossibleStateError(f"field {field} is {_short(value)}: it has to be {allowed}")


def check_options(states: Any, options_type: type[Options]) -> Options:
    """The options of a state, once they, the number of players and the observer can be.

    Raises `ImpossibleStateError` otherwise.
    """
    state = states[0]
    players = int(state["players"])
    try:
        options = options_type.of_state(states)
        options.check_players(players)
        plain = states.copy()
        options.write(plain)
        for field in options.kept_fields():
            need(plain[field] == states[field], field, state[field], "a value of the options")
    except (OptionError, IndexError) as error:
        raise ImpossibleStateError(f"the options of this state cannot be: {error}") from None
    observer = int(state["observer"])
    need(
        observer < players or observer in (SPECTATOR, ALL_KNOWN),
        "observer",
        observer,
        "a seat, 254 or 255",
    )
    return options


def compare(states: Any, fresh: Any) -> None:
    """Raise `ImpossibleStateError` unless a state is, to the byte, what its own story makes it."""
    if states.tobytes() == fresh.tobytes():
        return
    for field in fresh.dtype.names:
        if not np.array_equal(states[field], fresh[field]):
            raise ImpossibleStateError(
                f"field {field} is {_short(states[field][0])}: "
                f"playing this state again gives {_short(fresh[field][0])}"
            )


def _short(value: Any) -> str:
    text = " ".join(str(value).split())
    return text if len(text) <= 60 else text[:60] + "…"
