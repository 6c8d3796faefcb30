"""Checking a state that comes from outside.

A game can be longer than any state could tell, so its history is not played again: every field has
to be in its range, every slot not in use cleared, all cards there once and where they can be, and
what has been decided (a task, the end) has to follow from them.
"""

from typing import Any

import numpy as np

from parlour.cards import card_name
from parlour.errors import ImpossibleStateError
from parlour.games import entry
from parlour.games.checks import check_options, compare, need
from parlour.games.jit import records
from parlour.games.savannah.options import Options
from parlour.games.savannah.play import blocked, something_but_aces, three_aces
from parlour.games.savannah.state import (
    ALL_KNOWN,
    BLOCKED,
    DEAL,
    DEAL_FIRST,
    DEAL_LAST,
    DISCARDS,
    DRAW,
    DTYPE,
    FOUNDATIONS,
    HAND,
    IDLE,
    LIMIT,
    MOST_IN_PILE,
    NONE,
    NOT_ENDED,
    OPENING,
    OVER,
    PACK,
    PLAY,
    RESERVE,
    ROLL,
    WON,
)
from parlour.games.savannah.tables import ACE, RANK

_LEAST_PILES = {0: 0, 0b1: 2, 0b101: 4, 0b10101: 6}
"""The sets of places that can lie face down, each with the least size of the discard pile."""


def validate(states: Any) -> None:
    """Raise `ImpossibleStateError` unless the state (or view) given is possible."""
    state = states[0]
    check_options(states, Options)
    need(state["phase"] <= OVER, "phase", state["phase"], f"0 to {OVER}")
    if state["phase"] == DEAL:
        fresh = records(1, DTYPE)
        for field in ("players", "observer", *Options.kept_fields()):
            fresh[field] = states[field]
        entry.begin(fresh, 0)
        compare(states, fresh)
        return
    _check_sizes(state)
    _check_slots(state)
    _check_cards(state)
    _check_turn(state)
    if state["phase"] == OPENING:
        _check_opening(state)
    else:
        need(not state["to_roll"] and not state["rolled"].any(), "to_roll", state["to_roll"], "0")
        _check_seats(state)
    _check_task(state)
    _check_ending(state)


def _check_sizes(state: Any) -> None:
    """How many cards lie where is possible, and the seats that are not there have none."""
    players = int(state["players"])
    for field, most in (
        ("reserve_left", RESERVE),
        ("pile_size", MOST_IN_PILE),
        ("hand_size", HAND),
        ("face_down", max(_LEAST_PILES)),
    ):
        sizes = state[field]
        need((sizes <= most).all(), field, sizes, f"0 to {most} each")
        need(not sizes[players:].any(), field, sizes, "0 for seats that are not there")
    for down, size in zip(state["face_down"].tolist(), state["pile_size"].tolist(), strict=True):
        need(down in _LEAST_PILES, "face_down", down, "0, 1, 5 or 21: every other card")
        need(size >= _LEAST_PILES[down], "face_down", down, f"what {size} cards can have")
    depths = state["depth"].astype(int)
    most = MOST_IN_PILE + FOUNDATIONS
    need((depths > 0).all() and depths.sum() <= most, "depth", depths, f"1 to {most} in all")
    need(state["stock_left"] <= MOST_IN_PILE, "stock_left", state["stock_left"], "fewer")
    need(not state["spare"].any(), "spare", "not cleared", "cleared")


def _check_slots(state: Any) -> None:
    """There is a card in every slot in use; a view's are known where they lie open to it."""
    for field, sizes in (
        ("reserve", state["reserve_left"]),
        ("pile", state["pile_size"]),
        ("hand", state["hand_size"]),
        ("stock", state["stock_left"]),
        ("covered", state["depth"].astype(int).sum() - FOUNDATIONS),
        ("recycled", (state["recycled"] != NONE).sum()),
    ):
        slots = state[field]
        used = np.arange(slots.shape[-1]) < np.asarray(sizes)[..., None]
        need((slots[~used] == NONE).all(), field, "not cleared", "255 beyond its cards")
        known = slots[used] < PACK
        need((known | (slots[used] == NONE)).all(), field, "no card", "cards")
        if state["observer"] == ALL_KNOWN or field in ("covered", "recycled"):
            need(known.all(), field, "in part unknown", "known")
    tops = state["top"]
    known = tops < PACK
    need((known | (tops == NONE)).all(), "top", tops, "cards")
    if state["observer"] == ALL_KNOWN:
        need(known.all(), "top", tops, "known")
    else:
        _check_hidden(state)


def _check_hidden(state: Any) -> None:
    """A view knows nothing that its observer may not, and all but what has just come to light."""
    hidden = [("stock", state["stock"])]
    for seat in range(int(state["players"])):
        down = [place for place in range(DISCARDS) if state["face_down"][seat] >> place & 1]
        hidden.append(
            ("reserve", state["reserve"][seat, : max(state["reserve_left"][seat], 1) - 1])
        )
        hidden.append(("pile", state["pile"][seat, down]))
        if seat != state["observer"]:
            hidden.append(("hand", state["hand"][seat]))
    for field, cards in hidden:
        need((cards == NONE).all(), field, "known", "unknown where its observer may not look")
    unnamed = _unnamed(state)
    if state["phase"] != OPENING or state["task"] == IDLE:
        most = int(state["phase"] == PLAY)
        need(unnamed <= most, "top", f"among {unnamed} open cards not known", f"{most} at most")
    else:
        need(unnamed > 0, "task", state["task"], "0, since all open cards are known")


def _unnamed(state: Any) -> int:
    """How many cards that lie open to the observer of a view are not known."""
    if state["observer"] == ALL_KNOWN:
        return 0
    count = int((state["top"] == NONE).sum())
    for seat in range(int(state["players"])):
        left, size = int(state["reserve_left"][seat]), int(state["pile_size"][seat])
        count += left > 0 and state["reserve"][seat, left - 1] == NONE
        open_places = [
            k for k in range(size) if not (k < DISCARDS and state["face_down"][seat] >> k & 1)
        ]
        count += int((state["pile"][seat, open_places] == NONE).sum())
        if seat == state["observer"]:
            count += int((state["hand"][seat, : int(state["hand_size"][seat])] == NONE).sum())
    return int(count)


def _check_cards(state: Any) -> None:
    """Every card of the packs is somewhere, and none is there too often."""
    packs = (int(state["players"]) + 1) // 2
    places = ("top", "stock", "covered", "hand", "reserve", "pile")
    cards = np.concatenate([state[field].ravel() for field in places])
    counts = np.bincount(cards, minlength=NONE + 1)[:PACK]
    sizes = ("stock_left", "depth", "hand_size", "reserve_left", "pile_size")
    total = sum(int(state[field].astype(int).sum()) for field in sizes)
    if total != PACK * packs:
        raise ImpossibleStateError(f"{total} cards in all: {packs} packs have {PACK * packs}")
    if counts.max() > packs:
        card = int(counts.argmax())
        raise ImpossibleStateError(
            f"{counts[card]} copies of {card_name(card)}: there are {packs} packs"
        )
    recycled = np.bincount(state["recycled"], minlength=NONE + 1)[:PACK]
    need((recycled <= packs).all(), "recycled", "of too many copies", f"of {packs} packs")
    reshuffled = state["reshuffles"] > 0
    need(recycled.any() == reshuffled, "recycled", recycled.sum(), "empty before any reshuffle")
    if reshuffled:
        stock = np.bincount(state["stock"], minlength=NONE + 1)[:PACK]
        known = state["observer"] == ALL_KNOWN
        within = (stock <= recycled).all() if known else state["stock_left"] <= recycled.sum()
        need(within, "stock", "not", "of the cards of the last reshuffle")


def _check_turn(state: Any) -> None:
    """Whose turn it is, and the roll, follow from the phase and the turns that are over."""
    players, phase = int(state["players"]), int(state["phase"])
    if phase == OPENING:
        need(state["first"] == NONE, "first", state["first"], "255 before it is known")
        need(not state["turns"], "turns", state["turns"], "0 before the first")
    else:
        need(state["first"] < players, "first", state["first"], "a seat")
    turn = (int(state["first"]) + int(state["turns"])) % players if phase in (ROLL, PLAY) else NONE
    need(state["turn"] == turn, "turn", state["turn"], turn)
    rolled = phase == PLAY or state["ending"] == WON
    dice = state["dice"]
    allowed = ((dice >= 1) & (dice <= 6)).all() if rolled else not dice.any()
    need(allowed, "dice", dice, "two numbers from 1 to 6" if rolled else "0 before the roll")
    need(rolled or not state["plays"], "plays", state["plays"], "0 before the roll")
    may_rob = dice[0] == dice[1] and state["plays"] > 0
    need(state["robbed"] <= may_rob, "robbed", state["robbed"], "1 only after a play on doubles")


def _check_opening(state: Any) -> None:
    """The deal is as it was, and the rolls for the first player are in order."""
    players = int(state["players"])
    for field, size in (("reserve_left", RESERVE), ("pile_size", DISCARDS), ("hand_size", 0)):
        sizes = state[field][:players]
        need((sizes == size).all(), field, sizes, f"{size} each before the first turn")
    need(
        (state["face_down"][:players] == max(_LEAST_PILES)).all(), "face_down", "turned", "21 each"
    )
    need(not state["reshuffles"], "reshuffles", state["reshuffles"], "0 before the first turn")
    to_roll, rolled = int(state["to_roll"]), state["rolled"]
    need(0 < to_roll < 1 << players, "to_roll", to_roll, "a set of seats")
    have = [seat for seat in range(len(rolled)) if rolled[seat].any()]
    next_seat = (to_roll & -to_roll).bit_length() - 1
    numbers = rolled[have]
    in_order = all(seat < next_seat for seat in have) and ((numbers >= 1) & (numbers <= 6)).all()
    need(in_order, "rolled", have, "rolls of seats before those that still roll")
    need(len(have) + to_roll.bit_count() > 1, "to_roll", to_roll, "of two seats at least")


def _check_seats(state: Any) -> None:
    """Hands and discard piles are what the turns that are over can have left."""
    players, turns = int(state["players"]), int(state["turns"])
    first = int(state["first"])
    acting = (first + turns) % players if state["phase"] == PLAY or state["ending"] == WON else NONE
    for seat in range(players):
        had = (turns + (first - seat - 1) % players) // players
        most = DISCARDS + had
        need(state["pile_size"][seat] <= most, "pile_size", state["pile_size"][seat], f"<= {most}")
        most = HAND if seat == acting else HAND - 1 if had else 0
        need(state["hand_size"][seat] <= most, "hand_size", state["hand_size"][seat], f"<= {most}")


def _check_task(state: Any) -> None:
    """What is still to be done follows from the cards."""
    task, phase = int(state["task"]), int(state["phase"])
    need(task <= DRAW, "task", task, f"0 to {DRAW}")
    waiting = phase == PLAY or (phase == OPENING and state["observer"] != ALL_KNOWN)
    need(task == IDLE or waiting, "task", task, "0 in this phase")
    covered = int(state["depth"].astype(int).sum()) - FOUNDATIONS
    nothing_to_draw = state["stock_left"] == 0 and covered == 0
    unnamed = _unnamed(state)
    if task == IDLE:
        if phase == PLAY:
            held = int(state["hand_size"][state["turn"]])
            drawn = held == HAND or (held > 0 and state["plays"] > 0) or nothing_to_draw
            need(drawn, "task", task, f"{DRAW}: the hand has to be filled")
        settled = state["ending"] == WON or not (three_aces(state) and something_but_aces(state))
        need(settled or state["observer"] != ALL_KNOWN, "task", task, "1: there are three aces")
        return
    if not unnamed:
        pausing = state["stock_left"] == 0 and covered > 0
        need(pausing, "task", task, "0, unless the stock has to be made anew")
    if task == DRAW:
        held = int(state["hand_size"][state["turn"]])
        need(phase == PLAY and held < HAND + bool(unnamed), "task", task, "0, the hand being full")
    elif phase == PLAY:
        need(state["plays"] > 0, "task", task, "4 before any play")
        if not unnamed:
            aces = (RANK[state["top"][task - DEAL_FIRST :]] == ACE).all()
            again = task != DEAL_FIRST or something_but_aces(state)
            need(aces and again, "task", task, "0, there being no three aces to cover")
    need(
        task <= DEAL_LAST or phase == PLAY,
        "task",
        task,
        f"{DEAL_LAST} at most before the first turn",
    )


def _check_ending(state: Any) -> None:
    """The game is over when it should be, and for the reason given."""
    players, turns = int(state["players"]), int(state["turns"])
    limit, ending = int(state["limit"]), int(state["ending"])
    left = (state["reserve_left"].astype(int) + state["pile_size"])[:players]
    out = int((left == 0).sum())
    rounded = -(-limit // players) * players
    between_turns = state["phase"] in (ROLL, OVER) and ending != WON
    is_blocked = between_turns and turns > 0 and bool(blocked(state))
    if out:
        reason = WON
    elif is_blocked:
        reason = BLOCKED
    else:
        reason = LIMIT if limit and turns == rounded else NOT_ENDED
    need(ending == reason, "ending", ending, reason)
    need((ending != NOT_ENDED) == (state["phase"] == OVER), "ending", ending, "0 until the end")
    need(out < 2, "reserve_left", left, "0 with the discard pile for one winner")
    need(not out or state["plays"] > 0, "plays", state["plays"], "1 or more, for the winning play")
    last = rounded if ending in (LIMIT, BLOCKED) else rounded - 1
    need(not limit or turns <= last, "turns", turns, f"{last} at most")
