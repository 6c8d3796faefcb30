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

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from parlour.cards import UNKNOWN, card_name, card_names, packs, parse_card, parse_cards
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
    seat_of,
    with_comment,
)
from parlour.games.pippip.game import PipPip
from parlour.games.pippip.play import CARDS_DEALT
from parlour.games.pippip.state import PACK
from parlour.games.pippip.view import receiver

_CARDS_A_LINE = 26


# Reading: first what each line says, by itself


@dataclass
class _Event:
    """Something that happens; *seat* None means whoever is on turn, or chance."""

    line: Line
    event: str
    seat: int | None = None
    chance: bool = False
    same_trick: bool = False
    """It stands on one line with the play before it, so it belongs to the same trick."""


@dataclass
class _Known:
    """Cards that somebody was dealt or drew, or (*seat* None) that were left."""

    line: Line
    word: str
    seat: int | None
    cards: list[int]


@dataclass
class _Claim:
    """Who won the trick just completed, and its points."""

    line: Line
    winner: int
    points: int | None


@dataclass
class _Remark:
    """A comment, about what stands before it."""

    line: Line


_Item = _Event | _Known | _Claim | _Remark


def _cards(text: str, line: Line, *, unknown: bool = True) -> list[int]:
    try:
        return parse_cards(text, unknown=unknown)
    except ParlourError as error:
        raise LineError(line.number, str(error)) from None


def _items(lines: Sequence[Line], players: int) -> list[_Item]:
    """What the lines say, one after another."""
    items: list[_Item] = []
    for line in lines:
        if line.text:
            word, seat, rest, claim = parted(line, players)
            word = "" if word == "seat" else word
            if seat is None and begins_chance(rest):
                items += _chance(line, rest, items)
            elif word in ("deal", "draw") and seat is not None:
                items.append(_Known(line, word, seat, _cards(rest, line)))
            elif seat is None and rest.startswith("rest:"):
                items.append(_Known(line, "rest", None, _cards(rest[5:], line)))
            elif seat is not None and not word:
                items += _actions(line, seat, rest)
            else:
                raise LineError(
                    line.number,
                    f"{line.text[:40]!r} is not understood: a line is a seat and what it does, as "
                    "in '3: call h' or '1: 4c 2c Kc', or begins with card, dealer, cut, deal, "
                    "order, draw or rest",
                )
            if claim:
                items.append(_claim(line, claim, players))
        if line.comment:
            items.append(_Remark(line))
    return items


def _chance(line: Line, text: str, before: list[_Item]) -> list[_Item]:
    kind, _, rest = text.partition(" ")
    if kind == "card":
        names = [card_name(card) for card in _cards(rest, line)]
        return [_Event(line, f"card {name}", chance=True) for name in names]
    if kind == "order":
        last = next((item for item in reversed(before) if not isinstance(item, _Remark)), None)
        names = [card_name(card) for card in _cards(rest, line)]
        if isinstance(last, _Event) and last.event.startswith("order"):
            last.event = " ".join([last.event, *names])
            return []
        return [_Event(line, " ".join(["order", *names]), chance=True)]
    return [_Event(line, text, chance=True)]


def _actions(line: Line, seat: int, text: str) -> Iterator[_Event]:
    """The actions of a line: the first is the seat's, the others are those of whoever follows."""
    words = text.replace(",", " ").split()
    if not words:
        raise LineError(line.number, f"seat {seat + 1} does nothing on this line")
    if words[0] == "call":
        if len(words) != 2:
            raise LineError(line.number, "a call names its suit and stands alone: 'call h'")
        yield _Event(line, " ".join(words), seat)
        return
    first = True
    while words:
        word = words.pop(0)
        if word in ("play", "bid") and words:
            word = words.pop(0)
        if word == "pass":
            event = word
        elif word.isdigit() and word.isascii():
            event = f"bid {int(word[:9])}"
        else:
            event = f"play {card_name(_cards(word, line, unknown=False)[0])}"
            if words and words[0] == "unused":
                event = f"{event} {words.pop(0)}"
        yield _Event(line, event, seat if first else None, same_trick=not first)
        first = False


def _claim(line: Line, text: str, players: int) -> _Claim:
    winner, *points = text.split()
    if len(points) > 1 or not all(number.isascii() and number.isdigit() for number in points):
        raise LineError(line.number, "after -> stand the winner's seat and the trick's points")
    return _Claim(line, seat_of(winner, line, players), int(points[0][:9]) if points else None)


# Then what they say together


class _Pack:
    """The pack of a hand, put together from what its lines tell of it."""

    def __init__(self, items: Sequence[_Item]) -> None:
        self.cards = [UNKNOWN] * PACK
        self.given = any(isinstance(i, _Event) and i.event.startswith("order") for i in items)
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

    def note(self, known: _Known, game: PipPip) -> None:
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

    def _deal(self, known: _Known, seat: int, game: PipPip) -> None:
        count, line = len(known.cards), known.line.number
        if count != CARDS_DEALT:
            raise LineError(line, f"{count} cards: a seat is dealt {CARDS_DEALT}")
        for first in range(game.players):
            if receiver(game.record[0], first) == seat:
                for number, card in enumerate(known.cards):
                    self._put(first + number * game.players, card, line)

    def _draw(self, known: _Known, first: int, game: PipPip) -> None:
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


class _Reading(Reading[PipPip]):
    """A hand being led through its lines."""

    def __init__(self, game: PipPip, items: Sequence[_Item], pack: _Pack) -> None:
        super().__init__(game, NOTATION)
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
            if isinstance(item, _Remark):
                self.remark(item.line.comment)
            elif isinstance(item, _Claim):
                self._check(item)
            else:
                self._deal_before(item)
                if isinstance(item, _Event):
                    self._do(item)
                elif self.gathering or self._pack.given:
                    self._pack.note(item, self.game)
        return self.hand

    def _deal_before(self, item: _Event | _Known) -> None:
        """Deal the pack put together when the lines go on to what needs it."""
        if self.game.awaits == "order" and not (isinstance(item, _Event) and item.chance):
            self._do(_Event(item.line, self._pack.order, chance=True))

    def _do(self, item: _Event) -> None:
        game, line = self.game, item.line
        if item.same_trick and item.event.startswith("play") and not game.trick():
            raise LineError(line.number, f"a trick has {game.players} cards: here are more")
        seat = item.seat
        if seat is None and not item.chance:
            seat = game.turn
            if seat is None:
                raise LineError(line.number, f"nobody is on turn to {item.event}")
        self._before = game.copy()
        if seat is not None and _accounted_for(game, item.event, seat):
            raise LineError(
                line.number,
                f"seat {seat + 1} cannot {item.event}: both copies have been seen elsewhere",
            )
        self.do(line, item.event, seat)
        if self.gathering:
            self._pack.see_draws(PACK - self._before.stock_left, PACK - game.stock_left, line)

    def _check(self, claim: _Claim) -> None:
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


def _accounted_for(game: PipPip, event: str, seat: int) -> bool:
    """Whether a hand that is not known cannot hold what it plays: both copies are elsewhere."""
    if not event.startswith("play") or game.hand_size(seat) == len(game.hand(seat)):
        return False
    card = parse_card(event.split()[1])
    seen = [played for trick in (*game.tricks(), game.trick()) for _, played in trick]
    for other in range(game.players):
        seen += game.hand(other) if other != seat else []
    return (seen + game.stock()).count(card) == 2


def _gather(game: PipPip, items: Sequence[_Item], pack: _Pack) -> None:
    """Put the pack together from what the lines tell.

    Who draws which card depends on who wins the tricks, and that on the plays alone, so the plays
    are gone through once with hands unknown.
    """
    sketch = _Reading(game.view(None) if game.observer is None else game.copy(), items, pack)
    sketch.gathering = True
    try:
        sketch.run()
    except LineError as error:
        failed = error
    else:
        pack.finish(sketch.game)
        if game.observer is None:
            pack.complete(sketch.game)
        return
    if not isinstance(items[sketch.reached - 1], _Known):
        # With the hands that are known the reason may be plainer, and come earlier.
        again = game.view(None) if game.observer is None else game.copy()
        _Reading(again, items[: sketch.reached], pack).run()
    raise failed


# Writing


class _Writing:
    """A hand being led through its moments, and its lines."""

    def __init__(self, game: PipPip) -> None:
        self._game = game
        self._parts: list[str] = []
        self._kind = ""
        self._taken = PACK
        """Cards taken from the pack when the lines were last up to date; all before the deal."""

    def lines(self, hand: Hand) -> Iterator[str]:
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


class PipPipNotation(Notation[PipPip]):
    """The notation of Pip-Pip."""

    def hands_done(self, game: PipPip) -> int:
        """How many hands of the match are complete."""
        return game.hand_number

    def read(self, game: PipPip, lines: Sequence[Line]) -> Hand:
        """What the lines of a hand say; see `Notation.read`."""
        items = _items(lines, game.players)
        pack = _Pack(items)
        if not pack.given:
            _gather(game, items, pack)
        return _Reading(game, items, pack).run()

    def write(self, game: PipPip, hand: Hand) -> Iterator[str]:
        """The lines of a hand; see `Notation.write`."""
        return _Writing(game).lines(hand)

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
