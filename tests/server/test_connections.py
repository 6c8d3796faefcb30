"""Coming back, taking over, leaving; and clients that do what they should not."""

import json
import socket
import urllib.error
import urllib.request

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.http11 import Response
from websockets.sync.client import connect
from websockets.typing import Origin

from parlour.server.app import HEADERS
from parlour.server.protocol import PROTOCOL
from tests.server.client import Client, Plain, request
from tests.server.serving import INSTANT, Serving


def begun(server: Serving, persons: int = 2) -> list[Client]:
    clients = server.table(3, persons)
    for client in clients:
        client.ready()
    for client in clients:
        while client.table["phase"] != "playing":
            client.receive()
    return clients


def closed(client: Client) -> dict[str, object]:
    """The last message before the connection is closed."""
    try:
        while True:
            client.receive()
    except ConnectionClosed:
        return client.messages[-1]


def test_who_comes_back_soon_gets_only_what_he_missed(server: Serving) -> None:
    clients = begun(server, 3)
    away = next(client for client in clients if client.game["turn"] != client.seat)
    mover = next(client for client in clients if client.game["turn"] == client.seat)
    away.close()
    mover.do(type="act", action=mover.legal[0])
    mover.until("update")
    back = Client(server.base, away.code, away.key, last=away.number)
    back.state, back.number = away.state, away.number
    first = back.receive()
    assert first["type"] == "resumed", first
    watching = Client(server.base, away.code)
    watching.until("welcome")
    while back.number < watching.number:
        assert back.receive()["type"] in ("update", "presence")
    assert back.number > away.number
    fresh = Client(server.base, away.code, away.key)
    fresh.until("welcome")
    assert back.state == fresh.state


def test_who_comes_back_with_an_old_or_impossible_number_gets_everything(server: Serving) -> None:
    anna, _ = begun(server)
    for last in (1, 10**6, -1):
        with Client(server.base, anna.code, anna.key, last=last) as client:
            assert client.receive()["type"] == "welcome"


def test_another_device_takes_the_seat_over(server: Serving) -> None:
    anna, boris = begun(server)
    other = Client(server.base, anna.code, anna.key)
    other.until("welcome")
    assert closed(anna)["code"] == "taken_over"
    assert other.own["hand"] == anna.own["hand"]
    boris.do(type="chat", text="still here")
    other.until("update")


def test_a_wrong_key_a_wrong_code_and_a_wrong_version_are_refused(server: Serving) -> None:
    anna, boris = begun(server)
    assert closed(Client(server.base, anna.code, "guess"))["code"] == "bad_key"
    assert closed(Client(server.base, "ZZZZZZ", "guess"))["code"] == "no_such_table"
    assert closed(Client(server.base, "x" * 300, "guess"))["code"] == "no_such_table"
    other = server.table(3)[0]
    assert closed(Client(server.base, other.code, boris.key))["code"] == "bad_key"
    late = Client(server.base, anna.code, anna.key)
    late.send(type="hello", version=PROTOCOL)
    assert late.until("refused")["code"] == "hello_twice"
    with connect(server.base.replace("http", "ws") + f"/api/tables/{anna.code}/play") as raw:
        raw.send('{"type":"hello","version":99}')
        answer = json.loads(raw.recv())
        assert (answer["code"], answer["fatal"]) == ("wrong_version", True)
    with connect(server.base.replace("http", "ws") + f"/api/tables/{anna.code}/play") as raw:
        raw.send('{"type":"act","id":1,"action":"play 2c"}')
        assert json.loads(raw.recv())["code"] == "hello_first"


@pytest.mark.parametrize(
    "data",
    [
        "",
        "{",
        "null",
        "[]",
        '{"type": "act"',
        '{"type": "act"}',
        '{"type": "act", "id": "1", "action": "play 2c"}',
        '{"type": "act", "id": 1, "action": 3}',
        '{"type": "act", "id": 99999999999999999999999, "action": "pass"}',
        '{"type": "act", "id": 1, "action": "pass", "extra": 1}',
        '{"type": "welcome"}',
        '{"type": 7}',
        "[" * 4000,
        b"\xff\xfe",
        b"",
        '{"type": "ready", "id": 99, "nonce": "xyz"}',
        '{"type": "ready", "id": 99, "nonce": "aa"}',
        '{"type": "orders", "id": 99, "call": ["x"]}',
        '{"type": "kick", "id": 99, "seat": -1}',
        '{"type": "kick", "id": 99, "seat": 4000000000}',
        '{"type": "set_options", "id": 99, "players": 4}',
        '{"type": "act", "id": 0, "action": "pass"}',
        '{"type": "act", "id": -5, "action": "pass"}',
        '{"type": "act", "id": 99, "action": "play Zz"}',
        '{"type": "act", "id": 99, "action": "decline"}',
        '{"type": "chat", "id": 99, "text": ""}',
    ],
)
def test_what_is_no_sensible_message_is_refused_in_words(
    server: Serving, data: str | bytes
) -> None:
    client = begun(server, 1)[0]
    state = json.dumps(client.state)
    client.send_raw(data)
    refusal = client.until("refused")
    assert refusal["text"]
    client.send(type="ping")
    client.until("pong")
    with Client(server.base, client.code) as spectator:
        spectator.until("welcome")
        assert spectator.table == json.loads(state)["table"]


def test_a_message_that_is_too_long_ends_the_connection(server: Serving) -> None:
    client = begun(server, 1)[0]
    client.send(type="chat", id=9, text="x" * 5000)
    assert closed(client)["code"] == "too_long"
    client = Client(server.base, client.code, client.key)
    client.until("welcome")
    client.send_raw("x" * 1_000_000)
    with pytest.raises(ConnectionClosed):
        client.until("pong")


def test_the_same_move_twice_has_one_effect(server: Serving) -> None:
    client = begun(server, 1)[0]
    while client.game.get("turn") != client.seat:
        client.until("update")
    held = client.own["hand"]
    number = client.do(type="act", action=client.legal[0])
    client.send(type="act", id=number, action=client.legal[0])
    client.send(type="act", id=number, action=client.legal[-1])
    kinds: list[str] = []
    while kinds.count("done") < 2:
        kinds.append(client.receive()["type"])
    mine = [e for e in client.events if e["type"] == "act" and e["seat"] == client.seat]
    assert len(mine) == 1
    assert len(client.own["hand"]) == len(held)


def test_only_the_host_hosts_and_only_ones_own_seat_is_played(server: Serving) -> None:
    anna, boris = begun(server)
    for message in (
        {"type": "pause"},
        {"type": "kick", "seat": 0},
        {"type": "fresh_link", "seat": 0},
    ):
        boris.do(**message)
        refusal = boris.until("refused")
        assert (refusal["code"], refusal["text"]) == (
            "not_host",
            "Only the host (Anna) can do that.",
        )
    with Client(server.base, anna.code) as spectator:
        spectator.until("welcome")
        spectator.send(type="act", id=1, action="play 2c")
        assert spectator.until("refused")["code"] == "no_seat"


def test_a_lost_seat_gets_a_fresh_link(server: Serving) -> None:
    anna, boris = begun(server)
    anna.do(type="fresh_link", seat=boris.seat)
    link = anna.until("link")
    assert closed(boris)["code"] == "bad_key"
    assert closed(Client(server.base, boris.code, boris.key))["code"] == "bad_key"
    with Client(server.base, boris.code, link["key"]) as found:
        found.until("welcome")
        assert found.own["hand"] == boris.own["hand"]
    assert link["key"] not in server.log.read_text()


def test_the_host_does_not_lose_his_own_seat_by_a_fresh_link(server: Serving) -> None:
    anna, _ = begun(server)
    anna.do(type="fresh_link", seat=anna.seat)
    assert anna.until("refused")["code"] == "not_yourself"
    Client(server.base, anna.code, anna.key).until("welcome")


def test_who_is_kicked_is_told_and_does_not_come_back(server: Serving) -> None:
    anna, boris = begun(server)
    anna.do(type="kick", seat=boris.seat)
    assert closed(boris)["code"] == "kicked"
    assert closed(Client(server.base, boris.code, boris.key))["code"] == "bad_key"


def test_a_table_can_be_deleted_by_its_host_alone(server: Serving) -> None:
    anna, boris = begun(server)
    path = f"/api/tables/{anna.code}"
    assert request(server.base, "DELETE", path, key=boris.key)[0] == 403
    assert request(server.base, "DELETE", path)[0] == 403
    assert request(server.base, "DELETE", path, key=anna.key)[0] == 204
    assert closed(boris)["code"] == "deleted"
    assert request(server.base, "GET", path)[1]["code"] == "no_such_table"


def test_pages_of_other_origins_cannot_connect(server: Serving) -> None:
    anna = begun(server, 1)[0]
    address = server.base.replace("http", "ws") + f"/api/tables/{anna.code}/play"
    refused: list[Response] = []
    try:
        connect(address, origin=Origin("https://evil.example"))
    except InvalidStatus as error:
        refused.append(error.response)
    (answer,) = refused
    assert (answer.status_code, json.loads(answer.body or b"")["code"]) == (403, "other_origin")
    with connect(address, origin=Origin(server.base)) as same:
        same.send(json.dumps({"type": "hello", "version": PROTOCOL}))
        assert json.loads(same.recv())["type"] == "welcome"


def asked(
    server: Serving, method: str, path: str, headers: dict[str, str], body: bytes | None = None
) -> tuple[int, str, bytes]:
    """The status, the kind and the body of an answer."""
    query = urllib.request.Request(server.base + path, body, headers, method=method)  # noqa: S310  # our own server
    try:
        with urllib.request.urlopen(query, timeout=60) as answer:  # noqa: S310  # likewise
            return answer.status, answer.headers["Content-Type"], answer.read()
    except urllib.error.HTTPError as error:
        return error.code, error.headers["Content-Type"], error.read()


def test_pages_of_other_origins_change_nothing(server: Serving) -> None:
    """Nor does what a page of theirs may send without asking: a form or plain text."""
    anna = server.table(3)[0]
    table = f"/api/tables/{anna.code}"

    def join(kind: str, origin: str) -> tuple[int, str | None]:
        headers = {"Content-Type": kind, "Origin": origin}
        status, _, text = asked(server, "POST", table + "/join", headers, b'{"name": "Eve"}')
        return status, json.loads(text).get("code")

    for origin in ("https://evil.example", "null"):
        assert join("application/json", origin) == (403, "other_origin")
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data"):
        assert join(kind, server.base) == (415, "not_json")
    foreign = {"Authorization": f"Bearer {anna.key}", "Origin": "https://evil.example"}
    assert asked(server, "DELETE", table, foreign)[0] == 403
    assert "Eve" not in request(server.base, "GET", table)[1]["names"]
    assert join("application/json; charset=utf-8", server.base)[0] == 201


def test_head_is_answered_where_get_is(server: Serving) -> None:
    for path in ("/health", "/api/about", "/"):
        status, kind, _ = asked(server, "GET", path, {})
        assert asked(server, "HEAD", path, {}) == (status, kind, b"")


@pytest.mark.parametrize(
    ("body", "text"),
    [
        ("", "fields game, players, name, preset"),
        ('{"game": "savannah", "players": "2", "name": "Anna"}', "players: expected `int`"),
        ('{"pace": "fast"}', "pace: there is no 'fast', there are: by turns, real time"),
        ('{"timing": {"bot_pace": "warp"}}', "timing.bot_pace: there is no 'warp', there are: fa"),
        ('{"timing": {"turn_secs": 1}}', "there is no field 'turn_secs', there are: turn_seconds"),
        ('{"name": "\\ud800"}', "half of a character"),
        ("{", "this is no JSON"),
        ("[" * 60_000, "expected `object`, got `array`"),
    ],
)
def test_what_would_be_right_in_a_body_is_said(server: Serving, body: str, text: str) -> None:
    headers = {"Content-Type": "application/json"}
    status, _, answer = asked(server, "POST", "/api/tables", headers, body.encode())
    assert (status, json.loads(answer)["code"]) == (400, "bad_request")
    assert text in json.loads(answer)["text"]


@pytest.mark.parametrize(
    ("message", "number", "text"),
    [
        ({"type": "chat", "id": 19, "text": "x", "extra": 1}, 19, "there are: type, id, text"),
        (
            {"type": "set_options", "id": 20, "timing": {"bot_pace": "warp"}},
            20,
            "timing.bot_pace: there is no 'warp', there are: fast, human, instant, slow",
        ),
        ({"type": "bogus", "id": 21}, 21, "type: there is no 'bogus', there are: hello, act, "),
        ({"type": "kick", "id": 22, "seat": -1}, 22, "seat: expected `int` >= 0"),
        ({"type": "leave", "id": "x"}, 0, "id: expected `int`"),
        ({"type": "kick", "id": 23, "seat": 7}, 23, "There is no seat 8: the seats are 1 to 3."),
    ],
)
def test_a_message_that_does_not_fit_is_named_and_what_would_be_right(
    server: Serving, message: Plain, number: int, text: str
) -> None:
    client = server.table(3)[0]
    client.send(**message)
    refusal = client.until("refused")
    assert refusal["id"] == number
    assert text in refusal["text"]


def test_what_http_refuses(server: Serving) -> None:
    good: Plain = {"game": "pip-pip", "players": 4, "name": "Anna"}
    changes: list[tuple[Plain, str]] = [
        ({"game": "whist"}, "bad_option"),
        ({"players": 2}, "bad_option"),
        ({"name": ""}, "empty_name"),
        ({"name": "x" * 99}, "long_name"),
        ({"name": None}, "bad_request"),
        ({"preset": "turkish"}, "bad_option"),
        ({"options": {"auction": "perhaps"}}, "bad_option"),
        ({"bots": ["nobody"]}, "no_such_bot"),
        ({"bots": ["random"] * 4}, "too_many_bots"),
        ({"pace": "fast"}, "bad_request"),
        ({"timing": INSTANT | {"window_ms": 10**9}}, "bad_option"),
        ({"unknown": 1}, "bad_request"),
    ]
    for change, code in changes:
        status, answer = server.post("/api/tables", good | change)
        assert (status, answer["code"]) == (400, code), answer
        assert answer["text"]
    assert request(server.base, "GET", "/api/nowhere")[0] == 404
    assert request(server.base, "GET", "/api/tables/ZZZZZZ")[1]["code"] == "no_such_table"
    full = server.table(3, 3)
    status, answer = server.post(f"/api/tables/{full[0].code}/join", {"name": "Dora"})
    assert (status, answer["code"]) == (409, "table_full")


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/api/tables/BCDFGH/play", 426),
        ("//api/tables/BCDFGH//play/", 426),
        ("/assets/%00", 404),
        ("/assets/" + "a" * 300, 404),
        ("/assets/..%2f..%2fapp.py", 404),
        ("/api/tables/%0d%0aX:%20y", 404),
    ],
)
def test_addresses_that_lead_nowhere(server: Serving, path: str, status: int) -> None:
    for method in ("GET", "POST"):
        answered, problem = request(server.base, method, path)
        assert answered in (status, 405)
        assert problem["text"]


def test_public_tables_are_listed_and_private_ones_are_not(server: Serving) -> None:
    public = server.table(3, public=True)[0]
    private = server.table(3)[0]
    listed = [table["code"] for table in request(server.base, "GET", "/api/tables")[1]["tables"]]
    assert public.code in listed
    assert private.code not in listed


def test_health_and_metrics(server: Serving) -> None:
    assert request(server.base, "GET", "/health")[1]["well"] is True
    with urllib.request.urlopen(server.base + "/metrics") as answer:  # noqa: S310  # our own server
        text = answer.read().decode()
        assert "parlour_connections" in text
        assert "parlour_refusals_total WebSocket messages refused" in text


UPGRADE = (
    "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
)
JSON = "Content-Type: application/json\r\nContent-Length: "


@pytest.mark.parametrize(
    ("request_line", "more", "status"),
    [
        ("GET /api/about", "", 200),
        ("OPTIONS /api/tables", "", 204),
        ("POST /api/tables", f"{JSON}2\r\n\r\n{{}}", 400),
        ("GET /", "no header at all\r\n", 400),
        ("POST /api/tables", "Origin: https://evil.example\r\n", 403),
        ("GET /api/tables/ZZZZZZ", "", 404),
        ("GET /assets/none.js", "", 404),
        ("GET /nowhere", "", 404),
        ("PUT /api/tables", "", 405),
        ("POST /api/tables", f"{JSON}99999\r\n\r\n{99_999 * ' '}", 413),
        ("POST /api/tables", "Content-Length: 0\r\n", 415),
        ("GET /api/tables/ZZZZZZ/play", "", 426),
        ("GET /api/tables/ZZZZZZ/play", UPGRADE, 101),
        ("GET /api/tables/ZZZZZZ/play", f"{UPGRADE}Origin: https://evil.example\r\n", 403),
        ("GET /api/about", UPGRADE, 404),
    ],
)
def test_every_answer_has_the_security_headers_once(
    server: Serving, request_line: str, more: str, status: int
) -> None:
    with socket.create_connection(("127.0.0.1", server.port), 60) as client:
        client.sendall(f"{request_line} HTTP/1.1\r\nHost: x\r\n{more}\r\n".encode())
        answer = b""
        while b"\r\n\r\n" not in answer:
            received = client.recv(10_000)
            assert received, answer
            answer += received
    first, *lines = answer.decode().partition("\r\n\r\n")[0].split("\r\n")
    assert first.split()[1] == str(status)
    headers = [line.partition(": ")[::2] for line in lines]
    for name, value in HEADERS:
        assert [v for n, v in headers if n.lower() == name.lower()] == [value], first


def test_a_handshake_that_leads_nowhere_is_refused_in_words(server: Serving) -> None:
    for path in ("/", "/api/nowhere", "/api/tables/ZZZZZZ"):
        with pytest.raises(InvalidStatus) as refused:
            connect(server.base.replace("http", "ws") + path)
        answer = refused.value.response
        assert answer.status_code == 404
        assert json.loads(answer.body or b"") == {
            "code": "not_found",
            "text": "There is no WebSocket here.",
        }
