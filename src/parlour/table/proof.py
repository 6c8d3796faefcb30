"""The proof of fair dealing that a record carries, and checking it."""

from typing import Any, Self

import msgspec

from parlour.errors import ParlourError
from parlour.games.notation import Moment
from parlour.records import Record
from parlour.table.dealing import Dealing, commitment

KEY = "fair_dealing"
"""Where it stands among a record's ``extra``."""


class UnfairError(ParlourError):
    """A record whose chance does not follow from the secrets and nonces it names."""


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
    match: int
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
        dealing = _dealing(proof, number, shown)
        chances = 0
        for moment in hand.moments:
            if moment.seat is None and game.awaits is not None:
                _check(dealing.event(game, chances), moment, number, chances)
                chances += 1
            game.do(moment.event, moment.seat)
    return len(record.hands)


def _dealing(proof: Proof, number: int, shown: HandProof) -> Dealing:
    try:
        promised = commitment(shown.secret)
        dealing = Dealing(shown.secret, tuple(shown.nonces), proof.table, proof.match, number)
        dealing.words(0)
    except ValueError:
        raise UnfairError(f"hand {number}: secret and nonces have to be hexadecimal") from None
    if promised != shown.commitment.lower():
        raise UnfairError(f"hand {number}: the secret is not the one that was promised")
    return dealing


def _check(expected: str | None, moment: Moment, number: int, k: int) -> None:
    if expected != moment.event:
        raise UnfairError(
            f"hand {number}: chance event {k} was {moment.event[:40]!r}, and follows from secret "
            f"and nonces as {(expected or 'none')[:40]!r}"
        )
