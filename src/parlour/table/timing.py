"""How long things take at a table."""

from typing import Literal

from msgspec import Struct

Pace = Literal["real time", "by turns"]
"""With clocks, everybody present; or without, for weeks, coming back by link."""
BotPace = Literal["instant", "fast", "human", "slow"]
"""How long bots take before they act."""


class Timing(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How long things take at a table; every field can be changed by the host in the lobby."""

    turn_seconds: int = 60
    """The turn clock; who lets it run out is played by a bot until he is back. 0: no clock. In a
    turn of many cards each leaves its player a third of it at least, and so does coming back, once
    a turn."""
    window_ms: int = 4000
    """How long the first lead (or, with calls before the lead, every lead) waits for calls."""
    beat_ms: int = 1200
    """How long every other lead waits, so that a person can call between two tricks."""
    between_seconds: int = 30
    """How long the score sheet stays before the next hand is dealt without waiting any more."""
    motion_percent: int = 100
    """How much time is given to clients to show cards drawn, the deal, dice and shuffles, in
    percent of the usual: clocks, waits and bots' pauses begin after it. 0: none."""
    bot_pace: BotPace = "human"
    """How long bots take, whatever they hold."""


USUAL: dict[Pace, Timing] = {
    "real time": Timing(),
    "by turns": Timing(
        turn_seconds=0,
        window_ms=0,
        beat_ms=0,
        between_seconds=86_400,
        motion_percent=0,
        bot_pace="fast",
    ),
}
"""What is usual for each pace."""

BOUNDS = {
    "turn_seconds": (0, 3_600),
    "window_ms": (0, 60_000),
    "beat_ms": (0, 30_000),
    "between_seconds": (0, 604_800),
    "motion_percent": (0, 400),
}
"""The least and the greatest value of each number."""

BOT_DELAYS: dict[BotPace, tuple[int, int]] = {
    "instant": (0, 0),
    "fast": (150, 450),
    "human": (700, 2200),
    "slow": (1500, 4500),
}
"""Between how many milliseconds a bot takes."""
