"""Savannah at a table: whole games over the wire, chance given by a test, crashes, records."""

import json
import re
from collections.abc import Iterator
from contextlib import suppress
from itertools import takewhile
from pathlib import Path

import msgspec
import pytest
from websockets.exceptions import ConnectionClosed

from parlour.cards import card_names, packs
from parlour.games.savannah import Savannah
from parlour.games.savannah.json_view import SavannahOwn, SavannahThen, SavannahView
from parlour.records import loads
from parlour.server import protocol as wire
from parlour.server.given import VARIABLE, ChanceRefusedError
from parlour.server.run import serve
from parlour.table.proof import check_fair
from tests.savannah.games import is_play
from tests.server.client import Client
from tests.server.serving import Serving
from tests.server.test_record import record_of

ROOT = Path(__file__).parents[2]


def table(server: Serving, players: int, persons: int = 1, turns: int = 40) -> list[Client]:
    """A table at which the game ends after so many turns."""
    options = {"turn_limit": f"{turns} turns"}
    return server.table(players, persons, game="savannah", options=options)


def plays_of_turn(client: Client) -> int:
    """How many cards have been played since the last dice were rolled."""
    events = takewhile(lambda event: "roll" not in event.get("chance", ""), client.events[::-1])
    return sum(is_play(event.get("action", "")) for event in events)


def choice(client: Client) -> str:
    """Whatever can be played, else a discard; for a turn in which one plays on can be endless."""
    plays = [name for name in client.legal if is_play(name)]
    ends = [name for name in client.legal if not is_play(name)]
    return (plays if plays and plays_of_turn(client) < 20 else ends)[0]


def play(client: Client, until: int = 1_000_000) -> None:
    """Play to the end, or to a number of events."""
    asked = 0
    while client.table["phase"] != "over" and client.number < until:
        answered = client.state["you"]["last_id"] >= asked
        if client.table["phase"] == "lobby" and not client.table["seats"][client.seat].get("ready"):
            client.ready()
            asked = client.state["you"]["last_id"] + 1
        elif answered and client.state.get("game", {}).get("turn") == client.seat:
            asked = client.do(type="act", action=choice(client))
        message = client.receive()
        assert message["type"] in ("update", "presence", "welcome"), message


@pytest.mark.parametrize("players", [2, 12])
def test_a_whole_game_against_bots(server: Serving, players: int) -> None:
    (client,) = table(server, players, turns=5 * players)
    with client:
        play(client)
        assert client.game["stage"] == "over"
        reserves, piles = client.game["reserves"], client.game["piles"]
        left = [count + len(pile) for (count, _), pile in zip(reserves, piles, strict=True)]
        assert client.table["hands"] == [[-count for count in left]]
        fewest = [seat for seat in range(players) if left[seat] == min(left)]
        assert client.table["winners"] == client.game["winners"] == fewest
        with Client(server.base, client.code, client.key) as again:
            again.until("welcome")
            assert again.state == client.state, "the patches lead where a fresh view does"
    record = loads(record_of(server, client.code))
    result = record.result()
    assert isinstance(result, Savannah)
    assert [result.left(seat) for seat in range(players)] == left
    assert check_fair(record) == 1


def test_every_message_is_as_the_types_say_and_small(server: Serving) -> None:
    (client,) = table(server, 3)
    with client:
        play(client)
    for message in client.messages:
        told = msgspec.json.decode(json.dumps(message), type=wire.FromServer, strict=True)
        for event in told.events if isinstance(told, wire.Update) else ():
            if isinstance(event, wire.Acted | wire.Chanced) and event.then:
                msgspec.convert(event.then, SavannahThen)
                assert event.then.keys() <= SavannahThen.__annotations__.keys()
    msgspec.convert(client.game, SavannahView)
    msgspec.convert(client.own, SavannahOwn)
    sizes = [
        len(json.dumps(message, separators=(",", ":")))
        for message in client.messages
        if [event["type"] for event in message.get("events", [])] == ["act"]
        and "own" not in message
    ]
    assert sum(sizes) / len(sizes) <= 300, "what the others are told of a play, even as JSON"


def test_what_the_documentation_shows_is_as_the_types_say() -> None:
    """The view, each event of the table, and that a play shown as legal goes on its foundation."""
    text = (ROOT / "docs/protocol.md").read_text(encoding="utf-8")
    text = text.split("### Savannah")[1].split("\n### ")[0]
    shown = json.loads(text.split("```json\n")[1].split("```")[0])
    view = msgspec.convert(shown["game"], SavannahView)
    own = msgspec.convert(shown["own"], SavannahOwn)
    assert shown["game"].keys() <= SavannahView.__annotations__.keys()
    assert shown["own"].keys() == SavannahOwn.__annotations__.keys()
    for play in own["legal"]["play"]:
        card, foundation = play.split(">")
        takes = view["takes"][int(foundation) - 1]
        assert card in own["hand"]
        assert {card[0], "any"} & takes.keys()
    events = [json.loads(row) for row in re.findall(r"^\| `(\{.*?\})` \|", text, re.MULTILINE)]
    assert len(events) >= 7
    for event in events:
        msgspec.convert(event, wire.Acted | wire.Chanced)
        msgspec.convert(event.get("then", {}), SavannahThen)
        assert event.get("then", {}).keys() <= SavannahThen.__annotations__.keys()


def test_two_persons_see_the_same_table_and_only_their_own_hands(server: Serving) -> None:
    anna, boris = table(server, 2, 2, turns=6)
    with anna, boris, Client(server.base, anna.code) as spectator:
        spectator.until("welcome")
        anna.ready()
        boris.ready()
        players = {anna.seat: anna, boris.seat: boris}
        while anna.table["phase"] != "over":
            for client in (anna, boris):
                while client.number < max(anna.number, boris.number) or "game" not in client.state:
                    client.receive()
            if anna.table["phase"] == "playing":
                client = players[anna.game["turn"]]
                client.do(type="act", action=choice(client))
                client.until("update")
        for client in (boris, spectator):
            while client.number < anna.number:
                client.receive()
        assert anna.game == boris.game == spectator.game
        assert anna.events[-20:] == boris.events[-20:] == spectator.events[-20:]
        assert "own" not in spectator.state


def test_a_play_that_is_not_legal_is_refused_in_words(server: Serving) -> None:
    (client,) = table(server, 2)
    with client:
        client.ready()
        while client.table["phase"] != "playing" or client.game["turn"] != client.seat:
            client.receive()
        client.do(type="act", action="end")
        refused = client.until("refused")
        assert refused["code"] == "discard_to_end"
        assert refused["text"] == "You hold cards: discard one to end your turn."
        client.do(type="orders", call=["h"])
        assert client.until("refused")["code"] == "bad_order"
        client.send(type="why", action="seat 1>1")
        assert client.until("reason")["text"].startswith("That is your own discard pile")


def test_a_killed_server_goes_on_in_the_middle_of_a_turn(own_server: Serving) -> None:
    (client,) = table(own_server, 3)
    with client:
        play(client, until=60)
        while client.table["phase"] == "playing" and client.game["turn"] != client.seat:
            client.receive()
        acknowledged = client.number
        own_server.kill()
        with suppress(ConnectionClosed):
            client.until("bye")
    own_server.start()
    with Client(own_server.base, client.code, client.key) as again:
        again.until("welcome")
        assert again.number >= acknowledged
        assert again.legal, "it is still his turn"
        assert again.game == client.game
        play(again)
        assert again.game["stage"] == "over"
    assert check_fair(loads(record_of(own_server, client.code))) == 1


@pytest.fixture
def chance(server: Serving) -> Iterator[Path]:
    """The file of the chance to come, for this test alone."""
    yield server.chance
    server.chance.unlink(missing_ok=True)


def test_a_test_gives_cards_and_dice(server: Serving, chance: Path) -> None:
    cards = packs(1)[:41]
    chance.write_text("\n".join(["order " + card_names(cards), "roll 6 6", "-", "roll 3 3"]))
    while True:
        (client,) = table(server, 2)
        client.ready()
        while client.table["phase"] != "playing":
            client.receive()
        rolls = [event for event in client.events if event.get("chance", "").startswith("roll")]
        if len(rolls) == 3:
            break  # the second roll was dealt fairly, and was no double six
    assert client.game["dice"] == [3, 3]
    assert client.game["turn"] == client.seat == 0
    assert client.game["doubles"] == "open"
    assert " ".join(client.game["tops"]) == card_names(cards[38:])


def test_no_server_on_which_people_play_takes_given_chance(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path / "chance.txt"))
    with pytest.raises(ChanceRefusedError, match="no server on which people play takes them"):
        serve(port=0, data=tmp_path / "tables.sqlite", open_browser=False)
