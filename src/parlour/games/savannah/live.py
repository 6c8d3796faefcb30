"""What a live table has to know of Savannah beyond the engine: nobody acts out of turn."""

from parlour.games.live import Live
from parlour.games.savannah.events import MOST_PLAYS
from parlour.games.savannah.game import Savannah


class SavannahLive(Live[Savannah]):
    """Savannah at a live table."""

    def turn_count(self, game: Savannah) -> int:
        """A turn lasts from its roll to the closing discard, however many cards are played."""
        return 2 * game.turns + (game.dice is not None)

    def decisions(self, game: Savannah) -> object:
        """Each play of a turn is one, after all its cards have been drawn."""
        return self.turn_count(game), game.plays, int(game.record["reshuffles"][0])

    def earns_time(self, game: Savannah) -> bool:
        """Each card does, but not in a turn that goes on for ever."""
        return game.plays < MOST_PLAYS

    def motion(self, game: Savannah, before: Savannah) -> int:
        """The deal, rolls, reshuffles."""
        kind = before.awaits
        if kind == "roll":
            return 1000 if game.dice else 700
        return 0 if kind is None else 1000

    def cards_for_chance(self, game: Savannah) -> list[int]:
        """The packs before the deal, then all cards below the tops of the foundations."""
        return game.cards_to_shuffle()


LIVE = SavannahLive()
