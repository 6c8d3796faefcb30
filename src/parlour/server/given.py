"""Chance given by a test instead of dealt fairly: only for a server that a test has started.

The environment variable `VARIABLE` names a file with one chance event a line, as records write
them (``roll 3 5``, ``order Qh 2c …``): line *k* is event *k* of every hand, ``-`` or a missing line
leaves it to fair dealing. An ``order`` may name the first cards only; the rest follows as fair
dealing has it. The file is read anew for every event, and need not be
there.
"""

import os
from collections import Counter
from pathlib import Path

from parlour.cards import card_names, parse_cards
from parlour.errors import ParlourError
from parlour.games.game import Game
from parlour.table.dealing import Dealing

VARIABLE = "PARLOUR_TEST_CHANCE"


class ChanceRefusedError(ParlourError):
    """Chance is given to a server on which people play."""


def given_chance(*, testing: bool) -> "GivenChance | None":
    """The chance that the environment gives; None if it gives none.

    Raises `ChanceRefusedError` unless *testing*.
    """
    name = os.environ.get(VARIABLE, "")
    if not name:
        return None
    if not testing:
        raise ChanceRefusedError(
            f"{VARIABLE} is set: it gives the cards and dice of tests, and no server on which "
            "people play takes them; unset it"
        )
    return GivenChance(Path(name))


class GivenChance:
    """Chance events from a file."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def __call__(self, dealing: Dealing, game: Game, k: int) -> str | None:
        """Chance event *k* of a hand; None if the game waits for none."""
        fair = dealing.event(game, k)
        lines = []
        if self._path.exists():
            lines = self._path.read_text(encoding="utf-8").splitlines()
        given = lines[k].strip() if k < len(lines) else ""
        if fair is None or given in ("", "-"):
            return fair
        if given.startswith("order "):
            first = parse_cards(given.removeprefix("order "))
            left = Counter(first)
            rest = []
            for card in parse_cards(fair.removeprefix("order ")):
                if left[card]:
                    left[card] -= 1
                else:
                    rest.append(card)
            given = "order " + card_names(first + rest)
        return given
