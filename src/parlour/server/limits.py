"""What one address may ask for, so that nobody can make the server grow without end."""

import time
from collections import Counter, OrderedDict
from dataclasses import dataclass

from parlour.server.addresses import counted_as
from parlour.table.change import RefusedError

MOST_ADDRESSES = 10_000


@dataclass(frozen=True)
class Limits:
    """How much of everything; generous for people, tight for programs gone wild."""

    tables: int = 20_000
    """Tables stored in all."""
    connections: int = 8_000
    watching_per_table: int = 64
    """Connections without a seat; each seat has one besides."""
    connections_per_address: int = 256
    messages_burst: int = 200
    """Messages of one connection at once …"""
    messages_per_second: float = 50.0
    """… and then so many a second."""
    asides_burst: int = 200
    """What a seat may do besides play, such as chat, and who joins a table, at once …"""
    asides_per_second: float = 0.2
    """… and then so many a second."""
    events_per_table: int = 200_000
    """The longest log: some hundred evenings."""
    requests_burst: int = 60
    """HTTP requests that make, join or look up tables, from one address at once …"""
    requests_per_second: float = 2.0
    """… and then so many a second."""
    new_tables_burst: int = 30
    """Tables made from one address at once …"""
    new_tables_per_second: float = 1 / 60
    """… and then so many a second."""


class Allowance:
    """So many messages at once, then so many a second."""

    def __init__(self, burst: int, per_second: float) -> None:
        self._burst = burst
        self._per_second = per_second
        self._left = float(burst)
        self._at = time.monotonic()
        self.refused = 0
        """How many were too many."""

    def has_some(self) -> bool:
        """Whether one more message is allowed now, without counting it."""
        moment = time.monotonic()
        gained = self._per_second * (moment - self._at)
        self._left = min(self._burst, self._left + gained)
        self._at = moment
        return self._left >= 1

    def take(self) -> bool:
        """Whether one more message is allowed now; it is counted."""
        if not self.has_some():
            self.refused += 1
            return False
        self._left -= 1
        return True


class _Allowances:
    """For each address: so many at once, then so many a second."""

    def __init__(self, burst: int, per_second: float) -> None:
        self._burst = burst
        self._per_second = per_second
        self._used: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def left(self, address: str) -> float:
        """How many are left to an address just now."""
        moment = time.monotonic()
        left, at = self._used.get(address, (self._burst, moment))
        return min(self._burst, left + (moment - at) * self._per_second)

    def take(self, address: str) -> bool:
        """Whether an address has one left just now; if so, it is counted."""
        left = self.left(address)
        allowed = left >= 1
        self._used[address] = (left - allowed, time.monotonic())
        self._used.move_to_end(address)
        while len(self._used) > MOST_ADDRESSES:
            self._used.popitem(last=False)
        return allowed


def _too_fast() -> RefusedError:
    return RefusedError("too_fast", "Too many requests: wait a few seconds.")


def too_many_connections() -> RefusedError:
    """One address has as many connections as it may."""
    return RefusedError(
        "too_many_connections", "Too many connections come from your address: close some."
    )


class Addresses:
    """What each address has used up of its limits, as `counted_as` counts it."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.connections: Counter[str] = Counter()
        self._requests = _Allowances(limits.requests_burst, limits.requests_per_second)
        self._new_tables = _Allowances(limits.new_tables_burst, limits.new_tables_per_second)

    def count_request(self, address: str) -> None:
        """An address asks once more; raises `RefusedError` if that is too often."""
        if not self._requests.take(counted_as(address)):
            raise _too_fast()

    def count_new_table(self, address: str) -> None:
        """An address makes one more table; raises `RefusedError` if that is too many."""
        if not self._new_tables.take(counted_as(address)):
            raise RefusedError(
                "too_many_new_tables",
                "Too many tables have been made from your address: wait a minute.",
            )

    def count_lost(self, address: str) -> None:
        """A connection has found no table: that is a request, so that codes are not tried out."""
        self._requests.take(counted_as(address))

    def enter(self, address: str) -> None:
        """An address has one more connection.

        Raises `RefusedError` if those are too many, or it has asked for too much.
        """
        address = counted_as(address)
        if self.connections.total() >= self.limits.connections:
            raise RefusedError(
                "server_full", "Too many are connected to this server just now: try again later."
            )
        if self.connections[address] >= self.limits.connections_per_address:
            raise too_many_connections()
        if self._requests.left(address) < 1:
            raise _too_fast()
        self.connections[address] += 1

    def leave(self, address: str) -> None:
        """A connection that was counted has ended."""
        address = counted_as(address)
        self.connections[address] -= 1
        if self.connections[address] <= 0:
            del self.connections[address]
