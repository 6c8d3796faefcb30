"""Every event of a record as plain data, for other programs to compare; see `docs/trace.md`.

>>> from parlour.games.pippip import PipPip
>>> from parlour.records import Record
>>> for line in lines(Record.of(PipPip(3, "russian"), [(None, "dealer 1"), (None, "cut h")])):
...     print(as_text(line))
1  chance  dealer 1
   scores 0 0 0
2  chance  cut h
   trump h; scores 0 0 0
"""

from collections.abc import Iterator
from itertools import groupby
from operator import itemgetter
from typing import Any

import msgspec

from parlour.games.notation import Step
from parlour.records.record import Record

Line = dict[str, Any]


def lines(record: Record) -> Iterator[Line]:
    """A line for every event of a record, in order."""
    facts = record.entry.part("trace").facts
    for step in record.steps():
        yield {
            "step": step.number,
            "hand": step.hand + 1,
            "actor": None if step.seat is None else step.seat + 1,
            "event": step.event,
            "legal": _legal(step),
            **facts(step),
            "scores": step.after.scores(),
        }


def _legal(step: Step[Any]) -> list[str] | None:
    """The actor's legal actions before the event; None where its hand is not known."""
    if step.seat is None:
        return []
    if step.before.observer not in (None, step.seat):
        return None
    names: list[str] = step.before.legal_names(step.seat)
    return names


def as_json(line: Line) -> str:
    """A line as one JSON object, its keys in the order of the documentation."""
    return msgspec.json.encode(line).decode()


def as_text(line: Line) -> str:
    """A line for people; what there is nothing to say about is left out."""
    actor = "chance" if line["actor"] is None else f"seat {line['actor']}"
    text = f"{line['step']}  {actor}  {line['event']}"
    if line["legal"]:
        text += f"\n   legal: {', '.join(line['legal'])}"
    facts = {key: value for key, value in line.items() if key not in _HEAD and value}
    told = [*_draws(line["drawn"]), *(f"{key} {_in_words(facts[key])}" for key in facts)]
    return f"{text}\n   {'; '.join(told)}"


_HEAD = ("step", "hand", "actor", "event", "legal", "drawn")


def _draws(drawn: list[dict[str, Any]]) -> Iterator[str]:
    for seat, cards in groupby(drawn, itemgetter("seat")):
        yield f"seat {seat} draws {' '.join(draw['card'] for draw in cards)}"


def _in_words(value: Any) -> str:
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)
