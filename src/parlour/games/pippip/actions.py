"""The table of actions: what a player can do, as small integers with names.

======== ============================ =============================================
0–51     ``play Qh``                  the card by its number; a shown copy goes first
52–55    ``call h``                   Pip-Pip with the marriage of a suit
56–63    ``play Qh unused``           the copy that has not served in a call
64       ``pass``                     in the auction
65–121   ``bid 100`` … ``bid 660``    in the auction
122      ``decline``                  an answer to being asked to call, never a move
======== ============================ =============================================

The first 64 are one machine word, the others a second: sets of actions are two words.
"""

import re

from parlour.cards import (
    CARDS,
    QUEEN,
    SUIT_LETTERS,
    SUITS,
    card_name,
    make_card,
    parse_card,
    parse_suit,
)
from parlour.errors import InvalidEventError

FIRST_COURT = make_card(QUEEN, 0)
"""The first of the eight queens and kings, which lie side by side."""

CALL = 52
UNUSED = 56
UNUSED_TO_CARD = UNUSED - FIRST_COURT
PASS = 64
BID = 65
LOWEST_BID, BID_STEP, HIGHEST_BID = 100, 10, 660
DECLINE = BID + (HIGHEST_BID - LOWEST_BID) // BID_STEP + 1

NAMES: tuple[str, ...] = (
    *(f"play {card_name(card)}" for card in CARDS),
    *(f"call {SUIT_LETTERS[suit]}" for suit in SUITS),
    *(f"play {card_name(FIRST_COURT + court)} unused" for court in range(8)),
    "pass",
    *(f"bid {bid}" for bid in range(LOWEST_BID, HIGHEST_BID + 1, BID_STEP)),
    "decline",
)
ACTIONS = {name: action for action, name in enumerate(NAMES)}

_BID = re.compile(r"bid \d+", re.ASCII)


def card_played(action: int) -> int:
    """The card that a play puts on the table.

    >>> card_name(card_played(ACTIONS["play Kh unused"]))
    'Kh'
    """
    return action - UNUSED_TO_CARD if action >= UNUSED else action


def parse_action(text: str) -> int:
    """The number of an action; cards and suits may be written in any way `parlour.cards` reads.

    Raises `InvalidEventError` or `InvalidCardError` for what is not in the table.

    >>> parse_action("play Q♥ unused") == ACTIONS["play Qh unused"]
    True
    """
    words = text.split()
    words[:1] = [word.lower() for word in words[:1]]
    if len(words) in (2, 3) and words[0] == "play":
        card = parse_card(words[1])
        if len(words) == 2:
            return card
        if words[2] == "unused" and 0 <= card - FIRST_COURT < 8:
            return card + UNUSED_TO_CARD
    elif len(words) == 2 and words[0] == "call":
        return CALL + parse_suit(words[1])
    action = ACTIONS.get(" ".join(words))
    if action is not None:
        return action
    if _BID.fullmatch(" ".join(words)):
        raise InvalidEventError(
            f"{text[:40]!r} is no bid: bids go from {LOWEST_BID} to {HIGHEST_BID} "
            f"in steps of {BID_STEP}"
        )
    raise InvalidEventError(
        f"{text[:40]!r} is no action of Pip-Pip: actions are 'play CARD', 'play CARD unused' "
        "(kings and queens), 'call SUIT', 'bid NUMBER' and 'pass'"
    )
