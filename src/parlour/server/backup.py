"""A copy of the database while a server may be using it, and such a copy put in its place."""

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

from alembic.script import ScriptDirectory

from parlour.errors import ParlourError
from parlour.server.asked import check_place
from parlour.server.claim import claimed
from parlour.server.owner import give_as, model_for
from parlour.server.schema import MIGRATIONS

_ENDINGS = ("-wal", "-shm", "-journal")
"""Of files beside a database that SQLite takes for a part of it, whatever is in it."""


class BackupError(ParlourError):
    """The copy cannot be made."""


def backup(source: Path, target: Path) -> int:
    """Copy a database as it is at one moment; returns how many tables are in it.

    Raises `BackupError` if there is none, or if there is something at *target* already.
    """
    _check_source(source)
    if target.is_dir():
        raise BackupError(f"{target} is a folder: name a file in it, {target / source.name}, say")
    if target.exists() or target.is_symlink():
        raise BackupError(f"there is already something at {target}: name a new file")
    for ending in _ENDINGS:
        if os.path.lexists(beside := f"{target}{ending}"):
            raise BackupError(f"there is {beside}, of another database: name a new file")
    with _copied(source, target) as (copy, tables):
        shutil.copymode(source, copy)
        copy.rename(target)
    return tables


def restore(source: Path, target: Path) -> tuple[int, Path | None]:
    """Put a copy of a database in the place of *target*, at once and as a whole.

    Returns how many tables are in it, and where what was there before is kept, if there was
    something. Raises `BackupError`, `parlour.server.asked.CannotServeError`, or
    `parlour.server.claim.ClaimedError` while a server uses *target*; it is as it was then.
    """
    _check_source(source)
    check_place(target)
    there = target.exists()
    if there and target.samefile(source):
        raise BackupError(f"{source} is the file that tables are kept in, and no copy of it")
    if there and not target.is_file():
        raise BackupError(f"{target} is no file")
    with claimed(target, "stop it first"):
        place = target.resolve()
        with _copied(source, place) as (copy, tables):
            _check_form(source, copy)
            shutil.copymode(place if there else source, copy)
            give_as(model_for(place), copy)
            kept = _keep(place)
            copy.replace(place)
    return tables, kept


def _check_source(source: Path) -> None:
    try:
        source.stat()
    except OSError as error:
        raise BackupError(f"there is no database {source}: {_reason(error)}") from None
    if not source.is_file():
        raise BackupError(f"{source} is no file")


@contextmanager
def _copied(source: Path, target: Path) -> Iterator[tuple[Path, int]]:
    """A copy of a database, to be moved to *target* from beside it, and how many tables it has."""
    try:
        with TemporaryDirectory(prefix=".parlour-", dir=target.parent) as folder:
            copy = Path(folder) / "copy.sqlite"
            yield copy, _copy(source, copy)
    except OSError as error:
        raise BackupError(f"nothing can be written to {target}: {_reason(error)}") from None


def _copy(source: Path, copy: Path) -> int:
    try:
        with closing(_connect(source)) as database, closing(sqlite3.connect(copy)) as other:
            database.execute("SELECT count(*) FROM tables")
            database.backup(other)
            other.execute("PRAGMA journal_mode=DELETE")  # all of it is in one file
            (tables,) = other.execute("SELECT count(*) FROM tables").fetchone()
            (fault,) = other.execute("PRAGMA quick_check(1)").fetchone()
    except sqlite3.Error as error:
        if _is_other(error):
            raise BackupError(f"{source} is no database of Parlour's") from None
        raise BackupError(f"{source} cannot be copied: {error}") from None
    if fault != "ok":
        raise BackupError(f"{source} is damaged: {' '.join(fault.split())}")
    return int(tables)


def _connect(database: Path) -> sqlite3.Connection:
    """A connection that makes no new database."""
    return sqlite3.connect(f"{database.absolute().as_uri()}?mode=rw", uri=True)


def _is_other(error: sqlite3.Error) -> bool:
    return error.sqlite_errorcode == sqlite3.SQLITE_NOTADB or "no such table" in str(error)


def _check_form(source: Path, copy: Path) -> None:
    """Make sure that a server here can bring the database to its present form."""
    with closing(_connect(copy)) as database:
        try:
            (form,) = database.execute("SELECT version_num FROM alembic_version").fetchone()
        except (sqlite3.Error, TypeError):
            raise BackupError(f"{source} is no database of Parlour's") from None
    known = {step.revision for step in ScriptDirectory(str(MIGRATIONS)).walk_revisions()}
    if form not in known:
        raise BackupError(
            f"a newer Parlour has written {source}: its form is {form}, and this one knows it up "
            f"to {max(known)}"
        )


def _keep(place: Path) -> Path | None:
    """Let what is at a place be found beside it, too; returns where, if there is something."""
    with suppress(sqlite3.Error), closing(_connect(place)) as database:
        database.execute("PRAGMA journal_mode=DELETE")  # all of it goes into the one file
    names = (
        place.with_name(f"{place.stem}.before-restore-{number}{place.suffix}")
        for number in count(1)
    )
    kept = next(
        name
        for name in names
        if not any(os.path.lexists(f"{name}{ending}") for ending in ("", *_ENDINGS))
    )
    left = None
    for ending in _ENDINGS:  # SQLite cannot read it, or it is gone and they are not
        with suppress(FileNotFoundError):
            left = Path(f"{place}{ending}").rename(f"{kept}{ending}")
    if not place.exists():
        return left
    try:
        os.link(place, kept)
    except OSError:  # not everywhere a file can have two names
        place.rename(kept)
    return kept


def _reason(error: OSError) -> str:
    return (error.strerror or "error").lower()
