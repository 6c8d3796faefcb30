"""Bots: choosing an action from a view, and simulating many games with them.

>>> from parlour.games.pippip import PipPip
>>> result = simulate(PipPip(3), "random", games=2, seed=1)
>>> result.scores.shape
(2, 3)
"""

from parlour.bots.policies import POLICIES, Policy
from parlour.bots.simulate import Simulation, simulate

__all__ = ["POLICIES", "Policy", "Simulation", "simulate"]
