"""Playing at a table without a server: made-up time, made-up randomness."""

import random
from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from parlour.cards import card_names, packs, parse_cards
from parlour.games.options import Value
from parlour.games.pippip import Options, PipPip
from parlour.games.pippip.actions import FIRST_COURT
from parlour.table import commands, timers
from parlour.table import events as ev
from parlour.table.apply import apply, create
from parlour.table.change import Change
from parlour.table.state import Table
from parlour.table.timing import USUAL, Pace, Timing

START = 1_790_000_000_000
BOTS = ("random", "baseline")
INSTANT = Timing(
    turn_seconds=0,
    window_ms=0,
    beat_ms=0,
    between_seconds=0,
    motion_percent=0,
    bot_pace="instant",
)


class Playing:
    """A table with its log and a clock that tests turn."""

    def __init__(
        self,
        players: int = 4,
        *,
        game: str = "pip-pip",
        preset: str = "",
        options: Mapping[str, Value] | None = None,
        pace: Pace = "real time",
        timing: Timing | None = None,
        seed: int = 0,
    ) -> None:
        self.random = random.Random(seed)
        self.now = START
        change = commands.set_up(
            table_id="01TEST",
            code="TEST22",
            salt=f"salt {seed}",
            game=game,
            players=players,
            preset=preset,
            options=options or {},
            pace=pace,
            timing=timing or USUAL[pace],
            public=False,
            now=self.now,
            random=self.random.randbytes,
        )
        self.log: list[ev.Entry] = change.entries
        self.table: Table = change.table
        self.asked: set[tuple[int, int]] = set()
        self.here: list[int] = []
        """The seats of persons who are connected, where that matters."""

    def phase(self) -> str:
        return self.table.phase

    def game(self) -> PipPip:
        assert isinstance(self.table.game, PipPip)
        return self.table.game

    def change(self, seat: int = -1, message_id: int = 0) -> Change:
        return Change(
            self.table,
            self.now,
            self.random.randbytes,
            seat=seat,
            message_id=message_id,
            here=lambda: self.here,
        )

    def install(self, change: Change) -> None:
        self.log += change.entries
        self.table = change.table

    def do(
        self, command: Callable[..., Any], *args: Any, seat: int = -1, message_id: int = 0
    ) -> Any:
        """A command by name, with what follows from it."""
        change = self.change(seat, message_id)
        answer = command(change, *args)
        change.settle()
        self.install(change)
        return answer

    def sit(self, *names: str) -> None:
        for name in names:
            self.do(commands.join, name, f"hash of {name}")

    def fill(self, bot: str = "baseline") -> None:
        for seat, chair in enumerate(self.table.seats):
            if chair.kind == "empty":
                self.do(commands.set_bot, seat, bot, BOTS)

    def all_ready(self) -> None:
        for seat in self.table.persons:
            self.do(commands.ready, seat, f"{seat:064x}")

    def replayed(self) -> Table:
        """The table that the log alone gives, read back from its stored form."""
        entries = [ev.decode(ev.encode(entry)) for entry in self.log]
        table = create(entries[0])
        for entry in entries[1:]:
            table = apply(table, entry)
        return table

    def next_moment(self) -> int | None:
        moments = [timers.wakes_at(self.table)]
        moments += [question.at for question in self.questions()]
        return min((moment for moment in moments if moment is not None), default=None)

    def questions(self) -> list[timers.Question]:
        return [
            q for q in timers.questions(self.table) if q.turn or (q.seat, q.at) not in self.asked
        ]

    def pass_time(self, until: int | None = None) -> bool:
        """Go to the next moment at which something happens by itself, and let it happen."""
        moment = self.next_moment()
        if moment is None or (until is not None and moment > until):
            return False
        self.now = max(self.now, moment)
        change = self.change()
        timers.run_out(change)
        self.install(change)
        for question in self.questions():
            if question.at <= self.now:
                self.ask(question)
                break
        return True

    def ask(self, question: timers.Question) -> None:
        game = self.table.game
        assert game is not None
        seat = question.seat
        legal = game.legal(seat) if question.turn else self.table.rules.live.out_of_turn(game, seat)
        if not question.turn:
            self.asked.add((seat, question.at))
        if not legal or (not question.turn and self.random.random() < 0.3):
            return
        change = self.change()
        timers.bot_acts(change, seat, game.action_names[self.random.choice(legal)])
        self.install(change)

    def rig(
        self, hands: Mapping[int, str], *, stock: str = "", trump: str = "c", dealer: int = 0
    ) -> None:
        """Deal again, so that seats hold what is wanted; the rest as it comes, without courts.

        The stock begins as wanted and goes on with what is left, courts last.
        """
        table = self.table
        assert table.game is not None
        players = table.players
        left = sorted(packs(2), key=lambda card: (FIRST_COURT <= card < FIRST_COURT + 8, card))
        wanted = {seat: parse_cards(cards) for seat, cards in hands.items()}
        first = parse_cards(stock)
        for card in [*first, *(card for cards in wanted.values() for card in cards)]:
            left.remove(card)
        for seat in range(players):
            wanted.setdefault(seat, [])
            while len(wanted[seat]) < 7:
                wanted[seat].append(left.pop(0))
        eldest = (dealer + 1) % players
        order = [
            wanted[(eldest + k) % players][number] for number in range(7) for k in range(players)
        ]
        options = Options.read(table.options | {"first_dealer": "random", "first_trump": "cut"})
        events = [
            f"dealer {dealer + 1}",
            f"cut {trump}",
            "order " + card_names(order + first + left),
        ]
        game = PipPip(players, options, events=events)
        self.table = msgspec.structs.replace(
            table,
            game=game,
            turn_at=self.now,
            lead=0,
            window_until=self.now + table.timing.window_ms,
            options=options.values(),
        )


def play_hand(playing: Playing) -> None:
    """Everybody plays the first card that he may, to the end of a hand in which no lead waits."""
    assert not playing.table.timing.window_ms
    while playing.phase() == "playing":
        turn = playing.table.turn
        assert turn is not None
        if playing.table.seats[turn].plays_himself:
            playing.do(commands.act, turn, playing.game().legal_names(turn)[0])
        else:
            assert playing.pass_time()
