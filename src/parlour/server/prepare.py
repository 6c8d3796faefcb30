"""Getting the compiled rules ready: in a process of its own when they have to be compiled.

Compiling in a thread of the server would hold its loop up; loading what is compiled does not much.
"""

import asyncio
import sys
from collections.abc import Callable
from pathlib import Path

from parlour.games.cache import cache_folder
from parlour.table.games import playable

_MARK = "server-ready"


def warm() -> None:
    """Use everything that a live table uses of the compiled rules, once."""
    from parlour.bots.policies import POLICIES, Policy  # noqa: PLC0415  # loads compiled code
    from parlour.games.sampling import Chance  # noqa: PLC0415

    for name, rules in playable().items():
        options = rules.entry.options.preset()
        players = options.players.start
        game = rules.entry.match(players, options)
        type(game).from_bytes(game.to_bytes())
        chance = Chance(1)
        bots = [Policy(policy) for policy in POLICIES]
        before = rules.views.Seen(game)
        for number in range(20 * players):
            chance.run(game)
            seat = game.turn
            if seat is None:
                break
            view = game.view(seat)
            rules.views.own(rules.views.know(game, seat))
            seen = rules.views.Seen(game)
            rules.views.public(seen)
            rules.views.then(seen, before)
            rules.views.drew(game, seat, before)
            rules.live.may_ponder(game, view)
            rules.live.out_of_turn(game, seat)
            game.do(bots[number % len(bots)].choose(view, game.legal(seat)), seat)
            game.scores()
            game.winners()
        if name not in playable():
            raise KeyError(name)


def _mark() -> Path:
    return cache_folder() / _MARK


async def prepare(say: Callable[[str], None]) -> None:
    """Return when the rules are ready in this process; *say* is told what is going on."""
    say("The rules are being loaded.")
    mark = await asyncio.to_thread(_mark)
    if not await asyncio.to_thread(mark.exists):
        say("The rules are being compiled: this happens once and takes about half a minute.")
        process = await asyncio.create_subprocess_exec(sys.executable, "-m", __name__)
        await process.wait()
    await asyncio.to_thread(warm)
    await asyncio.to_thread(mark.touch)
    say("")


if __name__ == "__main__":
    warm()
