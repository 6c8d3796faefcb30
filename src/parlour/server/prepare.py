"""Getting the compiled rules ready: in processes of their own when they have to be compiled.

Compiling in a thread of the server would hold its loop up; loading what is compiled does not much.
The rules come first, with the bots that answer at once; a table need not wait for those that think.
"""

import asyncio
import contextlib
import os
import random
import sys
from collections.abc import Callable, Iterable
from typing import Any

from parlour.bots import levels
from parlour.bots.protocol import Budget
from parlour.games.cache import cache_folder
from parlour.server import snapshots
from parlour.server.audience import Audience
from parlour.table import commands, timers
from parlour.table.change import Change
from parlour.table.games import LiveGame, playable
from parlour.table.state import Table
from parlour.table.timing import USUAL

_MARK = "server-ready-"
_MOVES = 120
_AT_ONCE = Budget(0.0)


class _Ear:
    """A connection that hears nothing, at seat 0."""

    seat: int | None = 0
    key_hash = "key"

    def tell(self, message: bytes) -> None:
        """Nobody listens."""

    def dismiss(self, code: str, text: str) -> None:
        """Nobody listens."""


class _Rehearsal:
    """A hand at a table without server, storage or time, by which everything is used once."""

    def __init__(self, rules: LiveGame, names: tuple[str, ...]) -> None:
        options = rules.entry.options.preset()
        chance = random.Random(1)  # nobody plays this hand
        change = commands.set_up(
            table_id="rehearsal",
            code="",
            salt="",
            game=rules.name,
            players=max(options.players.start, 3),
            preset="",
            options={},
            pace="by turns",
            timing=USUAL["by turns"],
            public=False,
            now=0,
            random=chance.randbytes,
        )
        self.table: Table = change.table
        self._random = chance.randbytes
        self._bots = [levels.make(name, rules.name) for name in names]
        self._audience = Audience(self.table)
        self._do(commands.join, "Rehearsal", "key")
        for seat in range(1, self.table.players):
            self._do(commands.set_bot, seat, names[0], names)
        self._audience.enter(_Ear(), 0, 0)
        self._do(commands.ready, 0, "")

    def _do(self, command: Callable[..., Any], *arguments: Any) -> None:
        change = Change(self.table, self.table.at + 1, self._random)
        command(change, *arguments)
        change.settle()
        self.table = change.table
        if change.entries:
            self._audience.follow(change.tables, change.entries)

    def run(self) -> None:
        """Play the hand: one seat as a person, the others as bots; call when it is possible."""
        for number in range(_MOVES):
            game, seat = self.table.game, self.table.turn
            if game is None or seat is None:
                break
            for other in range(game.players):
                self.table.rules.live.out_of_turn(game, other)
            bot = self._bots[number % len(self._bots)]
            chosen = bot.choose(game.view(seat), game.legal(seat), _AT_ONCE)
            action = game.action_names[chosen]
            commands.why_not(self.table, 0, game.action_names[-1])
            if seat == 0:
                self._do(commands.act, 0, action)
            else:
                self._do(timers.bot_acts, seat, action)
        if self.table.game is not None:
            self.table.game.winners()
        self._audience.welcome(0, 0)
        snapshots.restore(snapshots.take(self.table))


def answer_at_once(game: str) -> tuple[str, ...]:
    """The bots of a game that need no clock.

    >>> answer_at_once("savannah")
    ('random', 'baseline')
    """
    return tuple(name for name in levels.names(game) if levels.clock(name) is None)


def think(game: str) -> tuple[str, ...]:
    """The bots of a game that search, as long as a clock lets them."""
    return tuple(name for name in levels.names(game) if levels.clock(name) is not None)


_STAGES: dict[str, Callable[[str], tuple[str, ...]]] = {"rules": answer_at_once, "thinkers": think}


def warm(stage: str, games: Iterable[str] = ()) -> None:
    """Use everything once that live tables use of the compiled code of a stage."""
    for game in games or playable():
        if names := _STAGES[stage](game):
            _Rehearsal(playable()[game], names).run()


async def _compile(stage: str) -> None:
    """Compile, each game in a process of its own, which does not outlive this."""
    processes: list[asyncio.subprocess.Process] = []
    try:
        for game in playable():
            if _STAGES[stage](game):
                command = (sys.executable, "-P", "-m", __name__, stage, game)
                apart = os.name == "posix"  # Ctrl-C is for the server, which ends them
                processes.append(
                    await asyncio.create_subprocess_exec(*command, start_new_session=apart)
                )
        for process in processes:
            await process.wait()
    finally:
        for process in processes:
            with contextlib.suppress(ProcessLookupError):
                process.kill()


async def prepare(stage: str, say: Callable[[str], None]) -> None:
    """Return when a stage is ready in this process; *say* is told what is going on."""
    say("The rules are being loaded.")
    mark = await asyncio.to_thread(cache_folder) / f"{_MARK}{stage}"
    if not await asyncio.to_thread(mark.exists):
        say("The rules are being compiled: this happens once and takes about half a minute.")
        await _compile(stage)
    await asyncio.to_thread(warm, stage)
    with contextlib.suppress(OSError):  # where nothing can be kept, it is compiled every time
        await asyncio.to_thread(mark.touch)
    say("")


if __name__ == "__main__":
    warm(sys.argv[1], sys.argv[2:])
