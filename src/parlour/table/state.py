"""A table as a value: everything that its log says, and nothing else."""

from typing import Literal, NamedTuple

from msgspec import Struct

from parlour.games.game import Game
from parlour.games.options import Value
from parlour.table.events import Opened
from parlour.table.games import LiveGame, live_game
from parlour.table.timing import Pace, Timing

Phase = Literal["lobby", "playing", "between", "over"]
CHAT_KEPT = 30


class Seat(Struct, frozen=True, kw_only=True, gc=False):
    """A chair and who sits on it."""

    kind: Literal["empty", "person", "bot"] = "empty"
    name: str = ""
    bot: str = ""
    """The bot that plays here now: its own seat, or standing in for a person."""
    gone: bool = False
    """The person has left; a bot keeps the seat until he, or somebody else, takes it."""
    key_hash: str = ""
    """SHA-256 of the key, in hexadecimal."""
    ready: bool = False
    nonce: str = ""
    muted: bool = False
    votes_end: bool = False
    calls: tuple[str, ...] = ()
    """Standing orders to call, best first."""
    play: str = ""
    """A standing order to play."""

    @property
    def plays_himself(self) -> bool:
        """Whether a person plays here now."""
        return self.kind == "person" and not self.bot


class Line(Struct, frozen=True, gc=False):
    """A line of the chat."""

    seat: int
    name: str
    text: str
    at: int
    number: int = 0
    """The number of its event."""


class Reveal(Struct, frozen=True, gc=False):
    """What lets anybody check the chance of a hand."""

    match: int
    hand: int
    secret: str
    nonces: tuple[str, ...]


class Pausing(NamedTuple):
    """Since when, why and by whom a table is paused."""

    at: int
    reason: Literal["host", "nobody here"]
    seat: int


class Table(Struct, frozen=True, kw_only=True, gc=False):
    """A table; moments are milliseconds since 1970."""

    id: str
    code: str
    salt: str
    game_name: str
    rules_version: int
    """Of the rules that the present or last match is played by."""
    options: dict[str, Value]
    pace: Pace
    timing: Timing
    public: bool
    created: int
    seats: tuple[Seat, ...]
    last_ids: tuple[int, ...]
    """For each seat: the id of the last message of its person that had an effect."""
    number: int = 0
    """The number of the last event."""
    at: int = 0
    """When that was."""
    phase: Phase = "lobby"
    host: int = -1
    host_away: int = -1
    """The seat that the host acts for, as its person is away; −1: he is host himself."""
    locked: bool = False
    """Whether nobody can join by the code."""
    match: int = 1
    hands: tuple[tuple[int, ...], ...] = ()
    """Points of every seat in each complete hand of the match."""
    winners: tuple[int, ...] = ()
    game: Game | None = None
    """The match; never changed in place."""
    reseated: bool = False
    """Whether the draw has already changed the seats of this match."""
    hand: int = 1
    """The hand to come or being played, from 1."""
    secret: str = ""
    """That hand's secret."""
    nonces: tuple[str, ...] = ()
    """Its nonces, once it has begun."""
    chances: int = 0
    """How many chance events it has had."""
    opened: Opened | None = None
    """The record that this match goes on with."""
    revealed: Reveal | None = None
    """The last hand's."""
    lead: int = -1
    """The number of the lead that is or was waited for last."""
    window_until: int = 0
    """Until when the lead waits; 0 if none does."""
    beat: bool = False
    shown_until: int = 0
    """Until when clients have time to show the chance events so far."""
    turn_at: int = 0
    """Since when who is on turn has had the present decision to make."""
    turn_number: int = 0
    """The number of the event that brought it."""
    deadline: int = 0
    """When the time for the turn ends, whoever plays it just now; 0 if that is never."""
    more_time: bool = False
    """Whether somebody who came in this turn has been given more."""
    ponder: tuple[int, ...] = ()
    """For each seat: when a bot there thinks of calling; 0 for never. Whether it can is not
    asked."""
    next_hand_at: int = 0
    """Between hands: when the next begins at the latest."""
    paused: Pausing | None = None
    chat: tuple[Line, ...] = ()

    @property
    def rules(self) -> LiveGame:
        """The game played here."""
        return live_game(self.game_name)

    def new_game(self) -> Game:
        """A match by the rules here before anything has happened."""
        entry = self.rules.entry
        return entry.match(self.players, entry.options(**self.options))

    @property
    def players(self) -> int:
        """How many seats there are."""
        return len(self.seats)

    @property
    def turn(self) -> int | None:
        """Whose turn it is in the game."""
        return self.game.turn if self.game is not None and self.phase == "playing" else None

    @property
    def clock(self) -> int:
        """When the clock of the person on turn runs out; 0 if none runs."""
        turn = self.turn
        return self.deadline if turn is not None and self.seats[turn].plays_himself else 0

    @property
    def persons(self) -> list[int]:
        """The seats of persons who have not left."""
        return [k for k, s in enumerate(self.seats) if s.kind == "person" and not s.gone]

    def may_join(self, seat: int) -> bool:
        """Whether a person can sit down there."""
        chair = self.seats[seat]
        return not self.locked and (chair.kind != "person" or chair.gone)
