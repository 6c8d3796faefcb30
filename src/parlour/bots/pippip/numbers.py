"""The learned numbers of Pip-Pip's bots, as `benchmarks/learn.py` writes them."""

from pathlib import Path

import numpy as np

FILE = Path(__file__).with_name("numbers.npz")

with np.load(FILE) as _stored:
    PLAYS = _stored["plays"]
    """Shape (2, 13, 4, `parlour.bots.pippip.features.SIZE`): by card values and players, while
    cards are drawn and after, each a constant and a slope."""
    HANDS = _stored["hands"]
    """Shape (2, 13, 3, `parlour.bots.pippip.value.SIZE`): by card values and players, constant,
    slope and curvature."""
