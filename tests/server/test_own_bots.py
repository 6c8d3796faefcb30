"""Bots that the operator allows: offered by name, kept apart, replaced when they fail."""

import asyncio
import fcntl
import re
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from parlour.bots import levels
from parlour.bots.policies import Policy
from parlour.errors import OptionError
from parlour.games.game import Game
from parlour.games.pippip import PipPip
from parlour.server import own_bots
from parlour.server.bots import Bots
from parlour.server.metrics import BOT_FAILURES
from parlour.server.own_bots import MOST_IN_A_ROW, Offer, offers
from tests.server.client import Client, request
from tests.server.serving import Serving
from tests.server.test_bots import view_and_legal

BAD = "tests.bots.misbehaving"
ONE_HAND = {"match_length": "1 hands"}


@pytest.fixture
def serving(tmp_path: Path) -> Iterator[Callable[..., Serving]]:
    """A server with some bots of the operator's own."""
    began: list[Serving] = []

    def serve(*bots: str) -> Serving:
        began.append(Serving(tmp_path, bots=bots))
        began[-1].start()
        return began[-1]

    yield serve
    for server in began:
        server.stop()


def counted(server: Serving) -> dict[tuple[str, str], int]:
    """How often `baseline` played for each bot, and why."""
    with urllib.request.urlopen(f"{server.base}/metrics") as answer:  # noqa: S310  # our own
        text = answer.read().decode()
    found = re.findall(
        r'^parlour_bot_failures_total{bot="(.*)",kind="(.*)"} (.*)$', text, re.MULTILINE
    )
    return {(bot, kind): int(float(count)) for bot, kind, count in found}


def seated(server: Serving, *bots: str) -> Client:
    (client,) = server.table(len(bots) + 1, bots=bots, options=ONE_HAND)
    return client


def test_a_table_plays_on_whatever_the_operators_bots_do(
    serving: Callable[..., Serving],
) -> None:
    server = serving(
        f"{BAD}:Checking", f"{BAD}:Raising", f"wild={BAD}:Illegal", f"{BAD}:Named",
        f"{BAD}:Crashing",
    )  # fmt: skip
    about = request(server.base, "GET", "/api/about")[1]
    games = {game["name"]: game["bots"] for game in about["games"]}
    own = ["Checking", "Raising", "wild", "Named", "Crashing"]
    assert games["pip-pip"] == [*levels.names("pip-pip"), *own]
    assert games["savannah"] == [*levels.names("savannah"), *own[1:]], "it names its games"

    client = seated(server, *own)
    client.do(type="set_bot", seat=1, bot=f"{BAD}:First")
    assert client.until("refused")["code"] == "no_such_bot", "a path is not for clients to say"
    client.play_match()
    assert client.table["phase"] == "over"

    failures = counted(server)
    assert {bot for bot, _ in failures} == set(own) - {"Checking"}
    assert failures["Raising", "raised"] >= 17, "every play"
    assert failures["wild", "illegal"] >= 17
    assert failures["Named", "illegal"] >= 17
    assert failures["Crashing", "raised"] == MOST_IN_A_ROW
    assert failures["Crashing", "not asked"] > 0
    log = server.log.read_text()
    assert re.search(r"bot Raising raised RuntimeError at line \d+ of misbehaving\.py", log)
    assert "bot Crashing is not asked any more" in log
    assert "no idea" not in log, "what an error says may name cards"


def test_a_server_without_the_bot_seats_another(serving: Callable[..., Serving]) -> None:
    server = serving(f"{BAD}:Checking")
    client = seated(server, "Checking", "Checking", "solid")
    client.ready()
    while client.table["phase"] != "playing" or client.game.get("turn") != client.seat:
        client.receive()
    name = client.table["seats"][1]["name"]
    client.close()
    server.stop()
    server.bots = ()
    server.start()
    client = Client(server.base, client.code, client.key)
    client.until("welcome")
    seats = client.table["seats"]
    assert [seat.get("bot") for seat in seats] == [None, "baseline", "baseline", "solid"]
    assert seats[1]["name"] == name
    client.play_match()
    assert client.table["phase"] == "over"
    assert counted(server) == {}


async def choices(bot: str, *questions: tuple[Game, list[int]]) -> list[int]:
    """What is chosen at live tables for one of the operator's own bots, all questions at once."""
    bots = Bots(1, own=[Offer("Own", f"{BAD}:{bot}", ("pip-pip",))])
    try:
        return await asyncio.gather(*[bots.choose("Own", *question) for question in questions])
    finally:
        await bots.stop()


def test_one_that_never_answers_is_ended_and_then_left_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(levels, "OWN_CLOCK", 0.1)
    monkeypatch.setattr(own_bots, "PATIENCE", 0.1)
    view, legal = view_and_legal()
    count = BOT_FAILURES.labels("Own", "overran")._value
    before, times = count.get(), MOST_IN_A_ROW + 2
    chosen = asyncio.run(choices("Hanging", *[(view, legal)] * times))
    assert chosen == [Policy("baseline").choose(view, legal)] * times
    assert count.get() == before + MOST_IN_A_ROW


@pytest.fixture
def locked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file that `Begetting` and its processes lock."""
    path = tmp_path / "locked"
    path.touch()
    monkeypatch.setenv("PARLOUR_TEST_LOCKED", str(path))
    return path


def assert_nobody_locks(path: Path) -> None:
    """Whoever has locked a file ends soon."""
    with path.open() as file:
        for _ in range(100):
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                time.sleep(0.1)
            else:
                return
    raise AssertionError("a process has been left")


def test_what_a_bot_has_begun_ends_with_it_and_holds_nothing_up(
    locked: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert offers([f"{BAD}:Begetting"])[0].games == ("pip-pip", "savannah")
    assert_nobody_locks(locked)
    monkeypatch.setattr(levels, "OWN_CLOCK", 5.0)
    view, legal = view_and_legal()
    chosen = asyncio.run(asyncio.wait_for(choices("Begetting", (view, legal)), 30))
    assert chosen == [Policy("baseline").choose(view, legal)]
    assert locked.read_bytes() == b"asked"
    assert_nobody_locks(locked)


def test_a_bot_and_what_it_has_begun_end_with_a_server_that_is_killed(
    serving: Callable[..., Serving], locked: Path
) -> None:
    server = serving(f"slow={BAD}:Begetting")
    client = seated(server, "baseline", "slow")
    client.ready()
    for _ in range(600):
        if locked.read_bytes():
            break
        client.until_quiet(0.1)
        if client.table["phase"] == "playing" and client.game.get("turn") == client.seat:
            client.do(type="act", action=client.legal[0])
    server.kill()
    assert locked.read_bytes() == b"asked"
    assert_nobody_locks(locked)


def test_it_may_be_ended_while_it_is_asked_and_is_not_begun_anew(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(levels, "OWN_CLOCK", 30.0)
    view, legal = view_and_legal()
    begin, began = asyncio.create_subprocess_exec, []

    async def count(*command: str, **options: Any) -> asyncio.subprocess.Process:
        began.append(await begin(*command, **options))
        return began[-1]

    async def stop() -> list[int]:
        bots = Bots(1, own=[Offer("Own", f"{BAD}:Hanging", ("pip-pip",))])
        choosing = [asyncio.create_task(bots.choose("Own", view, legal)) for _ in range(2)]
        await asyncio.sleep(3)
        await asyncio.wait_for(bots.stop(), 10)
        return await asyncio.wait_for(asyncio.gather(*choosing), 10)

    monkeypatch.setattr(asyncio, "create_subprocess_exec", count)
    assert set(asyncio.run(stop())) <= set(legal)
    assert len(began) == 1
    assert caplog.records == []


def test_answers_belong_to_their_questions() -> None:
    matches = [PipPip(4, seed=seed) for seed in range(6)]
    questions = [(match.view(match.turn), match.legal()) for match in matches]
    assert asyncio.run(choices("Checking", *questions)) == [legal[-1] for _, legal in questions]


def test_offers_have_the_name_of_the_class_or_their_own() -> None:
    assert offers([f"{BAD}:First", f" wise = {BAD}:Checking"]) == (
        Offer("First", f"{BAD}:First", ("pip-pip", "savannah")),
        Offer("wise", f"{BAD}:Checking", ("pip-pip",)),
    )


@pytest.mark.parametrize(
    ("texts", "message"),
    [
        (["solid"], "'solid' is no import path of a bot: one is my_module:MyBot"),
        ([f"Solid={BAD}:First"], "'Solid' is the name of a level already"),
        ([f"{BAD}:First", f"first={BAD}:Checking"], "two bots are called 'first'"),
        ([f"{'x' * 25}={BAD}:First"], "is no name for a bot: up to 24 letters"),
        (["no_such_module:Bot"], "module 'no_such_module' cannot be imported"),
        ([f"{BAD}:Missing"], "has no 'Missing'"),
        ([f"{BAD}:Seedless"], r"Seedless\(0\) fails: TypeError: "),
        ([f"{BAD}:Gameless"], "Gameless.games is no list of names of games$"),
        ([f"{BAD}:Wordy"], r"Wordy\(0\) fails: ValueError: no no no[no ]{1,200}$"),
        ([f"{BAD}:nothing"], "without a method 'choose'"),
    ],
)
def test_what_is_no_bot_is_said_before_anything_is_served(texts: list[str], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        offers(texts)
