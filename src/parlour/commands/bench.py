"""`parlour bench`."""

import sys
from contextlib import nullcontext
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from parlour.commands.compiling import tell_of_compiling
from parlour.commands.output import console, table
from parlour.commands.parameters import WHOLE
from parlour.errors import OptionError

if TYPE_CHECKING:
    from parlour.bench.engine import Figures

_MOST_TABLES = 100_000


def engine(
    *,
    json: Annotated[
        bool, Parameter(negative="", show_default=False, help="Print one JSON object.")
    ] = False,
    rounds: Annotated[
        int, WHOLE, Parameter(help="Rounds of each measurement; the median counts.")
    ] = 5,
) -> int:
    """Measure the engine, and other engines beside it."""
    if not 1 <= rounds <= 1000:
        raise OptionError(f"{rounds} rounds: from 1 to 1000", "rounds", rounds, "1 to 1000")

    from parlour.bench.engine import measure  # loads the engine
    from parlour.bench.rivals import missing

    tell_of_compiling()
    progress = console(error=True)
    absent = " and ".join(missing())
    if absent:
        progress.print(f"Without {absent}: 'uv sync --group bench' installs them.", style="aside")
    if progress.is_terminal:
        with progress.status("Measuring …") as status:
            figures = measure(all_rivals=True, rounds=rounds, told=status.update)
    else:
        figures = measure(all_rivals=True, rounds=rounds)
    if json:
        import msgspec

        sys.stdout.write(msgspec.json.encode(figures.as_dict()).decode() + "\n")
    else:
        _print(figures)
    return 0


def server(
    *,
    json: Annotated[
        bool, Parameter(negative="", show_default=False, help="Print one JSON object.")
    ] = False,
    seconds: Annotated[float, Parameter(help="How long each load is measured.")] = 10,
    tables: Annotated[
        int,
        WHOLE,
        Parameter(help="Measure the memory of so many tables too, as 10000; a tenth in a match."),
    ] = 0,
) -> int:
    """Measure the server with many clients, and boardgame.io beside it."""
    if not 1 <= seconds <= 3600:
        raise OptionError(f"{seconds} seconds: from 1 to 3600", "seconds", seconds, "1 to 3600")
    if not 0 <= tables <= _MOST_TABLES:
        raise OptionError(
            f"{tables} tables: up to {_MOST_TABLES}", "tables", tables, f"0 to {_MOST_TABLES}"
        )

    from parlour.bench.server import (
        bytes_per_table,
        has_boardgameio,
        measure,
    )

    progress = console(error=True)
    with progress.status("Measuring …") as status:
        told = status.update if progress.is_terminal else lambda _: None
        found = measure(seconds, told)
        if tables:
            told(f"Parlour, memory of {tables} tables …")
            table_bytes = bytes_per_table(tables)
    if json:
        import msgspec

        figures: dict[str, object] = {"server": found}
        if tables:
            figures["bytes_per_table"] = table_bytes
        sys.stdout.write(msgspec.json.encode(figures).decode() + "\n")
        return 0
    rows: list[tuple[str, ...]] = [
        ("", "tables", "moves/s", "median ms", "p99 ms", "CPU µs a move", "bytes a message")
    ]
    for one in found:
        pace = f"{one['rate']:g} a second" if one["rate"] else "as fast as it goes"
        delays = (_milliseconds(one["median_ms"]), _milliseconds(one["p99_ms"]))
        cpu = f"{one['server_cpu_us_per_move']:.0f}"
        size = f"{one['bytes_per_message']:.0f}" if "bytes_per_message" in one else ""
        name = f"{one['server']}, {pace}"
        moves = f"{one['moves_per_second']:,.0f}"
        rows.append((name, f"{one['tables']:,}", moves, *delays, cpu, size))
    screen = console()
    for text in table(rows):
        screen.print(text, highlight=False, soft_wrap=True)
    connection = found[0]["server_bytes_per_connection"] / 1000
    screen.print(f"\na connection, its share of a game being played included: {connection:.1f} KB")
    if tables:
        sizes = (f"  {what}: {size / 1000:.1f} KB" for what, size in table_bytes.items())
        screen.print("\na table that nobody is connected to:", *sizes, sep="\n", highlight=False)
    if not has_boardgameio():
        screen.print("(boardgame.io: npm install in benchmarks/boardgameio)", style="aside")
    return 0


def _milliseconds(value: float | None) -> str:
    return "" if value is None else f"{value:.1f}"


def _print(figures: "Figures") -> None:
    from parlour.bench.engine import HEARTS

    screen = console()
    hearts = next((line.median for line in figures.rates if line.name == HEARTS), None)
    rows: list[tuple[str, ...]] = [("", "M actions/s", "best", "× hearts" if hearts else "")]
    for line in figures.rates:
        beside = f"{line.median / hearts:,.2f}" if hearts else ""
        rows.append((line.name, f"{line.median / 1e6:.3f}", f"{line.best / 1e6:.3f}", beside))
    for text in table(rows):
        screen.print(text, highlight=False, soft_wrap=True)
    screen.print()
    facts = [(name, _seconds(seconds)) for name, seconds in figures.times.items()]
    facts += [(f"state of {game}", f"{size} bytes") for game, size in figures.state_bytes.items()]
    for text in table(facts):
        screen.print(text, highlight=False, soft_wrap=True)


def _seconds(seconds: float) -> str:
    return f"{seconds * 1e6:.2f} µs" if seconds < 1e-3 else f"{seconds:.3f} s"


def bots(
    *,
    players: Annotated[int, WHOLE, Parameter(help="How many play.")] = 6,
    deals: Annotated[
        int, WHOLE, Parameter(help="How many deals; each is played from every chair.")
    ] = 100,
    steps: Annotated[
        int, WHOLE, Parameter(help="How often the playouts are doubled, from 32 on.")
    ] = 8,
    seed: Annotated[int, WHOLE, Parameter(help="The same seed plays the same games again.")] = 0,
    json: Annotated[
        bool, Parameter(negative="", show_default=False, help="Print one JSON object.")
    ] = False,
) -> int:
    """Measure how strong a searching bot is among baselines, with ever more playouts."""
    if not 1 <= steps <= 16:
        raise OptionError(f"{steps} steps: from 1 to 16", "steps", steps, "1 to 16")

    from parlour.bench.bots import strength  # loads the engine

    tell_of_compiling()
    progress = console(error=True)
    with progress.status("Measuring …") if progress.is_terminal else nullcontext() as status:
        found = strength(
            players=players,
            deals=deals,
            steps=steps,
            seed=seed,
            told=status.update if status else lambda _: None,
        )
    if json:
        import msgspec

        about = {"players": players, "deals": deals, "seed": seed}
        lines = [step.as_dict() for step in found]
        sys.stdout.write(msgspec.json.encode(about | {"steps": lines}).decode() + "\n")
        return 0
    rows = [("playouts", "gain", "95 %", "median", "p99")]
    rows += [
        (
            str(step.playouts),
            f"{step.gain.mean:+.1f}".replace("-", "−"),
            f"{step.gain.low:+.1f} to {step.gain.high:+.1f}".replace("-", "−"),
            f"{1e3 * step.median:.2f} ms",
            f"{1e3 * step.p99:.2f} ms",
        )
        for step in found
    ]
    for text in table(rows):
        console().print(text, highlight=False, soft_wrap=True)
    return 0
