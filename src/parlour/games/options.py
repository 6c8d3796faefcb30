"""What every game's options have in common: named choices, read strictly, refused precisely."""

import difflib
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from parlour.errors import OptionError

Value = str | bool | int


@dataclass(frozen=True)
class Choice:
    """One option of a game: its values and a line that explains it.

    A value written with ``N`` (as ``N hands``) stands for whole numbers within its *ranges*.
    """

    name: str
    values: tuple[str, ...]
    explanation: str
    ranges: Mapping[str, tuple[int, int]] = field(default_factory=dict)

    @property
    def allowed(self) -> str:
        """The values in words.

        >>> Choice("match_length", ("once", "N hands"), "", {"N hands": (1, 99)}).allowed
        'once or N hands (N from 1 to 99)'
        """
        return " or ".join(
            f"{value} (N from {self.ranges[value][0]} to {self.ranges[value][1]})"
            if value in self.ranges
            else value
            for value in self.values
        )

    def code(self, value: Value) -> tuple[int, int]:
        """The number of a value in `values`, and its ``N`` (0 where there is none).

        Raises `OptionError` for a value that is none of them.
        """
        text = {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
        text = " ".join(text.split()).lower()
        for number, form in enumerate(self.values):
            if text == form:
                return number, 0
            if form in self.ranges:
                pattern = form.replace("N", r"(\d{1,9})")
                least, most = self.ranges[form]
                match = re.fullmatch(pattern, text, re.ASCII)
                if match and least <= int(match[1]) <= most:
                    return number, int(match[1])
        raise OptionError(
            f"option {self.name} cannot be {_quoted(value)}: allowed is {self.allowed}",
            self.name,
            value,
            self.allowed,
        )

    def value(self, code: int, count: int = 0) -> Value:
        """The value that `code` gave: a bool for a choice of no and yes, else a text."""
        if self.values == ("no", "yes"):
            return bool(code)
        form = self.values[code]
        return form.replace("N", str(count)) if form in self.ranges else form


def _quoted(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 40 else text[:40] + "…"


def read_choices(
    choices: Iterable[Choice], given: Mapping[str, Value], start: Mapping[str, Value]
) -> dict[str, Value]:
    """The values of all *choices*: those *given* (names with spaces or ``_``), else from *start*.

    Raises `OptionError` for an unknown name, with the nearest known one, or a wrong value.
    """
    known = {choice.name: choice for choice in choices}
    values = dict(start)
    for written, value in given.items():
        name = re.sub(r"[\s-]+", "_", str(written).strip().lower())
        if name not in known:
            near = difflib.get_close_matches(name, known, 1)
            hint = f"; did you mean {near[0]}?" if near else ""
            raise OptionError(
                f"there is no option {_quoted(written)}{hint} Options are: {', '.join(known)}"
                if hint
                else f"there is no option {_quoted(written)}: options are {', '.join(known)}",
                str(written),
                value,
                ", ".join(known),
            )
        values[name] = known[name].value(*known[name].code(value))
    return values


def named(name: str, presets: Mapping[str, object], what: str = "preset") -> str:
    """*name* as a key of *presets*, or an `OptionError` that lists them."""
    key = str(name).strip().lower()
    if key not in presets:
        allowed = ", ".join(presets)
        raise OptionError(
            f"there is no {what} {_quoted(name)}: there are {allowed}", what, name, allowed
        )
    return key


def check_players(players: int, allowed: range, whose: str) -> None:
    """Raise an `OptionError` unless the number of *players* is within *allowed*."""
    if isinstance(players, bool) or not isinstance(players, int) or players not in allowed:
        words = f"{allowed.start} to {allowed.stop - 1}"
        raise OptionError(
            f"{whose} cannot be played by {_quoted(players)} players: allowed is {words}",
            "players",
            players,
            words,
        )
