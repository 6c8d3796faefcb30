"""Cards in SVG, of our own design: a large index in the corner that a fan leaves visible.

All cards are 1.4 times as high as wide. Faces carry their name as a title, as ``Q♥``.

>>> from parlour.games.pictures.svg import canvas, finish
>>> root = canvas(100, 60, "Three cards")
>>> draw_row(root, [42, 46, UNKNOWN], (50, 5), 30, step=20)
>>> [name in finish(root) for name in ("Q♥", "K♥", "A♥")]
[True, True, False]
"""

from collections.abc import Sequence

from parlour.cards import (
    JACK,
    KING,
    QUEEN,
    RANK_LETTERS,
    SUIT_SYMBOLS,
    TEN,
    UNKNOWN,
    rank_of,
    suit_of,
)
from parlour.games.pictures import colours
from parlour.games.pictures.svg import Element, Point, add, caption, group, write

HEIGHT = 1.4
"""The height of a card of width 1."""

STEP = 0.54
"""The least part of a card's width that shows its index."""

# Within −1 … 1 both ways; y points down.
_SUIT_PATHS = (
    "M0-1C.3-1 .5-.77 .5-.5C.5-.37 .45-.25 .37-.15C.42-.17 .47-.18 .52-.18C.79-.18 1 .04 1 .3"
    "C1 .57 .79 .78 .52 .78C.36 .78 .2 .7 .11 .56C.13 .78 .2 .9 .34 1H-.34C-.2 .9-.13 .78-.11 .56"
    "C-.2 .7-.36 .78-.52 .78C-.79 .78-1 .57-1 .3C-1 .04-.79-.18-.52-.18C-.47-.18-.42-.17-.37-.15"
    "C-.45-.25-.5-.37-.5-.5C-.5-.77-.3-1 0-1Z",
    "M0-1C.2-.62 .48-.27 .8 0C.48 .27 .2 .62 0 1C-.2 .62-.48 .27-.8 0C-.48-.27-.2-.62 0-1Z",
    "M0 1C-.2 .62-1 .2-1-.38C-1-.72-.76-.95-.5-.95C-.27-.95-.08-.8 0-.56C.08-.8 .27-.95 .5-.95"
    "C.76-.95 1-.72 1-.38C1 .2 .2 .62 0 1Z",
    "M0-1C.18-.62 .95-.27 .95 .28C.95 .58 .74 .78 .5 .78C.34 .78 .2 .7 .11 .56C.13 .78 .2 .9 .34 1"
    "H-.34C-.2 .9-.13 .78-.11 .56C-.2 .7-.34 .78-.5 .78C-.74 .78-.95 .58-.95 .28"
    "C-.95-.27-.18-.62 0-1Z",
)
_HEADGEAR = {
    KING: "M-1 .7V-.5L-.5 0L0-.75L.5 0L1-.5V.7Z",
    QUEEN: "M-.85 .7L-1-.3L-.45 .12L0-.6L.45 .12L1-.3L.85 .7Z",
    JACK: "M-1 .7C-1-.1-.5-.4 .1-.4C.3-.75 .7-.8 1-.75C.9-.4 .7-.25 .6-.15C.8 .1 .9 .4 .9 .7Z",
}


def draw_suit(parent: Element, suit: int, at: Point, radius: float, fill: str) -> None:
    """The symbol of a suit round a point."""
    _path(parent, _SUIT_PATHS[suit], at, radius, fill)


def draw_face(
    parent: Element,
    card: int,
    at: Point,
    width: float,
    *,
    suit_colours: Sequence[str] = colours.TWO_COLOURS,
    rim: str | None = None,
) -> None:
    """A card face up, its upper left corner *at* a point; *rim* is a colour to set it off."""
    rank, suit = rank_of(card), suit_of(card)
    fill = suit_colours[suit]
    name = "10" if rank == TEN else RANK_LETTERS[rank]
    face = group(parent, at)
    caption(face, name + SUIT_SYMBOLS[suit])
    _sheet(face, width, colours.PAPER, rim or colours.PAPER_EDGE, bool(rim))
    size = 0.42 if rank == TEN else 0.48
    index = write(face, (0.27 * width, 0.27 * width), name, size * width, fill, bold=True)
    if rank == TEN:
        index.set("letter-spacing", "-.1em")
    draw_suit(face, suit, (0.27 * width, 0.71 * width), 0.17 * width, fill)
    if rank in _HEADGEAR:
        add(
            face,
            "rect",
            x=0.52 * width,
            y=0.12 * width,
            width=0.38 * width,
            height=1.16 * width,
            rx=0.05 * width,
            fill=colours.PAPER_TINT,
        )
        _path(face, _HEADGEAR[rank], (0.71 * width, 0.42 * width), 0.14 * width, fill)
        draw_suit(face, suit, (0.71 * width, 0.93 * width), 0.17 * width, fill)
    else:
        draw_suit(face, suit, (0.66 * width, 1.05 * width), 0.25 * width, fill)


def draw_back(parent: Element, at: Point, width: float) -> None:
    """A card face down, its upper left corner *at* a point."""
    back = group(parent, at)
    _sheet(back, width, colours.PAPER, colours.PAPER_EDGE, False)
    inset = 0.08 * width
    add(
        back,
        "rect",
        x=inset,
        y=inset,
        width=width - 2 * inset,
        height=HEIGHT * width - 2 * inset,
        rx=0.06 * width,
        fill=colours.BACK,
    )
    for radius in (0.32, 0.14):
        _path(back, "M0-1.5L1 0L0 1.5L-1 0Z", (0.5 * width, 0.7 * width), radius * width, "none")
        back[-1].set("stroke", colours.BACK_LINE)
        back[-1].set("stroke-width", f"{0.035 / radius:.3f}")


def draw_card(
    parent: Element,
    card: int,
    at: Point,
    width: float,
    *,
    suit_colours: Sequence[str] = colours.TWO_COLOURS,
    rim: str | None = None,
) -> None:
    """A card face up, or its back if it is `UNKNOWN`."""
    if card == UNKNOWN:
        draw_back(parent, at, width)
    else:
        draw_face(parent, card, at, width, suit_colours=suit_colours, rim=rim)


def row_width(count: int, width: float, step: float) -> float:
    """The width of a row of *count* cards."""
    return width + (count - 1) * step if count else 0


def draw_row(
    parent: Element,
    cards: Sequence[int],
    at: Point,
    width: float,
    *,
    step: float,
    suit_colours: Sequence[str] = colours.TWO_COLOURS,
    rim: str | None = None,
) -> None:
    """Cards side by side from left to right, each *step* further; *at* is the middle of the top.

    `UNKNOWN` cards are face down.
    """
    left = at[0] - row_width(len(cards), width, step) / 2
    for number, card in enumerate(cards):
        place = (left + number * step, at[1])
        draw_card(parent, card, place, width, suit_colours=suit_colours, rim=rim)


def draw_pile(
    parent: Element,
    count: int,
    at: Point,
    width: float,
    *,
    top: int = UNKNOWN,
    suit_colours: Sequence[str] = colours.TWO_COLOURS,
) -> None:
    """A squared-up pile of *count* cards, *at* the middle of its top; none is an empty place."""
    left, y = at[0] - width / 2, at[1]
    if not count:
        add(
            parent,
            "rect",
            x=left,
            y=y,
            width=width,
            height=HEIGHT * width,
            rx=0.1 * width,
            fill="none",
            stroke=colours.QUIET,
            stroke_dasharray="3 3",
        )
        return
    below = min(count - 1, 4)
    for number in range(below):
        draw_back(parent, (left, y + (below - number) * 1.5), width)
    draw_card(parent, top, (left, y), width, suit_colours=suit_colours)


def _sheet(parent: Element, width: float, fill: str, edge: str, strong: bool) -> None:
    add(
        parent,
        "rect",
        width=width,
        height=HEIGHT * width,
        rx=0.1 * width,
        fill=fill,
        stroke=edge,
        stroke_width=2.5 if strong else 0.8,
    )


def _path(parent: Element, path: str, at: Point, radius: float, fill: str) -> None:
    transform = f"translate({at[0]:.2f} {at[1]:.2f}) scale({radius:.3f})"
    add(parent, "path", d=path, transform=transform, fill=fill)
