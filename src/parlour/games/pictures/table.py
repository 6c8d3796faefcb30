"""The table and the places round it."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from parlour.games.pictures import colours
from parlour.games.pictures.svg import Element, Point, add, canvas, group, write

_SQUARENESS = 0.8
"""Below 1, so that the seats beside the nearest move aside for its open hand."""


@dataclass(frozen=True)
class Place:
    """A point on an oval round the middle of the table."""

    x: float
    y: float
    above: bool
    """Whether it lies in the upper half, so that *in front* means further down."""


def draw_table(width: float, height: float, title: str) -> Element:
    """A picture of an empty table: its root."""
    root = canvas(width, height, title)
    add(
        root,
        "rect",
        x=1,
        y=1,
        width=width - 2,
        height=height - 2,
        rx=16,
        fill=colours.FELT,
        stroke=colours.FELT_EDGE,
        stroke_width=2,
    )
    return root


def places(seats: int, nearest: int, middle: Point, radii: Point) -> list[Place]:
    """Where the *seats* are on an oval, clockwise from seat *nearest* at the bottom.

    >>> [(round(place.x), round(place.y)) for place in places(4, 1, (0, 0), (30, 20))]
    [(30, 0), (0, 20), (-30, 0), (0, -20)]
    """
    result = []
    for seat in range(seats):
        angle = 2 * math.pi * ((seat - nearest) % seats) / seats
        x, y = -math.sin(angle), math.cos(angle)
        x = math.copysign(abs(x) ** _SQUARENESS, x)
        result.append(Place(middle[0] + radii[0] * x, middle[1] + radii[1] * y, y < -0.01))
    return result


def draw_plate(
    parent: Element,
    at: Point,
    name: str,
    number: str,
    account: str,
    *,
    marked: bool = False,
    letter: str = "",
) -> None:
    """Who sits there: a plate of 124 by 30, *at* the middle of its top.

    It has a name, a *number* that counts, a line that accounts for it, and perhaps a *letter* on a
    disc; *marked* sets it off.
    """
    plate = group(parent, at)
    add(
        plate,
        "rect",
        x=-62,
        width=124,
        height=30,
        rx=8,
        fill=colours.GOLD if marked else colours.FELT_EDGE,
    )
    ink = colours.FELT_EDGE if marked else colours.INK
    quiet = colours.FELT_EDGE if marked else colours.QUIET
    write(plate, (-55, 9.5), name, 12, ink, anchor="start", bold=True)
    if letter:
        add(plate, "circle", cx=8, cy=9.5, r=7, fill=colours.PAPER, stroke=colours.PAPER_EDGE)
        write(plate, (8, 9.5), letter, 10, colours.BLACK, bold=True)
    write(plate, (55, 9.5), number, 14, ink, anchor="end", bold=True)
    write(plate, (-55, 22.5), account, 10, quiet, anchor="start")


def write_lines(parent: Element, lines: Sequence[str], at: Point, anchor: str) -> None:
    """Lines of text one under the other, the first a heading."""
    for number, line in enumerate(lines):
        first = number == 0
        write(
            parent,
            (at[0], at[1] + 15 * number + (not first)),
            line,
            12 if first else 11,
            colours.INK if first else colours.QUIET,
            anchor=anchor,
            bold=first,
        )
