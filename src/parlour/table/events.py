"""What can happen to a table: the log, complete and secret.

Each `Entry` is one row. What a seat may see of it is decided in one place only,
`parlour.server.telling`. Old logs must stay readable: add kinds and fields with defaults, never
change the meaning of one; when the rules of a game change, its `rules_version` does.
"""

from typing import Literal

import msgspec
from msgspec import UNSET, Struct, UnsetType

from parlour.games.options import Value
from parlour.table.timing import Pace, Timing

LOG_VERSION = 1
"""Changes when older programs would misunderstand what is added to a log; each entry has its own.
What they could not read, such as a new field, they refuse without that."""


class Event(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """The base of all events."""


class Created(Event, frozen=True, tag="created", kw_only=True):
    """A table is set up; all seats are empty."""

    log_version: int
    id: str
    code: str
    salt: str
    """Secret bytes that the pauses of bots depend on."""
    game: str
    rules_version: int
    """The game's rules as they were."""
    players: int
    options: dict[str, Value]
    pace: Pace
    timing: Timing
    public: bool


class Opened(Event, frozen=True, tag="opened"):
    """The table goes on with a record: its events so far, with seats, −1 for chance."""

    events: tuple[tuple[int, str], ...]
    deal: Literal["new", "open"]
    """Whether what nobody had seen has been dealt anew, or may be known."""


class Joined(Event, frozen=True, tag="joined"):
    """A person sits down. Only a hash of his key is kept."""

    seat: int
    name: str
    key_hash: str


class Left(Event, frozen=True, tag="left"):
    """A person leaves the seat for good."""

    seat: int
    kicked: bool = False


class BotSat(Event, frozen=True, tag="bot_sat"):
    """A bot has the seat, or another bot."""

    seat: int
    bot: str
    name: str


class Emptied(Event, frozen=True, tag="emptied"):
    """A bot gets up."""

    seat: int


class StoodIn(Event, frozen=True, tag="stood_in"):
    """A bot plays for a person who is away."""

    seat: int
    bot: str
    gone: bool = False
    """He has left: others may take the seat."""


class CameBack(Event, frozen=True, tag="came_back"):
    """He plays himself again."""

    seat: int


class KeyChanged(Event, frozen=True, tag="key_changed"):
    """The seat has a new key."""

    seat: int
    key_hash: str


class HostChanged(Event, frozen=True, tag="host_changed"):
    """Another person is host."""

    seat: int
    instead_of: int = -1
    """The seat of the host that he acts for while that one is away; −1: he is host himself."""


class Locked(Event, frozen=True, tag="locked"):
    """Whether nobody can join by the code."""

    locked: bool


class Muted(Event, frozen=True, tag="muted"):
    """Whether the seat is heard in the chat."""

    seat: int
    muted: bool


class OptionsSet(Event, frozen=True, tag="options_set", kw_only=True):
    """The host has changed what is to be played."""

    players: int | UnsetType = UNSET
    options: dict[str, Value] | UnsetType = UNSET
    timing: Timing | UnsetType = UNSET
    public: bool | UnsetType = UNSET


class WasReady(Event, frozen=True, tag="ready"):
    """A person is ready for the hand to come, and his client has added its random bytes."""

    seat: int
    nonce: str = ""
    ready: bool = True


class Committed(Event, frozen=True, tag="committed"):
    """The secret of the hand to come; its SHA-256 is published."""

    hand: int
    secret: str


class HandBegan(Event, frozen=True, tag="hand_began"):
    """The nonces are final; chance follows from them and the secret."""

    hand: int
    nonces: tuple[str, ...]
    rules_version: int = 0
    """With a match's first hand: the game's rules as they were; by others the match is not played
    on. 0 for those that the table was made with."""


class Chanced(Event, frozen=True, tag="chance"):
    """A chance event of the game."""

    chance: str


class Reseated(Event, frozen=True, tag="reseated"):
    """Seat *i* is now who was at ``origin[i]``."""

    origin: tuple[int, ...]


class Acted(Event, frozen=True, tag="act"):
    """A seat does an action of the game."""

    seat: int
    action: str
    by: Literal["", "bot", "order"] = ""


class OrdersLeft(Event, frozen=True, tag="orders"):
    """A seat leaves standing orders, or takes them back."""

    seat: int
    call: tuple[str, ...] = ()
    play: str = ""


class HandEnded(Event, frozen=True, tag="hand_ended"):
    """A hand is complete."""

    points: tuple[int, ...]


class HandsToCome(Event, frozen=True, tag="hands_to_come"):
    """The match goes on with another hand, once the players are ready."""


class Revealed(Event, frozen=True, tag="revealed"):
    """The secret of the hand is published."""

    hand: int


class MatchEnded(Event, frozen=True, tag="match_ended"):
    """The match is over."""

    winners: tuple[int, ...]
    by_vote: bool = False
    abandoned: bool = False


class Rematch(Event, frozen=True, tag="rematch"):
    """Back to the lobby."""


class Voted(Event, frozen=True, tag="voted"):
    """A person wants the match to end here, or no more."""

    seat: int
    yes: bool


class Said(Event, frozen=True, tag="said"):
    """A person says something."""

    seat: int
    text: str


class Paused(Event, frozen=True, tag="paused"):
    """Clocks stop."""

    reason: Literal["host", "nobody here"]
    seat: int = -1


class Resumed(Event, frozen=True, tag="resumed"):
    """Clocks go on where they stopped."""


AnyEvent = (
    Created
    | Opened
    | Joined
    | Left
    | BotSat
    | Emptied
    | StoodIn
    | CameBack
    | KeyChanged
    | HostChanged
    | Locked
    | Muted
    | OptionsSet
    | WasReady
    | Committed
    | HandBegan
    | Chanced
    | Reseated
    | Acted
    | OrdersLeft
    | HandEnded
    | HandsToCome
    | Revealed
    | MatchEnded
    | Rematch
    | Voted
    | Said
    | Paused
    | Resumed
)


class Entry(Struct, frozen=True, array_like=True, gc=False):
    """One row of a table's log; its number is its place, from 1."""

    at: int
    """When, in milliseconds since 1970."""
    event: AnyEvent
    seat: int = -1
    """Whose message caused it; −1 for nobody's."""
    id: int = 0
    """That message's id, by which a second copy of it is known."""
    version: int = 1
    """The `LOG_VERSION` of the program that wrote it."""


_ENCODER = msgspec.json.Encoder()
_DECODER = msgspec.json.Decoder(Entry)


def encode(entry: Entry) -> bytes:
    """A row of the log as stored: JSON, so that people can read it."""
    return _ENCODER.encode(entry)


def decode(body: bytes) -> Entry:
    """A row of the log; raises `ValueError` for one that this version cannot read."""
    entry = _DECODER.decode(body)
    if entry.version > LOG_VERSION:
        raise ValueError(f"an entry of version {entry.version} of the log; here is {LOG_VERSION}")
    return entry
