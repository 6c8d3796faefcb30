"""Tables opened from a record, over HTTP and the wire."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from parlour.cards import card_name
from parlour.games.savannah import Savannah
from parlour.records import Record, dumps, loads
from parlour.table.proof import Proof
from tests.server.client import Client
from tests.server.serving import INSTANT, Serving
from tests.server.test_record import record_of
from tests.table.test_opening import played

START = Savannah(2, "savannah")


def in_a_turn() -> Record:
    """A record that is left in the middle of a turn, with a hand that no other deal is like."""
    events = [(None if seat < 0 else seat, event) for seat, event in played(START, 2, 5)]
    record = Record.of(START, events)
    left = record.result()
    assert isinstance(left, Savannah)
    assert left.awaits is None
    assert len(left.hand(left.turn or 0)) == 4
    return record


LEFT = in_a_turn()
RECORD = dumps(LEFT)


def opened(server: Serving, **asked: Any) -> Client:
    body = {"name": "Anna", "bots": ["baseline"], "timing": INSTANT} | asked
    status, answer = server.post("/api/tables/open", body)
    assert status == 201, answer
    client = Client(server.base, answer["code"], answer["key"])
    client.until("welcome")
    return client


@pytest.mark.parametrize("deal", ["new", "open"])
def test_a_table_goes_on_where_a_record_ends(server: Serving, deal: str) -> None:
    left = LEFT.result()
    assert isinstance(left, Savannah)
    seat, events = left.turn, len(LEFT.hands[0].moments)
    assert seat is not None
    with opened(server, record=RECORD, deal=deal, seat=seat) as client:
        assert (client.seat, client.table["opened"]) == (seat, deal)
        client.do(type="set_options", options={"turn_limit": "10 turns"})
        assert client.until("refused")["code"] == "from_record"
        client.ready()
        while "game" not in client.state:
            client.receive()
        assert client.game["turn"] == seat
        assert client.game["number"] == left.turns + 1
        same = client.own["hand"] == [card_name(card) for card in left.hand(seat)]
        assert same is (deal == "open"), "dealt anew, or as it was"
        tops = client.game["tops"]
        assert tops == [card_name(card) for card in left.foundations()], "what all have seen"
        client.do(type="act", action=client.legal[0])
        client.do(type="vote_end")
        while client.table["phase"] != "over":
            client.receive()
        record = loads(record_of(server, client.code))
        assert Proof.of(record) is None, "its deal is nobody's promise"
        assert record.extra["opened"] == {"deal": deal, "events": events}
        assert len(record.hands[0].moments) > events


def test_a_match_goes_on_after_its_first_hand(server: Serving) -> None:
    """A record of a table here is named by its code; scores of complete hands are kept."""
    (first,) = server.table(3, options={"match_length": "2 hands"})
    first.play_match()
    events = len(loads(record_of(server, first.code)).hands[0].moments)
    with opened(server, table=first.code, events=events, bots=["baseline"] * 2) as client:
        client.ready()
        while "game" not in client.state:
            client.receive()
        assert client.table["hands"] == first.table["hands"][:1]
        assert client.game["hand"] == 2
        assert client.table["fair"]["hand"] == 2
        client.play_match()
        assert len(client.table["hands"]) == 2
        client.do(type="rematch")
        client.until("update")
        assert "opened" not in client.table


@pytest.mark.parametrize(
    ("asked", "code", "text"),
    [
        ({"record": "no record"}, "bad_record", "record:1"),
        ({}, "bad_record", "neither is given"),
        ({"record": RECORD, "table": "BCDFGH"}, "bad_record", "both are given"),
        ({"record": RECORD, "events": 9999}, "bad_record", "can be kept, not 9999"),
        ({"record": RECORD, "events": -1}, "bad_request", "events: expected `int` >= 0"),
        (
            {"record": RECORD, "seat": 7},
            "no_such_seat",
            "There is no seat 8: the seats are 1 to 2.",
        ),
        ({"record": RECORD, "bots": ["baseline"] * 2}, "too_many_bots", "1 seats"),
        ({"table": "BCDFGH"}, "no_such_table", "no table"),
        ({"record": RECORD, "deal": "secret"}, "bad_request", "deal"),
    ],
)
def test_what_cannot_be_opened_is_said_in_words(
    server: Serving, asked: dict[str, Any], code: str, text: str
) -> None:
    status, answer = server.post("/api/tables/open", {"name": "Anna"} | asked)
    assert 400 <= status < 500
    assert answer["code"] == code
    assert text in answer["text"]


def test_a_match_that_is_over_cannot_be_gone_on_with(server: Serving) -> None:
    (client,) = server.table(3, options={"match_length": "1 hands"})
    client.play_match()
    status, answer = server.post("/api/tables/open", {"name": "Anna", "table": client.code})
    assert (status, answer["code"]) == (400, "bad_record")
    assert "this match is over" in answer["text"]


def test_records_are_read_one_after_the_other_and_not_too_many(
    server: Serving,
) -> None:
    """Dealing anew takes long: who asks for it again and again does not make tables slow."""
    body = {"name": "Anna", "record": RECORD}
    with ThreadPoolExecutor(30) as threads:
        asked = [threads.submit(server.post, "/api/tables/open", body) for _ in range(30)]
    answers = [one.result() for one in asked]
    assert {status for status, _ in answers} == {201, 429}
    assert server.post("/api/tables/open", body)[0] == 201
