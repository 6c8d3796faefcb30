"""Pip-Pip, the noisy old English trick-taking party game."""

from typing import TYPE_CHECKING, Any

from parlour.games.pippip.options import CHOICES, PRESETS, Options

if TYPE_CHECKING:
    from parlour.games.pippip.game import PipPip

__all__ = ["CHOICES", "PRESETS", "Options", "PipPip"]


def __getattr__(name: str) -> Any:
    """Import the match itself when it is asked for: that loads the compiled engine."""
    if name != "PipPip":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from parlour.games.pippip.game import PipPip  # noqa: PLC0415  # only when needed

    return PipPip
