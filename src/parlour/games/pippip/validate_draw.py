"""Checking the draw for deal in a state that comes from outside."""

from typing import Any

from parlour.games.checks import need
from parlour.games.pippip.draw import LOWEST, TRUMP_DRAWN
from parlour.games.pippip.state import DRAW, NONE, PACK


def check_draw(state: Any) -> None:
    """Raise `ImpossibleStateError` unless the draw, going on or over, can stand as it does.

    The places have to be a ranking; those who draw again have to be the ones who tie; and when it
    is over, the dealer, the seats and a drawn trump have to be what the places and cards make them.
    """
    players = int(state["players"])
    places = state["place"][:players].tolist()
    ranking = [sum(other < place for other in places) for place in places]
    need(places == ranking, "place", places, "a ranking, the number of players above each")
    deciding = max(places) if state["first_dealer"] == LOWEST else 0
    if state["phase"] == DRAW:
        _check_going_on(state, places, deciding)
    else:
        _check_over(state, places, deciding)


def _check_going_on(state: Any, places: list[int], deciding: int) -> None:
    tied = deciding
    if state["seats_by_draw"]:
        tied = min((place for place in places if places.count(place) > 1), default=deciding)
    group = {player for player, place in enumerate(places) if place == tied}
    drawing = {player for player in range(len(places)) if int(state["to_draw"]) >> player & 1}
    need(
        drawing <= group and len(group) > 1,
        "to_draw",
        sorted(drawing),
        f"some of the players who tie, {sorted(group)}",
    )
    last = state["last_drawn"]
    without = {player for player in range(len(places)) if last[player] == NONE}
    first_round = len(group) == len(places) and without == drawing
    need(not without or first_round, "last_drawn", last, "the card of everybody who has drawn")
    out = int(state["drawn"]).bit_count() + int(state["drawn_twice"]).bit_count()
    need(PACK - out >= len(drawing), "drawn", out, "few enough cards for the others to draw")


def _check_over(state: Any, places: list[int], deciding: int) -> None:
    last = state["last_drawn"][: len(places)]
    need((last != NONE).all(), "last_drawn", last, "a card for everybody")
    need(places.count(deciding) == 1, "place", places, "without a tie for the deal")
    player = places.index(deciding)
    dealer, seating = player, list(range(len(places)))
    if state["seats_by_draw"]:
        need(len(set(places)) == len(places), "place", places, "without a tie for the seats")
        dealer, seating = deciding, [places.index(seat) for seat in range(len(places))]
    need(state["dealer"] == dealer, "dealer", state["dealer"], f"{dealer}, by the cards drawn")
    found = state["seating"][: len(places)].tolist()
    need(found == seating, "seating", found, f"{seating}, by the cards drawn")
    if state["first_trump"] == TRUMP_DRAWN:
        suit = last[player] & 3
        need(state["cut_trump"] == suit, "cut_trump", state["cut_trump"], f"{suit}, as drawn")
