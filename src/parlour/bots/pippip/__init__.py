"""Bots for Pip-Pip: the frozen `baseline`, sampled deals, playouts, search, and the levels."""

from parlour.bots.pippip import baseline

__all__ = ["baseline"]
