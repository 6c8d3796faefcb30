"""`parlour rules`."""

import sys
import textwrap
from collections.abc import Iterator
from typing import Annotated

from cyclopts import Parameter
from rich.text import Text

from parlour.commands.output import console
from parlour.commands.parameters import Changes, Game, Preset, chosen, described, in_words
from parlour.games.options import Choice, OptionSet
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
    sections = rules_of(entry, options)
    if markdown:
        lines = [*_markdown(title, sections), *_markdown_options(options)]
        sys.stdout.writelines(f"{line}\n" for line in lines)
    else:
        _print(title, sections)
        _print_options(options)
    return 0


_OPTIONS = "The options in force"


def _how_to_change(options: OptionSet) -> str:
    name, value = next(
        (choice.name, value)
        for choice in options.choices
        for value in _typed(choice)
        if " " in value and value != options.values()[choice.name]
    )
    return f"Values are typed as they stand here, as in --set '{name}={value}'."


def _typed(choice: Choice) -> list[str]:
    """The values of an option as they are typed, the least number for an N, or 500."""
    return [
        form.replace("N", "500" if form.endswith("N") else str(choice.ranges[form][0]))
        if form in choice.ranges
        else form
        for form in choice.values
    ]


def _values(choice: Choice, quote: str = "") -> str:
    """All values of an option, those with a number explained."""
    words = []
    for form, typed in zip(choice.values, _typed(choice), strict=True):
        word = f"{quote}{typed}{quote}"
        if form in choice.ranges:
            least, most = choice.ranges[form]
            word += f" (any number from {least} to {most})"
        words.append(word)
    return ", ".join(words)


def _print_options(options: OptionSet) -> None:
    screen = console()
    width = min(screen.width, _WIDTH)
    screen.print()
    screen.print(Text(_OPTIONS, "title"))
    for line in textwrap.wrap(_how_to_change(options), width):
        screen.print(line)
    for choice in options.choices:
        screen.print(f"\n{choice.name} = {in_words(options.values()[choice.name])}")
        for text in (choice.explanation, f"Values: {_values(choice)}"):
            screen.print(textwrap.fill(text, width, initial_indent="  ", subsequent_indent="  "))


def _markdown_options(options: OptionSet) -> Iterator[str]:
    yield f"\n## {_OPTIONS}\n"
    yield _how_to_change(options)
    for choice in options.choices:
        value = in_words(options.values()[choice.name])
        yield f"\n- `{choice.name} = {value}`: {choice.explanation} Values: {_values(choice, '`')}."


def _print(title: str, sections: list[Section]) -> None:
    screen = console()
    width = min(screen.width, _WIDTH)
    screen.print(Text(title, "title"))
    for section in sections:
        screen.print()
        screen.print(Text(section.title, "title"))
        for number, paragraph in enumerate(section.paragraphs):
            if number:
                screen.print()
            for line in textwrap.wrap(paragraph, width, subsequent_indent=""):
                screen.print(line)


def _markdown(title: str, sections: list[Section]) -> Iterator[str]:
    yield f"# {title}"
    for section in sections:
        yield f"\n## {section.title}"
        for paragraph in section.paragraphs:
            yield f"\n{paragraph}"
