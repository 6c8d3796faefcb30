"""Several people: by link, by code, to watch, and at the same moment."""

import re
from typing import Any

from playwright.sync_api import Page, expect

from tests.server.serving import Serving
from tests.web.chromium import Watched
from tests.web.conftest import PHONE, Given, NewPage
from tests.web.looking import check
from tests.web.pippip import BY_LOT, deal, play_hand
from tests.web.playing import QUICK, my_turn, quicken, remember

MARKUP = "<b onclick=alert(1)>A"


def make_table(server: Serving, **more: Any) -> dict[str, Any]:
    """A table made by HTTP, its host at seat 0."""
    body = {"game": "pip-pip", "players": 3, "name": "Anna", "timing": QUICK, **more}
    status, seated = server.post("/api/tables", body)
    assert status == 201
    return dict(seated)


def sit_down(page: Page, server: Serving, code: str, name: str) -> None:
    """Join by link."""
    page.goto(f"{server.base}/t/{code}")
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Sit down").click()


def test_friends_by_link_and_a_spectator(new_page: NewPage, server: Serving) -> None:
    """A bot on one seat, a friend who comes by code, somebody who watches."""
    host, friend, watcher = new_page(), new_page(PHONE), new_page()
    for page in (host, friend, watcher):
        remember(page, players=3, name="Anna", options={"match_length": "1 hands"})
    quicken(host, bot_pace="fast")
    host.goto(server.base)
    host.get_by_role("button", name="With friends").click()
    link = host.get_by_label("Link to this table").input_value()
    code = link[-6:]
    expect(host.get_by_role("img", name="The link as a QR code")).to_be_visible()
    host.get_by_role("button", name="Add a bot").first.click()
    friend.goto(server.base)
    friend.get_by_label("Join a table").fill(code.lower())
    friend.get_by_role("button", name="Go", exact=True).click()
    friend.get_by_label("Your name").fill(MARKUP)
    friend.get_by_role("button", name="Sit down").click()
    friend.get_by_role("button", name="I am ready").click()
    watcher.goto(link)
    watcher.get_by_role("button", name="Only watch").click()
    expect(watcher.get_by_text("You are watching")).to_be_visible()
    host.get_by_role("button", name="I am ready").click()
    for page in (host, friend):
        expect(page.locator("button.held")).to_have_count(7)
    expect(watcher.locator(".watching")).to_be_visible()
    expect(watcher.locator("button.held")).to_have_count(0)
    expect(watcher.locator(".seat")).to_have_count(3)
    for page in (host, watcher):
        expect(page.get_by_text(MARKUP, exact=True).first).to_be_visible()
    friend.get_by_role("button", name="Chat").click()
    friend.get_by_label("Say something").fill(MARKUP + " says hello")
    friend.get_by_role("button", name="Say", exact=True).click()
    host.get_by_role("button", name="Chat").click()
    expect(host.get_by_text("says hello")).to_be_visible()


def test_who_watches_on_a_phone_reads_whose_turn_it_is(new_page: NewPage, server: Serving) -> None:
    for game in ("pip-pip", "savannah"):
        client = server.table(3, game=game)[0]
        client.ready()
        page = new_page(PHONE)
        remember(page)
        page.goto(f"{server.base}/t/{client.code}")
        page.get_by_role("button", name="Only watch").click()
        expect(page.locator(".watching")).to_have_text("Watching. Anna plays")
        cut = (
            "(plate) => [plate, ...plate.children].some((one) => one.scrollWidth > one.clientWidth)"
        )
        assert not page.locator(".watching").evaluate(cut)
        client.close()


def test_a_long_name_stands_beside_its_picture(new_page: NewPage, server: Serving) -> None:
    page = new_page(PHONE)
    remember(page, players=3, name="Wilhelmina W. of Warwick")
    page.goto(server.base)
    page.get_by_role("button", name="With friends").click()
    own = page.locator("li.mine .who")
    name, picture = own.locator(".name").bounding_box(), own.locator("svg").first.bounding_box()
    assert name is not None
    assert picture is not None
    assert name["x"] > picture["x"]
    assert name["y"] < picture["y"] + picture["height"]


def test_who_taps_twice_means_it_once(new_page: NewPage, server: Serving) -> None:
    """In a hurry to begin, to go on with the next hand and with another match."""
    page = new_page(PHONE)
    remember(page, players=3, options=BY_LOT | {"match_length": "2 hands"})
    quicken(page)
    page.goto(server.base)
    page.get_by_role("button", name="With friends").click()
    page.get_by_role("button", name="I am ready").click()
    page.get_by_role("button", name="Not yet").click(delay=50)
    page.wait_for_timeout(700)
    expect(page.get_by_text("You are ready.")).to_be_visible()
    adding = page.get_by_role("button", name="Add a bot")
    for left in (1, 0):
        adding.first.click()
        expect(adding).to_have_count(left)
    play_hand(page)
    page.get_by_role("button", name="Next hand").evaluate(_TWICE)
    my_turn(page)
    play_hand(page)
    page.get_by_role("button", name="Play again").evaluate(_TWICE)
    my_turn(page)
    expect(page.locator(".notice.bad")).to_have_count(0)


_TWICE = "(button) => { button.click(); button.click(); }"
_PRESS_TWICE = "const horn = document.querySelector('button.horn'); horn.click(); horn.click()"
_LABELS = "(markers) => markers.map((one) => one.getAttribute('aria-label'))"


def test_two_call_at_the_same_moment(new_page: NewPage, server: Serving, given: Given) -> None:
    """Both in a hurry: each horn is pressed twice, and counts once."""
    given(deal("Kh Qh 3c 4c 5c 6c 7c", "3h 4h 5h 6h 7h 8h 9h", "Kh Qh 3d 4d 5d 6d 7d"))
    table = make_table(server, bots=["random"], options=BY_LOT)
    pages = [new_page(), new_page()]
    for page in pages:
        remember(page)
    pages[0].goto(f"{server.base}/t/{table['code']}#key={table['key']}")
    sit_down(pages[1], server, table["code"], "Boris")
    for page in pages:
        page.get_by_role("button", name="I am ready").click()
    for page in pages:
        expect(page.locator("button.horn")).to_be_visible()
    for page in pages:
        page.evaluate(_PRESS_TWICE)
    for page in pages:
        expect(page.locator(".dock .facts b")).to_have_text("50")
        expect(page.locator("button.horn")).to_have_count(0)
        expect(page.locator(".marker")).to_have_count(2)
        assert not page.locator(".notice.bad").count()
    markers = [page.locator(".marker").evaluate_all(_LABELS) for page in pages]
    assert markers[0] == markers[1]


def test_the_host_chooses_the_level_of_each_bot(
    new_page: NewPage, server: Serving, axe: str
) -> None:
    """With keys alone, on a phone; of a bot that sits there too, before the match and in it."""
    host, friend = new_page(PHONE), new_page(PHONE)
    for page in (host, friend):
        remember(page, players=3, name="Anna")
    quicken(host)
    host.goto(server.base)
    host.get_by_role("button", name="With friends").click()
    host.get_by_label("New bots").focus()
    host.keyboard.type("Solid")
    host.get_by_role("button", name="Add a bot").first.focus()
    host.keyboard.press("Enter")
    bruno = host.get_by_role("listitem").filter(has_text="Bruno")
    expect(bruno.locator(".tag")).to_have_text("Solid")
    host.get_by_label("Level of Bruno").focus()
    host.keyboard.press("ArrowDown")
    expect(bruno.locator(".tag")).to_have_text("Expert")
    check(host, axe)
    assert host.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
    sit_down(friend, server, host.url[-6:], "Boris")
    seen = friend.get_by_role("listitem").filter(has_text="Bruno")
    expect(seen.locator(".tag")).to_have_text("Expert")
    expect(friend.locator("select")).to_have_count(0)
    expect(host.get_by_label("New bots")).to_have_count(0)  # no seat is free any more
    for page in (host, friend):
        page.get_by_role("button", name="I am ready").click()
    for page in (host, friend):
        expect(page.locator("button.held")).to_have_count(7)
        page.get_by_role("button", name="Table and players").click()
    host.get_by_label("Level of Bruno").select_option("random")
    for one in (bruno, seen):
        expect(one.locator(".tag")).to_have_text("Random")
    check(host, axe)


def test_bots_take_all_free_seats_at_once(new_page: NewPage, server: Serving) -> None:
    page = new_page(PHONE)
    remember(page, players=12, options=BY_LOT)
    quicken(page)
    page.goto(server.base)
    page.get_by_role("button", name="With friends").click()
    page.get_by_label("New bots").select_option("random")
    page.get_by_role("button", name="Bots on all 11 free seats").click()
    expect(page.locator("li .tag", has_text="Random")).to_have_count(11)
    page.get_by_role("button", name="I am ready").click()
    expect(page.locator("button.held")).to_have_count(7)


def test_a_seat_played_from_another_device(new_page: NewPage, server: Serving) -> None:
    table = make_table(server)
    first, second = new_page(), new_page(PHONE)
    link = f"{server.base}/t/{table['code']}#key={table['key']}"
    first.goto(link)
    expect(first.get_by_role("button", name="I am ready")).to_be_visible()
    assert "key" not in first.url
    second.goto(link)
    expect(first.get_by_role("heading", name="You play on another device")).to_be_visible()
    first.get_by_role("button", name="Play here").click()
    expect(first.get_by_role("button", name="I am ready")).to_be_visible()


def test_codes_and_keys_that_open_nothing(
    new_page: NewPage, server: Serving, watched: Watched
) -> None:
    """Each is answered by a sentence and a way forward."""
    watched.expected = ("404", "410", "WebSocket")
    page = new_page(PHONE)
    page.goto(f"{server.base}/t/NOSUCH")
    expect(page.get_by_role("alert")).to_be_visible()
    page.get_by_role("button", name="To the start").click()
    expect(page.get_by_role("button", name="Play now")).to_be_visible()
    table = make_table(server)
    page.goto(f"{server.base}/t/{table['code']}#key=wrong")
    expect(page.get_by_role("heading", name="This key does not open a seat here")).to_be_visible()
    page.get_by_role("button", name="Look at the table").click()
    expect(page.get_by_role("button", name="Sit down")).to_be_visible()


def test_a_full_table(new_page: NewPage, server: Serving) -> None:
    """Who comes too late is told so and can watch, or start another table."""
    table = make_table(server)
    for seat in (1, 2):
        status, _ = server.post(
            f"/api/tables/{table['code']}/join", {"name": f"Person {seat}", "seat": seat}
        )
        assert status == 201
    page = new_page(PHONE)
    page.goto(f"{server.base}/t/{table['code']}")
    expect(page.get_by_text("All seats are taken by people")).to_be_visible()
    page.get_by_role("button", name="Watch", exact=True).click()
    expect(page.get_by_text("You are watching")).to_be_visible()


def test_the_host_lets_nobody_else_join(new_page: NewPage, server: Serving) -> None:
    """And nobody comes back who was sent away, until the host says so."""
    host, friend = new_page(PHONE), new_page()
    remember(host, players=3)
    host.goto(server.base)
    host.get_by_role("button", name="With friends").click()
    code = host.get_by_label("Link to this table").input_value()[-6:]
    sit_down(friend, server, code, "Boris")
    host.get_by_role("button", name="What you can do about Boris").click()
    host.get_by_role("button", name="Send away").click()
    expect(host.get_by_text("Nobody can join by the code.")).to_be_visible()
    expect(friend.get_by_text("You are not at this table any more")).to_be_visible()
    friend.goto(f"{server.base}/t/{code}")
    expect(friend.get_by_text("At the table: Host.")).to_be_visible()
    expect(friend.get_by_text("lets nobody join now")).to_be_visible()
    expect(friend.get_by_role("button", name="Sit down")).to_have_count(0)
    host.get_by_role("button", name="Let people join again").click()
    expect(host.get_by_role("button", name="Let nobody else join")).to_be_visible()
    sit_down(friend, server, code, "Boris")
    expect(host.get_by_text("Boris")).to_be_visible()


def test_a_seat_taken_in_the_last_moment(
    new_page: NewPage, server: Serving, watched: Watched
) -> None:
    """Two want the last seat: the second reads why not, and what is left."""
    watched.expected = ("409",)
    table = make_table(server, bots=["random"])
    page = new_page()
    page.goto(f"{server.base}/t/{table['code']}")
    page.get_by_label("Your name").fill("Boris")
    page.get_by_label("Seat").select_option("2")
    status, _ = server.post(f"/api/tables/{table['code']}/join", {"name": "Clara", "seat": 2})
    assert status == 201
    page.get_by_role("button", name="Sit down").click()
    expect(page.get_by_role("alert")).to_be_visible()
    expect(page.get_by_role("button", name="Sit down")).to_be_visible()
    expect(page.get_by_text("Clara").first).to_be_visible()


def test_a_finished_table_shows_its_end(new_page: NewPage, server: Serving) -> None:
    table = make_table(
        server, players=12, bots=["baseline"] * 11, options={"match_length": "1 hands"}
    )
    page = new_page(PHONE)
    remember(page)
    page.goto(f"{server.base}/t/{table['code']}#key={table['key']}")
    page.get_by_role("button", name="I am ready").click()
    play_hand(page)
    guest = new_page()
    guest.goto(f"{server.base}/t/{table['code']}")
    expect(guest.get_by_role("heading", name=f"Table {table['code']}")).to_be_visible()
    guest.get_by_role("button", name=re.compile("watch", re.IGNORECASE)).click()
    expect(guest.get_by_role("dialog", name="The match is over")).to_be_visible()
