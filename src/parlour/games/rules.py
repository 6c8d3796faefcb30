"""The rules of a game for people, in words that depend on the options in force.

>>> from parlour.games.registry import game
>>> pippip = game("pip-pip")
>>> sections = rules(pippip, pippip.options.preset("russian"))
>>> [section.title for section in sections][:4]
['The game', 'Players and cards', 'Before the first hand', 'The deal']
>>> sections[2].paragraphs[0]
'Lots decide who deals first (RU does not say how; decided).'
"""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from parlour.games.options import OptionSet, Value
from parlour.games.registry import GameEntry


class Section(NamedTuple):
    """A part of the rules: its title, and paragraphs of plain text."""

    title: str
    paragraphs: list[str]


@cache
def _words(package: str, language: str) -> Mapping[str, Any]:
    text = files(package).joinpath("words", f"rules.{language}.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def _facts(options: OptionSet) -> dict[str, Value]:
    """What parts of the text depend on: options, values with a number as ``N hands``; players."""
    facts: dict[str, Value] = {}
    for choice in options.choices:
        value = options.values()[choice.name]
        code, count = choice.code(value)
        form = choice.values[code]
        facts[choice.name] = form if form in choice.ranges else value
        facts[f"{choice.name}_n"] = count
    return facts | {
        "least_players": options.players.start,
        "most_players": options.players.stop - 1,
    }


def rules(game: GameEntry, options: OptionSet, language: str = "en") -> list[Section]:
    """The rules of a game under *options*."""
    facts = _facts(options)
    sections = []
    for section in _words(game.package, language)["section"]:
        paragraphs: list[str] = []
        for part in section["part"]:
            if not _holds(part, facts):
                continue
            text = " ".join(part["text"].split()).format_map(facts)
            if part.get("join") and paragraphs:
                paragraphs[-1] += f" {text}"
            else:
                paragraphs.append(text)
        if paragraphs and _holds(section, facts):
            sections.append(Section(section["title"], paragraphs))
    return sections


def _holds(part: Mapping[str, Any], facts: Mapping[str, Value]) -> bool:
    return all(facts[name] == value for name, value in part.get("when", {}).items())
