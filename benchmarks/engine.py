"""The engine beside OpenSpiel and RLCard, in one run.

Run it as ``uv run --group bench python benchmarks/engine.py [--all]``.
"""

import sys

from parlour.bench.engine import HEARTS, measure


def _tell(what: str) -> None:
    if sys.stderr.isatty():
        print(f"\r\033[K{what}", end="", file=sys.stderr, flush=True)


def main() -> None:
    """Measure and print."""
    figures = measure(all_rivals="--all" in sys.argv, told=_tell)
    _tell("")
    hearts = next((line.median for line in figures.rates if line.name == HEARTS), None)
    for line in figures.rates:
        beside = f"  {line.median / hearts:8.1f} × hearts" if hearts else ""
        print(f"{line.name:44} {line.median / 1e6:9.3f} M {line.unit}{beside}")
    for name, seconds in figures.times.items():
        shown = f"{seconds * 1e6:.2f} µs" if seconds < 1e-3 else f"{seconds:.3f} s"
        print(f"{name:44} {shown:>14}")
    for name, size in figures.state_bytes.items():
        print(f"{'state of ' + name:44} {size:9} bytes")


if __name__ == "__main__":
    main()
