"""Slow, independent referees, written only from the rules' text, to check the engine against."""
