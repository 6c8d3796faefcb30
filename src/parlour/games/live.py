"""What a live table has to know of a game beyond the engine: when to wait, whom to give time.

Everything is said of what all can see, but for `Live.ordered`. The defaults are those of a game in
which nobody acts out of turn, nothing waits, and a match is one hand.
"""

from collections.abc import Iterable, Sequence
from typing import Generic, Literal, TypeVar

from parlour.games.game import Game

G = TypeVar("G", bound=Game)


class Live(Generic[G]):
    """A game at a live table."""

    orders: Sequence[str] = ()
    """What a standing order to act out of turn may name."""
    decline: Sequence[int] = ()
    """What a bot that is asked out of turn may say instead of acting."""

    def turn_count(self, game: G) -> int:
        """Changes whenever somebody's turn begins, even if it was his before."""
        raise NotImplementedError

    def decisions(self, game: G) -> object:
        """Changes whenever who is on turn has to decide anew, in the middle of a turn too."""
        return self.turn_count(game)

    def earns_time(self, _game: G) -> bool:
        """Whether a decision in the middle of a turn gives its player some more time."""
        return False

    def motion(self, _game: G, _before: G) -> int:
        """Milliseconds that clients take to show what a chance event has brought."""
        return 0

    def cards_for_chance(self, game: G) -> Sequence[int]:
        """The cards, by number, of which chance draws one or which it shuffles."""
        raise NotImplementedError

    def hands_done(self, game: G) -> int:
        """How many hands of the match are complete."""
        return int(game.over)

    def seating(self, game: G) -> list[int]:
        """Which player, numbered as they came, sits at each seat."""
        return list(range(game.players))

    # Acting out of turn, and waiting for it

    def lead(self, _game: G) -> int | None:
        """The number of the lead that is about to be made and may have to wait, None if none is."""
        return None

    def wait(self, _game: G) -> Literal["", "window", "beat"]:
        """What the lead now to come waits for."""
        return ""

    def may_ponder(self, _game: G, _before: G) -> Sequence[int]:
        """The seats that an event has given, for all to see, something to think of out of turn."""
        return ()

    def out_of_turn(self, _game: G, _seat: int) -> list[int]:
        """The actions out of turn that a seat may do now."""
        return []

    def ordered(self, _game: G, _seat: int, _wanted: Iterable[str]) -> int | None:
        """What a seat's standing orders do now, the one it likes best; None if nothing."""
        return None

    def asking_order(self, game: G) -> list[int]:
        """The seats in the order in which they are heard when several would act at one moment."""
        return list(range(game.players))
