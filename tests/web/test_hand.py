"""The own hand: reasons, two taps, dragging, choosing ahead, and cards that come back."""

import json
import re

from playwright.sync_api import Page, WebSocketRoute, expect

from tests.server.serving import Serving
from tests.web.conftest import PHONE, NewPage
from tests.web.playing import cards_of, my_turn, play_now, quicken, remember

ORDER = "(cards) => cards.map((one) => one.dataset.card)"


def begin(page: Page, server: Serving, **settings: object) -> None:
    """A game against two bots, up to the first card of one's own."""
    remember(page, settings, players=3)
    quicken(page, bot_pace="fast")
    play_now(page, server.base)
    my_turn(page)
    expect(page.locator(".status")).to_have_text(re.compile("^(You lead|Your turn)$"))


def to_follow(page: Page) -> None:
    """Play until some card cannot be played."""
    while True:
        my_turn(page)
        if page.locator("button.held.dim").count():
            return
        page.locator("button.held.legal").last.click()
        page.wait_for_timeout(200)


def test_a_card_that_cannot_be_played_says_why(new_page: NewPage, server: Serving) -> None:
    """In the server's words, and nothing changes."""
    page = new_page(PHONE)
    begin(page, server)
    to_follow(page)
    before = cards_of(page)
    dim = page.locator("button.held.dim").first
    assert "cannot be played now" in (dim.get_attribute("aria-label") or "")
    dim.click()
    expect(page.locator(".notice")).to_contain_text("must be followed")
    assert cards_of(page) == before


def test_two_taps_where_slips_are_feared(new_page: NewPage, server: Serving) -> None:
    page = new_page(PHONE)
    begin(page, server, tapTwice=True)
    before = cards_of(page)
    card = my_turn(page)
    card.click()
    page.wait_for_timeout(400)
    assert cards_of(page) == before
    card.click()
    expect(page.locator(".lying").first).to_be_visible()


_SPOT = """async (card) => {
  await Promise.all(card.getAnimations().map((one) => one.finished));
  const { left, top, width, height } = card.getBoundingClientRect();
  for (let part = 0.02; part < 1; part += 0.02) {
    const [x, y] = [left + part * width, top + height / 3];
    if (card.contains(document.elementFromPoint(x, y))) return [x, y];
  }
}"""
"""Where a card of the fan can be taken hold of: it is turned, and others lie on it."""


def drag(page: Page, card: str, right: float, down: float) -> None:
    """Take hold of a card where it is not covered and let it go elsewhere."""
    x, y = page.locator(f"button.held[data-card='{card}']").first.evaluate(_SPOT)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + right / 2, y + down / 2)
    page.mouse.move(x + right, y + down)
    page.mouse.up()


def test_dragging_sorts_and_plays(new_page: NewPage, server: Serving) -> None:
    page = new_page()
    begin(page, server)
    hand = page.locator("button.held")
    first, *others = hand.evaluate_all(ORDER)
    drag(page, first, 1000, 0)
    expect(page.get_by_role("button", name="Sort the hand")).to_be_visible()
    assert hand.evaluate_all(ORDER) == [*others, first]
    page.get_by_role("button", name="Sort the hand").click()
    assert hand.evaluate_all(ORDER)[0] == first
    card = my_turn(page).get_attribute("data-card") or ""
    drag(page, card, 0, -300)
    expect(page.locator(f".lying[data-played='{card}']").first).to_be_visible()


def test_a_card_chosen_ahead_is_played_on_ones_turn(new_page: NewPage, server: Serving) -> None:
    """It is an order to the server: nobody has to be there."""
    page = new_page()
    remember(page, {}, players=3, options={"must_follow": "no"})
    quicken(page, bot_pace="slow")
    play_now(page, server.base)
    expect(page.locator("button.held")).to_have_count(7)
    while page.locator("button.held.legal").count():
        my_turn(page).click()
        page.wait_for_timeout(300)
    chosen = page.locator("button.held").nth(3)
    card = chosen.get_attribute("data-card") or ""
    chosen.click()
    expect(page.locator("button.held .mark")).to_be_visible()
    expect(page.locator(f".lying[data-played='{card}']").first).to_be_visible(timeout=20_000)


def test_a_refused_card_comes_back_with_the_reason(new_page: NewPage, server: Serving) -> None:
    page = new_page()

    def opened(socket: WebSocketRoute) -> None:
        upstream = socket.connect_to_server()

        def send(text: str | bytes) -> None:
            message = json.loads(text)
            if message["type"] == "act":
                refusal = {"type": "refused", "code": "no", "text": "Not with that card!"}
                socket.send(json.dumps(refusal | {"id": message["id"]}))
            else:
                upstream.send(text)

        socket.on_message(send)
        upstream.on_message(socket.send)

    page.route_web_socket(lambda url: "/play" in url, opened)
    begin(page, server)
    before = cards_of(page)
    my_turn(page).click()
    expect(page.get_by_text("Not with that card!")).to_be_visible()
    expect(page.locator("button.held")).to_have_count(7)
    assert cards_of(page) == before
    expect(page.locator(".lying.sent")).to_have_count(0)
