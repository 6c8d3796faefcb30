"""Whatever a file holds, the reader reads it or says in a sentence what is wrong.

`tests/long/fuzz_records.py` does the same for longer, guided by coverage.
"""

from hypothesis import given, settings
from hypothesis import strategies as st

from parlour.errors import RecordError
from parlour.records import dumps, loads
from parlour.records.source import decode
from tests.records.records import EXAMPLES

TEXTS = [path.read_text("utf-8") for path in EXAMPLES]
PIECES = [
    "parlour = 1\n",
    "[[hand]]\n",
    "[options]\n",
    "play = '''\n",
    "'''",
    '"""',
    "broken_off = true\n",
    "kept_by = 1\n",
    "kept_by = 'spectator'\n",
    "scores = [1, 2]\n",
    "auction = true\n",
    "calls = 'any time'\n",
    "1: call h\n",
    "2: pass 110\n",
    "3: Qh unused -> 1 2\n",
    "draw 1: ?? Qh\n",
    "deal 2: ?? ?? ?? ?? ?? ?? ??\n",
    "rest: Qh\n",
    "order Qh ??\n",
    "card ??\n",
    "cut h\n",
    "dealer 0\n",
    "roll 9 9\n",
    "999999999999999999: 7\n",
    "-> ",
    "??",
    "\\",
    "#",
    "\x00",
    "\x1b[2J",
    "♥",
    "٣",
    "{",
    "]",
]


@st.composite
def damaged(draw: st.DrawFn) -> str:
    """An example with pieces cut out, doubled, moved or put in."""
    text = draw(st.sampled_from(TEXTS))
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        stop = min(len(text), start + draw(st.integers(0, 60)))
        piece = draw(st.sampled_from([*PIECES, text[start:stop] * 2]) | st.text(max_size=6))
        text = text[:start] + piece + text[stop:]
    return text


def read_or_refuse(text: str) -> None:
    try:
        record = loads(text, "hand.toml")
    except RecordError as error:
        assert str(error).startswith("hand.toml:")
        assert "\n" not in str(error)
        assert len(str(error)) < 600
    else:
        assert loads(dumps(record)).result() == record.result()


@given(damaged())
@settings(max_examples=100)
def test_damaged_examples(text: str) -> None:
    read_or_refuse(text)


@given(st.lists(st.sampled_from(PIECES) | st.text(max_size=8), max_size=12).map("".join))
def test_pieces_at_random(text: str) -> None:
    read_or_refuse(text)


@given(st.binary(max_size=60))
def test_bytes(data: bytes) -> None:
    try:
        text = decode(data, "hand.toml")
    except RecordError:
        return
    read_or_refuse(text)
