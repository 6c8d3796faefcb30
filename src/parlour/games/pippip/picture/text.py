"""A picture of Pip-Pip in text, at most 80 columns wide.

>>> from parlour.games.pippip import PipPip
>>> match = PipPip(3, "russian", seed=3)
>>> match.do(match.legal()[0])
>>> print(match.view(1))
Pip-Pip, russian · hand 1 of 3 · trick 1 of 34 · seat 1 to play
trump ♠ · stock 83 · as seat 2 sees it
<BLANKLINE>
   seat     hand                  trick    won  points  score
>     1     ?? ?? ?? ?? ?? ?? ??             0       0      0
      2  D  A♣ 3♦ A♦ 2♦ 6♠ Q♠ 2♠             0       0      0
      3     ?? ?? ?? ?? ?? ??     2♣* led    0       0      0
"""

import textwrap
from collections.abc import Sequence
from typing import TYPE_CHECKING

from parlour.cards import UNKNOWN
from parlour.games.pictures.text import WIDTH, cards_text, columns
from parlour.games.pictures.words import knowledge, seats_text
from parlour.games.pippip.picture import facts
from parlour.games.pippip.play import CALL_POINTS
from parlour.games.pippip.state import BID

if TYPE_CHECKING:
    from parlour.games.pippip.game import PipPip


def picture_text(game: "PipPip") -> str:
    """A state or view as text: a line for each seat, and what lies on the table.

    ``>`` marks the seat on turn and ``D`` the dealer; cards shown in calls are in brackets, and
    ``*`` is the best card of the trick so far.
    """
    headings = ("", "seat", "", "hand", _event_heading(game), "won", "points", "score")
    rows = [headings, *(_seat_row(game, seat) for seat in range(game.players))]
    if facts.drawing_for_deal(game):
        rows = [row[:3] + row[4:5] for row in rows]
    seats = columns(rows, "<><<<>>>"[: len(rows[0])])
    lines = [*_wrapped(_head(game)), "", *seats, "", *_wrapped(_foot(game))]
    return "\n".join(lines).rstrip()


def _wrapped(lines: Sequence[str]) -> list[str]:
    return [part for line in lines for part in textwrap.wrap(line, WIDTH, subsequent_indent="  ")]


def _head(game: "PipPip") -> list[str]:
    first = [facts.title(game), *facts.progress(game), facts.status(game)]
    second = []
    if game.trump:
        coming = f", next {facts.suit_symbol(game.next_trump)}" if game.next_trump else ""
        second.append(f"trump {facts.suit_symbol(game.trump)}{coming}")
    second.append(f"stock {game.stock_left}")
    if game.bid:
        seat, bid = game.bid
        second.append(f"bid {bid} by {seats_text([seat])}")
    second.append(knowledge(game))
    return [" · ".join(first), " · ".join(second)]


def _event_heading(game: "PipPip") -> str:
    if facts.in_phase(game, BID):
        return "bid"
    return "drew" if facts.drawing_for_deal(game) else "trick"


def _seat_row(game: "PipPip", seat: int) -> tuple[str, ...]:
    calls = int(game.record["called"][0, seat])
    points = f"{game.points()[seat]}" + (f"+{CALL_POINTS * calls}" if calls else "")
    return (
        ">" if seat == game.turn or seat in facts.still_to_draw(game)[:1] else "",
        str(seat + 1),
        "D" if seat == game.dealer else "",
        _hand(game, seat),
        _event(game, seat),
        str(game.record["won"][0, seat]),
        points,
        str(game.scores()[seat]),
    )


def _hand(game: "PipPip", seat: int) -> str:
    shown = game.shown(seat)
    cards = facts.covered(game, seat)
    return " ".join(
        part for part in (cards_text(cards), f"({cards_text(shown)})" if shown else "") if part
    )


def _event(game: "PipPip", seat: int) -> str:
    """What a seat has last put on the table: a card drawn, a bid or a card of the trick."""
    if facts.in_phase(game, BID):
        said = dict(game.bids()).get(seat, 0)
        return "pass" if said is None else str(said or "")
    if facts.drawing_for_deal(game):
        card = facts.drawn_cards(game)[seat]
        return "" if card == UNKNOWN else cards_text([card])
    trick = game.trick()
    card = dict(trick).get(seat, UNKNOWN)
    if card == UNKNOWN:
        return ""
    best = "*" if seat == facts.best_seat(game) else " "
    led = " led" if seat == trick[0][0] else ""
    return f"{cards_text([card])}{best}{led}"


def _foot(game: "PipPip") -> list[str]:
    lines = []
    last = facts.last_trick(game)
    if last:
        cards = cards_text(card for _, card in last)
        winner = seats_text(game.trick_winners()[-1:])
        lines.append(f"last trick from {seats_text([last[0][0]])}: {cards}, to {winner}")
    rest = facts.open_stock(game)
    if rest:
        lines.append(f"rest of the stock: {cards_text(rest)}")
    calls = ", ".join(
        f"{seats_text([seat])} {facts.suit_symbol(suit)} {facts.call_time(game, plays)}"
        for seat, suit, plays in game.calls()
    )
    if calls:
        lines.append(f"calls: {calls}")
    aside = facts.set_aside(game)
    if aside:
        lines.append(f"drawn before and set aside: {cards_text(aside)}")
    return lines
