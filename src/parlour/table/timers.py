"""What happens at a table when nobody says anything: clocks that run out, waits that end, bots."""

from typing import NamedTuple

from parlour.table import events as ev
from parlour.table.change import Change
from parlour.table.commands import STAND_IN, come_back
from parlour.table.pauses import turn_delay
from parlour.table.state import Table


class Question(NamedTuple):
    """A bot is to be asked at a moment: for its turn, or whether it calls out of turn.

    A question out of turn is due whether or not the bot can call; asked or not, it leaves no trace.
    """

    at: int
    seat: int
    bot: str
    turn: bool


def wakes_at(table: Table) -> int | None:
    """The next moment at which `run_out` has something to do; None if it has not."""
    if table.paused is not None:
        return None
    moments = []
    if table.phase == "between":
        moments.append(table.next_hand_at)
    elif table.phase == "playing":
        if clock := table.clock:
            moments.append(clock)
        if table.lead != -1 and _held(table):
            moments.append(table.window_until)
    return min(moments, default=None)


def _held(table: Table) -> bool:
    """Whether the seat on turn has left a play that can be done."""
    turn = table.turn
    if table.game is None or turn is None:
        return False
    play = table.seats[turn].play
    return bool(play) and table.game.can(play, turn)


def run_out(change: Change) -> None:
    """Let happen what the time has come for."""
    table = change.table
    if table.paused is not None:
        return
    turn = table.turn
    late = 0 < table.clock <= change.now
    if late and turn is not None and not _held(table):
        change.happen(ev.StoodIn(turn, STAND_IN))
    change.settle()


def questions(table: Table) -> list[Question]:
    """The bots that are to be asked, and when."""
    if table.paused is not None or table.phase != "playing" or not table.persons:
        return []  # bots do not play on among themselves
    asked = []
    for seat, chair in enumerate(table.seats):
        if not chair.bot:
            continue
        if seat == table.turn:
            at = max(table.turn_at + turn_delay(table, table.turn_number, seat), table.window_until)
            asked.append(Question(at, seat, chair.bot, turn=True))
        if table.ponder[seat]:
            asked.append(Question(table.ponder[seat], seat, chair.bot, turn=False))
    return sorted(asked)


def bot_acts(change: Change, seat: int, action: str) -> None:
    """A bot does what it has chosen."""
    standing_in = change.table.seats[seat].kind == "person"
    change.happen(ev.Acted(seat, action, "bot" if standing_in else ""))
    change.settle()


def nobody_here(change: Change) -> None:
    """A table in real time stops while none of its persons is connected."""
    table = change.table
    playing = table.phase in ("playing", "between")
    if table.pace == "real time" and playing and table.paused is None:
        change.happen(ev.Paused("nobody here"))


def nobody_here_since(change: Change) -> None:
    """A table that comes back to memory has stood still since its last event."""
    stopped = Change(change.table, change.table.at, change.random)
    nobody_here(stopped)
    change.take(stopped)


def abandon(change: Change) -> None:
    """A match that nobody comes back to is over: nobody has won, and its secret is revealed."""
    table = change.table
    if table.phase not in ("playing", "between"):
        return
    if table.paused is not None:
        change.happen(ev.Resumed())
    change.happen(ev.MatchEnded((), abandoned=True))
    if table.phase == "playing":
        change.happen(ev.Revealed(table.hand))


def somebody_here(change: Change, seat: int) -> None:
    """A person has connected: he plays himself, and what stopped for want of him goes on."""
    if change.table.paused is not None and change.table.paused.reason == "nobody here":
        change.happen(ev.Resumed())
    if change.table.host_away == seat:
        change.happen(ev.HostChanged(seat))
    come_back(change, seat)
