"""Worlds that one seat cannot tell apart: the same is asked of a table that was dealt otherwise.

What is asked of a table, and when, is a list of inputs. Each world puts them through the real
commands, so that what follows by itself (orders obeyed, leads that were held, stand-ins, chance)
is found anew in each.
"""

import hashlib
import random
from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise
from typing import Any, NamedTuple

from parlour.errors import ParlourError
from parlour.games.game import Game
from parlour.table import commands, timers
from parlour.table import events as ev
from parlour.table.change import Change
from parlour.table.dealing import Dealing
from parlour.table.state import Table
from parlour.table.timing import Timing
from tests.table.playing import BOTS, START

TIMING = Timing(window_ms=500, beat_ms=100, turn_seconds=60, between_seconds=5)
Deals = Mapping[tuple[int, int], str]
"""Chance events given by hand and number, all others are dealt fairly."""


class Input(NamedTuple):
    """What is asked of a table: a message of a seat's, or −1 for a clock or a bot."""

    at: int
    seat: int
    id: int
    work: Callable[[Change], object]


class Done(NamedTuple):
    """What an input has made of a table."""

    table: Table
    change: Change | None
    error: ParlourError | None


def do(table: Table, asked: Input, deals: Deals) -> Done:
    """An input with all that follows from it."""

    def secret(size: int) -> bytes:
        return hashlib.shake_128(f"{table.number}".encode()).digest(size)

    def chance(dealing: Dealing, game: Game, k: int) -> str | None:
        return deals.get((dealing.hand, k)) or dealing.event(game, k)

    change = Change(table, asked.at, secret, seat=asked.seat, message_id=asked.id, chance=chance)
    try:
        asked.work(change)
        change.settle()
    except ParlourError as error:
        return Done(table, None, error)
    return Done(change.table, change, None)


def set_up(game: str, players: int, **more: Any) -> Change:
    """A new table, and its first events."""
    what: dict[str, Any] = {
        "table_id": "01TEST",
        "code": "TEST22",
        "salt": "salt",
        "preset": "",
        "options": {},
        "pace": "real time",
        "timing": TIMING,
        "public": True,
        "now": START,
        "random": bytes,
    }
    return commands.set_up(game=game, players=players, **(what | more))


class Script:
    """A table where persons and a bot play at random, and all that was asked of it."""

    def __init__(self, seed: int, start: Change, *, hands: int, moves: int) -> None:
        self.start = start.table
        self.log = list(start.entries)
        self.inputs: list[Input] = []
        self.tables: list[Table] = []
        """The table after each input."""
        self._chance = random.Random(seed)
        self._now = START
        self._sit()
        while len(self.table.hands) < hands and self.table.phase != "over":
            self._go_on()
        for _ in range(moves):
            if self.table.phase == "over" or len(self.table.hands) > hands:
                break
            self._go_on()

    @property
    def table(self) -> Table:
        return self.tables[-1] if self.tables else self.start

    def _ask(self, seat: int, work: Callable[..., object], *arguments: Any) -> None:
        message_id = self.table.last_ids[seat] + 1 if seat >= 0 else 0

        def put(change: Change) -> None:
            work(change, *arguments)

        asked = Input(self._now, seat, message_id, put)
        done = do(self.table, asked, {})
        self.inputs.append(asked)
        self.tables.append(done.table)
        self.log += done.change.entries if done.change else []

    def _says(self, seat: int, work: Callable[..., object], *arguments: Any) -> None:
        self._ask(seat, work, seat, *arguments)

    def _sit(self) -> None:
        for number in range(self.start.players - 1):
            self._ask(-1, commands.join, f"Person {number}", f"hash of {number}")
        self._ask(0, commands.set_bot, self.start.players - 1, "baseline", BOTS)

    def _go_on(self) -> None:
        chance, table = self._chance, self.table
        self._now += chance.randrange(800)
        if table.phase != "playing":
            for seat in table.persons:
                self._says(seat, commands.ready, f"{seat:064x}")
            return
        assert table.game is not None
        assert table.turn is not None
        seat = chance.choice(table.persons)
        names = table.game.action_names
        kind = chance.random()
        if kind < 0.1:
            seat = chance.choice([seat, (table.turn + 1) % table.players])
            seat = seat if table.seats[seat].plays_himself else table.persons[0]
            plays = [name for name in names if name.startswith("play ")]
            calls = chance.choice([(), ("any",), ("h", "s")]) if table.rules.live.orders else ()
            self._says(seat, commands.orders, calls, chance.choice(["", *plays[:52]]))
        elif kind < 0.18:
            self._says(seat, commands.act, chance.choice(names))
        elif kind < 0.2:
            self._says(seat, commands.say, "Well!")
        elif kind < 0.22 and table.deadline:
            self._now = max(self._now, table.deadline)
            self._ask(-1, timers.run_out)
        elif kind < 0.4 and (callers := list(self._callers())):
            seat, call = chance.choice(callers)
            self._says(seat, commands.act, call)
        else:
            self._move(table, table.game, table.turn)

    def _callers(self) -> Iterator[tuple[int, str]]:
        table = self.table
        for seat in table.persons:
            for action in table.rules.live.out_of_turn(table.game, seat):
                assert table.game is not None
                yield seat, table.game.action_names[action]

    def _move(self, table: Table, game: Game, turn: int) -> None:
        """Who is on turn moves, or the time comes for what he has left."""
        names = game.legal_names(turn)
        if game.name == "savannah" and self._chance.random() < 0.7:
            names = [name for name in names if not name.startswith("discard")] or names
        if not table.seats[turn].plays_himself:
            asked = [question.at for question in timers.questions(table) if question.turn]
            self._now = max(self._now, *asked)
            self._ask(-1, timers.bot_acts, turn, self._chance.choice(names))
        elif self._chance.random() < 0.5 and (wakes := timers.wakes_at(table)):
            self._now = max(self._now, min(wakes, table.window_until))
            self._ask(-1, timers.run_out)
            if self.table.number == table.number:
                self._says(turn, commands.act, self._chance.choice(names))
        else:
            self._says(turn, commands.act, self._chance.choice(names))


def seen(before: Table, done: Done, seat: int) -> list[Any]:
    """What a seat may know of what an input has made of the game, and nothing else.

    Whether who is on turn can do what he has left is his business; in a world where it is otherwise
    he does something else, as anybody may.
    """
    tables = done.change.tables if done.change else []
    games = [before.game, *(table.game for table in tables)]
    changed = [new for old, new in pairwise(games) if new is not old]
    return [_held(done.table), *(game and game.view(seat) for game in changed)]


def _held(table: Table) -> bool:
    game, turn = table.game, table.turn
    play = table.seats[turn].play if turn is not None else ""
    return bool(play) and game is not None and game.can(play, turn)


def another(script: Script, seat: int, chance: random.Random, changes: int) -> Deals:
    """Orders of the hand being played that look the same to a seat, all the time; or none."""
    hand = len(script.table.hands) + 1
    first = next(k for k, table in enumerate(script.tables) if table.hand == hand) - 1
    before = script.tables[first] if first >= 0 else script.start
    inputs = script.inputs[first + 1 :]
    deals = _dealt(script, hand)
    reality = [
        seen(old, do(old, asked, {}), seat)
        for old, asked in zip([before, *script.tables[first + 1 :]], inputs, strict=False)
    ]
    ordered = {
        entry.event.play.removeprefix("play ")
        for entry in script.log
        if isinstance(entry.event, ev.OrdersLeft)
    }
    found: dict[tuple[int, int], str] = {}
    for _ in range(60 * changes):
        where = chance.choice(list(deals))
        cards = (found.get(where) or deals[where]).split()
        a, b = chance.randrange(1, len(cards)), chance.randrange(1, len(cards))
        if chance.random() < 0.5:  # what somebody has left to be played is worth more
            a = chance.choice([k for k, card in enumerate(cards) if k and card in ordered] or [a])
        if cards[a] == cards[b]:
            continue
        cards[a], cards[b] = cards[b], cards[a]
        attempt = found | {where: " ".join(cards)}
        if _same(before, inputs, attempt, seat, reality):
            found = attempt
            changes -= 1
            if not changes:
                break
    return found


def _dealt(script: Script, hand: int) -> dict[tuple[int, int], str]:
    """The orders of a hand by their numbers."""
    found = {}
    number, k = 0, 0
    for event in (entry.event for entry in script.log):
        if isinstance(event, ev.HandBegan):
            number, k = event.hand, 0
        elif isinstance(event, ev.Chanced):
            if number == hand and event.chance.startswith("order"):
                found[number, k] = event.chance
            k += 1
    return found


def _same(
    table: Table, inputs: list[Input], deals: Deals, seat: int, reality: list[list[Any]]
) -> bool:
    for asked, real in zip(inputs, reality, strict=True):
        done = do(table, asked, deals)
        try:
            if seen(table, done, seat) != real:
                return False
        except ValueError:
            return False
        table = done.table
    return True
