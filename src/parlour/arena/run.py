"""Running an arena over all cores: the same games however many there are.

>>> from parlour.games.pippip import Options
>>> found = run(("solid", "random", "random"), options=Options(), deals=2, seed=1, cores=1)
>>> [(standing.bot, standing.seats) for standing in found.standings], found.hands
([('solid', 1), ('random', 2)], 6)
"""

import os
import signal
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, redirect_stdout
from dataclasses import replace
from multiprocessing import active_children, get_context
from typing import Any, cast

from parlour.arena.playing import Deal, play_deal
from parlour.arena.results import Results, results
from parlour.bots.chair import Chair
from parlour.bots.levels import LEVELS, make
from parlour.bots.protocol import Bot
from parlour.errors import OptionError, ParlourError
from parlour.games import registry
from parlour.games.driver import Driver
from parlour.games.game import Game
from parlour.games.options import OptionSet
from parlour.games.sampling import Chance

MOST_DEALS = 1_000_000


def line_up(bots: Sequence[str], players: int | None, options: OptionSet) -> list[str]:
    """A bot for every chair: the last one named takes all that are left.

    Raises `OptionError` for no bot, for more bots than players, and for numbers nobody can play.

    >>> from parlour.games.pippip import Options
    >>> line_up(["expert", "baseline"], 4, Options())
    ['expert', 'baseline', 'baseline', 'baseline']
    """
    if not bots:
        raise OptionError("no bots: name at least one", "bots", [], "1 or more bots")
    players = max(len(bots), options.players.start) if players is None else players
    options.check_players(players)
    if len(bots) > players:
        raise OptionError(
            f"{len(bots)} bots for {players} players: there are chairs for {players}",
            "bots",
            list(bots),
            f"at most {players}",
        )
    return [*bots, *[bots[-1]] * (players - len(bots))]


def one_hand(options: OptionSet) -> OptionSet:
    """The same options, for matches of a single hand, where the game has hands."""
    if any(choice.name == "match_length" for choice in options.choices):
        return cast("OptionSet", replace(cast("Any", options), match_length="1 hands"))
    return options


def run(
    bots: Sequence[str],
    *,
    options: OptionSet,
    game: str = "pip-pip",
    deals: int,
    seed: int = 0,
    players: int | None = None,
    limit: float = 10.0,
    cores: int | None = None,
    progress: Callable[[int], None] = lambda _: None,
) -> Results:
    """Let *bots* play *deals*, each once for every rotation of the chairs.

    *limit* is the time in seconds for a choice; *progress* is told the number of deals finished
    since it was last told.

    Raises `OptionError` for names and numbers that cannot be.
    """
    names = line_up(bots, players, options)
    if not 1 <= deals <= MOST_DEALS:
        raise OptionError(
            f"{deals} deals: from 1 to {MOST_DEALS:,} can be played",
            "deals",
            deals,
            f"1 to {MOST_DEALS}",
        )
    if not limit > 0:  # nor if it is no number
        raise OptionError(f"{limit:g} seconds: bots need some time", "limit", limit, "above 0")
    for name in dict.fromkeys(names):
        make(name, game)
    entry = registry.game(game)
    start = entry.match(len(names), one_hand(options))
    if start.endless:
        raise OptionError(
            "a match without a limit may never end: set one in the options",
            "options",
            options,
            "a match with a limit",
        )
    began = time.perf_counter()
    played = []
    with _mapping(min(cores or os.cpu_count() or 1, deals), (start, names, seed, limit)) as play:
        for deal in play(range(deals)):
            played.append(deal)
            progress(1)
    return results(names, played, time.perf_counter() - began)


_table: tuple[Game, list[Chair], int]


def _sit_down(start: Game, names: list[str], seed: int, limit: float) -> None:
    """Make the bots of this process; chair and seed decide what one does, not the process."""
    global _table  # noqa: PLW0603  # what a worker process keeps between tasks
    chairs = [
        Chair(name, start.name, seed + number, limit, anyhow=True)
        for number, name in enumerate(names)
    ]
    for name in dict.fromkeys(names):
        if name in LEVELS[start.name]:
            _warm_up(make(name, start.name), start)
    _table = start, chairs, seed


def _sit_down_apart(start: Game, names: list[str], seed: int, limit: float) -> None:
    """The same, in a process of its own, which Ctrl-C ends without a word."""
    if hasattr(signal, "pthread_sigmask"):
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    sys.stdout = sys.stderr
    _sit_down(start, names, seed, limit)


def _warm_up(bot: Bot, start: Game) -> None:
    """Let a bot of ours load or compile its code, so that no choice is charged with it."""
    driver = Driver(start.copy(), Chance(0))
    while len(driver.legal()) == 1:
        driver.do(driver.legal()[0])
    if driver.actor is not None:
        bot.choose(driver.game.view(driver.actor), driver.legal())


def _play(number: int) -> Deal:
    start, chairs, seed = _table
    return play_deal(start, chairs, seed, number)


@contextmanager
def _ctrl_c_later() -> Iterator[None]:
    """Let Ctrl-C wait, here and in processes begun meanwhile until they are ready for it."""
    if not hasattr(signal, "pthread_sigmask"):  # as on Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def _mapping(
    cores: int, table: tuple[Game, list[str], int, float]
) -> Iterator[Callable[[range], Iterator[Deal]]]:
    """What plays deals, in order, in this process or in several.

    What bots print goes to the standard error: the output is the arena's.
    """
    if cores == 1:
        with redirect_stdout(sys.stderr):
            _sit_down(*table)
            yield lambda deals: map(_play, deals)
        return
    with ProcessPoolExecutor(
        cores, mp_context=get_context("spawn"), initializer=_sit_down_apart, initargs=table
    ) as pool:

        def play(deals: range) -> Iterator[Deal]:
            with _ctrl_c_later():  # the processes begin now
                waiting = deque(pool.submit(_play, deal) for deal in deals)
            while waiting:
                yield waiting.popleft().result()

        try:
            yield play
        except BrokenProcessPool:
            start, names, *_ = table
            own = [name for name in dict.fromkeys(names) if name not in LEVELS[start.name]]
            why = f": look at {' and '.join(own)}" if own else ", or could not begin"
            raise ParlourError(f"a process of the arena has ended{why}") from None
        except BaseException:
            for process in active_children():  # what they were to play fails, and is not waited for
                process.terminate()
            raise
