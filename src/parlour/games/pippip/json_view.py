"""What a client is told of a game of Pip-Pip: plain data, made from views alone.

`public` is what everybody may know, `own` what a seat knows besides, `then` what followed from an
event for all to see. Of plays and calls, which nearly all events are, `quick` tells the same.
"""

from typing import Any, Literal, NotRequired, TypedDict, cast

from parlour.cards import card_name
from parlour.games.notation import by_first_word
from parlour.games.pippip.game import PipPip
from parlour.games.pippip.legal import BEFORE_LEAD
from parlour.games.pippip.play import AT_ONCE, CALL_POINTS
from parlour.games.pippip.quick_view import quick
from parlour.games.pippip.state import BID, DRAW, NONE, OVER, PLAY
from parlour.games.pippip.tables import ORDERS, WORTH
from parlour.games.pippip.view import stock_is_shown

__all__ = ["own", "public", "quick", "then"]

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
    last_tricks: dict[str, Trick]
    """The last two tricks by number, from ``"1"``: the one on the table, which stays when it is
    complete until the next lead, and the one before."""
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
    legal: dict[str, list[str]]
    """What it may do now, in or out of turn: by the first word of an action's name what may follow
    it (``{"play": ["Qh", "Kh unused"], "call": ["h"]}``), an empty text if nothing does (``pass``).
    ``play Kh unused`` plays the copy that has not served in a call, ``play Kh`` then the shown one.
    Why another action is not is asked with `Why`."""


class PipPipThen(TypedDict):
    """What followed from an event."""

    draw: NotRequired[tuple[int, int]]
    """Who drew a card from the stock first, and how many did, clockwise."""
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


_WORTH = WORTH.tolist()


def public(game: PipPip) -> PipPipView:
    """What everybody may know.

    >>> shown = public(PipPip(3, "russian", seed=1))
    >>> shown["stage"], shown["held"], shown["stock"], shown["totals"]
    ('play', [7, 7, 7], 83, [0, 0, 0])
    """
    view = game.view(None)
    s, seats = view.record[0], range(view.players)
    dealt = s["taken"] > 0
    over = bool(dealt and s["phase"] not in (BID, PLAY))
    shown: PipPipView = {
        "stage": _stage(int(s["phase"]), over=over),
        "ranks": ORDERS[s["card_values"]],
        "hand": view.hand_number + (not over),
        "stock": view.stock_left,
        "drawing": view.drawing,
        "held": [view.hand_size(seat) for seat in seats],
        "shown": [_names(view.shown(seat)) for seat in seats],
        "calls": [(seat, suit) for seat, suit, _ in view.calls()],
        "calls_open": bool(
            s["phase"] == PLAY and (s["call_time"] != BEFORE_LEAD or s["in_trick"] == 0)
        ),
        "last_tricks": _last_tricks(view) if dealt else {},
        "tricks": s["won"][: view.players].tolist(),
        "points": [int(s["points"][k]) + CALL_POINTS * int(s["called"][k]) for k in seats],
        "totals": s["total"][: view.players].tolist(),
    }
    known = (
        ("dealer", view.dealer),
        ("turn", view.turn),
        ("trump", view.trump),
        ("next_trump", view.next_trump),
        ("bid", view.bid),
    )
    shown |= cast("PipPipView", {name: value for name, value in known if value is not None})
    if dealt and stock_is_shown(s):
        shown["rest"] = _names(view.stock())
    if s["bids"]:
        shown["bids"] = [(seat, bid or 0) for seat, bid in view.bids()]
    if s["phase"] == DRAW or s["drawn"]:
        last = s["last_drawn"][: view.players].tolist()
        shown["drawn"] = ["" if card == NONE else card_name(card) for card in last]
    if over:
        shown["sheet"] = _sheet(view)
    if s["phase"] == OVER:
        shown["winners"] = view.winners()
    return shown


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


def _names(cards: list[int]) -> list[str]:
    return [card_name(card) for card in cards]


def _last_tricks(view: PipPip) -> dict[str, Trick]:
    s = view.record[0]
    complete = int(s["trick"])
    worth = _WORTH[s["card_values"]]
    last = complete - 1 if complete and not s["in_trick"] else complete
    found: dict[str, Trick] = {}
    for number in range(max(last - 1, 0), last + 1):
        cards = [card for _, card in view.trick_number(number)]
        found[str(number + 1)] = {
            "leader": int(s["leader"][number]),
            "cards": _names(cards),
            "points": sum(worth[card] for card in cards),
        }
        if cards:
            best = s["leader"][number + 1] if number < complete else s["best_seat"]
            found[str(number + 1)]["best"] = int(best)
    return found


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
                    "cards": _names(cards),
                }
            )
    return rows


def own(game: PipPip, seat: int) -> PipPipOwn:
    """What a seat knows besides.

    >>> game = PipPip(3, "russian", seed=1)
    >>> game.do("play " + own(game, game.turn)["hand"][0])
    >>> own(game, game.turn)["legal"]
    {'play': ['Th']}
    """
    view = game.view(seat)
    return {"hand": _names(view.hand(seat)), "legal": by_first_word(view.legal_names(seat))}


def then(before: PipPip, after: PipPip) -> PipPipThen:
    """What an event has brought for all to see."""
    old, new = before.view(None).record[0], after.view(None).record[0]
    facts: PipPipThen = {}
    if old["phase"] == DRAW:
        return _then_drawn(old, new)
    if new["plays"] > old["plays"]:
        if new["trump"] != old["trump"] and after.trump is not None:
            facts["trump"] = after.trump
        if new["trick"] > old["trick"]:
            trick = _last_tricks(after.view(None))[str(new["trick"])]
            facts["won"], facts["points"] = trick["best"], trick["points"]
        if drawn := int(new["taken"]) - int(old["taken"]):
            first = int(old["turn"] if new["draw_order"] == AT_ONCE else new["turn"])
            facts["draw"] = first, drawn
    elif new["calls"] > old["calls"]:
        facts["points"] = CALL_POINTS
    if new["hand_number"] > old["hand_number"]:
        facts["hand_over"] = True
    return facts


def _then_drawn(old: Any, new: Any) -> PipPipThen:
    to_draw, left = int(old["to_draw"]), int(new["to_draw"])
    facts: PipPipThen = {"drawer": (to_draw & -to_draw).bit_length() - 1}
    if left and left != to_draw & (to_draw - 1):
        facts["again"] = [seat for seat in range(int(new["players"])) if left >> seat & 1]
    if new["phase"] != DRAW:
        facts["dealer"] = int(new["dealer"])
    return facts
