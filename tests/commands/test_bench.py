"""What `parlour bench engine` and `parlour bench server` print, their measuring left out."""

import json
from pathlib import Path

import pytest

from parlour.bench import engine, rivals, server
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


LOADED = {
    "server": "Parlour",
    "rate": 1,
    "tables": 1000,
    "moves": 10_000,
    "moves_per_second": 1000.4,
    "median_ms": 1.26,
    "p99_ms": 7.0,
    "bytes_per_message": 151.2,
    "client_cpu_us_per_move": 300.0,
    "server_cpu_us_per_move": 402.0,
    "server_bytes_per_connection": 20_400,
    "refused": [],
}
OTHER = {
    "server": "boardgame.io",
    "rate": 0,
    "tables": 20,
    "moves": 0,
    "moves_per_second": 0.0,
    "median_ms": None,
    "p99_ms": None,
    "server_cpu_us_per_move": 1500.0,
}


@pytest.fixture
def loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "measure", lambda *_: [LOADED, OTHER])
    monkeypatch.setattr(
        server, "bytes_per_table", lambda tables: {"a game": 12_340 + tables / 1000}
    )
    monkeypatch.setattr(server, "has_boardgameio", lambda: True)


@pytest.mark.usefixtures("loaded")
def test_what_the_server_can_do_is_one_object_of_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["bench", "server", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"server": [LOADED, OTHER]}
    assert run(["bench", "server", "--json", "--tables", "10000"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [json.loads(line) for line in lines] == [
        {"server": [LOADED, OTHER], "bytes_per_table": {"a game": 12_350.0}}
    ]


@pytest.mark.usefixtures("loaded")
def test_what_the_server_can_do_stands_in_columns(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["bench", "server", "--tables", "10000"]) == 0
    shown = capsys.readouterr().out.splitlines()
    words = [line.split() for line in shown]
    assert "bytes a message" in shown[0]
    assert words[1] == "Parlour, 1 a second 1,000 1,000 1.3 7.0 402 151".split()
    assert words[2] == "boardgame.io, as fast as it goes 20 0 1500".split()
    assert shown[-4].endswith("20.4 KB")
    assert shown[-1] == "  a game: 12.3 KB"


def test_the_server_is_measured_by_clients_that_play(tmp_path: Path) -> None:
    with server.parlour_server() as started:
        figures = server.play(server.CROWD, started, server.Load(2, 0), 0.3, tmp_path)
    assert figures.keys() == LOADED.keys() - {"server", "rate"}
    assert figures["tables"] == 2
    assert figures["moves"] > 0
    assert 0 < figures["median_ms"] <= figures["p99_ms"]
    assert 50 < figures["bytes_per_message"] < 1000
    assert figures["refused"] == []
