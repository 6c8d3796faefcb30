"""A change of a table in the making: what happens, and what follows from it by itself."""

from collections.abc import Callable, Collection

from parlour.errors import ParlourError
from parlour.games.game import Game
from parlour.table import events as ev
from parlour.table.apply import apply
from parlour.table.dealing import SECRET_BYTES, Dealing
from parlour.table.state import Table

Random = Callable[[int], bytes]
"""So many unguessable bytes, as `secrets.token_bytes`."""
ChanceOf = Callable[[Dealing, Game, int], str | None]
"""What chance event *k* of a hand is, as `Dealing.event`; tests may give another."""


class RefusedError(ParlourError):
    """Something the table does not allow now.

    Attribute: `code`, a stable name such as ``not_host``.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class Change:
    """What happens to a table at one moment, by one message or by itself.

    `table` is the table as it then is, `entries` the new rows of its log, `tables` the table after
    each of them. The table it began with
    is untouched: nothing has happened until the entries are stored.
    """

    def __init__(
        self,
        table: Table,
        now: int,
        random: Random,
        *,
        seat: int = -1,
        message_id: int = 0,
        chance: ChanceOf = Dealing.event,
        here: Callable[[], Collection[int]] = tuple,
    ) -> None:
        self.table = table
        self.now = max(now, table.at)
        self.entries: list[ev.Entry] = []
        self.tables: list[Table] = []
        self.random = random
        self.here = here
        """Asked for the seats of persons who are connected."""
        self._chance = chance
        self._seat = seat
        self._message_id = message_id

    def happen(self, event: ev.AnyEvent) -> None:
        """Let an event happen. Raises what the game raises if its rules refuse it."""
        entry = ev.Entry(self.now, event, self._seat, self._message_id, ev.LOG_VERSION)
        self.table = apply(self.table, entry)
        self.entries.append(entry)
        self.tables.append(self.table)
        self._seat, self._message_id = -1, 0

    def take(self, earlier: "Change") -> None:
        """Let what an earlier change holds have happened first."""
        self.table = earlier.table
        self.entries += earlier.entries
        self.tables += earlier.tables

    def commit_secret(self, hand: int) -> None:
        """Draw and commit to the secret of a hand to come."""
        self.happen(ev.Committed(hand, self.random(SECRET_BYTES).hex()))

    def settle(self) -> None:
        """Let everything happen that now follows by itself, until people or bots have to act."""
        while self._follow():
            pass

    def _follow(self) -> bool:
        """One thing that follows by itself; False if nothing does."""
        table = self.table
        if table.paused is not None:
            return False
        if table.phase == "lobby":
            return self._begin_match()
        if table.phase == "between":
            return self._begin_hand()
        if table.phase != "playing" or table.game is None:
            return False
        if table.game.turn is None or table.game.awaits is not None:
            self._go_on(table.game)
            return True
        return self._obey_call(table.game) or self._obey_play(table.game)

    def _go_on(self, game: Game) -> None:
        """Nobody can act: the hand is over, the draw has seated all anew, or chance is next."""
        table = self.table
        live = table.rules.live
        if live.hands_done(game) > len(table.hands):
            self._end_hand(game)
            return
        if not table.reseated and (seating := live.seating(game)) != sorted(seating):
            self.happen(ev.Reseated(tuple(seating)))
            return
        dealing = Dealing(table.secret, table.nonces, table.id, table.match, table.hand)
        event = self._chance(dealing, game, table.chances)
        if event is None:
            raise ValueError("a game in which nobody is on turn and no chance is awaited")
        self.happen(ev.Chanced(event))

    def _begin_match(self) -> bool:
        table = self.table
        complete = all(chair.kind != "empty" for chair in table.seats)
        ready = all(chair.ready for chair in table.seats if chair.kind == "person")
        if complete and ready and table.persons:
            self._hand_begins(table.rules.entry.match.rules_version)
            return True
        return False

    def _hand_begins(self, rules_version: int = 0) -> None:
        nonces = tuple(chair.nonce for chair in self.table.seats)
        self.happen(ev.HandBegan(self.table.hand, nonces, rules_version))

    def _begin_hand(self) -> bool:
        """The next hand, when all who play themselves are ready, or it is time."""
        table = self.table
        waiting = any(chair.plays_himself and not chair.ready for chair in table.seats)
        if waiting and self.now < table.next_hand_at:
            return False
        self._hand_begins()
        return True

    def _end_hand(self, game: Game) -> None:
        earlier = [sum(hand[seat] for hand in self.table.hands) for seat in range(game.players)]
        points = tuple(score - old for score, old in zip(game.scores(), earlier, strict=True))
        self.happen(ev.HandEnded(points))
        self.happen(ev.Revealed(self.table.hand))
        if game.over:
            self.happen(ev.MatchEnded(tuple(game.winners())))
        else:
            self.happen(ev.HandsToCome())
            self.commit_secret(self.table.hand + 1)

    def _obey_call(self, game: Game) -> bool:
        """A standing order to call that can be obeyed now, in the order of asking."""
        table = self.table
        if not any(chair.calls for chair in table.seats):
            return False
        live = table.rules.live
        for seat in live.asking_order(game):
            wanted = table.seats[seat].calls
            action = live.ordered(game, seat, wanted) if wanted else None
            if action is not None:
                self.happen(ev.Acted(seat, game.action_names[action], "order"))
                return True
        return False

    def _obey_play(self, game: Game) -> bool:
        """What the seat on turn has ordered, or sent while the lead waited, is done.

        What is not legal is left alone until the seat acts: an event that drops it would tell the
        others what it holds.
        """
        seat = game.turn
        if seat is None or self.now < self.table.window_until:
            return False
        play = self.table.seats[seat].play
        if not play or not game.can(play, seat):
            return False
        self.happen(ev.Acted(seat, play))
        return True
