"""Pictures of a state or view of Savannah: the table as it lies, and the hands as far as known.

What lies face down is drawn face down, even where the state knows it.
"""

from parlour.games.savannah.picture.svg import picture_svg
from parlour.games.savannah.picture.text import picture_text

__all__ = ["picture_svg", "picture_text"]
