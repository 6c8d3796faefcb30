"""`expert`'s search beside OpenSpiel's ISMCTS: the same engine, the same number of simulations.

One searcher sits among ISMCTS bots. Both are given every deal; ISMCTS (its Python implementation,
with random rollouts) samples its worlds with our sampler, without inference. Run it as
``uv run --group bench python benchmarks/ismcts.py [--players N] [--deals N] [--simulations N]``.
"""

import argparse
from types import SimpleNamespace
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms.ismcts import ISMCTSBot
from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator

from parlour.arena.results import estimate
from parlour.bots.pippip.deals import sample
from parlour.bots.pippip.search import Searcher
from parlour.games.driver import Driver
from parlour.games.game import Game
from parlour.games.pippip import Options, PipPip
from parlour.games.sampling import Chance

TYPE = SimpleNamespace(
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
)


class State:
    """A hand of Pip-Pip after the deal, with the methods that OpenSpiel's searches call."""

    def __init__(self, driver: Driver) -> None:
        self.driver = driver

    def get_game(self) -> Any:
        """What tells the kind of game."""
        return SimpleNamespace(get_type=lambda: TYPE)

    def current_player(self) -> int:
        """The seat to decide."""
        return -1 if self.driver.actor is None else self.driver.actor

    def legal_actions(self, _player: int | None = None) -> list[int]:
        """What it may do."""
        return self.driver.legal()

    def information_state_string(self, _player: int | None = None) -> str:
        """What it knows."""
        view = self.driver.game.view(self.current_player())
        return f"{self.driver.asked}{view.to_bytes().hex()}"

    def apply_action(self, action: int) -> None:
        """Do it."""
        self.driver.do(int(action))

    def is_terminal(self) -> bool:
        """Whether the hand is over."""
        return self.driver.game.over

    def is_chance_node(self) -> bool:
        """Never: the order of the stock is part of a state."""
        return False

    def returns(self) -> Any:
        """Points over the others' average, by seat."""
        scores = np.array(self.driver.game.scores(), float)
        return scores - (scores.sum() - scores) / (len(scores) - 1)

    def on(self, game: Game) -> "State":
        """The same decision in another match."""
        driver = Driver.__new__(Driver)
        driver.game, driver._chance = game, None
        driver._asking = self.driver._asking.copy()
        return State(driver)

    def clone(self) -> "State":
        """An independent state."""
        return self.on(self.driver.game.copy())


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--deals", type=int, default=20)
    parser.add_argument("--simulations", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    players, random = arguments.players, np.random.RandomState(arguments.seed)

    def resample(state: State, player: int) -> State:
        view = state.driver.game.view(player)
        return state.on(sample(view, 1, random.randint(1 << 31))[0])

    rival = ISMCTSBot(
        None, RandomRolloutEvaluator(1, random), 100.0, arguments.simulations, random_state=random
    )
    rival.set_resampler(resample)
    ours = Searcher(arguments.simulations, arguments.seed)
    gains = []
    for deal in range(arguments.deals):
        found = []
        for seat in range(players):
            game = PipPip(players, Options(match_length="1 hands"))
            state = State(Driver(game, Chance(arguments.seed, deal)))
            while not state.is_terminal():
                if state.current_player() == seat:
                    action = ours.choose(game.view(seat), state.legal_actions())
                else:
                    action = rival.step(state)
                state.apply_action(action)
            found.append(state.returns()[seat])
        gains.append(np.mean(found))
        gain = estimate(np.array(gains))
        print(
            f"{(deal + 1) * players} hands, {arguments.simulations} simulations: "
            f"gain {gain.mean:+.1f} ({gain.low:+.1f} to {gain.high:+.1f})",
            flush=True,
        )


if __name__ == "__main__":
    main()
