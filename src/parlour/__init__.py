"""Parlour: the card table for Pip-Pip and Savannah."""

__version__ = "0.1.0"
