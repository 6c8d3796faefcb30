"""Who a request comes from: a page of which origin, through which proxy."""

import logging
from typing import Any

from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from parlour.server.addresses import unmapped

_LOG = logging.getLogger(__name__)
UNBELIEVED = "parlour.unbelieved"
"""The key in the scope of what a proxy asks for somebody, and who that is cannot be believed."""
_FOR = b"x-forwarded-for"
_SIGNS = {_FOR, b"forwarded"}
_NOT_BELIEVED = (
    "a proxy that is not believed seems to be in front: all who come through it share "
    "one address and its limits, and /metrics is closed to them; name it with --proxy"
)
_NOT_SAID = (
    "a proxy does not say in X-Forwarded-For, which alone is read, for whom it asks: all who come "
    "through it share one address and its limits, and /metrics is closed to them"
)


def origin_allowed(scope: Any, allowed: frozenset[str]) -> bool:
    """Whether a page of this origin may talk to us: our own host's, or one of those allowed.

    Programs that are no browser send none.

    >>> def asked_by(origin: bytes) -> bool:
    ...     scope = {"headers": [(b"host", b"localhost:8470"), (b"origin", origin)]}
    ...     return origin_allowed(scope, frozenset({"https://friends.example"}))
    >>> asked_by(b"http://localhost:8470"), asked_by(b"https://friends.example"), asked_by(b"")
    (True, True, True)
    >>> asked_by(b"https://evil.example"), asked_by(b"null"), asked_by(b"http://[")
    (False, False, False)
    """
    headers = dict(scope["headers"])
    origin = headers.get(b"origin", b"").decode("latin-1")
    if not origin or origin in allowed:
        return True
    host = headers.get(b"host", b"").decode("latin-1")
    return bool(host) and origin.partition("://")[2].lower() == host.lower()


class Proxied:
    """An application that believes some proxies, addresses with commas, whom they ask for.

    What other proxies say is not believed; that there seems to be one is logged once.
    """

    def __init__(self, app: Any, proxies: str = "") -> None:
        named = [unmapped(proxy.strip()) for proxy in proxies.split(",")]
        self._app = ProxyHeadersMiddleware(app, ",".join(named) if proxies else [])
        self._told: set[str] = set()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Handle what comes, as ASGI has it."""
        if scope["type"] != "lifespan":
            if scope.get("client"):
                host, *rest = scope["client"]
                scope["client"] = (unmapped(host), *rest)
            why = self._unbelieved(scope)
            if why:
                scope[UNBELIEVED] = True
                self._tell(why)
        await self._app(scope, receive, send)

    def believes(self, address: str) -> bool:
        """Whether this is the address of a proxy that is believed."""
        return unmapped(address) in self._app.trusted_hosts

    def _unbelieved(self, scope: Any) -> str:
        """Why it cannot be believed for whom a proxy asks; empty if it can, or there is none."""
        signs = [(name, value) for name, value in scope["headers"] if name in _SIGNS]
        if not signs:
            return ""
        client = scope.get("client")
        if client is None or not self.believes(client[0]):
            return _NOT_BELIEVED
        said = any(name == _FOR and value.strip(b", \t") for name, value in signs)
        return "" if said else _NOT_SAID

    def _tell(self, why: str) -> None:
        if why not in self._told:
            self._told.add(why)
            _LOG.warning(why)
