"""The arena: the same games again, rotated fairly, whatever bots do."""

from dataclasses import replace

import numpy as np
import pytest

from parlour.arena.results import Results, gains
from parlour.arena.run import line_up, run
from parlour.errors import OptionError, ParlourError
from parlour.games.pippip import Options

BAD = "tests.bots.misbehaving"


def arena(*bots: str, deals: int = 2, **changes: object) -> Results:
    arguments: dict[str, object] = {"options": Options(), "deals": deals, "seed": 3, "cores": 1}
    return run(bots, **(arguments | changes))  # type: ignore[arg-type]


def _figures(found: Results) -> object:
    """What does not depend on the clock."""
    return [replace(standing, median=0.0, p99=0.0) for standing in found.standings], found.faults


def test_the_same_seed_plays_the_same_games_on_any_number_of_cores() -> None:
    bots = ("solid", "casual", "random")
    once = _figures(arena(*bots, deals=4))
    assert once == _figures(arena(*bots, deals=4))
    assert once == _figures(arena(*bots, deals=4, cores=2))
    assert once != _figures(arena(*bots, deals=4, seed=4))


def test_equal_bots_gain_nothing() -> None:
    """Every chair is taken in turn, so whatever the cards are, equal players end equal."""
    found = arena("baseline", f"{BAD}:First", players=4, deals=1)
    assert found.hands == 4
    found = arena("baseline", "solid", "solid")
    total = sum(standing.seats * standing.gain.mean for standing in found.standings)
    assert total == pytest.approx(0)


def test_gains_are_points_over_the_others() -> None:
    assert gains(np.array([[90, 30, 0]])).tolist() == [[75.0, -15.0, -60.0]]


@pytest.mark.parametrize(
    ("bot", "kind", "detail"),
    [
        ("Illegal", "illegal", "1000 is not legal"),
        ("Raising", "raised", "RuntimeError: no idea"),
        ("Leaving", "raised", "SystemExit: 3"),
    ],
)
def test_a_misbehaving_bot_is_named_and_the_arena_goes_on(bot: str, kind: str, detail: str) -> None:
    found = arena(f"{BAD}:{bot}", "baseline", players=3, deals=1)
    fault = found.faults[0]
    assert (fault.bot, fault.kind, fault.detail) == (f"{BAD}:{bot}", kind, detail)
    assert str(fault).startswith(f"{BAD}:{bot}, deal 1, rotation 1, action ")
    bad, good = found.standings
    assert bad.faults == len(found.faults) > 90
    assert good.faults == 0
    assert bad.gain.mean == pytest.approx(0), "what it plays instead is what baseline plays"


@pytest.mark.parametrize("cores", [1, 2])
def test_a_bot_that_cannot_be_made_for_a_chair_is_named_like_one_that_raises(cores: int) -> None:
    found = arena(f"{BAD}:choosy", "baseline", players=3, cores=cores)
    fault = found.faults[0]
    assert str(fault).startswith(f"{BAD}:choosy, deal 1, rotation 1, action ")
    assert fault.detail.endswith("choosy(3) fails: ValueError: no such seed")
    bad, good = found.standings
    assert bad.faults == len(found.faults) > 90
    assert bad.gain.mean == pytest.approx(0)
    assert good.faults == 0


def test_a_bot_that_ends_its_process_is_named() -> None:
    with pytest.raises(ParlourError, match=f"has ended: look at {BAD}:Crashing"):
        arena(f"{BAD}:Crashing", "baseline", cores=2)


def test_a_bot_that_overruns_is_not_waited_for() -> None:
    found = arena(f"{BAD}:Sleeping", "baseline", players=3, deals=1, limit=0.05)
    assert {fault.kind for fault in found.faults} == {"overran"}
    assert found.faults[0].detail == "no answer in 0.05 s"


@pytest.mark.parametrize("cores", [1, 2])
def test_what_a_bot_prints_is_not_among_the_results(
    capfd: pytest.CaptureFixture[str], cores: int
) -> None:
    arena(f"{BAD}:Talking", "baseline", players=3, cores=cores)
    captured = capfd.readouterr()
    assert captured.out == ""
    assert "hm" in captured.err


def test_the_worked_example_plays_by_its_path(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend("examples")
    found = arena("my_bot:Miser", "baseline", players=4)
    assert (found.standings[0].bot, found.faults) == ("my_bot:Miser", [])


def test_the_last_bot_takes_the_chairs_that_are_left() -> None:
    assert line_up(["expert", "solid"], 4, Options()) == ["expert", "solid", "solid", "solid"]
    assert line_up(["solid"], None, Options()) == ["solid"] * 3


@pytest.mark.parametrize(
    ("bots", "changes", "message"),
    [
        (("clever",), {}, "there is no bot 'clever': there are random, casual"),
        (("no_such_module:Bot",), {}, "cannot be imported"),
        ((f"{BAD}:Missing",), {}, "has no 'Missing'"),
        ((f"{BAD}:nothing",), {}, "without a method 'choose'"),
        ((f"{BAD}:Seedless",), {}, r"Seedless\(0\) fails: TypeError: "),
        (("solid",), {"deals": 0}, "0 deals: from 1"),
        (("solid",) * 4, {"players": 3}, "4 bots for 3 players"),
        (("solid",) * 13, {}, "3 to 12"),
        ((), {}, "no bots"),
        (("solid",), {"limit": 0}, "bots need some time"),
    ],
)
def test_what_makes_no_sense_is_refused(
    bots: tuple[str, ...], changes: dict[str, object], message: str
) -> None:
    with pytest.raises(OptionError, match=message):
        arena(*bots, **changes)  # type: ignore[arg-type]
