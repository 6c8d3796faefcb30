"""Who a request comes from: origins, proxies, addresses of either version."""

import asyncio
import logging
from typing import Any

import pytest

from parlour.errors import OptionError
from parlour.server.asked import checked_origins
from parlour.server.callers import UNBELIEVED, Proxied, origin_allowed
from parlour.server.requests import Waiting


def passed_on(proxied_by: str, client: str, **headers: str) -> Any:
    """What an application is given of a request, behind these proxies."""
    return all_passed_on(proxied_by, client, headers)[0]


def all_passed_on(proxied_by: str, client: str, *all_headers: dict[str, str]) -> list[Any]:
    scopes: list[Any] = []

    async def app(scope: Any, *_: Any) -> None:
        scopes.append(scope)

    proxied = Proxied(app, proxied_by)
    for headers in all_headers:
        named = [(k.replace("_", "-").encode(), v.encode()) for k, v in headers.items()]
        scope = {"type": "http", "client": (client, 1), "headers": named}
        asyncio.run(proxied(scope, None, None))
    return scopes


@pytest.mark.parametrize("origin", ["http://[", "http://[::1", "http://]", "://", "null"])
def test_an_origin_that_is_none_is_not_allowed(origin: str) -> None:
    headers = [(b"host", b"localhost"), (b"origin", origin.encode())]
    assert not origin_allowed({"headers": headers}, frozenset())


def test_an_address_of_version_4_inside_one_of_6_is_known() -> None:
    for named in ("127.0.0.1", "::ffff:127.0.0.1"):
        assert Proxied(None, named).believes("::ffff:127.0.0.1")
        told = passed_on(named, "::ffff:127.0.0.1", x_forwarded_for="203.0.113.7")
        assert told["client"][0] == "203.0.113.7"
        assert UNBELIEVED not in told
    assert passed_on("", "::ffff:127.0.0.1")["client"][0] == "127.0.0.1"


@pytest.mark.parametrize("proxy", ["127.0.0.1", "*"])
@pytest.mark.parametrize(
    "headers", [{"forwarded": "for=203.0.113.7"}, {"forwarded": "for=_x", "x_forwarded_for": " "}]
)
def test_a_believed_proxy_that_does_not_say_for_whom_it_asks_is_not_local(
    proxy: str, headers: dict[str, str], caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING):
        for scope in all_passed_on(proxy, "127.0.0.1", headers, headers):
            assert scope[UNBELIEVED]
    assert [record.message[:33] for record in caplog.records] == [
        "a proxy does not say in X-Forward"
    ]
    said = passed_on(proxy, "127.0.0.1", forwarded="for=_x", x_forwarded_for="203.0.113.7")
    assert UNBELIEVED not in said
    assert said["client"][0] == "203.0.113.7"


@pytest.mark.parametrize(
    ("given", "sent"),
    [
        ("https://x.example:443", "https://x.example"),
        ("http://x.example:80/", "http://x.example"),
        ("http://x.example:443", "http://x.example:443"),
        ("https://x.example:08470", "https://x.example:8470"),
        ("http://[::1]:80", "http://[::1]"),
        ("https://Bücher.example:443", "https://xn--bcher-kva.example"),
        ("https://my_host", "https://my_host"),
    ],
)
def test_an_origin_is_known_as_browsers_send_it(given: str, sent: str) -> None:
    assert checked_origins([given]) == {sent}


@pytest.mark.parametrize("given", ["http://[", "https://x:y", "https://x:99999", "https://\u2028"])
def test_what_no_browser_sends_is_no_origin(given: str) -> None:
    with pytest.raises(OptionError, match="is no origin"):
        checked_origins([given])


def test_half_requests_are_counted_by_the_subscriber() -> None:
    waiting = Waiting(1, {"2001:db8::9"}.__contains__)
    assert waiting.enter("2001:db8::1")
    assert not waiting.enter("2001:db8::2")
    assert waiting.enter("2001:db8::9")
    assert waiting.enter("2001:db8:0:1::1")
    for last in "129":
        waiting.leave(f"2001:db8::{last}")
    assert waiting.enter("2001:db8::3")
