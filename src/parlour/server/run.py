"""Running the server: addresses, the browser, a clean end."""

import asyncio
import gc
import json
import logging
import os
import socket
import sys
import threading
import traceback
import webbrowser
from collections.abc import Callable, Iterable
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any

if sys.platform != "win32":
    import resource

import segno
import uvicorn
from rich.console import Console
from rich.text import Text
from sqlalchemy import URL

from parlour.server.app import HEADERS, Settings, create_app
from parlour.server.asked import (
    CannotServeError,
    check_host,
    check_place,
    check_proxy,
    check_tls,
    checked_origins,
    checked_root_path,
    database_path,
    family_of,
    host_of,
)
from parlour.server.callers import Proxied
from parlour.server.claim import claimed
from parlour.server.frames import QuickProtocol
from parlour.server.given import given_chance
from parlour.server.limits import Limits
from parlour.server.own_bots import offers
from parlour.server.requests import BoundedProtocol, Waiting
from parlour.server.storage import Storage, StorageError
from parlour.table.dealing import Dealing
from parlour.terminal.printer import Printer

DEFAULT_PORT = 8470
_TRIES = 20
_GOODBYE_SECONDS = 0.1
"""Time for the last messages to go out before connections are closed."""
_WS_BYTES = 65_536
_PATIENCE = 2
"""How often the server can be told to end before it does so without saying goodbye."""
_COLLECT_AFTER = 10_000, 20, 50
"""When Python looks for cyclic garbage, of which there is little: rarely, since with thousands of
tables looking at everything takes long."""


class JsonLines(logging.Formatter):
    """One JSON object a line. Nothing is logged that holds cards, keys, codes or names."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat("T", "milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info and record.exc_info[0]:
            kind, _, where = record.exc_info  # what the error says may name cards
            line["exception"] = "".join([*traceback.format_tb(where), kind.__name__])
        return json.dumps(line, ensure_ascii=False)


def _set_up_logging(verbose: bool) -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(logging.WARNING)  # uvicorn's INFO has addresses and codes in it
    logging.getLogger("parlour").setLevel(logging.INFO if verbose else logging.WARNING)


def _listen(host: str, port: int | None) -> socket.socket:
    """A socket on the port; without one, on the usual port or the next that is free."""
    family = family_of(host)
    ports: Iterable[int] = (
        [port] if port is not None else range(DEFAULT_PORT, DEFAULT_PORT + _TRIES)
    )
    error: OSError | None = None
    for number in ports:
        listener = socket.socket(family, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, number))
        except OSError as failed:
            listener.close()
            error = failed
        else:
            listener.listen(2048)
            listener.setblocking(False)
            return listener
    where = f"{host} port {port if port is not None else DEFAULT_PORT}"
    raise CannotServeError(
        f"nothing can listen on {where}: {error.strerror if error else 'unknown'}; "
        "choose another with --port, or --port 0 for any free one"
    )


def lan_address() -> str:
    """The machine's address in the local network, as far as can be told without sending."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


async def _check_database(url: str | URL, path: Path) -> None:
    """Open the database once: what is wrong with it is said before anything else begins."""
    storage = Storage(url)
    try:
        await storage.start()
    except StorageError as error:
        raise StorageError(f"{error}; {_advice(path, str(error))}") from error
    finally:
        await storage.stop()


def _advice(path: Path, reason: str) -> str:
    """What would be right in place of a file that cannot be opened as a database."""
    if "locked" in reason:
        return f"another program is writing to {path}: try again when it has done"
    if path.exists() and not os.access(path, os.R_OK | os.W_OK):
        return f"{path} has to be a file that you can read and write: name another with --data"
    return f"name another file than {path} with --data"


def serve(
    *,
    host: str | None = None,
    port: int | None = None,
    lan: bool = False,
    tls_cert: Path | None = None,
    tls_key: Path | None = None,
    root_path: str = "",
    proxy: str = "",
    origins: Iterable[str] = (),
    open_browser: bool = True,
    data: Path | None = None,
    metrics_for_all: bool = False,
    verbose: bool = False,
    limits: Limits | None = None,
    bots: Iterable[str] = (),
    testing: bool = False,
    console: Console | None = None,
) -> None:
    """Serve until stopped (Ctrl-C or a termination signal).

    *lan* listens on every interface, unless *host* names one, and prints the address and a QR code
    for phones; *proxy* names the addresses whose ``X-Forwarded-*`` headers are believed; *data* is
    the database's file; *bots* are those that hosts may choose besides our levels, as
    `parlour.server.own_bots.offers` takes them; a server that is *testing* takes the chance that a
    test gives (`parlour.server.given`).
    Raises `CannotServeError`, `OptionError`, `parlour.server.claim.ClaimedError` or
    `parlour.server.storage.StorageError` if it cannot start.
    """
    console = console or Printer()
    chance = given_chance(testing=testing)
    host = host_of(host, lan=lan)
    check_host(host)
    check_tls(tls_cert, tls_key)
    check_proxy(proxy)
    root_path = checked_root_path(root_path)
    allowed = checked_origins(origins)
    _set_up_logging(verbose)
    path = data or database_path()
    check_place(path)
    settings = Settings(
        URL.create("sqlite+aiosqlite", database=str(path.absolute())),
        root_path,
        allowed,
        limits or Limits(),
        metrics_for_all,
        chance or Dealing.event,
        offers(bots),
    )
    with claimed(path) as tell_others:
        asyncio.run(_check_database(settings.database, path))
        listener = _listen(host, port)
        bound, number = listener.getsockname()[:2]
        everywhere = bound in ("0.0.0.0", "::")  # noqa: S104  # asked about, not bound to

        def reached_at(shown: str) -> str:
            shown = f"[{shown}]" if ":" in shown else shown
            return f"{'https' if tls_cert else 'http'}://{shown}:{number}{root_path}/"

        address = reached_at("127.0.0.1" if everywhere else host)
        app = create_app(settings)
        proxied = Proxied(_without_prefix(app, root_path) if root_path else app, proxy)
        waiting = Waiting(settings.limits.connections_per_address, proxied.believes)
        config = uvicorn.Config(
            proxied,
            log_config=None,
            access_log=False,
            lifespan="on",
            server_header=False,
            headers=HEADERS,
            proxy_headers=False,  # `Proxied` believes them
            ssl_certfile=tls_cert,
            ssl_keyfile=tls_key,
            http=partial(BoundedProtocol, waiting),  # type: ignore[arg-type]  # is only called
            ws=QuickProtocol,
            ws_max_size=_WS_BYTES,
            ws_per_message_deflate=False,
            timeout_graceful_shutdown=5,
        )

        _allow_connections()
        gc.set_threshold(*_COLLECT_AFTER)

        def announce() -> None:
            gc.freeze()
            tell_others(address)
            _say(console, "Parlour is at ", address, " (Ctrl-C stops it)")
            if lan:
                _show_lan(console, reached_at(lan_address()) if everywhere else address)
            if open_browser:
                threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

        def goodbye() -> None:
            app.state.hall.say_goodbye()

        server = _Server(config, announce, goodbye)
        try:
            with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
                runner.run(server.serve([listener]))
        except KeyboardInterrupt:
            pass
        finally:
            listener.close()
        if server.failed:
            raise CannotServeError("the server could not start: see the log above")


def _allow_connections() -> None:
    """Have as many files open as this machine allows: each connection is one."""
    if sys.platform != "win32":
        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        with suppress(OSError, ValueError):  # some systems say more than they allow
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def _without_prefix(app: Any, root_path: str) -> Any:
    """The application for proxies that hand the whole path on, as for those that do not."""

    async def stripped(scope: Any, receive: Any, send: Any) -> None:
        path = scope.get("path", "")
        if path == root_path or path.startswith(root_path + "/"):
            rest = path.removeprefix(root_path) or "/"
            scope = {**scope, "path": rest, "raw_path": rest.encode()}
        await app(scope, receive, send)

    return stripped


class _Server(uvicorn.Server):
    """A server that says when it is there, and ends once, however often it is told to."""

    def __init__(
        self, config: uvicorn.Config, announce: Callable[[], None], goodbye: Callable[[], None]
    ) -> None:
        super().__init__(config)
        self._announce = announce
        self._goodbye = goodbye
        self.failed = False
        self._told = 0

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """End; told twice, go on with it; told three times, at once: the logs are on the disk."""
        del frame
        self._told += 1
        if self._told == 1:
            self.should_exit = True  # and no more: uvicorn's own would die of the signal afterwards
        elif self._told > _PATIENCE:
            os._exit(128 + sig)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if not self.should_exit:
            self._announce()
        elif not self._told:
            self.failed = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._goodbye()
        await asyncio.sleep(_GOODBYE_SECONDS)
        await super().shutdown(sockets)


def _say(console: Console, before: str, address: str, after: str = "") -> None:
    """Print an address in one piece, so that a terminal lets it be opened."""
    console.print(Text.assemble(before, (address, "bold"), after), soft_wrap=True)


def _show_lan(console: Console, address: str) -> None:
    _say(console, "For phones in the same network: ", address)
    segno.make(address, micro=False).terminal(out=sys.stdout, compact=True)
    sys.stdout.flush()
