r"""Getting at the text of a record: from a file or standard input, within limits, whole or refused.

>>> decode(b"\xef\xbb\xbfparlour = 1\r\n", "hand.toml")
'parlour = 1\n'
>>> decode(b"\x89PNG\r\n\x1a\n\x00\x00", "hand.toml")
Traceback (most recent call last):
parlour.errors.RecordError: hand.toml: this is a binary file, not a record
"""

import codecs
import os
import re
import sys
from pathlib import Path

from parlour.errors import RecordError

MOST_BYTES = 4_000_000
"""The largest record that is read. A match of 999 hands takes about half of it."""

STDIN = "-"
STDIN_NAME = "standard input"

_OTHER_MARKS = {
    codecs.BOM_UTF32_LE: "UTF-32",
    codecs.BOM_UTF32_BE: "UTF-32",
    codecs.BOM_UTF16_LE: "UTF-16",
    codecs.BOM_UTF16_BE: "UTF-16",
}
_A_LOOK = 64
"""Bytes from the beginning, in which every second one is 0 if they are letters in UTF-16."""
_WINDOWS_PATH = re.compile(r"[A-Za-z]:[\\/]|.*\\")


def read_text(path: str | os.PathLike[str]) -> tuple[str, str]:
    """The text of a record and its name for messages; ``-`` is standard input.

    Raises `RecordError` for what is not there, no file, too large, or no text.
    """
    if os.fspath(path) == STDIN:
        return decode(sys.stdin.buffer.read(MOST_BYTES + 1), STDIN_NAME), STDIN_NAME
    name = os.fspath(path)
    if not name:
        raise RecordError("this is no name of a file", "''")
    try:
        with Path(path).open("rb") as file:
            size = os.fstat(file.fileno()).st_size
            if size > MOST_BYTES:
                raise RecordError(_too_large(f"{size:,}"), name)
            return decode(file.read(MOST_BYTES + 1), name), name
    except (OSError, ValueError) as error:
        if isinstance(error, RecordError):
            raise
        raise RecordError(_why_unreadable(error, name), name) from None


def _too_large(size: str) -> str:
    return f"{size} bytes are too many for a record: at most {MOST_BYTES:,} are read"


def _why_unreadable(error: Exception, name: str) -> str:
    if isinstance(error, FileNotFoundError):
        if os.sep == "/" and _WINDOWS_PATH.match(name):
            return "there is no such file (paths are written with / here, as in games/hand.toml)"
        return "there is no such file"
    if isinstance(error, IsADirectoryError) or Path(name).is_dir():
        return "this is a directory: name a file in it"
    if isinstance(error, PermissionError):
        return "this file may not be read: permission denied"
    if isinstance(error, OSError):
        return f"this file cannot be read: {(error.strerror or 'unknown error').lower()}"
    return "this is no name of a file"


def decode(data: bytes, name: str) -> str:
    """The text that *data* holds in UTF-8, line ends made one kind, without a byte order mark.

    Raises `RecordError` for anything else.
    """
    if len(data) > MOST_BYTES:
        raise RecordError(_too_large(f"more than {MOST_BYTES:,}"), name)
    for mark, encoding in _OTHER_MARKS.items():
        if data.startswith(mark):
            raise RecordError(f"this file is written in {encoding}: save it as UTF-8", name)
    if len(data) > 1 and (not any(data[:_A_LOOK:2]) or not any(data[1:_A_LOOK:2])):
        raise RecordError("this file seems to be written in UTF-16: save it as UTF-8", name)
    if b"\0" in data:
        raise RecordError("this is a binary file, not a record", name)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise RecordError(
            f"byte 0x{data[error.start]:02x} is not UTF-8: save the file as UTF-8", name, line
        ) from None
    return text.replace("\r\n", "\n")
