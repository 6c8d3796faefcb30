"""The table and the places round it."""

import math
from dataclasses import dataclass

from parlour.games.pictures import colours
from parlour.games.pictures.svg import Element, Point, add, canvas

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
