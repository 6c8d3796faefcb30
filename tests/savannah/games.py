"""Random games of Savannah for the tests, and positions set up card by card."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from random import Random

from hypothesis import strategies as st

from parlour.cards import card_name, packs, parse_cards
from parlour.games.driver import Driver
from parlour.games.sampling import Chance
from parlour.games.savannah import Options, Savannah
from parlour.games.savannah.state import PLAY

Player = Callable[[Savannah, Random], str]
"""Chooses the name of an action for the seat on turn."""

seeds = st.integers(0, 2**32)


def is_play(action: str) -> bool:
    return ">" in action


def careless(game: Savannah, random: Random) -> str:
    """Anything legal."""
    return random.choice(game.legal_names())


def greedy(game: Savannah, random: Random, most: int = 60) -> str:
    """Any play, as long as there is one and the turn does not get too long."""
    names = game.legal_names()
    plays = [name for name in names if is_play(name)]
    if plays and game.plays < most:
        return random.choice(plays)
    return random.choice([name for name in names if not is_play(name)])


def stubborn(game: Savannah, random: Random) -> str:
    """Plays on through very long turns, and from others' piles whenever it can."""
    robbing = [name for name in game.legal_names() if name.startswith("seat")]
    return random.choice(robbing) if robbing else greedy(game, random, 300)


PLAYERS: dict[str, Player] = {"careless": careless, "greedy": greedy, "stubborn": stubborn}


def play_on(game: Savannah, random: Random, player: Player = greedy) -> Iterator[Savannah]:
    """Play a game to its end, yielding it before each action."""
    driver = Driver(game, Chance(random.getrandbits(63)))
    while not game.over:
        yield game
        driver.do(player(game, random))


def some_game(random: Random, limit: int = 60) -> Savannah:
    """A game of a random number of players that has not begun."""
    return Savannah(random.randint(2, 12), Options(turn_limit=f"{limit} turns"))


def some_position(random: Random) -> Savannah:
    """A game somewhere in the middle, a player being on turn."""
    game = some_game(random, limit=1000)
    stop = random.choice((random.randrange(12), random.randrange(150)))
    player = random.choice(list(PLAYERS.values()))
    for step, _ in enumerate(play_on(game, random, player)):
        if step == stop:
            break
    return game


def position(
    *,
    tops: str,
    hands: Sequence[str] = (),
    reserves: Sequence[str] = (),
    piles: Sequence[str] = (),
    stock: str = "",
    covered: str = "",
    turn: int = 0,
    dice: str = "1 2",
    plays: int = 1,
) -> Savannah:
    """A position of two players in the middle of a turn; piles and reserves have the top last.

    Cards that are not mentioned lie at the bottom of the discard pile of seat 1 (the second). The
    result has gone through the checks of `Savannah.from_bytes`.
    """
    game = Savannah(2)
    record = game.record
    rest = Counter(packs(1))

    def lay(field: str, index: tuple[int, ...], text: str | list[int]) -> int:
        cards = parse_cards(text) if isinstance(text, str) else text
        rest.subtract(cards)
        record[field][(0, *index)][: len(cards)] = cards
        return len(cards)

    record["phase"], record["turn"] = PLAY, turn
    record["turns"], record["first"] = 104, turn
    record["plays"], record["dice"] = plays, [int(die) for die in dice.split()]
    lay("top", (), tops)
    record["depth"] = 1
    record["depth"][0, 0] += lay("covered", (), covered)
    record["stock_left"] = lay("stock", (), parse_cards(stock)[::-1])
    for seat, hand in enumerate(hands):
        record["hand_size"][0, seat] = lay("hand", (seat,), hand)
    for seat, reserve in enumerate(reserves):
        record["reserve_left"][0, seat] = lay("reserve", (seat,), reserve)
    for text in piles:
        rest.subtract(parse_cards(text))
    assert min(rest.values()) >= 0, "a card is mentioned twice"
    others = sorted(rest.elements())
    for seat in range(2):
        pile = parse_cards(piles[seat]) if seat < len(piles) else []
        pile = pile if seat == 0 else others + pile
        record["pile"][0, seat][: len(pile)] = pile
        record["pile_size"][0, seat] = len(pile)
    return Savannah.from_bytes(game.to_bytes())


def cards_of(game: Savannah) -> Counter[str]:
    """Every card of a complete state, wherever it is."""
    cards = game.foundations() + game.covered() + game.stock()
    for seat in range(game.players):
        cards += game.hand(seat) + game.reserve(seat) + game.pile(seat)
    return Counter(map(card_name, cards))
