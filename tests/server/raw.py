"""A WebSocket as bytes, for clients that do what no library does."""

import base64
import json
import os
import socket
from typing import Self

from parlour.server.protocol import PROTOCOL
from tests.server.serving import Serving

MASK = b"\x01\x02\x03\x04"
TEXT, BYTES, PIECE, CLOSE, PING, PONG = 0x81, 0x82, 0x00, 0x88, 0x89, 0x8A


def frame(kind: int, payload: bytes = b"", mask: bytes = MASK) -> bytes:
    """A client's frame; *kind* is its first byte."""
    size = len(payload)
    if size < 126:
        head = bytes((kind, 0x80 | size))
    elif size < 65536:
        head = bytes((kind, 0x80 | 126)) + size.to_bytes(2)
    else:
        head = bytes((kind, 0x80 | 127)) + size.to_bytes(8)
    return head + mask + bytes(byte ^ mask[k % 4] for k, byte in enumerate(payload))


def text(**message: object) -> bytes:
    """A message of the protocol as a frame."""
    return frame(TEXT, json.dumps(message).encode())


class RawClient:
    """A connection to a table that says what it is told to, byte by byte."""

    def __init__(self, server: Serving, code: str, *, hello: bool = True) -> None:
        self.socket = socket.create_connection(("127.0.0.1", server.port), 60)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._heard = b""
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall(
            f"GET /api/tables/{code}/play HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n"
            f"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: {key}\r\n"
            "Sec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        while b"\r\n\r\n" not in self._heard:
            self._need(len(self._heard) + 1)
        self._heard = self._heard.split(b"\r\n\r\n", 1)[1]
        if hello:
            self.send(text(type="hello", version=PROTOCOL))
            self.receive()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.socket.close()

    def _need(self, count: int) -> None:
        while len(self._heard) < count:
            data = self.socket.recv(65536)
            if not data:
                raise EOFError
            self._heard += data

    def send(self, data: bytes) -> None:
        self.socket.sendall(data)

    def receive(self) -> tuple[int, bytes]:
        """The first byte and the payload of the next frame; raises `EOFError` at the end."""
        self._need(2)
        size, head = self._heard[1], 2
        if size == 126:
            self._need(4)
            size, head = int.from_bytes(self._heard[2:4]), 4
        self._need(head + size)
        kind, payload = self._heard[0], self._heard[head : head + size]
        self._heard = self._heard[head + size :]
        return kind, payload

    def receive_type(self) -> str:
        """The type of the next message."""
        kind, payload = self.receive()
        assert kind == TEXT, payload
        return str(json.loads(payload)["type"])

    def until_closed(self) -> tuple[int, bytes]:
        """The last frame before the connection ends; raises `OSError` if it is cut off."""
        last = (0, b"")
        try:
            while True:
                last = self.receive()
        except EOFError:
            return last
