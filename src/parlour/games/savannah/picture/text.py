"""A picture of Savannah in text, at most 80 columns wide.

>>> from parlour.cards import card_names, packs
>>> from parlour.games.savannah import Savannah
>>> events = [f"order {card_names(packs(1))}", "roll 6 5", "roll 1 1", "roll 3 4"]
>>> print(Savannah(2, events=events).view(1))
Savannah · turn 1 · seat 1 to play · dice 3 + 4 = 7
foundations J♥ (1) J♠ (1) Q♣ (1) · stock 7 · as seat 2 sees it
<BLANKLINE>
   seat      reserve     discard pile         hand
>     1  13  5♣       6  ?? 8♠ ?? 9♦ ?? 9♠    ?? ?? ?? ??
      2  13  8♦       6  ?? 10♦ ?? 10♠ ?? J♦
"""

from typing import TYPE_CHECKING

from parlour.games.pictures.text import cards_text, columns
from parlour.games.pictures.words import knowledge
from parlour.games.savannah.picture import facts

if TYPE_CHECKING:
    from parlour.games.savannah.game import Savannah

_MOST_SHOWN = 8


def picture_text(game: "Savannah") -> str:
    """A state or view as text: the foundations, and a line for each seat.

    ``>`` marks the seat on turn. A reserve is its size and its top card, a discard pile its size
    and its last cards, the top being the last; ``??`` lies face down or is not known.
    """
    headings = ("", "seat", "", "reserve", "", "discard pile", "hand")
    rows = [headings, *(_seat_row(game, seat) for seat in range(game.players))]
    seats = columns(rows, "<>><><<")
    return "\n".join([*_head(game), "", *seats])


def _head(game: "Savannah") -> list[str]:
    tops = zip(game.foundations(), game.foundation_sizes(), strict=False)
    foundations = " ".join(f"{cards_text([card])} ({size})" for card, size in tops)
    second = [f"foundations {foundations}"] if foundations else []
    if foundations:
        second.append(f"stock {game.stock_left}")
    second.append(knowledge(game))
    first = [game.title, facts.progress(game), facts.status(game), facts.dice_text(game)]
    return [" · ".join(part for part in first if part), " · ".join(second)]


def _seat_row(game: "Savannah", seat: int) -> tuple[str, ...]:
    reserve, pile = game.reserve(seat), facts.pile_as_it_lies(game, seat)
    shown = pile[-_MOST_SHOWN:]
    rolled = facts.opening_roll(game, seat)
    hand = game.hand(seat)
    return (
        ">" if seat in (game.turn, game.roller) else "",
        str(seat + 1),
        str(len(reserve)) if game.foundations() else "",
        cards_text(reserve[-1:]),
        str(len(pile)) if game.foundations() else "",
        ("… " if len(shown) < len(pile) else "") + cards_text(shown),
        cards_text(hand) or ("rolled " + " ".join(map(str, rolled)) if rolled else ""),
    )
