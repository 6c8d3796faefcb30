"""A small client of the protocol, as others would write one."""

import json
import os
import urllib.error
import urllib.request
from contextlib import ExitStack, suppress
from typing import Any, Self

from msgspec.msgpack import decode
from websockets.sync.client import ClientConnection, connect

from parlour.server.protocol import PROTOCOL

Plain = dict[str, Any]
OPEN: "list[Client]" = []
"""The clients of the present test, so that it need not close them."""


def request(base: str, method: str, path: str, body: Any = None, key: str = "") -> tuple[int, Any]:
    """An HTTP request: the status and the JSON of the answer."""
    data = None if body is None else json.dumps(body).encode()
    headers = {"Content-Type": "application/json"} if data else {}
    if key:
        headers["Authorization"] = f"Bearer {key}"
    query = urllib.request.Request(base + path, data, headers, method=method)  # noqa: S310
    try:
        with urllib.request.urlopen(query, timeout=60) as answer:  # noqa: S310
            text = answer.read()
            return answer.status, json.loads(text) if text else None
    except urllib.error.HTTPError as error:
        return error.code, json.loads(error.read())


def merge(old: Any, patch: Any) -> Any:
    """A JSON merge patch, RFC 7396, that changes lists by places."""
    if not isinstance(patch, dict):
        return patch
    if isinstance(old, list):
        places = {int(place): value for place, value in patch.items()}
        assert set(range(len(old), max(places) + 1)) <= places.keys(), "nothing is left out"
        size = max(len(old), *(place + 1 for place in places))
        elements = old + [None] * (size - len(old))
        return [
            merge(element, places[k]) if k in places else element
            for k, element in enumerate(elements)
        ]
    merged = dict(old) if isinstance(old, dict) else {}
    for key, value in patch.items():
        if value is None:
            merged.pop(key, None)
        else:
            merged[key] = merge(merged.get(key), value)
    return merged


class Client:
    """A connection to a table and what it has been told."""

    def __init__(
        self, base: str, code: str, key: str = "", last: int = 0, *, packed: bool = True
    ) -> None:
        self.base, self.code, self.key = base, code, key
        self.state: Plain = {}
        self.number = 0
        self._last_id = 0
        self.received: list[str | bytes] = []
        self.messages: list[Plain] = []
        self.events: list[Plain] = []
        address = base.replace("http", "ws", 1) + f"/api/tables/{code}/play"
        self._stack = ExitStack()
        self._connection: ClientConnection = self._stack.enter_context(
            connect(address, max_size=None)
        )
        OPEN.append(self)
        self.send(type="hello", version=PROTOCOL, key=key, last=last, packed=packed)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the connection, if it is not closed."""
        self._stack.close()

    def send(self, **message: Any) -> None:
        self._connection.send(json.dumps(message))

    def send_raw(self, data: str | bytes) -> None:
        self._connection.send(data)

    def do(self, **message: Any) -> int:
        """Send a message with a fresh id."""
        self._last_id = max(self._last_id, int(self.state["you"]["last_id"])) + 1
        self.send(id=self._last_id, **message)
        return self._last_id

    def receive(self, timeout: float = 60) -> Plain:
        """The next message, applied to `state`."""
        data = self._connection.recv(timeout)
        self.received.append(data)
        message: Plain = json.loads(data) if isinstance(data, str) else decode(data)
        self.messages.append(message)
        kind = message["type"]
        if kind == "welcome":
            self.state = {k: message[k] for k in ("table", "game", "own", "you") if k in message}
            self.number = message["number"]
        elif kind == "update":
            assert message["number"] == self.number + len(message["events"])
            self.number = message["number"]
            self.events += message["events"]
            patch = {k: message[k] for k in ("table", "game", "own", "you") if k in message}
            self.state = merge(self.state, patch)
            if "done" in message:
                self.state["you"]["last_id"] = message["done"]
        return message

    def until(self, kind: str, timeout: float = 60) -> Plain:
        """The next message of a kind; a refusal is not passed over."""
        while (message := self.receive(timeout))["type"] != kind:
            assert message["type"] != "refused", message
        return message

    def until_quiet(self, seconds: float = 0.3) -> int:
        """Receive what comes until nothing does; the number then."""
        with suppress(TimeoutError):
            while True:
                self.receive(seconds)
        return self.number

    @property
    def table(self) -> Plain:
        table: Plain = self.state["table"]
        return table

    @property
    def game(self) -> Plain:
        game: Plain = self.state["game"]
        return game

    @property
    def own(self) -> Plain:
        own: Plain = self.state["own"]
        return own

    @property
    def legal(self) -> list[str]:
        """The names of the actions that this seat may do now."""
        return [f"{word} {end}".strip() for word, ends in self.own["legal"].items() for end in ends]

    @property
    def trick(self) -> Plain:
        """The trick on the table."""
        tricks: Plain = self.game["last_tricks"]
        latest: Plain = tricks[max(tricks, key=int)]
        return latest

    @property
    def seat(self) -> int:
        return int(self.state["you"]["seat"])

    def ready(self) -> None:
        self.do(type="ready", nonce=os.urandom(32).hex())

    def play_match(self) -> None:
        """Play to the end of the match: call when possible, else the first legal action."""
        asked = 0
        while self.table["phase"] != "over":
            phase = self.table["phase"]
            mine = phase in ("lobby", "between") and not self.table["seats"][self.seat].get("ready")
            turn = phase == "playing" and self.game.get("turn") == self.seat
            answered = self.state["you"]["last_id"] >= asked
            if answered and (mine or (turn and not self.state["you"].get("held"))):
                if mine:
                    self.ready()
                else:
                    legal = self.legal
                    calls = [action for action in legal if action.startswith("call")]
                    self.do(type="act", action=(calls or legal)[0])
                asked = self._last_id
            message = self.receive()
            assert message["type"] in ("update", "presence", "welcome"), message
