"""Matches dealt to order."""

from collections import Counter

from parlour.cards import card_names, packs, parse_cards
from parlour.games.pippip import Options, PipPip

PLAIN = Options(first_dealer="random", first_trump="cut", match_length="1 hands")


def dealt(trump: str, *hands: str, options: Options = PLAIN) -> PipPip:
    """A match of three in which seat 0 leads; hands not given get what comes."""
    given = [parse_cards(hand) for hand in hands]
    left = list((Counter(packs(2)) - Counter(card for hand in given for card in hand)).elements())
    while len(given) < 3:
        given.append([left.pop() for _ in range(7)])
    order = [given[place % 3][place // 3] for place in range(21)] + left
    return PipPip(3, options, events=["dealer 3", f"cut {trump}", f"order {card_names(order)}"])
