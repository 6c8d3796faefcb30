"""One WebSocket connection: what the client says, in order, and what it is told."""

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Coroutine, Generator
from typing import Any

import msgspec
from msgspec import UNSET

from parlour.errors import AmbiguousEventError, IllegalEventError, OptionError, ParlourError
from parlour.server import metrics
from parlour.server import protocol as wire
from parlour.server.fitting import in_words
from parlour.server.hall import Hall, NoSuchTableError, hash_key, new_key
from parlour.server.limits import Allowance
from parlour.server.room import Room, now
from parlour.server.storage import ConflictError, StorageError
from parlour.table import commands, timers
from parlour.table.change import Change, RefusedError

_LOG = logging.getLogger(__name__)
_ENCODE = msgspec.msgpack.Encoder().encode
_DECODER = msgspec.json.Decoder(wire.FromClient)

MESSAGE_BYTES = 4096
MOST_WAITING_BYTES = 200_000
PATIENCE = 200
"""After so many messages beyond the allowed rate the connection is closed."""
CLOSE_CODE = 4000

Receive = Callable[[], Any]
Send = Callable[[Any], Any]
Write = Callable[[bytes, bool], bool]
"""See `parlour.server.frames`."""


class _Numbered(msgspec.Struct):
    id: wire.Id = 0


def _id_of(data: str | bytes) -> int:
    """The id of what is no message, 0 if none can be read."""
    try:
        return msgspec.json.decode(data, type=_Numbered).id
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return 0


def _in_json(message: bytes) -> bytes:
    return msgspec.json.encode(msgspec.msgpack.decode(message))


class _Rest:
    """A coroutine that was begun and had to wait, to be awaited to its end."""

    def __init__(self, coroutine: Coroutine[Any, Any, None], waited: Any) -> None:
        self._coroutine = coroutine
        self._waited = waited

    def __await__(self) -> Generator[Any, Any, None]:
        """Hand on what it waits for as it came: no future can be awaited twice."""
        yield self._waited
        yield from self._coroutine.__await__()


def _begin(coroutine: Coroutine[Any, Any, None]) -> _Rest | None:
    """Run a coroutine as far as it goes without waiting, which is the end nearly always.

    A task for every message to every client would cost more than the message.
    """
    try:
        waited = coroutine.send(None)
    except StopIteration:
        return None
    except (OSError, RuntimeError) as error:  # the connection is gone: the reader will see it
        _LOG.info("a message could not be sent: %s", type(error).__name__)
        return None
    return _Rest(coroutine, waited)


class Session:
    """A connection to a table; `seat` is None for who watches."""

    def __init__(
        self, hall: Hall, code: str, receive: Receive, send: Send, write: Write | None = None
    ) -> None:
        self.seat: int | None = None
        self.key_hash = ""
        self.lost = False
        """Whether it came for a table that there is not."""
        self._hall = hall
        self._code = code
        self._receive = receive
        self._send = send
        self._write = write
        self._room: Room | None = None
        self._packed = False
        """Whether the client wants messages as they are, instead of JSON."""
        self._waiting: deque[dict[str, Any]] = deque()
        self._waiting_bytes = 0
        self._rest: _Rest | None = None
        self._finisher: asyncio.Future[None] | None = None
        self._closing = False
        self._hearing = True
        """Whether a message is being dealt with that was not heard at once."""
        limits = hall.limits
        self._allowance = Allowance(limits.messages_burst, limits.messages_per_second)

    # Telling

    def tell(self, message: bytes) -> None:
        """Send a message, now if the connection takes it; who does not keep up is let go."""
        if self._closing:
            return
        if not self._packed:
            message = _in_json(message)
        if self._rest is None:
            if self._write is not None and self._write(message, not self._packed):
                return
            self._rest = _begin(self._send(self._sending(message)))
            if self._rest is not None:
                self._finisher = asyncio.ensure_future(self._finish())
            return
        self._waiting.append(self._sending(message))
        self._waiting_bytes += len(message)
        if self._waiting_bytes > MOST_WAITING_BYTES:
            self._waiting.clear()
            self._waiting_bytes = 0
            self.dismiss("too_slow", "Your connection is too slow: come again.")

    def _sending(self, message: bytes) -> dict[str, Any]:
        """A message by the long way, as ASGI has it."""
        data: dict[str, Any] = {"bytes": message} if self._packed else {"text": message.decode()}
        return {"type": "websocket.send", **data}

    def dismiss(self, code: str, text: str) -> None:
        """Say goodbye and close."""
        if not self._closing:
            self.tell(_ENCODE({"type": "bye", "code": code, "text": text}))
            self._close()

    def _close(self) -> None:
        self._closing = True
        if self._rest is None:
            self._finisher = asyncio.ensure_future(self._finish())

    def _refuse(self, message_id: int, code: str, text: str, *, fatal: bool = False) -> None:
        metrics.REFUSALS.labels(code).inc()
        self.tell(_ENCODE(wire.Refused(message_id, code, text, fatal)))
        if fatal:
            self._close()

    async def _finish(self) -> None:
        """Send what had to wait, as the connection takes it."""
        try:
            if self._rest is not None:
                await self._rest
            while self._waiting:
                message = self._waiting.popleft()
                self._waiting_bytes -= len(message.get("bytes") or message["text"])
                await self._send(message)
            if self._closing:
                await self._send({"type": "websocket.close", "code": CLOSE_CODE})
        except (OSError, RuntimeError) as error:  # the connection is gone: the reader will see it
            _LOG.info("a message could not be sent: %s", type(error).__name__)
        finally:
            self._rest = None

    # Listening

    async def run(self) -> None:
        """The whole life of the connection."""
        await self._receive()
        await self._send({"type": "websocket.accept"})
        self._hearing = False
        try:
            while (message := await self._receive())["type"] == "websocket.receive":
                if not self._closing:
                    data = message.get("text")
                    self._hearing = True
                    await self._hear(message.get("bytes") or b"" if data is None else data)
                    self._hearing = False
        finally:
            self._closing = True
            if self._room is not None:
                self._room.leave(self)

    def _act(self, data: bytes) -> wire.Act | None:
        """A message that is an action, if nothing has to be said or done before."""
        if self._hearing or self._closing or self.seat is None or len(data) > MESSAGE_BYTES:
            return None
        try:
            message = _DECODER.decode(data)
        except (msgspec.MsgspecError, UnicodeError, RecursionError):
            return None
        if type(message) is wire.Act and message.id > 0 and self._allowance.has_some():
            return message
        return None

    def hear_at_once(self, data: bytes) -> bool:
        """Take a message if it is an action and can be dealt with now; see `frames.LISTEN`."""
        room, message = self._room, self._act(data)
        if room is None or message is None:
            return False

        def done(error: Exception | None, happened: bool) -> None:
            if isinstance(error, ParlourError):
                self._refuse_for(message.id, error)
            elif error is not None:
                raise error
            elif not happened:
                self.tell(_ENCODE(wire.Done(message.id)))

        try:
            work = self._work(room, message, "")
            taken = room.change_at_once(work, done, by=self, message_id=message.id)
        except ParlourError as error:
            self._refuse_for(message.id, error)
            taken = True
        if taken:
            self._allowance.take()
        return taken

    async def _hear(self, data: str | bytes) -> None:
        """One message, from its bytes to its answer."""
        if len(data) > MESSAGE_BYTES:
            self._refuse(0, "too_long", f"A message has at most {MESSAGE_BYTES} bytes.", fatal=True)
            return
        if not self._allowance.take():
            fatal = self._allowance.refused > PATIENCE
            self._refuse(0, "too_fast", "Too many messages: wait a moment.", fatal=fatal)
            return
        try:
            message = _DECODER.decode(data)
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            why = in_words(error, data, wire.FromClient)
            self._refuse(_id_of(data), "bad_message", f"This is no message of the protocol: {why}.")
            return
        message_id = getattr(message, "id", 0)
        try:
            await self._answer(message, message_id)
        except ParlourError as error:
            self._refuse_for(message_id, error)

    def _refuse_for(self, message_id: int, error: ParlourError) -> None:
        code, text = _code_and_text(error)
        self.lost = isinstance(error, NoSuchTableError)
        self._refuse(message_id, code, text, fatal=self.lost)

    async def _answer(self, message: Any, message_id: int) -> None:
        kind = type(message)
        if kind is wire.Hello:
            await self._hello(message)
        elif self._room is None:
            self._refuse(
                message_id, "hello_first", "The first message has to be 'hello'.", fatal=True
            )
        elif kind is wire.Ping:
            self.tell(_ENCODE(wire.Pong(now())))
        elif self.seat is None:
            raise RefusedError("no_seat", "You are watching: join the table to do that.")
        elif kind is wire.Why:
            text = commands.why_not(self._room.table, self.seat, message.action)
            self.tell(_ENCODE(wire.Reason(message.action, text)))
        else:
            await self._do(self._room, message)

    async def _hello(self, message: wire.Hello) -> None:
        if self._room is not None:
            raise RefusedError("hello_twice", "This connection has said 'hello' already.")
        try:
            await self._greet(message)
        except ParlourError as error:
            self._refuse_for(0, error)
            self.dismiss("closing", "Come again in a moment.")

    async def _greet(self, message: wire.Hello) -> None:
        if message.version != wire.PROTOCOL:
            self._refuse(
                0,
                "wrong_version",
                f"This server speaks version {wire.PROTOCOL} of the protocol, "
                f"the client {message.version}: reload the page.",
                fatal=True,
            )
            return
        room = await self._hall.room(self._code)
        if message.key:
            self.key_hash = hash_key(message.key)
            self.seat = room.audience.seat_of(self.key_hash)
            if self.seat is None:
                self.dismiss("bad_key", "This key is not good for a seat at this table any more.")
                return
        watching = room.audience.here()[1]
        if self.seat is None and watching >= self._hall.limits.watching_per_table:
            raise RefusedError("too_many", f"{watching} are watching this table: that is the most.")
        self._room, self._packed = room, message.packed
        for line in room.enter(self, message.last):
            self.tell(line)
        seat = self.seat
        if seat is not None and not room.frozen and room.wants_back(seat):
            await self._come_back(room, seat)

    async def _come_back(self, room: Room, seat: int) -> None:
        def back(change: Change) -> None:
            room.check_log()
            timers.somebody_here(change, seat)
            if change.entries:
                room.count_aside(seat)

        try:
            await room.change(back)
        except RefusedError as error:  # he may look on
            self._refuse_for(0, error)

    async def _do(self, room: Room, message: Any) -> None:
        """Let a message have its effect, once."""
        if message.id <= 0:
            raise RefusedError("bad_id", "An id is a number from 1.")
        key = new_key() if type(message) is wire.FreshLink else ""
        room.check_alive()
        work = self._work(room, message, key)
        if not await room.change(work, by=self, message_id=message.id):
            self.tell(_ENCODE(wire.Done(message.id)))
        elif key:
            self.tell(_ENCODE(wire.Link(message.seat, key)))

    def _work(self, room: Room, message: Any, key: str) -> Callable[[Change], bool]:
        """What a message makes of a table; whether it has any effect."""
        kind = type(message)
        command, is_hosts = _COMMANDS[kind], kind in _HOSTS

        def work(change: Change) -> bool:
            seat = self.seat  # of now: the draw may have moved it while this waited
            if seat is None or not room.audience.holds(self, seat):
                raise RefusedError("no_seat", "Your seat is no longer yours.")
            if message.id <= change.table.last_ids[seat]:
                return False
            if kind is not wire.Leave:
                room.check_log()
            if is_hosts:
                commands.check_host(change.table, seat)
            if key and message.seat == seat:
                raise RefusedError("not_yourself", "Your own link is the one you came by.")
            if key:
                commands.change_key(change, message.seat, hash_key(key))
            else:
                command(change, seat, message, self._hall)
            if change.entries and kind not in (wire.Act, wire.Leave):
                room.count_aside(seat)
            return bool(change.entries)

        return work


def _code_and_text(error: ParlourError) -> tuple[str, str]:
    """The stable name of an error, and the sentence."""
    if isinstance(error, RefusedError | IllegalEventError):
        return error.code, str(error)
    if isinstance(error, StorageError) and not isinstance(error, ConflictError):
        return "not_saved", f"Nothing has happened, since {error}. Try again."
    names = {
        OptionError: "bad_option",
        AmbiguousEventError: "ambiguous",
        NoSuchTableError: "no_such_table",
        ConflictError: "closed",
    }
    return names.get(type(error), "bad_action"), str(error)


def _set_options(change: Change, _seat: int, message: wire.SetOptions, _hall: Hall) -> None:
    def given(value: Any) -> Any:
        return None if value is UNSET else value

    commands.set_options(
        change,
        players=given(message.players),
        preset=given(message.preset),
        options=given(message.options),
        timing=given(message.timing),
        public=given(message.public),
    )


def _set_bot(change: Change, _seat: int, message: wire.SetBot, hall: Hall) -> None:
    names = hall.bots.names(change.table.game_name)
    commands.set_bot(change, message.seat, message.bot, names)


_COMMANDS: dict[type, Callable[[Change, int, Any, Hall], object]] = {
    wire.Act: lambda change, seat, m, _: commands.act(change, seat, m.action),
    wire.SetOrders: lambda change, seat, m, _: commands.orders(change, seat, tuple(m.call), m.play),
    wire.Ready: lambda change, seat, m, _: commands.ready(change, seat, m.nonce),
    wire.NotReady: lambda change, seat, _m, _: commands.not_ready(change, seat),
    wire.Back: lambda change, seat, _m, _: commands.come_back(change, seat),
    wire.Leave: lambda change, seat, _m, _: commands.leave(change, seat),
    wire.Chat: lambda change, seat, m, _: commands.say(change, seat, m.text),
    wire.VoteEnd: lambda change, seat, m, _: commands.vote_end(change, seat, m.yes),
    wire.SetOptions: _set_options,
    wire.SetBot: _set_bot,
    wire.ClearSeat: lambda change, _seat, m, _: commands.clear_seat(change, m.seat),
    wire.Kick: lambda change, _seat, m, _: commands.kick(change, m.seat),
    wire.Lock: lambda change, _seat, m, _: commands.lock(change, m.locked),
    wire.Mute: lambda change, _seat, m, _: commands.mute(change, m.seat, m.muted),
    wire.MakeHost: lambda change, _seat, m, _: commands.make_host(change, m.seat),
    wire.Pause: lambda change, seat, _m, _: commands.pause(change, seat),
    wire.Resume: lambda change, _seat, _m, _: commands.resume(change),
    wire.Rematch: lambda change, _seat, _m, _: commands.rematch(change),
    wire.FreshLink: lambda *_: None,
}
_HOSTS = {
    wire.SetOptions,
    wire.SetBot,
    wire.ClearSeat,
    wire.Kick,
    wire.Lock,
    wire.Mute,
    wire.MakeHost,
    wire.Pause,
    wire.Resume,
    wire.Rematch,
    wire.FreshLink,
}
