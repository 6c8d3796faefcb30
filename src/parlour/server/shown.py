"""A game as those at its table are told of it: what it looks like, and what one event changes.

A game's `json_view` says it in plain data: ``public(game)``, ``own(game, seat)``,
``then(before, after)``. One that has ``quick(before, after)`` says all of it of most events at
once, packed; one that has ``named(before, action, seat)`` says how others are told of an action.
"""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from msgspec import Raw

from parlour.games.game import Game
from parlour.games.merging import patch
from parlour.games.packing import NOTHING
from parlour.table.games import LiveGame

Plain = Any
"""Plain data, or a piece of it packed."""


class Shown:
    """A game and its views in plain data, each made when it is first asked for."""

    __slots__ = ("_own", "_public", "_views", "game")

    def __init__(self, rules: LiveGame, game: Game) -> None:
        self.game = game
        self._views = rules.views
        self._public: Plain = None
        self._own: dict[int, Plain] = {}

    @property
    def public(self) -> Plain:
        """What everybody may know."""
        if self._public is None:
            self._public = self._views.public(self.game)
        return self._public

    def own(self, seat: int) -> Plain:
        """What a seat knows besides."""
        if seat not in self._own:
            self._own[seat] = self._views.own(self.game, seat)
        return self._own[seat]


class Brought(NamedTuple):
    """What one or more events have brought."""

    then: list[Plain]
    """What followed from each event, None where nothing did."""
    game: Plain
    """The patch of what everybody may know, None if there is none."""
    own: dict[int, Plain]
    """The patch of what a seat knows besides, for seats for which something has changed."""


def brought(
    rules: LiveGame,
    games: Sequence[Game | None],
    before: Shown | None,
    after: Shown,
    seats: Mapping[int, int],
) -> Brought:
    """What events have brought.

    *games* is the game before the first and after each of them, *before* and *after* the first and
    the last; of *seats* it is said which each of them was before.
    """
    own: dict[int, Plain]
    if len(games) == 2 and before is not None and rules.quick is not None:
        quick = rules.quick(before.game, after.game)
        if quick is not None:
            own = {k: Raw(quick.own[k]) for k in seats if quick.own[k] != NOTHING}
            then = None if quick.then == NOTHING else Raw(quick.then)
            return Brought([then], Raw(quick.game), own)
    followed = [
        None if old is None or new is None or new is old else rules.views.then(old, new) or None
        for old, new in pairwise(games)
    ]
    if before is None:
        return Brought(followed, after.public, {seat: after.own(seat) for seat in seats})
    changed = {seat: patch(before.own(old), after.own(seat)) for seat, old in seats.items()}
    own = {seat: changes for seat, changes in changed.items() if changes}
    return Brought(followed, patch(before.public, after.public) or None, own)
