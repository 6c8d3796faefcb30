r"""Where in a TOML text each key stands, so that an error can name the line.

The parser of the standard library does not tell. This scan also refuses, before that parser sees
it, what would make a text slow or confusing to read.

>>> positions = scan("a = 1\n[[hand]]\nplay = '''\ncut h\n'''\n", "hand.toml")
>>> positions.line(("hand", 0, "play")), positions.text_lines(("hand", 0, "play"))
(3, [4, 5])
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from parlour.errors import RecordError

Path = tuple[str | int, ...]

_MOST_KEYS = 20_000
_MOST_VALUES = 200_000
_MOST_DOTS = 8
_MOST_NESTED = 16

_TOKEN = re.compile(
    r"""
      (?P<long>  \"{3} (?:[^\\]|\\.)*? \"{3,5} | '{3} .*? '{3,5} )
    | (?P<open>  \"{3} | '{3} )
    | (?P<text>  "(?:[^"\\\n]|\\.)*" | '[^'\n]*' )
    | (?P<note>  \#[^\n]* )
    | (?P<bare>  [\w+-]+ )
    | (?P<sign>  \[\[ | \]\] | [\[\]{}=.\n] )
    | (?P<rest>  [^\w+\[\]{}=.\n"'\#-]+ | . )
    """,
    re.VERBOSE | re.DOTALL,
)
_END_OF_LINE = re.compile(r"\\[^\S\n]*\n\s*|\\n|\\.|\n", re.DOTALL)
"""What ends a line or hides its end, in a text in three double quotes."""


@dataclass
class Positions:
    """The lines of a text's keys, from 1, and its strings as they are written."""

    keys: dict[Path, int] = field(default_factory=dict)
    values: dict[Path, tuple[int, str]] = field(default_factory=dict)

    def line(self, path: Sequence[str | int]) -> int | None:
        """The line of a key or table, or of the nearest one around it."""
        place = tuple(path)
        while place and place not in self.keys:
            place = place[:-1]
        return self.keys.get(place)

    def text_lines(self, path: Sequence[str | int]) -> list[int]:
        """The line of the file on which each line of a string stands."""
        line, raw = self.values.get(tuple(path), (self.line(path) or 1, ""))
        if not raw.startswith(('"""', "'''")):
            return [line] * (1 + raw.count("\\n"))
        body = raw[3:-3]
        if body.startswith("\n"):
            line, body = line + 1, body[1:]
        if raw.startswith("'"):
            return list(range(line, line + body.count("\n") + 1))
        lines, begun = [line], 0
        for match in _END_OF_LINE.finditer(body):
            line += match[0].count("\n")
            if match[0] in {"\n", "\\n"}:
                lines.append(line)
                begun = match.end()
            elif not body[begun : match.start()].strip():
                lines[-1] = line
        return lines


class _Scanner:
    """Goes through the tokens of a text, outside and inside values."""

    def __init__(self, name: str) -> None:
        self.positions = Positions()
        self._name = name
        self._line = 1
        self._arrays: dict[Path, int] = {}
        self._table: Path = ()
        self._header = ""
        self._key: list[str] = []
        self._dots = 0
        self._value: Path | None = None
        self._values = 0
        self._depth = 0

    def run(self, text: str) -> Positions:
        for match in _TOKEN.finditer(text):
            kind, word = match.lastgroup or "", match[0]
            if kind == "open":
                raise self._error("the text that begins here with three quotes never ends")
            if self._value is None:
                self._outside(kind, word)
            else:
                self._inside(self._value, kind, word)
            self._line += word.count("\n")
        return self.positions

    def _error(self, reason: str) -> RecordError:
        return RecordError(reason, self._name, self._line)

    def _outside(self, kind: str, word: str) -> None:
        """A token of a key or a table's header."""
        if kind == "bare":
            self._key.append(word)
        elif kind == "text":
            self._key.append(word[1:-1])
        elif word == "=" and self._key:
            self._value = (*self._table, *self._key)
            self._note(self._value)
        elif word in {"[", "[["} and not self._key:
            self._header = word
        elif word in {"]", "]]"} and self._header:
            self._enter()
        elif word == ".":
            self._dots += 1
            if self._dots > _MOST_DOTS:
                raise self._error("this key has too many parts for a record")
        elif word == "\n":
            self._end_line()

    def _inside(self, path: Path, kind: str, word: str) -> None:
        """A token of a value."""
        self._values += kind != "rest"
        if self._values > _MOST_VALUES:
            raise self._error(f"more than {_MOST_VALUES:,} values are too many for a record")
        if kind in {"long", "text"}:
            if self._depth == 0:
                self.positions.values[path] = (self._line, word)
        elif word[0] in "[{":
            self._depth += len(word)
            if self._depth > _MOST_NESTED:
                raise self._error("brackets are nested too deep for a record")
        elif word[0] in "]}":
            self._depth -= len(word)
        elif word == "\n" and self._depth <= 0:
            self._end_line()

    def _end_line(self) -> None:
        self._key, self._header, self._dots = [], "", 0
        self._value, self._depth = None, 0

    def _enter(self) -> None:
        """A header is complete: what follows stands in its table."""
        self._table = tuple(self._key)
        if self._header == "[[":
            number = self._arrays.get(self._table, -1) + 1
            self._arrays[self._table] = number
            self._table = (*self._table, number)
        self._note(self._table)

    def _note(self, path: Path) -> None:
        first = self.positions.keys.setdefault(path, self._line)
        if first != self._line:
            what = ".".join(part for part in path if isinstance(part, str))[:80]
            raise self._error(f"{what} is given twice: the first time on line {first}")
        if len(self.positions.keys) > _MOST_KEYS:
            raise self._error(f"more than {_MOST_KEYS:,} keys are too many for a record")


def scan(text: str, name: str) -> Positions:
    """Where the keys of a TOML text stand.

    Raises `RecordError` for a key given twice, a text never closed, and excesses; other faults are
    left for the parser to find.
    """
    return _Scanner(name).run(text)
