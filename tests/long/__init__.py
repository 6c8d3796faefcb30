"""Proofs that take longer than the tests may."""
