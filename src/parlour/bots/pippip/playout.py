"""What actions are worth: playing sampled deals out, some tricks far or to the end of the hand."""

from typing import Any

import numpy as np

from parlour.bots.choosing import baseline
from parlour.bots.pippip.deals import fill, next_deal
from parlour.bots.pippip.solid import solid
from parlour.bots.pippip.value import lead_over_others, value
from parlour.games import engine
from parlour.games.jit import Record, compiled, inlined, int64
from parlour.games.pippip.actions import DECLINE
from parlour.games.pippip.legal import BEFORE_LEAD
from parlour.games.pippip.play import AT_ONCE, CALL_POINTS
from parlour.games.pippip.state import BID, PACK, PLAY

TRICK_WON, TRICK_GAIN, CARDS, CALLS, OTHERS_CALLS = range(5)
FACTS = 5
"""What is noted of a playout: whether the present trick is won; the points of it, and of all cards,
over what the others make on average; the calls. What a hand that is not played to its end is worth
counts among them."""

HORIZON = 6
"""Tricks that a playout goes on while cards are drawn."""


@inlined
def _cards(s: Record, seat: int) -> float:
    """A seat's card points so far over the others' average."""
    total = 0
    for other in range(s.players):
        total += int64(s.points[other])
    own = int64(s.points[seat])
    return own - (total - own) / (s.players - 1)


@inlined
def _is_running(s: Record) -> bool:
    return bool(s.phase in (BID, PLAY))


@inlined
def move(s: Record, asking: Any, me: int, clever: bool, plays: Any) -> None:
    """One decision: `baseline` for the others, for oneself perhaps `solid`."""
    seat = int64(engine.asked(s, asking))
    if seat != engine.NOBODY:
        actions = engine.answers(s, seat)
    else:
        seat = int64(s.turn)
        actions = engine.legal(s, seat)
    if clever and seat == me:
        engine.step(s, asking, seat, solid(s, seat, actions, plays))
    else:
        engine.step(s, asking, seat, baseline(s, seat, actions))


@compiled
def play_out(
    s: Record,
    asking: Any,
    me: int,
    clever: bool,
    before: Record,
    facts: Any,
    plays: Any,
    hands: Any,
) -> float:
    """Play a complete state out; returns the gain of *me*.

    A *clever* playout stops after `HORIZON` tricks if cards are still drawn then and no bid is to
    be met; the rest is what *hands* say it is worth. Adds to *facts*, shape (5,), what `FACTS`
    says, counted from the state *before* on.
    """
    trick, cards = int64(before.trick), _cards(before, me)
    won, calls, all_calls = int64(before.won[me]), int64(before.called[me]), int64(before.calls)
    while s.trick == trick and _is_running(s):
        move(s, asking, me, clever, plays)
    facts[TRICK_WON] += int64(s.won[me]) - won
    facts[TRICK_GAIN] += _cards(s, me) - cards
    stop = trick + HORIZON if clever and s.bid == 0 else PACK
    while _is_running(s) and (s.trick < stop or s.drawing == 0):
        move(s, asking, me, clever, plays)
    gain = lead_over_others(s, me)
    facts[CARDS] += _cards(s, me) - cards
    own = int64(s.called[me]) - calls
    facts[CALLS] += own
    facts[OTHERS_CALLS] += int64(s.calls) - all_calls - own
    if _is_running(s):
        more, marriages = value(s, me, hands)
        gain += more + marriages
        facts[CARDS] += more
        facts[CALLS] += marriages / CALL_POINTS
    return gain


@compiled
def ask_on(s: Record, asking: Any, seat: int) -> None:
    """Whom a driver has still to ask when *seat* is asked, as far as all can tell."""
    everybody = s.in_trick == 0 and (
        s.plays == 0 or s.call_time == BEFORE_LEAD or s.draw_order != AT_ONCE
    )
    asking[0], asking[1] = seat, 1
    if everybody:
        players = int64(s.players)
        asking[1] = players - (seat - int64(s.turn)) % players


@compiled
def evaluate(
    views: Any,
    i: int,
    deals: Any,
    work: Any,
    rng: Any,
    weights: Any,
    plays: Any,
    hands: Any,
    actions: Any,
    first: int,
    count: int,
    values: Any,
    facts: Any,
) -> None:
    """Play every action out on the same *count* sampled deals.

    Writes gains into *values*, shape (actions, samples), from column *first* on, and adds to
    *facts*, shape (actions, 5). *work* is an array of two states; *weights* are the two of the
    sampler, and a third that is not 0 if the own plays to come are `solid`'s; *plays* and *hands*
    are `parlour.bots.pippip.numbers`.
    """
    me = int64(views[i].observer)
    asking = np.zeros(2, np.int64)
    state, played = work[0], work[1]
    for sample in range(first, first + count):
        next_deal(deals, 0, rng, weights[0], weights[1])
        work[0] = views[i]
        fill(deals, 0, work, 0)
        for number in range(len(actions)):
            work[1] = work[0]
            asking[1] = 0
            if actions[-1] == DECLINE:
                ask_on(state, asking, me)
            engine.step(played, asking, me, actions[number])
            values[number, sample] = play_out(
                played, asking, me, weights[2] != 0, state, facts[number], plays, hands
            )
