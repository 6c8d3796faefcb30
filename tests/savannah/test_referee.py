"""The engine against an independent referee: every legal set, draw, roll, pile, end and winner."""

from collections import Counter
from random import Random

import pytest

from parlour.cards import ACE, card_name, card_names, packs, rank_of
from parlour.errors import ImpossibleStateError
from parlour.games.sampling import Chance
from parlour.games.savannah import Options, Savannah
from tests.referee.savannah import Referee, baseline, in_order
from tests.savannah.games import PLAYERS, position


def named(cards: list[int]) -> list[str]:
    return [card_name(card) for card in cards]


def assert_agree(game: Savannah, referee: Referee) -> None:
    assert (game.over, game.awaits, game.roller) == (
        referee.over,
        referee.awaits(),
        referee.roller(),
    )
    assert game.winners() == sorted(referee.winners())
    assert (game.ending == "blocked", game.ending == "limit") == (referee.blocked, referee.limited)
    assert game.turns == referee.turn_number
    assert [game.left(seat) for seat in range(game.players)] == referee.left()
    assert named(game.stock()) == referee.stock
    assert named(game.foundations()) == [pile[-1] for pile in referee.foundations if pile]
    assert game.foundation_sizes() == [len(pile) for pile in referee.foundations]
    below = [card for pile in referee.foundations for card in pile[:-1]]
    assert sorted(named(game.covered())) == sorted(below)
    for seat in range(game.players):
        assert named(game.hand(seat)) == referee.hands[seat]
        assert named(game.reserve(seat)) == referee.reserves[seat]
        assert named(game.pile(seat)) == [card for card, _ in referee.piles[seat]]
        down = [place for place, (_, is_up) in enumerate(referee.piles[seat]) if not is_up]
        assert game.face_down(seat) == down
        assert set(game.legal_names(seat)) == (set() if game.over else referee.legal(seat))
    if not referee.over:
        assert (game.turn, game.dice, game.plays) == (
            referee.turn(),
            referee.dice,
            referee.plays,
        )


def assert_ways_agree(game: Savannah, referee: Referee, action: str) -> None:
    if ">" not in action:
        return
    reasons = referee.reasons(card_name(game.played_card(action)), int(action[-1]) - 1)
    assert {way.replace("_", " ") for way in game.ways(action)} == reasons


def play_beside_referee(seed: int, player: str, limit: int, every: int = 5) -> Savannah:
    """Play one game on both sides, with hand cards now and then named by suit."""
    random = Random(seed)
    players = 2 + seed % 11
    game, referee = Savannah(players, Options(turn_limit=f"{limit} turns")), Referee(players, limit)
    chance = Chance(seed)
    step = 0
    while not referee.over:
        if step % every == 0:
            assert_agree(game, referee)
        step += 1
        event = chance.next(game)
        if event is not None:
            referee.chance(event)
            game.do(event)
            continue
        seat = game.turn
        assert seat is not None
        action = baseline(referee) if player == "baseline" else PLAYERS[player](game, random)
        assert_ways_agree(game, referee, action)
        if action.startswith(("play", "discard")) and random.random() < 0.3:
            rank = action.split()[1][0]
            card = random.choice([card for card in referee.hands[seat] if card[0] == rank])
            action = action.replace(f" {rank}", f" {card}")
        referee.act(seat, action)
        game.do(action)
    assert_agree(game, referee)
    return game


@pytest.mark.parametrize("player", [*PLAYERS, "baseline"])
@pytest.mark.parametrize("batch", range(5))
def test_engine_and_referee_agree(player: str, batch: int) -> None:
    for seed in range(11 * batch, 11 * batch + 11):
        play_beside_referee(seed, player, limit=150)


def rare_position(random: Random) -> Savannah:
    """The end of a game of two: few cards go round, and mostly aces are on top."""
    while True:
        pack = packs(1)
        random.shuffle(pack)
        if random.random() < 0.7:
            pack.sort(key=lambda card: rank_of(card) == ACE)

        def take(*numbers: int, pack: list[int] = pack) -> str:
            return card_names([pack.pop() for _ in range(random.choice(numbers))])

        tops, stock, covered = take(3), take(0, 0, 1), take(0, 0, 1)
        random.shuffle(pack)
        try:
            return position(
                tops=tops,
                stock=stock,
                covered=covered,
                hands=[take(0, 0, 1, 2), take(0, 0, 1)],
                piles=[take(1, 2, 3)],
                reserves=[take(0, 1), take(0, 1)],
                dice=random.choice(("1 1", "1 2", "6 6", "3 3")),
                plays=7,
            )
        except ImpossibleStateError:
            continue


def referee_of(game: Savannah) -> Referee:
    """A referee of two players brought to the same position, all cards of the piles being up."""
    referee = Referee(2)
    dice = " ".join(map(str, game.dice or ()))
    for event in (f"order {card_names(packs(1))}", "roll 6 6", "roll 1 1", f"roll {dice}"):
        referee.chance(event)
    referee.foundations = [[card] for card in named(game.foundations())]
    referee.foundations[0] = named(game.covered()) + referee.foundations[0]
    referee.stock = named(game.stock())
    for seat in range(2):
        referee.hands[seat] = in_order(named(game.hand(seat)))
        referee.reserves[seat] = named(game.reserve(seat))
        referee.piles[seat] = [(card, True) for card in named(game.pile(seat))]
    referee.plays, referee.turn_number = game.plays, game.turns
    return referee


def test_engine_and_referee_agree_in_rare_positions() -> None:
    """Three aces with nothing else to draw, hands that stay empty, blocked games, robbed owners."""
    endings = Counter[str | None]()
    for seed in range(300):
        random, chance = Random(seed), Chance(seed)
        game = rare_position(random)
        referee = referee_of(game)
        for _ in range(60):
            assert_agree(game, referee)
            if referee.over:
                break
            event = chance.next(game)
            if event is not None:
                referee.chance(event)
                game.do(event)
            else:
                assert game.turn is not None
                action = PLAYERS["stubborn"](game, random)
                referee.act(game.turn, action)
                game.do(action)
        endings[game.ending] += 1
    assert set(endings) == {None, "won", "blocked"}
