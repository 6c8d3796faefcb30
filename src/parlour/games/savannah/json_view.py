"""What a client is told of a game of Savannah: plain data, made from views alone.

`public` is what everybody may know, `own` what a seat knows besides, `then` what followed from an
event for all to see.
"""

from collections.abc import Iterator
from typing import Literal, NotRequired, TypedDict, cast

from parlour.cards import card_name
from parlour.games.notation import by_first_word
from parlour.games.savannah.actions import END, NAMES, RESERVE, by_card, is_discard
from parlour.games.savannah.game import Savannah
from parlour.games.savannah.state import DEAL, FOUNDATIONS, OPENING, OVER
from parlour.games.savannah.tables import RANK, RANKS

SavannahStage = Literal["deal", "first", "turn", "over"]
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


class SavannahOwn(TypedDict):
    """What a seat knows besides."""

    hand: list[str]
    """Its cards, from ace to king."""
    legal: dict[str, list[str]]
    """What it may do now: by the first word of an action's name what may follow it, an empty text
    if nothing does: ``play 5h>2``, ``reserve>1``, ``pile>3``, ``seat 4>1`` (another's discard
    pile), ``discard 5h``, ``end``; seats and foundations are counted from 1 in names."""
    ways: NotRequired[dict[str, str]]
    """Why the plays of `legal` are legal, by their first word, for each in its order one digit
    (hexadecimal): the sum of 1 for the next rank, 2 on a king, 4 by the dice, 8 for an ace."""


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


# The view


def public(game: Savannah) -> SavannahView:
    """What everybody may know.

    >>> shown = public(Savannah(2, seed=1))
    >>> shown["stage"], shown["number"], shown["stock"], shown["seats"]["0"]["left"]
    ('turn', 1, 7, 19)
    """
    view = game.view(None)
    state = view.record[0]
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


def own(game: Savannah, seat: int) -> SavannahOwn:
    """What a seat knows besides.

    >>> game = Savannah(2, seed=1)
    >>> told = own(game, game.turn)
    >>> told["legal"]["play"], told["ways"]["play"]
    (['6c>1'], '1')
    """
    view = game.view(seat)
    legal = list(_legal(view, seat))
    told: SavannahOwn = {
        "hand": [card_name(card) for card in view.hand(seat)],
        "legal": by_first_word(name for name, _ in legal),
    }
    ways: dict[str, str] = {}
    for name, digit in legal:
        word = name.partition(" ")[0]
        ways[word] = ways.get(word, "") + digit
    if ways := {word: digits for word, digits in ways.items() if digits}:
        told["ways"] = ways
    return told


def _legal(view: Savannah, seat: int) -> Iterator[tuple[str, str]]:
    """What a seat may do by name, each card by itself, and the digit for the ways of a play."""
    hand = view.hand(seat)
    for action in view.legal(seat):
        ends = is_discard(action) or action == END
        digit = "" if ends else f"{view.way_bits(action, seat):x}"
        if action >= RESERVE:
            yield NAMES[action], digit
            continue
        rank = action % len(RANKS)
        for card in dict.fromkeys(card for card in hand if RANK[card] == rank):
            yield NAMES[by_card(action, card)], digit


# What happened


def then(before: Savannah, after: Savannah) -> SavannahThen:
    """What one event has brought for all to see."""
    old, new = before.view(None), after.view(None)
    facts: SavannahThen = {}
    phase = old.record["phase"][0]
    if phase == DEAL:
        facts["deal"] = True
    elif phase == OPENING:
        _then_rolled_for_first(old, new, facts)
    elif new.dice is not None and old.dice is None:
        facts["roller"] = old.turn or 0
    elif _reshuffles(new) > _reshuffles(old):
        facts["shuffled"] = len(old.covered())
    elif new.turns > old.turns:
        _then_ended_turn(old, new, facts)
    else:
        _then_played(old, new, facts)
    played = "onto" in facts
    if dealt := _dealt(old, new, facts["onto"] if played else None):
        facts["aces"] = dealt
    if drawn := _draws(old, new):
        facts["draw"] = drawn
    if new.ending is not None:
        facts["ending"] = cast("SavannahEnding", new.ending)
    return facts


def _reshuffles(view: Savannah) -> int:
    return int(view.record["reshuffles"][0])


def _then_rolled_for_first(old: Savannah, new: Savannah, facts: SavannahThen) -> None:
    to_roll, left = int(old.record["to_roll"][0]), int(new.record["to_roll"][0])
    facts["roller"] = (to_roll & -to_roll).bit_length() - 1
    if new.first is not None:
        facts["first"] = new.first
    elif left != to_roll & (to_roll - 1):
        facts["again"] = [seat for seat in range(new.players) if left >> seat & 1]


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


def _dealt(old: Savannah, new: Savannah, played_on: int | None) -> list[tuple[int, str]]:
    """The cards dealt onto three aces by an event, each with its foundation, in order."""
    covered = new.covered()
    start, first = len(old.covered()), 0
    if _reshuffles(new) > _reshuffles(old):
        start, first = 0, max(int(old.record["task"][0]) - 1, 0) % FOUNDATIONS
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


def _draws(old: Savannah, new: Savannah) -> list[int]:
    """The seats that have drawn a card by one event, in order."""
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
