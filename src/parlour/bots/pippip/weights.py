"""The numbers of `solid`, as found by `benchmarks/tune_solid.py`."""

import numpy as np

WEIGHTS = np.array(
    [
        [0.881, 0.408, 0.818, 0.343, -2.141, 0.504, 0.377, 0.329, 0.286, 0.753, 15.159, 8.366,
         18.605, 2.262, 57.078],
        [0.727, 0.632, -0.220, -0.155, -0.948, 0.066, 0.038, 0.660, 5.600, 0.912, 8.902, 5.736,
         3.586, 3.339, 18.0],
    ]
)  # fmt: skip
"""Shape (2, 15): while cards are drawn, and after; `parlour.bots.pippip.solid` tells which."""
