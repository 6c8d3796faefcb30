"""Writing MessagePack in compiled code: each function writes at a place and returns the next one.

Only what views need: short maps, lists and texts, numbers, nil. Texts are packed beforehand.
"""

from collections.abc import Iterable
from typing import Any

import msgspec
import numpy as np

from parlour.games.jit import compiled, int64

NIL = 0xC0
NOTHING = b"\x80"
"""An empty map."""
_MAP, _LIST = 0x80, 0x90
SHORT = 16
"""Fewer entries a map or list must have to be written with its size in one byte."""


def packed(value: Any) -> Any:
    r"""A value that compiled code can `put`: its bytes, shape (size,).

    >>> packed("turn").tobytes()
    b'\xa4turn'
    """
    return np.frombuffer(msgspec.msgpack.encode(value), np.uint8)


def packed_all(values: Iterable[str]) -> Any:
    """Texts of one length, as rows: shape (number, size)."""
    return np.array([packed(value) for value in values])


@compiled
def put(out: Any, at: int, value: Any) -> int:
    """Write what was packed before."""
    for k in range(len(value)):
        out[at + k] = value[k]
    return int64(at + len(value))


@compiled
def put_nil(out: Any, at: int) -> int:
    """Write that there is nothing."""
    out[at] = NIL
    return int64(at + 1)


@compiled
def put_list(out: Any, at: int, size: int) -> int:
    """Begin a list of so many elements, up to 65,535."""
    if size < SHORT:
        out[at] = _LIST + size
        return int64(at + 1)
    out[at], out[at + 1], out[at + 2] = 0xDC, size >> 8, size & 255
    return int64(at + 3)


@compiled
def set_map(out: Any, at: int, size: int) -> None:
    """Say of a map that was begun by leaving one byte free how many entries it got."""
    out[at] = _MAP + size


@compiled
def put_number(out: Any, at: int, number: int) -> int:
    """Write a number of up to 32 bits."""
    if 0 <= number < 128:
        out[at] = number
        return int64(at + 1)
    if 0 <= number < 256:
        out[at], out[at + 1] = 0xCC, number
        return int64(at + 2)
    if 0 <= number < 65536:
        out[at], out[at + 1], out[at + 2] = 0xCD, number >> 8, number & 255
        return int64(at + 3)
    out[at] = 0xD2
    for k in range(4):
        out[at + 1 + k] = number >> (24 - 8 * k) & 255
    return int64(at + 5)


@compiled
def put_place(out: Any, at: int, place: int) -> int:
    """Write a number from 0 to 99 as text: the key of an element of a list."""
    if place < 10:
        out[at], out[at + 1] = 0xA1, 48 + place
        return int64(at + 2)
    out[at], out[at + 1], out[at + 2] = 0xA2, 48 + place // 10, 48 + place % 10
    return int64(at + 3)
