"""`parlour play`."""

from typing import TYPE_CHECKING, Annotated, cast

from cyclopts import Parameter

from parlour.commands.compiling import tell_of_compiling
from parlour.commands.parameters import Changes, Preset, chosen

if TYPE_CHECKING:
    from parlour.games.pippip import Options


def play(
    *,
    players: Annotated[int, Parameter(help="How many play, you included.")] = 4,
    preset: Preset = "",
    changes: Changes = None,
    seed: Annotated[int | None, Parameter(help="Deal the same cards again.")] = None,
) -> int:
    """Play a hand of Pip-Pip in the terminal."""
    from parlour.terminal import play_hand  # noqa: PLC0415  # loads the engine

    _, options = chosen("pip-pip", preset, changes)
    options.check_players(players)
    tell_of_compiling()
    play_hand(players, cast("Options", options), seed)
    return 0
