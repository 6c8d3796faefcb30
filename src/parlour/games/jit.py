"""Compiling the rules: one decorator, one cache on disk, one way to be generic over games.

The rules are ordinary functions over NumPy records. Numba compiles them; with
``NUMBA_DISABLE_JIT=1`` in the environment the very same functions run as plain Python.
"""

import contextlib
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import numba
import numpy as np
from filelock import FileLock
from numba.extending import intrinsic, overload

from parlour.games.cache import usable_cache

if TYPE_CHECKING:

    def int64(value: Any) -> int:
        """NumPy's ``int64``, which compiled code computes with; to a type checker an int."""
        raise NotImplementedError(value)
else:
    int64 = np.int64

F = TypeVar("F", bound=Callable[..., Any])

Record = Any
"""A game's state inside compiled code: a NumPy record, whose fields no type checker can follow."""

INTERPRETED: bool = bool(numba.config.DISABLE_JIT)

_OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True}


_DECORATING = threading.Lock()


@contextlib.contextmanager
def _caching_in(folder: Path) -> Iterator[None]:
    """Point Numba at our cache for one decoration, leaving other people's kernels alone.

    One thread at a time: else one takes the folder away while another is using it, and Numba
    makes a folder in the working directory.
    """
    with _DECORATING:
        previous = numba.config.CACHE_DIR
        numba.config.CACHE_DIR = str(folder)
        try:
            yield
        finally:
            numba.config.CACHE_DIR = previous


def compiled(function: F) -> F:
    """Compile *function* on its first call, or load it from the cache on disk."""
    return _compiled(function, nogil=True)


def brief(function: F) -> F:
    """Compile what Python calls and what takes a microsecond or two.

    It keeps Python's lock, which would cost as much to give to another thread and get back.
    """
    return _compiled(function, nogil=False)


def _compiled(function: F, *, nogil: bool) -> F:
    options = _OPTIONS | {"nogil": nogil}
    folder = None if INTERPRETED else usable_cache(function.__module__)
    if folder is None:
        return numba.njit(**options)(function)
    with _caching_in(folder):
        dispatcher = numba.njit(cache=True, **options)(function)
    _save_alone(dispatcher, folder)
    return dispatcher


def _save_alone(dispatcher: Any, folder: Path) -> None:
    """Let one process at a time add to what is kept of a function.

    Numba's own index of it loses, or confuses, what two save at once: code for one game's state
    would run on the other's.
    """
    kept = dispatcher._cache._cache_file
    save, lock = kept.save, FileLock(folder / "saving.lock", poll_interval=0.002)

    def save_alone(key: object, data: object) -> None:
        with lock:
            save(key, data)

    kept.save = save_alone


def inlined(function: F) -> F:
    """Compile *function* into each function that calls it: for what runs at every action."""
    return numba.njit(forceinline=True, **_OPTIONS)(function)


def form_of(function: Callable[..., Any]) -> Callable[[F], F]:
    """Decorate what gives Numba the compiled form of an interpreted *function*."""
    return overload(function, jit_options={"forceinline": True, **_OPTIONS}, strict=False)


def primitive(function: Callable[..., Any]) -> Callable[..., Any]:
    """Decorate a function that generates an operation of compiled code itself."""
    return intrinsic(function)


_IMPLEMENTATIONS: dict[Callable[..., Any], dict[np.dtype[Any], Callable[..., Any]]] = {}


def generic(stub: F) -> F:
    """Make *stub* a function that each game implements for its own record.

    Compiled code chooses the implementation by the record's dtype while it is being compiled,
    so the choice costs nothing; interpreted code looks it up at each call.
    """
    table: dict[np.dtype[Any], Callable[..., Any]] = {}

    def choose(record: Record, *rest: Any) -> Any:
        return table[record.dtype](record, *rest)

    choose.__name__ = stub.__name__
    choose.__doc__ = stub.__doc__
    _IMPLEMENTATIONS[choose] = table

    if not INTERPRETED:

        @form_of(choose)
        def _(record: Any, *_rest: Any) -> Callable[..., Any] | None:
            dtype = getattr(record, "dtype", None)
            return table[dtype].py_func if dtype in table else None  # type: ignore[attr-defined]

    return choose  # type: ignore[return-value]


def implements(function: Callable[..., Any], dtype: np.dtype[Any]) -> Callable[[F], F]:
    """Decorate the compiled function that is *function* for records of *dtype*."""

    def register(implementation: F) -> F:
        _IMPLEMENTATIONS[function][dtype] = implementation
        return implementation

    return register


def records(count: int, dtype: np.dtype[Any]) -> Any:
    """An array of *count* cleared records, in the form the running mode wants.

    Interpreted code reads fields as attributes, which takes a `numpy.recarray`; compiled code
    takes a plain array several times faster.
    """
    array = np.zeros(count, dtype)
    return array.view(np.recarray) if INTERPRETED else array


def copy_records(array: Any) -> Any:
    """A copy of an array of records, byte for byte: NumPy's own goes field by field."""
    copied = np.ndarray(len(array), array.dtype, bytearray(array.tobytes()))
    return copied.view(np.recarray) if INTERPRETED else copied
