"""Reading single keys from the terminal, without waiting for Enter."""

import os
import sys

_NAMES = {
    "\x1b[C": "right",
    "\x1b[B": "right",
    "\x1b[6~": "right",
    "\x1b[D": "left",
    "\x1b[A": "left",
    "\x1b[5~": "left",
    "\x7f": "left",
    "\x08": "left",
    "\r": "right",
    "\n": "right",
    " ": "right",
    "\x1b": "q",
    "\x04": "q",
    "": "q",
}


def can_read_keys() -> bool:
    """Whether somebody sits at a terminal that can be asked for keys."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def read_key() -> str:
    """The next key: ``right`` and ``left`` for those that go on and back, else its letter.

    Raises `KeyboardInterrupt` on Ctrl-C.
    """
    pressed = _windows_key() if os.name == "nt" else _posix_key()
    return _NAMES.get(pressed, pressed.lower())


def _posix_key() -> str:
    import termios  # not on Windows
    import tty

    stream = sys.stdin.fileno()
    before = termios.tcgetattr(stream)
    try:
        tty.setcbreak(stream, termios.TCSADRAIN)  # what was typed ahead is kept
        return os.read(stream, 8).decode(errors="replace")
    finally:
        termios.tcsetattr(stream, termios.TCSADRAIN, before)


def _windows_key() -> str:
    import msvcrt  # only on Windows

    pressed: str = msvcrt.getwch()  # type: ignore[attr-defined,unused-ignore]
    if pressed == "\x03":
        raise KeyboardInterrupt
    if pressed in "\x00\xe0":
        arrow: str = msvcrt.getwch()  # type: ignore[attr-defined,unused-ignore]
        return {"M": " ", "P": " ", "K": "\x08", "H": "\x08"}.get(arrow, arrow)
    return pressed
