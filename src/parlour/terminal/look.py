"""How cards, suits and names look, in colour or without, with symbols or in plain letters."""

from collections.abc import Iterable
from dataclasses import dataclass

from rich.console import Console
from rich.text import Text

from parlour.cards import SUIT_LETTERS, card_face, suit_of
from parlour.games.pictures.colours import FOUR_COLOURS, PAPER, TWO_COLOURS
from parlour.games.words import say

SYMBOLS = "♣♦♥♠·─★×"
"""What an encoding must have for us to draw with symbols."""

LOUD = "bold #16191d on #ffd257"
GOOD, QUIET = "bold", "dim"


@dataclass(frozen=True)
class Look:
    """What a terminal can show."""

    symbols: bool = True
    four_colours: bool = True

    @classmethod
    def of(cls, console: Console, *, four_colours: bool = True) -> "Look":
        """What fits a console: symbols only where its encoding has them."""
        try:
            SYMBOLS.encode(console.encoding)
        except (UnicodeEncodeError, LookupError):
            return cls(symbols=False, four_colours=four_colours)
        return cls(four_colours=four_colours)

    @property
    def dot(self) -> str:
        """What separates two facts on a line."""
        return " · " if self.symbols else " - "

    @property
    def star(self) -> str:
        """What makes a line loud."""
        return "★" if self.symbols else "***"

    @property
    def rule(self) -> str:
        """What a line across is made of."""
        return "─" if self.symbols else "-"

    def name(self, card: int) -> str:
        """A card as plain text: ``10♥``, or ``10h``.

        >>> Look().name(34), Look(symbols=False).name(42)
        ('10♥', 'Qh')
        """
        return card_face(card, symbols=self.symbols)

    def card(self, card: int, *, lit: bool = True) -> Text:
        """A card on its own little sheet, or dim."""
        colours = FOUR_COLOURS if self.four_colours else TWO_COLOURS
        style = f"bold {colours[suit_of(card)]} on {PAPER}" if lit else QUIET
        return Text(f" {self.name(card)} ", style)

    def cards(self, cards: Iterable[int]) -> Text:
        """Several cards."""
        return Text(" ").join(self.card(card) for card in cards)

    def suit(self, letter: str) -> str:
        """A suit: ``♥ hearts``, or ``hearts``."""
        word = say("parlour.games.pippip", "suit_word", {"suit": letter})
        return f"{self.symbol(letter)} {word}" if self.symbols else word

    def symbol(self, letter: str) -> str:
        """A suit in one character."""
        return "♣♦♥♠"[SUIT_LETTERS.index(letter)] if self.symbols else letter
