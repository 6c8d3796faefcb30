"""`parlour rules`."""

import sys
import textwrap
from collections.abc import Iterator
from typing import Annotated

from cyclopts import Parameter
from rich.text import Text

from parlour.commands.output import console
from parlour.commands.parameters import Changes, Game, Preset, chosen, described, in_words
from parlour.games.options import OptionSet
from parlour.games.rules import Section
from parlour.games.rules import rules as rules_of

_WIDTH = 88


def rules(
    game: Game = "pip-pip",
    /,
    *,
    preset: Preset = "",
    changes: Changes = None,
    markdown: Annotated[
        bool, Parameter(negative="", show_default=False, help="Print Markdown.")
    ] = False,
) -> int:
    """Print the rules of a game, with the options in force."""
    entry, options = chosen(game, preset, changes)
    title = f"{entry.title}: {described(options)}"
    sections = [*rules_of(entry, options), Section("The options in force", list(_table(options)))]
    if markdown:
        sys.stdout.writelines(f"{line}\n" for line in _markdown(title, sections))
    else:
        _print(title, sections)
    return 0


def _table(options: OptionSet) -> Iterator[str]:
    for choice in options.choices:
        yield f"{choice.name} = {in_words(options.values()[choice.name])}. {choice.explanation}"


def _print(title: str, sections: list[Section]) -> None:
    screen = console()
    width = min(screen.width, _WIDTH)
    screen.print(Text(title, "title"))
    for section in sections:
        screen.print()
        screen.print(Text(section.title, "title"))
        for number, paragraph in enumerate(section.paragraphs):
            if number and section is not sections[-1]:
                screen.print()
            for line in textwrap.wrap(paragraph, width, subsequent_indent=""):
                screen.print(line)


def _markdown(title: str, sections: list[Section]) -> Iterator[str]:
    yield f"# {title}"
    for section in sections:
        yield f"\n## {section.title}"
        bullet = "- " if section is sections[-1] else ""
        for paragraph in section.paragraphs:
            yield f"\n{bullet}{paragraph}"
