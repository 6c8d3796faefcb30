"""Complete deals that agree with everything a seat has seen, drawn by a Markov chain.

Every card of the packs is a *token* (twice its number, plus 0 or 1), every position of the pack in
which it was dealt and drawn a *place*. A place belongs to a seat, which got its card after so many
draws (its *time*), or to the stock. What has been seen binds a token to a seat and an interval:

- a card that was played, or shown in a call, was received before that;
- a card of a suit that its holder failed to follow was received after that;
- own cards and an exposed rest of the stock lie where they are.

The chain exchanges two tokens at a time and never leaves the deals that satisfy all of this. Among
them it prefers those in which the others would have played as they did: *regrets* count how often
`baseline` would rather have played another card of the sampled hand, *missed calls* the marriages
that somebody held and did not call. With both weights 0 every consistent deal is as likely as any
other.
"""

from math import exp
from typing import Any

import numpy as np
from numpy import uint64

from parlour.bots.pippip.baseline import card_key, trump_to_be
from parlour.errors import ImpossibleStateError
from parlour.games import engine
from parlour.games.bits import bit, has
from parlour.games.jit import Record, compiled, inlined, int64, records
from parlour.games.pippip.actions import BID as FIRST_BID
from parlour.games.pippip.actions import CALL, FIRST_COURT, PASS, UNUSED, UNUSED_TO_CARD
from parlour.games.pippip.play import CARDS_DEALT, clear_hand, deal
from parlour.games.pippip.state import MOST_TRICKS, NONE, PACK, SEATS
from parlour.games.pippip.view import receiver
from parlour.games.rng import below, generator, shuffle

_TIMES = MOST_TRICKS + 2
_CARDS = PACK // 2
_LOWEST_BID_IN_TENS = 10
_NEVER = 255
_HIDDEN, _FIXED = 255, 254
_ONE_IN = 1 << 12
_BURN_IN = 48
_EXCHANGES = 2

DEALS = np.dtype(
    [
        ("seat_at", "u1", (PACK,)),  # of a place; 255 for the stock
        ("time_at", "u1", (PACK,)),  # how many draws its seat had made with this card
        ("token_at", "u1", (PACK,)),
        ("place_of", "u1", (PACK,)),  # of a token; 255 while it has none
        ("owner", "u1", (PACK,)),  # who played or showed a token; 255 hidden, 254 it lies fixed
        ("earliest", "u1", (PACK,)),  # the interval of times of an owned token
        ("latest", "u1", (PACK,)),
        ("end", "u1", (PACK,)),  # how many cards its owner had played before an owned token
        ("used_from", "u1", (PACK,)),  # the time at which it served in a call, 255 if never
        ("movable", "u1", (PACK,)),  # tokens whose place is not known, the hidden ones first
        ("movables", "i8"),
        ("hidden", "i8"),  # how many of them are hidden
        ("next", "u1", (_CARDS,)),  # while tokens are handed out: copies gone
        ("now", "u1", (SEATS,)),  # cards a seat has played
        ("drawn", "u1", (SEATS,)),  # cards a seat has drawn
        ("void", "u1", (SEATS, 4)),  # the time from which a seat can hold cards of a suit
        ("shown", "u1", (SEATS, 8, 2)),  # times at which courts were shown, not yet played
        ("shows", "u1", (SEATS, 8)),
        ("regrets", "u1", (SEATS, _CARDS, _TIMES)),  # of not playing a card, before each play
        ("chances", "u1", (4, _TIMES)),  # to call a suit, before each time
    ]
)


@inlined
def _take(d: Record, card: int) -> int:
    """The next token of a card."""
    token = 2 * card + int64(d.next[card])
    d.next[card] += 1
    return token


@inlined
def _put(d: Record, token: int, place: int) -> None:
    d.token_at[place] = token
    d.place_of[token] = place


@inlined
def _own(
    d: Record, card: int, seat: int, earliest: int, latest: int, end: int, used_from: int
) -> None:
    """Bind the next token of a card to the seat that played or showed it."""
    token = _take(d, card)
    d.owner[token] = seat
    d.earliest[token] = earliest
    d.latest[token] = latest
    d.end[token] = end
    d.used_from[token] = used_from


@compiled
def _places(d: Record, s: Record) -> None:
    """Whose the places are; the cards that the observer knows take theirs."""
    players = int64(s.players)
    for card in range(_CARDS):
        d.next[card] = 0
    for token in range(PACK):
        d.place_of[token] = NONE
        d.owner[token] = _HIDDEN
    for place in range(PACK):
        d.token_at[place] = NONE
        d.seat_at[place] = NONE
        d.time_at[place] = 0
        if place < s.taken:
            d.seat_at[place] = receiver(s, place)
            draws = place - CARDS_DEALT * players
            d.time_at[place] = 0 if draws < 0 else draws // players + 1
        if s.deal[place] != NONE:
            token = _take(d, int64(s.deal[place]))
            d.owner[token] = _FIXED
            _put(d, token, place)


@compiled
def _regret(d: Record, s: Record, seat: int, card: int) -> None:
    """Count the cards that `baseline` would rather have played, had the seat held them."""
    time = int64(d.now[seat])
    trump = trump_to_be(s)
    key = card_key(s, card, trump)
    follows = s.must_follow == 1 and s.in_trick > 0 and card & 3 == s.led
    for other in range(_CARDS):
        count = d.regrets[seat, other, time]
        if (not follows or other & 3 == s.led) and card_key(s, other, trump) > key:
            count += 1
        d.regrets[seat, other, time + 1] = count


@compiled
def _see_play(d: Record, s: Record, action: int) -> None:
    """What another seat's play tells; *s* is the state before it."""
    seat = int64(s.turn)
    card = action - UNUSED_TO_CARD if action >= UNUSED else action
    court = card - FIRST_COURT
    _regret(d, s, seat, card)
    latest, used_from = int64(d.drawn[seat]), _NEVER
    if action < UNUSED and 0 <= court < 8 and has(uint64(s.used[seat]), court):
        used_from = int64(d.shown[seat, court, 0])
        latest = min(latest, used_from)
        d.shown[seat, court, 0] = d.shown[seat, court, 1]
        d.shows[seat, court] -= 1
    earliest = int64(s.void[seat, card & 3]) if s.must_follow == 1 else 0
    _own(d, card, seat, earliest, latest, int64(d.now[seat]), used_from)


@compiled
def _begin_again(d: Record, s: Record, fresh: Record) -> None:
    """Make *fresh* the hand of *s* as it was dealt and bid, with nothing noted yet."""
    clear_hand(fresh)
    fresh.trump = s.cut_trump
    fresh.pot, fresh.in_trick, fresh.best = 0, 0, 0
    fresh.led, fresh.best_seat = NONE, NONE
    for seat in range(SEATS):
        d.now[seat] = 0
        d.drawn[seat] = 0
        for court in range(8):
            d.shows[seat, court] = 0
        for card in range(_CARDS):
            d.regrets[seat, card, 0] = 0
    deal(fresh, s.deal)
    for number in range(s.bids):
        bid = int64(s.bid_made[number])
        action = PASS if bid == 0 else FIRST_BID + bid - _LOWEST_BID_IN_TENS
        engine.act(fresh, int64(fresh.turn), action)


@compiled
def _replay(d: Record, s: Record, fresh: Record) -> None:
    """Play the hand again in *fresh*, noting what each play and call of the others tells."""
    _begin_again(d, s, fresh)
    calls = 0
    for play in range(int64(s.plays) + 1):
        while calls < s.calls and s.call_play[calls] == play:
            seat, suit = int64(s.call_seat[calls]), int64(s.call_suit[calls])
            for court in (suit, suit + 4):
                d.shown[seat, court, d.shows[seat, court]] = d.drawn[seat]
                d.shows[seat, court] += 1
            engine.act(fresh, seat, CALL + suit)
            calls += 1
        if play < s.plays:
            seat, action = int64(fresh.turn), int64(s.played[play])
            taken = int64(fresh.taken)
            if seat != s.observer:
                _see_play(d, fresh, action)
            engine.act(fresh, seat, action)
            d.now[seat] += 1
            for place in range(taken, fresh.taken):
                d.drawn[d.seat_at[place]] += 1


@compiled
def _see_what_lies_open(d: Record, s: Record) -> None:
    """Shown cards that are still held, and since when a seat can hold a suit."""
    for seat in range(s.players):
        for suit in range(4):
            d.void[seat, suit] = s.void[seat, suit] if s.must_follow == 1 else 0
        if seat != s.observer:
            for court in range(8):
                earliest = int64(d.void[seat, court & 3])
                for show in range(d.shows[seat, court]):
                    time = int64(d.shown[seat, court, show])
                    _own(d, FIRST_COURT + court, seat, earliest, time, int64(d.now[seat]), time)


@compiled
def _see_chances(d: Record, s: Record) -> None:
    """Before each time, how often each suit could have been called: not while it was trumps."""
    for suit in range(4):
        d.chances[suit, 0] = 0
        for time in range(_TIMES - 1):
            trump = s.cut_trump if time == 0 else s.trump_of[time - 1]
            chance = trump != NONE and (trump != suit or s.trump_marriage == 1)
            d.chances[suit, time + 1] = d.chances[suit, time] + (1 if chance else 0)


@inlined
def _fits(d: Record, token: int, place: int) -> bool:
    """Whether what was seen allows a token at a place."""
    seat, time = d.seat_at[place], d.time_at[place]
    owner = d.owner[token]
    if owner != _HIDDEN:
        return bool(owner == seat and d.earliest[token] <= time <= d.latest[token])
    return bool(seat == NONE or time >= d.void[seat, (token >> 1) & 3])


@compiled
def _find_places(d: Record) -> bool:
    """Give every movable token a place that fits, by augmenting paths; False if there is no way."""
    taker = np.zeros(PACK, np.int64)
    queue = np.zeros(PACK, np.int64)
    for number in range(d.movables - 1, -1, -1):
        taker[:] = -1
        queue[0] = d.movable[number]
        head, tail, free = 0, 1, int64(-1)
        while head < tail and free < 0:
            token = queue[head]
            head += 1
            for place in range(PACK):
                holder = int64(d.token_at[place])
                if taker[place] >= 0 or (holder != NONE and d.owner[holder] == _FIXED):
                    continue
                if _fits(d, token, place):
                    taker[place] = token
                    if holder == NONE:
                        free = int64(place)
                        break
                    queue[tail] = holder
                    tail += 1
        if free < 0:
            return False
        while free >= 0:
            token = taker[free]
            before = int64(d.place_of[token])
            _put(d, token, free)
            free = before if before != NONE else int64(-1)
    return True


@inlined
def _is_twin_order(d: Record, token: int) -> bool:
    """Whether a card's two tokens are in order, so that no deal is counted twice.

    Where both could change places within a seat, though their pasts differ, it is the same deal.
    """
    first, second = token & ~1, token | 1
    if d.owner[first] == d.owner[second] == _HIDDEN:
        return True
    one, other = int64(d.place_of[first]), int64(d.place_of[second])
    if one < other or d.seat_at[one] != d.seat_at[other] or d.seat_at[one] == NONE:
        return True
    return not (_fits(d, first, other) and _fits(d, second, one))


@inlined
def _missed_calls(d: Record, token: int, card: int, seat: int, time: int, until: int) -> int:
    """How many marriages with this court its seat held and could have called, but did not."""
    partner = card + 4 if card < FIRST_COURT + 4 else card - 4
    missed = 0
    until = min(until, int64(d.used_from[token]))
    for other in range(2 * partner, 2 * partner + 2):
        place = int64(d.place_of[other])
        if d.seat_at[place] == seat:
            start = max(time, int64(d.time_at[place]))
            owned = d.owner[other] != _HIDDEN
            stop = int64(d.end[other]) + 1 if owned else int64(d.now[seat])
            stop = min(stop, until, int64(d.used_from[other]))
            if start < stop and d.chances[card & 3, start] < d.chances[card & 3, stop]:
                missed += 1
    return missed


@inlined
def _unlikeliness(d: Record, token: int, regret: float, missed_call: float) -> float:
    """How little the past fits with a token where it is: minus a logarithm, up to a constant."""
    place = int64(d.place_of[token])
    seat, time = int64(d.seat_at[place]), int64(d.time_at[place])
    if seat == NONE:
        return 0.0
    card = token >> 1
    owned = d.owner[token] != _HIDDEN
    end = int64(d.end[token]) if owned else int64(d.now[seat])
    sum_ = 0.0
    if time < end:
        sum_ = regret * (int64(d.regrets[seat, card, end]) - int64(d.regrets[seat, card, time]))
    if 0 <= card - FIRST_COURT < 8 and missed_call > 0:
        until = end + 1 if owned else end
        sum_ += missed_call * _missed_calls(d, token, card, seat, time, until)
    return sum_


@inlined
def _exchange(d: Record, token: int, other: int) -> None:
    place, other_place = int64(d.place_of[token]), int64(d.place_of[other])
    _put(d, token, other_place)
    _put(d, other, place)


@compiled
def shake(deals: Any, i: int, rng: Any, exchanges: int, regret: float, missed_call: float) -> None:
    """Try a number of exchanges: the chain's way from one deal to the next.

    A deal is the less likely, by exp(−*regret*) for each play that `baseline` would have made
    otherwise, and by exp(−*missed_call*) for each marriage that was not called.
    """
    d = deals[i]
    movables, hidden = int64(d.movables), int64(d.hidden)
    for _ in range(exchanges):
        pool = hidden if below(rng, 4) > 0 else movables
        token, other = int64(d.movable[below(rng, pool)]), int64(d.movable[below(rng, movables)])
        place, other_place = int64(d.place_of[token]), int64(d.place_of[other])
        if not (_fits(d, token, other_place) and _fits(d, other, place)):
            continue
        if token >> 1 == other >> 1 and d.owner[token] == d.owner[other] == _HIDDEN:
            continue
        if (token >> 1) ^ (other >> 1) == 4 and d.seat_at[place] == d.seat_at[other_place]:
            continue
        before = _unlikeliness(d, token, regret, missed_call)
        before += _unlikeliness(d, other, regret, missed_call)
        _exchange(d, token, other)
        more = _unlikeliness(d, token, regret, missed_call)
        more += _unlikeliness(d, other, regret, missed_call) - before
        if not (_is_twin_order(d, token) and _is_twin_order(d, other)) or (
            more > 0 and below(rng, _ONE_IN) >= _ONE_IN * exp(-more)
        ):
            _exchange(d, token, other)


@compiled
def prepare(views: Any, i: int, deals: Any, work: Any, rng: Any) -> bool:
    """Learn what a view tells and find a first deal that agrees; False if there is none.

    *deals* is an array of one `DEALS`, *work* one of a state, which is overwritten.
    """
    s, d = views[i], deals[0]
    _places(d, s)
    work[0] = views[i]
    _replay(d, s, work[0])
    _see_what_lies_open(d, s)
    _see_chances(d, s)
    d.movables = 0
    for owned in range(2):
        if owned == 1:
            d.hidden = d.movables
        for token in range(PACK):
            if d.owner[token] != _FIXED and (d.owner[token] != _HIDDEN) == (owned == 1):
                if owned == 0:
                    d.used_from[token] = _NEVER
                d.movable[d.movables] = token
                d.movables += 1
        if owned == 0:
            shuffle(rng, d.movable, int64(d.movables))
    if not _find_places(d):
        return False
    for card in range(_CARDS):
        if not _is_twin_order(d, 2 * card):
            _exchange(d, 2 * card, 2 * card + 1)
    return True


@compiled
def fill(deals: Any, i: int, states: Any, j: int) -> None:
    """Make a view the complete state in which the cards lie as in a deal."""
    d, s = deals[i], states[j]
    me = s.observer
    s.observer = NONE
    for seat in range(s.players):
        if seat != me:
            s.hand[seat] = 0
            s.twice[seat] = 0
            s.unknown[seat] = 0
    for number in range(d.movables):
        token = int64(d.movable[number])
        place, card = int64(d.place_of[token]), token >> 1
        seat = int64(d.seat_at[place])
        s.deal[place] = card
        if seat != NONE and (d.owner[token] == _HIDDEN or d.end[token] == d.now[seat]):
            s.twice[seat] |= s.hand[seat] & bit(card)
            s.hand[seat] |= bit(card)


@compiled
def burn_in(deals: Any, i: int, rng: Any, regret: float, missed_call: float) -> None:
    """Forget where the chain began."""
    shake(deals, i, rng, _BURN_IN * int64(deals[i].movables), regret, missed_call)


@compiled
def next_deal(deals: Any, i: int, rng: Any, regret: float, missed_call: float) -> None:
    """Go on to a deal that has little to do with the last."""
    shake(deals, i, rng, _EXCHANGES * int64(deals[i].movables), regret, missed_call)


def sample(view: Any, count: int, seed: int, regret: float = 0.0, missed_call: float = 0.0) -> Any:
    """Complete matches of Pip-Pip that agree with all that *view* shows, *count* of them.

    >>> from parlour.games.pippip import PipPip
    >>> view = PipPip(3, seed=1).view(0)
    >>> [match.view(0) == view for match in sample(view, 2, seed=5)]
    [True, True]
    """
    deals, work, rng = records(1, DEALS), records(1, view.dtype), generator(seed)
    if not prepare(view.record, 0, deals, work, rng):
        raise ImpossibleStateError("no deal agrees with this view")
    burn_in(deals, 0, rng, regret, missed_call)
    matches = []
    for _ in range(count):
        next_deal(deals, 0, rng, regret, missed_call)
        match = view.copy()
        fill(deals, 0, match.record, 0)
        matches.append(match)
    return matches
