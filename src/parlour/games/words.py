"""Sentences for people, one catalogue for each language and game (Project Fluent files)."""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

_DIGITS = frozenset("0123456789")


@cache
def _bundle(package: str, language: str) -> Any:
    from fluent.runtime import FluentBundle, FluentResource  # noqa: PLC0415  # a quarter of a second

    source = files(package).joinpath("words", f"{language}.ftl").read_text(encoding="utf-8")
    bundle = FluentBundle([language], use_isolating=False)
    bundle.add_resource(FluentResource(source))
    return bundle


def say(
    package: str, message: str, parameters: Mapping[str, str | int], language: str = "en"
) -> str:
    """The sentence for *message* (a refusal's code, say) in the catalogue of a game's *package*.

    Raises `KeyError` for a message that the catalogue does not have.

    >>> say("parlour.games.pippip", "must_follow", {"suit": "h"})
    'You hold a heart: hearts must be followed.'
    >>> say("parlour.games.pippip", "not_in_hand", {"card": "Th"})
    '10h is not in your hand.'
    >>> say("parlour.games.savannah", "next_rank", {"rank": "6", "top": "5"})
    'A six goes on a five.'
    """
    bundle = _bundle(package, language)
    pattern = bundle.get_message(message.replace("_", "-")).value
    if pattern is None:
        raise KeyError(message)
    # A choice such as [2] is a number to Fluent, and would not be taken for the text "2".
    values = {
        name: int(value) if isinstance(value, str) and value in _DIGITS else value
        for name, value in parameters.items()
    }
    card = values.get("card")
    if isinstance(card, str):
        values["card"] = card.replace("T", "10")  # as people write it
    text, errors = bundle.format_pattern(pattern, values)
    if errors:
        raise KeyError(f"{message}: {errors[0]}")
    return str(text)
