"""One at a time: driving a game by asking one seat after another (bots, learning, simulation)."""

import numpy as np

from parlour.errors import OutOfTurnError
from parlour.games import entry
from parlour.games.chance import parse_chance
from parlour.games.game import NOBODY, Event, Game
from parlour.games.sampling import Chance
from parlour.games.words import say


class Driver:
    """Asks for one decision after another; *chance* supplies what cards and dice do.

    Whoever is asked out of turn may act or ``decline``. That somebody is asked is known to the
    driver alone: it is in no state, no view and no log.

    >>> from parlour.games.pippip import PipPip
    >>> driver = Driver(PipPip(4), Chance(1))
    >>> while not driver.game.over:
    ...     driver.do(driver.legal()[0])
    >>> sum(driver.game.scores()) >= 4 * 264
    True
    """

    def __init__(self, game: Game, chance: Chance | None = None) -> None:
        self.game = game
        self._chance = chance
        self._asking = np.zeros(2, np.int64)
        self._run_chance()
        entry.begin_asking(game.record, 0, self._asking)

    def _run_chance(self) -> None:
        if self._chance is not None and self.game.awaits:
            self._chance.run(self.game)
            entry.begin_asking(self.game.record, 0, self._asking)

    @property
    def asked(self) -> int | None:
        """The seat that is asked out of turn, None if nobody is."""
        seat = int(entry.asked(self.game.record, 0, self._asking))
        return None if seat == NOBODY else seat

    @property
    def actor(self) -> int | None:
        """The seat to decide now: the one asked, else the one on turn; None if chance is next."""
        asked = self.asked
        return self.game.turn if asked is None else asked

    def legal(self) -> list[int]:
        """The actions open to the `actor`, sorted; ``decline`` among them if it is asked."""
        seat = self.asked
        if seat is None:
            return [] if self.game.turn is None else self.game.legal()
        buffer = np.zeros(len(self.game.action_names), np.int64)
        count = entry.list_actions(entry.answers(self.game.record, 0, seat), buffer)
        return buffer[:count].tolist()

    def legal_names(self) -> list[str]:
        """The actions open to the `actor`, by name."""
        return [self.game.action_names[action] for action in self.legal()]

    def do(self, event: Event) -> None:
        """The `actor` decides, or, without a chance source, a chance event happens.

        Raises what `Game.do` raises, and `IllegalEventError` for anything but a call or an answer
        by a seat that is asked.
        """
        game, seat = self.game, self.actor
        if seat is None or (isinstance(event, str) and parse_chance(event)):
            game.do(event)
            entry.begin_asking(game.record, 0, self._asking)
            return
        action = game.number(event, seat)
        if action not in self.legal():
            game.verify(action, seat)
            raise OutOfTurnError(say(game.package, "answer_first", {}), "answer_first", {})
        entry.step(game.record, 0, self._asking, seat, action)
        self._run_chance()
