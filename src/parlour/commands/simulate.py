"""`parlour simulate`."""

import errno
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from parlour.commands.compiling import tell_of_compiling
from parlour.commands.output import console, table
from parlour.commands.parameters import WHOLE, Changes, Game, Preset, check_ends, chosen, described
from parlour.commands.progress import progress
from parlour.errors import OptionError

if TYPE_CHECKING:
    from parlour.bots.simulate import Simulation
    from parlour.games.game import Game as Match

_USUAL_PLAYERS = 4
_MOST_GAMES = 10_000_000


def simulate(
    game: Game = "pip-pip",
    /,
    *,
    players: Annotated[
        int | None,
        WHOLE,
        Parameter(help="How many play; 4 if the game allows it.", show_default=False),
    ] = None,
    preset: Preset = "",
    changes: Changes = None,
    policy: Annotated[
        list[str] | None,
        Parameter(
            negative="",
            help="Who plays: baseline or random; once for all seats, or once for each.",
            show_default=False,
        ),
    ] = None,
    games: Annotated[
        int, WHOLE, Parameter(help="How many games, or matches of several hands.")
    ] = 1000,
    seed: Annotated[int, WHOLE, Parameter(help="The same seed plays the same games again.")] = 0,
    cores: Annotated[
        int | None, WHOLE, Parameter(help="How many processor cores to use; all if not given.")
    ] = None,
    json: Annotated[
        bool, Parameter(negative="", show_default=False, help="Print one JSON object.")
    ] = False,
    records: Annotated[
        Path | None, Parameter(help="A directory in which to write a record of every game.")
    ] = None,
) -> int:
    """Play many games between bots and sum them up."""
    entry, options = chosen(game, preset, changes)
    if players is None:
        players = _USUAL_PLAYERS if _USUAL_PLAYERS in options.players else options.players.start
    options.check_players(players)
    if not 1 <= games <= _MOST_GAMES:
        raise OptionError(
            f"{games} games: from 1 to {_MOST_GAMES:,} can be played at once",
            "games",
            games,
            f"1 to {_MOST_GAMES}",
        )
    if cores is not None and cores < 1:
        raise OptionError(f"{cores} cores: at least 1 has to play", "cores", cores, "1 or more")

    if records is not None:
        _check_folder(records)

    from parlour.bots.simulate import simulate as play  # loads the engine

    tell_of_compiling()
    start = entry.match(players, options)
    check_ends(start)
    policies = (policy or ["baseline"]) * (players if len(policy or [""]) == 1 else 1)
    with progress("Playing", games) as advance:
        result = play(start, policies, games, seed, cores=cores, progress=advance)
    if records is not None:
        with progress("Recording", games) as advance:
            for count in _record(start, policies, games, seed, records):
                advance(count)
    summary = _summary(start, policies, result)
    if json:
        import msgspec

        about = {
            "game": entry.name,
            "players": players,
            "options": options.values(),
            "policies": policies,
            "games": games,
            "seed": seed,
        }
        sys.stdout.write(msgspec.json.encode(about | summary).decode() + "\n")
    else:
        _print(f"{entry.title}, {described(options)}", policies, games, summary)
    return 0


def _check_folder(folder: Path) -> None:
    """Raise an `OSError` if records cannot be written there, before anything is played for them."""
    found = next(place for place in (folder, *folder.absolute().parents) if place.exists())
    why = 0
    if not found.is_dir():
        why = errno.ENOTDIR
    elif not os.access(found, os.W_OK | os.X_OK):
        why = errno.EACCES
    if why:
        raise OSError(why, os.strerror(why), str(found))


def _record(
    start: "Match", policies: list[str], games: int, seed: int, folder: Path
) -> Iterator[int]:
    """Write a record of every game; yields 1 after each."""
    from parlour.bots.recording import events  # loads the engine
    from parlour.records import Record, write

    names = tuple(f"{policy} {seat}" for seat, policy in enumerate(policies, 1))
    digits = len(str(games))
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(games):
        record = Record.of(
            start,
            events(start, policies, seed, number),
            names=names,
            title=f"Simulated game {number + 1}, seed {seed}",
        )
        write(record, folder / f"{start.name}-{seed}-{number + 1:0{digits}}.toml")
        yield 1


def _summary(start: "Match", policies: list[str], result: "Simulation") -> dict[str, Any]:
    """The figures of every seat, and how fast it went."""
    scores, games = result.scores, len(result.actions)
    mean, deviation = scores.mean(0), scores.std(0, ddof=1 if games > 1 else 0)
    seats = [
        {
            "seat": seat + 1,
            "policy": policies[seat],
            "mean": float(mean[seat]),
            "error": float(deviation[seat] / games**0.5),
            "deviation": float(deviation[seat]),
            "lowest": int(scores[:, seat].min()),
            "highest": int(scores[:, seat].max()),
            "wins": int(result.wins[:, seat].sum()),
        }
        for seat in range(start.players)
    ]
    actions = int(result.actions.sum())
    return {
        "seats": seats,
        "actions": actions,
        "seconds": result.seconds,
        "actions_per_second": actions / result.seconds if result.seconds else None,
    }


def _print(title: str, policies: list[str], games: int, summary: dict[str, Any]) -> None:
    screen = console()
    screen.print(title, style="title")
    rows = [("seat", "policy", "mean score", "±", "deviation", "lowest", "highest", "wins")]
    rows += [
        (
            str(seat["seat"]),
            policies[seat["seat"] - 1],
            f"{seat['mean']:.1f}",
            f"{seat['error']:.1f}",
            f"{seat['deviation']:.1f}",
            str(seat["lowest"]),
            str(seat["highest"]),
            f"{100 * seat['wins'] / games:.1f} %",
        )
        for seat in summary["seats"]
    ]
    for line in table(rows):
        screen.print(line, soft_wrap=True)
    rate = f"{summary['actions'] / summary['seconds']:,.0f}" if summary["seconds"] else "many"
    screen.print(
        f"{games:,} game{'s' if games > 1 else ''} of {summary['actions'] / games:.1f} actions in "
        f"{summary['seconds']:.2f} s: {rate} actions a second",
        style="aside",
        highlight=False,
    )
