"""A pseudo-terminal with the game in it, for tests to type into and to read from."""

import contextlib
import fcntl
import os
import re
import select
import struct
import subprocess
import sys
import termios
import time
from types import TracebackType

_START = """
import fcntl, runpy, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
runpy.run_module("parlour.terminal", run_name="__main__")
"""
_ESCAPES = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07]*\x07|[()][A-Z0-9]|[=>78])|\r")
_PATIENCE = 180
"""Seconds until a test gives up waiting: the rules may have to be compiled first."""


class Terminal:
    """``python -m parlour.terminal`` in a terminal of its own."""

    def __init__(self, *arguments: str, columns: int = 80, **environment: str) -> None:
        self._us, theirs = os.openpty()
        # Workers of pytest-xdist have a COLUMNS of their own, which would count more than ours.
        inherited = {name: value for name, value in os.environ.items() if name != "COLUMNS"}
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
        self._process = subprocess.Popen(
            [sys.executable, "-c", _START, "--pace", "0", *arguments],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            start_new_session=True,
            env=inherited | {"TERM": "xterm-256color"} | environment,
        )
        os.close(theirs)
        self.raw = ""
        """Everything written so far, colours and all."""
        self.text = ""
        """The same without colours."""
        self._seen = 0

    def __enter__(self) -> "Terminal":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._process.kill()
        self._process.wait()
        os.close(self._us)

    def type(self, line: str) -> None:
        """Type a line, or a control character by itself."""
        end = "" if line and line < " " else "\r"
        os.write(self._us, (line + end).encode())

    def type_until(self, character: str, pattern: str) -> None:
        """Type a control character until *pattern* is found.

        Python does not notice an interrupt that comes after a prompt and before it reads.
        """
        until = time.monotonic() + _PATIENCE
        while time.monotonic() < until:
            self.type(character)
            with contextlib.suppress(AssertionError):
                self.wait_for(pattern, 2.0)
                return
        self.wait_for(pattern)

    def wait_for(self, pattern: str, patience: float = _PATIENCE) -> str:
        """What has been written since the last wait, up to where *pattern* is found in it."""
        until = time.monotonic() + patience
        while True:
            match = re.compile(pattern).search(self.text, self._seen)
            if match:
                said = self.text[self._seen : match.end()]
                self._seen = match.end()
                return said
            if time.monotonic() > until or not self._read():
                said, code = self.text[self._seen :], self._process.poll()
                raise AssertionError(f"no {pattern!r} in {said!r}; exit code {code}")

    def end(self) -> int:
        """Wait until the game has ended; its exit code."""
        until = time.monotonic() + _PATIENCE
        while self._read() and time.monotonic() < until:
            pass
        return self._process.wait(_PATIENCE)

    def _read(self) -> bool:
        """Read what there is; False if there will be no more."""
        ready, _, _ = select.select([self._us], [], [], 1)
        if not ready:
            return self._process.poll() is None
        try:
            data = os.read(self._us, 65536)
        except OSError:  # how Linux tells that the other side is closed
            return False
        self.raw += data.decode(errors="replace")
        self.text = _ESCAPES.sub("", self.raw)
        return bool(data)
