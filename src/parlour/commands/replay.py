"""`parlour replay`."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter
from rich.console import Console, Group, RenderableType
from rich.segment import Segment, Segments
from rich.text import Text

from parlour.commands.compiling import tell_of_compiling
from parlour.commands.keys import can_read_keys, read_key
from parlour.commands.output import console, symbols_print, table
from parlour.commands.parameters import File

_FOOTER_LINES = 2
_END = Segment.line()

if TYPE_CHECKING:
    from parlour.games.telling import Page
    from parlour.records import Record


def replay(
    file: File,
    /,
    *,
    all_: Annotated[
        bool,
        Parameter(
            name="--all",
            negative="",
            show_default=False,
            help="Print everything at once; this is also what happens without a terminal.",
        ),
    ] = False,
) -> int:
    """Show a record, trick by trick or turn by turn."""
    from parlour.games.telling import Teller
    from parlour.records import read  # it loads the compiled engine

    tell_of_compiling()
    record = read(file)
    teller = Teller(record.name, symbols_print())
    pages = list(record.entry.part("telling").pages(record.steps(), teller))
    screen = console()
    heading = _heading(record)
    whole = not screen.is_terminal  # lines are not to be broken in a file
    if all_ or not can_read_keys():
        screen.print(heading, soft_wrap=whole)
    else:
        left = _leaf_through(screen, heading, pages)
        if left is None:
            return 0
        pages = left
    for page in pages:
        screen.print(_shown(page, screen), soft_wrap=whole)
        screen.print()
    if record.broken_off:
        screen.print("Broken off here.", soft_wrap=whole)
    scores = " ".join(str(score) for score in record.result().scores())
    screen.print(f"Scores: {scores}", soft_wrap=True)
    return 0


def _heading(record: "Record") -> RenderableType:
    """What the record says about itself."""
    title = record.title or f"{record.entry.title}, {record.players} players"
    parts = [Text(title, "title")]
    about = [str(part) for part in (record.date, record.place) if part]
    if about:
        parts.append(Text(", ".join(about)))
    if record.comment:
        paragraphs = record.comment.strip().split("\n\n")
        parts += [Text(" ".join(paragraph.split()), "note") for paragraph in paragraphs]
    parts += [Text(line, "aside") for line in _gaps(record)]
    return Group(*parts, Text())


def _gaps(record: "Record") -> Iterator[str]:
    """What this record does not hold."""
    if record.kept_by is not None:
        seats = range(record.players)
        keeper = f"seat {record.kept_by + 1}" if record.kept_by in seats else "a spectator"
        yield f"Partial: the notes of {keeper}, ?? being cards that were not seen."
    if record.broken_off:
        yield "Broken off: the last hand was not played to its end."
    elif not record.result().over:
        hands = "this hand" if len(record.hands) == 1 else f"these {len(record.hands)} hands"
        yield f"Part of a match: it goes on after {hands}."


def _shown(page: "Page", screen: Console) -> RenderableType:
    """A page as Rich shows it, its rows in columns."""
    parts: list[RenderableType] = [Text(page.title, "title")]
    aligned = {
        width: iter(table([r for r in page.rows if isinstance(r, tuple) and len(r) == width]))
        for width in {len(row) for row in page.rows if isinstance(row, tuple)}
    }
    parts += [
        _text(row if isinstance(row, str) else next(aligned[len(row)]), screen) for row in page.rows
    ]
    return Group(*parts)


def _text(text: str, screen: Console) -> Text:
    if text.startswith("# "):
        return Text(text, "note")
    return screen.render_str(text, highlight=True)


def _sheets(screen: Console, heading: RenderableType, pages: "list[Page]") -> list[RenderableType]:
    """The pages, each cut into as many parts as the height of the terminal needs."""
    room = max(1, screen.height - _FOOTER_LINES)
    sheets: list[RenderableType] = []
    for number, page in enumerate(pages):
        shown = _shown(page, screen)
        lines = screen.render_lines(shown if number else Group(heading, shown), pad=False)
        for start in range(0, len(lines), room):
            part = [segment for line in lines[start : start + room] for segment in (*line, _END)]
            sheets.append(Segments(part))
    return sheets


def _leaf_through(
    screen: Console, heading: RenderableType, pages: "list[Page]"
) -> "list[Page] | None":
    """Show page after page as keys are pressed; returns what is left to print, None to stop."""
    sheets = _sheets(screen, heading, pages)
    place = 0
    with screen.screen(hide_cursor=True) as display:
        while place < len(sheets):
            footer = f"{place + 1}/{len(sheets)}   space: on   b: back   a: all   q: quit"
            display.update(Group(sheets[place], Text(), Text(footer, "aside")))
            key = read_key()
            if key == "q":
                return None
            if key == "a":
                return pages
            if key in ("left", "b"):
                place = max(0, place - 1)
            elif key == "right":
                place += 1
    return pages[-1:]
