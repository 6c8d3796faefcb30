"""Whole matches in the browser."""

import re

from playwright.sync_api import Page, expect

from tests.server.client import request
from tests.server.serving import Serving
from tests.web.conftest import PHONE, NewPage
from tests.web.pippip import play_hand, press, tap, use_keys
from tests.web.playing import Look, my_turn, play_now, quicken, remember


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

    def bid(page: Page, look: Look) -> None:
        if look["bids"]:
            press(page, ".auction .main")
        else:
            tap(page, look)

    page = new_page()
    remember(page, players=12, options={"auction": "yes", "match_length": "1 hands"})
    quicken(page)
    play_now(page, server.base)
    play_hand(page, bid)
    expect(page.locator("tr.note")).to_contain_text(re.compile(r"bid \d+: (not )?reached"))


def test_play_now_before_the_first_answer(new_page: NewPage, server: Serving) -> None:
    """Who taps before the server has said what it can do gets bots and players all the same."""
    page = new_page()
    remember(page, players=3)
    page.add_init_script(
        "const ask = fetch; window.fetch = (url, how) => String(url).endsWith('/api/about')"
        " ? new Promise((done) => setTimeout(done, 600)).then(() => ask(url, how)) : ask(url, how)"
    )
    page.goto(server.base)
    page.get_by_role("button", name="Play now").click()
    expect(page.locator("button.held")).to_have_count(7)
    expect(page.locator(".seat")).to_have_count(2)


def test_a_table_by_turns_and_levels_of_bots(new_page: NewPage, server: Serving) -> None:
    """The pace is chosen in the drawer and explained; the levels are those the server lists."""
    page = new_page(PHONE)
    remember(page, players=3)
    page.goto(server.base)
    _, about = request(server.base, "GET", "/api/about")
    levels = next(game["bots"] for game in about["games"] if game["name"] == "pip-pip")
    chooser = page.get_by_label("Bots")
    assert chooser.locator("option").evaluate_all("(all) => all.map((one) => one.value)") == levels
    chooser.select_option("random")
    page.get_by_role("button", name="Options").click()
    drawer = page.get_by_role("dialog", name="Options")
    expect(drawer.get_by_label("Turn clock")).to_be_visible()
    drawer.get_by_label("Pace").select_option("by turns")
    expect(drawer).to_contain_text("No clock: come back by the link whenever you like")
    expect(drawer.get_by_label("Turn clock")).to_have_count(0)
    page.get_by_role("button", name="Done").click()
    page.get_by_role("button", name="With friends").click()
    expect(page.get_by_text("By turns: there is no clock")).to_be_visible()
    _, table = request(server.base, "GET", f"/api/tables/{page.url[-6:]}")
    assert table["pace"] == "by turns"
    page.goto(server.base)
    page.get_by_role("button", name="Play now").click()
    my_turn(page)
    seat = page.locator("button.seat").first
    assert "Random: any card will do" in (seat.get_attribute("title") or "")
    seat.click()
    expect(page.locator(".notice").last).to_contain_text("a bot (Random: any card will do)")


def test_both_games_are_offered_and_remembered(new_page: NewPage, server: Serving) -> None:
    """Each with its own choices."""
    page = new_page()
    remember(page, players=5)
    page.goto(server.base)
    page.get_by_label("Rules").select_option("japanese")
    page.get_by_text("Savannah", exact=True).click()
    expect(page.get_by_text("A race of cards and dice")).to_be_visible()
    page.get_by_role("button", name="One player fewer").click()
    page.get_by_role("button", name="Options").click()
    drawer = page.get_by_role("dialog", name="Options")
    drawer.get_by_label("Turn limit", exact=True).select_option("N turns")
    drawer.get_by_label("Turn limit: number").fill("60")
    drawer.get_by_label("Turn limit: number").blur()
    page.reload()
    expect(page.get_by_role("radio", name="Savannah")).to_be_checked()
    expect(page.get_by_text("3 players, 2 of them bots")).to_be_visible()
    page.get_by_text("Pip-Pip", exact=True).click()
    expect(page.get_by_text("5 players, 4 of them bots")).to_be_visible()
    expect(page.get_by_label("Rules")).to_have_value("japanese")
