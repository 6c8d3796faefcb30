"""What a client is told of Savannah: enough to follow every card, and right."""

import random
from collections.abc import Iterator

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parlour.cards import card_name, card_names, packs
from parlour.games.notation import in_full
from parlour.games.savannah import Savannah
from parlour.games.savannah.actions import by_rank
from parlour.games.savannah.json_view import (
    SavannahOwn,
    SavannahThen,
    SavannahView,
    named,
    own,
    public,
    then,
)
from parlour.games.savannah.options import Options
from parlour.games.savannah.tables import RANKS

Step = tuple[str, int | None, Savannah, Savannah]


def steps(seed: int, players: int, moves: int) -> Iterator[Step]:
    """A game in which whoever can play does: event, seat, game before and after."""
    chance = random.Random(seed)
    game = Savannah(players, Options.read({"turn_limit": f"{20 * players} turns"}))
    for _ in range(moves):
        if game.over:
            return
        before, seat = game.copy(), None
        if game.awaits == "roll":
            event = f"roll {chance.randint(1, 6)} {chance.randint(1, 6)}"
        elif game.awaits:
            cards = game.cards_to_shuffle()
            chance.shuffle(cards)
            event = "order " + card_names(cards)
        else:
            seat = game.turn
            names = game.legal_names()
            plays = [name for name in names if not name.startswith("discard")]
            event = chance.choice(plays if plays and game.plays < 40 else names)
        game.do(event, seat)
        yield event, seat, before, game.copy()


class Table:
    """A table with cards that are moved as events tell, and nothing else."""

    def __init__(self, view: SavannahView) -> None:
        self.tops = list(view["tops"])
        self.sizes = list(view["sizes"])
        self.reserves = list(view["reserves"])
        self.piles = [list(pile.values()) for pile in view["piles"]]
        self.held = list(view["held"])
        self.stock = view["stock"]

    def move(self, seat: int | None, name: str, facts: SavannahThen) -> None:
        """Let happen what an event tells by its name and by what followed."""
        if ">" in name and seat is not None:
            self._play(seat, name, facts)
        elif name.startswith("discard") and seat is not None:
            self.held[seat] -= 1
            self.piles[seat].append(name.split()[1])
        if "shuffled" in facts:
            assert sum(self.sizes) - 3 == facts["shuffled"]
            self.stock += facts["shuffled"]
            self.sizes = [1, 1, 1]
        for foundation, card in facts.get("aces", []):
            self._cover(foundation, card)
            self.stock -= 1
        drawer, count = facts.get("draw", (0, 0))
        self.held[drawer] += count
        self.stock -= count

    def _cover(self, foundation: int, card: str) -> None:
        self.tops[foundation] = card
        self.sizes[foundation] += 1

    def _play(self, seat: int, name: str, facts: SavannahThen) -> None:
        source, onto = name.split(">")
        word, _, what = source.partition(" ")
        card = what
        if word == "play":
            self.held[seat] -= 1
            assert not facts.keys() & {"card", "up"}
        elif word == "reserve":
            count, card = self.reserves[seat]
            self.reserves[seat] = count - 1, facts.get("up", "")
        else:
            pile = self.piles[int(what) - 1 if word == "seat" else seat]
            card = pile.pop()
            if "up" in facts:
                assert pile[-1] == "", "only a card that lay face down is turned"
                pile[-1] = facts["up"]
        assert facts.get("card", card) == card
        self._cover(int(onto) - 1, card)


@given(st.integers(0, 10_000), st.integers(2, 6))
@settings(max_examples=20, deadline=None)
def test_who_moves_cards_as_events_tell_has_the_table_as_it_is(seed: int, players: int) -> None:
    table: Table | None = None
    for event, seat, before, after in steps(seed, players, 250):
        facts = then(before, after)
        if "deal" in facts:
            table = Table(public(after))
            continue
        assert table is not None
        name = event if seat is None else named(before, event, seat)
        table.move(seat, name, facts)
        assert vars(table) == vars(Table(public(after)))
        is_end = name.startswith(("discard", "end"))
        assert is_end == (after.turns > before.turns)
        assert facts.get("ending") == after.ending
        assert ("ways" in facts) == (seat is not None and not is_end)
        if "ways" in facts:
            assert facts["ways"] == before.way_bits(event, seat)
            assert ("card" in facts) == (not name.startswith("play"))
        if event.startswith("roll") and "roller" not in facts:
            assert facts["draw"][0] == after.turn


@given(st.integers(0, 10_000), st.integers(2, 5))
@settings(max_examples=10, deadline=None)
def test_a_seat_knows_what_it_may_do_and_all_what_foundations_take(seed: int, players: int) -> None:
    for _, _, before, after in steps(seed, players, 120):
        for seat in range(players):
            told = own(after, seat)
            names = in_full(told["legal"])
            assert told["hand"] == [card_name(card) for card in after.hand(seat)]
            assert all(after.can(name, seat) for name in names)
            by_rank_alone = {by_rank(after.number(name, seat)) for name in names}
            assert sorted(by_rank_alone) == after.legal(seat)
            assert after.turn == seat or not told["legal"]
            facts = then(before, after)
            msgspec.convert(told, SavannahOwn)
            msgspec.convert(facts, SavannahThen)
            assert facts.keys() <= SavannahThen.__annotations__.keys()
        shown = public(after)
        for foundation, takes in enumerate(shown["takes"]):
            for rank in RANKS:
                ways = after.way_bits(f"play {rank}h>{foundation + 1}", 0)
                assert takes.get(rank, 0) | takes.get("any", 0) == ways
                assert not takes.get(rank, 0) & takes.get("any", 0)
        msgspec.convert(shown, SavannahView)
        assert shown.keys() <= SavannahView.__annotations__.keys()


def rigged(first: str, *events: str) -> Savannah:
    """A game of two dealt from a pack that begins as wanted."""
    left = packs(1)
    order = []
    for name in first.split():
        card = next(card for card in left if card_name(card) == name)
        left.remove(card)
        order.append(card)
    return Savannah(2, events=["order " + card_names(order + left), *events])


def test_doubles_are_open_then_used() -> None:
    tops = "3c 2d 4d 6h 3h 9s"
    pile, foundations = "8c 8d 8h 8s 9c 4c", "3s 9d 9h"
    game = rigged(
        " ".join([*["Kc", "Kd", "Kh", "Ks", "Qc", "Qd", "Qh", "Qs", "Jc", "Jd", "Jh", "Js", "Tc"]])
        + " 5c 5d 5h 5s 6c 6d 6s 7c 7d 7h 7s Td Th "
        + f"{tops} {pile} {foundations}",
        "roll 6 6",
        "roll 1 1",
    )
    assert "doubles" not in public(game), "the rolls for the first turn are no turn's"
    game.do("roll 5 5")
    assert public(game)["doubles"] == "open"
    before = game.copy()
    game.do("seat 2>1")
    assert public(game)["doubles"] == "used"
    assert then(before, game) == {"card": "4c", "ways": 1, "up": "9c"}


@pytest.mark.parametrize("stock", ["7c", ""])
def test_three_aces_after_the_deal_are_told(stock: str) -> None:
    cards = [name for name in map(card_name, packs(1)) if name[0] not in "A7"]
    game = rigged(" ".join([*cards[:38], "Ac", "Ad", "Ah", stock]))
    facts = then(Savannah(2), game)
    assert facts["deal"]
    assert len(facts["aces"]) == 3
    assert [foundation for foundation, _ in facts["aces"]] == [0, 1, 2]
    assert facts["aces"][0][1] == (stock or card_name(game.foundations()[0]))
