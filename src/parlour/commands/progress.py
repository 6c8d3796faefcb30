"""A progress bar on standard error, where somebody can see it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from parlour.commands.output import console


@contextmanager
def progress(what: str, total: int) -> Iterator[Callable[[int], None]]:
    """Yield what is to be told how many more of the *total* are done.

    Until it is told anything, even 0, the engine may still be compiling.
    """
    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=console(error=True),
        transient=True,
    )
    if not bar.console.is_terminal:
        yield lambda _: None
        return
    with bar:
        task = bar.add_task("Getting ready", total=total)
        yield lambda count: bar.update(task, description=what, advance=count)
