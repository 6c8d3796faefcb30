"""Who a request comes from: a page of which origin, through which proxy."""

import logging
from typing import Any
from urllib.parse import urlsplit

from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

_LOG = logging.getLogger(__name__)
UNBELIEVED = "parlour.unbelieved"
"""The key in the scope of what comes through a proxy that is not believed."""
_SIGNS = {b"x-forwarded-for", b"forwarded"}


def origin_allowed(scope: Any, allowed: frozenset[str]) -> bool:
    """Whether a page of this origin may talk to us: our own host's, or one of those allowed.

    Programs that are no browser send none.

    >>> def asked_by(origin: bytes) -> bool:
    ...     scope = {"headers": [(b"host", b"localhost:8470"), (b"origin", origin)]}
    ...     return origin_allowed(scope, frozenset({"https://friends.example"}))
    >>> asked_by(b"http://localhost:8470"), asked_by(b"https://friends.example"), asked_by(b"")
    (True, True, True)
    >>> asked_by(b"https://evil.example"), asked_by(b"null")
    (False, False)
    """
    headers = dict(scope["headers"])
    origin = headers.get(b"origin", b"").decode("latin-1")
    if not origin or origin in allowed:
        return True
    host = headers.get(b"host", b"").decode("latin-1")
    return bool(host) and urlsplit(origin).netloc.lower() == host.lower()


class Proxied:
    """An application that believes some proxies, addresses with commas, whom they ask for.

    What other proxies say is not believed; that there seems to be one is logged once.
    """

    def __init__(self, app: Any, proxies: str = "") -> None:
        self._app = ProxyHeadersMiddleware(app, proxies or [])
        self._told = False

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Handle what comes, as ASGI has it."""
        if scope["type"] != "lifespan" and any(name in _SIGNS for name, _ in scope["headers"]):
            client = scope.get("client")
            if client is None or not self.believes(client[0]):
                scope[UNBELIEVED] = True
                self._tell()
        await self._app(scope, receive, send)

    def believes(self, address: str) -> bool:
        """Whether this is the address of a proxy that is believed."""
        return address in self._app.trusted_hosts

    def _tell(self) -> None:
        if not self._told:
            self._told = True
            _LOG.warning(
                "a proxy that is not believed seems to be in front: all who come through it share "
                "one address and its limits, and /metrics is closed to them; name it with --proxy"
            )
