"""What `parlour bench engine` prints, its measuring left out."""

import json

import pytest

from parlour.bench import engine, rivals
from parlour.cli import run

FIGURES = engine.Figures(
    [engine.Line("pip-pip", "actions/s", 30e6, 31e6), engine.Line(engine.HEARTS, "", 2e5, 3e5)],
    {"cold compile": 20.5},
    {"pip-pip": 896},
)


@pytest.fixture(autouse=True)
def measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "measure", lambda **_: FIGURES)


def test_figures_stand_in_columns(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["bench", "engine"]) == 0
    assert capsys.readouterr().out.splitlines()[:3] == [
        "                  M actions/s    best  × hearts",
        "pip-pip                30.000  31.000    150.00",
        "OpenSpiel hearts        0.200   0.300      1.00",
    ]


@pytest.mark.parametrize(
    ("modules", "told"),
    [
        (
            "nowhere1 nowhere2",
            ["Without OpenSpiel and RLCard: 'uv sync --group bench' installs them."],
        ),
        ("json nowhere2", ["Without RLCard: 'uv sync --group bench' installs them."]),
        ("json json", []),
    ],
)
def test_how_to_install_what_is_missing(
    modules: str,
    told: list[str],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for family, module in zip(rivals.FAMILIES, modules.split(), strict=True):
        monkeypatch.setitem(rivals.FAMILIES, family, (module, *rivals.FAMILIES[family][1:]))
    assert run(["bench", "engine", "--json"]) == 0
    captured = capsys.readouterr()
    assert json.loads(captured.out) == FIGURES.as_dict()
    assert captured.err.splitlines() == told
