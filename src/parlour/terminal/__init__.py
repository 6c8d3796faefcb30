"""A table in the terminal: one person against simple players.

``python -m parlour.terminal`` plays a hand; `play_hand` is what the command calls.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console

    from parlour.games.pippip.options import Options

PACE = 0.7
"""Seconds between what the others do, so that one can follow it."""


def play_hand(
    players: int = 4,
    preset: "str | Options" = "english",
    seed: int | None = None,
    *,
    bot: str = "baseline",
    pace: float = PACE,
    four_colours: bool = True,
    console: "Console | None" = None,
) -> None:
    """Play a hand of Pip-Pip in the terminal, and further hands of the match if the person likes.

    The person has seat 0. *preset* is the name of a preset or a set of options; *seed* deals the
    same cards again; *bot* is who plays the other seats, one of `parlour.bots.levels` or
    ``module:name``; *pace* is in seconds and counts only where somebody is watching. Returns when
    the match is over or the person leaves (``q``, Ctrl-C, the end of the input).

    Raises `OptionError` for options, a number of players or a bot that cannot be.
    """
    from parlour.games.pippip.options import Options  # noqa: PLC0415  # only when needed

    options = Options.preset(preset) if isinstance(preset, str) else preset
    options.check_players(players)

    from parlour.terminal.play import play  # noqa: PLC0415  # loads the compiled engine

    play(players, options, seed, bot=bot, pace=pace, four_colours=four_colours, console=console)
