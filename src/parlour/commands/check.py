"""`parlour check`."""

import sys

from parlour.commands.compiling import tell_of_compiling
from parlour.commands.output import console
from parlour.commands.parameters import Files
from parlour.control import clean


def check(files: Files, /) -> int:
    """Make sure that records are right."""
    from parlour.errors import RecordError
    from parlour.records import read  # it loads the compiled engine
    from parlour.records.source import STDIN, STDIN_NAME
    from parlour.table.proof import UnfairError, check_fair

    tell_of_compiling()
    screen = console()
    wrong = 0
    for file in files:
        name = STDIN_NAME if file == STDIN else file
        try:
            record = read(file)
            fair = check_fair(record)
        except (RecordError, UnfairError) as error:
            wrong += 1
            found = error
            if isinstance(error, UnfairError):
                found = RecordError(str(error), name, error.line)
            screen.print(clean(str(found)), style="bad", soft_wrap=True, highlight=False)
            continue
        count = len(record.hands)
        screen.print(
            f"{clean(name)}: right: {record.entry.title}, {record.players} players, "
            f"{count} hand{'s' if count > 1 else ''}"
            f"{', broken off' if record.broken_off else ''}"
            f"{', dealt as promised' if fair else ''}",
            style="good",
            soft_wrap=True,
            highlight=False,
        )
    sys.stdout.flush()
    return int(wrong > 0)
