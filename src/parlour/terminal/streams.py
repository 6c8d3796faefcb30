"""Reading and writing so that no encoding and no broken pipe ends in a traceback."""

import contextlib
import io
import os
import sys
from collections.abc import Iterator

if sys.platform == "win32":
    import msvcrt
else:
    import termios

with contextlib.suppress(ImportError):
    import readline as readline  # lets `input` edit its line


@contextlib.contextmanager
def lenient() -> Iterator[None]:
    """Within this, what an encoding lacks is written, or read, as a question mark."""
    changed = []
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):
            changed.append((stream, stream.errors))
            stream.reconfigure(errors="replace")
    try:
        yield
    finally:
        for stream, errors in changed:
            # What has been read from cannot be changed back, and need not be.
            with contextlib.suppress(io.UnsupportedOperation, ValueError):
                stream.reconfigure(errors=errors)


def forget_typed_ahead() -> None:
    """Drop what was typed before the question: it was meant for something else."""
    if not sys.stdin.isatty():
        return
    if sys.platform == "win32":
        while msvcrt.kbhit():
            msvcrt.getwch()
    else:
        with contextlib.suppress(termios.error, OSError, ValueError):
            termios.tcflush(sys.stdin.fileno(), termios.TCIFLUSH)


def close_output() -> None:
    """After a broken pipe: send the rest to nowhere, so that Python ends quietly."""
    with contextlib.suppress(OSError, ValueError, io.UnsupportedOperation):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
