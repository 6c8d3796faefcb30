"""What a server is asked to be, checked before anything that is slow to import.

What makes no sense is an `OptionError`; a file that is wrong, a `CannotServeError`.
"""

import ipaddress
import re
import socket
import ssl
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

import idna
import platformdirs

from parlour.errors import OptionError, ParlourError

_PATH_PART = re.compile(r"[\w.~!$&'()*+,;=:@-]+", re.ASCII)
_ORIGIN = re.compile(r"(https?)://(\[[0-9a-f:.]+\]|[^][/?#@:\s]+)(?::([0-9]{1,5}))?")
_PORTS = {"http": 80, "https": 443}
_MOST_PORT = 65_535
_HERE = "127.0.0.1"
_EVERYWHERE = "0.0.0.0"  # noqa: S104  # what --lan means


class CannotServeError(ParlourError):
    """The server cannot start as asked: a port is taken, a file is missing."""


def database_path() -> Path:
    """Where tables are kept unless told otherwise."""
    return platformdirs.user_data_path("parlour") / "tables.sqlite"


def host_of(host: str | None, *, lan: bool) -> str:
    """The address to listen on.

    >>> host_of(None, lan=False), host_of(None, lan=True), host_of("192.168.1.7", lan=True)
    ('127.0.0.1', '0.0.0.0', '192.168.1.7')
    """
    if host is None:
        return _EVERYWHERE if lan else _HERE
    if lan and _is_loopback(host):
        raise OptionError(
            f"--lan lets other machines in, and --host {host} none but this one: give one of them",
            "host",
            host,
            "an address that other machines reach",
        )
    return host


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host.lower() == "localhost"


def family_of(host: str) -> socket.AddressFamily:
    """Whether a host is to be listened on by version 4 or 6 of the Internet protocol."""
    return socket.AF_INET6 if ":" in host else socket.AF_INET


def check_host(host: str) -> None:
    """Make sure that this machine can listen there, on whatever port."""
    try:
        with socket.socket(family_of(host)) as probe:
            probe.bind((host, 0))
    except (OSError, TypeError, UnicodeError) as error:  # the latter of names that cannot be
        reason = error.strerror if isinstance(error, OSError) else "it is no name of a machine"
        raise CannotServeError(
            f"nothing can listen on --host {host}: {reason}; it has to be an address of this "
            f"machine, as {_HERE} for itself alone, {_EVERYWHERE} for everybody"
        ) from None


def check_tls(cert: Path | None, key: Path | None) -> None:
    """Make sure that there are a certificate and its key, or neither."""
    if (cert is None) != (key is None):
        raise OptionError(
            "--tls-cert and --tls-key belong together: give both", "tls_cert", cert, "both"
        )
    if cert is None or key is None:
        return
    for option, file in (("--tls-cert", cert), ("--tls-key", key)):
        try:
            file.read_bytes()
        except OSError as error:
            raise CannotServeError(f"{option} {file}: {(error.strerror or '').lower()}") from None
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    try:
        context.load_verify_locations(cert)
    except ssl.SSLError:
        raise CannotServeError(f"--tls-cert {cert} is no certificate as a PEM file") from None
    try:
        context.load_cert_chain(cert, key, password="")  # asks for none
    except ssl.SSLError as error:
        if error.reason == "KEY_VALUES_MISMATCH":
            reason = f"is not the key of the certificate in {cert}"
        else:
            reason = "is no private key, without a password, as a PEM file"
        raise CannotServeError(f"--tls-key {key} {reason}") from None


def checked_origins(origins: Iterable[str]) -> frozenset[str]:
    """The origins as browsers send them.

    >>> sorted(checked_origins(["https://Example.org:443/", "http://bücher.example:8080"]))
    ['http://xn--bcher-kva.example:8080', 'https://example.org']
    """
    return frozenset(map(_checked_origin, origins))


def _checked_origin(origin: str) -> str:
    found = _ORIGIN.fullmatch(origin.rstrip("/").lower())
    scheme, host, port = found.groups() if found else ("http", "", None)
    number = int(port or _PORTS[scheme])
    with suppress(idna.IDNAError):
        if host and number <= _MOST_PORT:
            host = host if host.isascii() else idna.encode(host, uts46=True).decode()
            return f"{scheme}://{host}" + ("" if number == _PORTS[scheme] else f":{number}")
    form = "https://example.org"
    raise OptionError(
        f"--origin {origin!r} is no origin: one is {form}, say", "origin", origin, form
    )


def checked_root_path(root_path: str) -> str:
    """The path that a proxy serves us under, without the last slash.

    >>> checked_root_path("cards/")
    '/cards'
    """
    parts = root_path.strip("/").split("/")
    if parts == [""]:
        return ""
    if not all(_PATH_PART.fullmatch(part) and part.strip(".") for part in parts):
        raise OptionError(
            f"--root-path {root_path!r} is no path of an address: one is /cards, say",
            "root_path",
            root_path,
            "/cards",
        )
    return "/" + "/".join(parts)


def check_proxy(proxy: str) -> None:
    """Make sure that these are addresses, with commas."""
    for address in proxy.split(",") if proxy else ():
        try:
            if address.strip() != "*":
                ipaddress.ip_network(address.strip(), strict=False)
        except ValueError:
            raise OptionError(
                f"--proxy {address.strip()!r} is no address of a proxy: one is 127.0.0.1, say",
                "proxy",
                address,
                "127.0.0.1",
            ) from None


def check_place(path: Path) -> None:
    """Make sure that tables can be kept in this file, as far as its folder says; that is made."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        is_folder = path.is_dir()
    except OSError as error:
        raise CannotServeError(
            f"no folder {path.parent} can be made: {error.strerror}; "
            "name a file elsewhere with --data"
        ) from None
    if is_folder:
        raise CannotServeError(
            f"{path} is a folder: name a file in it with --data, {path / 'tables.sqlite'}, say"
        )
