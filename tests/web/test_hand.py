"""The own hand: reasons, two taps, dragging, choosing ahead, and cards that come back."""

from playwright.sync_api import Locator, Page, expect

from tests.server.serving import Serving
from tests.web.conftest import PHONE, Given, NewPage
from tests.web.pippip import BY_LOT, deal
from tests.web.playing import cards_of, drag, my_turn, play_now, quicken, remember
from tests.web.wire import Wire

ORDER = "(cards) => cards.map((one) => one.dataset.card)"
HANDS = "3h 9h 4c 8c 5d Td As", "4h 5h 6h 7h 8h Th Ah", "4h 5h 6h 7h 8h Th Jh"
"""The others have nothing but hearts: whoever is at seat 0 wins with anything else."""


def begin(page: Page, server: Serving, **settings: object) -> None:
    """A game against two bots, up to the first card of one's own."""
    remember(page, settings, players=3, options=BY_LOT)
    quicken(page)
    play_now(page, server.base)
    my_turn(page)


def test_a_card_that_cannot_be_played_says_why(
    new_page: NewPage, server: Serving, given: Given
) -> None:
    """In the server's words, and nothing changes. Hearts are led: who leads has nothing else."""
    given(deal(*HANDS, eldest=1))
    page = new_page(PHONE)
    begin(page, server)
    expect(page.locator("button.held.legal")).to_have_count(2)
    before = cards_of(page)
    dim = page.locator("button.held.dim").first
    assert "cannot be played now" in (dim.get_attribute("aria-label") or "")
    dim.click()
    expect(page.locator(".notice")).to_contain_text("must be followed")
    assert cards_of(page) == before


def test_two_taps_where_slips_are_feared(new_page: NewPage, server: Serving, given: Given) -> None:
    given(deal(*HANDS))
    page = new_page(PHONE)
    begin(page, server, tapTwice=True)
    before = cards_of(page)
    card = held(page, "8c")
    card.click()
    page.wait_for_timeout(400)
    assert cards_of(page) == before
    card.click()
    expect(played(page, "8c")).to_be_visible()


def held(page: Page, card: str) -> Locator:
    """A card of the own hand."""
    return page.locator(f"button.held[data-card='{card}']")


def played(page: Page, card: str) -> Locator:
    """A card of the trick."""
    return page.locator(f".lying[data-played='{card}']")


def test_dragging_sorts_and_plays(new_page: NewPage, server: Serving, given: Given) -> None:
    given(deal(*HANDS, stock="3c 3c 3d"))
    page = new_page()
    begin(page, server)
    hand = page.locator("button.held")
    first, *others = hand.evaluate_all(ORDER)
    drag(page, held(page, first), 1000, 0)
    expect(page.get_by_role("button", name="Sort the hand")).to_be_visible()
    assert hand.evaluate_all(ORDER) == [*others, first]
    page.get_by_role("button", name="Sort the hand").click()
    assert hand.evaluate_all(ORDER) == [first, *others]
    for card in ("8c", "As"):
        my_turn(page)
        drag(page, held(page, card), 0, -300)
        expect(played(page, card)).to_be_visible()


def test_a_card_chosen_ahead_is_played_on_ones_turn(
    new_page: NewPage, server: Serving, given: Given
) -> None:
    """It is an order to the server: nobody has to be there."""
    given(deal(*HANDS, eldest=2))
    anna, boris = server.table(3, 2, options=BY_LOT)
    anna.close()
    page = new_page()
    remember(page)
    page.goto(f"{server.base}/t/{anna.code}#key={anna.key}")
    page.get_by_role("button", name="I am ready").click()
    with boris:
        boris.ready()
        while boris.state.get("game", {}).get("turn") != boris.seat:
            boris.receive()
        held(page, "9h").click()
        expect(held(page, "9h").locator(".mark")).to_be_visible()
        page.close()
        boris.do(type="act", action="play 4h")
        done: list[tuple[int, str]] = []
        while anna.seat not in dict(done):
            boris.receive()
            done = [(one["seat"], one["action"]) for one in boris.events if one["type"] == "act"]
    assert (anna.seat, "play 9h") in done


def test_a_refused_card_comes_back_with_the_reason(
    new_page: NewPage, server: Serving, given: Given
) -> None:
    given(deal(*HANDS))
    page = new_page()
    Wire(page).refusal = "Not with that card!"
    begin(page, server)
    before = cards_of(page)
    my_turn(page).click()
    expect(page.get_by_text("Not with that card!")).to_be_visible()
    expect(page.locator("button.held")).to_have_count(7)
    assert cards_of(page) == before
    expect(page.locator(".lying.sent")).to_have_count(0)
