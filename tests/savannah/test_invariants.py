"""What always holds, whoever plays and however: the cards, the piles, the end."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.cards import card_names, packs
from parlour.errors import IllegalEventError
from parlour.games.driver import Driver
from parlour.games.sampling import Chance
from parlour.games.savannah import Options, Savannah
from tests.savannah.games import PLAYERS, cards_of, is_play, seeds, some_game


@given(seeds, st.sampled_from(sorted(PLAYERS)))
def test_every_card_is_somewhere_at_every_step(seed: int, player: str) -> None:
    random = Random(seed)
    game, chance = some_game(random), Chance(seed)
    pack = sorted(card_names(packs((game.players + 1) // 2)).split())
    while not game.over:
        event = chance.next(game)
        if event is None:
            assert game.turn is not None
            game.do(PLAYERS[player](game, random))
        else:
            game.do(event)
        assert sorted(cards_of(game).elements()) == pack
        assert sum(game.foundation_sizes()) == len(game.covered()) + 3
        for seat in range(game.players):
            assert game.scores()[seat] == -game.left(seat)
            assert all(place % 2 == 0 for place in game.face_down(seat))
            assert game.left(seat) > 0 or (game.ending == "won" and game.winners() == [seat])
    assert game.winners()
    assert game.ending == "won" or game.turns <= 60 + game.players


@given(seeds)
def test_a_turn_always_can_be_ended(seed: int) -> None:
    """In exactly one way: by a discard, or with an empty hand by ``end``."""
    random = Random(seed)
    driver = Driver(some_game(random), Chance(seed))
    game = driver.game
    assert isinstance(game, Savannah)
    while not game.over:
        endings = {name.split()[0] for name in game.legal_names() if not is_play(name)}
        assert endings == ({"discard"} if game.hand_size(driver.actor or 0) else {"end"})
        driver.do(PLAYERS["stubborn"](game, random))


@given(seeds)
def test_naming_the_suit_is_the_same_action_for_one_of_the_cards(seed: int) -> None:
    random = Random(seed)
    driver = Driver(some_game(random), Chance(seed))
    game = driver.game
    assert isinstance(game, Savannah)
    while not game.over:
        seat = game.turn
        assert seat is not None
        for action in game.legal_names():
            assert game.full_name(game.full_name(action)) == game.full_name(action)
            assert game.can(game.full_name(action))
        for card in game.hand(seat):
            name = card_names([card])
            assert game.can(f"discard {name}")
            for foundation in (1, 2, 3):
                by_suit, by_rank = f"play {name}>{foundation}", f"play {name[0]}>{foundation}"
                assert game.can(by_suit) == game.can(by_rank)
        driver.do(PLAYERS["greedy"](game, random))


def test_a_turn_can_go_on_for_long_and_is_stopped_by_programs_alone() -> None:
    """Somewhere in these games people would play more than sixty cards in one turn."""
    longest = 0
    for seed in range(40):
        random = Random(seed)
        driver = Driver(Savannah(2, Options(turn_limit="300 turns")), Chance(seed))
        game = driver.game
        assert isinstance(game, Savannah)
        while not game.over and longest < 200:
            longest = max(longest, game.plays)
            driver.do(PLAYERS["stubborn"](game, random))
    assert longest >= 200


def test_rolls_show_one_to_six() -> None:
    game = Savannah(2, seed=1)
    game.do(next(name for name in game.legal_names() if not is_play(name)))
    for dice in ("0 3", "7 1", "3 999"):
        with pytest.raises(IllegalEventError, match="1 to 6"):
            game.do(f"roll {dice}")
