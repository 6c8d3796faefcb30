"""A picture of Savannah in SVG: the table from above, 1000 by 760."""

from typing import TYPE_CHECKING, NamedTuple

from parlour.cards import UNKNOWN
from parlour.games.pictures import cards, colours
from parlour.games.pictures.svg import Element, Point, add, finish, group, write
from parlour.games.pictures.table import Place, draw_plate, draw_table, places, write_lines
from parlour.games.pictures.words import capital, knowledge, seats_text
from parlour.games.savannah.picture import facts

if TYPE_CHECKING:
    from parlour.games.savannah.game import Savannah

WIDTH, HEIGHT = 1000, 760
_MIDDLE = (500, 380)
_CROWD = 7
"""From so many players on, everything is smaller and stands further out."""

_PLATE = 30
_GAP = 8
_TOP_CARD = 62
_PIPS: dict[int, tuple[Point, ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


class _Sizes(NamedTuple):
    """Radii of the oval of seats, widths of cards, how many cards of a discard pile are shown."""

    seats: tuple[float, float]
    own_card: float
    card: float
    shown: int


_ROOMY = _Sizes((392, 268), 46, 38, 6)
_CROWDED = _Sizes((424, 312), 29, 26, 5)


def picture_svg(game: "Savannah", *, four_colours: bool = False) -> str:
    """A state or view as a self-contained SVG, 1000 by 760.

    The observer, or seat 1, sits at the bottom; the others follow clockwise. *four_colours* gives
    each suit its own.
    """
    return finish(_Picture(game, four_colours).root)


class _Picture:
    """One picture while it is being drawn."""

    def __init__(self, game: "Savannah", four_colours: bool) -> None:
        self.game = game
        self.sizes = _ROOMY if game.players < _CROWD else _CROWDED
        self.suit_colours = colours.FOUR_COLOURS if four_colours else colours.TWO_COLOURS
        observer = game.observer
        self.nearest = observer if observer is not None and observer < game.players else 0
        words = [game.title, facts.progress(game), facts.status(game)]
        self.root = draw_table(WIDTH, HEIGHT, ", ".join(words))
        write_lines(self.root, [game.title, capital(facts.progress(game))], (16, 24), "start")
        state = [capital(facts.status(game)), knowledge(game)]
        write_lines(self.root, state, (WIDTH - 16, 24), "end")
        self._middle()
        for seat, place in enumerate(places(game.players, self.nearest, _MIDDLE, self.sizes.seats)):
            self._seat(seat, place)

    # The middle: stock, foundations, dice

    def _middle(self) -> None:
        game, (x, y) = self.game, _MIDDLE
        top = y - 0.7 * _TOP_CARD
        sizes = game.foundation_sizes()
        for number, card in enumerate(game.foundations()):
            left = x + (number - 1) * (_TOP_CARD + 16)
            write(self.root, (left, top - 12), str(number + 1), 13, colours.QUIET, bold=True)
            cards.draw_pile(
                self.root,
                sizes[number],
                (left, top),
                _TOP_CARD,
                top=card,
                suit_colours=self.suit_colours,
            )
            label = f"{sizes[number]} card{'s' if sizes[number] > 1 else ''}"
            write(self.root, (left, top + 1.4 * _TOP_CARD + 16), label, 10, colours.QUIET)
        cards.draw_pile(self.root, game.stock_left, (x - 168, y - 28), 40)
        write(self.root, (x - 168, y + 43), f"stock {game.stock_left}", 11, colours.INK)
        if game.dice:
            for place, number in zip((x + 150, x + 194), game.dice, strict=True):
                _draw_die(self.root, (place, y - 8), 36, number)
            write(self.root, (x + 172, y + 26), facts.dice_text(game)[5:], 11, colours.INK)

    # The seats

    def _seat(self, seat: int, place: Place) -> None:
        """From the middle outwards: reserve and discard pile, hand, who it is."""
        width = self.sizes.own_card if seat == self.nearest else self.sizes.card
        card = cards.HEIGHT * width
        whole = 2 * card + 2 * _GAP + _PLATE
        parts = [(self._plate, _PLATE), (self._hand, card), (self._piles, card)]
        if not place.above:
            parts.reverse()
        y = place.y - whole / 2
        for draw, height in parts:
            draw(seat, (place.x, y), width)
            y += height + _GAP

    def _piles(self, seat: int, at: Point, width: float) -> None:
        """The reserve, and the last cards of the discard pile."""
        game = self.game
        pile = facts.pile_as_it_lies(game, seat)[-self.sizes.shown :]
        step = cards.STEP * width
        fan = cards.row_width(len(pile), width, step) or width
        gap = 0.25 * width
        left = at[0] - (width + gap + fan) / 2
        reserve = game.reserve(seat)
        cards.draw_pile(
            self.root,
            len(reserve),
            (left + width / 2, at[1]),
            width,
            top=reserve[-1] if reserve else UNKNOWN,
            suit_colours=self.suit_colours,
        )
        middle = (left + width + gap + fan / 2, at[1])
        if pile:
            cards.draw_row(
                self.root, pile, middle, width, step=step, suit_colours=self.suit_colours
            )
        else:
            cards.draw_pile(self.root, 0, middle, width)

    def _hand(self, seat: int, at: Point, width: float) -> None:
        game = self.game
        cards.draw_row(
            self.root,
            game.hand(seat),
            at,
            width,
            step=width + 3,
            suit_colours=self.suit_colours,
            rim=colours.GOLD if seat == game.turn else None,
        )

    def _plate(self, seat: int, at: Point, _width: float) -> None:
        game = self.game
        reserve, pile = len(game.reserve(seat)), len(game.pile(seat))
        account = f"reserve {reserve}, pile {pile}"
        rolled = facts.opening_roll(game, seat)
        if rolled:
            account = f"rolled {rolled[0]} and {rolled[1]}"
        draw_plate(
            self.root,
            at,
            capital(seats_text([seat])),
            str(reserve + pile),
            account,
            marked=seat in (game.turn, game.roller) or seat in game.winners(),
        )


def _draw_die(parent: Element, at: Point, width: float, number: int) -> None:
    """A die that shows a number, *at* its middle."""
    die = group(parent, at)
    half = width / 2
    add(
        die,
        "rect",
        x=-half,
        y=-half,
        width=width,
        height=width,
        rx=0.2 * width,
        fill=colours.PAPER,
        stroke=colours.PAPER_EDGE,
    )
    for x, y in _PIPS[number]:
        add(
            die,
            "circle",
            cx=0.27 * width * x,
            cy=0.27 * width * y,
            r=0.09 * width,
            fill=colours.BLACK,
        )
