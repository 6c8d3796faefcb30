"""What the documentation shows is so."""

import json
import re
from pathlib import Path

import pytest

from parlour.games.notation import Notation, split_lines
from parlour.games.registry import GAMES, GameEntry
from parlour.games.savannah import Savannah
from parlour.games.savannah.notation import NOTATION
from parlour.records import loads, read
from parlour.records.form import Form, HandForm
from parlour.records.trace import as_json, lines

RECORDS = Path("docs/records.md").read_text("utf-8")
TRACE = Path("docs/trace.md").read_text("utf-8")


def test_first_example() -> None:
    (text,) = re.findall(r"```toml\n(.*?)```", RECORDS, re.DOTALL)
    record = loads(text)
    assert record.result().scores() == [50, 0, 9]
    assert record.name(1) == "Ben"


def test_one_players_notes_of_savannah() -> None:
    (text,) = re.findall(r"```\n(card 9h Js 6d.*?)```", RECORDS, re.DOTALL)
    notation: Notation[Savannah] = NOTATION
    game = Savannah(2, observer=1)
    notation.read(game, split_lines(text, [1]))
    assert game.turn == 0
    assert game.left(1) == 18


def test_every_key_is_described() -> None:
    for key in (*Form.__struct_fields__, *HandForm.__struct_fields__):
        assert re.search(rf"`\[*{key}\]*`", RECORDS), key


@pytest.mark.parametrize("entry", GAMES.values(), ids=GAMES)
def test_every_value_of_every_option_is_described(entry: GameEntry) -> None:
    rows = dict(re.findall(r"^\| `(\w+)` \| (\".*|`\".*) \|$", RECORDS, re.MULTILINE))
    for choice in entry.options.choices:
        typed = re.findall('`"([^"]*)"`', rows[choice.name])
        assert [choice.code(value)[0] for value in typed] == list(range(len(choice.values)))
        for _, most in choice.ranges.values():
            assert f"any number to {most})" in rows[choice.name]
    for preset in entry.presets:
        assert f'`"{preset}"`' in RECORDS


def test_every_key_of_a_trace_is_described() -> None:
    for example in ("illustrative-deal-a", "savannah"):
        for key in next(lines(read(f"examples/{example}.toml"))):
            assert f"| `{key}` |" in TRACE


def test_example_of_a_trace() -> None:
    (text,) = re.findall(r'```\n(\{"step":4.*?)\n```', TRACE, re.DOTALL)
    told = [as_json(line) for line in lines(read("examples/illustrative-deal-a.toml"))]
    assert told[3] == text
    assert json.loads(text)["step"] == 4
