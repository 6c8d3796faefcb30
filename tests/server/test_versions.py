"""Logs of other versions: what this one cannot go on with is frozen, nothing is misunderstood."""

import asyncio
from functools import partial
from pathlib import Path

import pytest

from parlour.games.savannah import Savannah
from parlour.server import snapshots
from parlour.server.hall import Hall
from parlour.server.room import Room
from parlour.table import commands
from parlour.table import events as ev
from parlour.table.change import RefusedError
from tests.server.test_expiry import begun, in_a_hall


async def _read_anew(hall: Hall, room: Room) -> Room:
    """The table as a server finds it that has just been started."""
    hall.rooms.pop(room.table.code)
    room.close("closing", "")
    return await hall.room(room.table.code)


async def _add(hall: Hall, room: Room, body: bytes) -> None:
    stored = asyncio.get_running_loop().create_future()
    hall.storage.append(stored.set_result, room.table.id, room.table.number, [body])
    assert await stored is None


@pytest.mark.parametrize(
    "body",
    [
        b'[1790000000000,{"type":"said","seat":0,"text":"hello"},-1,0,99]',
        b'[1790000000000,{"type":"said","seat":0,"text":"hello","loudly":true}]',
        b'[1790000000000,{"type":"sung","seat":0}]',
    ],
)
def test_what_a_newer_version_has_added_freezes_the_table(tmp_path: Path, body: bytes) -> None:
    async def work(hall: Hall) -> None:
        room = await begun(hall)
        await _add(hall, room, body)
        again = await _read_anew(hall, room)
        assert f"event {room.table.number + 1} of its log is not known here" in again.frozen
        assert again.table == room.table, "all that is understood is there"
        with pytest.raises(RefusedError, match="cannot go on"):
            await again.change(lambda change: commands.say(change, 0, "hello?"))
        assert (await hall.storage.log(room.table.id))[-1] == body

    in_a_hall(tmp_path / "t.sqlite", work)


def test_a_log_from_before_entries_had_versions_is_read() -> None:
    body = b'[1790000000000,{"type":"said","seat":0,"text":"hello"},0,7]'
    assert ev.decode(body) == ev.Entry(1_790_000_000_000, ev.Said(0, "hello"), 0, 7, 1)


def test_a_snapshot_of_another_version_is_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(hall: Hall) -> None:
        room = await begun(hall)
        body = snapshots.take(room.table)
        assert snapshots.restore(body) == room.table
        monkeypatch.setattr(snapshots, "LOG_VERSION", 2)
        assert snapshots.restore(body) is None

    in_a_hall(tmp_path / "t.sqlite", work)


def test_a_match_is_of_the_rules_that_it_was_begun_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A table made before the rules changed plays its next match by the new ones."""
    made = Savannah.rules_version

    async def work(hall: Hall) -> None:
        room = await begun(hall)
        assert room.table.phase == "playing"
        monkeypatch.setattr(Savannah, "rules_version", made + 1)
        frozen = await _read_anew(hall, room)
        assert f"played by version {made} of the rules; here is version {made + 1}" in frozen.frozen

        monkeypatch.setattr(Savannah, "rules_version", made)
        room = await _read_anew(hall, frozen)
        for seat in (0, 1):
            await room.change(partial(commands.vote_end, seat=seat, yes=True))
        await room.change(commands.rematch)
        monkeypatch.setattr(Savannah, "rules_version", made + 1)
        room = await _read_anew(hall, room)
        for seat in (0, 1):
            await room.change(partial(commands.ready, seat=seat, nonce=""))
        assert (room.table.phase, room.table.rules_version) == ("playing", made + 1)
        room = await _read_anew(hall, room)
        assert not room.frozen

    in_a_hall(tmp_path / "t.sqlite", work)


@pytest.mark.parametrize(
    "body",
    [
        b'[1790000000000,{"type":"stood_in","seat":9,"bot":"baseline"}]',
        b'[1790000000000,{"type":"reseated","origin":[0,7]}]',
        b'[1790000000000,{"type":"said","seat":0,"text":"hello"},9,1]',
        b'[1790000000000,{"type":"options_set","options":{"jokers":3}}]',
        b"[1790000000000,",
    ],
)
def test_a_damaged_log_spoils_no_list_and_is_told_in_words(tmp_path: Path, body: bytes) -> None:
    async def work(hall: Hall) -> None:
        room = await begun(hall)
        await _add(hall, room, body)
        try:
            again = await _read_anew(hall, room)
        except RefusedError as refused:
            assert "a newer Parlour may have made it" in str(refused)
        else:
            assert "Nothing is lost" in again.frozen
            assert hall.info(again).phase == "frozen"

    in_a_hall(tmp_path / "t.sqlite", work)
