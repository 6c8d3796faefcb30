"""uvicorn's protocol for HTTP with bounds: how long a request's head may be, and how long it takes.

uvicorn keeps all that comes until the head is complete, and waits for that for ever, for whomever.
"""

import asyncio
from collections import Counter
from collections.abc import Callable
from typing import Any

import msgspec
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from parlour.server.addresses import counted_as
from parlour.server.limits import too_many_connections
from parlour.server.protocol import Problem

_HEAD_BYTES = 65_536
_SECONDS = 20
"""How long a request may take to arrive, from the connection or its first byte."""


class Waiting:
    """How many connections each address has whose request has not arrived; at most *most*.

    A proxy that is believed may have any number: they are of many people.
    """

    def __init__(self, most: int, believed: Callable[[str], bool]) -> None:
        self._most = most
        self._believed = believed
        self._counted: Counter[str] = Counter()

    def enter(self, address: str) -> bool:
        """Whether one more is allowed; it is counted in any case."""
        counted = counted_as(address)
        self._counted[counted] += 1
        return self._counted[counted] <= self._most or self._believed(address)

    def leave(self, address: str) -> None:
        """A request has arrived, or its connection has ended."""
        address = counted_as(address)
        self._counted[address] -= 1
        if not self._counted[address]:
            del self._counted[address]


class BoundedProtocol(HttpToolsProtocol):
    """uvicorn's protocol; who sends half a request, or one without end, is cut off."""

    def __init__(self, waiting: Waiting, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._waiting = waiting
        self._head: int | None = 0
        """How many bytes of a head have come; None when it is complete."""
        self._patience: asyncio.TimerHandle | None = None
        self._counted = False

    # Its type is uvicorn's, which is narrower than asyncio's.
    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Wait for the first request."""
        super().connection_made(transport)
        self._wait()
        self._count()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no longer."""
        self._stop_waiting()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read, unless the head gets too long; what is half a request then is counted."""
        if self.transport.is_closing():
            return
        super().data_received(data)
        if self._head is not None:
            self._head += len(data)
            if self._head > _HEAD_BYTES:
                self.transport.abort()
                return
        if self._patience is not None and not self._counted:
            self._count()

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
        if self._counted:
            self._counted = False
            self._waiting.leave(self._address)

    def _count(self) -> None:
        self._counted = True
        if not self._waiting.enter(self._address):
            self._refuse()

    @property
    def _address(self) -> str:
        return self.client[0] if self.client else ""

    def _refuse(self) -> None:
        """Say that there are too many of them, and close."""
        error = too_many_connections()
        body = msgspec.json.encode(Problem(error.code, str(error)))
        headers = [
            *self.server_state.default_headers,
            (b"content-type", b"application/json"),
            (b"content-length", b"%d" % len(body)),
            (b"retry-after", b"%d" % _SECONDS),
            (b"connection", b"close"),
        ]
        lines = b"".join(b"%s: %s\r\n" % header for header in headers)
        self.transport.write(b"HTTP/1.1 429 Too Many Requests\r\n%s\r\n%s" % (lines, body))
        self.transport.close()
