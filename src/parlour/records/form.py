"""The form of a record's file, version 1, before anything is played: keys and types.

`docs/records.md` describes each key for people.
"""

import difflib
import re
import tomllib
from collections.abc import Iterable, Mapping
from datetime import date, datetime
from typing import Any

import msgspec

from parlour.control import CONTROL_CHARACTER
from parlour.errors import RecordError
from parlour.records.positions import Path, Positions, scan

VERSION = 1
SPECTATOR_NAME = "spectator"

_PLACE_IN_MESSAGE = re.compile(r" \(at (?:line (\d+), column \d+|end of document)\)$")
_PATH_IN_MESSAGE = re.compile(r" - at `\$(.*)`$")
_PATH_PART = re.compile(r"\.(\w+)|\[(\d+)\]")
_TYPES = {
    "str": "a text in quotes",
    "int": "a whole number",
    "bool": "true or false",
    "array": "a list in [ ]",
    "object": "a table",
    "float": "a number",
    "null": "nothing",
    "date": "a date",
    "datetime": "a date with a time",
    "time": "a time",
}


class HandForm(msgspec.Struct, forbid_unknown_fields=True):
    """One ``[[hand]]``."""

    play: str
    scores: list[int] | None = None
    broken_off: bool = False
    comment: str = ""


class Form(msgspec.Struct, forbid_unknown_fields=True):
    """The whole file."""

    parlour: int
    game: str
    players: int | list[str]
    hand: list[HandForm]
    options: dict[str, str | bool | int] = {}
    kept_by: int | str | None = None
    title: str = ""
    date: Any = None
    place: str = ""
    comment: str = ""
    winners: list[int] | None = None
    extra: dict[str, Any] = {}


def parse(text: str, name: str) -> tuple[Form, Positions]:
    """The keys of a record's text, and where they stand.

    Raises `RecordError` for what is no TOML, no record, or not of a version that is read here.
    """
    positions = scan(text, name)
    try:
        data = tomllib.loads(text)
    except RecursionError:
        raise RecordError("brackets are nested too deep for a record", name) from None
    except ValueError as error:
        raise _syntax_error(str(error), text, name) from None
    _check_version(data, positions, name)
    _check_keys(data, (), Form, positions, name)
    for number, hand in enumerate(data["hand"] if isinstance(data.get("hand"), list) else []):
        if isinstance(hand, dict):
            _check_keys(hand, ("hand", number), HandForm, positions, name)
    try:
        form = msgspec.convert(data, Form)
    except msgspec.ValidationError as error:
        raise _type_error(str(error), positions, name) from None
    _check_texts(data, positions, name)
    if form.date is not None and not isinstance(form.date, date | datetime):
        raise RecordError(
            "date has to be a date without quotes, like 2026-02-28", name, positions.line(("date",))
        )
    if not form.hand:
        raise RecordError("there is no [[hand]] in this record", name)
    return form, positions


def _syntax_error(message: str, text: str, name: str) -> RecordError:
    place = _PLACE_IN_MESSAGE.search(message)
    line = None
    if place:
        line = int(place[1]) if place[1] else text.count("\n") + 1
        message = message[: place.start()]
    if "scape" in message and "\\" in message:
        message += "; in single quotes a \\ stands for itself"
    return RecordError(f"this is not TOML: {message[:1].lower()}{message[1:200]}", name, line)


def _check_version(data: Mapping[str, Any], positions: Positions, name: str) -> None:
    version = data.get("parlour")
    if version is None:
        raise RecordError(f"a record begins with 'parlour = {VERSION}': this one does not", name)
    if isinstance(version, bool) or not isinstance(version, int) or version < 1:
        reason = f"the version of the format is a number, as in 'parlour = {VERSION}'"
    elif version > VERSION:
        reason = (
            f"this record has version {version} of the format, and this Parlour reads up to "
            f"{VERSION}: a newer Parlour will read it"
        )
    else:
        return
    raise RecordError(reason, name, positions.line(("parlour",)))


def _check_keys(
    data: Mapping[str, Any],
    path: Path,
    form: type[msgspec.Struct],
    positions: Positions,
    name: str,
) -> None:
    known = form.__struct_fields__
    for key in data:
        if key not in known:
            near = difflib.get_close_matches(key, known, 1)
            hint = f"did you mean {near[0]}?" if near else f"keys are {', '.join(known)}"
            raise RecordError(
                f"there is no key {key[:40]!r}: {hint}", name, positions.line((*path, key))
            )
    required = (field.name for field in msgspec.structs.fields(form) if field.required)
    missing = [field for field in required if field not in data]
    if missing:
        what = "[[hand]]" if missing[0] == "hand" else missing[0]
        raise RecordError(f"{what} is missing", name, positions.line(path))


def _type_error(message: str, positions: Positions, name: str) -> RecordError:
    """A sentence for what msgspec found."""
    match = _PATH_IN_MESSAGE.search(message)
    path: Path = ()
    if match:
        message = message[: match.start()]
        parts = _PATH_PART.findall(match[1])
        path = tuple(key or int(number) for key, number in parts)
    expected, _, got = message.removeprefix("Expected ").partition(", got ")
    if got:
        wanted = (_TYPES.get(kind, kind) for kind in _kinds(expected) if kind != "null")
        message = f"has to be {' or '.join(wanted)}, not {_TYPES.get(got.strip('`'), got)}"
    what = ".".join(part for part in path if isinstance(part, str)) or "the record"
    if path and isinstance(path[-1], int):
        what = f"number {path[-1] + 1} in {what}"
    return RecordError(f"{what} {message}", name, positions.line(path))


def _kinds(expected: str) -> Iterable[str]:
    return expected.strip("`").split(" | ")


def _check_texts(data: Mapping[str, Any], positions: Positions, name: str) -> None:
    """No text may hold control characters; `extra` is not looked at."""
    waiting: list[tuple[Path, Any]] = [((), data)]
    while waiting:
        path, value = waiting.pop()
        if isinstance(value, dict):
            waiting += [((*path, key), item) for key, item in value.items() if key != "extra"]
        elif isinstance(value, list):
            waiting += [((*path, number), item) for number, item in enumerate(value)]
        elif isinstance(value, str):
            found = CONTROL_CHARACTER.search(value)
            if found:
                what = ".".join(part for part in path if isinstance(part, str))
                reason = f"{what} holds the control character U+{ord(found[0]):04X}"
                lines = positions.text_lines(path)
                within = value.count("\n", 0, found.start())
                raise RecordError(reason, name, lines[min(within, len(lines) - 1)])
