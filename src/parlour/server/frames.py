"""A short way for WebSocket messages: uvicorn's protocol, reading and writing plain frames itself.

A move is told to everybody at a table; through ASGI each of those messages would cost several times
what the write does. What comes in is nearly always one whole text frame. All else, the handshake,
pings, messages in pieces, closing, stays uvicorn's. It bounds neither how many pings and pieces a
client sends nor how long one that reads nothing is waited for: that is done here.
"""

import asyncio
import struct
from collections.abc import Callable
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode, Frame

from parlour.server.limits import Allowance, Limits

WRITE = "parlour.write"
"""The key in a connection's scope of a function that writes a message at once.

It takes the bytes and whether they are text; it returns False, and writes nothing, when the
connection is not open or does not keep up: then the message has to go the long way.
"""

LISTEN = "parlour.listen"
"""The key of a function that takes somebody who hears messages at once.

He is given a message's bytes and returns whether he has taken it; else it goes the long way, as do
messages that come while others wait for the application.
"""

_TEXT = 0x81
_BINARY = 0x82
_WHOLE = {_TEXT, 0x88, 0x89, 0x8A}
"""How a frame begins that is a message by itself: a text, a close, a ping, a pong."""
_SHORT = 126
_MEDIUM = 2**16
_MASKED = 0x80
_HEAD = struct.Struct("!BBH").pack
_MASK = 4
_MOST_UNREAD = 32
"""So many messages may wait for the application before nothing more is read."""
_TOO_MANY_UNREAD = 1000
"""Who has sent so many is let go: at most what was read at once can wait, and nobody needs that."""
_PART = 2048
"""So many bytes go to uvicorn at once, so that nobody waits long until it is through with them."""


def frame(data: bytes, *, text: bool) -> bytes:
    r"""A message as one WebSocket frame, unmasked as a server's are (RFC 6455, 5.2).

    >>> frame(b"Hi", text=True)
    b'\x81\x02Hi'
    """
    kind, size = _TEXT if text else _BINARY, len(data)
    if size < _SHORT:
        return bytes((kind, size)) + data
    if size < _MEDIUM:
        return _HEAD(kind, _SHORT, size) + data
    return bytes((kind, _SHORT + 1)) + size.to_bytes(8) + data


def unmask(mask: bytes, text: bytes) -> bytes:
    """Take a client's mask off a payload (RFC 6455, 5.3).

    >>> unmask(bytes([1, 2, 3, 4]), bytes([0x49, 0x6B]))
    b'Hi'
    """
    size = len(text)
    repeated = (mask * (size // _MASK + 1))[:size]
    return (int.from_bytes(text) ^ int.from_bytes(repeated)).to_bytes(size)


class QuickProtocol(WebSocketsSansIOProtocol):
    """uvicorn's protocol with a short way in and out."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._unread = b""
        self._unsent: list[bytes] = []
        self._ear: Callable[[bytes], bool] | None = None
        self._plain = True
        """Whether everything so far has come in whole frames."""
        self._end: asyncio.TimerHandle | None = None
        self._extra: Allowance | None = None
        """How many frames that are no messages the client may send."""

    async def run_asgi(self) -> None:
        """Run the application, which finds the short way in its scope.

        A peer that does not take what was sent last is not waited for.
        """
        scope: dict[str, Any] = self.scope  # type: ignore[assignment]  # a key of our own
        scope[WRITE], scope[LISTEN] = self._write, self._listen
        await super().run_asgi()
        if not self.disconnected:
            self._end = self.loop.call_later(2 * self.close_timeout, self.transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection has ended: nothing has to be cut off any more."""
        super().connection_lost(exc)
        self._ear = None  # who holds on to us
        if self._end is not None:
            self._end.cancel()

    def keepalive_timeout(self) -> None:
        """Let go of a peer that does not answer: it may never take what is still to be sent."""
        super().keepalive_timeout()
        self.transport.abort()

    def _listen(self, ear: Callable[[bytes], bool]) -> None:
        self._ear = ear

    def _write(self, data: bytes, text: bool) -> bool:
        if not self.handshake_complete or self.close_sent or self.disconnected:
            return False
        if not self.writable.is_set() or self.transport.is_closing():
            return False
        if not self._unsent:
            if not _UNSENT:
                self.loop.call_soon(_send_all)
            _UNSENT.append(self)
        self._unsent.append(frame(data, text=text))
        return True

    def send_unsent(self) -> None:
        """Hand over to the system what has been written."""
        if self._unsent:
            data = b"".join(self._unsent)
            self._unsent.clear()
            if not self.transport.is_closing():
                self.transport.write(data)

    async def send(self, message: Any) -> None:
        """Send by the long way, after what has been written by the short one."""
        self.send_unsent()
        if message["type"] == "websocket.http.response.start":  # uvicorn does so elsewhere
            message["headers"] = [*self.default_headers, *message["headers"]]
        await super().send(message)
        if message["type"] == "websocket.accept":
            for spent in (self.request, self.response):  # or they stay as long as the connection
                spent.headers.clear()
        if message["type"] == "websocket.http.response.body":
            self.handshake_complete = True  # by a refusal, which uvicorn takes for none

    def shutdown(self) -> None:
        """Close, after what has been written."""
        self.send_unsent()
        super().shutdown()

    # Reading

    def data_received(self, data: bytes) -> None:
        """Read texts that come in one frame; leave the rest to uvicorn."""
        if not self.handshake_complete:
            self._plain = not self.handshake_initiated  # what comes too early stays in its hands
            super().data_received(data)
            return
        if not self._plain:
            self._read_in_parts(data)
            return
        if self._unread:
            data = self._unread + data
        start, end = 0, len(data)
        while end - start > 1:
            kind, size, head = data[start], data[start + 1] - _MASKED, 2
            if kind not in _WHOLE or not 0 <= size <= _SHORT:
                self._plain, self._unread = False, b""
                self._read_in_parts(data[start:])
                return
            if size == _SHORT:
                size, head = int.from_bytes(data[start + 2 : start + 4]), 4
            text = start + head + _MASK
            if text + size > end:
                break
            if kind == _TEXT:
                self._hear(unmask(data[text - _MASK : text], data[text : text + size]))
            else:
                super().data_received(data[start : text + size])
            if self.transport.is_closing():
                return
            start = text + size
        self._unread = data[start:]

    def _read_in_parts(self, data: bytes) -> None:
        for start in range(0, len(data), _PART):
            if self.transport.is_closing():
                return
            super().data_received(data[start : start + _PART])

    def _hear(self, text: bytes) -> None:
        if self.close_sent:
            self._bears()
            return
        if self._ear is not None and self.queue.empty() and self._ear(text):
            return
        self.queue.put_nowait({"type": "websocket.receive", "bytes": text})
        unread = self.queue.qsize()
        if unread > _TOO_MANY_UNREAD:
            self._let_go()
        elif unread > _MOST_UNREAD and not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()

    def send_receive_event_to_app(self) -> None:
        """Hear a message that came in pieces, or as bytes, as any other."""
        text = b"".join(self.frames)
        self.frames = []
        self._hear(text)

    # Frames that are no messages

    def handle_cont(self, event: Frame) -> None:
        """One more piece of a message."""
        if self._bears():
            super().handle_cont(event)

    def handle_ping(self) -> None:
        """Answer a ping."""
        if self._bears():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        """Note the answer to a ping."""
        if self._bears():
            super().handle_pong(event)

    def _bears(self) -> bool:
        """Whether one more is allowed; who goes on for too long is let go."""
        if self._extra is None:
            limits = Limits()
            self._extra = Allowance(limits.messages_burst, limits.messages_per_second)
        if self._extra.take():
            return True
        self._let_go()
        return False

    def _let_go(self) -> None:
        if not self.transport.is_closing():
            self.conn.fail(CloseCode.POLICY_VIOLATION, "too many frames")
            self.handle_parser_exception()


_UNSENT: list[QuickProtocol] = []
"""Who has something to send when all that happens now has happened.

Waking the other side costs more than sending: so everything goes out at once.
"""


def _send_all() -> None:
    waiting = _UNSENT.copy()
    _UNSENT.clear()
    for protocol in waiting:
        protocol.send_unsent()
