"""What a client is told of a game of Savannah: plain data, made from views alone.

`public` is what everybody may know, `own` what a seat knows besides, `then` what followed from an
event for all to see, `named` what an action is called in the telling.
"""

from collections.abc import Iterator
from typing import Literal, NotRequired, TypedDict, cast

from parlour.cards import card_name
from parlour.games.notation import by_first_word
from parlour.games.savannah.actions import NAMES, RESERVE, by_card
from parlour.games.savannah.game import Savannah
from parlour.games.savannah.state import DEAL, FOUNDATIONS, OPENING, OVER, PLAY, ROLL
from parlour.games.savannah.tables import RANK, RANKS

SavannahStage = Literal["deal", "first", "turn", "over"]
SavannahEnding = Literal["won", "limit", "blocked"]
"""Somebody has played all of reserve and discard pile; the turn limit; nobody can play any more."""


class SavannahView(TypedDict):
    """What everybody may know; cards are ``Qh``, seats and foundations are counted from 0.

    Lists are by foundation or by seat.
    """

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
    tops: list[str]
    """The top card of each foundation; none before the deal."""
    sizes: list[int]
    """How many cards lie on each foundation."""
    takes: list[dict[str, int]]
    """Which ranks each foundation takes now, ``any`` being all of them, and why: the sum of 1 for
    the next rank, 2 on a king, 4 by the dice, 8 for an ace. What holds for ``any`` is not said of a
    rank again: a six takes ``{"A": 8, "7": 1}``, and ``"any": 4`` besides when the dice make 6."""
    stock: int
    """How many cards the stock has."""
    reshuffles: int
    """How often it has been made anew."""
    reserves: list[tuple[int, str]]
    """How many cards each reserve has, and which is on top; an empty text when none is left."""
    piles: list[dict[str, str]]
    """Each discard pile by place, ``"0"`` at the bottom; an empty text for a card face down."""
    held: list[int]
    """How many cards each seat holds."""
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
    pile), ``discard 5h``, ``end``; seats and foundations are counted from 1 in names. Why a card
    goes on a foundation, `SavannahView.takes` says."""


class SavannahThen(TypedDict):
    """What followed from an event, in this order; what the event says itself is not said again.

    An action's name says from where to where a card goes, and which one of the hand; ``discard``
    and ``end`` end the turn.
    """

    roller: NotRequired[int]
    """Rolls for the first turn: who has rolled."""
    again: NotRequired[list[int]]
    """Rolls for the first turn: who has tied and rolls again."""
    first: NotRequired[int]
    """Rolls for the first turn: who begins."""
    card: NotRequired[str]
    """The card played from a reserve or a discard pile."""
    ways: NotRequired[int]
    """Why the card played could go there, all that holds: a sum as in `SavannahView.takes`."""
    up: NotRequired[str]
    """The card that has come to the top where the one played lay, and is turned up."""
    deal: NotRequired[bool]
    """The cards have been dealt."""
    shuffled: NotRequired[int]
    """The stock has been made anew of so many cards."""
    aces: NotRequired[list[tuple[int, str]]]
    """Three aces: the cards dealt onto foundations, each with its foundation, in order."""
    draw: NotRequired[tuple[int, int]]
    """Who drew from the stock, and how many cards: 0 only with the roll of a turn, which thus
    always says whose turn it is."""
    ending: NotRequired[SavannahEnding]
    """The game is over."""


# The view


def public(game: Savannah) -> SavannahView:
    """What everybody may know.

    >>> shown = public(Savannah(2, seed=1))
    >>> shown["stage"], shown["number"], shown["stock"], shown["held"]
    ('turn', 1, 7, [0, 4])
    """
    view = game.view(None)
    state, tops, seats = view.record[0], view.foundations(), range(view.players)
    shown: SavannahView = {
        "stage": _stage(int(state["phase"])),
        "ranks": RANKS,
        "number": view.turns + (not view.over or view.ending == "won"),
        "tops": [card_name(card) for card in tops],
        "sizes": view.foundation_sizes(),
        "takes": [view.takes(foundation) for foundation in range(len(tops))],
        "stock": view.stock_left,
        "reshuffles": int(state["reshuffles"]),
        "reserves": [_reserve(view, seat) for seat in seats],
        "piles": [_pile(view, seat) for seat in seats],
        "held": [view.hand_size(seat) for seat in seats],
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


def _reserve(view: Savannah, seat: int) -> tuple[int, str]:
    reserve = view.reserve(seat)
    return len(reserve), card_name(reserve[-1]) if reserve else ""


def _pile(view: Savannah, seat: int) -> dict[str, str]:
    down = view.face_down(seat)
    return {str(k): "" if k in down else card_name(card) for k, card in enumerate(view.pile(seat))}


# A seat's own


def own(game: Savannah, seat: int) -> SavannahOwn:
    """What a seat knows besides.

    >>> game = Savannah(2, seed=1)
    >>> told = own(game, game.turn)
    >>> told["legal"]["play"], public(game)["tops"][0], public(game)["takes"][0]
    (['6c>1'], '5s', {'A': 8, '6': 1})
    """
    view = game.view(seat)
    return {
        "hand": [card_name(card) for card in view.hand(seat)],
        "legal": by_first_word(_legal(view, seat)),
    }


def _legal(view: Savannah, seat: int) -> Iterator[str]:
    """What a seat may do by name, each card by itself."""
    hand = view.hand(seat)
    for action in view.legal(seat):
        if action >= RESERVE:
            yield NAMES[action]
            continue
        rank = action % len(RANKS)
        for card in dict.fromkeys(card for card in hand if RANK[card] == rank):
            yield NAMES[by_card(action, card)]


# What happened


def named(before: Savannah, action: str, seat: int) -> str:
    """The name by which all are told of an action that a seat has done: a card with its suit."""
    return before.full_name(action, seat)


def then(before: Savannah, after: Savannah) -> SavannahThen:
    """What one event has brought for all to see."""
    old, new = before.view(None), after.view(None)
    facts: SavannahThen = {}
    played_on = None
    phase = old.record["phase"][0]
    if phase == DEAL:
        facts["deal"] = True
    elif phase == OPENING:
        _then_rolled_for_first(old, new, facts)
    elif _reshuffles(new) > _reshuffles(old):
        facts["shuffled"] = len(old.covered())
    elif phase == PLAY and new.turns == old.turns:
        played_on = _then_played(old, new, facts)
    if dealt := _dealt(old, new, played_on):
        facts["aces"] = dealt
    if phase != OPENING and new.turn is not None:
        drawn = _count_drawn(old, new, new.turn)
        if drawn or phase == ROLL:
            facts["draw"] = new.turn, drawn
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


def _then_played(old: Savannah, new: Savannah, facts: SavannahThen) -> int:
    """A card has gone onto a foundation, which is returned: which card, and why it could."""
    seat = old.turn or 0
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
    if not _from_hand(old, new):
        facts["card"] = card_name(card)
    facts["ways"] = old.way_bits(by_card(foundation * len(RANKS), card), seat)
    if (top := _turned_up(old, new)) is not None:
        facts["up"] = card_name(top)
    return foundation


def _turned_up(old: Savannah, new: Savannah) -> int | None:
    """The card that a play from a reserve or a discard pile has turned up."""
    for seat in range(old.players):
        reserve, pile = new.reserve(seat), new.pile(seat)
        if reserve and len(reserve) < len(old.reserve(seat)):
            return reserve[-1]
        if pile and len(pile) < len(old.pile(seat)) and len(pile) - 1 in old.face_down(seat):
            return pile[-1]
    return None


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


def _count_drawn(old: Savannah, new: Savannah, seat: int) -> int:
    """How many cards a seat has drawn by one event."""
    gave = new.plays > old.plays and _from_hand(old, new)
    return new.hand_size(seat) - old.hand_size(seat) + gave


def _from_hand(old: Savannah, new: Savannah) -> bool:
    """Whether a play was from the hand: no reserve or discard pile has become smaller."""
    return all(new.left(seat) == old.left(seat) for seat in range(old.players))
