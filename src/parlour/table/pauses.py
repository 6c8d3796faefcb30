"""How long a bot takes: drawn from the table's salt and public numbers, never from its cards."""

from hashlib import blake2b

from parlour.bots import levels
from parlour.table.state import Table
from parlour.table.timing import BOT_DELAYS


def _fraction(table: Table, number: int, seat: int, what: str) -> float:
    """A number from 0 to 1, the same for the same event, seat and purpose."""
    text = f"{table.salt} {number} {seat} {what}".encode()
    return int.from_bytes(blake2b(text, digest_size=4).digest()) / 2**32


def turn_delay(table: Table, number: int, seat: int) -> int:
    """How many milliseconds after event *number*, which made it its turn, a bot acts."""
    return _delay(table, number, seat, "turn")


def ponder_delay(table: Table, number: int, seat: int) -> int:
    """How many milliseconds after event *number* a bot makes up its mind whether to call."""
    return _delay(table, number, seat, "call")


def _delay(table: Table, number: int, seat: int, what: str) -> int:
    """A pause of the table's pace, and never less than the bot's level has to think."""
    least, most = BOT_DELAYS[table.timing.bot_pace]
    pause = least + int((most - least) * _fraction(table, number, seat, what))
    return max(pause, int(1000 * (levels.clock(table.seats[seat].bot) or 0)))
