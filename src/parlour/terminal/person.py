"""The person's decisions: laying before him what he can do, and asking until it is legal."""

from parlour.errors import ParlourError
from parlour.games.pippip import PipPip
from parlour.games.pippip.actions import CALL, DECLINE, PASS, UNUSED
from parlour.terminal import board
from parlour.terminal.hand import lay_out, numbered
from parlour.terminal.look import LOUD
from parlour.terminal.prompt import Wish, understand
from parlour.terminal.screen import Screen


class Left(Exception):  # noqa: N818  # not an error: the person has had enough
    """The person has left the table."""


class Decision:
    """One decision of the person at *seat*: *legal* are the actions open to him."""

    def __init__(self, screen: Screen, view: PipPip, seat: int, legal: list[int]) -> None:
        self._screen = screen
        self._view = view
        self._seat = seat
        self._legal = legal
        self._slots = lay_out(view, seat, legal)
        self._asked = DECLINE in legal
        self._bidding = any(PASS <= action < DECLINE for action in legal)
        self._calls = [view.action_names[a][-1] for a in legal if CALL <= a < UNUSED]

    def make(self) -> int:
        """Ask until the answer is legal; raises `Left` if the person leaves."""
        self._lay_before()
        while True:
            typed = self._screen.ask(self._question())
            try:
                meaning = understand(
                    typed, self._view, self._seat, self._legal, numbered(self._slots)
                )
            except ParlourError as error:
                self._screen.say(str(error))
                continue
            if not isinstance(meaning, Wish):
                return meaning
            if meaning is Wish.QUIT:
                self._offer_to_leave()
            else:
                self._show(meaning)
                self._lay_before()

    def _lay_before(self) -> None:
        self._screen.blank()
        if self._asked:
            self._explain_call()
        else:
            board.show_facts(self._screen, self._view)
        board.show_hand(self._screen, self._slots, lit=self._asked or self._bidding)

    def _explain_call(self) -> None:
        marriages = " and ".join(self._screen.look.suit(suit) for suit in self._calls)
        self._screen.say(f"You hold king and queen of {marriages}.", style=LOUD)
        how = " or ".join(f"call {suit}" for suit in self._calls)
        self._screen.say(f"Type {how} to call Pip-Pip now, or just Enter to wait.")

    def _question(self) -> str:
        if self._asked:
            return "Call?"
        if self._bidding:
            return f"{' or '.join(self._view.action_names[action] for action in self._legal)}?"
        also = ", or call" if self._calls else ""
        count = len(numbered(self._slots))
        which = f"1 to {count}" if count > 1 else "1"
        return f"{'Your card' if self._view.trick() else 'Your lead'} ({which}{also})?"

    def _show(self, wish: Wish) -> None:
        if wish is Wish.HELP:
            board.show_help(self._screen, self._view)
        elif wish is Wish.TABLE:
            board.show_table(self._screen, self._view)
        else:
            board.show_last_trick(self._screen, self._view)

    def _offer_to_leave(self) -> None:
        if self._screen.ask("Leave the table? (y/n)").lower() in ("y", "yes", "q", "quit"):
            raise Left
