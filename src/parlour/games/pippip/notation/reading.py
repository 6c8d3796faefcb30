"""Leading a match of Pip-Pip through the lines of a hand."""

from collections.abc import Sequence

from parlour.cards import SUIT_LETTERS, parse_card, suit_of
from parlour.games.notation import Hand, Line, LineError, Notation, Reading
from parlour.games.pippip.game import PipPip
from parlour.games.pippip.notation.lines import Claim, Event, Item, Known, Remark, read_lines
from parlour.games.pippip.notation.pack import Pack
from parlour.games.pippip.play import CARDS_DEALT
from parlour.games.pippip.state import PACK


class _HandReading(Reading[PipPip]):
    """A hand being led through its lines."""

    def __init__(
        self, game: PipPip, notation: Notation[PipPip], items: Sequence[Item], pack: Pack
    ) -> None:
        super().__init__(game, notation)
        self.gathering = False
        """Whether the pack is being put together from these lines."""
        self.reached = 0
        """How many items have been read."""
        self._items = items
        self._pack = pack
        self._before = game.copy()

    def run(self) -> Hand:
        for item in self._items:
            self.reached += 1
            if isinstance(item, Remark):
                self.remark(item.line.comment)
            elif isinstance(item, Claim):
                self._check(item)
            else:
                self._deal_before(item)
                if isinstance(item, Event):
                    self._do(item)
                elif self.gathering or self._pack.given:
                    self._pack.note(item, self.game)
        return self.finish()

    def _deal_before(self, item: Event | Known) -> None:
        """Deal the pack put together when the lines go on to what needs it."""
        if self.game.awaits == "order" and not (isinstance(item, Event) and item.chance):
            self._do(Event(item.line, self._pack.order, chance=True))

    def _do(self, item: Event) -> None:
        game, line = self.game, item.line
        if item.same_trick and item.event.startswith("play") and not game.trick():
            raise LineError(line.number, f"a trick has {game.players} cards: here are more")
        seat = item.seat
        if seat is None and not item.chance:
            seat = game.turn
            if seat is None:
                raise LineError(line.number, f"nobody is on turn to {item.event}")
        self._before = game.copy()
        if seat is not None and item.event.startswith("play"):
            doubt = _doubt(game, parse_card(item.event.split()[1]), seat)
            if doubt:
                raise LineError(line.number, f"seat {seat + 1} cannot {item.event}: {doubt}")
        self.do(line, item.event, seat)
        if self.gathering:
            self._pack.see_draws(PACK - self._before.stock_left, PACK - game.stock_left, line)

    def _check(self, claim: Claim) -> None:
        winners, number = self.game.trick_winners(), claim.line.number
        if len(winners) != len(self._before.trick_winners()) + 1:
            played = len(self.game.trick())
            raise LineError(
                number,
                f"the trick is not complete: {played} of {self.game.players} cards are played",
            )
        if claim.winner != winners[-1]:
            raise LineError(
                number, f"seat {winners[-1] + 1} wins this trick, not seat {claim.winner + 1}"
            )
        points = sum(self.game.points()) - sum(self._before.points())
        if claim.points not in (None, points):
            raise LineError(number, f"this trick has {points} points, not {claim.points}")


def _doubt(game: PipPip, card: int, seat: int) -> str | None:
    """Why a hand that is not known cannot hold a card, if that can be told from what was seen."""
    if game.hand_size(seat) == len(game.hand(seat)):
        return None
    seen = [played for trick in (*game.tricks(), game.trick()) for _, played in trick]
    for other in range(game.players):
        seen += game.hand(other) if other != seat else []
    if (seen + game.stock()).count(card) == 2:
        return "both copies have been seen elsewhere"
    failed = int(game.record["void"][0, seat, suit_of(card)])
    tricks_with_draws = PACK // game.players - CARDS_DEALT
    if game.options.must_follow and failed > tricks_with_draws:
        suit = SUIT_LETTERS[suit_of(card)]
        return f"it did not follow {suit} in trick {failed}, and has drawn nothing since"
    return None


def read(game: PipPip, notation: Notation[PipPip], lines: Sequence[Line]) -> Hand:
    """What the lines of a hand say; see `Notation.read`."""
    items = read_lines(lines, game.players)
    pack = Pack(items)
    if not pack.given:
        _gather(game, notation, items, pack)
    return _HandReading(game, notation, items, pack).run()


def _gather(game: PipPip, notation: Notation[PipPip], items: Sequence[Item], pack: Pack) -> None:
    """Put the pack together from what the lines tell.

    Who draws which card depends on who wins the tricks, and that on the plays alone, so the plays
    are gone through once with hands unknown.
    """

    def begin(count: int) -> _HandReading:
        unknown = game.view(None) if game.observer is None else game.copy()
        return _HandReading(unknown, notation, items[:count], pack)

    sketch = begin(len(items))
    sketch.gathering = True
    try:
        sketch.run()
    except LineError:
        if not isinstance(items[sketch.reached - 1], Known):
            # With the hands that are known the reason may be plainer, and come earlier.
            begin(sketch.reached).run()
        raise
    pack.finish(sketch.game)
    if game.observer is None:
        pack.complete(sketch.game)
