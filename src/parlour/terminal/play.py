"""Playing in the terminal: whose decision it is, asking the person, asking the others."""

import secrets
import sys
from contextlib import nullcontext

from rich.console import Console

from parlour.bots import Policy
from parlour.bots.chair import Chair
from parlour.games.driver import Driver
from parlour.games.pippip import Options, PipPip
from parlour.games.pippip.actions import DECLINE
from parlour.games.sampling import Chance
from parlour.terminal import board, streams
from parlour.terminal.look import QUIET, Look
from parlour.terminal.news import News
from parlour.terminal.person import Decision, Left
from parlour.terminal.printer import Printer
from parlour.terminal.screen import Screen, names

BOT = "baseline"
_PATIENCE = 10.0
"""Seconds that a bot may take for a choice."""


class Session:
    """One person at a table with others who play by themselves."""

    def __init__(self, match: PipPip, seed: int, screen: Screen, bot: str) -> None:
        self.match = match
        self.driver = Driver(match)
        self._chance = Chance(seed)
        self._bot = Chair(bot, match.name, seed, _PATIENCE)
        self._failures = set[str]()
        self._screen = screen
        self._news = News(screen)

    @property
    def you(self) -> int:
        """The seat of the person."""
        return self.match.seating.index(0)

    def view(self) -> PipPip:
        """What the person may know: all that is ever shown."""
        return self.match.view(self.you)

    def run(self) -> None:
        """Play until the match is over; raises `Left` if the person leaves."""
        while not self.match.over:
            hands = self.match.hand_number
            self._play_hand()
            if self.match.hand_number > hands:
                board.show_account(self._screen, self.view())
                if not self.match.over:
                    self._ask_to_go_on()

    def _play_hand(self) -> None:
        hands = self.match.hand_number
        while self.match.hand_number == hands:
            event = self._chance.next(self.match)
            before = self.view()
            if event is not None:
                self.driver.do(event)
                self._news.chance(event, before, self.view())
                continue
            seat = self.driver.actor
            if seat == self.you:
                self.driver.do(self._decide())
                self._news.action(before, self.view())
            elif seat is not None:
                self.driver.do(self._choose(seat))
                after = self.view()
                if after != before:
                    self._screen.beat()
                    self._news.action(before, after)
                    self._screen.touch()

    def _decide(self) -> int:
        view, legal = self.view(), self.driver.legal()
        if view.turn == self.you and DECLINE not in legal:
            self._news.head(view)
        return Decision(self._screen, view, self.you, legal).make()

    def _choose(self, seat: int) -> int:
        """What the bot on a seat does; how it fails is told once.

        Not where it is asked whether it calls: that it is asked is nobody's business.
        """
        legal = self.driver.legal()
        action, kind, detail = self._bot.choose(self.match.view(seat), legal)
        if kind and kind not in self._failures and DECLINE not in legal:
            self._failures.add(kind)
            self._screen.say(f"{self._bot.name}: {kind}: {detail}. {BOT} plays instead.")
        return action

    def _ask_to_go_on(self) -> None:
        self._screen.blank()
        if self._screen.ask("Enter for the next hand, q to leave:").lower() in ("q", "quit"):
            raise Left
        self._screen.blank()


def play(
    players: int,
    options: Options,
    seed: int | None,
    *,
    bot: str,
    pace: float,
    four_colours: bool,
    console: Console | None,
) -> None:
    """What `parlour.terminal.play_hand` does, its arguments checked."""
    with streams.lenient():
        console = console or Printer(highlight=False)
        screen = Screen(console, Look.of(console, four_colours=four_colours), pace)
        if seed is None:
            seed = secrets.randbelow(1 << 32)
        try:
            session = Session(PipPip(players, options), seed, screen, bot)
            _warm_up(console)
            _greet(screen, session.match)
            _run(session, screen)
            screen.say(f"Seed {seed} deals the same cards again.", style=QUIET)
        except KeyboardInterrupt:
            screen.blank()


def _run(session: Session, screen: Screen) -> None:
    try:
        session.run()
    except Left:
        screen.say("Until next time.")
    except (KeyboardInterrupt, EOFError) as end:
        screen.blank()
        ended = isinstance(end, EOFError) and not sys.stdin.isatty()
        screen.say("The input has ended: you" if ended else "You", " have left the table.")


def _greet(screen: Screen, match: PipPip) -> None:
    title = f"{match.title}, {match.options.name or 'custom'}"
    screen.heading(title, f"{match.players} players")
    others = names(match, list(range(1, match.players)))
    screen.say(f"You play with {others}.")
    screen.say("Type the number under a card, or the card, as in Qh; ? for help, q to leave.")
    screen.blank()


def _warm_up(console: Console) -> None:
    """Let the rules be compiled, or loaded, before anybody waits for a card."""
    with console.status("Setting the table ...") if console.is_terminal else nullcontext():
        match = PipPip(3, seed=0)
        driver, bot = Driver(match, Chance(0)), Policy(BOT)
        while not match.over:
            seat = driver.actor or 0
            driver.do(bot.choose(match.view(seat), driver.legal()))
        match.hand_scores()
