"""Pictures of a state or view of Pip-Pip, drawn from its record and nothing else."""

from parlour.games.pippip.picture.svg import picture_svg
from parlour.games.pippip.picture.text import picture_text

__all__ = ["picture_svg", "picture_text"]
