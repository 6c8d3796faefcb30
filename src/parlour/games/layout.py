"""From a game's documented table of fields to its record."""

from typing import Any

import numpy as np

Fields = tuple[tuple[str, str, tuple[int, ...], str], ...]
"""Name, type, shape and meaning of every field of a state."""

_CACHE_LINE = 64


def layout(fields: Fields) -> np.dtype[Any]:
    """The record that holds *fields*.

    It has no padding, so that equal states are equal bytes, and its size is a multiple of 64 bytes,
    so that states side by side share no cache line.

    >>> layout((("seat", "u1", (), "a seat"), ("points", "i4", (12,), "its points"))).itemsize
    64
    """
    row: list[Any] = [(name, kind, shape) for name, kind, shape, _ in fields]
    rest = -np.dtype(row).itemsize % _CACHE_LINE
    if rest:
        row.append(("spare", "u1", (rest,)))
    return np.dtype(row)
