"""Saying that the rules are being compiled, on standard error, when they really are."""

import sys
from functools import cache
from typing import Any

_COMPILING = "numba:compile"


@cache
def tell_of_compiling() -> None:
    """From now on, the first function that is compiled, not loaded from the disk, is told of."""
    from numba.core import event  # a second

    class Teller(event.Listener):  # type: ignore[misc]  # Numba has no types
        def on_start(self, begun: Any) -> None:
            if begun.data["dispatcher"].targetoptions.get("forceinline"):
                return  # small, and never kept on the disk by itself
            event.unregister(_COMPILING, self)
            sys.stderr.write(f"{_announcement()}\n")

        def on_end(self, ended: Any) -> None:
            """Nothing is told of the end."""

    event.register(_COMPILING, Teller())


def _announcement() -> str:
    """What is said: whether it happens once depends on whether compiled code can be kept."""
    from parlour.games.cache import usable_cache

    often = "this happens once" if usable_cache(__name__) else "it cannot be kept on this disk,"
    return f"Compiling the rules: {often} and takes about half a minute."
