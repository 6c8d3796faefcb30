"""Positions as one player sees them, from a few words: what he holds and what was played."""

from parlour.cards import card_name, parse_card
from parlour.games.pippip import Options, PipPip
from parlour.games.pippip.state import PACK
from parlour.games.pippip.view import receiver

_SPECTATOR = 254


def _match(players: int, options: Options, trump: str, observer: int, pack: list[str]) -> PipPip:
    start = [f"dealer {players}", f"cut {trump}", f"order {' '.join(pack)}"]
    return PipPip(players, options, observer=observer, events=start)


def _run(match: PipPip, plays: str) -> None:
    """Let plays happen: ``9h``; ``3*h`` is a call of hearts by the third seat; ``bid 110``."""
    for word in plays.replace("bid ", "bid_").split():
        if "*" in word:
            seat, suit = word.split("*")
            match.do(f"call {suit}", int(seat) - 1)
        elif word.startswith(("pass", "bid")):
            match.do(word.replace("_", " "))
        else:
            match.do(f"play {word}")


def position(
    holds: str, plays: str = "", *, players: int = 4, trump: str = "s", **options: str | bool
) -> PipPip:
    """The view of the player on turn, who *holds* these cards after these *plays*.

    Seat 1 is eldest. The cards of the others are unknown but for what they played and showed.
    """
    kept = Options(
        **({"first_dealer": "random", "first_trump": "cut", "match_length": "1 hands"} | options)  # type: ignore[arg-type]
    )
    unknown = ["??"] * PACK
    outline = _match(players, kept, trump, _SPECTATOR, unknown)
    _run(outline, plays)
    me = outline.turn
    assert me is not None
    state = outline.record[0]
    tricks = [*outline.tricks(), outline.trick()]
    cards = [card for trick in tricks for seat, card in trick if seat == me]
    cards += [parse_card(card) for card in holds.split()]
    places = [place for place in range(int(state["taken"])) if receiver(state, place) == me]
    assert len(cards) == len(places), f"{len(cards)} cards for {len(places)} places"
    pack = list(unknown)
    for place, card in zip(places, cards, strict=True):
        pack[place] = card_name(card)
    match = _match(players, kept, trump, me, pack)
    _run(match, plays)
    return match
