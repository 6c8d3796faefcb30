"""What one address may ask for."""

import time

import pytest

from parlour.server.limits import Addresses, Limits


@pytest.fixture
def addresses(monkeypatch: pytest.MonkeyPatch) -> Addresses:
    """At a moment that does not pass."""
    monkeypatch.setattr(time, "monotonic", lambda: 1000.0)
    return Addresses(Limits(requests_burst=3, requests_per_second=2, connections_per_address=2))


def test_an_address_has_so_many_requests_and_then_more_with_time(
    addresses: Addresses, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert [addresses.allows_request("a") for _ in range(4)] == [True, True, True, False]
    assert addresses.allows_request("b")
    monkeypatch.setattr(time, "monotonic", lambda: 1001.0)
    assert [addresses.allows_request("a") for _ in range(3)] == [True, True, False]


def test_an_address_has_so_many_connections(addresses: Addresses) -> None:
    assert [addresses.enter("a") for _ in range(3)] == [True, True, False]
    addresses.leave("a")
    assert addresses.enter("a")
    assert addresses.enter("b")


def test_who_has_asked_for_too_much_cannot_try_out_codes_by_connecting(
    addresses: Addresses,
) -> None:
    for _ in range(3):
        assert addresses.enter("a")
        addresses.leave("a")
        addresses.allows_request("a")
    assert not addresses.enter("a")
