"""What an address says of whom it belongs to."""

from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

_PREFIX_BITS = 64
"""What one subscriber has of version 6: more addresses than could be told apart."""


def unmapped(address: str) -> str:
    """An address of version 4 as itself, which sockets of version 6 show inside one of theirs.

    >>> unmapped("::ffff:127.0.0.1"), unmapped("::1"), unmapped("no address")
    ('127.0.0.1', '::1', 'no address')
    """
    parsed = _parsed(address)
    mapped = parsed.ipv4_mapped if isinstance(parsed, IPv6Address) else None
    return address if mapped is None else str(mapped)


def counted_as(address: str) -> str:
    """What the limits of an address are counted under: of version 6, all its subscriber has.

    >>> counted_as("2001:db8:1:2:3:4:5:6"), counted_as("2001:db8:1:2::7")
    ('2001:db8:1:2::/64', '2001:db8:1:2::/64')
    >>> counted_as("203.0.113.7"), counted_as("::ffff:203.0.113.7"), counted_as("no address")
    ('203.0.113.7', '203.0.113.7', 'no address')
    """
    address = unmapped(address)
    parsed = _parsed(address)
    if not isinstance(parsed, IPv6Address):
        return address
    return str(ip_network((int(parsed), _PREFIX_BITS), strict=False))


def _parsed(address: str) -> IPv4Address | IPv6Address | None:
    try:
        return ip_address(address)
    except ValueError:
        return None
