"""Tests of Pip-Pip."""
