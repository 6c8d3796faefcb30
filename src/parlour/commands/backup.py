"""`parlour backup`."""

import sys
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from parlour.commands.parameters import Data
from parlour.control import clean


def backup(
    destination: Annotated[Path, Parameter(help="The new file to copy the tables to.")],
    /,
    *,
    data: Data = None,
) -> int:
    """Copy all tables to a new file."""
    from parlour.server.asked import database_path
    from parlour.server.backup import backup as copy

    source = data or database_path()
    tables = copy(source, destination)
    said = f"Copied {source} to {destination}: {tables} table{'' if tables == 1 else 's'}."
    sys.stdout.write(f"{clean(said)}\n")
    return 0
