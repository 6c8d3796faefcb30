"""uvicorn's protocol for HTTP with bounds: how long a request's head may be, and how long it takes.

uvicorn keeps all that comes until the head is complete, and waits for that for ever.
"""

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

_HEAD_BYTES = 65_536
_SECONDS = 20
"""How long a request may take to arrive, from the connection or its first byte."""


class BoundedProtocol(HttpToolsProtocol):
    """uvicorn's protocol; who sends half a request, or one without end, is cut off."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._head: int | None = 0
        """How many bytes of a head have come; None when it is complete."""
        self._patience: asyncio.TimerHandle | None = None

    # Its type is uvicorn's, which is narrower than asyncio's.
    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Wait for the first request."""
        super().connection_made(transport)
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no longer."""
        self._stop_waiting()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read, unless the head gets too long."""
        if self._head is not None:
            self._head += len(data)
            if self._head > _HEAD_BYTES:
                self.transport.abort()
                return
        super().data_received(data)

    def on_message_begin(self) -> None:
        """The first byte of a request."""
        super().on_message_begin()
        self._head = 0
        if self._patience is None:
            self._wait()

    def on_headers_complete(self) -> None:
        """The head is there."""
        self._head = None
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """The whole request is there."""
        self._stop_waiting()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        """What comes now is no HTTP any more."""
        self._stop_waiting()
        super().handle_websocket_upgrade()

    def _wait(self) -> None:
        self._patience = self.loop.call_later(_SECONDS, self.transport.abort)

    def _stop_waiting(self) -> None:
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None
