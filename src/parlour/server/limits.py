"""What one address may ask for, so that nobody can make the server grow without end."""

import time
from collections import Counter, OrderedDict
from dataclasses import dataclass

MOST_ADDRESSES = 10_000


@dataclass(frozen=True)
class Limits:
    """How much of everything; generous for people, tight for programs gone wild."""

    tables: int = 20_000
    """Tables stored in all."""
    connections: int = 8_000
    connections_per_table: int = 64
    connections_per_address: int = 256
    messages_burst: int = 200
    """Messages of one connection at once …"""
    messages_per_second: float = 50.0
    """… and then so many a second."""
    requests_burst: int = 60
    """HTTP requests that make, join or look up tables, from one address at once …"""
    requests_per_second: float = 2.0
    """… and then so many a second."""


class Allowance:
    """So many messages at once, then so many a second."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._left = float(limits.messages_burst)
        self._at = time.monotonic()
        self.refused = 0
        """How many were too many."""

    def has_some(self) -> bool:
        """Whether one more message is allowed now, without counting it."""
        moment = time.monotonic()
        gained = self._limits.messages_per_second * (moment - self._at)
        self._left = min(self._limits.messages_burst, self._left + gained)
        self._at = moment
        return self._left >= 1

    def take(self) -> bool:
        """Whether one more message is allowed now; it is counted."""
        if not self.has_some():
            self.refused += 1
            return False
        self._left -= 1
        return True


class Addresses:
    """What each address has used up of its limits."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.connections: Counter[str] = Counter()
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def allows_request(self, address: str) -> bool:
        """Whether an address may ask once more just now; if so, it is counted."""
        moment = time.monotonic()
        left = self._requests_left(address, moment)
        allowed = left >= 1
        self._buckets[address] = (left - allowed, moment)
        self._buckets.move_to_end(address)
        while len(self._buckets) > MOST_ADDRESSES:
            self._buckets.popitem(last=False)
        return allowed

    def _requests_left(self, address: str, moment: float) -> float:
        left, at = self._buckets.get(address, (self.limits.requests_burst, moment))
        gained = (moment - at) * self.limits.requests_per_second
        return min(self.limits.requests_burst, left + gained)

    def enter(self, address: str) -> bool:
        """Whether an address may have one more connection; if so, it is counted.

        Who has asked for too much may not: connections that find no table count as requests, so
        that codes cannot be tried out.
        """
        full = self.connections.total() >= self.limits.connections
        if full or self.connections[address] >= self.limits.connections_per_address:
            return False
        if self._requests_left(address, time.monotonic()) < 1:
            return False
        self.connections[address] += 1
        return True

    def leave(self, address: str) -> None:
        """A connection that was counted has ended."""
        self.connections[address] -= 1
        if self.connections[address] <= 0:
            del self.connections[address]
