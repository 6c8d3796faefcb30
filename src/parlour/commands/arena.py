"""`parlour arena`."""

import sys
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from parlour.commands.compiling import tell_of_compiling
from parlour.commands.output import console, table
from parlour.commands.parameters import WHOLE, Changes, Game, Preset, check_ends, chosen, described
from parlour.commands.progress import progress
from parlour.control import clean
from parlour.errors import OptionError

if TYPE_CHECKING:
    from parlour.arena.results import Estimate, Results

_FAULTS_SHOWN = 10


def arena(
    game: Game = "pip-pip",
    /,
    *bots: Annotated[
        str,
        Parameter(
            help="Who plays: random, casual, baseline, solid, expert, master, or module:name for "
            "a bot of your own. The last one takes all chairs that are left."
        ),
    ],
    players: Annotated[
        int | None,
        WHOLE,
        Parameter(
            help="How many play; as many as bots are named if not given.", show_default=False
        ),
    ] = None,
    preset: Preset = "",
    changes: Changes = None,
    deals: Annotated[
        int, WHOLE, Parameter(help="How many deals; each is played from every chair.")
    ] = 100,
    seed: Annotated[int, WHOLE, Parameter(help="The same seed plays the same games again.")] = 0,
    limit: Annotated[float, Parameter(help="Seconds that a bot may take for a choice.")] = 10.0,
    cores: Annotated[
        int | None, WHOLE, Parameter(help="How many processor cores to use; all if not given.")
    ] = None,
    json: Annotated[
        bool, Parameter(negative="", show_default=False, help="Print one JSON object.")
    ] = False,
) -> int:
    """Let bots play each other on the same deals, from every chair."""
    entry, options = chosen(game, preset, changes)
    if cores is not None and cores < 1:
        raise OptionError(f"{cores} cores: at least 1 has to play", "cores", cores, "1 or more")

    from parlour.arena.run import run  # loads the engine

    tell_of_compiling()
    check_ends(entry.match(options.players.start, options))
    sys.path.insert(0, "")  # bots of one's own are looked for in the directory one is in
    with progress("Playing", deals) as advance:
        found = run(
            bots,
            options=options,
            game=entry.name,
            deals=deals,
            seed=seed,
            players=players,
            limit=limit,
            cores=cores,
            progress=advance,
        )
    if json:
        import msgspec

        about = {
            "game": entry.name,
            "options": options.values(),
            "bots": list(bots),
            "players": sum(standing.seats for standing in found.standings),
            "seed": seed,
        }
        sys.stdout.write(msgspec.json.encode(about | found.as_dict()).decode() + "\n")
    else:
        _print(f"{entry.title}, {described(options)}", found)
    return 0


def _print(title: str, found: "Results") -> None:
    screen = console()
    screen.print(title, style="title")
    rows: list[tuple[str, ...]] = [
        ("bot", "chairs", "points", "gain", "95 %", "wins", "rating", "median", "p99", "faults")
    ]
    rows += [
        (
            clean(standing.bot),
            str(standing.seats),
            f"{standing.points.mean:.1f}",
            f"{standing.gain.mean:+.1f}".replace("-", "−"),
            _interval(standing.gain),
            f"{100 * standing.wins.mean:.1f} %",
            f"{standing.rating:.1f} ± {standing.uncertainty:.1f}",
            f"{1e3 * standing.median:.2f} ms",
            f"{1e3 * standing.p99:.2f} ms",
            str(standing.faults),
        )
        for standing in found.standings
    ]
    for line in table(rows):
        screen.print(line, soft_wrap=True, highlight=False)
    screen.print(
        f"{found.deals:,} deal{'s' if found.deals > 1 else ''} from every chair, "
        f"{found.hands:,} hands, in {found.seconds:.1f} s. Gain: points a hand over the mean of "
        "the others.",
        style="aside",
        highlight=False,
    )
    for fault in found.faults[:_FAULTS_SHOWN]:
        screen.print(clean(str(fault)), style="bad", soft_wrap=True, highlight=False)
    if len(found.faults) > _FAULTS_SHOWN:
        screen.print(f"… and {len(found.faults) - _FAULTS_SHOWN:,} more", style="bad")


def _interval(estimate: "Estimate") -> str:
    if estimate.error is None:
        return ""
    return f"{estimate.low:+.1f} to {estimate.high:+.1f}".replace("-", "−")
