"""Whole matches in the browser."""

import re

from playwright.sync_api import Page, expect

from tests.server.serving import Serving
from tests.web.conftest import PHONE, NewPage
from tests.web.playing import play_hand, play_now, quicken, remember, tap, use_keys


def test_a_match_of_two_hands_by_tapping_and_a_rematch(new_page: NewPage, server: Serving) -> None:
    """On a phone; with Play now as it is for everybody, bots and all, but for the times."""
    page = new_page(PHONE)
    remember(page, players=8, options={"match_length": "2 hands"})
    quicken(page)
    play_now(page, server.base)
    assert play_hand(page, tap) >= 13
    page.get_by_role("button", name="Next hand").click()
    expect(page.locator("dialog")).to_have_count(0)
    play_hand(page, tap)
    sheet = page.get_by_role("dialog", name="The match is over")
    expect(sheet).to_contain_text(re.compile("won|share the win"))
    check_sums(page)
    page.get_by_role("button", name="Play again").click()
    expect(page.locator("button.held")).to_have_count(7)


def check_sums(page: Page) -> None:
    """Every point of the hand is accounted for in the sheet."""
    page.get_by_text("Where every point came from").click()
    rows = page.locator("dialog tbody tr:not(.note)")
    for row in range(rows.count()):
        name = rows.nth(row).locator("th").inner_text()
        points = int(rows.nth(row).locator("td").nth(2).inner_text())
        heading = page.locator("details h3").nth(row)
        assert heading.inner_text() == name
        parts = heading.locator("xpath=following-sibling::ul[1]").locator("b").all_inner_texts()
        assert sum(map(int, parts)) == points


def test_a_match_by_keyboard(new_page: NewPage, server: Serving) -> None:
    page = new_page()
    remember(page, players=8, options={"match_length": "1 hands"})
    quicken(page)
    page.goto(server.base)
    play = page.get_by_role("button", name="Play now")
    for _ in range(10):
        page.keyboard.press("Tab")
        if play.evaluate("(button) => button === document.activeElement"):
            break
    page.keyboard.press("Enter")
    assert play_hand(page, use_keys) >= 13
    expect(page.get_by_role("dialog", name="The match is over")).to_be_visible()


def test_every_option_chosen_in_the_drawer(new_page: NewPage, server: Serving) -> None:
    """All that can be otherwise is otherwise: auction, thousand, calls before the lead …"""
    page = new_page(PHONE)
    remember(page, players=12)
    quicken(page)
    page.goto(server.base)
    page.get_by_role("button", name="Options").click()
    drawer = page.get_by_role("dialog", name="Options")
    changes = {
        "First dealer": "lowest",
        "First trump": "cut",
        "Seats by draw": "yes",
        "Must follow": "no",
        "Draw order": "after trick",
        "Rest of stock": "aside",
        "Calls": "before lead",
        "Trump set by": "last",
        "Trump marriage": "yes",
        "Card values": "thousand",
        "Auction": "yes",
        "Match length": "N hands",
    }
    for name, value in changes.items():
        drawer.get_by_label(name, exact=True).select_option(value)
    drawer.get_by_label("Match length: number").fill("1")
    drawer.get_by_label("Match length: number").blur()
    page.get_by_role("button", name="Done").click()
    page.get_by_role("button", name="Play now").click()
    assert play_hand(page) >= 8
    expect(page.get_by_role("dialog", name="The match is over")).to_be_visible()
    expect(page.locator("tr.note")).to_contain_text("bid 1")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Table and players").click()
    page.get_by_text("Rules of this table").click()
    for value in ("lowest", "after trick", "aside", "before lead", "thousand", "1 hands"):
        expect(page.locator("dl")).to_contain_text(value)
    page.goto(server.base)
    page.get_by_role("button", name="Options").click()
    expect(drawer.get_by_label("Card values", exact=True)).to_have_value("thousand")


def test_bidding(new_page: NewPage, server: Serving) -> None:
    """Bids are offered by the server; who bids and fails loses the bid."""
    page = new_page()
    remember(page, players=3, options={"auction": "yes", "match_length": "1 hands"})
    quicken(page)
    play_now(page, server.base)
    bid = page.locator(".auction .main")
    while True:
        expect(bid.or_(page.locator("button.held.legal")).first).to_be_visible()
        if not bid.count():
            break
        bid.first.click()
        page.wait_for_timeout(100)
    play_hand(page)
    expect(page.locator("tr.note")).to_contain_text(re.compile(r"bid \d+: (not )?reached"))


def test_play_now_before_the_first_answer(new_page: NewPage, server: Serving) -> None:
    """Who taps before the server has said what it can do gets bots and players all the same."""
    page = new_page()
    remember(page, players=3)
    page.route("**/api/about", lambda route: (page.wait_for_timeout(500), route.continue_())[1])
    page.goto(server.base)
    page.get_by_role("button", name="Play now").click()
    expect(page.locator("button.held")).to_have_count(7)
    expect(page.locator(".seat")).to_have_count(2)
