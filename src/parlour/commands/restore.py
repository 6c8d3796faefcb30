"""`parlour restore`."""

import sys
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from parlour.commands.parameters import Data
from parlour.control import clean


def restore(
    source: Annotated[Path, Parameter(help="The file that parlour backup has made.")],
    /,
    *,
    data: Data = None,
) -> int:
    """Put the tables of a backup in the place of those that are kept."""
    from parlour.server.asked import database_path
    from parlour.server.backup import restore as put

    target = data or database_path()
    tables, kept = put(source, target)
    said = f"Copied {source} to {target}: {tables} table{'' if tables == 1 else 's'}."
    if kept:
        said += f" What was there before is in {kept}."
    sys.stdout.write(f"{clean(said)}\n")
    return 0
