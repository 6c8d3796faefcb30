"""The table of actions: what a player can do, as small integers with names.

======== ============================ ======================================================
0–38     ``play 5>2``                 a hand card by its rank, to a foundation counted from 1
39–51    ``discard 5``                a hand card by its rank; the turn is over
52–54    ``reserve>2``                the top of one's reserve
55–57    ``pile>2``                   the top of one's discard pile
58       ``end``                      the turn is over, the hand being empty
59–94    ``seat 3>2``                 the top of another's discard pile, seats from 1
95–250   ``play 5h>2``                a hand card by rank and suit
251–302  ``discard 5h``               a hand card by rank and suit
======== ============================ ======================================================

Suits never matter, so sets of legal actions hold those by rank alone: the first 95, in two machine
words. Of several cards of the rank such an action takes the first in the order c, d, h, s; the
others name the one they mean.
"""

import re

from parlour.cards import CARDS, RANK_LETTERS, card_name, parse_card, parse_rank
from parlour.errors import InvalidCardError, InvalidEventError
from parlour.games.jit import inlined
from parlour.games.savannah.state import FOUNDATIONS, PACK, SEATS
from parlour.games.savannah.tables import RANK, RANKS

_RANKS = len(RANKS)

PLAY = 0
DISCARD = _RANKS * FOUNDATIONS
RESERVE = DISCARD + _RANKS
PILE = RESERVE + FOUNDATIONS
END = PILE + FOUNDATIONS
SEAT = END + 1
BY_CARD = SEAT + SEATS * FOUNDATIONS
DISCARD_CARD = BY_CARD + PACK * FOUNDATIONS

_ONTO = [f">{number + 1}" for number in range(FOUNDATIONS)]

NAMES: tuple[str, ...] = (
    *(f"play {rank}{onto}" for onto in _ONTO for rank in RANKS),
    *(f"discard {rank}" for rank in RANKS),
    *(f"reserve{onto}" for onto in _ONTO),
    *(f"pile{onto}" for onto in _ONTO),
    "end",
    *(f"seat {seat + 1}{onto}" for seat in range(SEATS) for onto in _ONTO),
    *(f"play {card_name(card)}{onto}" for onto in _ONTO for card in CARDS),
    *(f"discard {card_name(card)}" for card in CARDS),
)
ACTIONS = {name: action for action, name in enumerate(NAMES)}

_SEAT = re.compile(r"seat \d+", re.ASCII)


@inlined
def is_discard(action: int) -> bool:
    """Whether an action puts a hand card on the discard pile."""
    return DISCARD <= action < RESERVE or action >= DISCARD_CARD


@inlined
def card_of(action: int) -> int:
    """The card that an action numbered `BY_CARD` or more names.

    >>> card_name(card_of(ACTIONS["discard 5h"]))
    '5h'
    """
    return (action - BY_CARD) % PACK


@inlined
def by_rank(action: int) -> int:
    """The action with the suit of its hand card left out.

    >>> NAMES[by_rank(ACTIONS["play 5h>2"])]
    'play 5>2'
    """
    if action < BY_CARD:
        return action
    return _RANKS * ((action - BY_CARD) // PACK) + RANK[card_of(action)]


@inlined
def by_card(action: int, card: int) -> int:
    """The action by rank of a hand card, with that *card* named.

    >>> NAMES[by_card(ACTIONS["discard 5"], card_of(ACTIONS["discard 5h"]))]
    'discard 5h'
    """
    return BY_CARD + PACK * (action // _RANKS) + card


def parse_action(text: str) -> int:
    """The number of an action; ranks and cards may be written in any way `parlour.cards` reads.

    Raises `InvalidEventError` or `InvalidCardError` for what is not in the table.

    >>> NAMES[parse_action("play 10♥ > 2")], NAMES[parse_action("discard q")]
    ('play Th>2', 'discard Q')
    >>> parse_action("reserve>4")
    Traceback (most recent call last):
    parlour.errors.InvalidEventError: 'reserve>4' names no foundation: they are 1 to 3
    """
    if text in ACTIONS:
        return ACTIONS[text]
    source, arrow, foundation = text.partition(">")
    name = source_name(source) + (f">{foundation.strip()}" if arrow else "")
    action = ACTIONS.get(name)
    if action is not None:
        return action
    shown = repr(text[:40])
    if arrow and name.partition(">")[0] + ">1" in ACTIONS:
        raise InvalidEventError(f"{shown} names no foundation: they are 1 to {FOUNDATIONS}")
    if _SEAT.fullmatch(name.partition(">")[0]):
        raise InvalidEventError(f"{shown} names no seat: they are 1 to {SEATS}")
    raise InvalidEventError(
        f"{shown} is no action of Savannah: actions are 'play CARD>FOUNDATION', "
        "'reserve>FOUNDATION', 'pile>FOUNDATION', 'seat SEAT>FOUNDATION', 'discard CARD' and 'end'"
    )


def source_name(text: str) -> str:
    """What comes before ``>`` in an action as the table writes it: ``Play 10`` becomes ``play T``.

    Raises `InvalidCardError`.
    """
    words = text.split()
    if words:
        words[0] = words[0].lower()
    if len(words) == 2 and words[0] in ("play", "discard"):
        try:
            words[1] = RANK_LETTERS[parse_rank(words[1])]
        except InvalidCardError:
            words[1] = card_name(parse_card(words[1]))
    return " ".join(words)
