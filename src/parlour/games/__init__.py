"""The games: the rules, written once, compiled and interpreted from one source."""
