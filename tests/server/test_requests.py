"""Requests that are half, or without end; peers that take nothing of what is sent."""

import asyncio
import contextlib
import socket
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
import uvicorn
from websockets.asyncio.client import connect

from parlour.server import requests
from parlour.server.frames import QuickProtocol
from tests.server.serving import Serving


@pytest.mark.parametrize(
    ("begin", "again"), [(b"GET /api/about HTTP/1.1\r\n", b"X: y\r\n"), (b"GET /", b"a")]
)
def test_a_head_without_end_is_cut_off(server: Serving, begin: bytes, again: bytes) -> None:
    with socket.create_connection(("127.0.0.1", server.port), 60) as client:

        def send() -> None:
            client.sendall(begin)
            while True:
                client.sendall(again * 10_000)

        with pytest.raises(ConnectionError):
            send()


async def _app(scope: Any, receive: Any, send: Any) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.accept"})
        while (await receive())["type"] != "websocket.disconnect":
            pass
    else:
        await send({"type": "http.response.start", "status": 204, "headers": []})
        await send({"type": "http.response.body", "body": b""})


def _serving(work: Callable[[int], Awaitable[None]], app: Any = _app, **settings: float) -> None:
    async def run() -> None:
        with socket.socket() as listener:
            listener.bind(("127.0.0.1", 0))
            config = uvicorn.Config(
                app,
                http=requests.BoundedProtocol,
                ws=QuickProtocol,
                lifespan="off",
                log_config=None,
                **settings,  # type: ignore[arg-type]  # times, all
            )
            server = uvicorn.Server(config)
            serving = asyncio.create_task(server.serve([listener]))
            while not server.started:
                await asyncio.sleep(0.01)
            try:
                await work(listener.getsockname()[1])
            finally:
                server.should_exit = True
                await serving

    asyncio.run(run())


@pytest.mark.parametrize(
    "sent", [b"", b"GET / HTTP/1.1\r\nHo", b"GET / HTTP/1.1\r\nH: x\r\n\r\nGET"]
)
def test_half_a_request_is_not_waited_for_for_ever(
    sent: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(requests, "_SECONDS", 0.2)

    async def work(port: int) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(sent)
        with contextlib.suppress(ConnectionError):
            await asyncio.wait_for(reader.read(), 60)
        writer.close()

    _serving(work)


def test_a_websocket_is_not_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(requests, "_SECONDS", 0.5)

    async def work(port: int) -> None:
        async with connect(f"ws://127.0.0.1:{port}/") as client:
            await asyncio.sleep(0.8)
            await (await client.ping())

    _serving(work)


def test_a_peer_that_reads_nothing_is_not_waited_for_for_ever() -> None:
    async def work(port: int) -> None:
        gone = asyncio.Event()

        async def talk(_scope: Any, receive: Any, send: Any) -> None:
            await receive()
            await send({"type": "websocket.accept"})
            with contextlib.suppress(OSError):
                while True:
                    await send({"type": "websocket.send", "text": "x" * 1_000_000})
            gone.set()

        apps.append(talk)
        with contextlib.suppress(ConnectionError):
            _, writer = await asyncio.open_connection("127.0.0.1", port, limit=1)
            writer.write(
                b"GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
            )
            await asyncio.wait_for(gone.wait(), 60)
            writer.close()

    apps: list[Any] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await apps[0](scope, receive, send)

    _serving(work, app, ws_ping_interval=0.1, ws_ping_timeout=0.1)
