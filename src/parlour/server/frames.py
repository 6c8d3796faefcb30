"""A short way for WebSocket messages: uvicorn's protocol, reading and writing plain frames itself.

A move is told to everybody at a table; through ASGI each of those messages would cost several times
what the write does. What comes in is nearly always one whole text frame. All else, the handshake,
pings, messages in pieces, closing, stays uvicorn's.
"""

from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

WRITE = "parlour.write"
"""The key in a connection's scope of a function that writes a text message at once.

It returns False, and writes nothing, when the connection is not open or does not keep up: then the
message has to go the long way.
"""

_TEXT = 0x81
_WHOLE = {_TEXT, 0x88, 0x89, 0x8A}
"""How a frame begins that is a message by itself: a text, a close, a ping, a pong."""
_SHORT = 126
_MEDIUM = 2**16
_MASKED = 0x80
_MASK = 4
_MOST_UNREAD = 32
"""So many messages may wait for the application before nothing more is read."""


def frame(text: bytes) -> bytes:
    r"""A message of text as one WebSocket frame, unmasked as a server's are (RFC 6455, 5.2).

    >>> frame(b"Hi")
    b'\x81\x02Hi'
    """
    size = len(text)
    if size < _SHORT:
        return bytes((_TEXT, size)) + text
    if size < _MEDIUM:
        return bytes((_TEXT, _SHORT)) + size.to_bytes(2) + text
    return bytes((_TEXT, _SHORT + 1)) + size.to_bytes(8) + text


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
        self._plain = True
        """Whether everything so far has come in whole frames."""

    async def run_asgi(self) -> None:
        """Run the application, which finds the short way in its scope."""
        scope: dict[str, Any] = self.scope  # type: ignore[assignment]  # a key of our own
        scope[WRITE] = self._write
        await super().run_asgi()

    def _write(self, text: bytes) -> bool:
        if not self.handshake_complete or self.close_sent or self.disconnected:
            return False
        if not self.writable.is_set() or self.transport.is_closing():
            return False
        if not self._unsent:
            if not _UNSENT:
                self.loop.call_soon(_send_all)
            _UNSENT.append(self)
        self._unsent.append(frame(text))
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
        await super().send(message)

    def shutdown(self) -> None:
        """Close, after what has been written."""
        self.send_unsent()
        super().shutdown()

    def data_received(self, data: bytes) -> None:
        """Read texts that come in one frame; leave the rest to uvicorn."""
        if not (self._plain and self.handshake_complete):
            super().data_received(data)
            return
        if self._unread:
            data = self._unread + data
        start, end = 0, len(data)
        while end - start > 1:
            kind, size, head = data[start], data[start + 1] - _MASKED, 2
            if kind not in _WHOLE or not 0 <= size <= _SHORT:
                self._plain, self._unread = False, b""
                super().data_received(data[start:])
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
            start = text + size
        self._unread = data[start:]

    def _hear(self, text: bytes) -> None:
        if self.close_sent:
            return
        self.queue.put_nowait({"type": "websocket.receive", "bytes": text})
        if self.queue.qsize() > _MOST_UNREAD and not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()


_UNSENT: list[QuickProtocol] = []
"""Who has something to send when all that happens now has happened.

Waking the other side costs more than sending: so everything goes out at once.
"""


def _send_all() -> None:
    for protocol in _UNSENT:
        protocol.send_unsent()
    _UNSENT.clear()
