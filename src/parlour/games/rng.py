"""Reproducible random numbers for compiled code: SplitMix64, one 64-bit word of state.

The state is an array of one ``uint64``, so that compiled and interpreted code draw the very
same numbers. It never lives in a game's state.
"""

import operator
from typing import Any

import numpy as np
from numpy import uint64

from parlour.games.bits import plus, times
from parlour.games.jit import compiled, inlined, int64

_GAMMA = uint64(0x9E3779B97F4A7C15)
_MIX_1 = uint64(0xBF58476D1CE4E5B9)
_MIX_2 = uint64(0x94D049BB133111EB)
_S27, _S30, _S31, _S32 = uint64(27), uint64(30), uint64(31), uint64(32)


@inlined
def mix(word: uint64) -> uint64:
    """A thorough permutation of the 64-bit words (the finalizer of SplitMix64)."""
    word = times(word ^ (word >> _S30), _MIX_1)
    word = times(word ^ (word >> _S27), _MIX_2)
    return word ^ (word >> _S31)


@compiled
def reseed(rng: Any, seed: uint64, stream: uint64) -> None:
    """Begin the random numbers of one *stream* (one game, say) of a *seed*."""
    rng[0] = mix(plus(mix(plus(seed, _GAMMA)), times(stream, _GAMMA)))


@inlined
def below(rng: Any, n: int) -> int:
    """A random number from 0 to *n* − 1, *n* at most a few thousand (bias under 2⁻²⁰)."""
    rng[0] = plus(rng[0], _GAMMA)
    return int64(((mix(rng[0]) >> _S32) * uint64(n)) >> _S32)


@compiled
def shuffle_packs(rng: Any, cards: Any, packs: int) -> None:
    """Write *packs* packs of 52, shuffled together, into *cards*."""
    for place in range(52 * packs):
        other = below(rng, place + 1)
        cards[place] = cards[other]
        cards[other] = place // packs


@compiled
def shuffle(rng: Any, cards: Any, count: int) -> None:
    """Shuffle the first *count* entries of *cards* in place."""
    for last in range(count - 1, 0, -1):
        other = below(rng, last + 1)
        card = cards[last]
        cards[last] = cards[other]
        cards[other] = card


def word(number: int) -> uint64:
    """A whole number, of whatever size or sign, as 64 bits; raises `TypeError` for what is none."""
    return uint64(operator.index(number) & 0xFFFFFFFFFFFFFFFF)


def generator(seed: int, stream: int = 0) -> Any:
    """Random numbers for compiled code: an array of shape (1,), ``uint64``."""
    rng = np.zeros(1, np.uint64)
    reseed(rng, word(seed), word(stream))
    return rng
