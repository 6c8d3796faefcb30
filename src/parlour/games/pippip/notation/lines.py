"""What each line of a hand of Pip-Pip says, by itself."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from parlour.cards import card_name, parse_cards
from parlour.errors import ParlourError
from parlour.games.notation import Line, LineError, begins_chance, parted, seat_of
from parlour.games.pippip.state import PACK

_LONGEST_ORDER = len("order") + PACK * len(" Qh")
_WORDS = {word: word for word in ("call", "pass", "play", "bid", "unused")}
"""What actions are called, by their small letters: capitals do as well."""


@dataclass
class Event:
    """Something that happens; *seat* None means whoever is on turn, or chance."""

    line: Line
    event: str
    seat: int | None = None
    chance: bool = False
    same_trick: bool = False
    """It stands on one line with the play before it, so it belongs to the same trick."""


@dataclass
class Known:
    """Cards that somebody was dealt or drew, or (*seat* None) that were left."""

    line: Line
    word: str
    seat: int | None
    cards: list[int]


@dataclass
class Claim:
    """Who won the trick just completed, and its points."""

    line: Line
    winner: int
    points: int | None


@dataclass
class Remark:
    """A comment, about what stands before it."""

    line: Line


Item = Event | Known | Claim | Remark


def _cards(text: str, line: Line, *, unknown: bool = True) -> list[int]:
    try:
        return parse_cards(text, unknown=unknown)
    except ParlourError as error:
        raise LineError(line.number, str(error)) from None


def _some_cards(text: str, line: Line) -> list[int]:
    cards = _cards(text, line)
    if not cards:
        raise LineError(line.number, f"no card stands after {line.text[:40]!r}")
    return cards


def read_lines(lines: Sequence[Line], players: int) -> list[Item]:
    """What the lines say, one after another."""
    items: list[Item] = []
    for line in lines:
        if line.text:
            word, seat, rest, claim = parted(line, players)
            word = "" if word == "seat" else word
            if seat is None and begins_chance(rest):
                items += _chance(line, rest, items)
            elif word in ("deal", "draw") and seat is not None:
                items.append(Known(line, word, seat, _some_cards(rest, line)))
            elif seat is None and rest.startswith("rest:"):
                items.append(Known(line, "rest", None, _cards(rest[5:], line)))
            elif seat is not None and not word:
                items += _actions(line, seat, rest)
            else:
                raise LineError(
                    line.number,
                    f"{line.text[:40]!r} is not understood: a line is a seat and what it does, as "
                    "in '3: call h' or '1: 4c 2c Kc', or begins with card, dealer, cut, deal, "
                    "order, draw or rest",
                )
            if claim:
                items.append(_claim(line, claim, players))
        if line.comment:
            items.append(Remark(line))
    return items


def _chance(line: Line, text: str, before: list[Item]) -> list[Item]:
    kind, _, rest = text.partition(" ")
    if kind == "card":
        names = [card_name(card) for card in _some_cards(rest, line)]
        return [Event(line, f"card {name}", chance=True) for name in names]
    if kind == "order":
        last = next((item for item in reversed(before) if not isinstance(item, Remark)), None)
        names = [card_name(card) for card in _cards(rest, line)]
        if isinstance(last, Event) and last.event.startswith("order"):
            last.event = " ".join([last.event, *names])
            if len(last.event) > _LONGEST_ORDER:
                raise LineError(line.number, f"an order has {PACK} cards: here are more")
            return []
        return [Event(line, " ".join(["order", *names]), chance=True)]
    return [Event(line, text, chance=True)]


def _actions(line: Line, seat: int, text: str) -> Iterator[Event]:
    """The actions of a line: the first is the seat's, the others are those of whoever follows."""
    words = [_WORDS.get(word.lower(), word) for word in text.replace(",", " ").split()]
    if not words:
        raise LineError(line.number, f"seat {seat + 1} does nothing on this line")
    if words[0] == "call":
        if len(words) != 2:
            raise LineError(line.number, "a call names its suit and stands alone: 'call h'")
        yield Event(line, " ".join(words), seat)
        return
    first = True
    while words:
        word = words.pop(0)
        if word in ("play", "bid") and words:
            word = words.pop(0)
        if word == "pass":
            event = word
        elif word.isdigit() and word.isascii():
            event = f"bid {int(word[:9])}"
        else:
            event = f"play {card_name(_cards(word, line, unknown=False)[0])}"
            if words and words[0] == "unused":
                event = f"{event} {words.pop(0)}"
        yield Event(line, event, seat if first else None, same_trick=not first)
        first = False


def _claim(line: Line, text: str, players: int) -> Claim:
    winner, *points = text.split()
    if len(points) > 1 or not all(number.isascii() and number.isdigit() for number in points):
        raise LineError(line.number, "after -> stand the winner's seat and the trick's points")
    return Claim(line, seat_of(winner, line, players), int(points[0][:9]) if points else None)
