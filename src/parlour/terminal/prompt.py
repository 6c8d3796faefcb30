"""What the person types, and which action or wish it means."""

import re
from collections.abc import Sequence
from enum import Enum
from functools import cache

from parlour.cards import RANK_LETTERS, SUIT_LETTERS, parse_suit, rank_face
from parlour.errors import (
    AmbiguousEventError,
    IllegalEventError,
    InvalidCardError,
    InvalidEventError,
)
from parlour.games.pippip import PipPip
from parlour.games.pippip.actions import CALL, DECLINE, PASS, UNUSED
from parlour.games.words import say


class Wish(Enum):
    """What a person may want that is no action."""

    HELP = "help"
    QUIT = "quit"
    TABLE = "table"
    LAST_TRICK = "last"


_WISHES = {
    "?": Wish.HELP,
    "help": Wish.HELP,
    "q": Wish.QUIT,
    "quit": Wish.QUIT,
    "exit": Wish.QUIT,
    "t": Wish.TABLE,
    "table": Wish.TABLE,
    "l": Wish.LAST_TRICK,
    "last": Wish.LAST_TRICK,
}
_CALLS = ("call", "c", "pip", "pip-pip", "pip-pip!", "pippip")
_YES, _NO = ("y", "yes"), ("", "n", "no", "not now", "decline", "pass")


def understand(
    text: str, view: PipPip, seat: int, legal: Sequence[int], numbers: Sequence[int]
) -> int | Wish:
    """The legal action, or the wish, that *text* means.

    *legal* are the actions open to the person, `DECLINE` among them if he is asked whether he
    calls; *numbers* are the actions that numbers from 1 stand for. Raises a `ParlourError` whose
    message says what is wrong.

    >>> match = PipPip(3, "russian", seed=3)
    >>> view, legal = match.view(2), match.legal()
    >>> [understand(text, view, 2, legal, legal[:7]) for text in ("1", "2c", "quit")]
    [0, 0, <Wish.QUIT: 'quit'>]
    """
    words = " ".join(text.lower().split())
    asked = DECLINE in legal
    if words in _WISHES:
        return _WISHES[words]
    if asked and words in _NO:
        return DECLINE
    first, _, rest = words.partition(" ")
    if first in _CALLS or (asked and words in _YES):
        action = _call(rest, view, seat, legal)
    elif words == "" and len(numbers) == 1:
        action = numbers[0]
    elif words == "":
        raise InvalidEventError("Type what you want to do, or ? for help.")
    elif any(PASS <= action < DECLINE for action in legal):
        action = _bid(words, view)
    else:
        action = _play(words, view, numbers)
    if action not in legal:
        if asked and not CALL <= action < UNUSED:
            raise InvalidEventError("First say whether you call; Enter means not now.")
        view.verify(action, seat)
    return action


def _call(suit: str, view: PipPip, seat: int, legal: Sequence[int]) -> int:
    if suit:
        return CALL + parse_suit(_suit_letters().get(suit, suit))
    calls = [action for action in legal if CALL <= action < UNUSED]
    if len(calls) == 1:
        return calls[0]
    if calls:
        names = " or ".join(view.action_names[action] for action in calls)
        raise InvalidEventError(f"Which marriage? Say {names}.")
    for letter in SUIT_LETTERS:
        try:
            view.verify(f"call {letter}", seat)
        except IllegalEventError as error:
            if error.code != "no_marriage":
                raise
    raise InvalidEventError("You hold no king and queen of one suit: there is nothing to call.")


@cache
def _suit_letters() -> dict[str, str]:
    """The letter of each suit by its word."""
    return {say(PipPip.package, "suit_word", {"suit": s}): s for s in SUIT_LETTERS}


def _bid(words: str, view: PipPip) -> int:
    if words in ("p", "pass"):
        return PASS
    return view.parse_action(f"bid {words.removeprefix('bid').strip()}")


def _play(words: str, view: PipPip, numbers: Sequence[int]) -> int:
    words = words.removeprefix("play ").strip()
    number = int(words[:9]) if words.isascii() and words.isdigit() else 0
    if 1 <= number <= len(numbers):
        return numbers[number - 1]
    rank = words.upper().replace("10", "T")
    if rank and rank in RANK_LETTERS:
        return _card_of_rank(rank, view, numbers)
    try:
        return view.parse_action(f"play {words}")
    except (InvalidCardError, InvalidEventError) as error:
        if re.fullmatch(r"\S{2,3}", words) and not number:
            raise
        raise InvalidEventError(f"{words[:30]!r} is no card: {_hint(numbers)}") from error


def _card_of_rank(rank: str, view: PipPip, numbers: Sequence[int]) -> int:
    """The only card of a rank that can be played."""
    fitting = [action for action in numbers if view.action_names[action].split()[1][0] == rank]
    if len(fitting) == 1:
        return fitting[0]
    words = rank_face(RANK_LETTERS.index(rank))
    if not fitting:
        raise InvalidEventError(f"You have no {words} to play: {_hint(numbers)}")
    cards = (view.action_names[action].removeprefix("play ") for action in fitting)
    names = " or ".join(card.replace("T", "10") for card in cards)
    raise AmbiguousEventError(f"Which {words}? Say {names}.")


def _hint(numbers: Sequence[int]) -> str:
    upto = f"a number from 1 to {len(numbers)}" if len(numbers) > 1 else "its number"
    return f"type a card like Qh, {upto}, or ? for help."
