"""Requests that are half, or without end; peers that take nothing of what is sent."""

import asyncio
import contextlib
import json
import socket
from collections.abc import Awaitable, Callable
from functools import partial
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
            waiting = requests.Waiting(2, {"127.0.0.2"}.__contains__)
            config = uvicorn.Config(
                app,
                http=partial(requests.BoundedProtocol, waiting),  # type: ignore[arg-type]  # is only called
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


HALF = b"GET / HTTP/1.1\r\nHost: x\r\n"


async def _told(port: int, *sent: bytes, address: str = "127.0.0.1") -> bytes:
    """All that somebody is told who sends these one after the other, then nothing more."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))
    told = b""
    with contextlib.suppress(ConnectionError, TimeoutError):
        for one in sent:
            writer.write(one)
            told += await asyncio.wait_for(reader.read(1000), 60)
    writer.close()
    return told


async def _told_at_last(port: int, what: bytes) -> bytes:
    """What somebody is told who asks again until it is this: others are still coming or going."""
    async with asyncio.timeout(60):
        while what not in (told := await _told(port, HALF + b"\r\n")):
            pass
    return told


def test_one_address_has_so_many_half_requests_at_once() -> None:
    async def work(port: int) -> None:
        waiting = [await asyncio.open_connection("127.0.0.1", port) for _ in range(2)]
        for _, writer in waiting:
            writer.write(HALF)
        refused = await _told_at_last(port, b" 429 ")
        head, body = refused.split(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 429 ")
        assert b"retry-after" in head
        assert json.loads(body)["code"] == "too_many_connections"
        assert b"204" in await _told(port, HALF + b"\r\n", address="127.0.0.3")
        for reader, writer in waiting:
            writer.write(b"\r\n")
            assert b"204" in await reader.read(1000)
        assert b"204" in await _told(port, HALF + b"\r\n"), "those have asked, and may stay"
        others = [await asyncio.open_connection("127.0.0.1", port) for _ in range(2)]
        await _told_at_last(port, b" 429 ")
        kept = waiting[0]
        kept[1].write(HALF)
        assert b" 429 " in await kept[0].read(1000), "nor after a whole one"
        for _, writer in others:
            writer.close()
            await writer.wait_closed()
        await _told_at_last(port, b" 204 ")
        for _, writer in waiting:
            writer.close()

    _serving(work, timeout_keep_alive=60)


def test_a_proxy_that_is_believed_has_as_many_half_requests_as_it_needs() -> None:
    async def work(port: int) -> None:
        there = ("127.0.0.2", 0)
        waiting = [
            await asyncio.open_connection("127.0.0.1", port, local_addr=there) for _ in range(5)
        ]
        for reader, writer in waiting:
            writer.write(HALF + b"\r\n")
            assert b"204" in await reader.read(1000)
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
