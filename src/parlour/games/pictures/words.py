"""What pictures of every game say in words; seats are counted from 1."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from parlour.games.game import Game

_SPECTATOR = 254


def knowledge(game: "Game") -> str:
    """Whose view it is."""
    if game.observer is None:
        return "all cards known"
    if game.observer == _SPECTATOR:
        return "as a spectator sees it"
    return f"as {seats_text([game.observer])} sees it"


def seats_text(seats: Sequence[int]) -> str:
    """Several seats.

    >>> seats_text([0]), seats_text([1, 2, 5])
    ('seat 1', 'seats 2, 3 and 6')
    """
    numbers = [str(seat + 1) for seat in seats]
    if len(numbers) == 1:
        return f"seat {numbers[0]}"
    return f"seats {', '.join(numbers[:-1])} and {numbers[-1]}"


def capital(words: str) -> str:
    """*words* with a capital letter.

    >>> capital("seat 1 to play")
    'Seat 1 to play'
    """
    return words[:1].upper() + words[1:]
