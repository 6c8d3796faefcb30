"""WebSocket frames of every kind, whole and in pieces, and clients that send without end."""

import threading
from collections.abc import Iterator
from contextlib import suppress

import pytest

from tests.server.raw import BYTES, CLOSE, PIECE, PING, PONG, TEXT, RawClient, frame, text
from tests.server.serving import Serving

ASK = b'{"type":"ping"}'


@pytest.fixture(scope="module")
def code(server: Serving) -> str:
    (client,) = server.table(3)
    return client.code


@pytest.fixture
def raw(server: Serving, code: str) -> Iterator[RawClient]:
    with RawClient(server, code) as client:
        yield client


@pytest.mark.parametrize("size", [15, 124, 125, 126, 127, 4095, 4096])
def test_messages_of_every_length(raw: RawClient, size: int) -> None:
    raw.send(2 * frame(TEXT, ASK.ljust(size)))
    assert [raw.receive_type(), raw.receive_type()] == ["pong", "pong"]


@pytest.mark.parametrize("size", [4097, 65535, 65536])
def test_a_message_that_is_too_long_is_refused(raw: RawClient, size: int) -> None:
    raw.send(frame(TEXT, ASK.ljust(size)))
    assert raw.receive_type() == "refused"
    assert raw.receive()[0] == CLOSE


def test_characters_are_counted_as_bytes_in_pieces_too(raw: RawClient) -> None:
    raw.send(frame(0x01, b'"') + frame(0x80, "é".encode() * 4000))
    assert b"4096 bytes" in raw.receive()[1]


def test_frames_are_cut_anywhere(raw: RawClient) -> None:
    data = text(type="ping") + frame(PING, b"Hi") + frame(TEXT, ASK.ljust(300), b"\0\0\0\0")
    for cut in (*range(1, 50), 200, len(data) - 1):
        raw.send(data[:cut])
        raw.send(data[cut:])
        kinds = sorted(raw.receive()[0] for _ in range(3))
        assert kinds == [TEXT, TEXT, PONG], cut


@pytest.mark.parametrize(
    ("data", "kinds"),
    [
        (frame(0x01, ASK[:7]) + frame(PIECE) + frame(PING) + frame(0x80, ASK[7:]), [PONG, TEXT]),
        (frame(BYTES, ASK), [TEXT]),
        (frame(PONG, b"abcd"), []),
        (frame(TEXT, b'"\xff"'), [TEXT]),
        (frame(0x01, b'"\xff') + frame(0x80, b'"'), [TEXT]),
    ],
)
def test_what_is_unusual_but_allowed(raw: RawClient, data: bytes, kinds: list[int]) -> None:
    """Bytes that are no UTF-8 are no message, and are refused as such."""
    raw.send(data + text(type="ping"))
    heard = [raw.receive() for _ in range(len(kinds) + 1)]
    assert [kind for kind, _ in heard] == [*kinds, TEXT]
    assert b'"pong"' in heard[-1][1]


@pytest.mark.parametrize(
    "data",
    [
        frame(0xC1, ASK),
        frame(0x83, b"x"),
        b"\x81\x02Hi",
        frame(0x80, b"x"),
        frame(0x01, b"x") + frame(TEXT, ASK),
        frame(0x09),
        frame(PING, 126 * b"x"),
        frame(CLOSE, b"\x03"),
        frame(TEXT, ASK.ljust(65537)),
        b"\x81\xff" + (2**63 + 5).to_bytes(8) + b"1234",
        frame(CLOSE, b"\x03\xe8") + 2000 * text(type="ping"),
    ],
)
def test_what_is_not_allowed_closes(raw: RawClient, data: bytes) -> None:
    raw.send(data)
    with suppress(ConnectionError):  # cut off while it was sending
        assert raw.until_closed()[0] == CLOSE


@pytest.mark.parametrize(
    ("first", "again"),
    [
        (b"", frame(PING, 125 * b"x")),
        (b"", frame(PONG)),
        (b"", text(type="ping")),
        (b"", frame(TEXT)),
        (frame(0x01), frame(PIECE)),
        (frame(TEXT, b"x" * 5000), text(type="ping")),
    ],
)
def test_who_sends_without_end_is_let_go_and_nobody_waits(
    server: Serving, code: str, first: bytes, again: bytes
) -> None:
    """It reads nothing of what it is answered, too."""
    much = again * (2**20 // len(again))
    with RawClient(server, code) as flooding, RawClient(server, code) as other:

        def flood() -> None:
            flooding.send(first)
            while True:
                flooding.send(much)

        def until_cut() -> None:
            try:
                flood()
            except ConnectionError:
                cut.set()

        cut = threading.Event()
        thread = threading.Thread(target=until_cut, daemon=True)
        thread.start()
        assert cut.wait(60)
        other.send(text(type="ping"))
        while other.receive_type() != "pong":
            pass
