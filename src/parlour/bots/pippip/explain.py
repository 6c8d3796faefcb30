"""Why an action is the best: what each is worth, and what makes the difference."""

from collections.abc import Sequence
from typing import Any

from parlour.bots.explaining import Estimate, Explanation
from parlour.bots.pippip.playout import CALLS, CARDS, OTHERS_CALLS, TRICK_GAIN, TRICK_WON
from parlour.bots.pippip.search import Found, Searcher
from parlour.games.game import Game
from parlour.games.pippip.play import CALL_POINTS

_NORMAL_95 = 1.96
_OFTEN = 0.1
_PACKAGE = "parlour.bots.pippip"


def explain(view: Game, legal: Sequence[int], searcher: Searcher) -> Explanation:
    """What *searcher* thinks of the *legal* actions of the observer of *view*.

    >>> from parlour.games.pippip import PipPip
    >>> match = PipPip(3, seed=1)
    >>> told = explain(match.view(match.turn), match.legal(), Searcher(500))
    >>> len(told.estimates) == len(match.legal()), told.best.action in match.legal()
    (True, True)
    """
    found = searcher.search(view, legal)
    means = found.means()
    best = found.best
    order = [best, *(row for row in means.argsort()[::-1].tolist() if row != best)]
    estimates = tuple(
        Estimate(
            int(found.actions[row]),
            view.action_names[int(found.actions[row])],
            float(means[row]),
            float(found.gains[row, : found.deals[row]].std() / found.deals[row] ** 0.5),
            int(found.deals[row]),
        )
        for row in order
    )
    if len(order) == 1:
        return Explanation(estimates, 0.0, 0.0, "only", {}, _PACKAGE)
    difference, error = found.difference(best, order[1])
    cause, parameters = "close", dict[str, int]()
    if difference > _NORMAL_95 * error:
        cause, parameters = _cause(found, best, order[1], difference, view)
    return Explanation(estimates, difference, error, cause, parameters, _PACKAGE)


def explain_choice(view: Game, legal: Sequence[int], playouts: int, seed: int) -> Explanation:
    """The same with a searcher of its own: Pip-Pip's `parlour.bots.explaining.Explainer`."""
    return explain(view, legal, Searcher(playouts, seed))


def _cause(
    found: Found, one: int, other: int, difference: float, view: Game
) -> tuple[str, dict[str, int]]:
    """The part of the difference that is largest: this trick, later cards, calls, or the bid."""
    own, others = found.facts[one], found.facts[other]
    more: Any = own - others
    parts = {
        "trick": more[TRICK_GAIN],
        "later": more[CARDS] - more[TRICK_GAIN],
        "calls": CALL_POINTS * more[CALLS],
        "others_calls": -CALL_POINTS / (view.players - 1) * more[OTHERS_CALLS],
    }
    if view.record["bids"][0] > 0:
        parts["bid"] = difference - sum(parts.values())
    cause = max(parts, key=parts.__getitem__)
    if cause == "trick" and more[TRICK_WON] > _OFTEN:
        share = {"own": own[TRICK_WON], "other": others[TRICK_WON]}
        return "wins_trick", {name: round(100 * value) for name, value in share.items()}
    if cause in ("calls", "others_calls"):
        fact = CALLS if cause == "calls" else OTHERS_CALLS
        return cause, {"own": round(10 * own[fact]), "other": round(10 * others[fact])}
    return cause, {"points": round(parts[cause])}
