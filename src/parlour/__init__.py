"""Parlour: the card table for Pip-Pip and Savannah.

The games are imported on first use, since compiled code takes a moment to load:

>>> import parlour
>>> match = parlour.PipPip(4, seed=1)
>>> match.view(0).hand(0) == match.hand(0)
True
"""

from importlib import import_module
from typing import Any

__version__ = "0.1.0"

_HOMES = {
    "PipPip": "parlour.games.pippip",
    "Savannah": "parlour.games.savannah",
    "Driver": "parlour.games.driver",
    "Chance": "parlour.games.sampling",
    "Policy": "parlour.bots",
    "simulate": "parlour.bots",
}

__all__ = ["Chance", "Driver", "PipPip", "Policy", "Savannah", "__version__", "simulate"]  # lazy


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module 'parlour' has no attribute {name!r}")
