"""Very many clients in one process: what the server is measured with.

``python -m parlour.bench.crowd BASE TABLES SECONDS RATE PROCESS`` makes tables with four persons
each, lets them play at RATE moves a second a table (0: as fast as it goes) and prints what came of
it as JSON. PROCESS is the server's, whose processor time is taken.
"""

import asyncio
import base64
import contextlib
import json
import os
import random
import struct
import sys
import time
import urllib.request
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import msgspec

from parlour.games.merging import merge
from parlour.games.notation import in_full
from parlour.server.protocol import PROTOCOL

PERSONS = 4
_TIMING = {
    "turn_seconds": 600,
    "window_ms": 0,
    "beat_ms": 0,
    "motion_percent": 0,
    "between_seconds": 60,
    "bot_pace": "instant",
}


class _Event(msgspec.Struct):
    type: str
    seat: int = -1


class _Game(msgspec.Struct):
    turn: int | None = -1


class _Own(msgspec.Struct):
    legal: dict[str, Any] | None = None


class _Table(msgspec.Struct):
    phase: str = ""


class _You(msgspec.Struct):
    seat: int = -1


class _Message(msgspec.Struct):
    """The little of a message that a client without a screen needs."""

    type: str
    events: list[_Event] = []
    game: _Game | None = None
    own: _Own | None = None
    table: _Table | None = None
    you: _You | None = None
    text: str = ""


_TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100
_DECODE = msgspec.msgpack.Decoder(_Message).decode


class Meter:
    """What was measured."""

    def __init__(self) -> None:
        self.running = False
        self.moves = 0
        self.bytes = 0
        self.messages = 0
        self.delays: list[float] = []
        self.refused: list[str] = []


class _Match:
    """One table: when each move was sent, and how many have heard of it.

    Who is on turn next moves on before all have heard: so moves are known by their place.
    """

    def __init__(self, meter: Meter, rate: float, chance: random.Random) -> None:
        self.meter = meter
        self.interval = 1 / rate if rate else 0.0
        self.chance = chance
        self.moves = 0
        self.next_at = 0.0
        self._open: dict[int, tuple[float, int]] = {}

    def begins(self) -> None:
        """A move is sent."""
        self._open[self.moves] = time.perf_counter(), 0
        self.moves += 1

    def hears(self, move: int) -> None:
        """Somebody is told of a move."""
        sent, heard = self._open[move]
        self._open[move] = sent, heard + 1
        if heard + 1 == PERSONS:
            del self._open[move]
            if self.meter.running:
                self.meter.moves += 1
                self.meter.delays.append(time.perf_counter() - sent)


class _Client(asyncio.Protocol):
    """A seat: plays a random legal action when it is its turn."""

    def __init__(self, match: _Match, path: str, host: str, key: str) -> None:
        self._match = match
        self._path, self._host, self._key = path, host, key
        self._data = b""
        self._open = False
        self._id = 0
        self._seat = -1
        self._turn: int | None = -1
        self._legal: dict[str, list[str]] = {}
        self._phase = "lobby"
        self._asked = False
        self._heard = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = transport
        nonce = base64.b64encode(os.urandom(16)).decode()
        self._write_raw(
            f"GET {self._path} HTTP/1.1\r\nHost: {self._host}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {nonce}\r\n"
            "Sec-WebSocket-Version: 13\r\n\r\n".encode()
        )

    def _write_raw(self, data: bytes) -> None:
        self._transport.write(data)  # type: ignore[attr-defined]  # a transport that can write

    def _send(self, **message: Any) -> None:
        data = msgspec.json.encode(message)
        size = len(data)
        head = bytes((0x81, 0x80 + size)) if size < 126 else struct.pack("!BBH", 0x81, 0xFE, size)
        self._write_raw(head + b"\0\0\0\0" + data)

    def data_received(self, data: bytes) -> None:
        self._data += data
        if not self._open:
            head, end, rest = self._data.partition(b"\r\n\r\n")
            if not end:
                return
            if b" 101 " not in head[:20]:
                raise ConnectionError(head.decode())
            self._open, self._data = True, rest
            self._send(type="hello", version=PROTOCOL, key=self._key, packed=True)
        while len(self._data) >= 2:
            size, start = self._data[1] & 127, 2
            if size == 126:
                size, start = int.from_bytes(self._data[2:4]), 4
            elif size == 127:
                size, start = int.from_bytes(self._data[2:10]), 10
            if len(self._data) < start + size:
                return
            kind = self._data[0] & 15
            body, self._data = self._data[start : start + size], self._data[start + size :]
            if kind == 2:
                self._hear(body)
            elif kind == 9:
                self._write_raw(b"\x8a\x80\0\0\0\0")

    def _hear(self, body: bytes) -> None:
        message = _DECODE(body)
        meter = self._match.meter
        if message.type == "refused":
            meter.refused.append(message.text)
        if message.type not in ("update", "welcome"):
            return
        if meter.running:
            meter.bytes += len(body)
            meter.messages += 1
        if message.you is not None and message.you.seat >= 0:
            self._seat = message.you.seat
        if message.game is not None and message.game.turn != -1:
            self._turn = message.game.turn
        if message.own is not None and message.own.legal is not None:
            self._legal = merge(self._legal, message.own.legal)
        if message.table is not None and message.table.phase:
            self._phase, self._asked = message.table.phase, False
        for event in message.events:
            if event.type == "act":
                self._asked = False
                self._match.hears(self._heard)
                self._heard += 1
        self._go_on()

    def _go_on(self) -> None:
        if self._asked:
            return
        if self._phase in ("lobby", "between"):
            self._asked = True
            self._do(type="ready")
        elif self._phase == "playing" and self._turn == self._seat and self._legal:
            self._asked = True
            match = self._match
            wait = match.next_at - time.perf_counter()
            if match.interval and wait > 0:
                asyncio.get_running_loop().call_later(wait, self._act)
            else:
                self._act()

    def _act(self) -> None:
        match = self._match
        match.next_at = max(time.perf_counter(), match.next_at + match.interval)
        match.begins()
        self._do(type="act", action=match.chance.choice(in_full(self._legal)))

    def _do(self, **message: Any) -> None:
        self._id += 1
        self._send(id=self._id, **message)


def _same(client: _Client) -> _Client:
    return client


def _post(address: str, body: dict[str, Any]) -> dict[str, Any]:
    request = urllib.request.Request(  # noqa: S310  # our own server
        address, json.dumps(body).encode(), {"Content-Type": "application/json"}
    )
    with urllib.request.urlopen(request) as answer:  # noqa: S310  # our own server
        found: dict[str, Any] = json.load(answer)
        return found


def make_tables(base: str, tables: int) -> list[tuple[str, list[str]]]:
    """Tables with all seats taken by persons: code and keys."""
    made = []
    body = {
        "game": "pip-pip",
        "players": PERSONS,
        "name": "Person 0",
        "timing": _TIMING,
        "options": {"match_length": "999 hands"},
    }
    for _ in range(tables):
        seated = _post(f"{base}/api/tables", body)
        keys = [seated["key"]]
        for number in range(1, PERSONS):
            joined = _post(f"{base}/api/tables/{seated['code']}/join", {"name": f"P {number}"})
            keys.append(joined["key"])
        made.append((seated["code"], keys))
    return made


def processes(server: int) -> list[int]:
    """A server's process and those that it has begun."""
    found = [server]
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):  # one that has just ended
            if int(stat.read_text().rpartition(")")[2].split()[1]) == server:
                found.append(int(stat.parent.name))
    return found


def cpu_seconds(processes: list[int]) -> float:
    """Processor time that processes have used so far."""
    ticks = 0
    for process in processes:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / _TICKS


def resident_bytes(process: int) -> int:
    """Memory that a process occupies."""
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


async def play(
    base: str, made: list[tuple[str, list[str]]], seconds: float, rate: float, server: int
) -> dict[str, Any]:
    """Let everybody play; measure after a while of warming up."""
    loop = asyncio.get_running_loop()
    matches = []
    parts = urlsplit(base)
    host, port = parts.hostname or "", parts.port or 80
    meter, chance = Meter(), random.Random(1)
    bytes_before = resident_bytes(server)
    for code, keys in made:
        match = _Match(meter, rate, chance)
        matches.append(match)
        match.next_at = time.perf_counter() + (chance.random() / rate if rate else 0)
        for key in keys:
            path = f"/api/tables/{code}/play"
            client = _Client(match, path, parts.netloc, key)
            await loop.create_connection(partial(_same, client), host, port)
    while not all(match.moves for match in matches):
        await asyncio.sleep(0.1)
    await asyncio.sleep(max(2.0, seconds / 5))
    meter.running = True
    servers = processes(server)
    before, began = (time.process_time(), cpu_seconds(servers)), time.perf_counter()
    await asyncio.sleep(seconds)
    meter.running = False
    took = time.perf_counter() - began
    spent, served = time.process_time() - before[0], cpu_seconds(servers) - before[1]
    delays = sorted(meter.delays)
    grown = resident_bytes(server) - bytes_before
    return {
        "tables": len(made),
        "moves": meter.moves,
        "moves_per_second": meter.moves / took,
        "median_ms": 1000 * delays[len(delays) // 2] if delays else None,
        "p99_ms": 1000 * delays[int(len(delays) * 0.99)] if delays else None,
        "bytes_per_message": meter.bytes / max(1, meter.messages),
        "client_cpu_us_per_move": 1e6 * spent / max(1, meter.moves),
        "server_cpu_us_per_move": 1e6 * served / max(1, meter.moves),
        "server_bytes_per_connection": grown / (PERSONS * len(made)),
        "refused": meter.refused[:3],
    }


def main(arguments: list[str]) -> None:
    """The command."""
    import uvloop  # noqa: PLC0415  # not on every system that Parlour runs on

    base, tables, seconds, rate, server = arguments
    made = make_tables(base, int(tables))
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        figures = runner.run(play(base, made, float(seconds), float(rate), int(server)))
    sys.stdout.write(json.dumps(figures) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
