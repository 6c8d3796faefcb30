"""Writing a record so that people can read it.

>>> from parlour.games.pippip import PipPip
>>> from parlour.records import Record
>>> print(dumps(Record.of(PipPip(3, "russian"), [(None, "dealer 1"), (None, "cut h")])))
parlour = 1
game = "pip-pip"
players = 3
<BLANKLINE>
[options]
preset = "russian"
<BLANKLINE>
[[hand]]
play = '''
dealer 1
cut h
'''
broken_off = true
scores = [0, 0, 0]
<BLANKLINE>
"""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import tomlkit

from parlour.control import CONTROL_CHARACTER
from parlour.games.game import SPECTATOR, Game
from parlour.games.notation import Hand
from parlour.records.form import SPECTATOR_NAME, VERSION
from parlour.records.record import Record

_WIDTH = 100


def write(record: Record, path: str | os.PathLike[str]) -> None:
    """Write a record into a file, over what may be there."""
    Path(path).write_text(dumps(record), encoding="utf-8", newline="\n")


def dumps(record: Record) -> str:
    """A record as the text of a file."""
    return "\n".join(_lines(record)) + "\n"


def _lines(record: Record) -> Iterator[str]:
    yield _pair("parlour", VERSION)
    yield _pair("game", record.game)
    for key in ("title", "date", "place"):
        if getattr(record, key):
            yield _pair(key, getattr(record, key))
    yield _pair("players", list(record.names) or record.players)
    if record.kept_by is not None:
        spectator = record.kept_by == SPECTATOR
        yield _pair("kept_by", SPECTATOR_NAME if spectator else record.kept_by + 1)
    game, hands = record.begin(), []
    for hand in record.hands:
        hands += ["", *_hand(record, hand, game)]
    if game.over:
        yield _pair("winners", [seat + 1 for seat in game.winners()])
    if record.comment:
        yield f"comment = {_text(record.comment)}"
    yield from ["", "[options]"]
    preset, changes = record.options.nearest_preset()
    for key, value in {"preset": preset, **changes}.items():
        yield _pair(key, value)
    if record.extra:
        yield ""
        yield tomlkit.dumps({"extra": record.extra}).strip()
    yield from hands


def _hand(record: Record, hand: Hand, game: Game) -> Iterator[str]:
    """The lines of a hand; *game* is led through it."""
    notation = record.entry.notation
    scores, done = game.scores(), notation.hands_done(game)
    play = "".join(f"{line}\n" for line in notation.write(game, hand))
    yield "[[hand]]"
    if hand.comment:
        yield f"comment = {_text(hand.comment)}"
    yield f"play = {_text(play, block=True)}"
    if notation.hands_done(game) == done:
        yield _pair("broken_off", value=True)
    made = [now - then for now, then in zip(game.scores(), scores, strict=True)]
    yield _pair("scores", made)


def _pair(key: str, value: Any) -> str:
    line = f"{key} = {tomlkit.item(value).as_string()}"
    if len(line) <= _WIDTH or not isinstance(value, list):
        return line
    parts = "".join(f"    {tomlkit.item(part).as_string()},\n" for part in value)
    return f"{key} = [\n{parts}]"


def _text(text: str, *, block: bool = False) -> str:
    """A text as TOML, over several lines where that can be done without escapes."""
    plain = not CONTROL_CHARACTER.search(text)
    if plain and "'''" not in text and not text.endswith("'") and (block or "\n" in text):
        return f"'''\n{text}'''"
    return tomlkit.item(text).as_string()
