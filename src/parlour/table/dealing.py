"""Fair dealing that anyone can check: chance from a committed secret and the players' nonces.

`docs/fair-dealing.md` describes it for those who would write their own checker.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256, shake_256

from parlour.games.chance import CARD, CUT, DEALER, KINDS, ORDER, ROLL, chance_name
from parlour.games.game import Game
from parlour.table.games import live_game

SECRET_BYTES = 32
NONCE_BYTES = 32
_PREFIX = b"parlour fair dealing 1"
_WORD = 4
_SUITS = 4
_FACES = 6


def commitment(secret: str) -> str:
    """What is published beforehand: SHA-256 of the secret, both in hexadecimal.

    >>> commitment("00" * 32)[:16]
    '66687aadf862bd77'
    """
    return sha256(bytes.fromhex(secret)).hexdigest()


class Words:
    """Uniform numbers from the bytes of SHAKE-256, by rejection.

    >>> words = Words(b"seed")
    >>> [words.below(6) for _ in range(8)]
    [3, 2, 1, 1, 1, 1, 0, 0]
    """

    def __init__(self, seed: bytes) -> None:
        self._hash = shake_256(seed)
        self._bytes = b""
        self._place = 0

    def below(self, n: int) -> int:
        """A number from 0 to *n* − 1, each as likely as any other; *n* up to 2³²."""
        limit = 2**32 - 2**32 % n
        while True:
            stop = self._place + _WORD
            if stop > len(self._bytes):
                self._bytes = self._hash.digest(max(1024, 2 * len(self._bytes)))
            word = int.from_bytes(self._bytes[self._place : stop])
            self._place = stop
            if word < limit:
                return word % n

    def shuffled(self, cards: Sequence[int]) -> list[int]:
        """The cards in an order, each equally likely (Fisher and Yates, from the end)."""
        order = list(cards)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return order


@dataclass(frozen=True)
class Dealing:
    """The chance of one hand.

    Secret and nonces are in hexadecimal; the nonces by seat, empty for none.
    """

    secret: str
    nonces: tuple[str, ...]
    table: str
    match: int
    hand: int

    def words(self, k: int) -> Words:
        """The numbers that chance event *k* of the hand, from 0, is made of."""
        fields = [
            _PREFIX,
            bytes.fromhex(self.secret),
            self.table.encode(),
            self.match.to_bytes(4),
            self.hand.to_bytes(4),
            k.to_bytes(4),
            *(bytes.fromhex(nonce) for nonce in self.nonces),
        ]
        return Words(b"".join(len(field).to_bytes(2) + field for field in fields))

    def event(self, game: Game, k: int) -> str | None:
        """Chance event *k* as the game waits for it; None if it waits for none."""
        if game.awaits is None:
            return None
        kind = KINDS.index(game.awaits)
        words = self.words(k)
        if kind == ORDER:
            values = words.shuffled(_cards(game))
        elif kind == CARD:
            cards = _cards(game)
            values = [cards[words.below(len(cards))]]
        elif kind == CUT:
            values = [words.below(_SUITS)]
        elif kind == DEALER:
            values = [words.below(game.players)]
        elif kind == ROLL:
            values = [1 + words.below(_FACES), 1 + words.below(_FACES)]
        else:
            raise ValueError(f"no way to make chance of the kind {game.awaits!r}")
        return chance_name(kind, values)


def _cards(game: Game) -> list[int]:
    """The cards that chance orders or draws from, sorted, so that who checks it can know where."""
    return sorted(live_game(game.name).live.cards_for_chance(game))
