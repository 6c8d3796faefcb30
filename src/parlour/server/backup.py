"""A copy of the database while a server may be using it.

``python -m parlour.server.backup FILE`` writes the usual database into a new file.
"""

import contextlib
import sqlite3
import sys
from pathlib import Path

from parlour.errors import ParlourError
from parlour.server.run import database_path


class BackupError(ParlourError):
    """The copy cannot be made."""


def backup(source: Path, target: Path) -> None:
    """Copy a database as it is at one moment.

    Raises `BackupError` if there is none, or if there is something at *target* already.
    """
    if not source.exists():
        raise BackupError(f"there is no database {source}")
    if target.exists():
        raise BackupError(f"there is already something at {target}")
    try:
        with contextlib.closing(sqlite3.connect(source)) as database:
            database.execute("VACUUM INTO ?", (str(target),))
    except sqlite3.Error as error:
        raise BackupError(f"{source} cannot be copied to {target}: {error}") from None


def main(arguments: list[str]) -> int:
    """The command; returns its exit code."""
    if len(arguments) != 1:
        sys.stderr.write("usage: python -m parlour.server.backup FILE\n")
        return 2
    try:
        backup(database_path(), Path(arguments[0]))
    except BackupError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
