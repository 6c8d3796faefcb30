"""How a game of Savannah is written for people.

============================ ==================================================================
``reserve 1: Qh Kh 2c …``    the thirteen cards of a seat's reserve, the top last
``discards 1: Qh Kh 2c …``   the six of its discard pile, the top last
``foundations: 5h 9c Kd``    the first three cards of the foundations
``stock: Qh Kh 2c …``        the stock, the card to be drawn first in front; several lines are one
``order Qh Kh 2c …``         instead of these: the packs in the order in which they are dealt; or
                             the cards of a new stock; several lines in a row are one
``roll 3 5, roll 6 1``       rolls for the first turn, in the order of the seats that roll
``2: roll 3 5, 5h>1, …``     a turn: the roll, plays, and the discard, with commas between them
``5h>1``                     a play from the hand to a foundation
``reserve>1``, ``pile>1``    a play of the top of the reserve, of the discard pile
``seat 3>1``                 a play of the top of another's discard pile, on doubles
``discard 9h``, ``end``      the turn is over; ``end`` with an empty hand
``card Qh Qc``               only in one player's notes: cards that have come to light
============================ ==================================================================

In one player's notes the deal and new stocks may be left out: nobody sees them.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from parlour.cards import UNKNOWN, UNKNOWN_NAME, card_name, card_names, parse_cards
from parlour.errors import ParlourError
from parlour.games.notation import (
    Hand,
    Line,
    LineError,
    Moment,
    Notation,
    Reading,
    begins_chance,
    parted,
    with_comment,
)
from parlour.games.savannah.game import Savannah
from parlour.games.savannah.state import DISCARDS, FOUNDATIONS, PACK, RESERVE
from parlour.games.savannah.waiting import count_covered, packs_of, put_name

_CARDS_A_LINE = 26
_WIDTH = 98
_HAND_PLAY = re.compile(r"\w+\s*>.*")
_PILES = ("reserve", "pile")
"""What plays are made from, besides hands and the piles of other seats."""


def _cards(text: str, line: Line) -> list[int]:
    try:
        return parse_cards(text, unknown=True)
    except ParlourError as error:
        raise LineError(line.number, str(error)) from None


class _Deal:
    """The packs, put together from the lines that tell of the deal."""

    def __init__(self, players: int, packs: int) -> None:
        self._packs = packs
        self._seen: Counter[int] = Counter()
        self._sizes = {"foundations": FOUNDATIONS}
        for seat in range(players):
            self._sizes |= {f"reserve {seat + 1}": RESERVE, f"discards {seat + 1}": DISCARDS}
        self._players = players
        self._parts: dict[str, list[int]] = {}
        self.line: Line | None = None
        """The first line that tells of it."""

    def take(self, line: Line, what: str, text: str) -> None:
        """Take the cards of one pile."""
        self.line = self.line or line
        cards = _cards(text, line)
        for card in cards:
            self._seen[card] += 1
            if card != UNKNOWN and self._seen[card] > self._packs:
                raise LineError(
                    line.number,
                    f"{self._seen[card]} copies of {card_name(card)}: there "
                    f"{'is one pack' if self._packs == 1 else f'are {self._packs} packs'}",
                )
        if what == "stock":
            self._parts.setdefault(what, []).extend(cards)
            return
        if what in self._parts:
            raise LineError(line.number, f"{what} is given twice")
        if len(cards) != self._sizes[what]:
            raise LineError(
                line.number, f"{len(cards)} cards: in {what} there are {self._sizes[what]}"
            )
        self._parts[what] = cards

    def order(self, line: Line) -> str:
        """The chance event that deals these cards; raises `LineError` for a pile left out."""
        seats = range(1, self._players + 1)
        names = [f"{pile} {seat}" for pile in ("reserve", "discards") for seat in seats]
        names += ["foundations", "stock"]
        for name in names:
            if name not in self._parts:
                raise LineError(line.number, f"{name} is missing before this")
        return f"order {card_names([card for name in names for card in self._parts[name]])}"


class _Reading(Reading[Savannah]):
    """A game being led through its lines."""

    def __init__(self, game: Savannah) -> None:
        super().__init__(game, NOTATION)
        self._deal = _Deal(game.players, int(packs_of(game.record[0])))
        self._order: list[int] = []
        self._order_line: Line | None = None
        self._waiting: list[str] = []
        """Comments about a deal that is being told."""

    def run(self, lines: Sequence[Line]) -> Hand:
        for line in lines:
            if line.text:
                self._read(line)
            if line.comment:
                self._finish_order()
                if self._telling_deal():
                    self._waiting.append(line.comment)
                else:
                    self.remark(line.comment)
        self._finish_order()
        if self._deal.line and self._telling_deal():
            self._shuffle(self._deal.line)
        return self.finish()

    def _telling_deal(self) -> bool:
        return self._deal.line is not None and not self.moments

    def _read(self, line: Line) -> None:
        word, seat, rest, claim = parted(line, self.game.players)
        if claim:
            raise LineError(line.number, "-> has no meaning in Savannah: a play is 5h>1")
        name, colon, cards = rest.partition(":")
        if seat is None and rest.startswith("order "):
            if self._telling_deal():
                raise LineError(line.number, "the deal is told pile by pile: leave out the order")
            self._order_line = self._order_line or line
            self._order += _cards(rest.removeprefix("order "), line)
            if len(self._order) >= self._to_shuffle():
                self._finish_order()
            return
        self._finish_order()
        if word in ("reserve", "discards") and seat is not None:
            self._tell_deal(line, f"{word} {seat + 1}", rest)
        elif seat is None and colon and name in ("foundations", "stock"):
            self._tell_deal(line, name, cards)
        elif (seat is not None and word in ("", "seat")) or begins_chance(rest):
            for item in rest.split(","):
                self._happen(line, seat, " ".join(item.split()))
        else:
            raise LineError(
                line.number,
                f"{line.text[:40]!r} is not understood: a line is a seat and its turn, as in "
                "'2: roll 3 5, 5h>1, discard 9h', or begins with roll, order, card, reserve, "
                "discards, foundations or stock",
            )

    def _tell_deal(self, line: Line, what: str, cards: str) -> None:
        if self.moments:
            raise LineError(line.number, "the cards have been dealt already")
        self._deal.take(line, what, cards)

    def _finish_order(self) -> None:
        """Shuffle or deal, when all lines of an order are read."""
        if self._order_line:
            line, order = self._order_line, f"order {card_names(self._order)}"
            self._order, self._order_line = [], None
            self.do(line, order, None)

    def _happen(self, line: Line, seat: int | None, item: str) -> None:
        game = self.game
        self._shuffle_first(line)
        kind = item.split(" ", 1)[0]
        if not item:
            raise LineError(line.number, "between two commas something is missing")
        if kind == "card":
            cards = _cards(item.removeprefix("card"), line)
            if not cards:
                raise LineError(line.number, "no card stands after 'card'")
            for card in cards:
                self._shuffle_first(line)
                self.do(line, f"card {card_name(card)}", None)
        elif kind == "roll":
            if seat is not None and game.roller not in (None, seat):
                raise LineError(
                    line.number, f"it is seat {game.roller + 1} that rolls, not seat {seat + 1}"
                )
            self.do(line, item, None)
        elif seat is None:
            raise LineError(line.number, f"whose is {item[:40]!r}? A turn begins with its seat")
        else:
            from_hand = _HAND_PLAY.fullmatch(item) and not item.startswith(_PILES)
            self.do(line, f"play {item}" if from_hand else item, seat)

    def _shuffle_first(self, line: Line) -> None:
        """Before anything else on a line can happen, shuffle as often as that is due."""
        while self.game.awaits == "order":
            self._shuffle(line)

    def _shuffle(self, line: Line) -> None:
        """Deal as other lines have told, or shuffle as the keeper of notes does not see."""
        if self._telling_deal():
            self.do(line, self._deal.order(line), None)
            for comment in self._waiting:
                self.remark(comment)
            return
        if self.game.observer is None:
            raise LineError(
                line.number,
                "before this the cards have to be shuffled (order Qh 2c …): only a record with "
                "kept_by may leave that out",
            )
        self.do(line, " ".join(["order", *[UNKNOWN_NAME] * self._to_shuffle()]), None)

    def _to_shuffle(self) -> int:
        """How many cards the next order has."""
        state = self.game.record[0]
        dealt = self.game.foundation_sizes()[0] > 0
        return int(count_covered(state) if dealt else PACK * packs_of(state))


class _Writing:
    """A game being led through its moments, and its lines."""

    def __init__(self, game: Savannah) -> None:
        self._game = game
        self._seat: int | None = None
        self._parts: list[str] = []

    def lines(self, hand: Hand) -> Iterator[str]:
        yield from with_comment("", hand.opening)
        others = [
            n for n, moment in enumerate(hand.moments) if not moment.event.startswith("order")
        ]
        for number, moment in enumerate(hand.moments):
            yield from self._add(moment, last=not others or number > others[-1])
            if moment.comment:
                yield from self._flush(moment.comment)
        yield from self._flush()

    def _add(self, moment: Moment, *, last: bool) -> Iterator[str]:
        game, event = self._game, moment.event
        seat = moment.seat
        if seat is None and game.first is not None:
            seat = self._seat if event.startswith("card") and self._parts else game.turn
        begins = game.foundation_sizes()[0] == 0
        game.do(event, moment.seat)
        kind, _, rest = event.partition(" ")
        if kind == "order":
            cards = rest.split()
            if set(cards) != {UNKNOWN_NAME} or last or moment.comment:
                yield from self._flush()
                yield from _order_lines(cards, game.players if begins else 0)
            return
        if seat != self._seat:
            yield from self._flush()
        self._seat = seat
        part = event.removeprefix("play ")
        if kind == "card" and self._parts and self._parts[-1].startswith("card"):
            self._parts[-1] += f" {rest}"
        elif len(", ".join([*self._parts, part])) > _WIDTH:
            yield from self._flush()
            self._seat, self._parts = seat, [part]
        else:
            self._parts.append(part)

    def _flush(self, comment: str = "") -> Iterator[str]:
        text = ", ".join(self._parts)
        if self._parts and self._seat is not None:
            text = f"{self._seat + 1}: {text}"
        yield from with_comment(text, comment)
        self._parts, self._seat = [], None


def _order_lines(cards: Sequence[str], players: int) -> Iterator[str]:
    """An order; that of the deal, for so many *players*, pile by pile if all of it is known."""
    rest = list(cards)

    def next_cards(count: int) -> str:
        taken = " ".join(rest[:count])
        del rest[:count]
        return taken

    by_pile = players > 0 and UNKNOWN_NAME not in cards
    if by_pile:
        for pile, size in (("reserve", RESERVE), ("discards", DISCARDS)):
            for seat in range(players):
                yield f"{pile} {seat + 1}: {next_cards(size)}"
        yield f"foundations: {next_cards(FOUNDATIONS)}"
    while rest:
        yield f"{'stock:' if by_pile else 'order'} {next_cards(_CARDS_A_LINE)}"


class SavannahNotation(Notation[Savannah]):
    """The notation of Savannah."""

    def name(self, game: Savannah, event: str, seat: int | None) -> str:
        """An event as records name it: a card of a hand with its suit."""
        if seat is None:
            return super().name(game, event, seat)
        return game.full_name(event, seat)

    def hands_done(self, game: Savannah) -> int:
        """1 when the game is over."""
        return int(game.over)

    def read(self, game: Savannah, lines: Sequence[Line]) -> Hand:
        """What the lines of a game say; see `Notation.read`."""
        return _Reading(game).run(lines)

    def write(self, game: Savannah, hand: Hand) -> Iterator[str]:
        """The lines of a game; see `Notation.write`."""
        return _Writing(game).lines(hand)

    def seen(self, game: Savannah, hand: Hand, seat: int | None) -> Hand:
        """A game as a seat saw it; see `Notation.seen`."""
        view = game.view(seat)
        moments = []
        for moment in hand.moments:
            source = _Source(game, moment.event)
            game.do(moment.event, moment.seat)
            event = moment.event
            if event.startswith("order"):
                event = " ".join(["order", *[UNKNOWN_NAME] * (len(event.split()) - 1)])
            seen = [replace(moment, event=event)]
            view.do(event, moment.seat)
            while view.awaits == "card":
                seen.append(Moment(None, f"card {card_name(source.named(view, game))}"))
                view.do(seen[-1].event)
            moments += seen
        return replace(hand, moments=moments)


class _Source:
    """Where cards come from in the event that is about to happen to a complete game."""

    def __init__(self, game: Savannah, event: str) -> None:
        self._foundations: list[int] = []
        self._stock = game.record["stock"][0].tolist()
        if event.startswith("order"):
            cards = parse_cards(event.removeprefix("order"))
            if not game.foundations():
                first = (RESERVE + DISCARDS) * game.players
                self._foundations = cards[first : first + FOUNDATIONS]
                del cards[: first + FOUNDATIONS]
            self._stock = cards[::-1]

    def named(self, view: Savannah, game: Savannah) -> int:
        """The card that a view waits to be told; *game* is the complete one after the event."""
        told = view.copy()
        put_name(told.record[0], 0)
        for pile in ("reserve", "pile"):
            place = np.nonzero(told.record[pile] != view.record[pile])
            if place[0].size:
                return int(game.record[pile][place][0])
        foundation = np.nonzero(told.record["top"][0] != view.record["top"][0])[0]
        if foundation.size and view.foundation_sizes()[int(foundation[0])] == 1:
            return self._foundations[int(foundation[0])]
        return int(self._stock[view.stock_left])


NOTATION = SavannahNotation()
