"""`parlour explain`: what a person is told about a decision of a record."""

import json

import pytest

from parlour.cli import run

HAND = "examples/english-hand.toml"


def told(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> str:
    assert run(("explain", *arguments)) == code
    captured = capsys.readouterr()
    return captured.err if code else captured.out


def test_every_legal_action_is_told_best_first(capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(told(capsys, HAND, "--step", "12", "--playouts", "400", "--json"))
    assert (found["seat"], found["event"]) == (6, "play 6h")
    assert {one["action"] for one in found["actions"]} == {"play 6h", "play Th"}
    assert all(one["error"] > 0 and one["deals"] > 0 for one in found["actions"])
    assert [one["action"] for one in found["actions"]] == [found["best"], found["next_best"]]
    again = json.loads(told(capsys, HAND, "--step", "12", "--playouts", "400", "--json"))
    assert again == found


def test_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    text = told(capsys, HAND, "--step", "12", "--playouts", "400")
    assert text.startswith("Step 12, seat 6: play 6h\n")
    assert "Best is play " in text


def test_a_decision_without_a_choice(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = (HAND, "--step", "22", "--playouts", "40")
    found = json.loads(told(capsys, *arguments, "--json"))
    assert [one["action"] for one in found["actions"]] == ["play 7c"] == [found["best"]]
    assert (found["cause"], found["next_best"]) == ("only", None)
    assert "There is nothing else to do." in told(capsys, *arguments)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            (HAND, "--step", "9"),
            "step 9 is chance's, nobody's decision; the next decision is step 10",
        ),
        ((HAND, "--step", "0"), "there is no step 0: the record has 1 to 117"),
        ((HAND, "--step", "12", "--playouts", "0"), "0 playouts: 1 to 10,000,000"),
        (("examples/savannah.toml", "--step", "9"), "Savannah cannot be explained, only Pip-Pip"),
    ],
)
def test_what_cannot_be_explained(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], message: str
) -> None:
    assert message in told(capsys, *arguments, code=2)
