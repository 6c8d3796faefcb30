"""A table as bytes, so that a long log need not be read from its beginning. Only a shortcut."""

import msgspec

from parlour.games.game import Game
from parlour.table.events import LOG_VERSION
from parlour.table.games import live_game
from parlour.table.state import Table


def _encode_game(value: object) -> bytes:
    if isinstance(value, Game):
        return value.to_bytes()
    raise NotImplementedError


class _Snapshot(msgspec.Struct, array_like=True):
    version: int
    game: str
    """Which class reads its game."""
    table: msgspec.Raw


_ENCODER = msgspec.msgpack.Encoder(enc_hook=_encode_game)
_DECODER = msgspec.msgpack.Decoder(_Snapshot)


def take(table: Table) -> bytes:
    """The bytes of a table."""
    body = msgspec.Raw(_ENCODER.encode(table))
    return _ENCODER.encode(_Snapshot(LOG_VERSION, table.game_name, body))


def restore(body: bytes) -> Table | None:
    """The table, or None if these bytes are of another version: then the log has to be read."""
    try:
        snapshot = _DECODER.decode(body)
        if snapshot.version != LOG_VERSION:
            return None
        match = live_game(snapshot.game).entry.match
        return msgspec.msgpack.decode(
            snapshot.table, type=Table, dec_hook=lambda _type, value: match.from_bytes(value)
        )
    except (msgspec.MsgspecError, ValueError):
        return None
