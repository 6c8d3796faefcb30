"""Everything that can be wrong with what a caller says, one class for each kind.

*Invalid* means that it says nothing at all (no such card, no such action), *illegal* that the rules
refuse it now, *ambiguous* that it could mean several things. Every message says what was wrong,
where, and what would be right; nothing has been changed when one of these is raised.
"""

from collections.abc import Mapping


class ParlourError(ValueError):
    """The base of all errors that Parlour raises for a caller's mistake."""


class InvalidCardError(ParlourError):
    """A text that names no card.

    Attributes: `text`, the whole text; `position`, where in it the fault begins, from 0.
    """

    def __init__(self, message: str, text: str, position: int = 0) -> None:
        super().__init__(message)
        self.text = text
        self.position = position


class InvalidPackError(ParlourError):
    """Cards that are not the pack asked for: one too many, one missing, one twice too often."""


class OptionError(ParlourError):
    """An option, a value or a number of players that cannot be had.

    Attributes: `option`, `value` and `allowed`, a description of what would be right.
    """

    def __init__(self, message: str, option: str, value: object, allowed: str) -> None:
        super().__init__(message)
        self.option = option
        self.value = value
        self.allowed = allowed


class NoSuchSeatError(ParlourError):
    """A seat that the table does not have. Seats are numbered from 0."""


class HiddenHandError(ParlourError):
    """A question about a hand that this view does not show."""


class InvalidEventError(ParlourError):
    """A text or number that is no action and no chance event of the game."""


class AmbiguousEventError(ParlourError):
    """A text that could mean several legal actions."""


class IllegalEventError(ParlourError):
    """An action or chance event that the rules refuse now.

    Attributes: `code`, a stable name such as ``must_follow``, and its `parameters`.
    """

    def __init__(self, message: str, code: str, parameters: Mapping[str, str | int]) -> None:
        super().__init__(message)
        self.code = code
        self.parameters = dict(parameters)


class OutOfTurnError(IllegalEventError):
    """An action by somebody who is not on turn."""


class GameOverError(IllegalEventError):
    """An event after the end of the match."""


class InvalidStateError(ParlourError):
    """Bytes that are no state of the game."""


class TruncatedStateError(InvalidStateError):
    """Bytes that are too few, or too many, for a state."""


class StateVersionError(InvalidStateError):
    """Bytes of another game or another version of the format."""


class ImpossibleStateError(InvalidStateError):
    """Bytes of the right form that no play of the game can lead to."""


class RecordError(ParlourError):
    """A record of a game that cannot be read, or that contradicts itself or the rules.

    Attributes: `file`, its name; `line`, counted from 1, or None where the fault is in no one
    line; `reason`.
    """

    def __init__(self, reason: str, file: str = "record", line: int | None = None) -> None:
        super().__init__(f"{file}:{line}: {reason}" if line else f"{file}: {reason}")
        self.file = file
        self.line = line
        self.reason = reason
