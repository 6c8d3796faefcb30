"""Matches over HTTP and WebSockets, as clients play them."""

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import msgspec
import pytest

from parlour.games.pippip.json_view import PipPipOwn, PipPipThen, PipPipView
from parlour.server import protocol as wire
from parlour.server.typescript import generate
from tests.server.client import Client
from tests.server.serving import Serving

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("preset", "players", "options"),
    [
        ("english", 4, {"match_length": "2 hands"}),
        ("japanese", 3, {"auction": "yes", "match_length": "2 hands"}),
        ("russian", 9, {"match_length": "1 hands"}),
        ("english", 12, {"seats_by_draw": "yes", "match_length": "1 hands"}),
    ],
)
def test_a_whole_match_against_bots(
    server: Serving, preset: str, players: int, options: dict[str, str]
) -> None:
    (client,) = server.table(players, preset=preset, options=options)
    with client:
        client.play_match()
        hands = client.table["hands"]
        totals = [sum(hand[seat] for hand in hands) for seat in range(players)]
        assert totals == client.game["totals"]
        best = [seat for seat in range(players) if totals[seat] == max(totals)]
        assert client.table["winners"] == client.game["winners"] == best
        assert client.table["seats"][client.seat]["name"] == "Anna"
        with Client(server.base, client.code, client.key) as again:
            again.until("welcome")
            assert again.state == client.state, "the patches lead where a fresh view does"


def test_two_persons_and_a_spectator_see_the_same_table(server: Serving) -> None:
    anna, boris = server.table(3, 2, options={"match_length": "1 hands"})
    with anna, boris, Client(server.base, anna.code) as spectator:
        spectator.until("welcome")
        with ThreadPoolExecutor(2) as threads:
            list(threads.map(Client.play_match, (anna, boris)))
        while spectator.number < anna.number:
            spectator.receive()
        assert anna.table == boris.table == spectator.table
        assert anna.game == boris.game == spectator.game
        assert anna.events[-100:] == boris.events[-100:] == spectator.events[-100:]
        assert "own" not in spectator.state


def test_json_and_packed_messages_say_the_same(server: Serving) -> None:
    (client,) = server.table(4, options={"match_length": "1 hands"})
    in_text, packed = (Client(server.base, client.code, packed=form) for form in (False, True))
    for one in (in_text, packed):
        one.until("welcome")
    client.play_match()
    for one in (in_text, packed):
        while one.table["phase"] != "over":
            one.receive()
    assert in_text.state == packed.state
    told = [[m for m in one.messages if m["type"] == "update"] for one in (in_text, packed)]
    assert told[0] == told[1]


def test_every_message_is_as_the_types_say(server: Serving) -> None:
    (client,) = server.table(3, options={"auction": "yes", "match_length": "1 hands"})
    client.send(type="ping")
    client.until("pong")
    client.send(type="why", action="call h")
    assert client.until("reason")["text"] == "The match has not begun."
    with client:
        client.play_match()
    for message in client.messages:
        data = json.dumps(message)
        told = msgspec.json.decode(data, type=wire.FromServer, strict=True)
        if isinstance(told, wire.Update):
            for event in told.events:
                if isinstance(event, wire.Acted | wire.Chanced) and event.then:
                    msgspec.convert(event.then, PipPipThen)
                    assert event.then.keys() <= PipPipThen.__annotations__.keys()
    msgspec.convert(client.table, wire.TableView)
    assert client.game.keys() <= PipPipView.__annotations__.keys()
    msgspec.convert(client.game, PipPipView)
    assert client.own.keys() <= PipPipOwn.__annotations__.keys()
    msgspec.convert(client.own, PipPipOwn)


def test_the_typescript_types_are_the_generated_ones() -> None:
    written = (ROOT / "web/src/lib/protocol.ts").read_text(encoding="utf-8")
    assert written == generate(), (
        "run: python -m parlour.server.typescript > web/src/lib/protocol.ts"
    )


def test_the_examples_of_the_documentation_are_messages() -> None:
    text = (ROOT / "docs/protocol.md").read_text(encoding="utf-8")
    decoder = json.JSONDecoder()
    known = 0
    for block in text.split("```json\n")[1:]:
        body = block.split("```")[0].strip()
        while body:
            message, end = decoder.raw_decode(body)
            body = body[end:].strip()
            if "type" in message:
                known += 1
                data = json.dumps(message).encode()
                try:
                    msgspec.json.decode(data, type=wire.FromClient)
                except msgspec.ValidationError:
                    msgspec.json.decode(data, type=wire.FromServer)
    assert known > 25
