"""The record of a table: right in every respect, and proving that it was dealt fairly."""

import urllib.request

import pytest

from parlour.records import Record, dumps, loads
from parlour.table.proof import KEY, UnfairError, check_fair
from tests.server.client import request
from tests.server.serving import Serving


def record_of(server: Serving, code: str) -> str:
    address = f"{server.base}/api/tables/{code}/record"
    with urllib.request.urlopen(address) as answer:  # noqa: S310
        assert answer.headers["content-type"].startswith("application/toml")
        text: str = answer.read().decode()
        return text


@pytest.fixture(scope="module")
def played(server: Serving) -> tuple[Record, list[list[int]]]:
    """A match of two hands with seats by draw, as its record."""
    options = {"match_length": "2 hands", "seats_by_draw": "yes"}
    (client,) = server.table(4, options=options)
    status, answer = request(server.base, "GET", f"/api/tables/{client.code}/record")
    assert (status, answer["code"]) == (404, "no_record")
    client.play_match()
    return loads(record_of(server, client.code)), client.table["hands"]


def test_the_record_says_what_was_played(played: tuple[Record, list[list[int]]]) -> None:
    record, hands = played
    assert len(record.hands) == 2
    assert record.result().scores() == [sum(points) for points in zip(*hands, strict=True)]
    assert sorted(record.names) == ["Anna", "Bruno", "Clara", "Dmitri"]
    assert record.names[0] == "Anna", "names are in the order in which they came"
    assert loads(dumps(record)).extra == record.extra


def test_its_dealing_is_as_promised(played: tuple[Record, list[list[int]]]) -> None:
    assert check_fair(played[0]) == 2


@pytest.mark.parametrize("part", ["secret", "commitment", "nonces"])
def test_a_proof_that_is_changed_proves_nothing(
    played: tuple[Record, list[list[int]]], part: str
) -> None:
    record = loads(dumps(played[0]))
    hand = record.extra[KEY]["hands"][1]
    if part == "nonces":
        hand["nonces"][0] = 64 * "0"
    else:
        hand[part] = ("1" if hand[part][0] == "0" else "0") + hand[part][1:]
    with pytest.raises(UnfairError, match="hand 2"):
        check_fair(record)


def test_a_record_with_another_deal_is_found_out(played: tuple[Record, list[list[int]]]) -> None:
    record = loads(dumps(played[0]))
    record.extra[KEY]["table"] = "another"
    with pytest.raises(UnfairError, match=r"hand 1: nothing agrees .*; first chance event \d"):
        check_fair(record)
    del record.extra[KEY]["table"]
    with pytest.raises(UnfairError, match="no proof"):
        check_fair(record)
    record.extra.clear()
    assert check_fair(record) is None
