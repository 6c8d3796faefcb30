"""What a trace tells of Savannah besides what it tells of every game; see `docs/trace.md`."""

from typing import Any

from parlour.cards import card_name
from parlour.games.notation import Step
from parlour.games.savannah.game import Savannah

_FROM_HAND = ("play", "discard")


def drawn(step: Step[Savannah]) -> list[tuple[int, int]]:
    """The seats that drew in a step, in order, each with its card (255 if not known)."""
    cards = []
    for seat in range(step.after.players):
        gave = step.seat == seat and step.event.startswith(_FROM_HAND)
        held = step.before.hand_size(seat) - gave
        hand = step.after.record["hand"][0, seat, held : step.after.hand_size(seat)]
        cards += [(seat, int(card)) for card in hand]
    return cards


def facts(step: Step[Savannah]) -> dict[str, Any]:
    """No trump; the cards drawn; the dice, the foundations and what is left after the event."""
    game = step.after
    tops = game.record["top"][0].tolist() if game.foundation_sizes()[0] else []
    return {
        "trump": None,
        "drawn": [{"seat": seat + 1, "card": card_name(card)} for seat, card in drawn(step)],
        "dice": list(game.dice) if game.dice else None,
        "foundations": [card_name(card) for card in tops],
        "left": [game.left(seat) for seat in range(game.players)],
    }
