"""What both kinds of picture say; seats are counted from 1."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from parlour.cards import UNKNOWN
from parlour.games.pictures.words import seats_text

if TYPE_CHECKING:
    from parlour.games.savannah.game import Savannah


def progress(game: "Savannah") -> str:
    """How far the game is."""
    limit = int(game.record["limit"][0])
    of = f" of {-(-limit // game.players) * game.players}" if limit else ""
    return f"{game.turns} turns{of}" if game.over else f"turn {game.turns + 1}{of}"


def status(game: "Savannah") -> str:
    """What happens next, or how it ended."""
    if game.over:
        how = {"limit": "the turn limit: ", "blocked": "nobody can play again: "}
        return f"{how.get(game.ending or '', '')}{seats_text(game.winners())} won"
    if game.awaits == "order":
        return "the cards are shuffled"
    if game.awaits == "card":
        return "a card has come to light"
    roller = game.roller
    if roller is not None:
        return f"{seats_text([roller])} to roll{'' if game.turn is not None else ' for first turn'}"
    return f"{seats_text([game.turn or 0])} to play"


def dice_text(game: "Savannah") -> str:
    """The roll of the turn."""
    if game.dice is None:
        return ""
    one, other = game.dice
    doubles = ", doubles" if one == other else ""
    return f"dice {one} + {other} = {one + other}{doubles}"


def pile_as_it_lies(game: "Savannah", seat: int) -> list[int]:
    """A discard pile with its face-down cards unknown."""
    down = game.face_down(seat)
    return [UNKNOWN if k in down else card for k, card in enumerate(game.pile(seat))]


def opening_roll(game: "Savannah", seat: int) -> Sequence[int]:
    """What a seat has rolled for the first turn in this round; empty if nothing."""
    dice: list[int] = game.record["rolled"][0, seat].tolist()
    return dice if dice[0] else []
