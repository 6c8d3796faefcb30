"""Check that a record from a Parlour table was dealt as promised: `python check_fair.py FILE…`.

Written from docs/fair-dealing.md and docs/records.md alone; it needs nothing but Python.
"""

import hashlib
import re
import sys
import tomllib
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

RANKS, SUITS = "23456789TJQKA", "cdhs"
FULL_LINE = 26
PACK = [rank + suit for rank in RANKS for suit in SUITS]


class UnfairError(Exception):
    """Something does not follow from the secrets and the nonces."""


class Chance:
    """The chance events of one hand, one after the other."""

    def __init__(self, proof: dict[str, Any], hand: int) -> None:
        shown = proof["hands"][hand]
        self.start = [
            b"parlour fair dealing 1",
            bytes.fromhex(shown["secret"]),
            proof["table"].encode(),
            proof["match"].to_bytes(4, "big"),
            (hand + 1).to_bytes(4, "big"),
        ]
        self.nonces = [bytes.fromhex(nonce) for nonce in shown["nonces"]]
        self.count = 0
        if hashlib.sha256(self.start[1]).hexdigest() != shown["commitment"]:
            raise UnfairError(f"hand {hand + 1}: another secret was promised")

    def next_event(self) -> Callable[[int], int]:
        """The numbers of the next event."""
        below = self.event(self.count)
        self.count += 1
        return below

    def event(self, k: int) -> Callable[[int], int]:
        """The numbers of event *k*: each call gives one below its argument."""
        fields = [*self.start, k.to_bytes(4, "big"), *self.nonces]
        text = b"".join(len(field).to_bytes(2, "big") + field for field in fields)
        stream = hashlib.shake_256(text).digest(16_384)
        place = 0

        def below(n: int) -> int:
            nonlocal place
            while True:
                word = int.from_bytes(stream[place : place + 4], "big")
                place += 4
                if word < 2**32 // n * n:
                    return word % n

        return below

    def expect(self, right: bool, what: str) -> None:
        """Raise `UnfairError` unless what was just compared is right."""
        if not right:
            hand = int.from_bytes(self.start[4], "big")
            raise UnfairError(f"hand {hand}, chance event {self.count - 1}: {what}")


def shuffled(cards: Iterable[str], below: Callable[[int], int]) -> list[str]:
    """The cards as an `order` event puts them."""
    order = sorted(cards, key=PACK.index)
    for i in range(len(order) - 1, 0, -1):
        j = below(i + 1)
        order[i], order[j] = order[j], order[i]
    return order


def check(text: str) -> int:
    """How many chance events a record has, all of them right. Raises `UnfairError`."""
    record = tomllib.loads(text)
    proof = record["extra"]["fair_dealing"]
    players = len(record["players"])
    if len(proof["hands"]) != len(record["hand"]):
        raise UnfairError("not every hand has a proof, or not every proof a hand")
    events = 0
    for number, hand in enumerate(record["hand"]):
        lines = [line.partition("#")[0].strip() for line in hand["play"].splitlines()]
        chance = Chance(proof, number)
        if len(chance.nonces) != players:
            raise UnfairError(f"hand {number + 1}: not one nonce a seat, be it empty")
        if record["game"] == "pip-pip":
            check_beginning(lines, chance, players)
            check_deal(lines, chance, players)
            wanted = ["cut"] if number else first_events(record.get("options", {}))
            found = [word for word in map(first_word, lines) if word in ("card", "dealer", "cut")]
            chance.expect(found == wanted, f"there are {found} before the deal, not {wanted}")
        else:
            check_savannah(lines, chance, players)
        events += chance.count
    return events


def first_events(options: dict[str, Any]) -> list[str]:
    """The lines of chance before Pip-Pip's first deal."""
    preset = options.get("preset", "english")
    dealer = options.get("first_dealer", "random" if preset == "russian" else "highest")
    trump = options.get("first_trump", "draw" if preset == "english" else "cut")
    return ["dealer" if dealer == "random" else "card"] + ["cut"] * (trump == "cut")


def first_word(line: str) -> str:
    """What a line is about."""
    return line.partition(" ")[0].rstrip(":")


def check_beginning(lines: Sequence[str], chance: Chance, players: int) -> None:
    """The chance of a hand of Pip-Pip before its deal."""
    left = sorted(2 * PACK, key=PACK.index)
    for line in lines:
        word, *cards = line.split() or [""]
        if word == "card":
            for card in cards:
                found = left[chance.next_event()(len(left))]
                chance.expect(card == found, f"card {found} was drawn, not {card}")
                left.remove(card)
        elif word == "dealer":
            chance.expect(int(cards[0]) == chance.next_event()(players) + 1, line)
        elif word == "cut":
            chance.expect(cards[0] == SUITS[chance.next_event()(4)], line)


def check_deal(lines: Sequence[str], chance: Chance, players: int) -> None:
    """The shuffle of a hand of Pip-Pip: seven cards each, those drawn, the rest of the stock."""
    cards: dict[str, list[str]] = {"deal": [], "draw": [], "rest": []}
    for line in lines:
        if first_word(line) in cards:
            cards[first_word(line)] += line.partition(":")[2].split()
    leads = (line for line in lines if re.match(rf"\d+: [{RANKS}][{SUITS}]", line))
    expected = shuffled(2 * PACK, chance.next_event())
    hands = [cards["deal"][7 * seat : 7 * seat + 7] for seat in range(players)]
    lead = next(leads, "")
    if lead:
        eldest = int(first_word(lead)) - 1
    else:  # the hand was broken off before its first play
        eldest = next((k for k, hand in enumerate(hands) if hand[0] == expected[0]), 0)
    order = [hands[(eldest + k) % players][i] for i in range(7) for k in range(players)]
    order += cards["draw"]
    rest = cards["rest"] or sorted(2 * PACK, key=PACK.index)
    if not cards["rest"]:
        for card in order:
            rest.remove(card)
    chance.expect(order + rest == expected, "the cards were in another order")


def check_savannah(lines: Sequence[str], chance: Chance, players: int) -> None:
    """The game."""
    packs = (players + 1) // 2
    below = chance.next_event()
    seats = range(1, players + 1)
    piles = [f"{pile} {seat}:" for pile in ("reserve", "discards") for seat in seats]
    dealt = [
        card
        for pile in (*piles, "foundations:", "stock:")
        for line in lines
        if line.startswith(pile)
        for card in line.partition(":")[2].split()
    ]
    chance.expect(dealt == shuffled(packs * PACK, below), "another deal")
    waiting: list[list[str]] = []
    for line in [*lines, ""]:
        if line.startswith("order "):
            waiting.append(line.split()[1:])
            continue
        while waiting:
            waiting = waiting[check_order(waiting, chance) :]
        for one, other in re.findall(r"roll (\d+) (\d+)", line):
            below = chance.next_event()
            rolled = below(6) + 1, below(6) + 1
            chance.expect((int(one), int(other)) == rolled, f"{rolled} was rolled")


def check_order(lines: Sequence[list[str]], chance: Chance) -> int:
    """How many of the lines are the next shuffle: full ones, and the one that ends it."""
    chance.next_event()
    most = next((k for k, line in enumerate(lines, 1) if len(line) < FULL_LINE), len(lines))
    for taken in range(most, 0, -1):
        cards = [card for line in lines[:taken] for card in line]
        if cards == shuffled(cards, chance.event(chance.count - 1)):
            return taken
    chance.expect(False, "the new stock was in another order")
    return 0


if __name__ == "__main__":
    for name in sys.argv[1:]:
        try:
            print(f"{name}: {check(Path(name).read_text('utf-8'))} chance events, all as promised")
        except (UnfairError, KeyError, ValueError) as error:
            sys.exit(f"{name}: {error}")
