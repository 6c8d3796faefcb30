"""The person's hand as it is laid out: sorted, what can be played numbered from 1."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from parlour.games.pippip import PipPip
from parlour.games.pippip.actions import FIRST_COURT, UNUSED_TO_CARD
from parlour.games.pippip.tables import sorted_hand


@dataclass(frozen=True)
class Slot:
    """A card of the hand: whether it lies shown, and the action that plays it if it can be."""

    card: int
    shown: bool
    action: int | None


def lay_out(view: PipPip, seat: int, legal: Collection[int]) -> list[Slot]:
    """The cards of a hand by suit and rank, the shown one of two copies first.

    >>> match = PipPip(3, "russian", seed=3)
    >>> [slot.action for slot in lay_out(match.view(2), 2, match.legal())][:3]
    [0, 21, 14]
    """
    shown = view.shown(seat)
    slots = []
    for card in sorted_hand(view.hand(seat), int(view.record["card_values"][0])):
        lies = card in shown
        if lies:
            shown.remove(card)
        unused = card + UNUSED_TO_CARD
        fresh = not lies and 0 <= card - FIRST_COURT < 8 and unused in legal
        action = unused if fresh else card
        slots.append(Slot(card, lies, action if action in legal else None))
    return slots


def numbered(slots: Sequence[Slot]) -> list[int]:
    """The actions that the numbers from 1 stand for."""
    return [slot.action for slot in slots if slot.action is not None]
