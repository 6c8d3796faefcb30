"""What a bot is: something that chooses an action from a view.

A bot of one's own is a class whose instances have `choose`; see `docs/bots.md`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Protocol

from parlour.games.game import Game


@dataclass(frozen=True)
class Budget:
    """How long a bot may think: *seconds* of wall-clock time for this choice, None for any."""

    seconds: float | None = None


UNLIMITED = Budget()


class Bot(Protocol):
    """What a bot has to be able to do."""

    def choose(self, view: Game, legal: Sequence[int], budget: Budget = UNLIMITED, /) -> int:
        """One of the *legal* actions of the observer of *view*.

        *legal* is sorted and never empty; ``decline`` is in it when the bot is asked out of turn
        whether it calls. The same view and seed must give the same choice.
        """


def seed_of(view: Game, seed: int) -> int:
    """A seed for the random numbers of one choice: 64 bits that depend on view and seed alone."""
    salt = (seed & 0xFFFFFFFFFFFFFFFF).to_bytes(8, "little")
    return int.from_bytes(
        blake2b(view.record.tobytes(), digest_size=8, key=salt).digest(), "little"
    )
