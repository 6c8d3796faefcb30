"""The shape that every game has for Python: a match you can ask, change, copy, save and look at."""

import struct
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import Any, ClassVar, Self

import numpy as np

from parlour.errors import (
    GameOverError,
    HiddenHandError,
    IllegalEventError,
    InvalidEventError,
    NoSuchSeatError,
    OptionError,
    OutOfTurnError,
    StateVersionError,
    TruncatedStateError,
)
from parlour.games import chance as chances
from parlour.games import entry
from parlour.games.jit import copy_records, records
from parlour.games.options import OptionSet
from parlour.games.refusals import unpack
from parlour.games.sampling import Chance
from parlour.games.words import say

Event = int | str
"""A player's action, by number or name in the game's table, or a chance event by name."""

NOBODY = 255
SPECTATOR = 254
ALL_KNOWN = 255

_HEADER = struct.Struct("<4sHH")
_EXCEPTIONS = {"not_your_turn": OutOfTurnError, "match_over": GameOverError}


class Game(ABC):
    """A match of a game, or somebody's view of it.

    Seats are numbered from 0, clockwise. A *view* (`view`) is a match too, in which what its
    observer may not know is unknown. Games compare equal when everything about them is equal, and
    hash accordingly: do not change one that is a key.

    *options* are the game's options or the name of a preset. Chance is sampled from a *seed* until
    players act, or given as *events*, or still awaited. *observer* makes it the match as one player
    (or, 254, a spectator) keeps it: other hands may then be unknown.

    Raises `OptionError` for options or a number of players that cannot be.
    """

    name: ClassVar[str]
    """How the game is called in options, records and addresses, as ``pip-pip``."""
    title: ClassVar[str]
    """How the game is called by people."""
    package: ClassVar[str]
    """The package that holds its catalogues of words."""
    options_type: ClassVar[type[OptionSet]]
    dtype: ClassVar[np.dtype[Any]]
    magic: ClassVar[bytes]
    format_version: ClassVar[int]
    """Changes when the layout of the state does."""
    rules_version: ClassVar[int]
    """Changes exactly when the same events lead to another state."""
    action_names: ClassVar[Sequence[str]]
    """The table of actions: the name of each action number."""
    plain_actions: ClassVar[int]
    """How many of them, from 0 on, sets of legal actions are made of; the rest only say more
    exactly which card is meant."""
    refusals: ClassVar[Sequence[tuple[str, tuple[str, ...]]]]
    chance_size: ClassVar[int]
    """The most values a chance event can have."""

    __slots__ = ("_states",)

    def __init__(
        self,
        players: int,
        options: OptionSet | str = "",
        *,
        seed: int | None = None,
        events: Sequence[Event] = (),
        observer: int | None = None,
    ) -> None:
        if isinstance(options, str):
            options = self.options_type.preset(options)
        if not isinstance(options, self.options_type):
            raise OptionError(
                f"{options!r} are no options of {self.title}",
                "options",
                options,
                f"options of {self.title} or the name of a preset",
            )
        options.check_players(players)
        if isinstance(events, str):
            raise InvalidEventError("events are a list of texts or numbers, not one text")
        if seed is not None and (len(events) or observer is not None):
            raise OptionError(
                "a seed samples all chance of a match in which everything is known: give no events "
                "and no observer with it",
                "seed",
                seed,
                "no events and no observer with a seed",
            )
        if observer is not None and (
            not _is_number(observer) or (observer != SPECTATOR and observer not in range(players))
        ):
            raise NoSuchSeatError(f"there is no seat {observer!r} to observe from")
        states = records(1, self.dtype)
        states["players"] = players
        states["observer"] = ALL_KNOWN if observer is None else observer
        options.write(states)
        entry.begin(states, 0)
        self._keep(states)
        if seed is not None:
            Chance(seed).run(self)
        happen(self, events)

    def _keep(self, states: Any) -> None:
        self._states = states

    @classmethod
    def _of(cls, states: Any) -> Self:
        game = object.__new__(cls)
        game._keep(states)
        return game

    # What is to be known

    @property
    def record(self) -> Any:
        """The state as a NumPy array of one record, shape (1,); see `dtype` for its fields."""
        return self._states

    @property
    def options(self) -> OptionSet:
        """The options of the match."""
        return self.options_type.of_state(self._states)

    @property
    def players(self) -> int:
        """The number of seats."""
        return int(self._states["players"][0])

    @property
    def observer(self) -> int | None:
        """Whose view this is: a seat, 254 for a spectator's; None if everything is known."""
        observer = int(self._states["observer"][0])
        return None if observer == ALL_KNOWN else observer

    @property
    def turn(self) -> int | None:
        """The seat whose turn it is, None if it is nobody's."""
        seat: int = self._states["turn"].item()
        return None if seat == NOBODY else seat

    @property
    def awaits(self) -> str | None:
        """The kind of chance event that must come next, None if none."""
        return chances.KINDS[entry.awaits(self._states, 0)] or None

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return bool(entry.over(self._states, 0))

    @property
    def endless(self) -> bool:
        """Whether these rules never force an end, so that careless players could go on for ever."""
        return False

    def scores(self) -> list[int]:
        """Every seat's score so far."""
        values = np.empty(self.players, np.int64)
        entry.scores(self._states, 0, values)
        return values.tolist()

    def winners(self) -> list[int]:
        """The seats that have won or share the win; empty before the end."""
        return [seat for seat in range(self.players) if entry.wins(self._states, 0, seat)]

    # What can be done

    def _seat(self, seat: int | None) -> int:
        """*seat*, or the seat on turn, as one the table has."""
        if seat is None:
            turn = int(self._states["turn"][0])
            return 0 if turn == NOBODY else turn
        if not _is_number(seat):
            raise NoSuchSeatError(f"a seat is a number from 0 to {self.players - 1}, not {seat!r}")
        if not 0 <= seat < self.players:
            raise NoSuchSeatError(
                f"there is no seat {seat}: seats are numbered from 0 to {self.players - 1}"
            )
        return int(seat)

    def _own_seat(self, seat: int | None) -> int:
        """*seat* if this view may tell what it can do."""
        seat = self._seat(seat)
        observer = int(self._states["observer"][0])
        if observer not in (ALL_KNOWN, seat):
            raise HiddenHandError(
                f"this view does not show the hand of seat {seat}: ask for the observer's own"
            )
        return seat

    def legal(self, seat: int | None = None) -> list[int]:
        """The actions a seat (by default the one on turn) may do now, in or out of turn, sorted.

        Raises `NoSuchSeatError`, or `HiddenHandError` for another seat's hand in a view.
        """
        actions = np.empty(len(self.action_names), np.int64)
        count = entry.list_legal(self._states, 0, self._own_seat(seat), actions)
        return actions[:count].tolist()

    def legal_names(self, seat: int | None = None) -> list[str]:
        """The actions a seat may do now, by name."""
        return [self.action_names[action] for action in self.legal(seat)]

    @abstractmethod
    def parse_action(self, text: str, seat: int | None = None) -> int:
        """The number of an action written as text.

        Raises `InvalidEventError` for what is in no table and `AmbiguousEventError` for a short
        form that could mean several legal actions of the seat.
        """

    def full_name(self, event: Event, seat: int | None = None) -> str:
        """The name of an action of a seat as others may be told it, who do not see its cards."""
        return self.action_names[self.number(event, seat)]

    def can(self, event: Event, seat: int | None = None) -> bool:
        """Whether an event can happen now; *seat* is whose action it is (by default, on turn).

        Raises `InvalidEventError` for what is no event of the game at all.
        """
        return self._refusal(event, self._seat(seat)) == 0

    def verify(self, event: Event, seat: int | None = None) -> None:
        """Raise an `IllegalEventError`, with code, parameters and a sentence, unless `can`."""
        packed = self._refusal(event, self._seat(seat))
        if packed:
            raise self._error(packed)

    def do(self, event: Event, seat: int | None = None) -> None:
        """Let an event happen, after `verify`: an action of *seat*, or a chance event."""
        seat = self._seat(seat)
        if type(event) is int and 0 <= event < len(self.action_names):
            packed = entry.act(self._states, 0, seat, event)
        else:
            kind, values = self._read(event, seat)
            if kind:
                packed = entry.chance(self._states, 0, kind, values, len(values))
            else:
                packed = entry.act(self._states, 0, seat, int(values[0]))
        if packed:
            raise self._error(packed)

    def _refusal(self, event: Event, seat: int) -> int:
        kind, values = self._read(event, seat)
        if kind:
            return int(entry.refuse_chance(self._states, 0, kind, values, len(values)))
        return int(entry.refuse(self._states, 0, seat, int(values[0])))

    def _read(self, event: Event, seat: int) -> tuple[int, Any]:
        """A chance event's kind and values, or 0 and the number of an action."""
        if isinstance(event, str):
            chance = chances.parse_chance(event)
            if chance is None:
                return 0, (self.parse_action(event, seat),)
            return chance[0], np.array(chance[1], np.int64)
        if not _is_number(event):
            raise InvalidEventError(f"an event is a number or a text, not {event!r}")
        if not 0 <= event < len(self.action_names):
            raise InvalidEventError(
                f"{event} is no action of {self.title}: "
                f"actions are numbered 0 to {len(self.action_names) - 1}"
            )
        return 0, (event,)

    def number(self, event: Event, seat: int | None = None) -> int:
        """The number of an action of a seat, given by number or name.

        Raises `InvalidEventError` or `AmbiguousEventError` for what is no action of the game.
        """
        kind, values = self._read(event, self._seat(seat))
        if kind:
            raise InvalidEventError(f"{str(event)[:40]!r} is a chance event, and no action")
        return int(values[0])

    def _error(self, packed: int) -> IllegalEventError:
        code, parameters = unpack(packed, self.refusals)
        error = _EXCEPTIONS.get(code, IllegalEventError)
        return error(say(self.package, code, parameters), code, parameters)

    # What a seat may know

    def view(self, seat: int | None) -> Self:
        """What a seat may know of this match; None for a spectator.

        Everything that leaves the engine for a person, a bot or a learner is made from this.
        Raises `NoSuchSeatError`, or `HiddenHandError` for a view of somebody else's view.
        """
        observer = SPECTATOR if seat is None else self._seat(seat)
        own = int(self._states["observer"][0])
        if own not in (ALL_KNOWN, observer):
            raise HiddenHandError("a view cannot show what its own observer does not know")
        view = self.copy()
        entry.redact(view._states, 0, observer)
        return view

    # What it is as a value

    def copy(self) -> Self:
        """An independent match in the same state."""
        return self._of(copy_records(self._states))

    __copy__ = copy

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, type(self)):
            return NotImplemented
        return bool(self._states.tobytes() == other._states.tobytes())

    def __hash__(self) -> int:
        return hash(self._states.tobytes())

    def to_bytes(self) -> bytes:
        """The canonical bytes: a header of 8 bytes with the versions, then the record."""
        header = _HEADER.pack(self.magic, self.format_version, self.rules_version)
        return header + bytes(self._states.tobytes())

    @classmethod
    def from_bytes(cls, data: bytes) -> Self:
        """The match that `to_bytes` wrote.

        Raises `TruncatedStateError` (too short or too long), `StateVersionError` (another game or
        version) or `ImpossibleStateError` (no play leads there).
        """
        if len(data) < _HEADER.size:
            raise TruncatedStateError(
                f"{len(data)} bytes are no state: the header alone has {_HEADER.size}"
            )
        magic, form, rules = _HEADER.unpack_from(data)
        if magic != cls.magic:
            raise StateVersionError(f"these bytes begin with {magic!r}, not {cls.magic!r}")
        if (form, rules) != (cls.format_version, cls.rules_version):
            raise StateVersionError(
                f"this state has format {form} and rules {rules}; "
                f"read here are format {cls.format_version} and rules {cls.rules_version}"
            )
        size = _HEADER.size + cls.dtype.itemsize
        if len(data) != size:
            raise TruncatedStateError(f"{len(data)} bytes: a state of {cls.title} has {size}")
        states = records(1, cls.dtype)
        states.view(np.uint8)[:] = np.frombuffer(data, np.uint8, offset=_HEADER.size)
        game = cls._of(states)
        game._validate()
        return game

    def __reduce__(self) -> tuple[Any, tuple[bytes]]:
        return type(self).from_bytes, (self.to_bytes(),)

    @abstractmethod
    def _validate(self) -> None:
        """Raise `ImpossibleStateError` unless some play leads to this state."""

    # What it looks like

    @abstractmethod
    def __str__(self) -> str:
        """A picture of the state or view in text."""

    @abstractmethod
    def _repr_svg_(self) -> str:
        """A picture of the state or view, as notebooks show it."""

    def __repr__(self) -> str:
        whose = "" if self.observer is None else f", view of {self.observer}"
        return f"<{type(self).__name__}: {self.players} players{whose}, scores {self.scores()}>"


def _is_number(value: object) -> bool:
    return isinstance(value, int | np.integer) and not isinstance(value, bool)


def happen(game: Game, events: Iterable[Event]) -> None:
    """Let several events happen; an error names the event by its place, counted from 1."""
    for number, event in enumerate(events, 1):
        try:
            game.do(event)
        except (IllegalEventError, InvalidEventError) as error:
            error.add_note(f"in event {number}: {str(event)[:60]}")
            raise
