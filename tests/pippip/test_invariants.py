"""What must always hold, over random matches under random options."""

from collections import Counter
from random import Random

from hypothesis import given

from parlour.cards import packs
from parlour.games.pippip import PipPip
from parlour.games.pippip.actions import card_played
from parlour.games.pippip.tables import PACK_POINTS, WORTH
from tests.pippip.matches import any_match, play_on, position, seeds


def cards_everywhere(match: PipPip) -> Counter[int]:
    """All cards of a dealt hand: held, played, and left in the stock."""
    cards = Counter(card for trick in match.tricks() for _, card in trick)
    if match.turn is not None:
        cards.update(card for _, card in match.trick())
    for seat in range(match.players):
        cards.update(match.hand(seat))
    cards.update(match.stock())
    return cards


@given(seeds)
def test_cards_and_points_are_conserved(seed: int) -> None:
    random = Random(seed)
    match = any_match(random, match_length="1 hands")
    values = 1 if match.options.card_values == "thousand" else 0
    for _ in play_on(match, random):
        assert cards_everywhere(match) == Counter(packs(2))
        held = sum(
            int(WORTH[values, card]) for seat in range(match.players) for card in match.hand(seat)
        )
        stock = sum(int(WORTH[values, card]) for card in match.stock())
        on_table = sum(int(WORTH[values, card]) for _, card in match.trick())
        assert sum(match.points()) + held + stock + on_table == PACK_POINTS[values] in (264, 240)
        if match.turn is not None and match.bid is None:
            calls = calls_of(match)
            assert match.scores() == [p + 50 * calls[k] for k, p in enumerate(match.points())]
    assert match.over
    assert len(match.tricks()) == 104 // match.players
    assert match.stock_left == 104 % match.players


def calls_of(match: PipPip) -> list[int]:
    counts = Counter(seat for seat, _, _ in match.calls())
    return [counts[seat] for seat in range(match.players)]


@given(seeds)
def test_a_copy_goes_its_own_way(seed: int) -> None:
    random = Random(seed)
    match = position(random)
    if match.over or match.turn is None:
        return
    before, twin = match.to_bytes(), match.copy()
    twin.do(random.choice(twin.legal()))
    assert match.to_bytes() == before
    assert twin != match
    assert hash(match.copy()) == hash(match)


@given(seeds)
def test_bytes_round_trip_of_states_and_views(seed: int) -> None:
    match = position(Random(seed))
    observers = [None, *range(match.players)]
    for game in (match, *(match.view(seat) for seat in observers)):
        again = PipPip.from_bytes(game.to_bytes())
        assert again == game
        assert again.to_bytes() == game.to_bytes()


@given(seeds)
def test_every_action_is_either_legal_or_refused_with_a_sentence(seed: int) -> None:
    random = Random(seed)
    match = position(random)
    seat = random.randrange(match.players)
    legal = set(match.legal(seat))
    for action, name in enumerate(match.action_names):
        assert match.can(action, seat) == (action in legal) == match.can(name, seat)
        if action not in legal:
            try:
                match.verify(action, seat)
            except ValueError as error:
                assert str(error).endswith(".")
                assert "{" not in str(error)
            else:
                raise AssertionError(name)
    if match.turn == seat and match.bid is None:
        assert {card_played(a) for a in legal if a < 52} <= set(match.hand(seat))
