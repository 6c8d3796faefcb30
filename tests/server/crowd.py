"""Many clients at many tables in one thread, which come back by themselves when the server dies."""

import asyncio
import json
import os
import random
import sqlite3
from pathlib import Path
from typing import Any

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from parlour.games.notation import in_full
from parlour.server.protocol import PROTOCOL
from tests.server.client import merge
from tests.server.serving import Serving

Plain = dict[str, Any]


class Player:
    """Plays match after match at one seat, whatever happens to the server.

    `seen` is every event it was told of, by number; `sent` what it sent, by id.
    """

    def __init__(self, base: str, code: str, key: str, chance: random.Random) -> None:
        self.base, self.code, self.key = base, code, key
        self.seen: dict[int, Plain] = {}
        self.sent: dict[int, Plain] = {}
        self.moves = 0
        self.resumed = 0
        self.refusals: list[Plain] = []
        self._chance = chance
        self._state: Plain = {}
        self._number = 0
        self._id = 0
        self._waiting: Plain | None = None

    async def play(self) -> None:
        """Play for ever."""
        address = self.base.replace("http", "ws", 1) + f"/api/tables/{self.code}/play"
        while True:
            try:
                async with connect(address, max_size=None) as connection:
                    await self._talk(connection)
            except (OSError, WebSocketException, TimeoutError):
                await asyncio.sleep(0.05)

    async def _talk(self, connection: Any) -> None:
        hello = {"type": "hello", "version": PROTOCOL, "key": self.key, "last": self._number}
        await connection.send(json.dumps(hello))
        while True:
            message = json.loads(await connection.recv())
            self._hear(message)
            if message["type"] in ("welcome", "resumed"):
                self.resumed += 1
                if self._waiting is not None and self._waiting["id"] > self._last_id():
                    await connection.send(json.dumps(self._waiting))
                    continue
                self._waiting = None
            if self._state and self._waiting is None and (act := self._next()):
                self._id = max(self._id, self._last_id()) + 1
                self._waiting = act | {"id": self._id}
                self.sent[self._id] = self._waiting
                await connection.send(json.dumps(self._waiting))

    def _last_id(self) -> int:
        return int(self._state["you"]["last_id"])

    def _hear(self, message: Plain) -> None:
        kind = message["type"]
        if kind == "welcome":
            assert message["number"] >= self._number, "an event that was told has been lost"
            self._state = {k: message[k] for k in ("table", "game", "own", "you") if k in message}
            self._number = message["number"]
        elif kind == "update":
            first = message["number"] - len(message["events"]) + 1
            assert first == self._number + 1, "an event is missing or came twice"
            for number, event in enumerate(message["events"], first):
                self.seen[number] = event
            self._number = message["number"]
            patch = {k: message[k] for k in ("table", "game", "own", "you") if k in message}
            self._state = merge(self._state, patch)
            if "done" in message:
                self._state["you"]["last_id"] = message["done"]
        elif kind == "refused":
            self.refusals.append(message)
            self._waiting = None
        if self._waiting is not None and self._last_id() >= self._waiting["id"]:
            self.moves += self._waiting["type"] == "act"
            self._waiting = None

    def _next(self) -> Plain | None:
        table, seat = self._state["table"], self._state["you"]["seat"]
        if table["phase"] == "over":
            return {"type": "rematch"} if table["host"] == seat else None
        if table["phase"] in ("lobby", "between"):
            if table["seats"][seat].get("ready"):
                return None
            return {"type": "ready", "nonce": os.urandom(32).hex()}
        if table["phase"] == "playing" and self._state["game"].get("turn") == seat:
            return {
                "type": "act",
                "action": self._chance.choice(in_full(self._state["own"]["legal"])),
            }
        return None


def crowd(server: Serving, tables: int, persons: int, seed: int) -> list[Player]:
    """Players at new tables, not yet connected."""
    chance = random.Random(seed)
    players = []
    for _ in range(tables):
        clients = server.table(4, persons)
        for client in clients:
            client.close()
            players.append(Player(server.base, client.code, client.key, chance))
    return players


def logs(data: Path) -> dict[str, list[Any]]:
    """Every table's log as it is on the disk, by code; checks that it has no gap."""
    with sqlite3.connect(data) as database:
        codes = dict(database.execute("select id, code from tables").fetchall())
        found: dict[str, list[Any]] = {code: [] for code in codes.values()}
        rows = database.execute("select table_id, number, body from events order by 1, 2")
        for table_id, number, body in rows:
            log = found[codes[table_id]]
            assert number == len(log) + 1, "the log has a gap"
            log.append(json.loads(body))
    database.close()
    return found


def check(players: list[Player], data: Path) -> int:
    """Everything that players were told is in the logs, once; returns the number of moves."""
    found = logs(data)
    for player in players:
        log = found[player.code]
        for number, event in player.seen.items():
            stored = log[number - 1][1]
            assert stored["type"] == _STORED.get(event["type"], stored["type"])
            if event["type"] == "act":
                assert (stored["seat"], stored["action"]) == (event["seat"], event["action"])
        ids = [(row[2], row[3]) for row in log if len(row) > 3 and row[3]]
        assert len(ids) == len(set(ids)), "a message has had its effect twice"
    return sum(player.moves for player in players)


_STORED = {"act": "act", "chance": "chance", "hand_began": "hand_began", "hand_ended": "hand_ended"}
