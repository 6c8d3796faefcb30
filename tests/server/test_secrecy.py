"""What a seat is told of, read from the bytes: no card that it may not know, and no byte too many.

That what it does not know changes nothing is in `test_same_bytes` and `test_same_wire`.
"""

import asyncio
import json
import random
import re
from collections.abc import Callable, Iterator
from typing import Any, cast

import pytest
from msgspec.msgpack import decode, encode

from parlour.cards import card_name
from parlour.errors import ParlourError
from parlour.games.pippip import PipPip
from parlour.games.savannah import Savannah
from parlour.server import room as rooms
from parlour.server.bots import Bots
from parlour.server.room import Room
from parlour.server.storage import Storage
from parlour.table import commands
from parlour.table import events as ev
from parlour.table.apply import apply, create
from parlour.table.change import Change
from parlour.table.state import Table
from parlour.table.timing import Timing
from tests.table.playing import BOTS, START, Playing

Batch = list[ev.Entry]
_UPDATE = encode("type") + encode("update")
TIMING = Timing(window_ms=500, beat_ms=100, turn_seconds=60, between_seconds=5)
CARD = re.compile(r"(?<![A-Za-z0-9])[2-9TJQKA][cdhs](?![A-Za-z0-9])")


class Ear:
    """A connection that keeps what it is told."""

    def __init__(self, seat: int | None, key_hash: str = "") -> None:
        self.seat = seat
        self.key_hash = key_hash
        self.told: list[bytes] = []

    def tell(self, message: bytes) -> None:
        self.told.append(message)

    def dismiss(self, code: str, text: str) -> None:
        self.told.append(f"{code} {text}".encode())


def played(seed: int, preset: str, players: int, moves: int) -> list[Batch]:
    """The log of a table where persons and a bot play, call and leave orders, in its batches."""
    chance = random.Random(seed)
    options = {"match_length": "1 hands"}
    playing = Playing(players, preset=preset, options=options, timing=TIMING, seed=seed)
    batches: list[Batch] = [list(playing.log)]

    def do(command: Callable[..., Any], *arguments: Any) -> None:
        length = len(playing.log)
        try:
            playing.do(command, *arguments)
        except ParlourError:
            return
        if len(playing.log) > length:
            batches.append(playing.log[length:])

    for number in range(players - 1):
        do(commands.join, f"Person {number}", f"hash of {number}")
    do(commands.set_bot, players - 1, "baseline", BOTS)
    for seat in range(players - 1):
        do(commands.ready, seat, "")
    done = 0
    while done < moves and playing.phase() == "playing":
        seat = chance.randrange(players)
        if chance.random() < 0.05:
            do(commands.orders, seat, chance.choice([(), ("any",)]), "")
        calls = playing.table.rules.live.out_of_turn(playing.game(), seat)
        if calls and chance.random() < 0.5:
            do(commands.act, seat, playing.game().action_names[calls[0]])
        turn = playing.table.turn
        assert turn is not None
        playing.now += chance.randrange(800)
        length = len(playing.log)
        if playing.table.seats[turn].plays_himself:
            do(commands.act, turn, chance.choice(playing.game().legal_names(turn)))
        playing.pass_time()
        if len(playing.log) > length and batches[-1][-1] is not playing.log[-1]:
            batches.append(playing.log[sum(map(len, batches)) :])
        done += 1
    return batches


def at_the_end(batches: list[Batch]) -> Table:
    entries = [entry for batch in batches for entry in batch]
    table = create(entries[0])
    for entry in entries[1:]:
        table = apply(table, entry)
    return table


def tell(batches: list[Batch], seat: int, monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """All that a seat is told of a log, then all that a spectator is told."""
    monkeypatch.setattr(rooms, "now", lambda: START)

    async def told() -> list[bytes]:
        first = batches[0]
        table = create(first[0])
        for entry in first[1:]:
            table = apply(table, entry)
        room = Room(table, cast("Storage", None), cast("Bots", None), asyncio.Event())
        player, watcher = Ear(seat, f"hash of {seat}"), Ear(None)
        entered = False
        for batch in batches[1:]:
            change = Change(room.table, batch[0].at, random.randbytes)
            for entry in batch:
                change.now = entry.at
                change.happen(entry.event)
            room.install(change)
            if not entered and room.audience.seat_of(player.key_hash) is not None:
                entered = True
                room.enter(player, 0)
                room.enter(watcher, 0)
        room.close("closing", "end")
        return [*player.told, *watcher.told]

    return asyncio.run(told())


@pytest.mark.parametrize(("preset", "players"), [("english", 4), ("russian", 3), ("japanese", 6)])
def test_every_card_in_every_message_is_one_that_the_seat_may_know(
    preset: str, players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Read from the bytes, against a bookkeeping of its own that knows nothing of views."""
    for seed in range(3):
        batches = played(seed, preset, players, moves=200)
        for seat in range(players - 1):
            told = tell(batches, seat, monkeypatch)
            _check_claims(batches, told, seat, players, preset)


def _check_claims(
    batches: list[Batch], told: list[bytes], seat: int, players: int, preset: str
) -> None:
    messages = [decode(line) for line in told if line[1:].startswith(_UPDATE)]
    knowledge = {who: list(_known(batches, who, players, preset)) for who in (seat, None)}
    who: int | None = seat
    last = 0
    for message in messages:
        if message["number"] < last:
            who = None  # the spectator's messages follow
        last = message["number"]
        claimed = set(CARD.findall(json.dumps(message)))
        known = knowledge[who][last]
        assert claimed <= known, (message, claimed - known)


def _known(
    batches: list[Batch], seat: int | None, players: int, preset: str
) -> Iterator[frozenset[str]]:
    """The names of the cards that a seat has seen, before the first event and after each."""
    known: set[str] = set()
    order: list[str] = []
    game = at_the_end(batches).game
    assert isinstance(game, PipPip)
    leaders = game.record["leader"][0].tolist()
    drawn, plays = 0, 0
    yield frozenset()
    for event in (entry.event for batch in batches for entry in batch):
        if isinstance(event, ev.Chanced):
            kind, *cards = event.chance.split()
            if kind == "card":
                known.add(cards[0])
            elif kind == "order":
                order, drawn = cards, 7 * players
                mine = [place for place in range(drawn) if (leaders[0] + place) % players == seat]
                known |= {order[place] for place in mine}
        elif isinstance(event, ev.Acted):
            word, what, *_ = event.action.split()
            known |= {f"K{what}", f"Q{what}"} if word == "call" else {what}
            if word == "play":
                plays += 1
                tricks_before = (plays - 1) // players
                may_draw = 104 - players * (7 + tricks_before) >= players
                if may_draw and preset != "russian":
                    known |= {order[drawn]} if event.seat == seat else set()
                    drawn += 1
                if plays % players == 0:
                    if may_draw and preset == "russian":
                        winner = leaders[plays // players]
                        turns = range(players)
                        known |= {order[drawn + k] for k in turns if (winner + k) % players == seat}
                        drawn += players
                    if 104 - drawn < players and preset != "japanese":
                        known |= set(order[drawn:])
        yield frozenset(known)


@pytest.mark.parametrize(("preset", "players"), [("english", 4), ("english", 12), ("russian", 9)])
def test_a_move_is_told_in_300_bytes(
    preset: str, players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With clocks and waits for calls, to the player, to who is next and to all others.

    But for the one move of a hand, with many players, after which the rest of the stock lies open.
    """
    sizes: list[int] = []
    opening = [0]
    for seed in range(2):
        batches = played(seed, preset, players, moves=150)
        for seat in range(min(players - 1, 3)):
            for line in tell(batches, seat, monkeypatch):
                message = decode(line) if line[1:].startswith(_UPDATE) else {"events": ()}
                if [event["type"] for event in message["events"]] == ["act"]:
                    opens = "rest" in message.get("game", {})
                    (opening if opens else sizes).append(len(line))
    assert len(sizes) > 300
    assert max(sizes) <= 300
    assert max(opening) <= 350
    assert sum(sizes) / len(sizes) <= 200


# Savannah


def savannah_played(seed: int, players: int, moves: int) -> list[Batch]:
    """The log of a table where persons and a bot play Savannah, in its batches."""
    chance = random.Random(seed)
    playing = Playing(players, game="savannah", timing=TIMING, seed=seed)
    batches: list[Batch] = [list(playing.log)]
    for number in range(players - 1):
        playing.do(commands.join, f"Person {number}", f"hash of {number}")
    playing.do(commands.set_bot, players - 1, "baseline", BOTS)
    for seat in range(players - 1):
        playing.do(commands.ready, seat, "")
    batches.append(playing.log[len(batches[0]) :])
    for _ in range(moves):
        turn, length = playing.table.turn, len(playing.log)
        if turn is None or playing.table.game is None:
            break
        playing.now += chance.randrange(800)
        game = playing.table.game
        names = [game.full_name(action, turn) for action in game.legal(turn)]
        plays = [name for name in names if not name.startswith("discard")]
        if playing.table.seats[turn].plays_himself:
            playing.do(commands.act, turn, chance.choice(plays or names))
        else:
            playing.pass_time()
        if len(playing.log) > length:
            batches.append(playing.log[length:])
    return batches


def savannah_tables(batches: list[Batch]) -> Iterator[Table]:
    """The table after each event."""
    entries = [entry for batch in batches for entry in batch]
    table = create(entries[0])
    for entry in entries[1:]:
        table = apply(table, entry)
        yield table


def test_every_card_of_savannah_in_every_message_is_one_that_the_seat_may_know(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """One pack, so that every name is one card; what was ever open is read from full states."""
    for seed in range(3):
        batches = savannah_played(seed, 2, 150)
        told = tell(batches, 0, monkeypatch)
        known = {who: _known_of_savannah(batches, who) for who in (0, None)}
        who: int | None = 0
        last = 0
        for message in (decode(line) for line in told if line[1:].startswith(_UPDATE)):
            if message["number"] < last:
                who = None  # the spectator's messages follow
            last = message["number"]
            claimed = set(CARD.findall(json.dumps(message)))
            assert claimed <= known[who][last], (message, claimed - known[who][last])


def _known_of_savannah(batches: list[Batch], seat: int | None) -> list[frozenset[str]]:
    """The names of the cards that have lain open or in a seat's hand, by number of the event."""
    known: set[str] = set()
    by_number: list[frozenset[str]] = [frozenset(), frozenset()]
    for table in savannah_tables(batches):
        if isinstance(table.game, Savannah):
            game = table.game
            cards = [*game.foundations(), *game.covered()]
            for owner in range(game.players):
                down = set(game.face_down(owner))
                cards += [card for k, card in enumerate(game.pile(owner)) if k not in down]
                cards += game.reserve(owner)[-1:]
            cards += game.hand(seat) if seat is not None else []
            known |= {card_name(card) for card in cards}
        by_number.append(frozenset(known))
    return by_number


@pytest.mark.parametrize("players", [2, 4, 12])
def test_a_move_of_savannah_is_told_in_300_bytes(
    players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the turn that it begins or a new stock, to the player, who is next and all others.

    But for one in a hundred: of nine or more things to do, or of three aces over a new stock.
    """
    sizes: list[int] = []
    rare: list[int] = []
    for seed in range(3):
        batches = savannah_played(seed, players, moves=150)
        for line in tell(batches, min(seed, players - 2), monkeypatch):
            message = decode(line) if line[1:].startswith(_UPDATE) else {}
            events = message.get("events", [])
            if [event["type"] for event in events] in (["act"], ["act", "chance"]):
                legal = message.get("own", {}).get("legal") or {}
                actions = sum(len(ends) for ends in legal.values() if ends)
                then = events[-1].get("then", {})
                is_rare = actions >= 9 or {"aces", "shuffled"} <= then.keys()
                (rare if is_rare else sizes).append(len(line))
    assert len(sizes) > 300
    assert max(sizes) <= 300
    assert max(rare) <= 500
    assert sum(size > 300 for size in rare) <= len(sizes) / 100
    assert sum(sizes) / len(sizes) <= 200
