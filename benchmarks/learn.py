"""Learn the numbers of `solid` and of the search from hands among baselines.

For each number of players and both kinds of card values:

1. *plays*: at decisions of one seat all plays are played out on the true deal, and what each gains
   over the others is fitted to its features (least squares). In the first round the seat goes on
   as `baseline`, in the next ones as it has learned: policy iteration.
2. *hands*: what the seat gains from each end of a trick on is fitted to what all hold then.

Run it as ``uv run python benchmarks/learn.py [--positions N] [--rounds N] [--to FILE]``; it writes
``src/parlour/bots/pippip/numbers.npz`` unless another file is named. The same arguments give the
same numbers.
"""

import argparse
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
from numpy import uint64

from parlour.bots.pippip import features, value
from parlour.bots.pippip.features import describe, stage, unseen_by
from parlour.bots.pippip.numbers import FILE, HANDS, PLAYS
from parlour.bots.pippip.playout import move
from parlour.bots.pippip.value import appraise, draws_left, lead_over_others
from parlour.games import engine
from parlour.games.bits import bit, lowest, popcount
from parlour.games.jit import compiled, inlined, int64, records
from parlour.games.pippip import Options, PipPip
from parlour.games.pippip.actions import CALL
from parlour.games.pippip.state import PLAY
from parlour.games.rng import below, reseed

PLAYERS = range(3, 13)
VALUES = ("standard", "thousand")
HANDS_AT_A_TIME = 100
LOOKED_AT = 3
"""One in so many decisions is learned from."""

LONGEST = 12
"""The fewer play, the longer is a hand and the more it takes to see through chance: positions are
multiplied by this over the number of players."""

SHRINK = 60.0
"""What least squares adds to the diagonal, in positions."""

_CARDS = uint64((1 << CALL) - 1)
_PLAYS, _HANDS = features.SIZE, value.SIZE


@inlined
def deal(start: Any, work: Any, asking: Any, seed: int, hand: int, chance: Any) -> None:
    """Begin a hand in ``work[0]``."""
    rng = np.zeros(1, np.uint64)
    reseed(rng, uint64(seed), uint64(hand))
    work[0] = start[0]
    while engine.awaits(work[0]) != 0:
        count = engine.sample_chance(work[0], rng, chance)
        engine.apply_chance(work[0], engine.awaits(work[0]), chance, count)
    engine.begin_asking(work[0], asking)


@compiled
def _take_in(x: Any, y: Any, count: int, far: float, xx: Any, xy: Any) -> None:
    """Add a decision's *count* plays to the sums: only differences between them count."""
    there = np.empty(_PLAYS, np.int64)
    width = 0
    for k in range(_PLAYS):
        mean = x[:count, k].mean()
        if mean != 0.0:
            there[width] = k
            width += 1
            x[:count, k] -= mean
    y[:count] -= y[:count].mean()
    for a in range(width):
        i = there[a]
        product = (x[:count, i] * y[:count]).sum()
        xy[0, i] += product
        xy[1, i] += far * product
        for b in range(width):
            square = 0.0
            for row in range(count):
                square += x[row, i] * x[row, there[b]]
            xx[0, i, there[b]] += square
            xx[1, i, there[b]] += far * square
            xx[2, i, there[b]] += far * far * square


@compiled
def look_at_plays(
    start: Any, work: Any, seed: int, first: int, plays: Any, learned: bool, xx: Any, xy: Any
) -> int:
    """Take in features and gains of plays in some hands, after drawing and before; how many."""
    s, played = work[0], work[1]
    asking, ahead = np.zeros(2, np.int64), np.zeros(2, np.int64)
    rng, chance = np.zeros(1, np.uint64), np.zeros(104, np.int64)
    where, sizes = np.empty(features.MOST, np.int64), np.empty(features.MOST, np.float64)
    x, y = np.zeros((CALL, _PLAYS)), np.zeros(CALL)
    total = 0
    for hand in range(first, first + HANDS_AT_A_TIME):
        me = hand % int64(start[0].players)
        deal(start, work, asking, seed, hand, chance)
        reseed(rng, uint64(seed + 1), uint64(hand))
        while s.phase == PLAY:
            actions = engine.legal(s, me)
            is_mine = engine.asked(s, asking) == engine.NOBODY and engine.turn(s) == me
            has_choice = popcount(actions[0]) > 1 and actions[0] & ~_CARDS == 0
            if is_mine and has_choice and actions[1] == 0 and below(rng, LOOKED_AT) == 0:
                unseen, cards, count = unseen_by(s, me), actions[0], 0
                while cards:
                    card = int64(lowest(cards))
                    cards ^= bit(card)
                    x[count, :] = 0.0
                    for k in range(describe(s, me, card, unseen, where, sizes)):
                        x[count, where[k]] += sizes[k]
                    work[1] = work[0]
                    ahead[:] = asking
                    engine.step(played, ahead, me, card)
                    while played.phase == PLAY:
                        move(played, ahead, me, learned, plays)
                    y[count] = lead_over_others(played, me)
                    count += 1
                _take_in(x, y, count, stage(s), xx[s.drawing], xy[s.drawing])
                total += count
            move(s, asking, me, learned, plays)
    return total


def solved(xx: Any, xy: Any) -> Any:
    """The numbers that fit best, constants and slopes, shape (2, `_PLAYS`)."""
    squares = np.block([[xx[0], xx[1]], [xx[1], xx[2]]])
    return np.linalg.solve(squares + SHRINK * np.eye(2 * _PLAYS), xy.ravel()).reshape(2, _PLAYS)


@compiled
def look_at_hands(
    start: Any, work: Any, seed: int, first: int, plays: Any, x: Any, y: Any
) -> tuple[int, float]:
    """Note what is held (*x*) at ends of tricks and what is still gained (*y*); rows, all gains."""
    s = work[0]
    asking, chance = np.zeros(2, np.int64), np.zeros(104, np.int64)
    held = np.empty(_HANDS, np.float64)
    row, gains = 0, 0.0
    for hand in range(first, first + HANDS_AT_A_TIME):
        me = hand % int64(start[0].players)
        deal(start, work, asking, seed, hand, chance)
        trick, begun = 0, row
        while s.phase == PLAY:
            if s.trick > trick and s.drawing == 1:
                trick = int64(s.trick)
                appraise(s, me, held)
                far = draws_left(s)
                x[row, :_HANDS] = held
                x[row, _HANDS : 2 * _HANDS] = far * held
                x[row, 2 * _HANDS :] = far * far * held
                y[row] = -lead_over_others(s, me)
                row += 1
            move(s, asking, me, True, plays)
        y[begun:row] += lead_over_others(s, me)
        gains += lead_over_others(s, me)
    return row, gains


def main() -> None:
    """Learn, print how strong it is, and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=1_200_000, help="for each fit, with 12")
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--hands", type=int, default=80_000, help="hands for what they are worth")
    parser.add_argument(
        "--players", type=int, nargs="*", default=PLAYERS, help="leave others as are"
    )
    parser.add_argument("--values", nargs="*", choices=VALUES, default=VALUES)
    parser.add_argument("--to", type=Path, default=FILE, help="the file to write")
    arguments = parser.parse_args()
    plays, hands = PLAYS, HANDS
    work = records(2, PipPip.dtype)
    x, y = np.zeros((HANDS_AT_A_TIME * 28, 3 * _HANDS)), np.zeros(HANDS_AT_A_TIME * 28)
    for name, players in product(arguments.values, arguments.players):
        values = VALUES.index(name)
        options = Options(match_length="1 hands", card_values=name)
        plays[values, players] = 0
        start = PipPip(players, options).record
        for number in range(arguments.rounds):
            xx, xy = np.zeros((2, 3, _PLAYS, _PLAYS)), np.zeros((2, 2, _PLAYS))
            count, hand = 0, 0
            while count < arguments.positions * LONGEST // players:
                count += look_at_plays(start, work, number, hand, plays, number > 0, xx, xy)
                hand += HANDS_AT_A_TIME
            plays[values, players, :2] = solved(xx[1], xy[1])
            plays[values, players, 2:] = solved(xx[0], xy[0])
        squares, products, gains = SHRINK * np.eye(3 * _HANDS), np.zeros(3 * _HANDS), 0.0
        for hand in range(0, arguments.hands, HANDS_AT_A_TIME):
            noted, gain = look_at_hands(start, work, 99, hand, plays, x, y)
            squares += x[:noted].T @ x[:noted]
            products += x[:noted].T @ y[:noted]
            gains += gain
        hands[values, players] = np.linalg.solve(squares, products).reshape(3, _HANDS)
        gain = gains / arguments.hands
        print(f"{name}, {players} players: gain {gain:+.2f}", flush=True)
        np.savez_compressed(arguments.to, plays=plays, hands=hands)


if __name__ == "__main__":
    main()
