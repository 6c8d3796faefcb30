"""The ASGI application: HTTP, WebSockets and the client's pages around one hall of tables."""

import asyncio
import logging
import re
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

import msgspec
from litestar import Litestar, Response, asgi, get
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.enums import ScopeType
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.types import Receive, Scope, Send
from sqlalchemy import URL

from parlour import __version__
from parlour.errors import ParlourError
from parlour.server import api, metrics
from parlour.server.bots import Bots
from parlour.server.frames import LISTEN, WRITE
from parlour.server.hall import Hall
from parlour.server.limits import Addresses, Limits
from parlour.server.own_bots import Offer
from parlour.server.pages import pages
from parlour.server.prepare import prepare
from parlour.server.session import Session, Write
from parlour.server.storage import Storage
from parlour.table.change import ChanceOf
from parlour.table.dealing import Dealing

_LOG = logging.getLogger(__name__)
_BODY_BYTES = 65_536
_PLAY = re.compile("/+api/+tables/+[^/]+/+play/*")
_LOCAL = {"127.0.0.1", "::1"}
_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
        "connect-src 'self' ws: wss:; frame-ancestors 'none'; base-uri 'self'; form-action 'self'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}


@dataclass
class Settings:
    """What an application is made with."""

    database: str | URL
    """As ``sqlite+aiosqlite:///path``."""
    root_path: str = ""
    """The path it lies behind, as ``/cards``."""
    origins: frozenset[str] = frozenset()
    """Origins of pages besides the server's own that may connect, as ``https://example.org``."""
    limits: Limits = field(default_factory=Limits)
    metrics_for_all: bool = False
    """Whether ``/metrics`` answers everybody, not only this machine."""
    chance: ChanceOf = Dealing.event
    """What cards and dice do; other than fair dealing only in tests (`parlour.server.given`)."""
    bots: tuple[Offer, ...] = ()
    """Bots besides our levels that hosts may choose."""


def origin_allowed(scope: Any, allowed: frozenset[str]) -> bool:
    """Whether a page of this origin may talk to us: our own host's, or one of those allowed.

    Programs that are no browser send none.
    """
    headers = dict(scope["headers"])
    origin = headers.get(b"origin", b"").decode("latin-1")
    if not origin or origin in allowed:
        return True
    host = headers.get(b"host", b"").decode("latin-1")
    return bool(host) and urlsplit(origin).netloc.lower() == host.lower()


def _code_of(scope: Any) -> str:
    return str(scope["path_params"]["code"])


@asgi("/api/tables/{code:str}/play", copy_scope=True)
async def play(scope: Scope, receive: Receive, send: Send) -> None:
    """The WebSocket of a table; `_App` has seen to it that it is one."""
    app: Litestar = scope["litestar_app"]
    settings: Settings = app.state.settings
    addresses: Addresses = app.state.addresses
    client = scope.get("client")
    address = client[0] if client else ""
    if not origin_allowed(scope, settings.origins) or not addresses.enter(address):
        await receive()
        await send({"type": "websocket.close", "code": 4003, "reason": ""})
        return
    write: Write | None = scope.get(WRITE)  # type: ignore[assignment]  # our own key
    session = Session(app.state.hall, _code_of(scope), receive, send, write)
    listen: Callable[[Callable[[bytes], bool]], None] | None = scope.get(LISTEN)  # type: ignore[assignment]  # likewise
    if listen is not None:
        listen(session.hear_at_once)
    try:
        with metrics.CONNECTIONS.track_inprogress():
            await asyncio.create_task(session.run())  # not to be woken through all layers here
    finally:
        addresses.leave(address)
        if session.lost:
            addresses.allows_request(address)


@get("/health", include_in_schema=False)
async def health(state: State) -> Response[dict[str, Any]]:
    """Whether the server is well: the database answers, the rules are ready."""
    hall: Hall = state.hall
    try:
        await hall.storage.public(1)
    except ParlourError as error:
        return Response({"well": False, "why": str(error)}, status_code=503)
    return Response({"well": True, "ready": hall.prepared.is_set(), "version": __version__})


class _App(Litestar):
    """Litestar, which stumbles over requests for a raw ASGI route that has parameters."""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == ScopeType.HTTP and _PLAY.fullmatch(scope["path"]):
            refusal = api.refuse_http(
                None, HTTPException(status_code=426, detail="WebSocket only.")
            )
            # It needs no request, whatever its types say.
            response = refusal.to_asgi_response(app=None, request=None)  # type: ignore[arg-type]
            await response(scope, receive, send)
        else:
            await super().__call__(scope, receive, send)


def create_app(settings: Settings) -> Litestar:
    """The application; it opens its database when it starts and closes it when it stops."""

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        async with AsyncExitStack() as stack:
            storage = Storage(settings.database)
            bots = Bots(prepared=False, own=settings.bots)
            stack.push_async_callback(bots.stop)
            stack.push_async_callback(storage.stop)
            await storage.start()
            hall = Hall(storage, bots, settings.limits, settings.chance)
            app.state.hall = hall
            stack.push_async_callback(hall.stop)
            await hall.start()
            preparing = asyncio.create_task(_prepare(hall))
            stack.callback(preparing.cancel)
            yield

    addresses = Addresses(settings.limits)
    return _App(
        [
            api.API,
            play,
            health,
            metrics.endpoint(settings.metrics_for_all),
            *pages(settings.root_path),
        ],
        lifespan=[lifespan],
        state=State({"settings": settings, "addresses": addresses}),
        exception_handlers={
            ParlourError: api.refuse,
            HTTPException: api.refuse_http,
            msgspec.MsgspecError: api.refuse_decoding,
            RecursionError: api.refuse_depth,
            Exception: api.fail,
        },
        openapi_config=OpenAPIConfig(
            title="Parlour", version=__version__, path="/api/schema", use_handler_docstrings=True
        ),
        response_headers=_HEADERS,
        compression_config=CompressionConfig(backend="gzip", minimum_size=1000),
        request_max_body_size=_BODY_BYTES,
        logging_config=None,
        debug=False,
    )


async def _prepare(hall: Hall) -> None:
    try:
        await prepare("rules", hall.say_progress)
        await hall.is_prepared()
        await prepare("thinkers", lambda _: None)
        hall.bots.may_think.set()
    except Exception:  # or it would be said nowhere
        _LOG.exception("making rules and bots ready")
        hall.say_progress("The rules cannot be made ready: the server's log says why.")
