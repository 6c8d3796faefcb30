"""The proof of fair dealing that a record carries, and checking it."""

from collections.abc import Sequence
from typing import Annotated, Any, Self

import msgspec

from parlour.errors import ParlourError
from parlour.games.chance import KINDS, ORDER
from parlour.games.notation import Moment
from parlour.records import Record
from parlour.table.dealing import Dealing, commitment

KEY = "fair_dealing"
"""Where it stands among a record's ``extra``."""


class UnfairError(ParlourError):
    """A record whose chance does not follow from the secrets and nonces it names.

    Attributes: `line` of its file, counted from 1, or None where the fault is in no one line.
    """

    def __init__(self, reason: str, line: int | None = None) -> None:
        super().__init__(reason)
        self.line = line


class HandProof(msgspec.Struct, forbid_unknown_fields=True):
    """What the chance of one hand was made of, all in hexadecimal."""

    commitment: str
    """What was published before anybody sent a nonce."""
    secret: str
    nonces: list[str]
    """By seat as it was when the hand began; empty for none."""


class Proof(msgspec.Struct, forbid_unknown_fields=True):
    """What the chance of a match was made of."""

    table: str
    match: Annotated[int, msgspec.Meta(ge=1, lt=2**32)]
    hands: list[HandProof]

    @classmethod
    def of(cls, record: Record) -> Self | None:
        """The proof that a record carries, None if it has none.

        Raises `UnfairError` for one that cannot be read.
        """
        found = record.extra.get(KEY)
        if found is None:
            return None
        try:
            return msgspec.convert(found, cls)
        except msgspec.ValidationError as error:
            raise UnfairError(f"extra.{KEY} is no proof of fair dealing: {error}") from None

    def plain(self) -> dict[str, Any]:
        """As a record's ``extra`` holds it."""
        return {KEY: msgspec.to_builtins(self)}


def check_fair(record: Record) -> int | None:
    """Make sure that all chance of a record follows from its proof.

    Returns how many hands were checked, None for a record without a proof. Raises `UnfairError`,
    which names the hand and the event.
    """
    proof = Proof.of(record)
    if proof is None:
        return None
    if record.kept_by is not None:
        raise UnfairError("the proof needs all cards: this record was kept by one player")
    if len(proof.hands) != len(record.hands):
        raise UnfairError(
            f"there are {len(record.hands)} hands and proofs of {len(proof.hands)}: "
            "every hand needs one"
        )
    game = record.begin()
    for number, (hand, shown) in enumerate(zip(record.hands, proof.hands, strict=True), 1):
        dealing = _dealing(proof, number, shown, record.players)
        chances: list[tuple[Moment, str]] = []
        for moment in hand.moments:
            if moment.seat is None and game.awaits is not None:
                chances.append((moment, dealing.event(game, len(chances)) or ""))
            game.do(moment.event, moment.seat)
        _compare(chances, number)
    return len(record.hands)


def _dealing(proof: Proof, number: int, shown: HandProof, players: int) -> Dealing:
    if len(shown.nonces) != players:
        raise UnfairError(
            f"hand {number}: there are {len(shown.nonces)} nonces, and {players} are needed: one "
            "for each seat, empty if it gave none"
        )
    try:
        promised = commitment(shown.secret)
        dealing = Dealing(shown.secret, tuple(shown.nonces), proof.table, proof.match, number)
        dealing.words(0)
    except (ValueError, OverflowError):
        raise UnfairError(
            f"hand {number}: secret and nonces have to be hexadecimal, of 32 bytes each"
        ) from None
    if promised != shown.commitment.lower():
        raise UnfairError(f"hand {number}: the secret is not the one that was promised")
    return dealing


def _compare(chances: Sequence[tuple[Moment, str]], number: int) -> None:
    """Raise an `UnfairError` unless what happened in a hand, and what should have, are the same."""
    wrong = next((k for k, (moment, due) in enumerate(chances) if moment.event != due), None)
    if wrong is None:
        return
    moment, due = chances[wrong]
    first = f"chance event {wrong + 1} of the hand{_difference(moment.event, due)}"
    parts = [
        said == right
        for other, expected in chances
        for said, right in zip(other.event.split()[1:], expected.split()[1:], strict=False)
    ]
    if 2 * sum(parts) < len(parts):  # a few always agree by accident
        raise UnfairError(
            f"hand {number}: nothing agrees with the secret, the nonces, the table and the match "
            f"that the proof names: one of these is wrong, or the whole deal; first {first}",
            moment.line,
        )
    raise UnfairError(f"hand {number}: {first}", moment.line)


def _difference(event: str, due: str) -> str:
    """How a chance event is first not what it should be.

    >>> _difference("order Qh 2c Ts", "order Qh Ts 2c")
    ': card 2 of the pack is 2c, should be Ts'
    >>> _difference("cut h", "cut s")
    ' is cut h, should be cut s'
    """
    kind, *cards = event.split()
    _, *right = due.split() or [""]
    if kind == KINDS[ORDER] and len(cards) == len(right):
        place = next(place for place, card in enumerate(cards) if card != right[place])
        return f": card {place + 1} of the pack is {cards[place]}, should be {right[place]}"
    return f" is {event}, should be {due or 'nothing'}"
