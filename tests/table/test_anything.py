"""Whatever people do, in any order: nothing crashes, what is refused changes nothing, and the log
alone gives the table."""

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parlour.errors import ParlourError
from parlour.server import snapshots
from parlour.table import commands, timers
from parlour.table.state import Table
from parlour.table.timing import Timing
from tests.table.playing import BOTS, Playing

GAMES: dict[str, dict[str, Any]] = {
    "english": {"preset": "english"},
    "russian": {"preset": "russian"},
    "auction": {"options": {"auction": "yes", "match_length": "2 hands"}},
    "seats by draw": {"options": {"seats_by_draw": "yes", "match_length": "1 hands"}},
    "by turns": {"pace": "by turns", "options": {"seats_by_draw": "yes"}},
    "savannah": {"game": "savannah"},
    "savannah by turns": {"game": "savannah", "pace": "by turns"},
}
QUICK = Timing(window_ms=3000, beat_ms=500, turn_seconds=20, between_seconds=10, bot_pace="fast")


def anything(playing: Playing, chance: random.Random) -> None:
    """One thing that somebody might try, sensible or not."""
    table = playing.table
    places = table.players + (chance.random() < 0.1)
    seat, other = chance.randrange(places), chance.randrange(places)
    game = table.game
    if table.turn is not None and chance.random() < 0.5:
        seat = table.turn
    actions: list[str] = ["play Qh", "call h", "decline", "bid 110"]
    if game is not None and table.players == game.players and seat < table.players:
        actions += 6 * game.legal_names(seat)
    attempts: list[tuple[Any, ...]] = [
        (commands.join, f"Person {chance.randrange(99)}", f"hash {chance.random()}"),
        (commands.join, "Late", f"hash {chance.random()}", other),
        (commands.leave, seat),
        (commands.come_back, seat),
        (commands.set_bot, other, "random", BOTS),
        (commands.clear_seat, other),
        (commands.kick, other),
        (commands.lock, chance.random() < 0.2),
        (commands.mute, other, chance.random() < 0.5),
        (commands.make_host, other),
        (commands.pause, seat),
        *[(commands.resume,)] * (20 if table.paused else 1),
        (commands.rematch,),
        (commands.ready, seat, ""),
        (commands.ready, seat, 64 * "a"),
        (commands.not_ready, seat),
        (commands.vote_end, seat, chance.random() < 0.5),
        (commands.say, seat, "hello"),
        (
            commands.orders,
            seat,
            chance.choice([(), ("any",), ("h", "s")]),
            chance.choice(["", "play 2c"]),
        ),
        (timers.nobody_here,),
        (timers.nobody_here_since,),
        (timers.somebody_here, seat),
        (lambda change: commands.set_options(change, players=chance.randrange(2, 6)),),
        (
            lambda change: commands.set_options(
                change, options={"auction": "yes", "match_length": "1 hands"}
            ),
        ),
        *[(commands.act, seat, chance.choice(actions))] * 25,
    ]
    command, *arguments = chance.choice(attempts)
    person = seat < table.players and table.seats[seat].kind == "person"
    needs_person = (
        arguments and arguments[0] == seat and command not in (commands.set_bot, commands.kick)
    )
    if needs_person and not person:
        return
    playing.do(command, *arguments)


def check(table: Table) -> None:
    persons = table.persons
    assert table.host in persons or not persons
    if table.phase in ("playing", "between", "over") and table.game is not None:
        assert table.game.players == table.players
    if table.phase == "playing":
        assert table.turn is not None
        assert table.secret
        if table.timing.turn_seconds and table.seats[table.turn].plays_himself:
            assert table.clock or table.paused
    if table.phase in ("lobby", "between"):
        assert table.secret


@pytest.mark.parametrize("name", GAMES)
@given(st.integers(0, 2**32), st.integers(2, 6))
@settings(max_examples=25, deadline=None)
def test_anything(name: str, seed: int, players: int) -> None:
    chance = random.Random(seed)
    game = GAMES[name]
    if game.get("game") != "savannah":
        players = max(players, 3)
    timing = None if "pace" in game else QUICK
    playing = Playing(players, timing=timing, seed=seed, **game)
    playing.sit("Anna")
    playing.fill()
    playing.do(commands.ready, 0, "")
    for _ in range(200):
        before = playing.table
        try:
            anything(playing, chance)
        except ParlourError as error:
            assert playing.table is before, error
            assert str(error)
        if chance.random() < 0.3:
            playing.now += chance.randrange(20_000 if chance.random() < 0.1 else 2000)
        if chance.random() < 0.5:
            playing.pass_time(until=playing.now + 5000)
        check(playing.table)
    assert playing.replayed() == playing.table
    assert snapshots.restore(snapshots.take(playing.table)) == playing.table
