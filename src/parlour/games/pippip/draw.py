"""The draw for deal: who deals first, who sits where, and perhaps the first trump (EN, JA)."""

from numpy import uint64

from parlour.games.bits import EMPTY, ONE, bit, has, lowest, popcount
from parlour.games.jit import Record, compiled, int64
from parlour.games.pippip.state import CUT, DEAL, NONE, PACK
from parlour.games.pippip.tables import INDEX

HIGHEST, LOWEST, RANDOM = range(3)
TRUMP_DRAWN = 0


@compiled
def drawer(s: Record) -> int:
    """The player who draws the next card."""
    return int64(lowest(uint64(s.to_draw)))


@compiled
def begin_draw(s: Record) -> None:
    """Everybody draws a card from the shuffled packs."""
    s.to_draw = (ONE << uint64(s.players)) - ONE


@compiled
def _group(s: Record, place: int) -> uint64:
    """The set of the players who share a place."""
    group = EMPTY
    for player in range(s.players):
        if s.place[player] == place:
            group |= bit(player)
    return group


@compiled
def _rank(s: Record, group: uint64, place: int) -> None:
    """Give the players of a group, who shared a place, theirs by the cards they drew last."""
    for player in range(s.players):
        if has(group, player):
            index = INDEX[s.card_values, s.last_drawn[player]]
            s.place[player] = place
            for other in range(s.players):
                if has(group, other) and INDEX[s.card_values, s.last_drawn[other]] > index:
                    s.place[player] += 1


@compiled
def _deciding_place(s: Record) -> int:
    place = int64(0)
    if s.first_dealer == LOWEST:
        for player in range(s.players):
            place = max(place, int64(s.place[player]))
    return place


@compiled
def _tied(s: Record) -> uint64:
    """The players who have to draw again: those at the deciding place or, for seats, at any."""
    if s.seats_by_draw == 1:
        for place in range(s.players):
            group = _group(s, place)
            if popcount(group) > 1:
                return group
        return EMPTY
    group = _group(s, _deciding_place(s))
    return group if popcount(group) > 1 else EMPTY


@compiled
def _decide(s: Record) -> None:
    """All is drawn: the first dealer, the seats and, where it is drawn, the first trump."""
    place = _deciding_place(s)
    dealer = int64(lowest(_group(s, place)))
    if s.first_trump == TRUMP_DRAWN:
        s.trump = s.last_drawn[dealer] & 3
        s.cut_trump = s.trump
        s.phase = DEAL
    else:
        s.phase = CUT
    s.dealer = dealer
    if s.seats_by_draw == 1:
        for player in range(s.players):
            s.seating[s.place[player]] = player
        s.dealer = place


@compiled
def draw_card(s: Record, card: int) -> None:
    """A player draws a card for the deal; when the last has drawn, those who tie draw again.

    They set their cards aside. Should fewer cards be left than players who tie, all cards drawn go
    back first (*decided*).
    """
    player = drawer(s)
    s.drawn_twice |= s.drawn & bit(card)
    s.drawn |= bit(card)
    s.last_drawn[player] = card
    s.to_draw ^= bit(player)
    if s.to_draw > 0:
        return
    place = int64(s.place[player])
    _rank(s, _group(s, place), place)
    tied = _tied(s)
    if not tied:
        _decide(s)
        return
    if PACK - popcount(s.drawn) - popcount(s.drawn_twice) < popcount(tied):
        s.drawn = EMPTY
        s.drawn_twice = EMPTY
    s.to_draw = tied


@compiled
def end_draw(s: Record) -> None:
    """All cards drawn go back before the shuffle."""
    s.drawn = EMPTY
    s.drawn_twice = EMPTY
    for player in range(s.players):
        s.place[player] = 0
        s.last_drawn[player] = NONE
