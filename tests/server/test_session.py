"""What a connection says at a moment when much else happens."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from msgspec.msgpack import encode

from parlour.server import protocol as wire
from parlour.server.hall import Hall
from parlour.server.protocol import PROTOCOL
from parlour.server.session import Session
from parlour.table import commands
from parlour.table.change import Change
from tests.server.test_expiry import begun, in_a_hall
from tests.table.playing import INSTANT


async def _moved_while_talking(hall: Hall) -> bool:
    """Anna talks while the draw gives her a seat; whether it is another one."""
    asked = wire.CreateTable(
        game="pip-pip",
        players=3,
        name="Anna",
        options={"seats_by_draw": True},
        timing=INSTANT,
        bots=["baseline"],
    )
    room, seated = await hall.create(asked)
    await hall.join(seated.code, wire.JoinTable(name="Boris"))
    told: list[dict[str, Any]] = []

    async def send(message: dict[str, Any]) -> None:
        told.append(json.loads(message.get("text", "{}")))

    heard: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
    session = Session(hall, seated.code, heard.get, send)
    running = asyncio.create_task(session.run())
    heard.put_nowait({"type": "websocket.connect"})
    hello = {"type": "hello", "version": PROTOCOL, "key": seated.key}
    ready = {"type": "ready", "id": 1, "nonce": ""}
    for message in (hello, ready):
        heard.put_nowait({"type": "websocket.receive", "text": json.dumps(message)})
    while not room.table.seats[0].ready:
        await asyncio.sleep(0)
    beginning = asyncio.create_task(room.change(lambda change: commands.ready(change, 2, "")))
    await asyncio.sleep(0)
    chat = {"type": "chat", "id": 2, "text": "Good luck!"}
    heard.put_nowait({"type": "websocket.receive", "text": json.dumps(chat)})
    await beginning
    while len(room.table.chat) < 1 and "refused" not in [one.get("type") for one in told]:
        await asyncio.sleep(0)
    assert "refused" not in [one.get("type") for one in told], told
    assert room.table.last_ids[session.seat or 0] == 2
    heard.put_nowait({"type": "websocket.disconnect"})
    await running
    return session.seat != 0


def test_who_talks_while_the_draw_moves_him_is_heard(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        assert any([await _moved_while_talking(hall) for _ in range(8)])

    in_a_hall(tmp_path / "t.sqlite", work)


def test_a_mistake_of_ours_while_telling_leaves_nobody_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether a message is dealt with at once or by a task."""

    async def work(hall: Hall) -> None:
        room = await begun(hall)
        (seat,) = [seat for seat in range(2) if seat == room.table.turn]
        session = Session(hall, room.table.code, _never, _nothing, lambda *_: True)
        session.seat, session.key_hash = seat, room.table.seats[seat].key_hash
        monkeypatch.setattr(room.audience, "follow", _fail)
        done: list[Exception | None] = []

        def say(change: Change) -> None:
            commands.say(change, seat, "Hello!")

        assert room.change_at_once(
            say, lambda error, _: done.append(error), by=session, message_id=1
        )
        assert not room.change_at_once(say, lambda *_: None, by=session, message_id=2)
        with pytest.raises(ZeroDivisionError):
            await room.change(say)
        assert [type(error) for error in done] == [ZeroDivisionError]
        monkeypatch.undo()
        await room.change(say)
        assert len(room.table.chat) == 3

    in_a_hall(tmp_path / "t.sqlite", work)


class _Slow:
    """A connection that takes the first message, and the others when it is told to."""

    def __init__(self, hall: Hall) -> None:
        self.goes_on = asyncio.Event()
        self.taken: list[dict[str, Any]] = []
        self.session = Session(hall, "", _never, self._take)

    async def _take(self, message: dict[str, Any]) -> None:
        self.taken.append(message)
        await self.goes_on.wait()

    def tell(self, count: int, size: int) -> None:
        for number in range(count):
            self.session.tell(encode({"type": "update", "number": number, "text": size * "x"}))

    async def texts(self, count: int) -> list[dict[str, Any]]:
        """All that has been sent, once it is so much."""
        self.goes_on.set()
        async with asyncio.timeout(20):
            while len(self.taken) < count:
                await asyncio.sleep(0)
        return [json.loads(one["text"]) for one in self.taken if "text" in one]


def test_who_is_slow_gets_everything_in_order_in_the_end(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        slow = _Slow(hall)
        slow.tell(190, 1000)
        await asyncio.sleep(0)
        assert len(slow.taken) == 1
        assert [one["number"] for one in await slow.texts(190)] == list(range(190))
        slow.tell(1, 0)
        assert len(await slow.texts(191)) == 191, "nothing waits any more"

    in_a_hall(tmp_path / "t.sqlite", work)


def test_who_does_not_keep_up_is_let_go_before_much_waits_for_him(tmp_path: Path) -> None:
    """200 KB: so thousands of such clients cannot fill the memory."""

    async def work(hall: Hall) -> None:
        slow = _Slow(hall)
        slow.tell(220, 1000)
        slow.tell(10, 1000)
        first, last = await slow.texts(3)
        assert first["number"] == 0
        assert (last["type"], last["code"]) == ("bye", "too_slow")
        assert slow.taken[-1]["type"] == "websocket.close"
        slow.tell(1, 0)
        await asyncio.sleep(0.01)
        assert len(slow.taken) == 3

    in_a_hall(tmp_path / "t.sqlite", work)


def test_views_are_kept_while_somebody_is_there_and_made_anew_for_who_comes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They are half of what a table of Savannah with 12 takes."""

    async def work(hall: Hall) -> None:
        room = await begun(hall)
        views, made = room.table.rules.views, 0
        public = views.public

        def counted(game: Any) -> Any:
            nonlocal made
            made += 1
            return public(game)

        monkeypatch.setattr(views, "public", counted)
        first, second = (Session(hall, "", _never, _nothing, lambda *_: True) for _ in range(2))
        room.enter(first, 0)
        room.enter(second, 0)
        room.leave(first)
        room.enter(first, 0)
        assert made == 1
        room.leave(first)
        room.leave(second)
        room.enter(first, 0)
        assert made == 2

    in_a_hall(tmp_path / "t.sqlite", work)


async def _never() -> Any:
    raise AssertionError("nothing is read here")


async def _nothing(_: Any) -> None:
    """Nobody hears it."""


def _fail(*_: object) -> None:
    raise ZeroDivisionError
