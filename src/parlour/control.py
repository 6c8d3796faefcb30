r"""Characters that do something to a terminal, or to the order in which a line is read.

Texts of others (names, comments, the names of files) may hold them, and must not bring them to a
screen: records refuse them, and messages show `�` in their place.

>>> clean("a\x1b[31mb\u202ec")
'a�[31mb�c'
"""

import re

CONTROL_CHARACTER = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]"
)
"""All control characters but tabs and ends of lines; other characters that end a line; and those
that turn the direction of writing, so that a line looks like another."""


def clean(text: str) -> str:
    """*text* as one line without such characters."""
    return CONTROL_CHARACTER.sub("�", text.replace("\n", "�").replace("\t", " "))
