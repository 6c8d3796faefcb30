"""Checking a state that comes from outside: every field in its range, every event legal.

A hand is played again from the history in its state and must come out the same to the byte. What
has no history there (the draw for deal, earlier hands) must at least be possible.
"""

from typing import Any

import numpy as np

from parlour.cards import UNKNOWN, check_packs
from parlour.errors import ImpossibleStateError, InvalidPackError
from parlour.games import entry
from parlour.games.checks import check_options, compare, need
from parlour.games.jit import records
from parlour.games.pippip.legal import HIGHEST_BIDS
from parlour.games.pippip.options import MOST_HANDS, Options
from parlour.games.pippip.play import CALL_POINTS, NUMBER_OF_HANDS, TARGET, hand_score
from parlour.games.pippip.replay import rebuild
from parlour.games.pippip.state import (
    ALL_KNOWN,
    CUT,
    DEAL,
    DEALER,
    DRAW,
    DTYPE,
    MOST_BIDS,
    MOST_CALLS,
    NONE,
    OVER,
    PACK,
)
from parlour.games.pippip.tables import PACK_POINTS, WORTH
from parlour.games.pippip.validate_draw import check_draw

_BIDS_IN_TENS = (0, *range(10, 67))


def validate(states: Any) -> None:
    """Raise `ImpossibleStateError` unless some play leads to the state (or view) given."""
    state = states[0]
    _check_match(states)
    fresh = records(1, DTYPE)
    for field in ("players", "observer", *Options.kept_fields()):
        fresh[field] = states[field]
    entry.begin(fresh, 0)
    if state["taken"] > 0:
        _check_history(state)
        if not rebuild(states, 0, fresh, 0):
            raise ImpossibleStateError("the bids, calls or plays of this state break the rules")
    else:
        _check_before_deal(state)
        for field in _kept_before_deal(state):
            fresh[field] = states[field]
    compare(states, fresh)
    _check_totals(state)


def _check_match(states: Any) -> None:
    """Options, players, observer, phase and seats are within their ranges."""
    state = states[0]
    players = int(state["players"])
    options = check_options(states, Options)
    need(state["phase"] <= OVER, "phase", state["phase"], f"0 to {OVER}")
    seated = sorted(state["seating"][:players].tolist())
    need(seated == list(range(players)), "seating", seated, "every player once")
    if not options.seats_by_draw:
        need(state["seating"][0] == 0, "seating", state["seating"][0], "the order of the players")
    decided = state["phase"] not in (DRAW, DEALER)
    need(
        state["dealer"] < players if decided else state["dealer"] == NONE,
        "dealer",
        state["dealer"],
        f"0 to {players - 1} once the dealer is known, else 255",
    )
    known = decided and (state["phase"] != CUT or state["taken"] > 0 or not _cut_first(state))
    need(
        state["cut_trump"] < 4 if known else state["cut_trump"] == NONE,
        "cut_trump",
        state["cut_trump"],
        "a suit once it is cut, else 255",
    )


def _cut_first(state: Any) -> bool:
    return bool(state["first_trump"] == 1)


def _check_before_deal(state: Any) -> None:
    """What the draw for deal has left is possible."""
    players, phase = int(state["players"]), state["phase"]
    need(phase in (DRAW, DEALER, CUT, DEAL), "phase", phase, "one before the deal")
    need(phase != CUT or state["hand_number"] == 0, "phase", phase, "deal, since trumps are cut")
    need((phase == DEALER) <= (state["first_dealer"] == 2), "phase", phase, "no lot for the deal")
    need((phase == DRAW) <= (state["first_dealer"] != 2), "phase", phase, "no draw for the deal")
    drawn, twice = int(state["drawn"]), int(state["drawn_twice"])
    need(drawn < 1 << 52, "drawn", drawn, "a set of cards")
    need(twice & ~drawn == 0, "drawn_twice", twice, "a part of drawn")
    to_draw = int(state["to_draw"])
    need(
        0 < to_draw < 1 << players if phase == DRAW else to_draw == 0,
        "to_draw",
        to_draw,
        "a set of players while cards are drawn, else empty",
    )
    trump = state["cut_trump"] if phase == DEAL else NONE
    need(state["trump"] == trump, "trump", state["trump"], f"{trump}, the suit drawn or cut")
    places, last = state["place"], state["last_drawn"]
    need(((last < 52) | (last == NONE)).all(), "last_drawn", last, "cards")
    unused = (places[players:] == 0).all() and (last[players:] == NONE).all()
    need(unused, "place", places, "cleared for seats that are not there")
    if phase == DEALER or state["first_dealer"] == 2 or state["hand_number"] > 0:
        cleared = drawn == 0 and not places.any() and (last == NONE).all()
        need(cleared, "drawn", drawn, "cleared, since no cards are drawn for this deal")
    else:
        check_draw(state)


def _kept_before_deal(state: Any) -> tuple[str, ...]:
    """The fields that the draw, the cut and earlier hands may have set by now."""
    kept = ["drawn", "drawn_twice", "to_draw", "place", "last_drawn", "phase"]
    if state["phase"] in (CUT, DEAL):
        kept += ["dealer", "seating", "cut_trump"]
    if state["phase"] == DEAL:
        kept += ["trump", "total", "hand_number"]
    return tuple(kept)


def _check_history(state: Any) -> None:
    """The history of the hand can be read without going astray."""
    players = int(state["players"])
    for field, limit in (
        ("taken", PACK),
        ("plays", PACK),
        ("bids", MOST_BIDS),
        ("calls", MOST_CALLS),
    ):
        need(state[field] <= limit, field, state[field], f"0 to {limit}")
    plays, calls, bids = int(state["plays"]), int(state["calls"]), int(state["bids"])
    need((state["played"][:plays] < 64).all(), "played", "another action", "plays")
    need((state["call_seat"][:calls] < players).all(), "call_seat", "another seat", "seats")
    need((state["call_suit"][:calls] < 4).all(), "call_suit", "another suit", "suits")
    times = state["call_play"][:calls]
    in_order = (times <= plays).all() and (np.diff(times.astype(int)) >= 0).all()
    need(in_order, "call_play", times, "numbers of plays in order")
    bids_made = state["bid_made"][:bids]
    need(np.isin(bids_made, _BIDS_IN_TENS).all(), "bid_made", bids_made, "bids in tens, or 0")
    pack = state["deal"].tolist()
    try:
        check_packs(pack, 2)
    except InvalidPackError as error:
        raise ImpossibleStateError(f"field deal is no two packs: {error}") from None
    if state["observer"] == ALL_KNOWN:
        need(UNKNOWN not in pack, "deal", "in part unknown", "known, since all is known here")


def _check_totals(state: Any) -> None:
    """The points of the hands before this one are possible, and have not ended the match."""
    players, hands = int(state["players"]), int(state["hand_number"])
    totals = state["total"][:players].astype(int)
    if state["taken"] > 0 and state["phase"] in (CUT, OVER):
        need(hands > 0, "hand_number", hands, "1 or more after a hand")
        hands -= 1
        totals -= [hand_score(state, seat) for seat in range(players)]
    points = PACK_POINTS[state["card_values"]]
    most = hands * (points + MOST_CALLS * CALL_POINTS)
    least = -hands * HIGHEST_BIDS[state["card_values"]] if state["auction"] else 0
    possible = (totals >= least).all() and totals.sum() <= most
    if not state["auction"]:
        called = totals.sum() - hands * points
        if PACK % players == 0:
            possible = possible and called >= 0 and called % CALL_POINTS == 0
        else:
            unwon = hands * (PACK % players) * WORTH[state["card_values"]].max()
            possible = possible and called >= -unwon
    need(possible, "total", totals, f"what {hands} hands can bring")
    length = int(state["length"])
    if state["match_length"] == TARGET:
        over = totals.max() >= length or hands >= MOST_HANDS
    else:
        over = hands >= (length if state["match_length"] == NUMBER_OF_HANDS else players)
    need(not over, "hand_number", hands, "less, since the match would be over")
