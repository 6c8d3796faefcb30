"""Bit operations on 64-bit sets, each in a compiled and an interpreted form."""

from typing import Any

from llvmlite import binding, ir
from numba import types
from numpy import uint64

from parlour.games.jit import form_of, inlined, int64, primitive

ONE = uint64(1)
EMPTY = uint64(0)
_WORD = (1 << 64) - 1


def popcount(word: uint64) -> int:
    """The number of bits set in *word*.

    >>> popcount(uint64(0b1011))
    3
    """
    return int(word).bit_count()


def lowest(word: uint64) -> int:
    """The position of the lowest bit set in *word*, 64 if there is none.

    >>> lowest(uint64(0b1000))
    3
    """
    value = int(word)
    return (value & -value).bit_length() - 1 if value else 64


def times(a: uint64, b: uint64) -> uint64:
    """The lower 64 bits of a product."""
    return uint64(int(a) * int(b) & _WORD)


def plus(a: uint64, b: uint64) -> uint64:
    """The lower 64 bits of a sum."""
    return uint64(int(a) + int(b) & _WORD)


def nth(word: uint64, n: int) -> int:
    """The position of the *n*-th bit set in *word*, counted from 0 at the lowest.

    >>> nth(uint64(0b1011), 2)
    3
    """
    for _ in range(n):
        word &= word - ONE
    return lowest(word)


@primitive
def _ctpop(_context: Any, word: Any) -> Any:
    def generate(_ctx: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(word), generate


@primitive
def _cttz(_context: Any, word: Any) -> Any:
    def generate(_ctx: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 0))

    return types.int64(word), generate


@primitive
def _pdep(_context: Any, _word: Any, _mask: Any) -> Any:
    """Spread the bits of a word over those set in a mask: one instruction of newer x86."""

    def generate(_ctx: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        kind = ir.FunctionType(ir.IntType(64), [ir.IntType(64)] * 2)
        pdep = builder.module.declare_intrinsic("llvm.x86.bmi.pdep.64", (), kind)
        return builder.call(pdep, arguments)

    return types.uint64(types.uint64, types.uint64), generate


@form_of(popcount)
def _popcount(_word: Any) -> Any:
    return lambda word: _ctpop(uint64(word))


@form_of(lowest)
def _lowest(_word: Any) -> Any:
    return lambda word: _cttz(uint64(word))


@form_of(times)
def _times(_a: Any, _b: Any) -> Any:
    return lambda a, b: a * b


@form_of(plus)
def _plus(_a: Any, _b: Any) -> Any:
    return lambda a, b: a + b


@inlined
def bit(position: int) -> uint64:
    """The set that holds only *position*."""
    return ONE << uint64(position)


@inlined
def has(word: uint64, position: int) -> bool:
    """Whether *position* is in the set *word*."""
    return bool((word >> uint64(position)) & ONE)


@form_of(nth)
def _nth(_word: Any, _n: Any) -> Any:
    if binding.get_host_cpu_features().get("bmi2"):
        return lambda word, n: int64(lowest(_pdep(ONE << uint64(n), word)))

    def strike_out(word: uint64, n: int) -> int:
        for _ in range(n):
            word &= word - ONE
        return int64(lowest(word))

    return strike_out


# How often each of up to 64 things is there, up to 7 times: three sets, a number's binary digits.

Counts = tuple[uint64, uint64, uint64]


@inlined
def count_all(things: int, times: int) -> Counts:
    """Every one of *things* the same number of *times*."""
    every = bit(things) - ONE
    digits = uint64(times)
    return every * (digits & ONE), every * (digits >> ONE & ONE), every * (digits >> uint64(2))


@inlined
def count_of(counts: Counts, thing: int) -> int:
    """How often a thing is there.

    >>> count_of(count_up(count_all(52, 2), 5), 5)
    3
    """
    ones, twos, fours = counts
    return int64(has(ones, thing)) + 2 * int64(has(twos, thing)) + 4 * int64(has(fours, thing))


@inlined
def count_up(counts: Counts, thing: int) -> Counts:
    """One more of a thing."""
    ones, twos, fours = counts
    carry = bit(thing)
    ones, carry = ones ^ carry, ones & carry
    return ones, twos ^ carry, fours ^ (twos & carry)


@inlined
def count_down(counts: Counts, thing: int) -> Counts:
    """One less of a thing that is there."""
    ones, twos, fours = counts
    borrow = bit(thing)
    ones, borrow = ones ^ borrow, borrow & ~ones
    return ones, twos ^ borrow, fours ^ (borrow & ~twos)
