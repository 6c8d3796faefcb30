"""`parlour play`."""

import sys
from typing import TYPE_CHECKING, Annotated, cast

from cyclopts import Parameter

from parlour.commands.compiling import tell_of_compiling
from parlour.commands.parameters import WHOLE, Changes, Preset, chosen

if TYPE_CHECKING:
    from parlour.games.pippip import Options


def play(
    *,
    players: Annotated[int, WHOLE, Parameter(help="How many play, you included.")] = 4,
    preset: Preset = "",
    changes: Changes = None,
    bot: Annotated[
        str,
        Parameter(
            help="Who plays with you: random, casual, baseline, solid, expert, master, or "
            "module:name for a bot of your own."
        ),
    ] = "baseline",
    seed: Annotated[int | None, WHOLE, Parameter(help="Deal the same cards again.")] = None,
) -> int:
    """Play a hand of Pip-Pip in the terminal."""
    from parlour.terminal import play_hand  # loads the engine

    _, options = chosen("pip-pip", preset, changes)
    options.check_players(players)
    tell_of_compiling()
    sys.path.insert(0, "")  # bots of one's own are looked for in the directory one is in
    play_hand(players, cast("Options", options), seed, bot=bot)
    return 0
