"""Fair dealing: without bias, changed by every input, the same as an independent reading of the
documentation."""

import hashlib
from collections import Counter
from pathlib import Path

import pytest

from parlour.cards import packs, parse_cards
from parlour.cli import run
from parlour.games.pippip import Options, PipPip
from parlour.records import Record, dumps, loads
from parlour.table import commands
from parlour.table import events as ev
from parlour.table.dealing import Dealing, Words, commitment
from parlour.table.proof import HandProof, Proof, UnfairError, check_fair
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


@pytest.fixture(scope="module")
def proved() -> str:
    """A record of a hand with its proof."""
    start = PipPip(3, Options.read({"match_length": "1 hands"}, "russian"))
    game, fair = start.copy(), dealing()
    events: list[tuple[int | None, str]] = []
    while not game.over:
        chance = fair.event(game, len(events))
        events.append((game.turn, chance or game.legal_names(game.turn or 0)[0]))
        game.do(events[-1][1])
    shown = HandProof(commitment(fair.secret), fair.secret, list(fair.nonces))
    text = dumps(Record.of(start, events, extra=Proof(fair.table, 1, [shown]).plain()))
    assert check_fair(loads(text)) == 1
    return text


def wrong_in(text: str) -> tuple[str, str]:
    """What is wrong with a record, and the line it names."""
    with pytest.raises(UnfairError) as refused:
        check_fair(loads(text))
    line = refused.value.line
    return str(refused.value), text.splitlines()[line - 1] if line else ""


def test_a_card_that_was_changed_is_named_with_its_place(
    proved: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The two cards that lie at the bottom of the stock."""
    (rest,) = (line for line in proved.splitlines() if line.startswith("rest: "))
    first, second = rest.removeprefix("rest: ").split()
    changed = proved.replace(rest, f"rest: {second} {first}")
    said, line = wrong_in(changed)
    place = f"card 103 of the pack is {second}, should be {first}"
    assert said == f"hand 1: chance event 3 of the hand: {place}"
    assert line.startswith("deal 1: ")
    file = tmp_path / "hand.toml"
    file.write_text(changed, "utf-8")
    assert run(["check", str(file)]) == 1
    number = changed.splitlines().index(line) + 1
    assert capsys.readouterr().out == f"{file}:{number}: {said}\n"


@pytest.mark.parametrize(
    ("part", "changed"),
    [
        ('table = "table"', 'table = "tablf"'),
        ("match = 1\n", "match = 2\n"),
        ('nonces = ["2222', 'nonces = ["2223'),
    ],
)
def test_that_nothing_agrees_is_said(proved: str, part: str, changed: str) -> None:
    assert part in proved
    said, _ = wrong_in(proved.replace(part, changed, 1))
    assert "nothing agrees with the secret, the nonces, the table and the match" in said


@pytest.mark.parametrize(
    ("part", "changed", "why"),
    [
        ('"", ', "", "there are 2 nonces, and 3 are needed"),
        ("match = 1\n", "match = 4294967296\n", "is no proof of fair dealing"),
        ('["2222', '["x222', "have to be hexadecimal"),
        ('["2222', f'["{140_000 * "2"}', "have to be hexadecimal"),
    ],
)
def test_a_proof_that_cannot_be_is_said(proved: str, part: str, changed: str, why: str) -> None:
    assert part in proved
    assert why in wrong_in(proved.replace(part, changed, 1))[0]
