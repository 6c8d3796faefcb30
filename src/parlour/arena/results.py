"""What many deals tell: gains with intervals, wins, times and ratings."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from openskill.models import PlackettLuce

from parlour.arena.playing import Deal, Fault

_NORMAL_95 = 1.959964


@dataclass(frozen=True)
class Estimate:
    """A mean and the half-width of its 95 % interval, both over deals; None from one deal."""

    mean: float
    error: float | None

    @property
    def low(self) -> float:
        """The lower bound of the interval."""
        return self.mean - (self.error or 0.0)

    @property
    def high(self) -> float:
        """The upper bound of the interval."""
        return self.mean + (self.error or 0.0)


def estimate(values: Any) -> Estimate:
    """The mean of *values*, shape (deals,), with its interval.

    A deal is the unit: its rotations share the cards, so they are averaged before.

    >>> estimate(np.array([1.0, 3.0, 2.0, 2.0])).mean
    2.0
    """
    count = len(values)
    error = _NORMAL_95 * float(values.std(ddof=1)) / count**0.5 if count > 1 else None
    return Estimate(float(values.mean()), error)


@dataclass(frozen=True)
class Standing:
    """How one bot fared: a line of the arena's table.

    Attributes: *points* a hand; *gain*, points a hand over the mean of all others at the table;
    *wins*, the share of hands won; *rating* and *uncertainty* of OpenSkill (mu and sigma);
    *decisions* with their *median* and *p99* in seconds; *faults*.
    """

    bot: str
    seats: int
    points: Estimate
    gain: Estimate
    wins: Estimate
    rating: float
    uncertainty: float
    decisions: int
    median: float
    p99: float
    faults: int


@dataclass(frozen=True)
class Results:
    """All that an arena found out."""

    standings: list[Standing]
    faults: list[Fault]
    deals: int
    hands: int
    seconds: float

    def as_dict(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        return asdict(self)


def gains(scores: Any) -> Any:
    """Each score over the mean of the others', shape (…, players).

    >>> gains(np.array([30, 0, 0])).tolist()
    [30.0, -15.0, -15.0]
    """
    total = scores.sum(-1, keepdims=True)
    return scores - (total - scores) / (scores.shape[-1] - 1)


def results(names: Sequence[str], deals: Sequence[Deal], seconds: float) -> Results:
    """Sum up *deals* played by the bots of the given *names*; those of one name count together."""
    scores = np.stack([deal.scores for deal in deals]).astype(float)
    wins = np.stack([deal.wins for deal in deals])
    over = gains(scores)
    ratings = _ratings(len(names), scores)
    faults = [fault for deal in deals for fault in deal.faults]
    standings = []
    for name in dict.fromkeys(names):
        chairs = [chair for chair, other in enumerate(names) if other == name]
        times = np.array([t for deal in deals for chair in chairs for t in deal.times[chair]])
        standings.append(
            Standing(
                name,
                len(chairs),
                estimate(scores[:, :, chairs].mean((1, 2))),
                estimate(over[:, :, chairs].mean((1, 2))),
                estimate(wins[:, :, chairs].mean((1, 2))),
                float(np.mean([ratings[chair].mu for chair in chairs])),
                float(np.mean([ratings[chair].sigma for chair in chairs])),
                len(times),
                float(np.median(times)) if len(times) else 0.0,
                float(np.quantile(times, 0.99)) if len(times) else 0.0,
                sum(fault.bot == name for fault in faults),
            )
        )
    return Results(standings, faults, len(deals), scores.shape[0] * scores.shape[1], seconds)


def _ratings(count: int, scores: Any) -> list[Any]:
    """OpenSkill ratings of the chairs after all hands, one match each."""
    model = PlackettLuce()
    ratings = [model.rating() for _ in range(count)]
    for hand in scores.reshape(-1, count).tolist():
        teams = model.rate([[rating] for rating in ratings], scores=hand)
        ratings = [team[0] for team in teams]
    return ratings
