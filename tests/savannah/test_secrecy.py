"""Non-interference: what a seat cannot know changes nothing that it sees or is told."""

from random import Random

import pytest
from hypothesis import given, settings

from parlour.cards import ACE, UNKNOWN, card_name, parse_cards, rank_of
from parlour.errors import IllegalEventError
from parlour.games.sampling import Chance
from parlour.games.savannah import Savannah
from parlour.games.savannah.state import NONE
from parlour.games.savannah.waiting import unnamed
from tests.savannah.games import PLAYERS, seeds, some_game, some_position

HIDDEN_SPOTS = ("reserve", "pile", "stock", "hand")


def told(game: Savannah, seat: int | None) -> tuple[object, ...]:
    """Everything that leaves the engine for a seat, or for a spectator."""
    view = game.view(seat)
    shown = (view.to_bytes(), str(view), view._repr_svg_(), repr(view))
    if seat is None:
        return shown
    refusals = []
    for action in range(len(game.action_names)):
        try:
            game.verify(action, seat)
            refusals.append("")
        except IllegalEventError as error:
            refusals.append(f"{error.code} {error.parameters} {error}")
    refusals += [str(game.can(event)) for event in ("roll 1 1", "order 2c", "card 2c", "card ??")]
    return (*shown, game.legal(seat), view.legal(seat), refusals)


def with_hidden_cards_moved(
    game: Savannah, seat: int | None, random: Random, hand_kept: int | None = None
) -> Savannah:
    """The same game with the cards that a seat cannot know permuted among all their places.

    One seat may keep its hand, so that it can do the same.
    """
    other = game.copy()
    seen, record = game.view(seat).record, other.record
    masks = {field: (seen[field] == NONE) & (record[field] != NONE) for field in HIDDEN_SPOTS}
    if hand_kept is not None:
        masks["hand"][0, hand_kept] = False
    pool = [int(card) for field in HIDDEN_SPOTS for card in record[field][masks[field]]]
    random.shuffle(pool)
    for field in HIDDEN_SPOTS:
        count = int(masks[field].sum())
        record[field][masks[field]] = pool[:count]
        del pool[:count]
    return other


@given(seeds)
@settings(max_examples=25)
def test_hidden_cards_change_nothing_a_seat_is_told(seed: int) -> None:
    random = Random(seed)
    game = some_position(random)
    for seat in (None, *range(game.players)):
        other = with_hidden_cards_moved(game, seat, random)
        assert told(other, seat) == told(game, seat)


@given(seeds)
def test_nobody_knows_what_lies_face_down(seed: int) -> None:
    game = some_position(Random(seed))
    for observer in (None, *range(game.players)):
        view = game.view(observer)
        assert set(view.stock()) <= {UNKNOWN}
        for seat in range(game.players):
            assert set(view.reserve(seat)[:-1]) <= {UNKNOWN}
            assert view.reserve(seat)[-1:] == game.reserve(seat)[-1:]
            for place, card in enumerate(view.pile(seat)):
                hidden = place in game.face_down(seat)
                assert card == (UNKNOWN if hidden else game.pile(seat)[place])
            own = seat == observer
            assert view.hand(seat) == (game.hand(seat) if own else [UNKNOWN] * game.hand_size(seat))


def shows_a_hidden_card(before: Savannah, after: Savannah, action: str, seat: int) -> bool:
    """Whether an action has shown a seat a card that it did not know, beside the one played."""
    seats = range(before.players)
    turned = any(before.face_down(other) != after.face_down(other) for other in seats)
    dealt = sum(after.foundation_sizes()) - sum(before.foundation_sizes()) > 1
    drawn = seat == before.turn and after.stock_left < before.stock_left
    return action.startswith("reserve") or turned or dealt or drawn


@given(seeds)
@settings(max_examples=25)
def test_what_happens_tells_nothing_until_a_card_comes_to_light(seed: int) -> None:
    """The same action in two games that a seat cannot tell apart leaves two such games."""
    random = Random(seed)
    game = some_position(random)
    actor = game.turn
    assert actor is not None
    action = game.full_name(PLAYERS["greedy"](game, random))
    one = game.copy()
    one.do(action)
    for seat in range(game.players):
        two = with_hidden_cards_moved(game, seat, random, hand_kept=actor)
        two.do(action)
        aces = all(rank_of(card) == ACE for card in one.foundations())
        if not aces and not shows_a_hidden_card(game, one, action, seat):
            assert told(one, seat) == told(two, seat)


@given(seeds)
@settings(max_examples=25)
def test_a_view_follows_the_play(seed: int) -> None:
    """A view that is told what everybody sees, and what its observer draws, becomes the later view.

    Who keeps such a record names each card that comes to light, as soon as the view asks for it.
    """
    random = Random(seed)
    game, chance = some_game(random), Chance(seed)
    observer = random.choice([None, *range(game.players)])
    view = game.view(observer)
    while not game.over:
        event = chance.next(game)
        stock = game.stock()
        if event is None:
            event = game.full_name(PLAYERS["greedy"](game, random))
        elif event.startswith("order"):
            stock = parse_cards(event.removeprefix("order"))
        seat = game.turn
        game.do(event)
        view.do(as_all_see_it(event), seat)
        while view.awaits == "card":
            card = card_name(card_asked_for(view, game, stock))
            assert_only_names_will_do(view)
            view.do(f"card {card}")
        assert view == game.view(observer)
        assert Savannah.from_bytes(view.to_bytes()) == view


def as_all_see_it(event: str) -> str:
    """An event without what is on the cards of a shuffled pack."""
    word, *cards = event.split()
    return " ".join([word, *["??"] * len(cards)]) if word == "order" else event


def card_asked_for(view: Savannah, game: Savannah, stock: list[int]) -> int:
    """The card that a view asks for: on a foundation or pile as *game* has it, or of the stock."""
    place = int(unnamed(view.record[0]))
    seat, spot = divmod(place - 3, 8)
    if place >= 3 and spot == 0:
        return game.reserve(seat)[-1]
    if place >= 3 and spot < 7:
        return game.pile(seat)[spot - 1]
    if not view.covered() and not view.turns and len(stock) == 52 * ((view.players + 1) // 2):
        return stock[19 * view.players + place]
    return stock[len(stock) - view.stock_left - 1]


def assert_only_names_will_do(view: Savannah) -> None:
    """While a card has to be named nothing else can happen, and the name has to be possible."""
    before = view.to_bytes()
    seat = view.turn or 0
    if view.observer in range(view.players):
        assert view.legal_names(view.observer) == []
    for event in ("card ??", "roll 1 1", "order 2c", "end"):
        with pytest.raises(IllegalEventError):
            view.do(event, seat)
    assert view.to_bytes() == before
    assert Savannah.from_bytes(before) == view


def test_a_card_all_of_whose_copies_are_seen_cannot_come_to_light() -> None:
    game = Savannah(2, seed=1)
    view = game.view(0)
    top = card_name(view.reserve(1)[-1])
    seat = view.turn
    assert seat is not None
    view.record["top"] = 44
    view.record["top"][0, 1:] = 45, 46
    view.do("reserve>1", seat)
    with pytest.raises(IllegalEventError, match=f"Every copy of {top} is in sight"):
        view.do(f"card {top}")


def test_an_unknown_hand_plays_cards_that_are_named_and_possible() -> None:
    game = Savannah(2, seed=1)
    actor = game.turn
    assert actor is not None
    view = game.view(1 - actor)
    card = card_name(game.hand(actor)[0])
    with pytest.raises(IllegalEventError, match="name the card with its suit"):
        view.do(f"discard {card[0]}", actor)
    seen = card_name(view.foundations()[0])
    with pytest.raises(IllegalEventError, match="not in your hand"):
        view.do(f"discard {seen}", actor)
    view.do(f"discard {card}", actor)
    assert (view.hand(actor), card_name(view.pile(actor)[-1])) == ([UNKNOWN] * 3, card)
