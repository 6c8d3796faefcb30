"""JSON merge patches (RFC 7396): what makes one view of another."""

from collections.abc import Mapping
from typing import Any


def patch(old: Mapping[str, Any], new: Mapping[str, Any]) -> dict[str, Any]:
    """The JSON merge patch (RFC 7396) that makes *new* of *old*.

    >>> patch({"a": 1, "b": {"c": 2, "d": 3}}, {"b": {"c": 2, "d": 4}, "e": 5})
    {'b': {'d': 4}, 'e': 5, 'a': None}
    """
    changes: dict[str, Any] = {}
    for key, value in new.items():
        before = old.get(key)
        if before != value:
            both = type(value) is dict and type(before) is dict
            changes[key] = patch(before or {}, value) if both else value
    if len(old) > len(new) or not old.keys() <= new.keys():
        changes.update((key, None) for key in old if key not in new)
    return changes
