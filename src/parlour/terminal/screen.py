"""The console: lines of text, names, and the time between two of them."""

import sys
import time
from collections.abc import Iterable

from rich.columns import Columns
from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.text import Text

from parlour.games.pippip import PipPip
from parlour.terminal import streams
from parlour.terminal.look import Look

YOU = "You"
NAMES = ("Ada", "Basil", "Clara", "Dora", "Edgar", "Flora", "Gus", "Hetty", "Ivor", "Judith", "Kit")


class Screen:
    """Writes on a console; *pace* is the time from one thing seen to the next, in seconds."""

    def __init__(self, console: Console, look: Look, pace: float) -> None:
        self.console = console
        self.look = look
        self._pace = pace if console.is_terminal else 0.0
        self._last = time.monotonic()
        self._fresh = True

    def beat(self) -> None:
        """Wait until a beat has passed since the last thing that could be seen.

        It takes the same time whoever was asked meanwhile, and however long anybody thought.
        """
        time.sleep(max(0.0, self._last + self._pace - time.monotonic()))
        self.touch()

    def touch(self) -> None:
        """Something can be seen from now on."""
        self._last = time.monotonic()

    def say(self, *parts: str | Text, style: str = "") -> None:
        """A line of text, indented; what does not fit goes on below."""
        line = Text(style=style)
        for part in parts:
            line.append_text(part if isinstance(part, Text) else Text(part))
        self.show(Padding(line, (0, 0, 0, 2), expand=False))

    def show(self, what: RenderableType) -> None:
        """Anything that Rich can draw."""
        self.console.print(what)
        self._fresh = False

    def row(self, view: PipPip, cards: Iterable[tuple[int, int]]) -> None:
        """Several players, each with a card."""
        items = [
            Text.assemble(f"{name(view, seat)} ", self.look.card(card)) for seat, card in cards
        ]
        self.show(Padding(Columns(items, padding=(0, 2)), (0, 0, 0, 2)))

    def facts(self, *facts: str, style: str = "") -> None:
        """Several facts on a line."""
        self.say(self.look.dot.join(fact for fact in facts if fact), style=style)

    def blank(self) -> None:
        """An empty line, unless there is one already."""
        if not self._fresh:
            self.console.print()
        self._fresh = True

    def ask(self, question: str) -> str:
        """What the person types; raises `EOFError` at the end of the input."""
        self._fresh = False
        streams.forget_typed_ahead()
        typed = input(f"  {question} ")
        if not sys.stdin.isatty():
            self.console.print(typed, markup=False)  # show what was piped in
        self.touch()
        return typed.strip()

    def heading(self, *facts: str) -> None:
        """A line across with facts on it."""
        self.blank()
        self._fresh = False
        self.console.rule(
            Text(self.look.dot.join(fact for fact in facts if fact), "bold"),
            align="left",
            characters=self.look.rule,
            style="dim",
        )


def is_you(view: PipPip, seat: int) -> bool:
    """Whether the person sits there."""
    return view.seating[seat] == 0


def name(view: PipPip, seat: int) -> str:
    """What the player at a seat is called."""
    player = view.seating[seat]
    return NAMES[player - 1] if player else YOU


def does(view: PipPip, seat: int, verb: str) -> str:
    """What somebody does: ``You lead``, ``Basil leads``.

    >>> match = PipPip(3, seed=1)
    >>> does(match, 0, "pass"), does(match, 1, "pass"), does(match, 2, "take the trick")
    ('You pass', 'Ada passes', 'Basil takes the trick')
    """
    if is_you(view, seat):
        return f"{YOU} {verb}"
    word, space, rest = verb.partition(" ")
    return f"{name(view, seat)} {word}{'es' if word.endswith('s') else 's'}{space}{rest}"


def names(view: PipPip, seats: list[int]) -> str:
    """Several players: ``You, Ada and Basil``."""
    words = [name(view, seat) for seat in seats]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
