"""Bots at a table: their levels, what happens when one misbehaves, and when they are heard."""

import asyncio
import logging

import pytest

from parlour.bots import levels
from parlour.bots.policies import Policy
from parlour.games.game import Game
from parlour.games.pippip import PipPip
from parlour.server import bots as server_bots
from parlour.server.bots import Bots
from parlour.server.metrics import BOT_CAPPED, BOT_FAILURES
from parlour.table import commands, timers
from tests.server.client import request
from tests.server.serving import Serving
from tests.table.playing import INSTANT, Playing

MISBEHAVING = "tests.bots.misbehaving"


def view_and_legal() -> tuple[Game, list[int]]:
    match = PipPip(4, seed=3)
    return match.view(match.turn), match.legal()


def failures(kind: str) -> float:
    return sum(
        sample.value
        for metric in BOT_FAILURES.collect()
        for sample in metric.samples
        if sample.name.endswith("_total") and sample.labels["kind"] == kind
    )


@pytest.mark.parametrize("name", levels.names("pip-pip"))
def test_every_level_of_pip_pip_chooses_within_its_time(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server_bots, "PATIENCE", 300)  # its code may have to be compiled
    view, legal = view_and_legal()
    before = sum(map(failures, ("raised", "illegal", "overran")))
    bots = Bots(1)
    try:
        assert asyncio.run(bots.choose(name, view, legal)) in legal
    finally:
        asyncio.run(bots.stop())
    assert sum(map(failures, ("raised", "illegal", "overran"))) == before


def test_the_levels_at_the_table_are_those_of_the_command(server: Serving) -> None:
    games = request(server.base, "GET", "/api/about")[1]["games"]
    assert {game["name"]: tuple(game["bots"]) for game in games} == {
        name: levels.names(name) for name in ("pip-pip", "savannah")
    }


def test_a_level_of_each_kind_plays_a_hand_over_the_wire(server: Serving) -> None:
    options = {"match_length": "1 hands"}
    bots = ["casual", "solid", "expert", *["random"] * 5]
    (client,) = server.table(9, options=options, bots=bots)
    assert [seat.get("bot") for seat in client.table["seats"]] == [None, *bots]
    client.do(type="set_bot", seat=3, bot="clever")
    assert "casual" in client.until("refused")["text"]
    client.play_match()
    assert client.table["phase"] == "over"
    assert {event.get("seat") for event in client.events if event["type"] == "act"} == set(range(9))


SAID = ("chose what is not legal", "raised RuntimeError", "gave no answer in its time")
"""All that is logged of it: never the action, nor what an error says, which may name cards."""


@pytest.mark.parametrize(
    ("bot", "kind", "patience"),
    [("Illegal", "illegal", 60), ("Raising", "raised", 60), ("Sleeping", "overran", 0.4)],
)
def test_for_a_bot_that_misbehaves_baseline_plays(
    bot: str,
    kind: str,
    patience: float,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(server_bots, "PATIENCE", patience)
    view, legal = view_and_legal()
    before, bots = failures(kind), Bots(1)

    async def chosen() -> list[int]:
        return [await bots.choose(f"{MISBEHAVING}:{bot}", view, legal) for _ in range(2)]

    try:
        choice = Policy("baseline").choose(view, legal)
        assert asyncio.run(chosen()) == [choice, choice]
    finally:
        asyncio.run(bots.stop())
    asked = 1 if kind == "overran" else 2
    assert failures(kind) == before + asked, "one that does not answer is not asked again"
    lines = [r.getMessage() for r in caplog.records if r.levelno == logging.ERROR]
    assert len(lines) == asked
    assert all(line in (f"bot {MISBEHAVING}:{bot} {said}" for said in SAID) for line in lines), (
        lines
    )


def test_the_clock_cuts_a_long_thought_short_and_is_counted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(levels.CLOCK, "master", 0.0)
    view, legal = view_and_legal()
    counter = BOT_CAPPED.labels("master")
    before, bots = counter._value.get(), Bots(1)
    try:
        assert asyncio.run(bots.choose("master", view, legal)) in legal
    finally:
        asyncio.run(bots.stop())
    assert counter._value.get() == before + 1


def test_a_level_that_thinks_takes_as_long_as_it_may_whatever_it_holds() -> None:
    """The moment of its answer is set before it has looked at its cards."""
    playing = Playing(3, timing=INSTANT)
    playing.sit("Anna")
    for seat, bot in ((1, "master"), (2, "baseline")):
        playing.do(commands.set_bot, seat, bot, levels.names("pip-pip"))
    playing.all_ready()
    pauses: dict[str, set[int]] = {"master": set(), "baseline": set()}
    while playing.phase() == "playing" and len(playing.log) < 120:
        for question in timers.questions(playing.table):
            if question.turn:
                pauses[question.bot].add(question.at - playing.table.turn_at)
        if playing.table.turn == 0:
            playing.do(commands.act, 0, playing.game().legal_names(0)[0])
        elif not playing.pass_time():
            break
    assert pauses["baseline"] == {0}
    assert pauses["master"] == {1000}
