"""A table as bytes, so that a long log need not be read from its beginning. Only a shortcut."""

import msgspec

from parlour.games.game import Game
from parlour.table.games import live_game
from parlour.table.state import Table


def _encode_game(value: object) -> bytes:
    if isinstance(value, Game):
        return value.to_bytes()
    raise NotImplementedError


class _Named(msgspec.Struct):
    """The part of a snapshot that tells which class reads its game."""

    game_name: str


_ENCODER = msgspec.msgpack.Encoder(enc_hook=_encode_game)
_NAMED = msgspec.msgpack.Decoder(_Named)


def take(table: Table) -> bytes:
    """The bytes of a table."""
    return _ENCODER.encode(table)


def restore(body: bytes) -> Table | None:
    """The table, or None if these bytes are of another version: then the log has to be read."""
    try:
        match = live_game(_NAMED.decode(body).game_name).entry.match
        return msgspec.msgpack.decode(
            body, type=Table, dec_hook=lambda _type, value: match.from_bytes(value)
        )
    except (msgspec.MsgspecError, ValueError):
        return None
