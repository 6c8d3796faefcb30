"""How a hand of Pip-Pip is written for people.

======================== ======================================================================
``card Qh 2c 5d``        the draw for deal: cards in the order drawn
``dealer 3``             the first dealer, where lots decide
``cut h``                the card cut for trumps
``deal 1: Qh Kh 2c …``   the seven cards of a seat
``order Qh 2c …``        instead of deal, draw and rest: the pack, in the order dealt and drawn;
                         several such lines in a row are one
``8: pass pass 110 …``   the auction: a seat, and those that speak after it
``1: 4c 2c Kc -> 3 16``  plays: a seat, and those that play after it; then who won the trick, and,
                         if you like, its points
``1: Qh unused``         a play of the copy that has not served in a call
``3: call h``            Pip-Pip
``draw 1: 7c 9c Kh``     the card that a seat drew last, and those of the seats to its left
``rest: 3s 9d``          the cards left in the stock
======================== ======================================================================

``??`` is a card that the keeper of the record does not know.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from parlour.cards import card_names
from parlour.games.notation import Hand, Line, Notation
from parlour.games.pippip.game import PipPip
from parlour.games.pippip.notation.reading import read
from parlour.games.pippip.notation.writing import Writing


class PipPipNotation(Notation[PipPip]):
    """The notation of Pip-Pip."""

    def hands_done(self, game: PipPip) -> int:
        """How many hands of the match are complete."""
        return game.hand_number

    def read(self, game: PipPip, lines: Sequence[Line]) -> Hand:
        """What the lines of a hand say; see `Notation.read`."""
        return read(game, self, lines)

    def write(self, game: PipPip, hand: Hand) -> Iterator[str]:
        """The lines of a hand; see `Notation.write`."""
        return Writing(game).lines(hand)

    def seen(self, game: PipPip, hand: Hand, seat: int | None) -> Hand:
        """A hand as a seat saw it; see `Notation.seen`."""
        for moment in hand.moments:
            game.do(moment.event, moment.seat)
        order = f"order {card_names(game.view(seat).record['deal'][0].tolist())}"
        moments = [
            replace(moment, event=order) if moment.event.startswith("order") else moment
            for moment in hand.moments
        ]
        return replace(hand, moments=moments)


NOTATION = PipPipNotation()
