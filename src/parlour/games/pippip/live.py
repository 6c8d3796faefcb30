"""What a live table has to know of Pip-Pip beyond the engine: when to wait, whom to give time.

RULES, "Live": calls are taken whenever the rule allows them, in order of arrival. The first lead
(with calls before the lead, every lead) waits for a window in which anyone may call; any other
lead waits a beat.
"""

from collections.abc import Iterable, Sequence
from typing import Literal

from parlour.cards import CARDS, SUIT_LETTERS
from parlour.games.live import Live
from parlour.games.pippip.actions import ACTIONS, CALL, UNUSED
from parlour.games.pippip.game import PipPip
from parlour.games.pippip.legal import BEFORE_LEAD
from parlour.games.pippip.state import DRAW, NONE, PACK, PLAY


class PipPipLive(Live[PipPip]):
    """Pip-Pip at a live table."""

    orders = (*SUIT_LETTERS, "any")
    """A suit to call, or anything."""
    decline = (ACTIONS["decline"],)

    def lead(self, game: PipPip) -> int | None:
        """The number of the trick about to be led, None if none is."""
        state = game.record
        if state["phase"][0] != PLAY or state["in_trick"][0]:
            return None
        return int(state["trick"][0])

    def turn_count(self, game: PipPip) -> int:
        """Changes whenever somebody's turn begins, even if it was his before."""
        state = game.record
        return int(state["plays"][0]) + int(state["bids"][0])

    def motion(self, game: PipPip, before: PipPip) -> int:
        """Cards drawn for the deal and who deals, the cut, the deal."""
        kind = before.awaits
        if kind == "card":
            return 120 + (1500 if game.record["phase"][0] != DRAW else 0)
        return {None: 0, "dealer": 1500, "cut": 800, "order": 1000}[kind]

    def wait(self, game: PipPip) -> Literal["", "window", "beat"]:
        """What the lead now to come waits for; nothing before the last trick: none can call."""
        trick = self.lead(game)
        if trick is None or trick == PACK // game.players - 1:
            return ""
        if trick == 0 or game.record["call_time"][0] == BEFORE_LEAD:
            return "window"
        return "beat"

    def may_ponder(self, game: PipPip, before: PipPip) -> Sequence[int]:
        """The seats that an event has given, for all to see, something to think of calling for.

        Whether they can call is not asked.
        """
        old, new = before.record[0], game.record[0]
        if new["phase"] != PLAY:
            return ()
        if old["phase"] != PLAY:
            return range(game.players)
        if new["plays"] == old["plays"]:
            return ()
        if new["call_time"] == BEFORE_LEAD:
            return () if new["in_trick"] else range(game.players)
        drawn = int(new["taken"]) - int(old["taken"])
        return range(game.players) if drawn > 1 else [int(old["turn"])] * drawn

    def out_of_turn(self, game: PipPip, seat: int) -> list[int]:
        """The calls a seat may make now."""
        return [action for action in game.legal(seat) if CALL <= action < UNUSED]

    def ordered(self, game: PipPip, seat: int, wanted: Iterable[str]) -> int | None:
        """The call that a seat's standing orders make now, the one it likes best; None if none."""
        calls = self.out_of_turn(game, seat)
        for name in wanted if calls else ():
            if name == "any":
                return calls[0]
            if CALL + SUIT_LETTERS.index(name) in calls:
                return CALL + SUIT_LETTERS.index(name)
        return None

    def asking_order(self, game: PipPip) -> list[int]:
        """The seats in the order in which they are heard when several would call at one moment."""
        state = game.record[0]
        first = int(state["turn"]) if state["turn"] != NONE else 0
        return [(first + k) % game.players for k in range(game.players)]

    def hands_done(self, game: PipPip) -> int:
        """How many hands of the match are complete."""
        return game.hand_number

    def seating(self, game: PipPip) -> list[int]:
        """Which player, numbered as they came, sits at each seat."""
        return game.seating

    def cards_for_chance(self, game: PipPip) -> list[int]:
        """The cards, by number, of which chance draws one or which it shuffles.

        While cards are drawn for the deal, those set aside are missing; then all are back.
        """
        state = game.record[0]
        drawing = state["phase"] == DRAW
        gone = (int(state["drawn"]), int(state["drawn_twice"])) if drawing else (0, 0)
        return [card for card in CARDS for mask in gone if not mask >> card & 1]


LIVE = PipPipLive()
