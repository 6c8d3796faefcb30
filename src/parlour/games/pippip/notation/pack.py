"""The pack of a hand of Pip-Pip, put together from what its lines tell of it."""

from collections import Counter
from collections.abc import Sequence

from parlour.cards import UNKNOWN, card_name, card_names, packs
from parlour.games.notation import Line, LineError
from parlour.games.pippip.game import PipPip
from parlour.games.pippip.notation.lines import Event, Item, Known
from parlour.games.pippip.play import CARDS_DEALT
from parlour.games.pippip.state import PACK
from parlour.games.pippip.view import receiver


class Pack:
    """The pack of a hand, put together from what its lines tell of it."""

    def __init__(self, items: Sequence[Item]) -> None:
        self.cards = [UNKNOWN] * PACK
        self.given = any(isinstance(i, Event) and i.event.startswith("order") for i in items)
        self._drawn_on: dict[int, int] = {}
        self._seen: dict[int, list[int]] = {}
        self._noted: set[int] = set()
        self._rest: list[int] = []
        self._rest_line = 0

    @property
    def order(self) -> str:
        """The chance event that deals this pack."""
        return f"order {card_names(self.cards)}"

    def see_draws(self, first: int, last: int, line: Line) -> None:
        """The cards at some places of the pack were drawn by what happened on a line."""
        for place in range(first, last):
            self._drawn_on[place] = line.number

    def note(self, known: Known, game: PipPip) -> None:
        """Put the cards of a deal or draw, or keep the rest for the end."""
        line = known.line.number
        if self.given:
            raise LineError(
                line, f"the whole order of the pack is given: leave out this {known.word} line"
            )
        if game.stock_left == PACK:
            raise LineError(line, "nothing can be dealt yet: the trump has to be cut first")
        if known.seat is None:
            self._rest += known.cards
            self._rest_line = line
        elif known.word == "deal":
            self._deal(known, known.seat, game)
        else:
            self._draw(known, known.seat, game)

    def _deal(self, known: Known, seat: int, game: PipPip) -> None:
        count, line = len(known.cards), known.line.number
        if count != CARDS_DEALT:
            raise LineError(line, f"{count} cards: a seat is dealt {CARDS_DEALT}")
        for first in range(game.players):
            if receiver(game.record[0], first) == seat:
                for number, card in enumerate(known.cards):
                    self._put(first + number * game.players, card, line)

    def _draw(self, known: Known, first: int, game: PipPip) -> None:
        for number, card in enumerate(known.cards):
            seat = (first + number) % game.players
            place = _last_draw(game, seat)
            if place is None or place in self._noted:
                played = len(game.trick())
                hint = f" (only {played} cards are played to this trick)" if played else ""
                raise LineError(
                    known.line.number,
                    f"seat {seat + 1} has drawn no card that is yet to be noted{hint}",
                )
            self._put(place, card, known.line.number)

    def _put(self, place: int, card: int, line: int) -> None:
        if place in self._noted:
            raise LineError(line, "these cards have been noted already")
        self._noted.add(place)
        self.cards[place] = card
        if card == UNKNOWN:
            return
        seen = self._seen.setdefault(card, [])
        if len(seen) == 2:
            lines = sorted(set(seen))
            where = f"line {lines[0]}" if len(lines) == 1 else f"lines {lines[0]} and {lines[1]}"
            raise LineError(
                line,
                f"a third {card_name(card)}: two packs hold two, and both are noted on {where}",
            )
        seen.append(line)

    def finish(self, game: PipPip) -> None:
        """Put the rest of the stock; if all must be known, make sure that it is.

        A rest that is not told is what is missing, in the order of the pack. Raises `LineError`.
        """
        left = game.stock_left
        if self._rest_line and len(self._rest) != left:
            raise LineError(
                self._rest_line, f"{len(self._rest)} cards: {left} are left in the stock"
            )
        for place, card in enumerate(self._rest, PACK - left):
            self._put(place, card, self._rest_line)

    def complete(self, game: PipPip) -> None:
        """Make sure that all is known; of the rest of the stock it is enough which cards it is.

        Raises `LineError` for a card that nobody noted.
        """
        if UNKNOWN not in self.cards or game.stock_left == PACK:
            return
        taken = PACK - game.stock_left
        for place, card in enumerate(self.cards[:taken]):
            if card == UNKNOWN:
                dealt = place < game.players * CARDS_DEALT
                raise LineError(
                    self._drawn_on[place],
                    f"what seat {receiver(game.record[0], place) + 1} "
                    f"{'was dealt' if dealt else 'drew'} is not noted: only a record with kept_by "
                    "may leave cards unknown",
                )
        missing = Counter(packs(2)) - Counter(self.cards)
        rest = iter(missing.elements())
        self.cards = [next(rest) if card == UNKNOWN else card for card in self.cards]


def _last_draw(game: PipPip, seat: int) -> int | None:
    """The place in the pack of the card that a seat drew last."""
    taken = PACK - game.stock_left
    earliest = max(CARDS_DEALT, taken // game.players - 2) * game.players
    for place in range(taken - 1, earliest - 1, -1):
        if receiver(game.record[0], place) == seat:
            return place
    return None
