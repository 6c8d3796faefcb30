"""A checker written from the documentation alone agrees with us on every record, right or wrong."""

import random
import runpy
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from msgspec.structs import replace

from parlour.cards import parse_cards
from parlour.records import Record, dumps, loads
from parlour.server.export import export
from parlour.table import commands
from parlour.table import events as ev
from parlour.table.proof import KEY, UnfairError, check_fair
from tests.table.playing import INSTANT, Playing

CHECKER = "examples/check_fair.py"
STRANGER = runpy.run_path(CHECKER)
PIP_PIP: dict[str, tuple[int, dict[str, Any]]] = {
    "english": (4, {"match_length": "2 hands", "seats_by_draw": "yes"}),
    "russian": (3, {"match_length": "3 hands", "auction": "yes"}),
    "japanese": (12, {"match_length": "2 hands"}),
}
SAVANNAH = (2, 3, 12)


@cache
def exported(game: str, preset: str, players: int) -> str:
    """The record of a match of two persons and bots, as a server gives it."""
    _, options = PIP_PIP.get(preset, (0, {"turn_limit": "200 turns"}))
    timing = replace(INSTANT, between_seconds=30)
    playing = Playing(
        players, game=game, preset=preset, options=options, timing=timing, seed=players
    )
    chance = random.Random(players)
    playing.sit("Anna", "Boris")
    playing.fill()
    while playing.phase() != "over":
        table = playing.table
        if playing.phase() != "playing":
            playing.all_ready()
        elif table.turn is not None and table.seats[table.turn].plays_himself:
            assert table.game is not None
            names = [table.game.action_names[action] for action in table.game.legal(table.turn)]
            plays = [name for name in names if not name.startswith("discard")]
            if chance.random() < 0.3:
                plays = []  # or a turn of Savannah might never end
            playing.do(commands.act, table.turn, chance.choice(plays or names))
        else:
            playing.pass_time()
    return dumps(export([ev.encode(entry) for entry in playing.log], None))


ALL = [
    *(("pip-pip", preset, players) for preset, (players, _) in PIP_PIP.items()),
    *(("savannah", "savannah", players) for players in SAVANNAH),
]


def stranger_finds_fault(text: str) -> bool:
    try:
        STRANGER["check"](text)
    except STRANGER["UnfairError"]:
        return True
    return False


@pytest.mark.parametrize(("game", "preset", "players"), ALL)
def test_a_stranger_finds_every_chance_event_right(game: str, preset: str, players: int) -> None:
    text = exported(game, preset, players)
    record = loads(text)
    happened = [m.event for hand in record.hands for m in hand.moments if m.seat is None]
    assert STRANGER["check"](text) == len(happened)
    assert check_fair(record) == len(record.hands)
    if game == "savannah":
        orders = [parse_cards(event[6:]) for event in happened if event.startswith("order")]
        assert len(orders) > 3, "the stock was shuffled anew"
        assert any(order != sorted(order) for order in orders[1:])
        assert players < 12 or any(len(order) > 26 for order in orders[1:]), "more than a line"


def test_the_stranger_needs_nothing_of_ours(tmp_path: Any) -> None:
    path = tmp_path / "record.toml"
    for what in (ALL[0], ALL[3]):
        path.write_text(exported(*what), "utf-8")
        command = [sys.executable, "-I", "-S", CHECKER, str(path)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert (done.returncode, "all as promised" in done.stdout) == (0, True), done.stderr
    path.write_text(exported(*ALL[0]).replace("match = 1", "match = 2"), "utf-8")
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "chance event 0" in done.stderr


def another_digit(text: str) -> str:
    return ("1" if text[0] == "0" else "0") + text[1:]


def in_the_proof(part: str) -> Callable[[Record], None]:
    def tamper(record: Record) -> None:
        shown = record.extra[KEY]["hands"][-1]
        if part == "nonces":
            named = next(k for k, nonce in enumerate(shown["nonces"]) if nonce)
            shown["nonces"][named] = another_digit(shown["nonces"][named])
        elif part == "seats":
            shown["nonces"].reverse()
        elif part == "hands":
            record.extra[KEY]["hands"].pop()
        elif part == "match":
            record.extra[KEY]["match"] += 1
        else:
            where = record.extra[KEY] if part == "table" else shown
            where[part] = another_digit(where[part])

    return tamper


PARTS = ("secret", "commitment", "nonces", "seats", "table", "match", "hands")


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize(("game", "preset", "players"), ALL[1::3])
def test_both_find_a_proof_that_is_changed(game: str, preset: str, players: int, part: str) -> None:
    record = loads(exported(game, preset, players))
    in_the_proof(part)(record)
    with pytest.raises(UnfairError):
        check_fair(record)
    assert stranger_finds_fault(dumps(record))


def other_chances(line: str) -> list[str]:
    """A line of a record with other chance, in every way that keeps its form."""
    word, _, rest = line.partition(" ")
    if word == "cut":
        return [f"cut {suit}" for suit in "cdhs" if suit != rest]
    if word == "dealer":
        return [f"dealer {1 + int(rest) % 3}"]
    found = []
    if word in ("card", "deal", "draw", "order", "reserve", "discards", "foundations:", "stock:"):
        words = line.split()
        first = 2 if word in ("deal", "draw", "reserve", "discards") else 1
        for place in range(first, len(words) - 1):
            if words[place] != words[place + 1]:
                swapped = [*words[:place], words[place + 1], words[place], *words[place + 2 :]]
                found.append(" ".join(swapped))
    if "roll" in line:
        before, _, after = line.partition("roll ")
        found.append(f"{before}roll {1 + int(after[0]) % 6}{after[1:]}")
        found.append(f"{before}roll {after[:2]}{1 + int(after[2]) % 6}{after[3:]}")
    return found


@pytest.mark.parametrize(("game", "preset", "players"), ALL)
def test_the_stranger_finds_every_chance_event_that_is_changed(
    game: str, preset: str, players: int
) -> None:
    """Two cards beside each other, a die, a suit: one after the other, some of each kind."""
    lines = exported(game, preset, players).splitlines()
    chance = random.Random(1)
    tried: dict[str, int] = {}
    places = list(range(len(lines)))
    chance.shuffle(places)
    for place in places:
        for changed in other_chances(lines[place]):
            kind = lines[place].split()[0] if "roll" not in lines[place] else "roll"
            if tried.get(kind, 0) < 8:
                tried[kind] = tried.get(kind, 0) + 1
                text = "\n".join([*lines[:place], changed, *lines[place + 1 :]])
                assert stranger_finds_fault(text), (lines[place], changed)
    wanted = {
        "english": {"card", "cut", "deal", "draw"},
        "russian": {"dealer", "cut", "deal", "draw"},
        "japanese": {"card", "cut", "deal", "draw"},
        "savannah": {"reserve", "discards", "foundations:", "stock:", "order", "roll"},
    }
    assert tried.keys() >= wanted[preset]
