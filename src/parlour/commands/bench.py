"""`parlour bench`."""

import sys
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from parlour.commands.output import console, table
from parlour.errors import OptionError

if TYPE_CHECKING:
    from parlour.bench.engine import Figures


def engine(
    *,
    json: Annotated[
        bool, Parameter(negative="", show_default=False, help="Print one JSON object.")
    ] = False,
    rounds: Annotated[int, Parameter(help="Rounds of each measurement; the median counts.")] = 5,
) -> int:
    """Measure the engine, and other engines beside it."""
    if not 1 <= rounds <= 1000:
        raise OptionError(f"{rounds} rounds: from 1 to 1000", "rounds", rounds, "1 to 1000")

    from parlour.bench.engine import measure  # noqa: PLC0415  # loads the engine

    progress = console(error=True)
    if progress.is_terminal:
        with progress.status("Measuring …") as status:
            figures = measure(all_rivals=True, rounds=rounds, told=status.update)
    else:
        figures = measure(all_rivals=True, rounds=rounds)
    if json:
        import msgspec  # noqa: PLC0415

        sys.stdout.write(msgspec.json.encode(figures.as_dict()).decode() + "\n")
    else:
        _print(figures)
    return 0


def _print(figures: "Figures") -> None:
    from parlour.bench.engine import HEARTS  # noqa: PLC0415

    screen = console()
    hearts = next((line.median for line in figures.rates if line.name == HEARTS), None)
    rows: list[tuple[str, ...]] = [("", "M actions/s", "best", "× hearts" if hearts else "")]
    for line in figures.rates:
        beside = f"{line.median / hearts:,.2f}" if hearts else ""
        rows.append((line.name, f"{line.median / 1e6:.3f}", f"{line.best / 1e6:.3f}", beside))
    rows += [("", "", "", "")]
    for text in table(rows):
        screen.print(text, highlight=False, soft_wrap=True)
    if hearts is None:
        screen.print(
            "(OpenSpiel and RLCard are not installed: uv sync --group bench)\n", style="aside"
        )
    facts = [(name, _seconds(seconds)) for name, seconds in figures.times.items()]
    facts += [(f"state of {game}", f"{size} bytes") for game, size in figures.state_bytes.items()]
    for text in table(facts):
        screen.print(text, highlight=False, soft_wrap=True)


def _seconds(seconds: float) -> str:
    return f"{seconds * 1e6:.2f} µs" if seconds < 1e-3 else f"{seconds:.3f} s"
