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
from parlour.games.savannah.fitting import WAYS
from parlour.games.savannah.json_view import (
    SavannahOwn,
    SavannahThen,
    SavannahView,
    own,
    public,
    then,
)
from parlour.games.savannah.options import Options

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
        self.tops = [pile["top"] for pile in view["foundations"].values()]
        self.reserves = [seat["reserve"] for seat in view["seats"].values()]
        self.reserve_tops = [seat.get("top") for seat in view["seats"].values()]
        self.piles = [list(seat["pile"].values()) for seat in view["seats"].values()]
        self.held = [seat["held"] for seat in view["seats"].values()]
        self.stock = view["stock"]

    def move(self, seat: int | None, facts: SavannahThen) -> None:
        """Let happen what an event tells."""
        if "card" in facts and seat is not None:
            self._move_card(seat, facts)
        if "shuffled" in facts:
            self.stock += facts["shuffled"]
        for foundation, card in facts.get("aces", []):
            self.tops[foundation] = card
            self.stock -= 1
        for drawer in facts.get("draw", []):
            self.held[drawer] += 1
            self.stock -= 1

    def _move_card(self, seat: int, facts: SavannahThen) -> None:
        source = facts["source"]
        if source == "hand":
            self.held[seat] -= 1
        elif source == "reserve":
            assert self.reserve_tops[seat] == facts["card"]
            self.reserves[seat] -= 1
            self.reserve_tops[seat] = None
        else:
            assert self.piles[facts.get("owner", seat)].pop() == facts["card"]
        if "up" in facts:
            owner, where, card = facts["up"]
            if where == "reserve":
                self.reserve_tops[owner] = card
            else:
                assert self.piles[owner][-1] == "", "only a card that lay face down is turned"
                self.piles[owner][-1] = card
        if "onto" in facts:
            self.tops[facts["onto"]] = facts["card"]
        else:
            self.piles[seat].append(facts["card"])


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
        table.move(seat, facts)
        assert vars(table) == vars(Table(public(after)))
        assert facts.get("turn_over", False) == (after.turns > before.turns)
        assert facts.get("ending") == after.ending
        if "onto" in facts and seat is not None:
            assert facts["card"] == card_name(before.played_card(event, seat))
            assert facts["why"] == before.why(event, seat)


@given(st.integers(0, 10_000), st.integers(2, 5))
@settings(max_examples=10, deadline=None)
def test_a_seat_knows_what_it_may_do_and_why(seed: int, players: int) -> None:
    for _, _, before, after in steps(seed, players, 120):
        for seat in range(players):
            told = own(after, seat)
            names = in_full(told["legal"])
            assert told["hand"] == [card_name(card) for card in after.hand(seat)]
            assert all(after.can(name, seat) for name in names)
            by_rank_alone = {by_rank(after.number(name, seat)) for name in names}
            assert sorted(by_rank_alone) == after.legal(seat)
            plays = [name for name in names if not name.startswith(("discard", "end"))]
            digits = "".join(told.get("ways", {}).values())
            ways = [[WAYS[bit] for bit in range(4) if int(d, 16) >> bit & 1] for d in digits]
            assert ways == [after.ways(name, seat) for name in plays]
            assert after.turn == seat or not told["legal"]
            facts = then(before, after)
            msgspec.convert(told, SavannahOwn)
            msgspec.convert(facts, SavannahThen)
            assert facts.keys() <= SavannahThen.__annotations__.keys()
        shown = public(after)
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
    facts = then(before, game)
    assert (facts["source"], facts["owner"], facts["card"]) == ("other", 1, "4c")


@pytest.mark.parametrize("stock", ["7c", ""])
def test_three_aces_after_the_deal_are_told(stock: str) -> None:
    cards = [name for name in map(card_name, packs(1)) if name[0] not in "A7"]
    game = rigged(" ".join([*cards[:38], "Ac", "Ad", "Ah", stock]))
    facts = then(Savannah(2), game)
    assert facts["deal"]
    assert len(facts["aces"]) == 3
    assert [foundation for foundation, _ in facts["aces"]] == [0, 1, 2]
    assert facts["aces"][0][1] == (stock or card_name(game.foundations()[0]))
