"""The figures that `docs/bots.md` quotes, one experiment after another.

Run it as ``uv run python benchmarks/bots.py [--hands N] [--cores N] [NAME ...]``; without names all
experiments run.
"""

import argparse

from parlour.arena.run import run
from parlour.bots.pippip.levels import EXPERT
from parlour.games.pippip import Options

BENCH = "parlour.bench.bots"
PLAIN = f"{BENCH}:plain_{EXPERT}"
EXPERIMENTS: dict[str, tuple[tuple[str, ...], int]] = {
    "casual-3": (("casual", "baseline"), 3),
    "casual-6": (("casual", "baseline"), 6),
    "solid-3": (("solid", "baseline"), 3),
    "solid-6": (("solid", "baseline"), 6),
    "solid-12": (("solid", "baseline"), 12),
    "expert-3": (("expert", "baseline"), 3),
    "expert-6": (("expert", "baseline"), 6),
    "expert-12": (("expert", "baseline"), 12),
    "expert-plain-3": (("expert", PLAIN), 3),
    "expert-plain-6": (("expert", PLAIN), 6),
    "1000-plain-6": ((f"{BENCH}:playouts_1000", f"{BENCH}:plain_1000"), 6),
    "master-expert-6": (("master", "expert"), 6),
}


def main() -> None:
    """Run the experiments asked for and print a line for each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", choices=[*EXPERIMENTS, []], metavar="NAME")
    parser.add_argument("--hands", type=int, default=2000)
    parser.add_argument("--cores", type=int)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    for name in arguments.names or EXPERIMENTS:
        bots, players = EXPERIMENTS[name]
        found = run(
            bots,
            options=Options(),
            players=players,
            deals=max(2, arguments.hands // players),
            seed=arguments.seed,
            cores=arguments.cores,
        )
        bot = found.standings[0]
        print(
            f"{name:16} {found.hands:6} hands: gain {bot.gain.mean:+6.2f} "
            f"({bot.gain.low:+.2f} to {bot.gain.high:+.2f}), wins {100 * bot.wins.mean:.1f} %, "
            f"median {1e3 * bot.median:.2f} ms, p99 {1e3 * bot.p99:.2f} ms, {found.seconds:.0f} s",
            flush=True,
        )


if __name__ == "__main__":
    main()
