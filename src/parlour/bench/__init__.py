"""Benchmarks: Parlour's speed measured beside that of others, in one run."""
