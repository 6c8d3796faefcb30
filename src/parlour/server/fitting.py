"""JSON that is not of the type wanted: what is wrong with it, and what would be right."""

import json
import re
from contextlib import suppress
from functools import cache
from typing import Any

import msgspec
from msgspec import Struct, inspect

_UNKNOWN = re.compile("Object contains unknown field `(.*)`", re.DOTALL)
_VALUE = re.compile("Invalid (?:enum )?value (.*)", re.DOTALL)
_STEP = re.compile(r"[^.\[\]]+|\[\.\.\.\]")
_LONGEST = 40
_HALF = "a text has half of a character in it, a surrogate without the other"
_type = cache(inspect.type_info)


class _Tagged(Struct):
    type: str = ""


def in_words(error: Exception, data: bytes | str, wanted: Any) -> str:
    """Why msgspec could not decode *data* as the type *wanted*.

    >>> from parlour.server.protocol import CreateTable, FromClient
    >>> def why(data: str, wanted: Any = CreateTable) -> None:
    ...     try:
    ...         msgspec.json.decode(data, type=wanted)
    ...     except Exception as error:
    ...         print(in_words(error, data, wanted))
    >>> why('{"game": "pip-pip", "players": 4, "name": "Anna", "pace": "fast"}')
    pace: there is no 'fast', there are: by turns, real time
    >>> why('{"timing": {"turn_secs": 5}}')  # doctest: +ELLIPSIS
    timing: there is no field 'turn_secs', there are: turn_seconds, window_ms, ...
    >>> why('{"players": "4"}')
    players: expected `int`, got `str`
    >>> why("")  # doctest: +ELLIPSIS
    nothing was sent: expected is a JSON object with the fields game, players, name, ...
    >>> why('{"type": "chat", "id": 1, "to": "all"}', FromClient)
    there is no field 'to', there are: type, id, text
    >>> why('{"type": "shout"}', FromClient)  # doctest: +ELLIPSIS
    type: there is no 'shout', there are: hello, act, orders, ...
    """
    if not data.strip():
        fields = ", ".join(_names(_type(wanted)))
        return f"nothing was sent: expected is a JSON object with the fields {fields}"
    if isinstance(error, RecursionError):
        return "JSON is nested too deep"
    text = str(error)
    if not isinstance(error, msgspec.ValidationError):
        return _HALF if _has_half_a_character(data) else f"this is no JSON: {text}"
    text, _, path = text.partition(" - at `$")
    path = path.removesuffix("`").removeprefix(".")
    where = f"{path}: " if path else ""
    kind = _at(_type(wanted), path, data)
    if found := _UNKNOWN.fullmatch(text):
        field = found[1][:_LONGEST]
        return f"{where}there is no field {field!r}, there are: {', '.join(_names(kind))}"
    if found := _VALUE.fullmatch(text):
        return f"{where}there is no {found[1][:_LONGEST]}, there are: {', '.join(_values(kind))}"
    return where + text[:1].lower() + text[1:]


def _has_half_a_character(data: bytes | str) -> bool:
    """Whether msgspec refuses what is JSON otherwise, in words that lead elsewhere."""
    try:
        json.dumps(json.loads(data), ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return True
    except (ValueError, RecursionError):
        pass
    return False


def _at(kind: inspect.Type, path: str, data: bytes | str) -> inspect.Type:
    """The type at a path, as msgspec writes one, in a type that *data* should be of."""
    if isinstance(kind, inspect.UnionType) and path != "type":
        tag = ""
        with suppress(msgspec.MsgspecError):
            tag = msgspec.json.decode(data, type=_Tagged).type
        kind = next((one for one in kind.types if getattr(one, "tag", None) == tag), kind)
    for step in _STEP.findall(path):
        if isinstance(kind, inspect.StructType):
            fields = {field.encode_name: field.type for field in kind.fields}
            kind = fields.get(step, kind)
        elif isinstance(kind, inspect.DictType):
            kind = kind.value_type
        elif isinstance(kind, inspect.ListType):
            kind = kind.item_type
    return kind


def _names(kind: inspect.Type) -> list[str]:
    """The fields of an object."""
    if isinstance(kind, inspect.StructType):
        tag = [kind.tag_field] if kind.tag_field else []
        return tag + [field.encode_name for field in kind.fields]
    return ["type"]


def _values(kind: inspect.Type) -> list[str]:
    """What a text may be."""
    if isinstance(kind, inspect.LiteralType):
        return [str(value) for value in kind.values]
    types = kind.types if isinstance(kind, inspect.UnionType) else ()
    return [str(one.tag) for one in types if isinstance(one, inspect.StructType)]
