"""`parlour explain`."""

import sys
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from parlour.commands.compiling import tell_of_compiling
from parlour.commands.output import console, table
from parlour.commands.parameters import WHOLE, File
from parlour.errors import OptionError

if TYPE_CHECKING:
    from parlour.bots.explaining import Explanation
    from parlour.games.notation import Step
    from parlour.records import Record

_MOST = 10_000_000


def explain(
    file: File,
    /,
    *,
    step: Annotated[
        int,
        WHOLE,
        Parameter(help="Which decision: its number as in 'parlour trace'.", show_default=False),
    ],
    playouts: Annotated[
        int, WHOLE, Parameter(help="How long to search; 40000 is what master does.")
    ] = 40_000,
    seed: Annotated[int, WHOLE, Parameter(help="The same seed finds the same again.")] = 0,
    json: Annotated[
        bool, Parameter(negative="", show_default=False, help="Print one JSON object.")
    ] = False,
) -> int:
    """Tell what each legal action was worth at a step of a record, and why the best was best."""
    if not 1 <= playouts <= _MOST:
        allowed = f"1 to {_MOST:,}"
        raise OptionError(f"{playouts} playouts: {allowed}", "playouts", playouts, allowed)

    from parlour.bots.explaining import explainer  # loads the engine
    from parlour.records import read

    tell_of_compiling()
    record = read(file)
    explained = explainer(record.entry.name)
    found = _decision(record, step)
    before, seat = found.before, found.seat
    view = before if before.observer == seat else before.view(seat)
    told = explained(view, view.legal(seat), playouts, seed)
    if json:
        import msgspec

        sys.stdout.write(msgspec.json.encode(_as_dict(found, told)).decode() + "\n")
    else:
        _print(found, told)
    return 0


def _decision(record: "Record", number: int) -> "Step[Any]":
    """The step of that number, if it is a player's decision that can be judged."""
    steps = list(record.steps())
    if not 1 <= number <= len(steps):
        allowed = f"1 to {len(steps)}"
        raise OptionError(
            f"there is no step {number}: the record has {allowed}", "step", number, allowed
        )
    found = steps[number - 1]
    if found.seat is None:
        after = next((step.number for step in steps[number:] if step.seat is not None), None)
        hint = f"; the next decision is step {after}" if after else ""
        raise OptionError(
            f"step {number} is chance's, nobody's decision{hint}", "step", number, "a decision"
        )
    if found.before.observer not in (None, found.seat):
        raise OptionError(
            f"the record does not know the hand of seat {found.seat + 1}",
            "step",
            number,
            "a decision of the seat that kept the record",
        )
    return found


def _as_dict(step: "Step[Any]", told: "Explanation") -> dict[str, Any]:
    return {
        "step": step.number,
        "seat": step.seat + 1 if step.seat is not None else None,
        "event": step.event,
        "actions": [
            {"action": one.name, "points": one.points, "error": one.error, "deals": one.deals}
            for one in told.estimates
        ],
        "best": told.best.name,
        "next_best": told.next_best.name if told.next_best else None,
        "difference": told.difference,
        "error": told.error,
        "cause": told.cause,
        "sentence": told.sentence(),
    }


def _print(step: "Step[Any]", told: "Explanation") -> None:
    screen = console()
    screen.print(f"Step {step.number}, seat {(step.seat or 0) + 1}: {step.event}", style="title")
    rows: list[tuple[str, ...]] = [("", "points", "±", "deals")]
    rows += [
        (one.name, _signed(one.points), f"{1.96 * one.error:.1f}", f"{one.deals:,}")
        for one in told.estimates
    ]
    for line in table(rows):
        screen.print(line, soft_wrap=True, highlight=False)
    if told.next_best:
        screen.print(
            f"Best is {told.best.name}, by {told.difference:.1f} ± {1.96 * told.error:.1f} over "
            f"{told.next_best.name}. {told.sentence()}",
            highlight=False,
        )
    else:
        screen.print(told.sentence(), highlight=False)
    screen.print(
        "Points over the mean of the others at the end of the hand, with 95 % intervals, over "
        f"deals that agree with all that seat {(step.seat or 0) + 1} had seen.",
        style="aside",
        highlight=False,
    )


def _signed(points: float) -> str:
    return f"{points:+.1f}".replace("-", "−")
