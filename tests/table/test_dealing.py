"""Fair dealing: without bias, changed by every input, the same as an independent reading of the
documentation."""

import hashlib
from collections import Counter

import pytest

from parlour.cards import packs, parse_cards
from parlour.games.pippip import PipPip
from parlour.table import commands
from parlour.table import events as ev
from parlour.table.dealing import Dealing, Words, commitment
from tests.table.playing import INSTANT, Playing


def chi_squared(counts: Counter[int], kinds: int) -> float:
    expected = counts.total() / kinds
    return sum((counts[kind] - expected) ** 2 / expected for kind in range(kinds))


def test_numbers_below_n_are_uniform() -> None:
    for n in (3, 6, 52, 104):
        words = Words(f"bias of {n}".encode())
        counts = Counter(words.below(n) for _ in range(200 * n))
        assert set(counts) == set(range(n))
        assert chi_squared(counts, n) < n + 5 * (2 * n) ** 0.5


def test_rejection_leaves_no_bias_where_a_remainder_would() -> None:
    n = 3 * 2**30  # a plain remainder would make the lowest third twice as likely
    words = Words(b"large")
    low = sum(words.below(n) < 2**30 for _ in range(6000))
    assert 1800 < low < 2200, "a third, not a half"


def test_every_card_is_equally_likely_at_every_place() -> None:
    cards = packs(2)
    firsts: Counter[int] = Counter()
    lasts: Counter[int] = Counter()
    for k in range(4000):
        order = Words(f"shuffle {k}".encode()).shuffled(cards)
        firsts[order[0]] += 1
        lasts[order[-1]] += 1
    for counts in (firsts, lasts):
        assert chi_squared(counts, 52) < 51 + 5 * 102**0.5


def dealing(**changes: object) -> Dealing:
    inputs = {
        "secret": 64 * "1",
        "nonces": (64 * "2", "", 64 * "3"),
        "table": "table",
        "match": 1,
        "hand": 1,
    }
    return Dealing(**(inputs | changes))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "changes",
    [
        {"secret": 63 * "1" + "2"},
        {"nonces": (64 * "2", "", 63 * "3" + "4")},
        {"nonces": (64 * "2", 64 * "3", "")},
        {"nonces": ("", 64 * "2", 64 * "3")},
        {"table": "tablf"},
        {"match": 2},
        {"hand": 2},
    ],
)
def test_everything_that_goes_in_changes_the_deal(changes: dict[str, object]) -> None:
    game = PipPip(3, events=["card 3c", "card 4c", "card 5c"])
    assert dealing().event(game, 0) == dealing().event(game, 0)
    assert dealing(**changes).event(game, 0) != dealing().event(game, 0)
    assert dealing().event(game, 1) != dealing().event(game, 0)


def by_the_documentation(
    secret: str, nonces: list[str], table: str, match: int, hand: int, k: int, cards: list[int]
) -> list[int]:
    """A second reading of docs/fair-dealing.md, as somebody else would write it."""
    text = b""
    for field in (
        b"parlour fair dealing 1",
        bytes.fromhex(secret),
        table.encode("utf-8"),
        match.to_bytes(4, "big"),
        hand.to_bytes(4, "big"),
        k.to_bytes(4, "big"),
        *[bytes.fromhex(nonce) for nonce in nonces],
    ):
        text += len(field).to_bytes(2, "big") + field
    stream = hashlib.shake_256(text).digest(100_000)
    place = 0

    def below(n: int) -> int:
        nonlocal place
        while True:
            word = int.from_bytes(stream[place : place + 4], "big")
            place += 4
            if word < 2**32 // n * n:
                return word % n

    cards = list(cards)
    for i in range(len(cards) - 1, 0, -1):
        j = below(i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return cards


def test_a_table_deals_as_documented_and_reveals_what_it_has_promised() -> None:
    playing = Playing(3, preset="russian", timing=INSTANT, options={"match_length": "1 hands"})
    promised = commitment(playing.table.secret)
    playing.sit("Anna", "Boris")
    playing.fill()
    playing.all_ready()
    while playing.phase() == "playing":
        turn = playing.table.turn
        assert turn is not None
        if playing.table.seats[turn].plays_himself:
            playing.do(commands.act, turn, playing.game().legal_names(turn)[0])
        else:
            playing.pass_time()
    revealed = playing.table.revealed
    assert revealed is not None
    assert hashlib.sha256(bytes.fromhex(revealed.secret)).hexdigest() == promised
    assert revealed.nonces == (f"{0:064x}", f"{1:064x}", "")
    chances = [entry.event.chance for entry in playing.log if isinstance(entry.event, ev.Chanced)]
    number = next(k for k, chance in enumerate(chances) if chance.startswith("order"))
    assert number == 2, "after the dealer by lot and the cut"
    expected = by_the_documentation(
        revealed.secret, list(revealed.nonces), "01TEST", 1, 1, number, packs(2)
    )
    assert parse_cards(chances[number].removeprefix("order")) == expected
