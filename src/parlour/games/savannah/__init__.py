"""Savannah, a card-and-dice race to shared foundations."""

from typing import TYPE_CHECKING, Any

from parlour.games.savannah.options import CHOICES, PRESETS, Options

if TYPE_CHECKING:
    from parlour.games.savannah.game import Savannah

__all__ = ["CHOICES", "PRESETS", "Options", "Savannah"]


def __getattr__(name: str) -> Any:
    """Import the match itself when it is asked for: that loads the compiled engine."""
    if name != "Savannah":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from parlour.games.savannah.game import Savannah  # noqa: PLC0415  # only when needed

    return Savannah
