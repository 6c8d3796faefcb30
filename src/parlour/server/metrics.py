"""Numbers for Prometheus. No name, code, key or card is in any of them."""

from typing import Any

from litestar import Request, Response, get
from litestar.exceptions import NotFoundException
from litestar.handlers import HTTPRouteHandler
from prometheus_client import CONTENT_TYPE_LATEST, Counter, Gauge, Histogram, generate_latest

from parlour.server.callers import UNBELIEVED

CONNECTIONS = Gauge("parlour_connections", "WebSocket connections now")
ROOMS = Gauge("parlour_tables_in_memory", "Tables in memory")
EVENTS = Counter("parlour_events", "Events stored")
COMMITS = Counter("parlour_commits", "Transactions that stored events")
REFUSALS = Counter("parlour_refusals", "WebSocket messages refused", ["code"])
BOT_FAILURES = Counter(
    "parlour_bot_failures", "Choices that baseline made for a bot: why", ["bot", "kind"]
)
BOT_CAPPED = Counter("parlour_bot_capped", "Choices that the clock cut short", ["bot"])
STORING = Histogram(
    "parlour_storing_seconds",
    "From a change to its events on the disk",
    buckets=(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 5),
)
_LOCAL = {"127.0.0.1", "::1"}


def endpoint(for_all: bool) -> HTTPRouteHandler:
    """``/metrics``, for this machine alone unless *for_all*.

    A proxy on this machine that is not believed may ask for anybody.
    """

    @get("/metrics", include_in_schema=False, media_type="text/plain")
    async def metrics(request: Request[Any, Any, Any]) -> Response[bytes]:
        """All numbers, in Prometheus's text."""
        client = request.client
        is_ours = client is not None and client.host in _LOCAL and UNBELIEVED not in request.scope
        if not for_all and not is_ours:
            raise NotFoundException
        ROOMS.set(len(request.app.state.hall.rooms))
        return Response(generate_latest(), media_type=CONTENT_TYPE_LATEST)

    return metrics
