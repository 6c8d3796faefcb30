"""The lines of a hand of Pip-Pip."""

from collections.abc import Iterator

from parlour.cards import UNKNOWN, card_name, card_names
from parlour.games.notation import Hand, Moment, with_comment
from parlour.games.pippip.game import PipPip
from parlour.games.pippip.play import CARDS_DEALT
from parlour.games.pippip.state import PACK
from parlour.games.pippip.view import receiver

_CARDS_A_LINE = 26


class Writing:
    """A hand being led through its moments, and its lines."""

    def __init__(self, game: PipPip) -> None:
        self._game = game
        self._parts: list[str] = []
        self._kind = ""
        self._taken = PACK
        """Cards taken from the pack when the lines were last up to date; all before the deal."""

    def lines(self, hand: Hand) -> Iterator[str]:
        """The lines, the match moving on with them."""
        yield from with_comment("", hand.opening)
        for moment in hand.moments:
            yield from self._add(moment)
        yield from self._flush()
        if self._taken < PACK and self._game.drawing:  # broken off
            yield from self._rest()

    def _add(self, moment: Moment) -> Iterator[str]:
        game, seat = self._game, moment.seat
        kind, _, rest = moment.event.partition(" ")
        kind = "bid" if kind == "pass" else kind
        if kind != self._kind:
            yield from self._flush()
        tricks = len(game.trick_winners())
        points = sum(game.points())
        game.do(moment.event, seat)
        if kind == "order":
            yield from _deal_lines(game, moment.comment)
            self._taken = PACK - game.stock_left
            return
        if not self._parts:
            self._kind = kind
            self._parts = [kind] if seat is None else [f"{seat + 1}:"]
        self._parts.append(moment.event if kind == "call" else rest or "pass")
        won = game.trick_winners()[tricks:]
        if won:
            self._parts.append(f"-> {won[0] + 1} {sum(game.points()) - points}")
        if won or moment.comment or kind not in ("card", "bid", "play"):
            yield from self._flush(moment.comment)

    def _flush(self, comment: str = "") -> Iterator[str]:
        """The line begun, and the cards drawn in what it tells."""
        if self._parts:
            yield from with_comment(" ".join(self._parts), comment)
        self._parts, self._kind = [], ""
        if self._taken < PACK:
            yield from self._draws()

    def _draws(self) -> Iterator[str]:
        """The cards drawn since the lines were last up to date, as far as known."""
        game = self._game
        taken = PACK - game.stock_left
        run: list[str] = []
        for place in range(self._taken, taken):
            card = int(game.record["deal"][0, place])
            if card == UNKNOWN:
                if run:
                    yield " ".join(run)
                run = []
            else:
                run = run or [f"draw {receiver(game.record[0], place) + 1}:"]
                run.append(card_name(card))
        if run:
            yield " ".join(run)
        if taken > self._taken and not game.drawing:
            yield from self._rest()
        self._taken = taken

    def _rest(self) -> Iterator[str]:
        stock = self._game.stock()
        if any(card != UNKNOWN for card in stock):
            for first in range(0, len(stock), _CARDS_A_LINE):
                yield f"rest: {card_names(stock[first : first + _CARDS_A_LINE])}"


def _deal_lines(game: PipPip, comment: str) -> Iterator[str]:
    """The cards dealt to each seat, eldest first; seats whose cards are unknown are left out."""
    deal = game.record["deal"][0]
    hands = {
        int(receiver(game.record[0], first)): [
            int(deal[first + number * game.players]) for number in range(CARDS_DEALT)
        ]
        for first in range(game.players)
    }
    known = {seat: hand for seat, hand in hands.items() if set(hand) != {UNKNOWN}}
    if not known:
        known = dict([next(iter(hands.items()))])
    lines = [f"deal {seat + 1}: {card_names(hand)}" for seat, hand in sorted(known.items())]
    yield from lines[:-1]
    yield from with_comment(lines[-1], comment)
