"""What a client is told of a game of Pip-Pip: plain data, made from views alone.

`public` is what everybody may know, `own` what a seat knows besides, `then` what followed from an
event for all to see. What they need is collected by compiled code (`Seen`, `know`): a server makes
them for every move and every seat.
"""

import threading
from functools import lru_cache
from typing import Any, Literal, NotRequired, TypedDict

import numpy as np

from parlour.cards import SUIT_LETTERS, card_name
from parlour.games import engine
from parlour.games.bits import bit, has, lowest, popcount
from parlour.games.jit import Record, compiled, int64, records
from parlour.games.pippip.actions import CALL, FIRST_COURT, NAMES, UNUSED, UNUSED_TO_CARD
from parlour.games.pippip.game import PipPip
from parlour.games.pippip.legal import BEFORE_LEAD
from parlour.games.pippip.play import AT_ONCE, CALL_POINTS
from parlour.games.pippip.reasons import REFUSALS
from parlour.games.pippip.state import BID, DRAW, DTYPE, NONE, OVER, PACK, PLAY, SPECTATOR
from parlour.games.pippip.tables import ORDERS, WORTH
from parlour.games.pippip.view import stock_is_shown
from parlour.games.refusals import unpack
from parlour.games.words import say

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
    call, ``play Kh`` then the shown one."""
    why: NotRequired[dict[str, list[str]]]
    """On its turn: for each sentence that says why not, the cards it is true of."""


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
) = range(20)
_HELD = 20
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


@compiled
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


class _Scratch(threading.local):
    """Room for compiled code to work in, one for each thread."""

    def __init__(self) -> None:
        self.views = records(1, DTYPE)
        self.numbers = np.zeros(_NUMBERS, np.int64)
        self.known = np.zeros(3 + 14 + len(NAMES) + 14, np.int64)


_SCRATCH = _Scratch()


class Seen:
    """A spectator's view of a game, as numbers."""

    __slots__ = ("_game", "numbers")

    def __init__(self, game: PipPip) -> None:
        self._game = game
        _write_numbers(game.record, 0, _SCRATCH.views, _SCRATCH.numbers)
        self.numbers: list[int] = _SCRATCH.numbers.tolist()

    @property
    def view(self) -> PipPip:
        """The view itself."""
        return self._game.view(None)


@lru_cache(maxsize=4096)
def _sentence(refusal: int) -> str:
    return say(PipPip.package, *unpack(refusal, REFUSALS))


def public(seen: Seen) -> PipPipView:
    """What everybody may know, from a spectator's view.

    >>> game = PipPip(3, "russian", seed=1)
    >>> shown = public(Seen(game))
    >>> shown["stage"], shown["held"], shown["stock"], shown["totals"]
    ('play', [7, 7, 7], 83, [0, 0, 0])
    """
    n = seen.numbers
    players, phase = n[_PLAYERS], n[_PHASE]
    over = n[_TAKEN] > 0 and phase not in (BID, PLAY)
    shown: PipPipView = {
        "stage": _stage(phase, over),
        "ranks": ORDERS[n[_VALUES]],
        "hand": n[_HANDS] if over else n[_HANDS] + 1,
        "stock": PACK - n[_TAKEN],
        "drawing": bool(n[_DRAWING]),
        "held": n[_HELD : _HELD + players],
        "shown": [_shown(n[_USED + seat], n[_USED_TWICE + seat]) for seat in range(players)],
        "calls": [(seat, suit) for seat, suit, _ in seen.view.calls()] if n[_CALLS] else [],
        "calls_open": bool(n[_OPEN]),
        "trick": _trick(n, _THIS_TRICK),
        "tricks": n[_WON : _WON + players],
        "points": n[_POINTS : _POINTS + players],
        "totals": n[_TOTAL : _TOTAL + players],
    }
    if n[_DEALER] != NONE:
        shown["dealer"] = n[_DEALER]
    if n[_TURN] != NONE:
        shown["turn"] = n[_TURN]
    if n[_TRUMP] != NONE:
        shown["trump"] = SUIT_LETTERS[n[_TRUMP]]
    if n[_NEXT_TRUMP] != NONE:
        shown["next_trump"] = SUIT_LETTERS[n[_NEXT_TRUMP]]
    if n[_LAST_TRICK + 3]:
        shown["last_trick"] = _trick(n, _LAST_TRICK)
    if phase != PLAY or n[_REST] or n[_BIDS]:
        _show_rarer(seen, shown, over=over)
    return shown


def _show_rarer(seen: Seen, shown: PipPipView, *, over: bool) -> None:
    """What is there before and after the play of a hand, and in an auction; the open stock."""
    view, n = seen.view, seen.numbers
    if n[_REST]:
        shown["rest"] = [_CARD_NAMES[card] for card in view.stock()]
    if n[_BIDS]:
        shown["bids"] = [(seat, bid or 0) for seat, bid in view.bids()]
        if view.bid is not None:
            shown["bid"] = view.bid
    if n[_PHASE] == DRAW or n[_DRAWN]:
        last = view.record["last_drawn"][0, : n[_PLAYERS]].tolist()
        shown["drawn"] = ["" if card == NONE else _CARD_NAMES[card] for card in last]
    if over:
        shown["sheet"] = _sheet(view)
    if n[_PHASE] == OVER:
        shown["winners"] = view.winners()


def _stage(phase: int, over: bool) -> Stage:
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


@compiled
def _write_known(states: Any, i: int, views: Any, seat: int, numbers: Any) -> int:
    """What `own` is made of: cards, actions, and the refusal of each card on the seat's turn.

    The seat's view is made in `views[0]` and read. Returns how many numbers there are.
    """
    views[0] = states[i]
    engine.redact(views[0], seat)
    s = views[0]
    once, twice = s.hand[seat], s.twice[seat]
    count = int64(0)
    for card in range(CALL):
        if has(once, card):
            numbers[3 + count] = card
            count += 1
            if has(twice, card):
                numbers[3 + count] = card
                count += 1
    numbers[0] = count
    at = 3 + count
    words = engine.legal(s, seat)
    for half in range(2):
        word = words[half]
        while word:
            place = lowest(word)
            word ^= bit(place)
            numbers[at] = place + half * engine.WORD
            at += 1
    numbers[1] = at - 3 - count
    numbers[2] = s.turn == seat
    if s.turn == seat:
        for k in range(count):
            numbers[at] = engine.refuse(s, seat, numbers[3 + k])
            at += 1
    return at


def know(game: PipPip, seat: int) -> bytes:
    """What `own` is made of, from a seat's view of a game, in a form that is quickly compared."""
    count = _write_known(game.record, 0, _SCRATCH.views, seat, _SCRATCH.known)
    return bytes(_SCRATCH.known[:count].tobytes())


def own(known: bytes) -> PipPipOwn:
    """What a seat knows besides, from what `know` made of its view.

    >>> game = PipPip(3, "russian", seed=1)
    >>> game.do("play " + own(know(game, game.turn))["hand"][0])
    >>> own(know(game, game.turn))["why"]
    {'You hold a heart: hearts must be followed.': ['5c', '6d', '7s', '9d', 'Tc']}
    """
    numbers = np.frombuffer(known, np.int64).tolist()
    cards, rest = numbers[3 : 3 + numbers[0]], 3 + numbers[0]
    end = rest + numbers[1]
    told: PipPipOwn = {
        "hand": [_CARD_NAMES[card] for card in cards],
        "legal": [NAMES[action] for action in numbers[rest:end]],
    }
    why: dict[str, list[str]] = {}
    for card, refusal in zip(cards, numbers[end:], strict=False):
        if refusal:
            names = why.setdefault(_sentence(refusal), [])
            if _CARD_NAMES[card] not in names:
                names.append(_CARD_NAMES[card])
    if why:
        told["why"] = why
    return told


def drew(game: PipPip, seat: int, before: Seen) -> list[str]:
    """The cards that a seat has been dealt or has drawn since *before*, from its view."""
    start, stop = before.numbers[_TAKEN], int(game.record["taken"][0])
    if stop <= start:
        return []
    cards = game.view(seat).record["deal"][0, start:stop].tolist()
    return [_CARD_NAMES[card] for card in cards if card != NONE]


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
