"""What is there to gain: the search among baselines when it sees all cards, the stock too.

It takes the play that is best on the true deal, going on as `solid` to the end of the hand. Run it
as ``uv run python benchmarks/seeing.py [--players N …] [--hands N]``; the seats and deals are those
of `benchmarks/bots.py`, so that the gain of `expert` there is a share of the gain here.
"""

import argparse
from typing import Any

import numpy as np

from parlour.arena.results import estimate
from parlour.bots.pippip.numbers import PLAYS
from parlour.bots.pippip.playout import move
from parlour.bots.pippip.value import lead_over_others
from parlour.bots.policies import Policy
from parlour.games import engine
from parlour.games.driver import Driver
from parlour.games.jit import compiled, int64, records
from parlour.games.pippip import Options, PipPip
from parlour.games.pippip.state import PLAY
from parlour.games.sampling import Chance


@compiled
def best(states: Any, work: Any, asking: Any, me: int, actions: Any, plays: Any) -> int:
    """The one of *actions* that gains most, all cards being known."""
    s, ahead = work[0], np.zeros(2, np.int64)
    most, choice = -1e9, int64(actions[0])
    for action in actions:
        work[0] = states[0]
        ahead[:] = asking
        engine.step(s, ahead, me, action)
        while s.phase == PLAY:
            move(s, ahead, me, True, plays)
        gain = lead_over_others(s, me)
        if gain > most:
            most, choice = gain, int64(action)
    return choice


def gain(players: int, me: int, number: int, seed: int) -> float:
    """What seat *me* gains in deal *number*."""
    driver = Driver(PipPip(players, Options(match_length="1 hands")), Chance(seed, number))
    work, baseline = records(1, PipPip.dtype), Policy("baseline")
    while not driver.game.over:
        seat, legal = driver.actor, driver.legal()
        if seat is None:
            break
        if seat == me and len(legal) > 1:
            actions = np.array(legal, np.int64)
            action = int(best(driver.game.record, work, driver._asking, me, actions, PLAYS))
        else:
            action = baseline.choose(driver.game.view(seat), legal)
        driver.do(action)
    scores = np.array(driver.game.scores(), float)
    return float(scores[me] - np.delete(scores, me).mean())


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, nargs="*", default=[3, 6, 12])
    parser.add_argument("--hands", type=int, default=1200)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    for players in arguments.players:
        deals = range(max(2, arguments.hands // players))
        found = estimate(
            np.array(
                [
                    np.mean([gain(players, me, d, arguments.seed) for me in range(players)])
                    for d in deals
                ]
            )
        )
        print(
            f"{players} players, {len(deals) * players} hands: gain {found.mean:+.2f} "
            f"({found.low:+.2f} to {found.high:+.2f})",
            flush=True,
        )


if __name__ == "__main__":
    main()
