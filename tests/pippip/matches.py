"""Random matches of Pip-Pip for the tests: options, chance and play from one seed."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from hypothesis import strategies as st

from parlour.errors import OptionError
from parlour.games.driver import Driver
from parlour.games.options import Value
from parlour.games.pippip import CHOICES, Options, PipPip
from parlour.games.sampling import Chance

LENGTHS = ("each deals once", "1 hands", "2 hands", "target 150")


def any_options(random: Random) -> Options:
    """A random set of options that go together."""
    while True:
        values = {choice.name: random.choice(choice.values) for choice in CHOICES}
        values["match_length"] = random.choice(LENGTHS)
        try:
            return Options.read(values)
        except OptionError:
            continue


def any_match(random: Random, seats: int | None = None, **changes: Value) -> PipPip:
    """A match under random options, with some of them given, before anything has happened."""
    while True:
        try:
            options = replace(any_options(random), **changes)  # type: ignore[arg-type]
        except OptionError:
            continue
        return PipPip(seats or random.choice(options.players), options)


def play_on(match: PipPip, random: Random) -> Iterator[Driver]:
    """Play a match at random to its end, yielding the driver before each decision."""
    driver = Driver(match, Chance(random.getrandbits(63)))
    while not match.over:
        yield driver
        driver.do(random.choice(driver.legal()))


def position(random: Random, **changes: Value) -> PipPip:
    """A match under random options, somewhere in the middle of its first hand."""
    match = any_match(random, None, **changes)
    steps = random.randrange(120)
    for step, _ in enumerate(play_on(match, random)):
        if step == steps or match.hand_number:
            break
    return match


seeds = st.integers(0, 2**32)
