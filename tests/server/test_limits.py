"""What one address may ask for."""

import time
from collections.abc import Callable

import pytest

from parlour.server import limits as server_limits
from parlour.server.limits import Addresses, Limits
from parlour.table.change import RefusedError


class Moment:
    """The clock, in seconds."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def moment(monkeypatch: pytest.MonkeyPatch) -> Moment:
    moment = Moment()
    monkeypatch.setattr(time, "monotonic", moment)
    return moment


@pytest.fixture
def addresses(moment: Moment) -> Addresses:
    """At a moment that does not pass by itself."""
    del moment
    return Addresses(
        Limits(
            requests_burst=3,
            requests_per_second=2,
            connections=4,
            connections_per_address=2,
            new_tables_burst=2,
            new_tables_per_second=0.1,
        )
    )


def refusals(ask: Callable[[str], None], address: str, times: int) -> list[str]:
    """What an address is told each time, nothing when it is allowed."""
    found = []
    for _ in range(times):
        try:
            ask(address)
            found.append("")
        except RefusedError as error:
            assert str(error)
            found.append(error.code)
    return found


def test_an_address_has_so_many_requests_and_then_more_with_time(
    addresses: Addresses, moment: Moment
) -> None:
    assert refusals(addresses.count_request, "a", 4) == ["", "", "", "too_fast"]
    assert refusals(addresses.count_request, "b", 1) == [""]
    moment.now += 1
    assert refusals(addresses.count_request, "a", 3) == ["", "", "too_fast"]


def test_an_address_makes_so_many_tables_and_then_more_with_time(
    addresses: Addresses, moment: Moment
) -> None:
    assert refusals(addresses.count_new_table, "a", 3) == ["", "", "too_many_new_tables"]
    assert refusals(addresses.count_new_table, "b", 1) == [""]
    moment.now += 9
    assert refusals(addresses.count_new_table, "a", 1) == ["too_many_new_tables"]
    moment.now += 1
    assert refusals(addresses.count_new_table, "a", 2) == ["", "too_many_new_tables"]


def test_an_address_has_so_many_connections(addresses: Addresses) -> None:
    assert refusals(addresses.enter, "a", 3) == ["", "", "too_many_connections"]
    addresses.leave("a")
    assert refusals(addresses.enter, "a", 1) == [""]
    assert refusals(addresses.enter, "b", 1) == [""]


def test_a_subscriber_of_version_6_is_one_however_many_addresses_he_has(
    addresses: Addresses, moment: Moment
) -> None:
    his = [f"2001:db8:1:2::{number}" for number in range(1, 5)]
    other = "2001:db8:1:3::1"

    def last_of(ask: Callable[[str], None]) -> list[str]:
        return [refusals(ask, one, 1)[0] for one in his][-1:] + refusals(ask, other, 1)

    assert last_of(addresses.enter) == ["too_many_connections", ""]
    for one in (*his[:2], other):
        addresses.leave(one)
    assert not addresses.connections
    assert last_of(addresses.count_new_table) == ["too_many_new_tables", ""]
    assert last_of(addresses.count_request) == ["too_fast", ""]
    moment.now += 1000
    for one in his:
        addresses.count_lost(one)
    assert refusals(addresses.enter, his[0], 1) == ["too_fast"]


def test_there_are_so_many_connections_in_all(addresses: Addresses) -> None:
    assert [refusals(addresses.enter, one, 1) for one in "abcde"] == [[""]] * 4 + [["server_full"]]
    addresses.leave("a")
    assert refusals(addresses.enter, "e", 1) == [""]


def test_who_has_asked_for_too_much_cannot_try_out_codes_by_connecting(
    addresses: Addresses,
) -> None:
    for _ in range(3):
        addresses.enter("a")
        addresses.leave("a")
        addresses.count_lost("a")
    assert refusals(addresses.enter, "a", 1) == ["too_fast"]


def test_who_came_long_ago_is_forgotten(
    addresses: Addresses, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many addresses there are, what is known of them has bounds."""
    monkeypatch.setattr(server_limits, "MOST_ADDRESSES", 2)
    for address in "abc":
        refusals(addresses.count_request, address, 3)
    assert refusals(addresses.count_request, "c", 1) == ["too_fast"]
    assert refusals(addresses.count_request, "a", 1) == [""]
