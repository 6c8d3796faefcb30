"""What makes one view of another: JSON merge patches (RFC 7396) that can also change lists.

Where the old value is a list, an object of places, counted from 0, changes elements or appends.
"""

from collections.abc import Mapping
from typing import Any


def patch(old: Mapping[str, Any], new: Mapping[str, Any]) -> dict[str, Any]:
    """The patch that makes *new* of *old*.

    >>> patch({"a": 1, "b": {"c": 2, "d": 3}}, {"b": {"c": 2, "d": 4}, "e": 5})
    {'b': {'d': 4}, 'e': 5, 'a': None}
    >>> patch({"points": [0, 20, 0, 5], "calls": []}, {"points": [0, 70, 0, 5], "calls": ["h"]})
    {'points': {'1': 70}, 'calls': ['h']}
    """
    changes: dict[str, Any] = {}
    for key, value in new.items():
        before = old.get(key)
        if before != value:
            changes[key] = _change(before, value)
    if len(old) > len(new) or not old.keys() <= new.keys():
        changes.update((key, None) for key in old if key not in new)
    return changes


def _change(old: Any, new: Any) -> Any:
    """What makes a value of another one: the new value, or less."""
    if type(new) is dict and type(old) is dict:
        return patch(old, new)
    if type(new) is list and type(old) is list and old and len(new) >= len(old):
        places = {
            str(k): _change(old[k], value) if k < len(old) else value
            for k, value in enumerate(new)
            if k >= len(old) or old[k] != value
        }
        if 2 * len(places) <= len(new):
            return places
    return new


def merge(old: Any, changes: Any) -> Any:
    """What *old* becomes under a patch.

    >>> merge({"points": [0, 20], "turn": 1}, {"points": {"0": 5, "2": 9}, "turn": None})
    {'points': [5, 20, 9]}
    """
    if type(changes) is not dict:
        return changes
    if type(old) is list:
        merged = list(old)
        for key, value in changes.items():
            place = int(key)
            if place < len(merged):
                merged[place] = merge(merged[place], value)
            else:
                merged.append(value)
        return merged
    result = dict(old) if type(old) is dict else {}
    for key, value in changes.items():
        if value is None:
            result.pop(key, None)
        else:
            result[key] = merge(result.get(key), value)
    return result
