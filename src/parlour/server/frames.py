"""A short way out for WebSocket messages: uvicorn's protocol, writing text frames itself.

A move is told to everybody at a table; through ASGI each of those messages would cost several times
what the write does. All else, the handshake, what comes in, closing, stays uvicorn's.
"""

from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

WRITE = "parlour.write"
"""The key in a connection's scope of a function that writes a text message at once.

It returns False, and writes nothing, when the connection is not open or does not keep up: then the
message has to go the long way.
"""

_TEXT = 0x81
_SHORT = 126
_MEDIUM = 2**16


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


class QuickProtocol(WebSocketsSansIOProtocol):
    """uvicorn's protocol with a short way out."""

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
        self.transport.write(frame(text))
        return True
