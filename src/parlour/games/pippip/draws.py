"""Who drew which card: what an event made players draw from the stock."""

from parlour.games.pippip.game import PipPip
from parlour.games.pippip.play import CARDS_DEALT
from parlour.games.pippip.state import PACK
from parlour.games.pippip.view import receiver


def drawn(before: PipPip, after: PipPip) -> list[tuple[int, int]]:
    """The seats that drew between two states, in order, each with its card (255 if not known).

    Cards dealt are not drawn.

    >>> start = PipPip(3, seed=1)
    >>> after = start.copy()
    >>> after.do(after.legal()[0])
    >>> [(seat == start.turn, card in after.hand(seat)) for seat, card in drawn(start, after)]
    [(True, True)]
    """
    first = max(PACK - before.stock_left, CARDS_DEALT * after.players)
    state = after.record[0]
    return [
        (int(receiver(state, place)), int(state["deal"][place]))
        for place in range(first, PACK - after.stock_left)
    ]
