"""What both kinds of picture say in words; seats are counted from 1."""

from typing import TYPE_CHECKING

from parlour.cards import SUIT_LETTERS, SUIT_SYMBOLS, UNKNOWN
from parlour.games.pictures.words import seats_text
from parlour.games.pippip.state import BID, DEAL, DEALER, DRAW, NONE, OVER, PACK, PLAY
from parlour.games.pippip.state import CUT as CUTTING
from parlour.games.pippip.tables import sorted_hand
from parlour.games.pippip.view import stock_is_shown

if TYPE_CHECKING:
    from parlour.games.pippip.game import PipPip


def in_phase(game: "PipPip", *phases: int) -> bool:
    """Whether the match is in one of some phases."""
    return int(game.record["phase"][0]) in phases


def hand_is_over(game: "PipPip") -> bool:
    """Whether a hand has been played to its end and no other has begun."""
    return in_phase(game, CUTTING, OVER) and game.record["trick"][0] > 0


def covered(game: "PipPip", seat: int) -> list[int]:
    """The cards that a seat has in its hand: all but those that lie shown before it."""
    shown, cards = game.shown(seat), game.hand(seat)
    for card in shown:
        cards.remove(card)
    unknown = game.hand_size(seat) - len(cards) - len(shown)
    return sorted_hand(cards + [UNKNOWN] * unknown, int(game.record["card_values"][0]))


def drawn_cards(game: "PipPip") -> list[int]:
    """Draw for deal: the card last drawn by the player at each seat, 255 for none."""
    drawn = game.record["last_drawn"][0]
    return [int(drawn[player]) for player in game.seating]


def set_aside(game: "PipPip") -> list[int]:
    """Draw for deal: the cards that players who tied have drawn before and set aside."""
    once, twice = int(game.record["drawn"][0]), int(game.record["drawn_twice"][0])
    cards = [card for card in range(52) for mask in (once, twice) if mask >> card & 1]
    for card in drawn_cards(game):
        if card in cards:
            cards.remove(card)
    return cards


def still_to_draw(game: "PipPip") -> list[int]:
    """Draw for deal: the seats that still have to draw, the next first."""
    if not in_phase(game, DRAW):
        return []
    mask = int(game.record["to_draw"][0])
    return [seat for seat in range(game.players) if mask >> seat & 1]


def open_stock(game: "PipPip") -> list[int]:
    """The rest of the stock where it lies open (EN, RU)."""
    state = game.record[0]
    return game.stock() if state["taken"] and stock_is_shown(state) else []


def drawing_for_deal(game: "PipPip") -> bool:
    """Whether the first hand has not begun, so that cards drawn for the deal may lie there."""
    return in_phase(game, DRAW, DEALER, CUTTING, DEAL) and not hand_is_over(game)


def last_trick(game: "PipPip") -> list[tuple[int, int]]:
    """The trick just taken, as long as none is on the table."""
    tricks = game.tricks()
    return tricks[-1] if tricks and not game.trick() else []


def best_seat(game: "PipPip") -> int | None:
    """Whose card is the best of the trick on the table so far."""
    seat = int(game.record["best_seat"][0])
    return None if seat == NONE else seat


def title(game: "PipPip") -> str:
    """The game and its options."""
    return f"{game.title}, {game.options.name or 'custom'}"


def progress(game: "PipPip") -> list[str]:
    """How far the match and the hand are."""
    lines = []
    length = str(game.options.match_length)
    number = game.hand_number + (not in_phase(game, OVER) and not hand_is_over(game))
    if length.startswith("target"):
        lines.append(f"hand {number}, {length}")
    else:
        hands = game.players if length == "each deals once" else int(length.split(maxsplit=1)[0])
        lines.append(f"hand {number} of {hands}")
    if in_phase(game, PLAY):
        done = int(game.record["trick"][0])
        lines.append(f"trick {done + 1} of {PACK // game.players}")
    return lines


def status(game: "PipPip") -> str:
    """What happens next, or how it ended."""
    if in_phase(game, DRAW):
        return f"{seats_text(still_to_draw(game)[:1])} draws for deal"
    if in_phase(game, DEALER):
        return "the first dealer is drawn by lot"
    if in_phase(game, OVER):
        return f"{seats_text(game.winners())} won"
    if hand_is_over(game):
        return "end of the hand"
    if in_phase(game, CUTTING):
        return "trumps are cut"
    turn = game.turn
    if turn is None:
        return "the cards are dealt"
    if in_phase(game, BID):
        return f"{seats_text([turn])} to bid"
    return f"{seats_text([turn])} to {'play' if game.trick() else 'lead'}"


def call_time(game: "PipPip", plays: int) -> str:
    """When a call was made that came after so many plays.

    >>> from parlour.games.pippip import PipPip
    >>> call_time(PipPip(4), 0), call_time(PipPip(4), 9)
    ('before trick 1', 'in trick 3')
    """
    trick, cards = divmod(plays, game.players)
    return f"{'in' if cards else 'before'} trick {trick + 1}"


def suit_symbol(letter: str) -> str:
    """The symbol of a suit given by its letter."""
    return SUIT_SYMBOLS[SUIT_LETTERS.index(letter)]
