"""`parlour check`."""

import sys
from typing import Annotated

from cyclopts import Parameter

from parlour.commands.output import clean, console


def check(
    files: Annotated[list[str], Parameter(help="Records, or - for standard input.")], /
) -> int:
    """Make sure that records are right."""
    from parlour.errors import RecordError  # noqa: PLC0415
    from parlour.records import read  # noqa: PLC0415  # it loads the compiled engine

    screen = console()
    wrong = 0
    for file in files:
        try:
            record = read(file)
        except RecordError as error:
            wrong += 1
            screen.print(clean(str(error)), style="bad", soft_wrap=True, highlight=False)
            continue
        count = len(record.hands)
        screen.print(
            f"{clean(file)}: right: {record.entry.title}, {record.players} players, "
            f"{count} hand{'s' if count > 1 else ''}",
            style="good",
            soft_wrap=True,
            highlight=False,
        )
    sys.stdout.flush()
    return int(wrong > 0)
