"""What a client is told of a game of Savannah: plain data, made from views alone.

`public` is what everybody may know, `own` what a seat knows besides, `then` what followed from an
event for all to see.
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any, Literal, NotRequired, TypedDict, cast

import msgspec

from parlour.cards import card_name
from parlour.games.merging import patch
from parlour.games.savannah.actions import DISCARD, END, NAMES, PILE, RESERVE, by_card
from parlour.games.savannah.game import Savannah
from parlour.games.savannah.state import DEAL, FOUNDATIONS, OPENING, OVER
from parlour.games.savannah.tables import RANK, RANKS

SavannahStage = Literal["deal", "first", "turn", "over"]
SavannahWay = Literal["next_rank", "king", "dice", "ace"]
"""Why a card may go on a foundation: it is the next rank, the top is a king, the dice make the
top's rank, it is an ace."""
SavannahEnding = Literal["won", "limit", "blocked"]
"""Somebody has played all of reserve and discard pile; the turn limit; nobody can play any more."""
SavannahSource = Literal["hand", "reserve", "pile", "other"]
"""Where a card comes from: the player's hand, reserve, discard pile, or another's discard pile."""


class SavannahFoundation(TypedDict):
    """A foundation."""

    top: str
    count: int
    """How many cards lie there."""
    takes: str
    """Which cards it takes now, in a sentence."""


class SavannahSeat(TypedDict):
    """What lies before a seat."""

    reserve: int
    """How many cards its reserve has."""
    top: NotRequired[str]
    """The top card of the reserve."""
    pile: dict[str, str]
    """The discard pile by place, ``"0"`` at the bottom; an empty text for a card face down."""
    held: int
    """How many cards it holds."""
    left: int
    """How many cards it still has to play: reserve and discard pile together."""


class SavannahView(TypedDict):
    """What everybody may know; cards are ``Qh``, seats and foundations are counted from 0."""

    stage: SavannahStage
    """Before the deal; rolls for the first turn; turns; the game is over."""
    ranks: str
    """The ranks, lowest first."""
    turn: NotRequired[int]
    """The seat whose turn it is."""
    first: NotRequired[int]
    """The seat that had the first turn."""
    number: int
    """The number of the present turn, from 1; of turns in all when the game is over."""
    last: NotRequired[int]
    """With a turn limit: the number of the last turn."""
    dice: NotRequired[tuple[int, int]]
    """The roll of this turn."""
    doubles: NotRequired[Literal["open", "used"]]
    """On doubles: whether another's discard pile may still be played from in this turn."""
    plays: int
    """How many cards have been played in this turn."""
    foundations: dict[str, SavannahFoundation]
    """By number, ``"0"`` to ``"2"``; none before the deal."""
    stock: int
    """How many cards the stock has."""
    reshuffles: int
    """How often it has been made anew."""
    seats: dict[str, SavannahSeat]
    """By seat."""
    ending: NotRequired[SavannahEnding]
    ended: NotRequired[str]
    """Why the game is over, in a sentence."""
    winners: NotRequired[list[int]]


class SavannahReason(TypedDict):
    """Why some plays are legal."""

    way: SavannahWay
    text: str
    """In a sentence."""
    plays: list[str]
    """The actions it is true of."""


class SavannahOwn(TypedDict):
    """What a seat knows besides."""

    hand: list[str]
    """Its cards, from ace to king."""
    legal: list[str]
    """What it may do now: ``play 5h>2``, ``reserve>1``, ``pile>3``, ``seat 4>1`` (another's discard
    pile), ``discard 5h``, ``end``; seats and foundations are counted from 1 in names."""
    reasons: NotRequired[list[SavannahReason]]
    """Why its legal plays are legal, all that applies."""
    still: NotRequired[list[Literal["reserve", "pile"]]]
    """On its turn: from which of these a card could still be played."""


class SavannahThen(TypedDict):
    """What followed from an event, in this order."""

    roller: NotRequired[int]
    """Who has rolled."""
    again: NotRequired[list[int]]
    """Rolls for the first turn: who has tied and rolls again."""
    first: NotRequired[int]
    """Rolls for the first turn: who begins."""
    card: NotRequired[str]
    """The card played or discarded."""
    source: NotRequired[SavannahSource]
    owner: NotRequired[int]
    """Whose discard pile it comes from, if it is another's."""
    onto: NotRequired[int]
    """The foundation it went to; unset for a discard."""
    why: NotRequired[list[str]]
    """Why it could go there, all that applies, in sentences."""
    up: NotRequired[tuple[int, Literal["reserve", "pile"], str]]
    """A card that has come to the top and is turned up: whose, where, which."""
    deal: NotRequired[bool]
    """The cards have been dealt."""
    shuffled: NotRequired[int]
    """The stock has been made anew of so many cards."""
    aces: NotRequired[list[tuple[int, str]]]
    """Three aces: the cards dealt onto foundations, each with its foundation, in order."""
    draw: NotRequired[list[int]]
    """The seats that drew a card from the stock, in order."""
    turn_over: NotRequired[bool]
    ending: NotRequired[SavannahEnding]
    """The game is over."""


class Seen:
    """What a spectator sees of a game."""

    __slots__ = ("state", "view")

    def __init__(self, game: Savannah) -> None:
        self.view = game.view(None)
        self.state = self.view.record[0]


# The view


def public(seen: Seen) -> SavannahView:
    """What everybody may know, from a spectator's view.

    >>> shown = public(Seen(Savannah(2, seed=1)))
    >>> shown["stage"], shown["number"], shown["stock"], shown["seats"]["0"]["left"]
    ('turn', 1, 7, 19)
    """
    view, state = seen.view, seen.state
    shown: SavannahView = {
        "stage": _stage(int(state["phase"])),
        "ranks": RANKS,
        "number": view.turns + (not view.over or view.ending == "won"),
        "plays": view.plays,
        "foundations": {
            str(foundation): {
                "top": card_name(top),
                "count": count,
                "takes": view.takes(foundation),
            }
            for foundation, (top, count) in enumerate(
                zip(view.foundations(), view.foundation_sizes(), strict=False)
            )
        },
        "stock": view.stock_left,
        "reshuffles": int(state["reshuffles"]),
        "seats": {str(seat): _seat(view, seat) for seat in range(view.players)},
    }
    if view.turn is not None:
        shown["turn"] = view.turn
    if view.first is not None:
        shown["first"] = view.first
    if view.last_turn is not None:
        shown["last"] = view.last_turn
    if view.dice is not None:
        shown["dice"] = view.dice
        if view.may_rob or view.robbed:
            shown["doubles"] = "used" if view.robbed else "open"
    if view.ending is not None:
        shown["ending"] = cast("SavannahEnding", view.ending)
        shown["ended"] = view.explain_ending()
        shown["winners"] = view.winners()
    return shown


def changes(before: Seen, after: Seen) -> dict[str, Any]:
    """The merge patch from what was public before to what is now."""
    return patch(public(before), public(after))


def _stage(phase: int) -> SavannahStage:
    if phase == DEAL:
        return "deal"
    if phase == OPENING:
        return "first"
    return "over" if phase == OVER else "turn"


def _seat(view: Savannah, seat: int) -> SavannahSeat:
    reserve, pile, down = view.reserve(seat), view.pile(seat), view.face_down(seat)
    shown: SavannahSeat = {
        "reserve": len(reserve),
        "pile": {str(k): "" if k in down else card_name(card) for k, card in enumerate(pile)},
        "held": view.hand_size(seat),
        "left": view.left(seat),
    }
    if reserve:
        shown["top"] = card_name(reserve[-1])
    return shown


# A seat's own


def know(game: Savannah, seats: Iterable[int]) -> list[bytes]:
    """What `own` is made of, from the view of each of *seats*, in a form quickly compared."""
    return [_know(game, seat) for seat in seats]


def _know(game: Savannah, seat: int) -> bytes:
    view = game.view(seat)
    hand = view.hand(seat)
    known: SavannahOwn = {"hand": [card_name(card) for card in hand], "legal": []}
    reasons: dict[tuple[str, str], list[str]] = {}
    still: list[Literal["reserve", "pile"]] = []
    legal = view.legal(seat)
    for action in legal:
        names = [NAMES[action]]
        if action < RESERVE:
            rank = action % len(RANKS)
            fitting = dict.fromkeys(card for card in hand if RANK[card] == rank)
            names = [NAMES[by_card(action, card)] for card in fitting]
        known["legal"] += names
        if action < DISCARD or (action >= RESERVE and action != END):
            ways = zip(view.ways(action, seat), view.why(action, seat), strict=True)
            for way, text in ways:
                reasons.setdefault((way, text), []).extend(names)
        if RESERVE <= action < END:
            source: Literal["reserve", "pile"] = "reserve" if action < PILE else "pile"
            still += [] if source in still else [source]
    if reasons:
        known["reasons"] = [
            {"way": cast("SavannahWay", way), "text": text, "plays": plays}
            for (way, text), plays in reasons.items()
        ]
    if still:
        known["still"] = still
    return msgspec.json.encode(known)


def own(known: bytes) -> SavannahOwn:
    """What a seat knows besides, from what `know` made of its view.

    >>> game = Savannah(2, seed=1)
    >>> told = own(*know(game, [game.turn]))
    >>> told["legal"][:2], told["reasons"][0]["text"]
    (['play 6c>1', 'discard 5d'], 'A six goes on a five.')
    """
    told: SavannahOwn = msgspec.json.decode(known)
    return told


def own_changes(before: bytes, after: bytes) -> dict[str, Any]:
    """The merge patch from what a seat has known before to what it knows now."""
    return patch(own(before), own(after))


def drew(game: Savannah, seat: int, seen: Sequence[Seen]) -> list[str]:
    """The cards that a seat has drawn in the course of *seen*, from its view."""
    count = sum(_draws(before, after).count(seat) for before, after in pairwise(seen))
    size = game.hand_size(seat)
    cards = game.view(seat).record["hand"][0, seat, max(0, size - count) : size].tolist()
    return [card_name(card) for card in cards]


# What happened


def then(after: Seen, before: Seen) -> SavannahThen:
    """What one event, between two spectators' views, has brought for all to see."""
    old, new = before.view, after.view
    facts: SavannahThen = {}
    if before.state["phase"] == DEAL:
        facts["deal"] = True
    elif before.state["phase"] == OPENING:
        _then_rolled_for_first(before, after, facts)
    elif new.dice is not None and old.dice is None:
        facts["roller"] = old.turn or 0
    elif after.state["reshuffles"] > before.state["reshuffles"]:
        facts["shuffled"] = len(old.covered())
    elif new.turns > old.turns:
        _then_ended_turn(old, new, facts)
    else:
        _then_played(old, new, facts)
    played = "onto" in facts
    if dealt := _dealt(before, after, facts["onto"] if played else None):
        facts["aces"] = dealt
    if drawn := _draws(before, after):
        facts["draw"] = drawn
    if new.ending is not None:
        facts["ending"] = cast("SavannahEnding", new.ending)
    return facts


def _then_rolled_for_first(before: Seen, after: Seen, facts: SavannahThen) -> None:
    to_roll, left = int(before.state["to_roll"]), int(after.state["to_roll"])
    facts["roller"] = (to_roll & -to_roll).bit_length() - 1
    if after.view.first is not None:
        facts["first"] = after.view.first
    elif left != to_roll & (to_roll - 1):
        facts["again"] = [seat for seat in range(after.view.players) if left >> seat & 1]


def _then_ended_turn(old: Savannah, new: Savannah, facts: SavannahThen) -> None:
    seat = old.turn or 0
    pile = new.pile(seat)
    if len(pile) > len(old.pile(seat)):
        facts["card"] = card_name(pile[-1])
        facts["source"] = "hand"
    facts["turn_over"] = True


def _then_played(old: Savannah, new: Savannah, facts: SavannahThen) -> None:
    """A card has gone onto a foundation: which, where from, and why it could."""
    seat = old.turn or 0
    owner = next((k for k in range(old.players) if len(new.pile(k)) < len(old.pile(k))), None)
    covers = sum(new.foundation_sizes()) - sum(old.foundation_sizes())
    grown = [a - b for a, b in zip(new.foundation_sizes(), old.foundation_sizes(), strict=True)]
    for deal in range(covers - 1):
        grown[deal % FOUNDATIONS] -= 1
    foundation = grown.index(1)
    dealt_on = 1 + foundation
    card = (
        new.covered()[len(old.covered()) + dealt_on]
        if dealt_on < covers
        else new.foundations()[foundation]
    )
    facts["card"] = card_name(card)
    if new.robbed and not old.robbed:
        facts["source"] = "other"
        facts["owner"] = owner if owner is not None else seat
    elif owner is not None:
        facts["source"] = "pile"
    else:
        facts["source"] = "reserve" if len(new.reserve(seat)) < len(old.reserve(seat)) else "hand"
    facts["onto"] = foundation
    action = by_card(foundation * len(RANKS), card)
    facts["why"] = old.why(action, seat)
    if owner is not None:
        pile = new.pile(owner)
        if pile and len(pile) - 1 in old.face_down(owner):
            facts["up"] = (owner, "pile", card_name(pile[-1]))
    elif facts["source"] == "reserve" and new.reserve(seat):
        facts["up"] = (seat, "reserve", card_name(new.reserve(seat)[-1]))


def _dealt(before: Seen, after: Seen, played_on: int | None) -> list[tuple[int, str]]:
    """The cards dealt onto three aces by an event, each with its foundation, in order."""
    old, new = before.view, after.view
    covered = new.covered()
    start, first = len(old.covered()), 0
    if after.state["reshuffles"] > before.state["reshuffles"]:
        start, first = 0, max(int(before.state["task"]) - 1, 0) % FOUNDATIONS
    if played_on is not None:
        start += 1
    tops = new.foundations()
    dealt = []
    for number in range(len(covered) - start):
        foundation = (first + number) % FOUNDATIONS
        later = start + number + FOUNDATIONS
        card = covered[later] if later < len(covered) else tops[foundation]
        dealt.append((foundation, card_name(card)))
    return dealt


def _draws(before: Seen, after: Seen) -> list[int]:
    """The seats that have drawn a card by one event, in order."""
    old, new = before.view, after.view
    seat = new.turn
    if seat is None or old.first is None:
        return []
    held = old.hand_size(seat)
    if new.plays > old.plays and _from_hand(old, new, seat):
        held -= 1
    return [seat] * (new.hand_size(seat) - held)


def _from_hand(old: Savannah, new: Savannah, seat: int) -> bool:
    """Whether a play was from the hand: no reserve or discard pile has become smaller."""
    return new.reserve(seat) == old.reserve(seat) and all(
        len(new.pile(k)) == len(old.pile(k)) for k in range(old.players)
    )
