"""`parlour trace`."""

import sys
from typing import Annotated

from cyclopts import Parameter

from parlour.commands.compiling import tell_of_compiling
from parlour.commands.parameters import File


def trace(
    file: File,
    /,
    *,
    json: Annotated[
        bool,
        Parameter(negative="", show_default=False, help="One JSON object a line: docs/trace.md."),
    ] = False,
) -> int:
    """List every event of a record, for other programs to compare."""
    from parlour.records import read  # it loads the compiled engine
    from parlour.records.trace import as_json, as_text, lines

    tell_of_compiling()
    show = as_json if json else as_text
    for line in lines(read(file)):
        sys.stdout.write(show(line) + "\n")
    return 0
