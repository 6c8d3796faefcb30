"""One server at a time for the tables in a file: each would go on without what the other tells."""

import json
import os
import ssl
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPException
from pathlib import Path

from filelock import FileLock, Timeout

from parlour.errors import ParlourError
from parlour.server.owner import give_as, model_for

USE_THAT = "use that one, or give this one a file of its own with --data"
_ELSEWHERE = "; name a file in a folder that you can write to with --data"
_PATIENCE_SECONDS = 5


class ClaimedError(ParlourError):
    """The tables cannot be had: another server has them, or nothing can be written beside them."""

    def __init__(self, reason: str, address: str = "") -> None:
        super().__init__(reason)
        self.address = address
        """Where the other server is, as far as it has told."""


@contextmanager
def claimed(path: Path, advice: str = USE_THAT) -> Iterator[Callable[[str], None]]:
    """Keep other servers from the tables in *path*.

    What is yielded takes the address of this server, which others are told. Raises `ClaimedError`,
    with the *advice* if another server has them.
    """
    try:
        home = path.resolve()
    except (OSError, RuntimeError):  # links that lead back to themselves
        raise ClaimedError(f"{path} leads nowhere") from None
    note = home.with_name(f"{home.name}.address")
    lock = FileLock(f"{home}.lock")
    new = [file for file in (Path(lock.lock_file), note) if not os.path.lexists(file)]
    try:
        lock.acquire(timeout=0)
    except Timeout:
        if not Path(lock.lock_file).exists():
            raise ClaimedError(f"no file {home}.lock can be made{_ELSEWHERE}") from None
        address = _told(note)
        where = f" at {address}" if address else ""
        raise ClaimedError(
            f"another Parlour is serving the tables in {path}{where}: {advice}", address
        ) from None
    except OSError as error:
        reason = f"no file {home}.lock can be made: {error.strerror}{_ELSEWHERE}"
        raise ClaimedError(reason) from None

    def tell(address: str) -> None:
        with suppress(OSError):  # only to help people find it
            note.write_text(address, encoding="utf-8")

    tell("")  # what is there may be of a server that was killed
    with suppress(OSError):
        model = model_for(home)
        for file in new:
            give_as(model, file)
    try:
        yield tell
    finally:
        lock.release()


def _told(note: Path) -> str:
    """The address that the server that has the tables has told; empty if it has not, or not yet."""
    with suppress(OSError, UnicodeDecodeError):
        return note.read_text("utf-8")[:200]
    return ""


def answers(address: str) -> bool:
    """Whether a Parlour is at the address. What another has told may be of one that was killed."""
    if not address.startswith(("http://", "https://")):
        return False
    anyone = ssl.create_default_context()  # whom its certificate names is for the browser to judge
    anyone.check_hostname = False
    anyone.verify_mode = ssl.CERT_NONE
    opener = urllib.request.build_opener(
        urllib.request.ProxyHandler({}), urllib.request.HTTPSHandler(context=anyone)
    )
    try:
        with opener.open(f"{address}api/about", timeout=_PATIENCE_SECONDS) as answer:
            return "protocol" in json.load(answer)
    except (OSError, HTTPException, ValueError, TypeError):
        return False
