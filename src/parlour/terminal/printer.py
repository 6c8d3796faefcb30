"""A console whose closed pipe is an error like any other."""

from typing import NoReturn

from rich.console import Console


class Printer(Console):
    """Rich's console, but that it raises `BrokenPipeError` where Rich would end the program."""

    def on_broken_pipe(self) -> NoReturn:
        """Leave it to whoever prints."""
        raise BrokenPipeError
