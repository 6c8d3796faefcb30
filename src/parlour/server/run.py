"""Running the server: addresses, the browser, a clean end."""

import asyncio
import gc
import ipaddress
import json
import logging
import os
import re
import socket
import ssl
import sys
import threading
import traceback
import webbrowser
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from types import FrameType
from typing import Any

if sys.platform != "win32":
    import resource

import platformdirs
import segno
import uvicorn
from rich.console import Console
from sqlalchemy import URL

from parlour.errors import ParlourError
from parlour.server.app import Settings, create_app
from parlour.server.claim import claimed
from parlour.server.frames import QuickProtocol
from parlour.server.given import given_chance
from parlour.server.limits import Limits
from parlour.server.own_bots import offers
from parlour.server.requests import BoundedProtocol
from parlour.server.storage import Storage, StorageError
from parlour.table.dealing import Dealing

DEFAULT_PORT = 8470
_TRIES = 20
_GOODBYE_SECONDS = 0.1
"""Time for the last messages to go out before connections are closed."""
_WS_BYTES = 65_536
_PATIENCE = 2
"""How often the server can be told to end before it does so without saying goodbye."""
_PATH_PART = re.compile(r"[\w.~!$&'()*+,;=:@-]+", re.ASCII)
_COLLECT_AFTER = 10_000, 20, 50
"""When Python looks for cyclic garbage, of which there is little: rarely, since with thousands of
tables looking at everything takes long."""


class CannotServeError(ParlourError):
    """The server cannot start as asked: a port is taken, a file is missing."""


def database_path() -> Path:
    """Where tables are kept unless told otherwise."""
    return platformdirs.user_data_path("parlour") / "tables.sqlite"


class JsonLines(logging.Formatter):
    """One JSON object a line. Nothing is logged that holds cards, keys, codes or names."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        line = {
            "time": self.formatTime(record),
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
    root.setLevel(logging.INFO if verbose else logging.WARNING)
    logging.getLogger("alembic").setLevel(logging.WARNING)


def _listen(host: str, port: int | None) -> socket.socket:
    """A socket on the port; without one, on the usual port or the next that is free."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
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


def _check_tls(cert: Path | None, key: Path | None) -> None:
    if (cert is None) != (key is None):
        raise CannotServeError("--tls-cert and --tls-key belong together: give both")
    if cert is None or key is None:
        return
    try:
        ssl.create_default_context(ssl.Purpose.CLIENT_AUTH).load_cert_chain(cert, key)
    except (OSError, ssl.SSLError) as error:
        raise CannotServeError(f"no certificate and key in {cert} and {key}: {error}") from None


def _check_origins(origins: Iterable[str]) -> frozenset[str]:
    """The origins as browsers send them."""
    checked = frozenset(origin.rstrip("/").lower() for origin in origins)
    for origin in checked:
        scheme, _, host = origin.partition("://")
        if scheme not in ("http", "https") or not host or set(host) & set("/?#@ "):
            raise CannotServeError(f"{origin!r} is no origin: one is https://example.org, say")
    return checked


def _check_root_path(root_path: str) -> str:
    """The path that a proxy serves us under, without the last slash."""
    parts = root_path.strip("/").split("/")
    if parts == [""]:
        return ""
    if not all(_PATH_PART.fullmatch(part) and part.strip(".") for part in parts):
        raise CannotServeError(f"{root_path!r} is no path of an address: one is /cards, say")
    return "/" + "/".join(parts)


def _check_proxy(proxy: str) -> None:
    for address in proxy.split(",") if proxy else ():
        try:
            if address.strip() != "*":
                ipaddress.ip_network(address.strip(), strict=False)
        except ValueError:
            raise CannotServeError(
                f"{address.strip()!r} is no address of a proxy: one is 127.0.0.1, say"
            ) from None


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
    host: str = "127.0.0.1",
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

    *lan* listens on every interface and prints the address and a QR code for phones; *proxy* names
    the addresses whose ``X-Forwarded-*`` headers are believed; *data* is the database's file;
    *bots* are those that hosts may choose besides our levels, as `parlour.server.own_bots.offers`
    takes them; a server that is *testing* takes the chance that a test gives
    (`parlour.server.given`).
    Raises `CannotServeError`, `OptionError`, `parlour.server.claim.ClaimedError` or
    `parlour.server.storage.StorageError` if it cannot start.
    """
    console = console or Console(stderr=True)
    chance = given_chance(testing=testing)
    _check_tls(tls_cert, tls_key)
    _check_proxy(proxy)
    root_path = _check_root_path(root_path)
    _set_up_logging(verbose)
    path = data or database_path()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        is_folder = path.is_dir()
    except OSError as error:
        raise CannotServeError(
            f"no folder {path.parent} can be made: {error.strerror}; "
            "name a file elsewhere with --data"
        ) from None
    if is_folder:
        raise CannotServeError(
            f"{path} is a folder: name a file in it with --data, {path / 'tables.sqlite'}, say"
        )
    settings = Settings(
        URL.create("sqlite+aiosqlite", database=str(path.absolute())),
        root_path,
        _check_origins(origins),
        limits or Limits(),
        metrics_for_all,
        chance or Dealing.event,
        offers(bots),
    )
    with claimed(path) as tell_others:
        asyncio.run(_check_database(settings.database, path))
        listener = _listen("0.0.0.0" if lan else host, port)  # noqa: S104  # that is what --lan means
        scheme = "https" if tls_cert else "http"
        bound, number = listener.getsockname()[:2]
        everywhere = bound in ("0.0.0.0", "::")  # noqa: S104  # asked about, not bound to
        shown = "127.0.0.1" if everywhere else host
        address = f"{scheme}://{f'[{shown}]' if ':' in shown else shown}:{number}{root_path}/"
        app = create_app(settings)
        config = uvicorn.Config(
            _without_prefix(app, root_path) if root_path else app,
            log_config=None,
            access_log=False,
            lifespan="on",
            server_header=False,
            proxy_headers=bool(proxy),
            forwarded_allow_ips=proxy or None,
            ssl_certfile=tls_cert,
            ssl_keyfile=tls_key,
            http=BoundedProtocol,
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
            console.print(f"Parlour is at [bold]{address}[/bold] (Ctrl-C stops it)")
            if lan:
                _show_lan(console, f"{scheme}://{lan_address()}:{number}{root_path}/")
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
        self._told += 1
        if self._told == 1:
            super().handle_exit(sig, frame)
        elif self._told > _PATIENCE:
            os._exit(128 + sig)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.should_exit:
            self.failed = True
        else:
            self._announce()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._goodbye()
        await asyncio.sleep(_GOODBYE_SECONDS)
        await super().shutdown(sockets)


def _show_lan(console: Console, address: str) -> None:
    console.print(f"For phones in the same network: [bold]{address}[/bold]")
    segno.make(address, micro=False).terminal(out=sys.stderr, compact=True)
