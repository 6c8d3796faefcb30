"""Where compiled code is kept on disk: a folder for exactly the sources it was compiled from.

Numba notices a change in a function's own file only, not in the functions it calls. So a folder's
name holds a hash of every file that its code depends on; and of where and when they were written,
by which Numba itself tells whose code it is: what is in a folder can be used.
"""

import contextlib
import hashlib
import os
import re
import shutil
from functools import cache
from pathlib import Path

import platformdirs

from parlour import __version__

_PACKAGE = Path(__file__).resolve().parent.parent
_LAYERS = ("games", "bots")
_DECORATED = re.compile(r"^@(compiled|inlined)$", re.MULTILINE)
_CLASS = re.compile(r"[A-Z][a-z]")
_IMPORT = re.compile(r"^from (parlour[\w.]*) import (\([^)]*\)|.*)", re.MULTILINE)
_KEPT_FOLDERS = 8
_IN_USE = 24 * 3600.0
"""Seconds since its last use in which a folder may still be another program's."""


@cache
def compiled_sources(layers: tuple[str, ...] = _LAYERS) -> tuple[Path, ...]:
    """The files of some folders of the package whose code is compiled, and what they import.

    An import of classes alone is not followed: compiled code cannot use them.
    """
    paths = [path for layer in layers for path in (_PACKAGE / layer).rglob("*.py")]
    texts = {path: path.read_text("utf-8") for path in [*paths, _PACKAGE / "cards.py"]}
    found: set[Path] = set()
    waiting = [path for path, text in texts.items() if _DECORATED.search(text)]
    while waiting:
        path = waiting.pop()
        if path in texts and path not in found:
            found.add(path)
            for module, imported in _IMPORT.findall(texts[path]):
                home = _PACKAGE.parent.joinpath(*module.split("."))
                names = [name for name in re.findall(r"\w+", imported) if not _CLASS.match(name)]
                waiting += [home / f"{name}.py" for name in names]
                waiting += [home.with_suffix(".py"), home / "__init__.py"] if names else []
    return tuple(sorted(found))


@cache
def cache_folder(layers: tuple[str, ...] = _LAYERS) -> Path:
    """The folder of the compiled code of some layers of the package."""
    digest = hashlib.blake2b(digest_size=8)
    for source in compiled_sources(layers):
        digest.update(f"{source} {source.stat().st_mtime_ns}".encode())
        digest.update(source.read_bytes())
    name = f"compiled-{__version__}-{'-'.join(layers)}-{digest.hexdigest()}"
    return platformdirs.user_cache_path("parlour") / name


@cache
def _made(folder: Path) -> Path | None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return None
    with contextlib.suppress(OSError):
        os.utime(folder)
        used = {path: path.stat().st_mtime for path in folder.parent.glob("compiled-*")}
        latest = sorted(used, key=used.__getitem__, reverse=True)
        for path in latest[_KEPT_FOLDERS:]:
            if used[folder] - used[path] > _IN_USE:
                shutil.rmtree(path, ignore_errors=True)
    return folder


def usable_cache(module: str) -> Path | None:
    """The folder for the compiled code of a module, made if need be; None where none can be.

    A change in the bots leaves the compiled games as they are.
    """
    return _made(cache_folder(("games",) if module.startswith("parlour.games.") else _LAYERS))
