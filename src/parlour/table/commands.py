"""What people may ask of a table. Each function checks, then lets things happen to a `Change`.

All raise `RefusedError`, or an error of the game, and then nothing has happened.
"""

import unicodedata
from collections.abc import Mapping, Sequence

from parlour.errors import InvalidEventError, OptionError
from parlour.games.game import Game
from parlour.games.options import Value
from parlour.table import events as ev
from parlour.table.apply import create
from parlour.table.change import Change, Random, RefusedError
from parlour.table.dealing import NONCE_BYTES
from parlour.table.games import action_number, live_game
from parlour.table.state import Seat, Table
from parlour.table.timing import BOT_DELAYS, BOUNDS, Pace, Timing

NAME_LENGTH = 24
CHAT_LENGTH = 300
MOST_ORDERS = 8
BOT_NAMES = (
    *("Alma", "Bruno", "Clara", "Dmitri", "Edith", "Felix"),
    *("Greta", "Hugo", "Ida", "Jasper", "Kiyo", "Leo"),
)
"""What bots are called, by seat."""
STAND_IN = "baseline"
"""The bot that plays for who is away."""


def set_up(
    *,
    table_id: str,
    code: str,
    salt: str,
    game: str,
    players: int,
    preset: str,
    options: Mapping[str, Value],
    pace: Pace,
    timing: Timing,
    public: bool,
    now: int,
    random: Random,
    opened: ev.Opened | None = None,
) -> Change:
    """A new table with empty seats, which may go on with a record that has been *opened*.

    Raises `OptionError` for what cannot be played.
    """
    rules = live_game(game)
    read = rules.entry.options.read(options, preset or rules.entry.presets[0])
    read.check_players(players)
    check_timing(timing)
    created = ev.Created(
        log_version=ev.LOG_VERSION,
        id=table_id,
        code=code,
        salt=salt,
        game=rules.name,
        rules_version=rules.entry.match.rules_version,
        players=players,
        options=read.values(),
        pace=pace,
        timing=timing,
        public=public,
    )
    entry = ev.Entry(now, created, version=ev.LOG_VERSION)
    change = Change(create(entry), now, random)
    change.entries.append(entry)
    if opened is not None:
        change.happen(opened)
    change.commit_secret(change.table.hand)
    return change


def check_timing(timing: Timing) -> None:
    """Raise `OptionError` for times that are out of bounds."""
    for name, (least, most) in BOUNDS.items():
        value = getattr(timing, name)
        if not least <= value <= most:
            raise OptionError(
                f"{name} cannot be {value}: allowed is {least} to {most}",
                name,
                value,
                f"{least} to {most}",
            )
    if timing.bot_pace not in BOT_DELAYS:
        raise OptionError("no such pace", "bot_pace", timing.bot_pace, ", ".join(BOT_DELAYS))


def clean(text: str, longest: int, what: str) -> str:
    r"""*text* as one line without what could disturb others' screens.

    Raises `RefusedError` if nothing is left, or too much.

    >>> clean("  Anna\u202e\n Karenina ", 24, "name")
    'Anna Karenina'
    """
    kept = "".join(
        " " if character.isspace() else character
        for character in unicodedata.normalize("NFC", text)
        if character.isspace() or unicodedata.category(character)[0] != "C" or character == "\u200d"
    )
    line = " ".join(kept.split())
    if not line.strip("\u200d "):
        raise RefusedError(f"empty_{what}", f"The {what} is empty.")
    if len(line) > longest:
        raise RefusedError(
            f"long_{what}", f"The {what} has {len(line)} characters: at most {longest} are allowed."
        )
    return line


# Seats


def join(change: Change, name: str, key_hash: str, seat: int | None = None) -> int:
    """A person sits down, on a given seat or any; who comes first is host."""
    table = change.table
    name = clean(name, NAME_LENGTH, "name")
    if table.locked:
        raise RefusedError("locked", "Nobody can join this table now: ask the host to open it.")
    if seat is None:
        free = [k for k in range(table.players) if table.may_join(k)]
        free.sort(key=lambda k: table.seats[k].kind != "empty")
        if not free:
            raise RefusedError("table_full", f"All {table.players} seats are taken.")
        seat = free[0]
    _check_seat(table, seat)
    if not table.may_join(seat):
        raise RefusedError("seat_taken", f"Seat {seat + 1} is taken.")
    change.happen(ev.Joined(seat, name, key_hash))
    _host_if_none(change, seat)
    return seat


def lock(change: Change, locked: bool) -> None:
    """Nobody can join by the code any more, or again."""
    if change.table.locked != locked:
        change.happen(ev.Locked(locked))


def _host_if_none(change: Change, seat: int) -> None:
    """Who comes to a table whose host has left is host."""
    if change.table.host not in change.table.persons:
        change.happen(ev.HostChanged(seat))


def _check_seat(table: Table, seat: int) -> Seat:
    if not 0 <= seat < table.players:
        raise RefusedError(
            "no_such_seat", f"There is no seat {seat + 1}: the seats are 1 to {table.players}."
        )
    return table.seats[seat]


def _pass_host_on(change: Change) -> None:
    """Another person becomes host when the host is not there any more."""
    persons = change.table.persons
    if persons and change.table.host not in persons:
        _next_host(change, persons, change.table.host_away)
    elif not persons and change.table.phase in ("lobby", "over"):
        lock(change, locked=False)  # nobody is left who could let anybody in


def _next_host(change: Change, persons: Sequence[int], instead_of: int) -> None:
    """The next clockwise becomes host, best one who is connected."""
    start, players = change.table.host, change.table.players
    here = [seat for seat in persons if seat in change.here()]
    host = min(here or persons, key=lambda k: (k - start) % players)
    change.happen(ev.HostChanged(host, instead_of))


def host_away(change: Change) -> None:
    """The host has not been connected for long: somebody who is acts for him until he comes."""
    table = change.table
    here = [seat for seat in table.persons if seat in change.here()]
    if here and table.host not in here:
        _next_host(change, here, table.host if table.host_away < 0 else table.host_away)


def check_acts_for_nobody(table: Table) -> None:
    """Raise `RefusedError` for what a host who is away would not forgive."""
    if table.host_away >= 0:
        name = table.seats[table.host_away].name
        raise RefusedError(
            "acting_host", f"You are host only while {name} is away: {name} can do that."
        )


def leave(change: Change, seat: int) -> None:
    """A person leaves: in a match a bot plays on for him, else the seat is empty."""
    if change.table.phase in ("playing", "between"):
        if not change.table.seats[seat].gone:
            change.happen(ev.StoodIn(seat, STAND_IN, gone=True))
    else:
        change.happen(ev.Left(seat))
    _pass_host_on(change)
    _count_votes(change)


def come_back(change: Change, seat: int) -> None:
    """A person plays himself again."""
    if change.table.seats[seat].bot:
        change.happen(ev.CameBack(seat))
    _host_if_none(change, seat)


# The host's


def check_host(table: Table, seat: int) -> None:
    """Raise `RefusedError` unless the seat is the host's."""
    if seat != table.host:
        name = table.seats[table.host].name if table.host >= 0 else "nobody"
        raise RefusedError("not_host", f"Only the host ({name}) can do that.")


def _check_not_playing(table: Table) -> None:
    if table.phase in ("playing", "between"):
        raise RefusedError("match_is_on", "That can be changed before a match or after it.")


def _check_bot(bot: str, bots: tuple[str, ...]) -> None:
    if bot not in bots:
        raise RefusedError(
            "no_such_bot", f"There is no bot {bot[:24]!r}: there are {', '.join(bots)}."
        )


def set_bot(change: Change, seat: int, bot: str, bots: tuple[str, ...]) -> None:
    """A bot sits down on an empty seat, or takes the place of the bot there."""
    chair = _check_seat(change.table, seat)
    _check_bot(bot, bots)
    if chair.kind == "person":
        raise RefusedError("seat_taken", f"{chair.name} sits on seat {seat + 1}.")
    _seat_bot(change, seat, bot)


def _seat_bot(change: Change, seat: int, bot: str) -> None:
    change.happen(ev.BotSat(seat, bot, BOT_NAMES[seat]))


def replace_missing_bots(change: Change, bots: tuple[str, ...]) -> None:
    """Bots that are not here any more make way for `STAND_IN`: the operator has taken them out."""
    for seat, chair in enumerate(change.table.seats):
        if chair.kind == "bot" and chair.bot not in bots:
            _seat_bot(change, seat, STAND_IN)


def clear_seat(change: Change, seat: int) -> None:
    """A bot gets up."""
    _check_not_playing(change.table)
    chair = _check_seat(change.table, seat)
    if chair.kind != "bot":
        raise RefusedError("no_bot_there", f"There is no bot on seat {seat + 1}.")
    change.happen(ev.Emptied(seat))


def kick(change: Change, seat: int) -> None:
    """A person is sent away; in a match a bot takes the seat.

    He has the code and could come back at once: the table is locked.
    """
    chair = _check_person(change.table, seat)
    if seat == change.table.host:
        raise RefusedError("not_yourself", f"{chair.name}, you can leave, but not send yourself.")
    playing = change.table.phase in ("playing", "between")
    if playing:
        check_acts_for_nobody(change.table)
    change.happen(ev.Left(seat, kicked=True))
    lock(change, locked=True)
    if playing:
        _seat_bot(change, seat, STAND_IN)
    _count_votes(change)


def _check_person(table: Table, seat: int) -> Seat:
    chair = _check_seat(table, seat)
    if chair.kind != "person":
        raise RefusedError("no_person_there", f"No person sits on seat {seat + 1}.")
    return chair


def mute(change: Change, seat: int, muted: bool) -> None:
    """A person is heard in the chat no more, or again."""
    if _check_person(change.table, seat).muted != muted:
        change.happen(ev.Muted(seat, muted))


def make_host(change: Change, seat: int) -> None:
    """Another person becomes host."""
    check_acts_for_nobody(change.table)
    if _check_person(change.table, seat).gone:
        raise RefusedError("no_person_there", f"Who sat on seat {seat + 1} has left.")
    if seat != change.table.host:
        change.happen(ev.HostChanged(seat))


def change_key(change: Change, seat: int, key_hash: str) -> None:
    """A person's seat gets a new key; the old one is no longer good."""
    check_acts_for_nobody(change.table)
    _check_person(change.table, seat)
    change.happen(ev.KeyChanged(seat, key_hash))


def set_options(
    change: Change,
    *,
    players: int | None = None,
    preset: str | None = None,
    options: Mapping[str, Value] | None = None,
    timing: Timing | None = None,
    public: bool | None = None,
) -> None:
    """Other rules, seats or times. Raises `OptionError` for what cannot be."""
    table = change.table
    _check_not_playing(table)
    if table.opened is not None and table.phase == "lobby" and (players or preset or options):
        raise RefusedError(
            "from_record", "This table goes on with a record: its rules and players are as there."
        )
    event: dict[str, object] = {}
    read = table.rules.entry.options.read(table.options)
    if preset is not None or options is not None:
        read = table.rules.entry.options.read(options or {}, preset or table.rules.entry.presets[0])
        event["options"] = read.values()
    read.check_players(players or table.players)
    if players is not None and players != table.players:
        for number, chair in enumerate(table.seats[players:], players):
            if chair.kind == "person":
                raise RefusedError("seat_taken", f"{chair.name} sits on seat {number + 1}.")
        event["players"] = players
    if timing is not None:
        check_timing(timing)
        event["timing"] = timing
    if public is not None:
        event["public"] = public
    if table.phase == "over":
        rematch(change)
    if event:
        change.happen(ev.OptionsSet(**event))  # type: ignore[arg-type]  # collected by name


def pause(change: Change, seat: int) -> None:
    """Clocks stop, nobody can act."""
    if change.table.phase not in ("playing", "between"):
        raise RefusedError("no_match", "There is no match to pause.")
    if change.table.paused is None:
        change.happen(ev.Paused("host", seat))


def resume(change: Change) -> None:
    """Go on."""
    if change.table.paused is not None:
        change.happen(ev.Resumed())


def rematch(change: Change) -> None:
    """Another match with the same seats; who has left is no longer there."""
    if change.table.phase != "over":
        raise RefusedError("match_is_on", "The match is not over.")
    change.happen(ev.Rematch())
    for seat, chair in enumerate(change.table.seats):
        if chair.gone:
            change.happen(ev.Left(seat))
    change.commit_secret(1)
    _pass_host_on(change)


# Everybody's


def ready(change: Change, seat: int, nonce: str) -> None:
    """Ready for the match or the next hand; the nonce is 32 bytes in hexadecimal, or empty."""
    try:
        fits = len(bytes.fromhex(nonce)) in (0, NONCE_BYTES) and nonce == nonce.strip()
    except ValueError:
        fits = False
    if not fits:
        raise RefusedError(
            "bad_nonce", f"A nonce is {NONCE_BYTES} bytes in hexadecimal: {2 * NONCE_BYTES} digits."
        )
    if change.table.phase not in ("lobby", "between"):
        raise RefusedError("no_hand_to_come", "There is no hand to be ready for now.")
    if change.table.seats[seat].bot:
        come_back(change, seat)
    if not change.table.seats[seat].ready:
        change.happen(ev.WasReady(seat, nonce.lower()))


def not_ready(change: Change, seat: int) -> None:
    """Not ready after all."""
    if change.table.phase not in ("lobby", "between"):
        raise RefusedError("no_hand_to_come", "There is no hand to be ready for now.")
    if change.table.seats[seat].ready:
        change.happen(ev.WasReady(seat, "", ready=False))


def vote_end(change: Change, seat: int, yes: bool) -> None:
    """Vote for ending the match here; more than half of the persons end it."""
    if change.table.phase not in ("playing", "between"):
        raise RefusedError("no_match", "There is no match to end.")
    if change.table.seats[seat].votes_end != yes:
        change.happen(ev.Voted(seat, yes))
        _count_votes(change)


def _count_votes(change: Change) -> None:
    table = change.table
    if table.phase not in ("playing", "between"):
        return
    persons = table.persons
    votes = sum(table.seats[seat].votes_end for seat in persons)
    if votes and 2 * votes > len(persons):
        playing = table.phase == "playing"
        if table.paused is not None:
            change.happen(ev.Resumed())
        change.happen(ev.MatchEnded((), by_vote=True))
        if playing:
            change.happen(ev.Revealed(table.hand))


def say(change: Change, seat: int, text: str) -> None:
    """A line for the chat."""
    text = clean(text, CHAT_LENGTH, "message")
    if change.table.seats[seat].muted:
        raise RefusedError("muted", "The host has muted you.")
    change.happen(ev.Said(seat, text))


# The game


def playing(table: Table) -> Game:
    """The game that is going on. Raises `RefusedError` if none is, or it is paused."""
    if table.phase == "playing" and table.game is not None:
        if table.paused is not None:
            raise RefusedError("paused", "The table is paused.")
        return table.game
    texts = {
        "lobby": "The match has not begun.",
        "between": "The next hand has not begun.",
        "over": "The match is over.",
    }
    raise RefusedError("no_hand", texts.get(table.phase, "No hand is being played."))


def act(change: Change, seat: int, text: str) -> None:
    """A person acts: at once, or, a lead that has to wait for calls, when the wait is over."""
    game = playing(change.table)
    action = action_number(game, text, seat)
    name = game.action_names[action]
    if change.table.seats[seat].bot:
        game.verify(action, seat)
        come_back(change, seat)
    waits = change.now < change.table.window_until
    if waits and action not in change.table.rules.live.out_of_turn(game, seat):
        game.verify(action, seat)
        change.happen(ev.OrdersLeft(seat, change.table.seats[seat].calls, name))
    else:
        change.happen(ev.Acted(seat, name))


def orders(change: Change, seat: int, call: tuple[str, ...], play: str) -> None:
    """Leave standing orders; they replace those before."""
    table = change.table
    known = table.rules.live.orders
    if len(call) > MOST_ORDERS or not set(call) <= set(known):
        allowed = f"up to {MOST_ORDERS} of {', '.join(known)}" if known else "unknown in this game"
        raise RefusedError("bad_order", f"Orders to call are {allowed}.")
    if play:
        action = action_number(playing(table), play, seat)
        play = playing(table).action_names[action]
    chair = table.seats[seat]
    if (chair.calls, chair.play) != (call, play):
        change.happen(ev.OrdersLeft(seat, call, play))


def why_not(table: Table, seat: int, text: str) -> str:
    """Why an action is not allowed now, in a sentence; empty if it is."""
    try:
        playing(table).verify(text, seat)
    except (ValueError, InvalidEventError) as error:
        return str(error)
    return ""
