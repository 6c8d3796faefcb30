"""Pip-Pip, the noisy old English trick-taking party game."""

from parlour.games.pippip.game import PipPip
from parlour.games.pippip.options import CHOICES, PRESETS, Options

__all__ = ["CHOICES", "PRESETS", "Options", "PipPip"]
