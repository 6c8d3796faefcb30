"""Every chance event of both games is as likely as the rules of probability have it.

All secrets are fixed, so that what is measured here is the same every time. A bias that
`docs/fair-dealing.md` does not know is a number far beyond the bound: the bound is five standard
deviations above what is expected of a chi-squared sum.
"""

from collections import Counter
from collections.abc import Hashable, Iterable

import pytest

from parlour.cards import CARDS, card_name
from parlour.games.game import Game
from parlour.games.pippip import Options, PipPip
from parlour.games.savannah import Savannah
from parlour.table.dealing import Dealing

DRAWN = ["card 2c", "card As", "card Ah"]


def events(game: Game, count: int, what: str) -> list[list[str]]:
    """The words of the chance event that a game waits for, dealt with so many secrets."""
    found = []
    for number in range(count):
        secret = f"{number:064x}"
        dealing = Dealing(secret, ("", 64 * "2"), f"table of {what}", 1, 1)
        event = dealing.event(game, 3)
        assert event is not None
        word, *rest = event.split()
        assert word == what
        found.append(rest)
    return found


def check_uniform(
    seen: Iterable[Hashable], kinds: Iterable[Hashable], weights: dict[Hashable, int] | None = None
) -> None:
    """Each kind as often as its weight says, 1 unless given."""
    counts = Counter(seen)
    weighed = dict.fromkeys(kinds, 1) | (weights or {})
    assert counts.keys() <= weighed.keys()
    share = counts.total() / sum(weighed.values())
    assert share >= 5, "too few for the comparison"
    distance = sum((counts[k] - w * share) ** 2 / (w * share) for k, w in weighed.items())
    freedom = len(weighed) - 1
    assert distance < freedom + 5 * (2 * freedom) ** 0.5, counts


def savannah(players: int) -> Savannah:
    """Dealt: the first rolls."""
    game = Savannah(players)
    game.do("order " + " ".join(card_name(card) for card in game.cards_to_shuffle()))
    assert game.awaits == "roll"
    return game


def before_reshuffle() -> Savannah:
    """A game whose stock has to be made anew."""
    game = Savannah(2, seed=0)
    while game.awaits != "order":
        assert not game.over
        if game.awaits == "roll":
            game.do(f"roll {1 + game.turns % 6} {1 + game.plays % 6}")
            continue
        names = game.legal_names(game.turn)
        game.do(next((name for name in names if not name.startswith("discard")), names[-1]))
    return game


@pytest.mark.parametrize("players", [3, 9])
def test_every_seat_deals_as_often_by_lot(players: int) -> None:
    game = PipPip(players, "russian")
    seen = [words[0] for words in events(game, 600, "dealer")]
    check_uniform(seen, map(str, range(1, players + 1)))


def test_every_suit_is_cut_as_often() -> None:
    seen = [words[0] for words in events(PipPip(3, "russian", events=["dealer 1"]), 600, "cut")]
    check_uniform(seen, "cdhs")


def test_both_dice_show_every_pair_as_often() -> None:
    seen = events(savannah(2), 2000, "roll")
    check_uniform(map(tuple, seen), [(a, b) for a in "123456" for b in "123456"])


@pytest.mark.parametrize("drawn", [[], DRAWN])
def test_every_card_is_drawn_as_often_as_it_is_there(drawn: list[str]) -> None:
    game = PipPip(4, Options.preset("english"), events=drawn)
    weights: dict[Hashable, int] = {
        card_name(card): 2 - drawn.count(f"card {card_name(card)}") for card in CARDS
    }
    seen = [words[0] for words in events(game, 2500, "card")]
    check_uniform(seen, weights, weights)


@pytest.mark.parametrize(
    "game",
    [
        pytest.param(PipPip(3, "russian", events=["dealer 1", "cut h"]), id="Pip-Pip"),
        pytest.param(Savannah(2), id="Savannah"),
        pytest.param(before_reshuffle(), id="new stock"),
    ],
)
def test_every_card_is_as_often_at_every_place(game: Game) -> None:
    seen = events(game, 600, "order")
    cards = Counter(seen[0])
    places = range(len(seen[0]))
    weights: dict[Hashable, int] = {
        (place, card): copies for place in places for card, copies in cards.items()
    }
    pairs = [(place, card) for order in seen for place, card in enumerate(order)]
    check_uniform(pairs, weights, weights)


@pytest.mark.parametrize("apart", [1, 2, 51])
def test_no_card_tells_of_the_one_after_it(apart: int) -> None:
    """By suits: of one pack the next card is of the same suit 12 times in 51."""
    seen = [(order[0][1], order[apart][1]) for order in events(Savannah(2), 1200, "order")]
    weights: dict[Hashable, int] = {(a, b): 12 if a == b else 13 for a in "cdhs" for b in "cdhs"}
    check_uniform(seen, weights, weights)
