"""What a trace tells of Pip-Pip besides what it tells of every game; see `docs/trace.md`."""

from typing import Any

from parlour.cards import card_name
from parlour.games.notation import Step
from parlour.games.pippip.draws import drawn
from parlour.games.pippip.game import PipPip


def facts(step: Step[PipPip]) -> dict[str, Any]:
    """The trump in force after an event, and the cards drawn in it."""
    return {
        "trump": step.after.trump,
        "drawn": [
            {"seat": seat + 1, "card": card_name(card)}
            for seat, card in drawn(step.before, step.after)
        ],
    }
