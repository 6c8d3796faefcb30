"""One server at a time for the tables in a file: each would go on without what the other tells."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from filelock import FileLock, Timeout

from parlour.errors import ParlourError


class ClaimedError(ParlourError):
    """The tables cannot be had: another server has them, or nothing can be written beside them."""


@contextmanager
def claimed(path: Path) -> Iterator[Callable[[str], None]]:
    """Keep other servers from the tables in *path*.

    What is yielded takes the address of this server, which others are told. Raises `ClaimedError`.
    """
    try:
        home = path.resolve()
    except (OSError, RuntimeError):  # links that lead back to themselves
        raise ClaimedError(f"{path} leads nowhere") from None
    note = home.with_name(f"{home.name}.address")
    lock = FileLock(f"{home}.lock")
    try:
        lock.acquire(timeout=0)
    except Timeout:
        if not Path(lock.lock_file).exists():
            raise ClaimedError(f"no file {home}.lock can be made") from None
        raise ClaimedError(
            f"another Parlour is serving the tables in {path}{_where(note)}: use that one, or give "
            "this one a file of its own with --data"
        ) from None
    except OSError as error:
        raise ClaimedError(f"no file {home}.lock can be made: {error.strerror}") from None

    def tell(address: str) -> None:
        with suppress(OSError):  # only to help people find it
            note.write_text(address, encoding="utf-8")

    tell("")  # what is there may be of a server that was killed
    try:
        yield tell
    finally:
        lock.release()


def _where(note: Path) -> str:
    """The address of the server that has the tables, as far as it has told."""
    with suppress(OSError, UnicodeDecodeError):
        if address := note.read_text("utf-8")[:200]:
            return f" at {address}"
    return ""
