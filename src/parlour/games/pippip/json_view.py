"""What a client is told of a game of Pip-Pip: plain data, made from views alone.

`public` is what everybody may know, `own` what a seat knows besides, `then` what followed from an
event for all to see. What they need is collected by compiled code (`Seen`, `know`): a server makes
them for every move and every seat.
"""

import threading
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Any, Literal, NamedTuple, NotRequired, TypedDict, cast

import numpy as np

from parlour.cards import SUIT_LETTERS, card_name
from parlour.games import engine
from parlour.games.bits import bit, has, lowest, popcount
from parlour.games.jit import Record, brief, compiled, int64, records
from parlour.games.merging import patch
from parlour.games.pippip.actions import FIRST_COURT, NAMES, UNUSED, UNUSED_TO_CARD
from parlour.games.pippip.game import PipPip
from parlour.games.pippip.legal import BEFORE_LEAD
from parlour.games.pippip.play import AT_ONCE, CALL_POINTS
from parlour.games.pippip.state import BID, DRAW, DTYPE, NONE, OVER, PACK, PLAY, SPECTATOR
from parlour.games.pippip.tables import ORDERS, WORTH
from parlour.games.pippip.view import stock_is_shown

Stage = Literal["draw", "deal", "auction", "play", "hand over", "match over"]
"""Cards are drawn for the deal; the cut and the deal; the auction; tricks; the score sheet."""


class Trick(TypedDict):
    """A trick on the table or just won."""

    leader: int
    cards: list[str]
    """In the order played: the leader's first, then clockwise."""
    best: NotRequired[int]
    """The seat whose card wins so far; once all have played: that has won."""
    points: int
    """Points of the cards in it."""


class SheetTrick(TypedDict):
    """A trick that a seat has won, in the score sheet."""

    number: int
    """From 1."""
    points: int
    cards: list[str]
    """The cards in it that count, in the order played."""


class SheetRow(TypedDict):
    """Where the points of one seat in the hand come from."""

    seat: int
    tricks: list[SheetTrick]
    """The tricks won that held points."""
    cards: int
    """Points of all cards won."""
    calls: list[str]
    """The suits called, in order."""
    called: int
    """Points for calls."""
    bid: NotRequired[int]
    """The bid this seat had to reach, if it was the high bidder."""
    points: int
    """What the hand counts."""
    total: int
    """The match so far, this hand included."""


class PipPipView(TypedDict):
    """What everybody may know; suits are ``c d h s``, cards ``Qh``, seats from 0."""

    stage: Stage
    ranks: str
    """The ranks in the order in force, lowest first, to sort a hand by."""
    hand: int
    """Number of the hand, from 1."""
    dealer: NotRequired[int]
    turn: NotRequired[int]
    """The seat to play or bid."""
    trump: NotRequired[str]
    """The trump in force."""
    next_trump: NotRequired[str]
    """The trump from the next lead on, if a call has changed it."""
    stock: int
    """How many cards are left to draw."""
    drawing: bool
    """Whether players still draw."""
    rest: NotRequired[list[str]]
    """The rest of the stock, once it lies open for all to see."""
    held: list[int]
    """How many cards each seat holds."""
    shown: list[list[str]]
    """Cards of marriages called that lie before each seat; they are cards of its hand."""
    calls: list[tuple[int, str]]
    """The calls of this hand in order: seat and suit."""
    calls_open: bool
    """Whether the rules take calls now."""
    trick: Trick
    """The trick on the table; a complete one stays until the next lead."""
    last_trick: NotRequired[Trick]
    """The one before."""
    tricks: list[int]
    """How many tricks each seat has won in this hand."""
    points: list[int]
    """Each seat's points in this hand, cards and calls."""
    totals: list[int]
    """Each seat's points of the complete hands."""
    bids: NotRequired[list[tuple[int, int]]]
    """The auction: seat and bid in order, 0 for a pass."""
    bid: NotRequired[tuple[int, int]]
    """The high bid: seat and bid."""
    drawn: NotRequired[list[str]]
    """Draw for deal: the card each player drew last, empty before he has."""
    sheet: NotRequired[list[SheetRow]]
    """The score sheet of the hand, when it is over."""
    winners: NotRequired[list[int]]


class PipPipOwn(TypedDict):
    """What a seat knows besides."""

    hand: list[str]
    """Its cards, sorted by rank and suit, shown ones included."""
    legal: list[str]
    """What it may do now, in or out of turn: names of actions (``play Qh``, ``play Kh unused``,
    ``call h``, ``pass``, ``bid 120``). ``play Kh unused`` plays the copy that has not served in a
    call, ``play Kh`` then the shown one. Why another action is not is asked with `Why`."""


class PipPipThen(TypedDict):
    """What followed from an event."""

    draw: NotRequired[list[int]]
    """The seats that drew a card from the stock, in order."""
    won: NotRequired[int]
    """Who has won the trick that became complete."""
    points: NotRequired[int]
    """The points in that trick, or of a call."""
    trump: NotRequired[str]
    """The trump that this lead has put in force."""
    drawer: NotRequired[int]
    """Draw for deal: who drew the card."""
    again: NotRequired[list[int]]
    """Draw for deal: who has tied and draws again."""
    dealer: NotRequired[int]
    """Draw for deal: who has been found to deal."""
    hand_over: NotRequired[bool]


_CARD_NAMES = tuple(card_name(card) for card in range(52))
_COURTS = tuple((1 << court, _CARD_NAMES[FIRST_COURT + court]) for court in range(8))
_WORTH = tuple(tuple(int(points) for points in row) for row in WORTH)


_SEATS = 12
_TRICK = 4 + _SEATS

(
    _PHASE,
    _PLAYERS,
    _TAKEN,
    _HANDS,
    _DRAWING,
    _DEALER,
    _TURN,
    _TRUMP,
    _NEXT_TRUMP,
    _TRICKS,
    _IN_TRICK,
    _PLAYS,
    _CALLS,
    _BIDS,
    _OPEN,
    _VALUES,
    _AT_ONCE,
    _REST,
    _TO_DRAW,
    _DRAWN,
    _ENDED,
) = range(21)
_HELD = 21
_USED = _HELD + _SEATS
_USED_TWICE = _USED + _SEATS
_POINTS = _USED_TWICE + _SEATS
_WON = _POINTS + _SEATS
_TOTAL = _WON + _SEATS
_THIS_TRICK = _TOTAL + _SEATS
_LAST_TRICK = _THIS_TRICK + _TRICK
_NUMBERS = _LAST_TRICK + _TRICK


@compiled
def _write_trick(s: Record, number: int, numbers: Any, at: int) -> None:
    """A trick of the hand: leader, winner so far (255 none), points, number of cards, cards."""
    start = number * s.players
    count = min(int64(s.players), int64(s.plays) - start)
    points = int64(0)
    for k in range(count):
        action = int64(s.played[start + k])
        card = action - UNUSED_TO_CARD if action >= UNUSED else action
        numbers[at + 4 + k] = card
        points += WORTH[s.card_values, card]
    numbers[at] = s.leader[number]
    numbers[at + 1] = s.leader[number + 1] if number < s.trick else s.best_seat
    numbers[at + 2] = points
    numbers[at + 3] = count


@brief
def _write_numbers(states: Any, i: int, views: Any, numbers: Any) -> None:
    """What `public` and `then` are made of: a spectator's view is made in `views[0]` and read."""
    numbers[:] = 0
    views[0] = states[i]
    engine.redact(views[0], SPECTATOR)
    s = views[0]
    numbers[_PHASE] = s.phase
    numbers[_PLAYERS] = s.players
    numbers[_TAKEN] = s.taken
    numbers[_HANDS] = s.hand_number
    numbers[_DRAWING] = s.drawing
    numbers[_DEALER] = s.dealer
    numbers[_TURN] = s.turn
    numbers[_TRUMP] = s.trump
    numbers[_NEXT_TRUMP] = s.pending
    numbers[_TRICKS] = s.trick
    numbers[_IN_TRICK] = s.in_trick
    numbers[_PLAYS] = s.plays
    numbers[_CALLS] = s.calls
    numbers[_BIDS] = s.bids
    numbers[_OPEN] = s.phase == PLAY and (s.call_time != BEFORE_LEAD or s.in_trick == 0)
    numbers[_VALUES] = s.card_values
    numbers[_AT_ONCE] = s.draw_order == AT_ONCE
    numbers[_REST] = s.taken > 0 and stock_is_shown(s)
    numbers[_TO_DRAW] = s.to_draw
    numbers[_DRAWN] = s.drawn > 0
    numbers[_ENDED] = s.taken > 0 and s.phase not in (BID, PLAY)
    for seat in range(s.players):
        held = popcount(s.hand[seat]) + popcount(s.twice[seat])
        numbers[_HELD + seat] = held + int64(s.unknown[seat])
        numbers[_USED + seat] = s.used[seat]
        numbers[_USED_TWICE + seat] = s.used_twice[seat]
        numbers[_POINTS + seat] = int64(s.points[seat]) + CALL_POINTS * int64(s.called[seat])
        numbers[_WON + seat] = s.won[seat]
        numbers[_TOTAL + seat] = s.total[seat]
    if s.taken > 0:
        number = int64(s.trick)
        if number > 0 and s.in_trick == 0:
            number -= 1
        _write_trick(s, number, numbers, _THIS_TRICK)
        if number > 0:
            _write_trick(s, number - 1, numbers, _LAST_TRICK)


_MOST_HELD = 8
"""Cards in a hand: seven, and one that is drawn before the next play."""


class _Scratch(threading.local):
    """Room for compiled code to work in, one for each thread."""

    def __init__(self) -> None:
        self.views = records(1, DTYPE)
        self.known = np.zeros(_SEATS * (1 + _MOST_HELD + len(NAMES)), np.uint8)
        self.ends = np.zeros(_SEATS + 1, np.int64)


_SCRATCH = _Scratch()


class Seen:
    """A spectator's view of a game, as numbers: `array`, and as a list."""

    __slots__ = ("_game", "array", "numbers")

    def __init__(self, game: PipPip) -> None:
        self._game = game
        self.array = np.empty(_NUMBERS, np.int32)
        _write_numbers(game.record, 0, _SCRATCH.views, self.array)
        self.numbers: list[int] = self.array.tolist()

    @property
    def view(self) -> PipPip:
        """The view itself."""
        return self._game.view(None)


def public(seen: Seen) -> PipPipView:
    """What everybody may know, from a spectator's view.

    >>> game = PipPip(3, "russian", seed=1)
    >>> shown = public(Seen(game))
    >>> shown["stage"], shown["held"], shown["stock"], shown["totals"]
    ('play', [7, 7, 7], 83, [0, 0, 0])
    """
    view = {}
    for name, _, make in _PARTS:
        value = make(seen, seen.numbers)
        if value is not None:
            view[name] = value
    return cast("PipPipView", view)


def changes(before: Seen, after: Seen) -> dict[str, Any]:
    """The merge patch from what was public before to what is now.

    >>> game = PipPip(3, "russian", seed=1)
    >>> before = Seen(game)
    >>> game.do(game.legal()[0])
    >>> changes(before, Seen(game))
    {'turn': 0, 'held': [7, 7, 6], 'calls_open': False, 'trick': {'cards': ['3h'], 'best': 2}}
    """
    changed = {}
    for name, _, make in _parts(_differing(before.array, after.array, _CONCERNS)):
        value = make(after, after.numbers)
        if type(value) is dict and (earlier := make(before, before.numbers)):
            value = patch(earlier, value)
        changed[name] = value
    return changed


class _Part(NamedTuple):
    """A part of the public view."""

    name: str
    numbers: Sequence[int]
    """The places of the numbers that it depends on."""
    make: Callable[[Seen, list[int]], Any]
    """What it is, None if it is absent."""


def _places(*starts: int) -> list[int]:
    return [start + seat for start in starts for seat in range(_SEATS)]


def _of_seats(n: list[int], start: int) -> list[int]:
    return n[start : start + n[_PLAYERS]]


def _unless_none(number: int) -> int | None:
    return None if number == NONE else number


def _suit(number: int) -> str | None:
    return None if number == NONE else SUIT_LETTERS[number]


def _drawn(seen: Seen, n: list[int]) -> list[str] | None:
    if n[_PHASE] != DRAW and not n[_DRAWN]:
        return None
    last = seen.view.record["last_drawn"][0, : n[_PLAYERS]].tolist()
    return ["" if card == NONE else _CARD_NAMES[card] for card in last]


_PARTS = (
    _Part("stage", [_PHASE, _ENDED], lambda _, n: _stage(n[_PHASE], over=bool(n[_ENDED]))),
    _Part("ranks", [_VALUES], lambda _, n: ORDERS[n[_VALUES]]),
    _Part("hand", [_HANDS, _ENDED], lambda _, n: n[_HANDS] + (not n[_ENDED])),
    _Part("dealer", [_DEALER], lambda _, n: _unless_none(n[_DEALER])),
    _Part("turn", [_TURN], lambda _, n: _unless_none(n[_TURN])),
    _Part("trump", [_TRUMP], lambda _, n: _suit(n[_TRUMP])),
    _Part("next_trump", [_NEXT_TRUMP], lambda _, n: _suit(n[_NEXT_TRUMP])),
    _Part("stock", [_TAKEN], lambda _, n: PACK - n[_TAKEN]),
    _Part("drawing", [_DRAWING], lambda _, n: bool(n[_DRAWING])),
    _Part(
        "rest",
        [_REST],
        lambda seen, n: [_CARD_NAMES[card] for card in seen.view.stock()] if n[_REST] else None,
    ),
    _Part("held", _places(_HELD), lambda _, n: _of_seats(n, _HELD)),
    _Part(
        "shown",
        _places(_USED, _USED_TWICE),
        lambda _, n: [
            _shown(*courts)
            for courts in zip(_of_seats(n, _USED), _of_seats(n, _USED_TWICE), strict=True)
        ],
    ),
    _Part(
        "calls",
        [_CALLS],
        lambda seen, n: [call[:2] for call in seen.view.calls()] if n[_CALLS] else [],
    ),
    _Part("calls_open", [_OPEN], lambda _, n: bool(n[_OPEN])),
    _Part("trick", range(_THIS_TRICK, _LAST_TRICK), lambda _, n: _trick(n, _THIS_TRICK)),
    _Part(
        "last_trick",
        range(_LAST_TRICK, _NUMBERS),
        lambda _, n: _trick(n, _LAST_TRICK) if n[_LAST_TRICK + 3] else None,
    ),
    _Part("tricks", _places(_WON), lambda _, n: _of_seats(n, _WON)),
    _Part("points", _places(_POINTS), lambda _, n: _of_seats(n, _POINTS)),
    _Part("totals", _places(_TOTAL), lambda _, n: _of_seats(n, _TOTAL)),
    _Part(
        "bids",
        [_BIDS],
        lambda seen, n: [(k, bid or 0) for k, bid in seen.view.bids()] if n[_BIDS] else None,
    ),
    _Part("bid", [_BIDS], lambda seen, n: seen.view.bid if n[_BIDS] else None),
    _Part("drawn", [_PHASE, _TO_DRAW, _DRAWN], _drawn),
    _Part("sheet", [_HANDS, _ENDED], lambda seen, n: _sheet(seen.view) if n[_ENDED] else None),
    _Part("winners", [_PHASE], lambda seen, n: seen.view.winners() if n[_PHASE] == OVER else None),
)

_CONCERNS = np.zeros(_NUMBERS, np.int64)
"""For each number the set of parts that depend on it."""
for _k, _part in enumerate(_PARTS):
    _CONCERNS[list(_part.numbers)] |= 1 << _k


@brief
def _differing(old: Any, new: Any, concerns: Any) -> int:
    """The set of parts that depend on numbers that differ."""
    parts = int64(0)
    for k in range(len(old)):
        if old[k] != new[k]:
            parts |= concerns[k]
    return parts


@lru_cache(maxsize=1024)
def _parts(chosen: int) -> tuple[_Part, ...]:
    return tuple(part for k, part in enumerate(_PARTS) if chosen >> k & 1)


def _stage(phase: int, *, over: bool) -> Stage:
    if phase == OVER:
        return "match over"
    if over:
        return "hand over"
    if phase == PLAY:
        return "play"
    if phase == BID:
        return "auction"
    return "draw" if phase == DRAW else "deal"


def _shown(used: int, used_twice: int) -> list[str]:
    """The cards of marriages that lie before a seat."""
    if not used:
        return []
    return [name for mark, name in _COURTS for courts in (used, used_twice) if courts & mark]


def _trick(numbers: list[int], at: int) -> Trick:
    leader, best, points, count = numbers[at : at + 4]
    if count == 0:
        return {"leader": leader, "cards": [], "points": 0}
    cards = [_CARD_NAMES[card] for card in numbers[at + 4 : at + 4 + count]]
    return {"leader": leader, "cards": cards, "points": points, "best": best}


def _sheet(view: PipPip) -> list[SheetRow]:
    """The score sheet of a hand that is over: everything played was seen by all."""
    state = view.record[0]
    worth = _WORTH[state["card_values"]]
    calls, points = view.calls(), view.hand_scores()
    rows: list[SheetRow] = []
    for seat in range(view.players):
        suits = [suit for caller, suit, _ in calls if caller == seat]
        row: SheetRow = {
            "seat": seat,
            "tricks": [],
            "cards": int(state["points"][seat]),
            "calls": suits,
            "called": CALL_POINTS * len(suits),
            "points": points[seat],
            "total": int(state["total"][seat]),
        }
        if state["bidder"] == seat:
            row["bid"] = int(state["bid"])
        rows.append(row)
    for number, plays in enumerate(view.tricks()):
        cards = [card for _, card in plays if worth[card]]
        if cards:
            rows[int(state["leader"][number + 1])]["tricks"].append(
                {
                    "number": number + 1,
                    "points": sum(worth[card] for card in cards),
                    "cards": [_CARD_NAMES[card] for card in cards],
                }
            )
    return rows


@brief
def _write_known(states: Any, i: int, views: Any, numbers: Any, ends: Any) -> int:
    """What `own` is made of, for each seat: how many cards, the cards, the actions.

    The seat's view is made in `views[0]` and read. A seat's numbers begin at its place in `ends`
    and end at the next. Returns how many numbers there are.
    """
    at = int64(0)
    for seat in range(states[i].players):
        views[0] = states[i]
        engine.redact(views[0], seat)
        s = views[0]
        ends[seat] = at
        at += 1
        word, twice = s.hand[seat], s.twice[seat]
        while word:
            card = lowest(word)
            word ^= bit(card)
            for _ in range(1 + has(twice, card)):
                numbers[at] = card
                at += 1
        numbers[ends[seat]] = at - ends[seat] - 1
        words = engine.legal(s, seat)
        for half in range(2):
            word = words[half]
            while word:
                place = lowest(word)
                word ^= bit(place)
                numbers[at] = place + half * engine.WORD
                at += 1
        ends[seat + 1] = at
    return at


def know(game: PipPip, seats: Iterable[int]) -> list[bytes]:
    """What `own` is made of, from the view of each of *seats*, in a form quickly compared."""
    known, ends = _SCRATCH.known, _SCRATCH.ends
    count = _write_known(game.record, 0, _SCRATCH.views, known, ends)
    numbers, places = bytes(known[:count].tobytes()), ends.tolist()
    return [numbers[places[seat] : places[seat + 1]] for seat in seats]


def own(known: bytes) -> PipPipOwn:
    """What a seat knows besides, from what `know` made of its view.

    >>> game = PipPip(3, "russian", seed=1)
    >>> (known,) = know(game, [game.turn])
    >>> game.do("play " + own(known)["hand"][0])
    >>> own(*know(game, [game.turn]))["legal"]
    ['play Th']
    """
    actions = 1 + known[0]
    return {
        "hand": [_CARD_NAMES[card] for card in known[1:actions]],
        "legal": [NAMES[action] for action in known[actions:]],
    }


def own_changes(before: bytes, after: bytes) -> dict[str, Any]:
    """The merge patch from what a seat has known before to what it knows now."""
    old, new = 1 + before[0], 1 + after[0]
    changed = {}
    if before[:old] != after[:new]:
        changed["hand"] = [_CARD_NAMES[card] for card in after[1:new]]
    if before[old:] != after[new:]:
        changed["legal"] = [NAMES[action] for action in after[new:]]
    return changed


@brief
def _write_drawn(states: Any, i: int, views: Any, seat: int, start: int, numbers: Any) -> int:
    """The cards that a seat has got from the pack since *start*; returns how many."""
    views[0] = states[i]
    engine.redact(views[0], seat)
    count = int64(0)
    for place in range(start, int64(views[0].taken)):
        card = views[0].deal[place]
        if card != NONE:
            numbers[count] = card
            count += 1
    return count


def drew(game: PipPip, seat: int, seen: Sequence[Seen]) -> list[str]:
    """The cards that a seat has been dealt or has drawn in the course of *seen*, from its view."""
    start, cards = seen[0].numbers[_TAKEN], _SCRATCH.known
    count = _write_drawn(game.record, 0, _SCRATCH.views, seat, start, cards)
    return [_CARD_NAMES[card] for card in cards[:count].tolist()]


def then(after: Seen, before: Seen) -> PipPipThen:
    """What one event, between two spectators' views, has brought for all to see."""
    old, new = before.numbers, after.numbers
    facts: PipPipThen = {}
    if old[_PHASE] == DRAW:
        return _then_drawn(old, new)
    if new[_PLAYS] > old[_PLAYS]:
        if new[_TRUMP] != old[_TRUMP]:
            facts["trump"] = SUIT_LETTERS[new[_TRUMP]]
        if new[_TRICKS] > old[_TRICKS]:
            facts["won"], facts["points"] = new[_THIS_TRICK + 1], new[_THIS_TRICK + 2]
        drawn = new[_TAKEN] - old[_TAKEN]
        if drawn:
            first = old[_TURN] if new[_AT_ONCE] else new[_TURN]
            facts["draw"] = [(first + k) % new[_PLAYERS] for k in range(drawn)]
    elif new[_CALLS] > old[_CALLS]:
        facts["points"] = CALL_POINTS
    if new[_HANDS] > old[_HANDS]:
        facts["hand_over"] = True
    return facts


def _then_drawn(old: list[int], new: list[int]) -> PipPipThen:
    to_draw, left = old[_TO_DRAW], new[_TO_DRAW]
    facts: PipPipThen = {"drawer": (to_draw & -to_draw).bit_length() - 1}
    if left and left != to_draw & (to_draw - 1):
        facts["again"] = [seat for seat in range(new[_PLAYERS]) if left >> seat & 1]
    if new[_PHASE] != DRAW:
        facts["dealer"] = new[_DEALER]
    return facts
