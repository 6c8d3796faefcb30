"""The ASGI application: HTTP, WebSockets and the client's pages around one hall of tables."""

import asyncio
import logging
import re
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from litestar import Litestar, Response, asgi, get
from litestar.config.compression import CompressionConfig
from litestar.config.cors import CORSConfig
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
from parlour.server.callers import origin_allowed
from parlour.server.frames import LISTEN, WRITE
from parlour.server.hall import Hall
from parlour.server.limits import Addresses, Limits
from parlour.server.own_bots import Offer
from parlour.server.pages import pages
from parlour.server.prepare import prepare
from parlour.server.session import Session, Write
from parlour.server.storage import Storage
from parlour.table.change import ChanceOf, RefusedError
from parlour.table.dealing import Dealing

_LOG = logging.getLogger(__name__)
_BODY_BYTES = 65_536
_PLAY = re.compile("/+api/+tables/+[^/]+/+play/*")
HEADERS = [
    (
        "Content-Security-Policy",
        "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
        "connect-src 'self' ws: wss:; frame-ancestors 'none'; base-uri 'self'; form-action 'self'",
    ),
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "no-referrer"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Permissions-Policy", "camera=(), microphone=(), geolocation=()"),
]
"""Of every answer: uvicorn is told of them, since some of its answers never get here."""


@dataclass
class Settings:
    """What an application is made with."""

    database: str | URL
    """As ``sqlite+aiosqlite:///path``."""
    root_path: str = ""
    """The path it lies behind, as ``/cards``."""
    origins: frozenset[str] = frozenset()
    """Origins of pages besides the server's own that may ask, as ``https://example.org``."""
    limits: Limits = field(default_factory=Limits)
    metrics_for_all: bool = False
    """Whether ``/metrics`` answers everybody, not only this machine."""
    chance: ChanceOf = Dealing.event
    """What cards and dice do; other than fair dealing only in tests (`parlour.server.given`)."""
    bots: tuple[Offer, ...] = ()
    """Bots besides our levels that hosts may choose."""


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
    try:
        if not origin_allowed(scope, settings.origins):
            raise api.other_origin()
        addresses.enter(address)
    except RefusedError as error:
        _LOG.info("a connection to a table is refused: %s", error.code)
        await _refuse_handshake(api.refuse(None, error), scope, receive, send)
        return
    _LOG.info("a connection to a table begins")
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
            addresses.count_lost(address)
        _LOG.info("a connection to a table ends")


async def _refuse_handshake(
    response: Response[Any], scope: Scope, receive: Receive, send: Send
) -> None:
    """Answer who wants a WebSocket as any other request is answered."""

    async def refuse(message: Any) -> None:
        message["type"] = f"websocket.{message['type']}"
        await send(message)

    await receive()
    await _answer(response, scope, receive, refuse)


async def _answer(response: Response[Any], scope: Scope, receive: Receive, send: Send) -> None:
    # It needs no request, whatever its types say.
    answer = response.to_asgi_response(app=None, request=None)  # type: ignore[arg-type]
    await answer(scope, receive, send)


@get("/health", include_in_schema=False)
async def health(state: State) -> Response[dict[str, Any]]:
    """Whether the server is well: the database can be read, and written to as far as is known.

    After a commit that has failed something harmless is written: nothing else may come along that
    would tell when the trouble is over.
    """
    hall: Hall = state.hall
    try:
        await hall.storage.public(1)
        if hall.storage.trouble:
            await hall.storage.try_to_store()
    except ParlourError as error:
        return Response({"well": False, "why": str(error)}, status_code=503)
    return Response({"well": True, "ready": hall.prepared.is_set(), "version": __version__})


class _App(Litestar):
    """Litestar, which stumbles over requests for a raw ASGI route that has parameters."""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        is_http = scope["type"] == ScopeType.HTTP
        if is_http:
            if scope["method"] == "HEAD":
                scope = {**scope, "method": "GET"}  # uvicorn leaves the body out
            send = _noting(scope, send)
        is_play = _PLAY.fullmatch(scope.get("path", ""))
        if is_http and is_play:
            error = HTTPException(status_code=426, detail="WebSocket only.")
            await _answer(api.refuse_http(None, error), scope, receive, send)
        elif scope["type"] == ScopeType.WEBSOCKET and not is_play:
            error = HTTPException(status_code=404, detail="There is no WebSocket here.")
            await _refuse_handshake(api.refuse_http(None, error), scope, receive, send)
        else:
            await super().__call__(scope, receive, send)


def _noting(scope: Any, send: Any) -> Any:
    """Log what is answered: by its route, since whole paths have codes in them."""
    if not _LOG.isEnabledFor(logging.INFO):
        return send

    async def noting(message: Any) -> None:
        if message["type"] == "http.response.start":
            route = scope.get("path_template", "what there is not")
            _LOG.info("%s %s: %d", scope["method"], route, message["status"])
        await send(message)

    return noting


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
            Exception: api.fail,
        },
        openapi_config=OpenAPIConfig(
            title="Parlour", version=__version__, path="/api/schema", use_handler_docstrings=True
        ),
        cors_config=CORSConfig(
            allow_origins=sorted(settings.origins),
            allow_methods=["GET", "POST", "DELETE"],
            allow_headers=["Content-Type", "Authorization"],
            expose_headers=["Retry-After"],
        )
        if settings.origins
        else None,
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
