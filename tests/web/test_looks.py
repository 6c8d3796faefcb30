"""What can be said of the looks without a person: room, contrast, weight."""

import gzip
import json
import re
import urllib.request
from itertools import pairwise

import pytest
from playwright.sync_api import expect

from tests.server.serving import Serving
from tests.web.conftest import LAPTOP, PHONE, ROOT, STATIC, NewPage
from tests.web.looking import BOXES, SIZES, check, overlap
from tests.web.pippip import play_hand, to_first_card
from tests.web.playing import my_turn, play_now, quicken, remember, resize

FIRST_LOAD = 150 * 1024


@pytest.mark.parametrize("players", [3, 4, 8, 12])
def test_everybody_has_room_at_every_size(new_page: NewPage, server: Serving, players: int) -> None:
    """All plates lie inside the window and beside each other; nothing scrolls sideways."""
    page = new_page(PHONE)
    remember(page, players=players)
    quicken(page)
    play_now(page, server.base)
    my_turn(page)
    for width, height in SIZES:
        resize(page, (width, height))
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        plates = page.evaluate(BOXES, ".seat")
        assert len(plates) == players - 1
        for left, top, right, bottom in plates:
            assert left >= 0, (width, height)
            assert top >= -2, (width, height)
            assert right <= width, (width, height)
            assert bottom <= height, (width, height)
        for k, one in enumerate(plates):
            for other in plates[:k]:
                assert overlap(one, other) < 0.3, (width, height, one, other)
        hand = page.evaluate(BOXES, "button.held")
        assert len({round(box[0]) for box in hand}) == 7
        for card in hand:
            assert card[0] >= 0
            assert card[2] <= width
            for plate in plates:
                assert overlap(card, plate) < 0.1, (width, height)
        strips = sorted(box[0] for box in hand)
        assert min(b - a for a, b in pairwise(strips)) > 38, (width, height)


@pytest.mark.parametrize("size", SIZES)
def test_play_now_is_seen_without_scrolling(
    new_page: NewPage, server: Serving, size: tuple[int, int]
) -> None:
    """At every size; with text twice as large, nothing of the page lies beside the window."""
    page = new_page(size)
    page.goto(server.base)
    expect(page.get_by_label("Bots")).to_be_visible()
    _, _, _, bottom = page.evaluate(BOXES, "button.play")[0]
    assert bottom <= size[1]
    sizes = {"fontSizes": {"standard": 32, "fixed": 26}}
    page.context.new_cdp_session(page).send("Page.setFontSizes", sizes)
    page.wait_for_timeout(250)
    for left, _, right, _ in page.evaluate(BOXES, "main :is(button, input, select, h1, p, label)"):
        assert left >= 0
        assert right <= size[0]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing(new_page: NewPage, server: Serving, axe: str, theme: str) -> None:
    page = new_page(LAPTOP if theme == "light" else PHONE)
    options = {"match_length": "1 hands", "auction": "yes"}
    remember(page, {"theme": theme}, players=12, options=options)
    quicken(page)
    page.goto(server.base)
    expect(page.get_by_label("Bots")).to_be_visible()
    check(page, axe)
    page.get_by_role("button", name="Options").click()
    check(page, axe)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Play now").click()
    page.locator(".auction button").or_(page.locator("button.held.legal")).first.wait_for()
    check(page, axe)
    to_first_card(page)  # where a horn is, no button of the orders
    check(page, axe)
    for name in ("Settings", "Table and players", "Chat", "Standing orders"):
        page.get_by_role("button", name=name, exact=True).click()
        check(page, axe)
        page.keyboard.press("Escape")
    play_hand(page)
    page.get_by_text("Where every point came from").click()
    check(page, axe)
    page.goto(server.base)
    page.get_by_role("button", name="With friends").click()
    expect(page.get_by_role("button", name="I am ready")).to_be_visible()
    check(page, axe)
    code = page.url[-6:]
    page.evaluate("localStorage.removeItem('parlour.keys')")
    page.goto(f"{server.base}/t/{code}")
    expect(page.get_by_role("button", name="Sit down")).to_be_visible()
    check(page, axe)


def test_the_page_is_light_and_asks_nobody_else(executable: str) -> None:
    del executable
    files = [file for file in STATIC.rglob("*") if file.suffix in (".html", ".js", ".css", ".svg")]
    weight = sum(len(gzip.compress(file.read_bytes())) for file in files)
    assert 0 < weight <= FIRST_LOAD
    for file in files:
        addresses = re.findall(r"(?:https?:)?//[a-z0-9.-]+\.[a-z]{2,}", file.read_text("utf-8"))
        strangers = {one for one in addresses if not one.endswith(("//www.w3.org", "//svelte.dev"))}
        assert strangers == set(), file.name


def test_the_first_load_over_the_wire(server: Serving) -> None:
    """Page, script and style as a browser asks for them: compressed, and light in all."""
    weight, kinds = 0, set()
    page = _fetch(f"{server.base}/")
    for name in [
        "",
        *re.findall(r'(?:src|href)="[./]*(assets/[^"]+\.(?:js|css))"', page[0].decode()),
    ]:
        body, size, encoding = _fetch(f"{server.base}/{name}")
        assert body
        if len(body) > 1000:
            assert encoding == "gzip", name
            assert size < 0.6 * len(body), name
        weight += size
        kinds.add(name.rpartition(".")[2])
    assert kinds == {"", "js", "css"}
    assert weight <= FIRST_LOAD


def _fetch(url: str) -> tuple[bytes, int, str]:
    """What is at an address, how many bytes were sent, and how they were packed."""
    asked = urllib.request.Request(url, headers={"Accept-Encoding": "gzip"})  # noqa: S310
    with urllib.request.urlopen(asked, timeout=30) as answer:  # noqa: S310 (our own server)
        sent = answer.read()
        encoding = answer.headers.get("Content-Encoding", "")
    return (gzip.decompress(sent) if encoding == "gzip" else sent), len(sent), encoding


def test_the_lock_file_holds_no_addresses() -> None:
    lock = json.loads((ROOT / "web" / "package-lock.json").read_text("utf-8"))
    assert lock["packages"]
    assert not [name for name, one in lock["packages"].items() if "resolved" in one]
