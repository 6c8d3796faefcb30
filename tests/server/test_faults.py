"""The server killed, the disk refusing: nothing acknowledged is lost, nothing happens twice."""

import asyncio
import contextlib
import os
import random
import signal
import sqlite3
from pathlib import Path

from tests.server.client import Client, request
from tests.server.crowd import Player, check, crowd
from tests.server.serving import AS_ANYBODY, TABLE, Serving


async def kill_again_and_again(
    server: Serving, players: list[Player], kills: int, seconds: float, seed: int
) -> None:
    """Let everybody play, and kill the server in the middle of it, several times.

    Everybody has to come back by himself each time.
    """
    chance = random.Random(seed)
    tasks = [asyncio.create_task(player.play()) for player in players]
    for kill in range(kills):
        await _all_here(players, tasks, kill + 1)
        await asyncio.sleep(seconds * (0.5 + chance.random()))
        server.kill()
        _raise_if_failed(tasks)
        await asyncio.to_thread(server.start)
    await _all_here(players, tasks, kills + 1)
    await _play_on(server, players, tasks)


async def _all_here(players: list[Player], tasks: list[asyncio.Task[None]], times: int) -> None:
    """Wait until everybody has come so many times."""
    async with asyncio.timeout(60):
        while any(player.resumed < times for player in players):
            await asyncio.sleep(0.05)
            _raise_if_failed(tasks)


async def _play_on(server: Serving, players: list[Player], tasks: list[asyncio.Task[None]]) -> None:
    """Let everybody move a few times more, then end."""
    moves = sum(player.moves for player in players)
    while sum(player.moves for player in players) < moves + 5 * len(players):
        await asyncio.sleep(0.1)
        _raise_if_failed(tasks)
    server.stop()
    for task in tasks:
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task


def _raise_if_failed(tasks: list[asyncio.Task[None]]) -> None:
    for task in tasks:
        if task.done():
            task.result()


def test_kill_9_in_the_middle_of_busy_tables(own_server: Serving) -> None:
    players = crowd(own_server, tables=50, persons=2, seed=1)
    asyncio.run(kill_again_and_again(own_server, players, kills=3, seconds=1, seed=2))
    assert check(players, own_server.data) >= 5 * len(players)
    codes = {refusal["code"] for player in players for refusal in player.refusals}
    assert not codes & {"bad_action", "not_in_hand", "must_follow"}, codes


def test_kill_9_of_the_process_that_stores_loses_and_doubles_nothing(own_server: Serving) -> None:
    players = crowd(own_server, tables=6, persons=2, seed=3)

    async def work() -> None:
        tasks = [asyncio.create_task(player.play()) for player in players]
        for kills in range(50):
            if kills >= 3 and any(player.resumed > 1 for player in players):
                break  # it has been killed in the middle of something
            moves = sum(player.moves for player in players)
            while sum(player.moves for player in players) < moves + 5 * len(players):
                await asyncio.sleep(0.05)
                _raise_if_failed(tasks)
            os.kill(own_server.writer(), signal.SIGKILL)
        await _play_on(own_server, players, tasks)

    asyncio.run(work())
    assert check(players, own_server.data) > 50
    assert any(player.resumed > 1 for player in players)


def test_a_locked_database_refuses_moves_and_the_server_lives(own_server: Serving) -> None:
    (client,) = own_server.table(3)
    other = sqlite3.connect(own_server.data, timeout=0, isolation_level=None)
    other.execute("begin immediate")
    before = client.number
    client.do(type="chat", text="is anybody there?")
    refusal = client.until("refused")
    assert refusal["code"] == "not_saved"
    assert "locked" in refusal["text"]
    status, answer = request(
        own_server.base, "POST", "/api/tables", {"game": "pip-pip", "players": 3, "name": "Boris"}
    )
    assert (status, answer["code"]) == (503, "not_saved")
    assert request(own_server.base, "GET", "/api/about")[0] == 200
    other.execute("rollback")
    other.close()
    client.do(type="chat", text="again")
    update = client.until("update")
    assert update["number"] == before + 1
    assert [line["text"] for line in client.table["chat"].values()] == ["again"]
    assert own_server.log.read_text().count("it could not be stored: database is locked") == 1
    assert own_server.log.read_text().count("it is stored again") == 1


def test_a_disk_that_is_full_refuses_moves_and_the_server_lives(own_server: Serving) -> None:
    (client,) = own_server.table(3)
    before = client.number
    with own_server.no_more_room():
        client.do(type="chat", text="is there room?")
        assert client.until("refused")["code"] == "not_saved"
        status, answer = own_server.post(
            "/api/tables", {"game": "pip-pip", "players": 3, "name": "B"}
        )
        assert (status, answer["code"]) == (503, "not_saved")
        assert request(own_server.base, "GET", f"/api/tables/{client.code}")[0] == 200
        status, health = request(own_server.base, "GET", "/health")
        assert (status, health["well"]) == (503, False)
        assert "could not be stored" in health["why"]
    status, health = request(own_server.base, "GET", "/health")
    assert (status, health["well"]) == (200, True), "though nobody has played since"
    assert client.until_quiet() == before
    client.do(type="chat", text="now")
    client.until("update")
    assert [line["text"] for line in client.table["chat"].values()] == ["now"]


def test_a_database_that_becomes_read_only_refuses_moves_and_the_server_lives(
    tmp_path: Path,
) -> None:
    server = Serving(tmp_path, prefix=AS_ANYBODY)
    server.start()
    try:
        (client,), (other,) = server.table(3), server.table(3)
        for one in (client, other):
            one.ready()
        for one in (client, other):
            while one.state.get("game", {}).get("turn") != one.seat:
                one.until("update")
        number, held = client.until_quiet(), client.own["hand"]
        with server.read_only():
            client.do(type="act", action=client.legal[0])
            refusal = client.until("refused")
            assert refusal["code"] == "not_saved"
            assert "readonly" in refusal["text"]
            assert server.post("/api/tables", TABLE)[0] == 503
            assert request(server.base, "GET", f"/api/tables/{other.code}")[0] == 200
            status, health = request(server.base, "GET", "/health")
            assert (status, "readonly" in health["why"]) == (503, True)
            with Client(server.base, client.code, client.key) as again:
                again.until("welcome")
                assert (again.own["hand"], again.number) == (held, number)
        with Client(server.base, client.code, client.key) as again:
            again.until("welcome")
            played = again.legal[0]
            again.do(type="act", action=played)
            again.until("update")
            assert again.events[0]["action"] == played
        assert server.post("/api/tables", TABLE)[0] == 201
        assert request(server.base, "GET", "/health")[0] == 200
    finally:
        assert server.stop() in (0, -signal.SIGTERM)
    log = server.log.read_text()
    assert log.count("it could not be stored: attempt to write a readonly database") == 1
    assert log.count("it is stored again") == 1
    assert "Traceback" not in log


def test_a_table_that_cannot_be_deleted_goes_on(own_server: Serving) -> None:
    (client,) = own_server.table(3)
    where = own_server.base, "DELETE", f"/api/tables/{client.code}"
    with own_server.no_more_room():
        status, answer = request(*where, key=client.key)
        assert (status, answer["code"]) == (503, "not_saved")
    client.do(type="chat", text="still here")
    client.until("update")
    assert request(*where, key=client.key)[0] == 204
    assert client.until("bye")["code"] == "deleted"
    assert request(*where, key=client.key)[0] == 404


def test_a_table_that_cannot_be_read_does_not_hide_the_others(own_server: Serving) -> None:
    (spoilt,), (other,) = own_server.table(3, public=True), own_server.table(3, public=True)
    own_server.kill()
    with contextlib.closing(sqlite3.connect(own_server.data)) as database, database:
        where = spoilt.table["id"]
        database.execute("update events set body = 'x' where number = 1 and table_id = ?", [where])
    own_server.start()
    _, listed = request(own_server.base, "GET", "/api/tables")
    assert [table["code"] for table in listed["tables"]] == [other.code]
    assert request(own_server.base, "GET", f"/api/tables/{spoilt.code}")[0] == 503
    client = Client(own_server.base, spoilt.code, spoilt.key)
    refusal = client.receive()
    assert (refusal["code"], "newer Parlour" in refusal["text"]) == ("not_known", True)
    assert client.receive()["code"] == "closing", "so that it comes again"


def test_a_table_comes_back_as_it_was(own_server: Serving) -> None:
    (client,) = own_server.table(4)
    client.ready()
    while client.table["phase"] != "playing" or client.game.get("turn") != client.seat:
        client.receive()
    client.until_quiet(1)  # a bot may call
    own_server.kill()
    own_server.start()
    again = Client(own_server.base, client.code, client.key, last=client.number)
    again.until("welcome")
    assert again.game == client.game
    assert again.own == client.own
    assert again.table["paused"] == {"reason": "nobody here"}
    again.until("update")
    assert "paused" not in again.table
    again.play_match()


def test_a_log_that_the_rules_refuse_freezes_the_table_and_loses_nothing(
    own_server: Serving,
) -> None:
    (client,) = own_server.table(4)
    client.ready()
    while client.table["phase"] != "playing" or client.game.get("turn") != client.seat:
        client.receive()
    own_server.stop()
    assert client.game["turn"] != 1
    number = client.number
    with sqlite3.connect(own_server.data) as database:
        database.execute("delete from snapshots")
        body = b'[1790000000000,{"type":"act","seat":1,"action":"play 2c"}]'
        (table_id,) = database.execute("select id from tables").fetchone()
        database.execute(
            "insert into events values (?, ?, ?)", (table_id, _count(database) + 1, body)
        )
        stored = _count(database)
    database.close()
    own_server.start()
    again = Client(own_server.base, client.code, client.key)
    again.until("welcome")
    assert again.table["phase"] == "frozen"
    assert "cannot go on" in again.table["frozen"]
    assert "Nothing is lost" in again.table["frozen"]
    assert again.trick == client.trick
    assert again.number >= number
    again.do(type="act", action=again.legal[0])
    assert again.until("refused")["code"] == "frozen"
    status, problem = request(own_server.base, "GET", f"/api/tables/{client.code}/record")
    assert (status, problem["code"]) == (404, "no_record")
    assert problem["text"] == "The log of this table cannot be read by this version."
    with sqlite3.connect(own_server.data) as database:
        assert _count(database) == stored
    database.close()


def _count(database: sqlite3.Connection) -> int:
    (count,) = database.execute("select max(number) from events").fetchone()
    return int(count)


def test_a_graceful_stop_tells_everybody_and_loses_nothing(own_server: Serving) -> None:
    (client,) = own_server.table(3)
    client.do(type="chat", text="good night")
    client.until("update")
    own_server.stop()
    assert client.until("bye")["code"] == "closing"
    own_server.start()
    again = Client(own_server.base, client.code, client.key)
    again.until("welcome")
    assert [line["text"] for line in again.table["chat"].values()] == ["good night"]


def test_two_processes_on_one_database_do_not_write_over_each_other(
    own_server: Serving, tmp_path: Path
) -> None:
    second = Serving(tmp_path / "second")
    second.log.parent.mkdir()
    second.data = own_server.data
    Path(f"{own_server.data}.lock").unlink()  # which would keep it out
    second.start()
    try:
        (client,) = own_server.table(3)
        other = Client(second.base, client.code)
        other.until("welcome")
        client.do(type="chat", text="from the first")
        client.until("update")
        late = Client(second.base, client.code, client.key)
        late.until("welcome")
        late.do(type="chat", text="from the second, which has not seen it")
        assert late.until("bye")["code"] == "closing"
        late = Client(second.base, client.code, client.key)
        late.until("welcome")
        assert [line["text"] for line in late.table["chat"].values()] == ["from the first"]
    finally:
        second.stop()
