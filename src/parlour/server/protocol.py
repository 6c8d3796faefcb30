"""Everything that travels between the server and a client, as types.

`docs/protocol.md` explains the conversation with an example of every message. The TypeScript types
of the browser client are generated from this file (`python -m parlour.server.typescript`).

Within one `PROTOCOL` version things are only added. A client ignores fields and events it does not
know; the server refuses messages it does not know. Seats are numbered from 0, clockwise; moments
are milliseconds since 1970 by the server's clock; no view ever holds ``null``.
"""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from parlour.table.timing import Pace, Timing

PROTOCOL = 3
"""The version of the protocol, sent in `Hello` and `About`."""

Phase = Literal["lobby", "playing", "between", "over", "frozen"]
"""Waiting for players; in a hand; after a hand that others follow; after the match; stopped because
the log cannot be played by this version of the rules."""
Id = Annotated[int, Meta(ge=1 - 2**53, le=2**53 - 1)]
"""The number of a client's message: one that browsers can hold."""
Seat = Annotated[int, Meta(ge=0)]
"""A seat that a client names."""
Patch = dict[str, Any]
"""A JSON merge patch (RFC 7396): present keys replace, objects recursively; ``null`` removes. An
object for a list changes elements by their places, or appends (``{"points": {"2": 55}}``)."""


# What is said over HTTP


class OptionChoice(Struct):
    """One option of a game, as the page of options shows it."""

    name: str
    values: list[str]
    """Allowed values; one with ``N`` in it (``N hands``) stands for a whole number."""
    explanation: str
    """One line that says what the option is."""
    ranges: dict[str, tuple[int, int]]
    """For each value with ``N``: the least and the greatest number."""


class PresetInfo(Struct):
    """A named set of options."""

    name: str
    title: str
    least_players: int
    most_players: int
    options: dict[str, str]
    """Every option's value, written as in `OptionChoice.values` with ``N`` filled in."""


class GameInfo(Struct):
    """A game that can be played here."""

    name: str
    """As in requests: ``pip-pip``."""
    title: str
    least_players: int
    most_players: int
    presets: list[PresetInfo]
    choices: list[OptionChoice]
    bots: list[str]
    """Names of the bots that play it: the levels, weakest first, then the operator's own."""


class Limits(Struct):
    """What the server refuses to exceed."""

    name_length: int
    chat_length: int
    message_bytes: int


class About(Struct):
    """Answer to ``GET /api/about``: what this server can do."""

    version: str
    """The version of Parlour."""
    protocol: int
    games: list[GameInfo]
    timing: dict[str, Timing]
    """What is usual for each pace."""
    limits: Limits
    ready: bool
    """Whether the rules are compiled; while not, tables can be made but wait to start."""
    progress: str
    """A sentence on what is being prepared, empty when ready."""


class CreateTable(Struct, kw_only=True, forbid_unknown_fields=True):
    """Body of ``POST /api/tables``: make a table and sit down as its host at seat 0."""

    game: str
    players: int
    """How many seats."""
    name: str
    """The host's name."""
    preset: str = ""
    """A preset's name; empty for the game's first."""
    options: dict[str, str | int | bool] = {}
    """Options that differ from the preset."""
    bots: list[str] = []
    """Bots for the seats after the host's, in order; seats left over stay empty."""
    pace: Pace = "real time"
    timing: Timing | UnsetType = UNSET
    """Times that differ from the usual; as a whole."""
    public: bool = False
    """Whether the table is listed for everybody; otherwise only who has the code finds it."""


class OpenRecord(Struct, kw_only=True, forbid_unknown_fields=True):
    """Body of ``POST /api/tables/open``: make a table that goes on with a record."""

    name: str
    """The host's name."""
    record: str = ""
    """The record, as `parlour check` reads it; or"""
    table: str = ""
    """the code of a table whose last record it is."""
    events: Annotated[int, Meta(ge=0)] | UnsetType = UNSET
    """How many of its events are kept; unset: all."""
    deal: Literal["new", "open"] = "new"
    """``new``: what nobody could have seen is dealt anew; ``open``: the cards stay, and the table
    says that they may be known."""
    seat: Seat = 0
    """The host's seat."""
    bots: list[str] = []
    """Bots for the other seats, in order; seats left over stay empty."""
    pace: Pace = "real time"
    timing: Timing | UnsetType = UNSET
    public: bool = False


class JoinTable(Struct, kw_only=True, forbid_unknown_fields=True):
    """Body of ``POST /api/tables/{code}/join``."""

    name: str
    seat: Seat | UnsetType = UNSET
    """The seat wanted: empty, or played by a bot that nobody lent it to. Unset: any."""


class Seated(Struct):
    """Answer to making or joining a table: a seat and the key to it."""

    code: str
    """The table's code, as in its address."""
    seat: int
    key: str
    """Who has this plays the seat; keep it, show it to nobody. Sent in `Hello`."""


class TableInfo(Struct):
    """A table from outside: answer to ``GET /api/tables/{code}``, and items of the list."""

    code: str
    game: str
    title: str
    preset: str
    """Name of the preset, empty for a custom set of options."""
    phase: Phase
    pace: Pace
    players: int
    names: list[str]
    """Who sits at each seat: a person's or bot's name, empty for an empty seat."""
    open_seats: list[int]
    """The seats that can be joined now."""
    locked: bool
    """Whether the host lets nobody join."""
    watching: int
    """Connections without a seat."""
    created: int


class TableList(Struct):
    """Answer to ``GET /api/tables``: public tables, newest first."""

    tables: list[TableInfo]


class Problem(Struct):
    """The body of every HTTP answer that is an error."""

    code: str
    """A stable name: ``no_such_table``, ``table_full``, ``bad_option``, …"""
    text: str
    """What was wrong and what would be right, for a person."""


# What the client says over the WebSocket


class Hello(Struct, tag="hello", forbid_unknown_fields=True):
    """The first message of every connection."""

    version: int
    """`PROTOCOL`."""
    key: str = ""
    """The key to a seat; empty to watch."""
    last: int = 0
    """The number of the last update this client has of this table; 0 for none."""
    packed: bool = False
    """Whether the server's messages shall come as MessagePack in binary frames, which is shorter,
    instead of JSON in text frames."""


class Act(Struct, tag="act", forbid_unknown_fields=True):
    """Do an action of the game: play a card, call, bid.

    A play that comes while a lead waits for calls is kept and done when the wait is over
    (`You.held`).
    """

    id: Id
    """A number greater than all this seat has used (`You.last_id`). A message that comes twice
    with the same id, after a reconnect say, has its effect once."""
    action: str
    """Its name, as in ``own.legal``."""


class SetOrders(Struct, tag="orders", forbid_unknown_fields=True):
    """Leave, replace or (both empty) take back standing orders."""

    id: Id
    call: list[str] = []
    """What to call as soon as it is allowed, best first; ``any`` for anything. Stays in force until
    taken back or the hand ends."""
    play: str = ""
    """An action to do when it is the seat's turn (``play Qh``); forgotten when the seat acts."""


class Ready(Struct, tag="ready", forbid_unknown_fields=True):
    """Ready for the match or for the next hand."""

    id: Id
    nonce: str = ""
    """32 random bytes in hexadecimal from the client's own source, mixed into all chance of the
    hand (`docs/fair-dealing.md`). Empty: none."""


class NotReady(Struct, tag="not_ready", forbid_unknown_fields=True):
    """Take `Ready` back."""

    id: Id


class Back(Struct, tag="back", forbid_unknown_fields=True):
    """Take the seat back from the bot that stands in. `Hello` and `Act` do so too."""

    id: Id


class Leave(Struct, tag="leave", forbid_unknown_fields=True):
    """Leave: in the lobby the seat becomes empty; in a match a bot plays on.

    The key stays good to come back with, until somebody else takes the seat.
    """

    id: Id


class Chat(Struct, tag="chat", forbid_unknown_fields=True):
    """Say something to the table."""

    id: Id
    text: str


class VoteEnd(Struct, tag="vote_end", forbid_unknown_fields=True):
    """Vote to end the match here; it ends when more than half of the persons seated want it."""

    id: Id
    yes: bool = True


class Why(Struct, tag="why", forbid_unknown_fields=True):
    """Ask why an action is not allowed now; answered by `Reason`. Changes nothing."""

    action: str


class Ping(Struct, tag="ping", forbid_unknown_fields=True):
    """Whether the connection is alive; answered by `Pong`."""


# What only the host may say


class SetOptions(Struct, tag="set_options", kw_only=True, forbid_unknown_fields=True):
    """Host, in the lobby or after a match: other rules, players, times. Nobody is ready then."""

    id: Id
    players: int | UnsetType = UNSET
    preset: str | UnsetType = UNSET
    options: dict[str, str | int | bool] | UnsetType = UNSET
    """Changes to the preset, as a whole."""
    timing: Timing | UnsetType = UNSET
    public: bool | UnsetType = UNSET


class SetBot(Struct, tag="set_bot", forbid_unknown_fields=True):
    """Host: put a bot on an empty seat, or change the bot there. During a match: any bot's seat."""

    id: Id
    seat: Seat
    bot: str


class ClearSeat(Struct, tag="clear_seat", forbid_unknown_fields=True):
    """Host, in the lobby or after a match: send a bot away."""

    id: Id
    seat: Seat


class Kick(Struct, tag="kick", forbid_unknown_fields=True):
    """Host: send a person away; his key is no longer good. In a match a bot takes the seat.

    The table is locked then, or he would be back at once (`Lock`).
    """

    id: Id
    seat: Seat


class Lock(Struct, tag="lock", forbid_unknown_fields=True):
    """Host: let nobody join by the code, or let people join again."""

    id: Id
    locked: bool = True


class Mute(Struct, tag="mute", forbid_unknown_fields=True):
    """Host: let nobody hear what a seat says in the chat, or let it be heard again."""

    id: Id
    seat: Seat
    muted: bool = True


class MakeHost(Struct, tag="make_host", forbid_unknown_fields=True):
    """Host: hand the part over to another person."""

    id: Id
    seat: Seat


class Pause(Struct, tag="pause", forbid_unknown_fields=True):
    """Host: stop the clocks; nobody can act."""

    id: Id


class Resume(Struct, tag="resume", forbid_unknown_fields=True):
    """Host: go on."""

    id: Id


class Rematch(Struct, tag="rematch", forbid_unknown_fields=True):
    """Host, after a match: back to the lobby with the same seats for another one."""

    id: Id


class FreshLink(Struct, tag="fresh_link", forbid_unknown_fields=True):
    """Host: a new key for a person's seat; the old one is no longer good. Answered by `Link`."""

    id: Id
    seat: Seat


FromClient = (
    Hello
    | Act
    | SetOrders
    | Ready
    | NotReady
    | Back
    | Leave
    | Chat
    | VoteEnd
    | Why
    | Ping
    | SetOptions
    | SetBot
    | ClearSeat
    | Kick
    | Lock
    | Mute
    | MakeHost
    | Pause
    | Resume
    | Rematch
    | FreshLink
)
"""Every message a client may send."""


# What is at a table


class SeatView(Struct, omit_defaults=True):
    """One seat, as everybody sees it."""

    kind: Literal["empty", "person", "bot"]
    name: str = ""
    """The person's or the bot's name."""
    bot: str = ""
    """Which bot plays here now: a bot's own seat, or standing in for a person who is away."""
    ready: bool = False
    muted: bool = False
    nonce: str = ""
    """What its client has sent for the chance of this hand."""


class Paused(Struct, omit_defaults=True):
    """Why nothing goes on."""

    reason: Literal["host", "nobody here"]
    seat: int | UnsetType = UNSET


class Fair(Struct, omit_defaults=True):
    """The fair dealing of the hand to come or being played."""

    hand: int
    """Number of the hand in the match, from 1."""
    commitment: str
    """SHA-256 of the server's secret, in hexadecimal, published before any nonce is taken."""


class Revealed(Struct):
    """What lets anybody check the chance of a hand."""

    match: int
    hand: int
    secret: str
    nonces: list[str]
    """The nonces used, by seat as it was when the match began; empty for none."""


class ChatLine(Struct):
    """One thing said."""

    seat: int
    name: str
    text: str
    at: int


class TableView(Struct, omit_defaults=True, kw_only=True):
    """The table round the game, the same for everybody."""

    code: str
    id: str
    """The table's identity in fair dealing and records."""
    game: str
    title: str
    preset: str
    """Name of the preset in force, empty for a custom set."""
    options: dict[str, str]
    least_players: int
    most_players: int
    """How many seats these options admit."""
    phase: Phase
    pace: Pace
    timing: Timing
    public: bool = False
    seats: list[SeatView]
    host: int | UnsetType = UNSET
    match: int = 1
    """Number of the match at this table."""
    hands: list[list[int]] = []
    """Points of every seat in each complete hand of the match."""
    clock: int | UnsetType = UNSET
    """When the turn clock of the seat on turn (the game's ``turn``) runs out, if it runs."""
    window: int | UnsetType = UNSET
    """Until then the lead waits, so that others can call."""
    beat: int | UnsetType = UNSET
    """Until then the lead waits, for the short while between two tricks."""
    next_hand_at: int | UnsetType = UNSET
    """Between hands: when the next is dealt even if not all are ready."""
    paused: Paused | UnsetType = UNSET
    opened: Literal["", "new", "open"] = ""
    """Whether this match goes on with a record: what nobody had seen of it has been dealt anew, or
    lies ``open`` to all who have read the record."""
    votes: list[int] = []
    """Seats that want to end the match."""
    fair: Fair | UnsetType = UNSET
    revealed: Revealed | UnsetType = UNSET
    """The last hand's."""
    winners: list[int] = []
    """After a match: who has won or shares the win; empty if it was ended by vote."""
    locked: bool = False
    """Whether nobody can join by the code."""
    chat: dict[str, ChatLine] = {}
    """The last lines, by the number of the event."""
    frozen: str = ""
    """Why the table cannot go on, if it cannot."""


class Orders(Struct, omit_defaults=True):
    """Standing orders in force."""

    call: list[str] = []
    play: str = ""


class You(Struct, omit_defaults=True, kw_only=True):
    """What only this client is told about itself, in every game."""

    seat: int
    last_id: int = 0
    """The last `Act.id` (of any message with an id) that had its effect."""
    orders: Orders | UnsetType = UNSET
    held: str = ""
    """A play that waits until the window for calls closes."""


# What happens at a table


class Joined(Struct, tag="joined"):
    """A person sat down."""

    seat: int
    name: str


class Left(Struct, tag="left", omit_defaults=True):
    """A person left or was sent away."""

    seat: int
    name: str
    kicked: bool = False


class StoodIn(Struct, tag="stood_in"):
    """A bot plays for a person who let the clock run out or left."""

    seat: int
    bot: str


class CameBack(Struct, tag="came_back"):
    """A person plays his seat himself again."""

    seat: int


class HostChanged(Struct, tag="host_changed"):
    """There is a new host."""

    seat: int


class HandBegan(Struct, tag="hand_began"):
    """All are ready: what chance brings follows. Hand 1 begins the match."""

    match: int
    hand: int


class Acted(Struct, tag="act", omit_defaults=True):
    """A seat did an action of the game."""

    seat: int
    action: str
    by: Literal["", "bot", "order"] = ""
    """Who did it: the player, a bot standing in, or a standing order."""
    then: dict[str, Any] | UnsetType = UNSET
    """What followed at once, in the game's own words (`PipPipThen`, `SavannahThen`)."""


class Chanced(Struct, tag="chance", omit_defaults=True):
    """Chance: a card drawn, a cut, dice, a shuffle."""

    chance: str
    """``card Qh``, ``dealer 3`` (seat counted from 1), ``cut h``, ``roll 3 5``; the order of a
    shuffled pack is nobody's to know: ``order``."""
    then: dict[str, Any] | UnsetType = UNSET


class Reseated(Struct, tag="reseated"):
    """The draw has decided who sits where: seat *i* is now who was at seat ``from[i]``.

    Your own `You.seat` may have changed.
    """

    origin: list[int] = msgspec.field(name="from")


class HandEnded(Struct, tag="hand_ended"):
    """A hand is over."""

    hand: int
    points: list[int]


class MatchEnded(Struct, tag="match_ended", omit_defaults=True):
    """The match is over: played out, ended by vote, or because nobody came back to it."""

    winners: list[int]
    by_vote: bool = False
    abandoned: bool = False


class Said(Struct, tag="said"):
    """Somebody said something."""

    seat: int
    text: str


class Changed(Struct, tag="changed"):
    """Something about the table changed, as the patch tells: readiness, options, a pause, votes."""

    what: str
    seat: int | UnsetType = UNSET


class Private(Struct, tag="private"):
    """Something that is not for you to see; it only has its number."""


Happened = (
    Joined
    | Left
    | StoodIn
    | CameBack
    | HostChanged
    | HandBegan
    | Acted
    | Chanced
    | Reseated
    | HandEnded
    | MatchEnded
    | Said
    | Changed
    | Private
)
"""Every kind of event; a client skips kinds it does not know."""


# What the server says over the WebSocket


class Welcome(Struct, tag="welcome", omit_defaults=True, kw_only=True):
    """Answer to `Hello`: everything as it is now. Sent again whenever updates alone do not do."""

    version: int
    now: int
    """The server's clock, to set the client's by."""
    number: int
    """The number of the last event in this view."""
    here: list[int]
    """Seats whose persons are connected."""
    watching: int = 0
    table: TableView
    game: Any | UnsetType = UNSET
    """The public view of the game (`PipPipView`, `SavannahView`), once a match has begun."""
    own: Any | UnsetType = UNSET
    """What only this seat may know of the game (`PipPipOwn`, `SavannahOwn`)."""
    you: You | UnsetType = UNSET
    """Unset for who watches."""


class Resumed(Struct, tag="resumed"):
    """Answer to `Hello` with a recent number: what was missed follows as updates."""

    version: int
    now: int
    number: int
    """The number this goes on from: what the client said."""
    here: list[int]


class Update(Struct, tag="update", omit_defaults=True, kw_only=True):
    """Something happened. The patches bring what `Welcome` said up to date."""

    number: int
    """The number of the last event of `events`; the first is ``number - len(events) + 1``."""
    events: list[Happened]
    """For everybody the same."""
    table: Patch | UnsetType = UNSET
    game: Patch | UnsetType = UNSET
    own: Patch | UnsetType = UNSET
    you: Patch | UnsetType = UNSET
    done: int | UnsetType = UNSET
    """`You.last_id` from now on: this client's message with that id has had its effect."""


class Done(Struct, tag="done"):
    """The message with this id has had its effect (and is on disk)."""

    id: int


class Refused(Struct, tag="refused", omit_defaults=True):
    """The message had no effect."""

    id: int
    """The message's id; 0 if it had none."""
    code: str
    """A stable name, as ``must_follow``."""
    text: str
    """The sentence for a person."""
    fatal: bool = False
    """Whether the server closes the connection now."""


class Reason(Struct, tag="reason"):
    """Answer to `Why`; an empty text if the action is allowed."""

    action: str
    text: str


class Link(Struct, tag="link"):
    """Answer to `FreshLink`, to the host alone."""

    seat: int
    key: str


class Presence(Struct, tag="presence"):
    """Who is connected; not an event, so without a number."""

    here: list[int]
    watching: int


class Pong(Struct, tag="pong"):
    """Answer to `Ping`."""

    now: int


class Bye(Struct, tag="bye", omit_defaults=True):
    """The server closes the connection."""

    code: Literal["taken_over", "kicked", "left", "closing", "deleted", "too_slow", "bad_key"]
    """``closing``: the server stops or restarts, come again in a moment; ``taken_over``: the seat
    is played from another device."""
    text: str


FromServer = Welcome | Resumed | Update | Done | Refused | Reason | Link | Presence | Pong | Bye
"""Every message the server sends."""
