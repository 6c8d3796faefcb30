"""The arena: bots against each other on the same deals, with intervals, times and ratings."""
