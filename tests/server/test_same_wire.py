"""On the wire, too: what a seat does not know changes nothing that it, or who watches, receives.

The same is said to a server that deals as given, and to it when it deals otherwise where one seat
cannot tell. Only what is random for everybody, or tells the time, is left out of the comparison.
"""

import json
import random
import re
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.msgpack import decode

from parlour.cards import card_names, packs
from parlour.table import commands
from parlour.table.state import Table
from tests.server import serving
from tests.server.client import Client, request
from tests.server.serving import INSTANT, Serving
from tests.server.worlds import Deals, Input, do, seen, set_up
from tests.table.playing import INSTANT as NO_WAITS
from tests.table.playing import START

NAMES = ("Anna", "Boris", "Clara")
OPTIONS = {"pip-pip": {"seats_by_draw": True, "auction": True}, "savannah": {}}
DRAWN = {"pip-pip": ["card 5d", "card Ah", "card 2c"], "savannah": []}
ROLLS = [f"roll {a} {b}" for a, b in zip("6135241634", "5121264352", strict=True)] * 5
SEAT = 1
MOVES = {"pip-pip": 24, "savannah": 24}
_RANDOM = re.compile(
    r'"(now|code|id|commitment|secret|key|created|time)": ?("[^"]*"|\d+)|(?<=127\.0\.0\.1:)\d+'
)

Action = tuple[int, str]
Heard = dict[str, list[Any]]


def masked(text: str) -> str:
    """Without what is random for everybody, or tells the time."""
    return _RANDOM.sub(lambda found: found[1] or "*", text)


def plain(data: str | bytes) -> str:
    return data if isinstance(data, str) else json.dumps(decode(data), separators=(",", ":"))


# Two deals


def chances(game: str, order: list[int]) -> list[str]:
    """All chance of a hand in its order, as the server is given it."""
    return [*DRAWN[game], "order " + card_names(order), *(ROLLS if game == "savannah" else [])]


def given(lines: list[str]) -> Deals:
    return {(1, k): line for k, line in enumerate(lines)}


class Rehearsal:
    """The table as the server will have it, without the server."""

    def __init__(self, game: str, lines: list[str]) -> None:
        start = set_up(game, len(NAMES), options=OPTIONS[game], timing=NO_WAITS)
        self.table: Table = start.table
        self.views: list[list[Any]] = []
        self._deals = given(lines)
        for name in NAMES:
            self._do(-1, commands.join, name, name)
        for seat in range(len(NAMES)):
            self._do(seat, commands.ready, seat, nonce_of(seat))

    def _do(self, seat: int, work: Any, *arguments: Any) -> None:
        asked = Input(START, seat, 0, lambda change: work(change, *arguments))
        done = do(self.table, asked, self._deals)
        assert done.error is None, done.error
        self._before, self._done = self.table, done
        self.table = done.table

    def act(self, seat: int, action: str) -> None:
        self._do(seat, commands.act, seat, action)

    def seen(self, seat: int) -> list[Any]:
        """What a seat sees of what has just happened."""
        return seen(self._before, self._done, seat)


def nonce_of(seat: int) -> str:
    return f"{seat + 1:064x}"


def rehearsed(game: str, lines: list[str], moves: int) -> list[Action]:
    """Actions at random."""
    chance = random.Random(4)
    rehearsal = Rehearsal(game, lines)
    actions = []
    for _ in range(moves):
        turn, match = rehearsal.table.turn, rehearsal.table.game
        assert turn is not None
        assert match is not None
        names = match.legal_names(turn)
        if chance.random() < 0.7:
            names = [name for name in names if not name.startswith("discard")] or names
        actions.append((turn, chance.choice(names)))
        rehearsal.act(*actions[-1])
    return actions


def views(game: str, lines: list[str], actions: list[Action], seat: int) -> Iterator[list[Any]]:
    rehearsal = Rehearsal(game, lines)
    yield rehearsal.seen(seat)
    for action in actions:
        rehearsal.act(*action)
        yield rehearsal.seen(seat)


def dealt_otherwise(
    game: str, order: list[int], actions: list[Action], seat: int, changes: int
) -> list[int]:
    """Another order that looks the same to a seat, all the time."""
    chance = random.Random(5)
    reality = list(views(game, chances(game, order), actions, seat))
    for _ in range(2000):
        a, b = chance.randrange(len(order)), chance.randrange(len(order))
        attempt = list(order)
        attempt[a], attempt[b] = attempt[b], attempt[a]
        if attempt == order:
            continue
        try:
            others = views(game, chances(game, attempt), actions, seat)
            same = all(real == other for real, other in zip(reality, others, strict=True))
        except AssertionError:  # somebody could not do what he has done
            continue
        if same:
            order, changes = attempt, changes - 1
            if not changes:
                return order
    raise AssertionError("too few deals look the same")


# On the wire


def asked(server: Serving, path: str, code: str) -> tuple[int, list[tuple[str, str]], str]:
    """The answer to a GET: status, headers, body."""
    try:
        with urllib.request.urlopen(server.base + path) as answer:  # noqa: S310
            status, headers, text = answer.status, answer.headers, answer.read().decode()
    except urllib.error.HTTPError as error:
        status, headers, text = error.code, error.headers, error.read().decode()
    kept = [(name, value) for name, value in headers.items() if name.lower() != "date"]
    return status, kept, masked(text.replace(code, "CODE"))


def everybody(clients: list[Client], number: int) -> None:
    """Wait until all have been told of everything."""
    for client in clients:
        while client.number < number:
            client.receive()


def wrongly(client: Client) -> None:
    """What is refused, and why."""
    legal = client.legal if client.own.get("legal") else []
    actions = ["play 2c", "play Qh unused", "call h", "pile>1", "discard 7", "nonsense"]
    answers = 1
    client.send_raw("{")
    for action in (action for action in actions if action not in legal):
        client.do(type="act", action=action)
        client.send(type="why", action=action)
        answers += 2
    while answers:
        answers -= client.receive()["type"] in ("refused", "reason")


def away(actions: list[Action], seat: int) -> int:
    """When the seat can be away for two actions of others."""
    return next(k for k in range(4, len(actions)) if seat not in (actions[k][0], actions[k + 1][0]))


class Evening:
    """Three persons and a spectator at a table of a server."""

    def __init__(self, server: Serving, game: str) -> None:
        self.server = server
        body = {"game": game, "players": len(NAMES), "name": NAMES[0], "public": True}
        status, host = server.post(
            "/api/tables", body | {"options": OPTIONS[game], "timing": INSTANT}
        )
        assert status == 201, host
        self.code: str = host["code"]
        self.keys: list[str] = [host["key"]]
        for name in NAMES[1:]:
            status, joined = server.post(f"/api/tables/{self.code}/join", {"name": name})
            assert status == 201, joined
            self.keys.append(joined["key"])
        persons = [self._connect(key, packed=False) for key in self.keys]
        self.watcher = self._connect("")
        for k, person in enumerate(persons):
            before = person.number
            person.do(type="ready", nonce=nonce_of(k))
            while person.number == before:
                person.receive()
            everybody([*persons, self.watcher], person.number)
        self.by_seat = {person.seat: person for person in persons}

    def _connect(self, key: str, *, packed: bool = True) -> Client:
        client = Client(self.server.base, self.code, key, packed=packed)
        client.until("welcome")
        return client

    def act(self, seat: int, action: str) -> None:
        client = self.by_seat[seat]
        before = client.number
        client.do(type="act", action=action)
        while client.number == before:
            assert client.receive()["type"] != "refused"
        everybody([*self.by_seat.values(), self.watcher], client.number)

    def presence(self) -> None:
        while self.watcher.receive()["type"] != "presence":
            pass

    def http(self) -> list[Any]:
        paths = ("", f"/{self.code}", f"/{self.code}/record", "/NONE22", f"/{self.code}/play")
        return [asked(self.server, f"/api/tables{path}", self.code) for path in paths]


def played(server: Serving, game: str, lines: list[str], actions: list[Action], seat: int) -> Heard:
    """All that the seat and a spectator receive, all that HTTP tells, and the server's log."""
    server.chance.write_text("\n".join(lines))
    server.start()
    evening = Evening(server, game)
    mine = evening.by_seat[seat]
    streams = [mine, evening.watcher]
    leaves = away(actions, seat)
    http: list[Any] = []
    for number, action in enumerate(actions):
        if number == leaves:
            evening.by_seat.pop(seat).close()
            evening.presence()
        if number == leaves + 2:
            again = Client(server.base, evening.code, mine.key, mine.number, packed=False)
            again.number, again.state = mine.number, mine.state
            mine = evening.by_seat[seat] = again
            streams.append(mine)
            assert mine.receive()["type"] == "resumed"
            everybody([mine], evening.watcher.number)
            evening.presence()
        if number in (1, leaves + 2, len(actions) - 1):
            wrongly(mine)
            http += evening.http()
        evening.act(*action)
    late = Client(server.base, evening.code)
    late.until("welcome")
    streams.append(late)
    code, key = evening.code, evening.keys[0]
    assert request(server.base, "DELETE", f"/api/tables/{code}", key=key)[0] == 204
    for client in (mine, evening.watcher):
        client.until("bye")
    server.stop()
    log = [
        masked(line.replace(code, "CODE"))
        for line in server.log.read_text().splitlines()
        if "/api/about" not in line  # which we ask until it is ready
    ]
    heard = [(len(data), masked(plain(data))) for client in streams for data in client.received]
    return {"heard": heard, "http": http, "log": sorted(log)}


@pytest.mark.parametrize("game", OPTIONS)
def test_a_server_sends_the_same_whatever_the_seat_does_not_know(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    verbose = serving._START.replace("testing=True", "testing=True, verbose=True")
    monkeypatch.setattr(serving, "_START", verbose)
    order = packs(2)
    random.Random(3).shuffle(order)
    actions = rehearsed(game, chances(game, order), MOVES[game])
    other = dealt_otherwise(game, order, actions, SEAT, changes=8)
    worlds = []
    for number, deal in enumerate((order, other)):
        folder = tmp_path / str(number)
        folder.mkdir()
        server = Serving(folder)
        try:
            worlds.append(played(server, game, chances(game, deal), actions, SEAT))
        finally:
            server.stop()
    one, same = worlds
    for part in one:
        for line, again in zip(one[part], same[part], strict=True):
            assert line == again, part
    assert len(one["log"]) > 2, "it is verbose"
    kinds = Counter(
        re.findall(r'^."type": ?"(\w+)"', "\n".join(text for _, text in one["heard"]), re.MULTILINE)
    )
    assert kinds["update"] > 2 * MOVES[game]
    assert min(kinds[kind] for kind in ("refused", "reason", "resumed", "welcome", "bye")) > 0
