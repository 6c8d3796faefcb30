"""What a client is told of a game of Pip-Pip: plain data, made from views alone.

`public` is what everybody may know, `own` what a seat knows besides, `then` what followed from an
event for all to see.
"""

from functools import lru_cache
from typing import Any, Literal, NotRequired, TypedDict

from parlour.cards import SUIT_LETTERS, card_name
from parlour.errors import HiddenHandError
from parlour.games import entry
from parlour.games.jit import compiled
from parlour.games.pippip.actions import FIRST_COURT, NAMES, card_played
from parlour.games.pippip.game import PipPip
from parlour.games.pippip.legal import BEFORE_LEAD
from parlour.games.pippip.play import AT_ONCE, CALL_POINTS
from parlour.games.pippip.reasons import REFUSALS
from parlour.games.pippip.state import BID, DRAW, NONE, OVER, PACK, PLAY
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
_COURTS = tuple(
    (mark, _CARD_NAMES[FIRST_COURT + court]) for court in range(8) for mark in (1 << court,)
)
_WORTH = tuple(tuple(int(points) for points in row) for row in WORTH)


@compiled
def _rest_is_shown(states: Any, i: int) -> bool:
    return stock_is_shown(states[i])


@lru_cache(maxsize=4096)
def _sentence(refusal: int) -> str:
    return say(PipPip.package, *unpack(refusal, REFUSALS))


def public(view: PipPip) -> PipPipView:
    """What everybody may know, from a spectator's view.

    >>> game = PipPip(3, "russian", seed=1)
    >>> shown = public(game.view(None))
    >>> shown["stage"], shown["held"], shown["stock"], shown["totals"]
    ('play', [7, 7, 7], 83, [0, 0, 0])
    """
    state = view.record[0]
    seats = range(view.players)
    phase = int(state["phase"])
    taken, hand_number = int(state["taken"]), int(state["hand_number"])
    over = taken > 0 and phase not in (BID, PLAY)
    once, twice = state["hand"].tolist(), state["twice"].tolist()
    unknown, called = state["unknown"].tolist(), state["called"].tolist()
    used, used_twice = state["used"].tolist(), state["used_twice"].tolist()
    points = state["points"].tolist()
    shown: PipPipView = {
        "stage": _stage(phase, over),
        "ranks": ORDERS[state["card_values"]],
        "hand": hand_number if over else hand_number + 1,
        "stock": PACK - taken,
        "drawing": bool(state["drawing"]),
        "held": [once[k].bit_count() + twice[k].bit_count() + unknown[k] for k in seats],
        "shown": [
            [name for mark, name in _COURTS for mask in (used[k], used_twice[k]) if mask & mark]
            if used[k]
            else []
            for k in seats
        ],
        "calls": [(seat, suit) for seat, suit, _ in view.calls()] if state["calls"] else [],
        "calls_open": phase == PLAY
        and not (state["call_time"] == BEFORE_LEAD and state["in_trick"] > 0),
        "trick": {"leader": 0, "cards": [], "points": 0},
        "tricks": state["won"][: view.players].tolist(),
        "points": [points[k] + CALL_POINTS * called[k] for k in seats],
        "totals": view.totals(),
    }
    _show_marks(view, shown)
    if taken:
        _show_tricks(view, shown)
    if state["bids"]:
        shown["bids"] = [(seat, bid or 0) for seat, bid in view.bids()]
        if view.bid is not None:
            shown["bid"] = view.bid
    if phase == DRAW or state["drawn"]:
        last = state["last_drawn"][: view.players].tolist()
        shown["drawn"] = ["" if card == NONE else _CARD_NAMES[card] for card in last]
    if over:
        shown["sheet"] = _sheet(view)
    if phase == OVER:
        shown["winners"] = view.winners()
    return shown


_SEATS: tuple[tuple[str, Literal["dealer", "turn"]], ...] = (("dealer", "dealer"), ("turn", "turn"))
_SUITS: tuple[tuple[str, Literal["trump", "next_trump"]], ...] = (
    ("trump", "trump"),
    ("pending", "next_trump"),
)


def _show_marks(view: PipPip, shown: PipPipView) -> None:
    """Dealer, turn and trumps, where there are any."""
    state = view.record[0]
    for field, name in _SEATS:
        if state[field] != NONE:
            shown[name] = int(state[field])
    for field, suit in _SUITS:
        if state[field] != NONE:
            shown[suit] = SUIT_LETTERS[state[field]]


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


def _trick(view: PipPip, number: int) -> Trick:
    """A trick of the hand by its number from 0."""
    state, players = view.record[0], view.players
    start = number * players
    stop = min(start + players, int(state["plays"]))
    cards = [card_played(play) for play in state["played"][start:stop].tolist()]
    worth = _WORTH[state["card_values"]]
    trick: Trick = {
        "leader": int(state["leader"][number]),
        "cards": [_CARD_NAMES[card] for card in cards],
        "points": sum(worth[card] for card in cards),
    }
    if cards:
        complete = number < state["trick"]
        trick["best"] = int(state["leader"][number + 1] if complete else state["best_seat"])
    return trick


def _show_tricks(view: PipPip, shown: PipPipView) -> None:
    """The trick to look at: the one being played, or the last until the next lead; the stock."""
    state = view.record[0]
    number = int(state["trick"])
    if number and not state["in_trick"]:
        number -= 1
    shown["trick"] = _trick(view, number)
    if number:
        shown["last_trick"] = _trick(view, number - 1)
    if _rest_is_shown(view.record, 0):
        shown["rest"] = [_CARD_NAMES[card] for card in view.stock()]


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


def own(view: PipPip) -> PipPipOwn:
    """What a seat knows besides, from its own view.

    >>> game = PipPip(3, "russian", seed=1)
    >>> game.do("play " + own(game.view(game.turn))["hand"][0])
    >>> own(game.view(game.turn))["why"]
    {'You hold a heart: hearts must be followed.': ['4c', '6c', '9c', '7d', 'Js']}
    """
    seat = view.observer
    if seat is None:
        raise HiddenHandError("what a seat knows is told from its view, not from the match")
    cards = view.hand(seat)
    legal = view.legal(seat)
    known: PipPipOwn = {
        "hand": [_CARD_NAMES[card] for card in cards],
        "legal": [NAMES[action] for action in legal],
    }
    if view.turn == seat:
        why: dict[str, list[str]] = {}
        for card in sorted(set(cards) - set(legal)):
            refusal = int(entry.refuse(view.record, 0, seat, card))
            why.setdefault(_sentence(refusal), []).append(_CARD_NAMES[card])
        if why:
            known["why"] = why
    return known


def drew(view: PipPip, before: PipPip) -> list[str]:
    """The cards that the observer of *view* has been dealt or has drawn since *before*."""
    start = int(before.record["taken"][0])
    stop = int(view.record["taken"][0])
    if stop <= start:
        return []
    cards = view.record["deal"][0, start:stop].tolist()
    return [_CARD_NAMES[card] for card in cards if card != NONE]


def then(view: PipPip, before: PipPip) -> PipPipThen:
    """What one event, between two spectators' views, has brought for all to see."""
    old, new = before.record[0], view.record[0]
    facts: PipPipThen = {}
    if old["phase"] == DRAW:
        return _then_drawn(view, before)
    if new["plays"] > old["plays"]:
        complete = new["trick"] > old["trick"]
        if new["trump"] != old["trump"]:
            facts["trump"] = SUIT_LETTERS[new["trump"]]
        if complete:
            trick = _trick(view, int(old["trick"]))
            facts["won"], facts["points"] = trick["best"], trick["points"]
        drawn = int(new["taken"]) - int(old["taken"])
        if drawn:
            at_once = new["draw_order"] == AT_ONCE
            first = int(old["turn"] if at_once else new["turn"])
            facts["draw"] = [(first + k) % view.players for k in range(drawn)]
    elif new["calls"] > old["calls"]:
        facts["points"] = CALL_POINTS
    if new["hand_number"] > old["hand_number"]:
        facts["hand_over"] = True
    return facts


def _then_drawn(view: PipPip, before: PipPip) -> PipPipThen:
    old, new = before.record[0], view.record[0]
    to_draw, left = int(old["to_draw"]), int(new["to_draw"])
    facts: PipPipThen = {"drawer": (to_draw & -to_draw).bit_length() - 1}
    if left and left != to_draw & (to_draw - 1):
        facts["again"] = [seat for seat in range(view.players) if left >> seat & 1]
    if new["phase"] != DRAW:
        facts["dealer"] = int(new["dealer"])
    return facts
