"""One deal, played once for every way to seat the bots around the table."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from parlour.bots.chair import Chair
from parlour.games.driver import Driver
from parlour.games.game import Game
from parlour.games.sampling import Chance

_NOT_KNOWN_FAULTS = 1_000


@dataclass(frozen=True)
class Fault:
    """A bot that misbehaved: which, in which deal and rotation, at which action of the hand.

    *kind* is ``illegal``, ``raised`` or ``overran``; *detail* says what it did.
    """

    bot: str
    deal: int
    rotation: int
    action: int
    kind: str
    detail: str

    def __str__(self) -> str:
        return (
            f"{self.bot}, deal {self.deal + 1}, rotation {self.rotation + 1}, "
            f"action {self.action + 1}: {self.kind}: {self.detail}"
        )


@dataclass
class Deal:
    """What came of one deal.

    Attributes: *scores* and *wins*, shape (rotations, bots), a shared win being a part of one;
    *times*, for each bot the seconds of its choices; *faults*; *capped*, how many choices of each
    bot its own clock cut short.
    """

    scores: Any
    wins: Any
    times: list[list[float]]
    faults: list[Fault] = field(default_factory=list)


def play_deal(start: Game, chairs: Sequence[Chair], seed: int, number: int) -> Deal:
    """Play deal *number* of a *seed* from *start*, once for each rotation of the *chairs*.

    In rotation r the bot of chair c sits at seat (c + r) mod the number of players.
    """
    players = start.players
    deal = Deal(
        np.zeros((players, players), np.int64), np.zeros((players, players)), [[] for _ in chairs]
    )
    for chair in chairs:
        chair.times.clear()
    for rotation in range(players):
        driver = Driver(start.copy(), Chance(seed, number))
        count = 0
        while not driver.game.over:
            seat = driver.actor
            if seat is None:
                break
            at = (seat - rotation) % players
            legal = driver.legal()
            action, kind, detail = chairs[at].choose(driver.game.view(seat), legal)
            if kind and len(deal.faults) < _NOT_KNOWN_FAULTS:
                name = chairs[at].name
                deal.faults.append(Fault(name, number, rotation, count, kind, detail))
            driver.do(action)
            count += 1
        seats = [(at + rotation) % players for at in range(players)]
        scores = driver.game.scores()
        winners = driver.game.winners()
        deal.scores[rotation] = [scores[seat] for seat in seats]
        deal.wins[rotation] = [(seat in winners) / len(winners) for seat in seats]
    deal.times = [list(chair.times) for chair in chairs]
    return deal
