"""Errors name the right line, however a text is written in TOML."""

import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.records.positions import scan

BLOCKS = [
    'play = "1: x"',
    "play = '1: x'",
    "play = '''\n1: x'''",
    "play = '''1: x'''",
    'play = """\n1: x"""',
    'play = """\ncut h\n\n1: x\n"""',
    'play = """\\\n\n   1: x"""',
    'play = """cut h \\n \n1: x"""',
    "play = '''\n# it's a note\n1: x\n'''",
]


@pytest.mark.parametrize("block", BLOCKS)
@given(st.lists(st.sampled_from(["", "# it's", "a{} = [\n1, # '''\n2]", 'b{} = "]"']), max_size=3))
def test_lines_of_a_text(block: str, before: list[str]) -> None:
    head = "\n".join(line.format(number) for number, line in enumerate(before))
    text = f"{head}\n[[hand]]\nc = {{ d = 1 }}\n{block}\nlast = 3\n"
    play = tomllib.loads(text)["hand"][0]["play"]
    lines = scan(text, "f").text_lines(("hand", 0, "play"))
    assert len(lines) == play.count("\n") + 1
    place = next(number for number, line in enumerate(play.split("\n")) if "1: x" in line)
    assert "1: x" in text.split("\n")[lines[place] - 1]


def test_lines_of_keys() -> None:
    text = 'a = 1\n"b c".d = [\n 1,\n 2 ]\n[e]\nf = 1\n[[g]]\nh = 1\n[[g]]\nh = 2\n'
    positions = scan(text, "f")
    assert positions.line(("a",)) == 1
    assert positions.line(("b c", "d")) == 2
    assert positions.line(("b c", "d", 1)) == 2
    assert positions.line(("e", "f")) == 6
    assert positions.line(("g", 1)) == 9
    assert positions.line(("g", 1, "h")) == 10
    assert positions.line(("g", 0, "missing")) == 7
    assert positions.line(("missing",)) is None
