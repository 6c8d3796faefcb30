"""What clients are told of a play or a call: the patches that `json_view` leads to, compiled.

A server makes them for every move and every seat; they are in MessagePack.
"""

import threading
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from parlour.cards import CARDS, SUIT_LETTERS, card_name
from parlour.games import engine
from parlour.games.bits import EMPTY, bit, has, lowest, popcount
from parlour.games.jit import Record, brief, compiled, int64, records
from parlour.games.packing import (
    packed,
    packed_all,
    put,
    put_list,
    put_nil,
    put_number,
    put_place,
    set_map,
)
from parlour.games.pippip.actions import CALL, FIRST_COURT, UNUSED
from parlour.games.pippip.game import PipPip
from parlour.games.pippip.legal import BEFORE_LEAD
from parlour.games.pippip.play import AT_ONCE, CALL_POINTS
from parlour.games.pippip.state import DTYPE, NONE, PACK, PLAY, SEATS, SPECTATOR
from parlour.games.pippip.tables import WORTH
from parlour.games.pippip.view import stock_is_shown

_CARD_NAMES = packed_all(card_name(card) for card in CARDS)
_SUIT_NAMES = packed_all(SUIT_LETTERS)
_UNUSED_NAMES = packed_all(f"{card_name(FIRST_COURT + court)} unused" for court in range(8))

_BEST, _CARDS, _LEADER, _POINTS = map(packed, ("best", "cards", "leader", "points"))
_DRAW, _TRUMP, _WON = map(packed, ("draw", "trump", "won"))
_TURN, _NEXT_TRUMP, _STOCK, _HELD = map(packed, ("turn", "next_trump", "stock", "held"))
_SHOWN, _CALLS_OPEN, _TRICKS, _CALLS = map(packed, ("shown", "calls_open", "tricks", "calls"))
_DRAWING, _REST = map(packed, ("drawing", "rest"))
_LAST_TRICKS = packed("last_tricks")
_HAND, _LEGAL, _PLAY, _CALL = map(packed, ("hand", "legal", "play", "call"))
_FALSE, _TRUE = packed(False), packed(True)

_CALLS_MASK = np.uint64(0b1111 << CALL)
_ROOM = 4096
"""Bytes, of which some 1,500 can be needed: 12 seats with 8 cards, each in hand and playable."""


@compiled
def _put_suit(out: Any, at: int, key: Any, suit: int) -> int:
    at = put(out, at, key)
    return put_nil(out, at) if suit == NONE else put(out, at, _SUIT_NAMES[suit])


# What has followed for all to see


@compiled
def _put_then(a: Record, b: Record, out: Any, at: int) -> int:
    start, size = at, int64(0)
    at += 1
    if b.calls > a.calls:
        at = put_number(out, put(out, at, _POINTS), CALL_POINTS)
        size += 1
    if b.trump != a.trump:
        at = _put_suit(out, at, _TRUMP, b.trump)
        size += 1
    if b.trick > a.trick:
        at = put_number(out, put(out, at, _WON), int64(b.leader[b.trick]))
        at = put_number(out, put(out, at, _POINTS), _trick_points(b, int64(a.trick)))
        size += 2
    drawn = int64(b.taken) - int64(a.taken)
    if drawn > 0:
        first = int64(a.turn) if b.draw_order == AT_ONCE else int64(b.turn)
        at = put_list(out, put(out, at, _DRAW), 2)
        at = put_number(out, put_number(out, at, first), drawn)
        size += 1
    set_map(out, start, size)
    return at


@compiled
def _card(s: Record, play: int) -> int:
    """The card of a play of the hand, by its number."""
    action = int64(s.played[play])
    return action - (UNUSED - FIRST_COURT) if action >= UNUSED else action


@compiled
def _trick_points(s: Record, trick: int) -> int:
    points = int64(0)
    first = trick * int64(s.players)
    for play in range(first, min(first + int64(s.players), int64(s.plays))):
        points += WORTH[s.card_values, _card(s, play)]
    return points


# What is public


@compiled
def _calls_open(s: Record) -> bool:
    return bool(s.call_time != BEFORE_LEAD or s.in_trick == 0)


@compiled
def _held(s: Record, seat: int) -> int:
    return popcount(s.hand[seat]) + popcount(s.twice[seat]) + int64(s.unknown[seat])


@compiled
def _put_public(a: Record, b: Record, out: Any, at: int) -> int:
    """The patch of what everybody may know, between two spectators' views."""
    start, size = at, int64(0)
    at += 1
    if b.turn != a.turn:
        at = put_number(out, put(out, at, _TURN), int64(b.turn))
        size += 1
    if b.trump != a.trump:
        at = _put_suit(out, at, _TRUMP, b.trump)
        size += 1
    if b.pending != a.pending:
        at = _put_suit(out, at, _NEXT_TRUMP, b.pending)
        size += 1
    if b.taken != a.taken:
        at = put_number(out, put(out, at, _STOCK), PACK - int64(b.taken))
        size += 1
    if _calls_open(b) != _calls_open(a):
        at = put(out, put(out, at, _CALLS_OPEN), _TRUE if _calls_open(b) else _FALSE)
        size += 1
    at, entries = _put_seats(a, b, out, at)
    size += entries
    if b.drawing != a.drawing:
        at = put(out, put(out, at, _DRAWING), _FALSE)
        size += 1
        if stock_is_shown(b):
            at = put_list(out, put(out, at, _REST), PACK - int64(b.taken))
            for place in range(int64(b.taken), PACK):
                at = put(out, at, _CARD_NAMES[b.deal[place]])
            size += 1
    if b.calls > a.calls:
        at = _put_call(b, out, put(out, at, _CALLS))
    else:
        at = _put_tricks(a, b, out, put(out, at, _LAST_TRICKS))
    set_map(out, start, size + 1)
    return at


@compiled
def _put_call(s: Record, out: Any, at: int) -> int:
    """The patch of the list of calls."""
    last = int64(s.calls) - 1
    if last == 0:
        at = put_list(out, at, 1)
    else:
        set_map(out, at, 1)
        at = put_place(out, at + 1, last)
    at = put_number(out, put_list(out, at, 2), int64(s.call_seat[last]))
    return put(out, at, _SUIT_NAMES[s.call_suit[last]])


@compiled
def _put_held(a: Record, b: Record, out: Any, at: int) -> tuple[int, int]:
    """How many cards each seat holds; returns the next place and how many entries there are."""
    changed = int64(0)
    for seat in range(b.players):
        changed += _held(b, seat) != _held(a, seat)
    if changed == 0:
        return at, int64(0)
    at = put(out, at, _HELD)
    whole = 2 * changed > b.players
    if whole:
        at = put_list(out, at, int64(b.players))
    else:
        set_map(out, at, changed)
        at += 1
    for seat in range(b.players):
        if not whole and _held(b, seat) != _held(a, seat):
            at = put_place(out, at, seat)
        if whole or _held(b, seat) != _held(a, seat):
            at = put_number(out, at, _held(b, seat))
    return at, int64(1)


@compiled
def _put_seats(a: Record, b: Record, out: Any, at: int) -> tuple[int, int]:
    """What lies before each seat; returns the next place and how many entries there are."""
    at, entries = _put_held(a, b, out, at)
    for part in range(3):
        start, size = at, int64(0)
        at = put(out, at, (_SHOWN, _TRICKS, _POINTS)[part])
        body = at
        at += 1
        for seat in range(b.players):
            if part == 0 and (
                b.used[seat] != a.used[seat] or b.used_twice[seat] != a.used_twice[seat]
            ):
                at = _put_shown(b, seat, out, put_place(out, at, seat))
                size += 1
            elif part == 1 and b.won[seat] != a.won[seat]:
                at = put_number(out, put_place(out, at, seat), int64(b.won[seat]))
                size += 1
            elif part == 2 and (
                b.points[seat] != a.points[seat] or b.called[seat] != a.called[seat]
            ):
                points = int64(b.points[seat]) + CALL_POINTS * int64(b.called[seat])
                at = put_number(out, put_place(out, at, seat), points)
                size += 1
        if size > 0:
            set_map(out, body, size)
            entries += 1
        else:
            at = start
    return at, entries


@compiled
def _put_shown(s: Record, seat: int, out: Any, at: int) -> int:
    used, twice = int64(s.used[seat]), int64(s.used_twice[seat])
    at = put_list(out, at, popcount(np.uint64(used)) + popcount(np.uint64(twice)))
    for court in range(8):
        for courts in (used, twice):
            if courts >> court & 1:
                at = put(out, at, _CARD_NAMES[FIRST_COURT + court])
    return at


@compiled
def _last(s: Record) -> int:
    """The number, from 0, of the trick on the table, which stays until the next lead."""
    return int64(s.trick) - 1 if s.trick > 0 and s.in_trick == 0 else int64(s.trick)


@compiled
def _best(s: Record, trick: int) -> int:
    return int64(s.leader[trick + 1]) if trick < s.trick else int64(s.best_seat)


@compiled
def _put_tricks(a: Record, b: Record, out: Any, at: int) -> int:
    """The patch of the last two tricks."""
    before, now = _last(a), _last(b)
    start, size = at, int64(1)
    at += 1
    if now > before > 0:
        at = put_nil(out, put_place(out, at, before))
        size += 1
    at = put_place(out, at, now + 1)
    set_map(out, start, size)
    count = int64(b.plays) - now * int64(b.players)
    start, size = at, int64(0)
    at += 1
    if now > before:
        at = put_number(out, put(out, at, _LEADER), int64(b.leader[now]))
        size += 1
    at = put(out, at, _CARDS)
    if count == 1:
        at = put_list(out, at, 1)
    else:
        set_map(out, at, 1)
        at = put_place(out, at + 1, count - 1)
    at = put(out, at, _CARD_NAMES[_card(b, int64(b.plays) - 1)])
    size += 1
    points = _trick_points(b, now)
    if now > before or points != _trick_points(a, now):
        at = put_number(out, put(out, at, _POINTS), points)
        size += 1
    if count == 1 or _best(b, now) != _best(a, now):
        at = put_number(out, put(out, at, _BEST), _best(b, now))
        size += 1
    set_map(out, start, size)
    return at


# A seat's own


@compiled
def _put_own(a: Record, b: Record, seat: int, out: Any, at: int) -> int:
    """The patch of what a seat knows besides, between two of its views."""
    start, size = at, int64(0)
    at += 1
    if b.hand[seat] != a.hand[seat] or b.twice[seat] != a.twice[seat]:
        at = put_list(out, put(out, at, _HAND), popcount(b.hand[seat]) + popcount(b.twice[seat]))
        word = b.hand[seat]
        while word:
            card = lowest(word)
            word ^= bit(card)
            for _ in range(1 + has(b.twice[seat], card)):
                at = put(out, at, _CARD_NAMES[card])
        size += 1
    old, new = engine.legal(a, seat)[0], engine.legal(b, seat)[0]
    if old != new:
        at = put(out, at, _LEGAL)
        body, verbs = at, int64(0)
        at += 1
        if (old ^ new) & ~_CALLS_MASK:
            at = _put_words(out, put(out, at, _PLAY), new & ~_CALLS_MASK)
            verbs += 1
        if (old ^ new) & _CALLS_MASK:
            at = _put_words(out, put(out, at, _CALL), new & _CALLS_MASK)
            verbs += 1
        set_map(out, body, verbs)
        size += 1
    set_map(out, start, size)
    return at


@compiled
def _put_words(out: Any, at: int, actions: np.uint64) -> int:
    """What follows the first word of each action, nil if there is none."""
    if actions == EMPTY:
        return put_nil(out, at)
    at = put_list(out, at, popcount(actions))
    while actions:
        action = lowest(actions)
        actions ^= bit(action)
        if action < CALL:
            at = put(out, at, _CARD_NAMES[action])
        elif action < UNUSED:
            at = put(out, at, _SUIT_NAMES[action - CALL])
        else:
            at = put(out, at, _UNUSED_NAMES[action - UNUSED])
    return at


@brief
def _write(olds: Any, news: Any, views: Any, out: Any, ends: Any) -> int:
    """Write what followed, the public patch and each seat's, each from its place in *ends*.

    Returns how many pieces there are, 0 if something else has happened than a play or a call.
    """
    old, new = olds[0], news[0]
    plays, calls = int64(new.plays) - int64(old.plays), int64(new.calls) - int64(old.calls)
    if old.phase != PLAY or new.phase != PLAY or plays + calls != 1 or plays * calls != 0:
        return 0
    a, b = views[0], views[1]
    views[0] = old
    views[1] = new
    engine.redact(a, SPECTATOR)
    engine.redact(b, SPECTATOR)
    ends[1] = _put_then(a, b, out, 0)
    ends[2] = _put_public(a, b, out, ends[1])
    for seat in range(new.players):
        views[0] = old
        views[1] = new
        engine.redact(a, seat)
        engine.redact(b, seat)
        ends[3 + seat] = _put_own(a, b, seat, out, ends[2 + seat])
    return int64(new.players) + 2


class _Scratch(threading.local):
    """Room for compiled code to work in, one for each thread."""

    def __init__(self) -> None:
        self.views = records(2, DTYPE)
        self.out = np.zeros(_ROOM, np.uint8)
        self.ends = np.zeros(3 + SEATS, np.int64)


_SCRATCH = _Scratch()


class Quick(NamedTuple):
    """What one event brings: objects in MessagePack, empty ones where there is nothing."""

    then: bytes
    game: bytes
    """The patch of what is public."""
    own: list[bytes]
    """The patch of each seat's own."""


def quick(before: PipPip, after: PipPip) -> Quick | None:
    """What a play or a call brings; None for anything else, and at the end of a hand.

    >>> from msgspec.msgpack import decode
    >>> game = PipPip(3, "russian", seed=1)
    >>> before = game.copy()
    >>> game.do(game.legal()[0])
    >>> decode(quick(before, game).game)["last_tricks"]
    {'1': {'cards': ['3h'], 'best': 2}}
    """
    scratch = _SCRATCH
    count = _write(before.record, after.record, scratch.views, scratch.out, scratch.ends)
    if not count:
        return None
    ends = scratch.ends[: count + 1].tolist()
    text = scratch.out[: ends[-1]].tobytes()
    then, game, *own = [text[start:end] for start, end in pairwise(ends)]
    return Quick(then, game, own)
