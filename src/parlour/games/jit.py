"""Compiling the rules: one decorator, one cache on disk, one way to be generic over games.

The rules are ordinary functions over NumPy records. Numba compiles them; with
``NUMBA_DISABLE_JIT=1`` in the environment the very same functions run as plain Python.
"""

import contextlib
import hashlib
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import numba
import numpy as np
import platformdirs
from numba.extending import intrinsic, overload

from parlour import __version__

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

_PACKAGE = Path(__file__).resolve().parent.parent
_COMPILED_FOLDERS = ("games", "bots")
_KEPT_CACHES = 4


def cache_folder() -> Path:
    """The folder of compiled code for exactly these sources.

    Numba notices a change in a function's own file only, not in the functions it calls, so the
    folder's name holds a hash of every file whose code may be compiled.
    """
    digest = hashlib.blake2b(digest_size=8)
    sources = [_PACKAGE / "cards.py"]
    for folder in _COMPILED_FOLDERS:
        sources += sorted((_PACKAGE / folder).rglob("*.py"))
    for source in sources:
        digest.update(str(source.relative_to(_PACKAGE)).encode())
        digest.update(source.read_bytes())
    return platformdirs.user_cache_path("parlour") / f"compiled-{__version__}-{digest.hexdigest()}"


def _forget_old_caches(current: Path) -> None:
    """Remove all but the newest few caches, so that upgrades do not fill the disk."""
    with contextlib.suppress(OSError):
        others = [folder for folder in current.parent.glob("compiled-*") if folder != current]
        others.sort(key=lambda folder: folder.stat().st_mtime, reverse=True)
        for folder in others[_KEPT_CACHES - 1 :]:
            shutil.rmtree(folder, ignore_errors=True)


def _usable_cache() -> Path | None:
    """Our cache folder, made if need be; None where nothing can be written."""
    folder = cache_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return None
    _forget_old_caches(folder)
    return folder


_OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True}
_CACHE = None if INTERPRETED else _usable_cache()


@contextlib.contextmanager
def _our_cache() -> Iterator[None]:
    """Point Numba at our cache for one decoration, leaving other people's kernels alone."""
    previous = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(_CACHE)
    try:
        yield
    finally:
        numba.config.CACHE_DIR = previous


def compiled(function: F) -> F:
    """Compile *function* on its first call, or load it from the cache on disk."""
    if _CACHE is None:
        return numba.njit(**_OPTIONS)(function)
    with _our_cache():
        return numba.njit(cache=True, **_OPTIONS)(function)


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
