"""Building an SVG picture as a tree of elements, so that it is always well-formed.

>>> root = canvas(10, 10, "A <picture>")
>>> _ = add(root, "circle", cx=5, cy=5, r=4.25, stroke_width=2)
>>> finish(root)  # doctest: +ELLIPSIS
'<svg ...<title>A &lt;picture&gt;</title><circle cx="5" cy="5" r="4.25" stroke-width="2" />...'
"""

import re
from xml.etree.ElementTree import Element, SubElement, tostring

__all__ = ["Element", "Point", "add", "canvas", "caption", "finish", "group", "write"]

Point = tuple[float, float]
"""x to the right and y downwards, in pixels."""

FONT = "system-ui, 'Segoe UI', 'Helvetica Neue', Arial, 'DejaVu Sans', sans-serif"

_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def canvas(width: float, height: float, title: str) -> Element:
    """The root of a picture; *title* is what a screen reader says."""
    root = Element(
        "svg",
        {
            "xmlns": "http://www.w3.org/2000/svg",
            "viewBox": f"0 0 {_number(width)} {_number(height)}",
            "width": _number(width),
            "height": _number(height),
            "role": "img",
            "font-family": FONT,
            "style": "max-width: 100%; height: auto",
        },
    )
    caption(root, title)
    return root


def add(parent: Element, tag: str, **attributes: str | float) -> Element:
    """A new element; an attribute ``stroke_width`` is written ``stroke-width``."""
    return SubElement(
        parent,
        tag,
        {
            name.replace("_", "-"): value if isinstance(value, str) else _number(value)
            for name, value in attributes.items()
        },
    )


def group(parent: Element, at: Point, **attributes: str | float) -> Element:
    """A group of elements whose origin is at a point."""
    transform = f"translate({_number(at[0])} {_number(at[1])})"
    return add(parent, "g", transform=transform, **attributes)


def caption(parent: Element, words: str) -> None:
    """Name an element for screen readers, and for a pointer that rests on it."""
    add(parent, "title").text = _clean(words)


def write(
    parent: Element,
    at: Point,
    words: str,
    size: float,
    fill: str,
    *,
    anchor: str = "middle",
    bold: bool = False,
) -> Element:
    """A line of text; *at* is the middle of its height, and its `anchor` across."""
    weight = {"font_weight": "700"} if bold else {}
    element = add(
        parent,
        "text",
        x=at[0],
        y=at[1] + 0.36 * size,
        font_size=size,
        fill=fill,
        text_anchor=anchor,
        **weight,
    )
    element.text = _clean(words)
    return element


def finish(root: Element) -> str:
    """The whole picture as text."""
    return tostring(root, encoding="unicode")


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _clean(words: str) -> str:
    """*words* without the characters that XML cannot hold even when escaped."""
    return _NOT_XML.sub("\ufffd", words)
