"""How the play of a hand is written for people, line by line, and read back.

What all games share: a line is a chance event (``cut h``), or a seat and what it does
(``3: call h``); ``#`` begins a comment. Seats are numbered from 1 here, since people read it. Each
game says in its own `notation` module how its lines are shortened.

>>> split_lines("cut h  # the queen", [4])
[Line(number=4, text='cut h', comment='the queen')]
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from parlour.errors import ParlourError
from parlour.games.chance import KINDS, chance_name, parse_chance
from parlour.games.game import Game

G = TypeVar("G", bound=Game)

_SEAT = re.compile(r"(?:(?P<word>[a-z]+)\s+)?(?P<seat>\d{1,4})\s*:(?P<rest>.*)", re.ASCII)
_NUMBER = re.compile(r"\d{1,4}", re.ASCII)
_CLAIM = re.compile(r"\s*(?:->|→)\s*")


def by_first_word(names: Iterable[str]) -> dict[str, list[str]]:
    """Names of actions by their first word, each with what may follow it.

    >>> by_first_word(["play Qh", "play Kh unused", "pass"])
    {'play': ['Qh', 'Kh unused'], 'pass': ['']}
    """
    found: dict[str, list[str]] = {}
    for name in names:
        word, _, rest = name.partition(" ")
        found.setdefault(word, []).append(rest)
    return found


def in_full(names: Mapping[str, Sequence[str]]) -> list[str]:
    """The names that `by_first_word` has sorted.

    >>> in_full({"play": ["Qh", "Kh unused"], "pass": [""]})
    ['play Qh', 'play Kh unused', 'pass']
    """
    return [f"{word} {rest}".rstrip() for word, ends in names.items() for rest in ends]


@dataclass(frozen=True)
class Line:
    """A line of play: where it stands in the file, what it says, and the comment after it."""

    number: int
    text: str
    comment: str = ""


@dataclass
class Moment:
    """One thing that happened: an action by its name and its *seat*, from 0; or chance, None.

    *line* is where a file says so, if it was read from one.
    """

    seat: int | None
    event: str
    comment: str = ""
    line: int | None = field(default=None, compare=False)


@dataclass
class Hand:
    """One deal played out, or as far as it is recorded; *comment* is about the whole of it."""

    moments: list[Moment] = field(default_factory=list)
    comment: str = ""
    opening: str = ""
    """Comments in the play before anything happens."""


@dataclass(frozen=True)
class Step(Generic[G]):
    """One event of a record: the match *before* and *after* it.

    *seat* is the actor's, from 0, None for chance; *hand* counts from 0 and *number*, within the
    whole record, from 1.
    """

    number: int
    hand: int
    seat: int | None
    event: str
    comment: str
    before: G
    after: G


class LineError(ParlourError):
    """What a line of play says is wrong. Attributes: `line`, its number; `reason`."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line = line
        self.reason = reason


def split_lines(text: str, numbers: Sequence[int]) -> list[Line]:
    """The lines of a play that say something; *numbers* are their places in the file."""
    lines = []
    for place, raw in enumerate(text.split("\n")):
        said, _, comment = raw.partition("#")
        number = numbers[min(place, len(numbers) - 1)]
        line = Line(number, " ".join(said.split()), comment.strip())
        if line.text or line.comment:
            lines.append(line)
    return lines


def parted(line: Line, players: int) -> tuple[str, int | None, str, str]:
    """A line's word before its seat, its seat from 0, the rest of it, and its claim after ``->``.

    Raises `LineError` for a seat that the table does not have.

    >>> parted(Line(1, "draw 3: Qh 5c"), 4)
    ('draw', 2, 'Qh 5c', '')
    >>> parted(Line(1, "1: Ks 2s 3s -> 2 16"), 4)
    ('', 0, 'Ks 2s 3s', '2 16')
    """
    said, *claims = _CLAIM.split(line.text)
    if len(claims) > 1:
        raise LineError(line.number, "only one -> can stand on a line")
    claim = claims[0].strip() if claims else ""
    if claims and not claim:
        raise LineError(line.number, "after -> something is missing")
    match = _SEAT.fullmatch(said.strip())
    if not match:
        return "", None, said.strip(), claim
    return match["word"] or "", seat_of(match["seat"], line, players), match["rest"].strip(), claim


def seat_of(text: str, line: Line, players: int) -> int:
    """The seat, from 0, that a number on a line names; raises `LineError` if there is none."""
    if not (_NUMBER.fullmatch(text) and 1 <= int(text) <= players):
        raise LineError(
            line.number, f"there is no seat {text[:20]}: seats are numbered from 1 to {players}"
        )
    return int(text) - 1


def begins_chance(text: str) -> bool:
    """Whether a line begins with the name of a chance event."""
    return text.split(" ", 1)[0] in KINDS[1:]


class Notation(ABC, Generic[G]):
    """How one game's play is written."""

    def name(self, game: G, event: str, seat: int | None) -> str:
        """An event as records name it; raises what `Game.parse_action` raises."""
        if seat is None:
            chance = parse_chance(event)
            return event if chance is None else chance_name(*chance)
        return game.action_names[game.parse_action(event, seat)]

    @abstractmethod
    def hands_done(self, game: G) -> int:
        """How many hands of the match are complete."""

    @abstractmethod
    def read(self, game: G, lines: Sequence[Line]) -> Hand:
        """What the lines of a hand say, *game* being led through it on the way.

        Raises `LineError` for what is badly written, against the rules, or claimed wrongly.
        """

    @abstractmethod
    def write(self, game: G, hand: Hand) -> Iterator[str]:
        """The lines of a hand that begins where *game* stands, which is led through it."""

    @abstractmethod
    def seen(self, game: G, hand: Hand, seat: int | None) -> Hand:
        """A hand as a seat saw it, None being a spectator; *game* is led through it."""


class Reading(Generic[G]):
    """A hand being led through its lines."""

    def __init__(self, game: G, notation: Notation[G]) -> None:
        self.game = game
        self.moments: list[Moment] = []
        self._comments: list[list[str]] = [[]]
        """Those before anything happened, then those after each moment."""
        self._notation = notation
        self._done = notation.hands_done(game)

    def do(self, line: Line, event: str, seat: int | None) -> None:
        """Let an event that stands on a line happen; raises `LineError` if it cannot."""
        if self._notation.hands_done(self.game) > self._done:
            raise LineError(
                line.number, "this hand is over: what comes next belongs to a [[hand]] of its own"
            )
        try:
            name = self._notation.name(self.game, event, seat)
            self.game.do(name, seat)
        except ParlourError as error:
            who = "" if seat is None else f"seat {seat + 1} cannot {event[:40]}: "
            raise LineError(line.number, f"{who}{error}") from None
        self.moments.append(Moment(seat, name, line=line.number))
        self._comments.append([])

    def remark(self, comment: str) -> None:
        """Keep a comment, which is about what happened last."""
        self._comments[-1].append(comment)

    def finish(self) -> Hand:
        """The hand that the lines have told of."""
        opening, *comments = map("\n".join, self._comments)
        for moment, comment in zip(self.moments, comments, strict=True):
            moment.comment = comment
        return Hand(self.moments, opening=opening)


def with_comment(line: str, comment: str) -> list[str]:
    """A line and the comment that belongs to it, as lines."""
    if not comment:
        return [line] if line else []
    first, *rest = comment.split("\n")
    return [f"{line}  # {first}" if line else f"# {first}", *(f"# {more}" for more in rest)]
