"""What one table bears: talk, watchers, a long log; and a host who does not come back."""

import asyncio
import json
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from parlour.server import protocol as wire
from parlour.server import room as rooms
from parlour.server import storage
from parlour.server.hall import Hall, hash_key
from parlour.server.limits import Limits
from parlour.server.session import Session
from parlour.table import commands
from parlour.table import events as ev
from parlour.table.change import RefusedError
from tests.server.test_expiry import begun, in_a_hall
from tests.table.playing import INSTANT


class Talk:
    """A connection to a table in this process."""

    def __init__(self, hall: Hall, code: str, key: str = "") -> None:
        self._told: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._heard: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._heard.put_nowait({"type": "websocket.connect"})
        self.running = asyncio.create_task(Session(hall, code, self._heard.get, self._send).run())
        self.say(type="hello", version=wire.PROTOCOL, key=key)

    async def _send(self, message: dict[str, Any]) -> None:
        if "text" in message:
            self._told.put_nowait(json.loads(message["text"]))

    def say(self, **message: Any) -> None:
        self._heard.put_nowait({"type": "websocket.receive", "text": json.dumps(message)})

    async def first(self, *kinds: str) -> dict[str, Any]:
        """The next message of one of these kinds."""
        while (message := await asyncio.wait_for(self._told.get(), 20))["type"] not in kinds:
            pass
        return message

    async def leave(self) -> None:
        self._heard.put_nowait({"type": "websocket.disconnect"})
        await self.running


async def seated(hall: Hall, *names: str) -> list[wire.Seated]:
    """A new table in real time with these people."""
    first, *others = names
    asked = wire.CreateTable(game="savannah", players=4, name=first, timing=INSTANT)
    _, host = await hall.create(asked)
    return [host, *[await hall.join(host.code, wire.JoinTable(name=name)) for name in others]]


def test_talk_does_not_make_a_table_grow_without_end_and_play_goes_on(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        anna, boris = await seated(hall, "Anna", "Boris")
        talk = Talk(hall, anna.code, anna.key)
        answers = []
        for number in range(1, 8):
            talk.say(type="chat", id=number, text=f"line {number}")
            answers.append(await talk.first("update", "refused"))
        assert [answer["type"] for answer in answers] == ["update"] * 5 + ["refused"] * 2
        assert answers[-1]["code"] == "too_fast"
        other = Talk(hall, boris.code, boris.key)
        other.say(type="chat", id=1, text="Others can talk yet.")
        await other.first("update")
        other.say(type="leave", id=2)
        await other.first("bye")
        room = await hall.room(anna.code)
        for seat in range(1, 4):
            await room.change(partial(commands.set_bot, seat=seat, bot="random", bots=("random",)))
        await room.change(lambda change: commands.ready(change, 0, ""))
        while room.table.turn != 0:
            await asyncio.sleep(0.01)
        game = commands.playing(room.table)
        action = game.action_names[game.legal(0)[0]]
        number = room.table.last_ids[0]
        talk.say(type="act", id=number + 10, action=action)
        while room.table.last_ids[0] == number:
            await asyncio.sleep(0.01)
        await talk.leave()

    in_a_hall(tmp_path / "t.sqlite", work, Limits(asides_burst=5, asides_per_second=0.0))


def test_what_is_refused_uses_nothing_up(tmp_path: Path) -> None:
    """Or who has only the code, or is muted, could keep a table from going on."""

    async def work(hall: Hall) -> None:
        anna, boris = await seated(hall, "Anna", "Boris")
        host = Talk(hall, anna.code, anna.key)
        muted = Talk(hall, boris.code, boris.key)
        host.say(type="mute", id=1, seat=boris.seat)
        await muted.first("update")
        host.say(type="lock", id=2)
        await muted.first("update")
        for number in range(1, 30):
            muted.say(type="chat", id=number, text="Hear me!")
            assert (await muted.first("refused"))["code"] == "muted"
            with pytest.raises(RefusedError, match="ask the host"):
                await hall.join(anna.code, wire.JoinTable(name="Mallory"))
        host.say(type="kick", id=3, seat=boris.seat)
        assert (await muted.first("bye"))["code"] == "kicked"
        host.say(type="lock", id=4, locked=False)
        await host.first("update")
        await host.first("update")
        await hall.join(anna.code, wire.JoinTable(name="Clara"))

    in_a_hall(tmp_path / "t.sqlite", work, Limits(asides_burst=5, asides_per_second=0.0))


def test_leaving_and_coming_back_does_not_make_a_log_grow_without_end(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        room = await begun(hall)
        key = "a key"
        await room.change(partial(commands.change_key, seat=0, key_hash=hash_key(key)))
        for number in range(1, 30):
            talk = Talk(hall, room.table.code, key)
            await talk.first("welcome")
            talk.say(type="leave", id=number)
            await talk.first("update", "done")
            await talk.leave()
        assert (
            sum(
                type(ev.decode(body).event) is ev.CameBack
                for body in await hall.storage.log(room.table.id)
            )
            == 5
        )

    in_a_hall(tmp_path / "t.sqlite", work, Limits(asides_burst=5, asides_per_second=0.0))


def test_a_table_whose_log_is_full_says_so_and_can_be_left(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        anna, boris = await seated(hall, "Anna", "Boris")
        room = await hall.room(anna.code)
        talk = Talk(hall, anna.code, anna.key)
        while room.table.number < hall.limits.events_per_table:
            talk.say(type="chat", id=room.table.number, text="and on")
            await talk.first("update")
        for message in ({"type": "chat", "text": "and on"}, {"type": "ready"}, {"type": "lock"}):
            talk.say(id=100, **message)
            assert (await talk.first("update", "refused"))["code"] == "log_full"
        talk.say(type="leave", id=100)
        assert (await talk.first("bye"))["code"] == "left"
        assert room.table.host == boris.seat

    in_a_hall(tmp_path / "t.sqlite", work, Limits(events_per_table=12))


def test_who_has_a_seat_comes_in_however_many_watch(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        anna, boris = await seated(hall, "Anna", "Boris")
        watching = [Talk(hall, anna.code) for _ in range(3)]
        answers = [(await one.first("welcome", "refused"))["type"] for one in watching]
        assert answers == ["welcome", "welcome", "refused"]
        for one in (anna, boris):
            await Talk(hall, one.code, one.key).first("welcome")

    in_a_hall(tmp_path / "t.sqlite", work, Limits(watching_per_table=2))


def test_long_logs_are_read_one_at_a_time_and_in_pieces(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(storage, "_PIECE", 3)
    reading, most = 0, 0

    async def work(hall: Hall) -> None:
        room = await begun(hall)
        log = hall.storage.log

        async def counted(table_id: str, after: int = 0) -> list[bytes]:
            nonlocal reading, most
            reading += 1
            most = max(most, reading)
            bodies = await log(table_id, after)
            reading -= 1
            return bodies

        for seat in (0, 1):
            await room.change(partial(commands.vote_end, seat=seat, yes=True))
        assert len(await log(room.table.id)) == room.table.number
        assert len(await log(room.table.id, 4)) == room.table.number - 4
        monkeypatch.setattr(hall.storage, "log", counted)
        asked = [hall.record(room.table.code, None) for _ in range(12)]
        records = await asyncio.gather(*asked, return_exceptions=True)
        refused = [one for one in records if isinstance(one, RefusedError)]
        assert [one.code for one in refused] == ["too_fast"] * 4
        assert len({one for one in records if isinstance(one, str)}) == 1
        assert most == 1

    in_a_hall(tmp_path / "t.sqlite", work)


def test_a_host_who_stays_away_is_followed_by_somebody_who_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rooms, "HOST_AWAY_SECONDS", 0.05)

    async def work(hall: Hall) -> None:
        anna, boris, clara = await seated(hall, "Anna", "Boris", "Clara")
        room = await hall.room(anna.code)
        await Talk(hall, clara.code, clara.key).first("welcome")
        host = Talk(hall, anna.code, anna.key)
        await host.first("welcome")
        await asyncio.sleep(0.2)
        assert room.table.host == anna.seat, "he came in time"
        await host.leave()
        while room.table.host == anna.seat:
            await asyncio.sleep(0.01)
        assert room.table.host == clara.seat, "Boris is next, but has never come"
        with pytest.raises(RefusedError, match="only while Anna is away"):
            await hall.delete(clara.code, clara.key)
        await Talk(hall, boris.code, boris.key).first("welcome")
        assert room.table.host == clara.seat
        await Talk(hall, anna.code, anna.key).first("welcome")
        while room.table.host != anna.seat:
            await asyncio.sleep(0.01)

    in_a_hall(tmp_path / "t.sqlite", work)


def test_by_turns_a_host_may_be_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms, "HOST_AWAY_SECONDS", 0.01)

    async def work(hall: Hall) -> None:
        asked = wire.CreateTable(game="savannah", players=2, name="Anna", pace="by turns")
        room, _ = await hall.create(asked)
        boris = await hall.join(room.table.code, wire.JoinTable(name="Boris"))
        await Talk(hall, boris.code, boris.key).first("welcome")
        await asyncio.sleep(0.1)
        assert room.table.host == 0

    in_a_hall(tmp_path / "t.sqlite", work)
