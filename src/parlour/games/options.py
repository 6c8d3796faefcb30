"""What every game's options have in common: named choices, read strictly, refused precisely."""

import difflib
import re
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from dataclasses import field as value_of
from typing import Any, ClassVar, NamedTuple, Self

from parlour.errors import OptionError

Value = str | bool | int


@dataclass(frozen=True)
class Choice:
    """One option of a game: its values and a line that explains it.

    A value written with ``N`` (as ``N hands``) stands for whole numbers within its *ranges*. A
    state keeps the number of the value in its *field*, by default called as the option is, and the
    ``N`` in its *count_field*. An option that has a single value is in no state.
    """

    name: str
    values: tuple[str, ...]
    explanation: str
    ranges: Mapping[str, tuple[int, int]] = value_of(default_factory=dict)
    field: str = ""
    count_field: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "field", self.field or self.name)

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


class Preset(NamedTuple):
    """A named set of options: where it departs from the defaults, and for how many players."""

    changes: Mapping[str, Value]
    players: range


class OptionSet:
    """The base of every game's options: a frozen dataclass with one field for each choice.

    Raises `OptionError` for a value that does not exist.
    """

    title: ClassVar[str]
    """How the game is called by people."""
    choices: ClassVar[tuple[Choice, ...]]
    named_sets: ClassVar[Mapping[str, Preset]]
    """The presets; the first is the usual one."""
    any_players: ClassVar[range]
    """How many can play a set that is no preset."""

    def __post_init__(self) -> None:
        for choice in self.choices:
            value = choice.value(*choice.code(getattr(self, choice.name)))
            object.__setattr__(self, choice.name, value)

    @classmethod
    def preset(cls, name: str = "") -> Self:
        """The options of a preset, by default of the usual one."""
        key = named(name, cls.named_sets) if name else next(iter(cls.named_sets))
        return cls(**cls.named_sets[key].changes)

    @classmethod
    def read(cls, given: Mapping[str, Value], preset: str = "") -> Self:
        """A preset with some options changed, from texts or values.

        Raises `OptionError` for unknown names or values.
        """
        return cls(**read_choices(cls.choices, given, cls.preset(preset).values()))

    @property
    def name(self) -> str | None:
        """The name of the preset that has exactly these options, or None for a custom set."""
        return next((name for name in self.named_sets if self == self.preset(name)), None)

    def nearest_preset(self) -> tuple[str, dict[str, Value]]:
        """The preset from which the fewest options differ, and those that do, with their values."""
        values = self.values()
        differences = {
            name: {
                option: value
                for option, value in values.items()
                if value != getattr(self.preset(name), option)
            }
            for name in self.named_sets
        }
        nearest = min(differences, key=lambda name: len(differences[name]))
        return nearest, differences[nearest]

    @property
    def players(self) -> range:
        """How many can play: a preset keeps to its source, a custom set is free."""
        return self.named_sets[self.name].players if self.name else self.any_players

    def check_players(self, players: int) -> None:
        """Raise `OptionError` if these options cannot be played by so many."""
        check_players(players, self.players, f"preset {self.name}" if self.name else self.title)

    def values(self) -> dict[str, Value]:
        """The values of all options by name, in the order of the table."""
        return asdict(self)  # type: ignore[call-overload]  # every game's options are a dataclass

    @classmethod
    def kept(cls) -> tuple[Choice, ...]:
        """The choices that a state keeps: those of more than one value."""
        return tuple(choice for choice in cls.choices if len(choice.values) > 1)

    @classmethod
    def kept_fields(cls) -> tuple[str, ...]:
        """The fields of a state that hold its options."""
        fields = [choice.field for choice in cls.kept()]
        return (*fields, *(choice.count_field for choice in cls.kept() if choice.count_field))

    def write(self, states: Any) -> None:
        """Put the options into the first record of an array of states."""
        for choice in self.kept():
            states[choice.field][0], count = choice.code(getattr(self, choice.name))
            if choice.count_field:
                states[choice.count_field][0] = count

    @classmethod
    def of_state(cls, states: Any) -> Self:
        """The options of the first record of an array of states.

        Raises `OptionError` or `IndexError` where a field holds no value of its option.
        """
        return cls(
            **{
                choice.name: choice.value(
                    int(states[choice.field][0]),
                    int(states[choice.count_field][0]) if choice.count_field else 0,
                )
                for choice in cls.kept()
            }
        )


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
            f"there is no {what} {_quoted(name)}: "
            f"there {'are' if len(presets) > 1 else 'is only'} {allowed}",
            what,
            name,
            allowed,
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
