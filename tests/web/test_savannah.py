"""Savannah in the browser: whole games, its rules as one sees them, its network, its looks."""

import re
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from itertools import pairwise
from typing import Any

import pytest
from msgspec.structs import replace
from playwright.sync_api import Locator, Page, expect

from parlour.server import snapshots
from tests.savannah.games import position
from tests.server.serving import Serving
from tests.web.conftest import LAPTOP, PHONE, Given, NewPage
from tests.web.looking import BOXES, SIZES, Box, check, overlap
from tests.web.playing import QUICK, Look, cards_of, drag, play_now, quicken, remember, resize, spot
from tests.web.savannah import deal, my_turn, play_game, tap, use_keys
from tests.web.wire import LOST, Wire

UP = "2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc"
DOWN = " ".join(reversed(UP.split()))
SPADES = "As 2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks"
HEARTS = "2h 3h 4h 5h 6h 7h"
WON = deal(
    [f"Ac {DOWN}", SPADES], ["7d 6d 5d 4d 3d 2d", HEARTS], "Ah 9h Th", "8d", "6 6", "1 2", "1 2"
)
"""Who sits at seat 0 can play all of reserve and discard pile in the first turn."""

USUAL = {"speed": 1}
"""So that what is shown for a moment is there long enough to be found."""


def begin(
    page: Page,
    server: Serving,
    players: int = 2,
    settings: dict[str, Any] | None = None,
    options: dict[str, str] | None = None,
) -> None:
    """A game against bots, up to one's own turn."""
    remember(page, settings, game="savannah", players=players, options=options or {})
    quicken(page)
    play_now(page, server.base)
    my_turn(page)


@pytest.mark.parametrize("act", [tap, use_keys])
def test_a_whole_game_that_is_won(
    new_page: NewPage, server: Serving, given: Given, act: Callable[[Page, Look], None]
) -> None:
    """By tapping on a phone, and with keys alone: nineteen cards in one turn."""
    given(WON)
    page = new_page(PHONE if act is tap else LAPTOP)
    begin(page, server)
    assert play_game(page, act) >= 19
    result = page.get_by_role("dialog", name="The game is over")
    expect(result).to_contain_text("You have won!")
    expect(result.locator("tbody tr").first).to_contain_text("0")
    expect(result.locator("tbody tr.winner")).to_have_count(1)
    page.get_by_role("button", name="Play again").click()
    expect(page.locator("dialog")).to_have_count(0)
    expect(page.locator("button.held").first).to_be_visible()


def test_a_game_against_bots_to_its_limit(new_page: NewPage, server: Serving) -> None:
    """As it comes, with Play now; asked before ending a turn; the limit is explained."""
    page = new_page(PHONE)
    begin(page, server, 4, options={"turn_limit": "12 turns"})
    expect(page.locator(".turns")).to_contain_text("of 12")
    assert play_game(page) >= 3
    result = page.get_by_role("dialog", name="The last turn is over")
    expect(result).to_contain_text("The limit of 12 turns is reached")
    rows = result.locator("tbody tr").all_inner_texts()
    left = [int(row.split()[-1]) for row in rows]
    assert left == sorted(left)
    for row in rows:
        *_, reserve, pile, total = row.split()
        assert int(reserve) + int(pile) == int(total)


def test_a_blocked_game_is_explained(new_page: NewPage, mortal: Serving) -> None:
    """Hardly a game gets there: this one is put there while the server is away."""
    page = new_page(PHONE)
    begin(page, mortal)
    address, person = page.url, page.context
    page.close()
    mortal.stop()
    with closing(sqlite3.connect(mortal.data)) as database, database:
        (body,) = database.execute("select body from snapshots").fetchone()
        table = snapshots.restore(body)
        assert table is not None
        table = replace(table, game=position(tops="Ac Ad As", piles=["2c 9c", "3c"], plays=2))
        database.execute("update snapshots set body = ?", [snapshots.take(table)])
    mortal.start()
    page = person.new_page()
    page.goto(address)
    page.get_by_role("button", name="End turn").click()
    result = page.get_by_role("dialog", name="The game is blocked")
    expect(result).to_contain_text("You have won!")
    expect(result.locator("tbody tr").first).to_contain_text("2")


def test_picking_a_card_lights_the_foundations_that_take_it(
    new_page: NewPage, server: Serving, given: Given
) -> None:
    """With the reason, and in words what they take; a card that fits nowhere says why."""
    piles = ["2h Qh 4h 5h 6h 7h", "2d 3d 4d 5d 6d 7d"]
    given(deal([f"Ac {DOWN}", SPADES], piles, "Ah Kh 3h", "Td Jd Qd Kd", "6 6", "1 2", "1 2"))
    page = new_page()
    begin(page, server, settings=USUAL)
    card(page, "2c").click()
    page.mouse.move(5, 400)
    expect(page.locator(".foundation.lit")).to_have_count(3)
    expect(page.locator(".foundation .why")).to_have_text(["next rank", "on a king", "the dice"])
    for width, height in SIZES:
        resize(page, (width, height))
        words = page.evaluate(BOXES, ".foundation .why")
        assert all(one[2] <= other[0] for one, other in pairwise(words)), (width, height, words)
        picked = page.evaluate(BOXES, "button.held[data-card='2c']")[0]
        plate = page.evaluate(BOXES, ".dock .plate section")[0]
        assert overlap(picked, plate) == 0, (width, height)
    resize(page, LAPTOP)
    label = page.locator(".foundation.lit").first.get_attribute("aria-label") or ""
    assert "next rank. Takes a two or another ace." in label
    page.locator(".foundation").nth(2).click()
    expect(page.locator("[data-top='2c']")).to_be_visible()
    expect(page.locator(".reason")).to_contain_text("The dice make 3")
    page.mouse.move(5, 400)
    my_turn(page)
    page.get_by_role("button", name="Foundation 1").click()
    expect(page.locator(".notice").last).to_contain_text("Takes")
    card(page, "7h").click()
    expect(page.locator("[data-top='7h']")).to_be_visible()
    my_turn(page)
    card(page, "6h").click()
    expect(page.get_by_text("A six does not go on").first).to_be_visible()
    expect(card(page, "6h")).to_be_visible()


def card(page: Page, name: str) -> Locator:
    """A card of one's own."""
    return page.locator(f"button.held[data-card='{name}']")


def test_two_taps_and_dragging(new_page: NewPage, server: Serving, given: Given) -> None:
    """Where slips are feared a first tap only chooses; a card can be dragged to a foundation."""
    given(WON)
    page = new_page()
    begin(page, server, settings={"tapTwice": True})
    card(page, "2c").click()
    expect(page.locator(".status")).to_have_text("Where to?")
    card(page, "2c").click()
    expect(page.locator("[data-top='2c']")).to_be_visible()
    expect(card(page, "3c")).to_be_visible()
    my_turn(page)
    x, y = spot(page, card(page, "3c"))
    to = page.locator(".foundation").first.bounding_box()
    assert to is not None
    drag(page, card(page, "3c"), to["x"] + 25 - x, to["y"] + 25 - y)
    expect(page.locator("[data-top='3c']")).to_be_visible()


def test_doubles_open_the_others_piles_once(
    new_page: NewPage, server: Serving, given: Given
) -> None:
    piles = ["2h Qh 3h 4h Th 5h", "2d 3d 4d 5d 6d 7d"]
    given(deal([f"Ac {DOWN}", SPADES], piles, "Ah Jh 6h", "9d Td Jd Kd", "6 6", "1 2", "2 2"))
    page = new_page(PHONE)
    begin(page, server)
    expect(page.locator(".turns")).to_contain_text("doubles")
    other = page.locator("button.seat.legal")
    expect(other).to_have_count(1)
    other.click()
    expect(page.locator("[data-top='7d']")).to_be_visible()
    expect(other).to_have_count(0)
    page.locator("button.seat").click()
    sheet = page.get_by_role("dialog", name="18 to play")
    expect(sheet.get_by_role("img", name="Six of diamonds")).to_be_visible()
    expect(sheet.get_by_role("img", name="face down")).to_have_count(2)


def test_a_refill_and_a_reshuffle_are_seen(
    new_page: NewPage, server: Serving, given: Given
) -> None:
    """Eleven cards of the stock are played from the hand; then the foundations are shuffled."""
    piles = ["Kd 3h 4h 5h 6h Qh", "2h 7h 8h Jh Kh Th"]
    stock = "2d 3d 4d 5d 6d 7d 8d 9d Td Jd Qd"
    given(deal([f"Ac {DOWN}", SPADES], piles, "Ah 9h Ad", stock, "6 6", "1 2", "6 5"))
    page = new_page()
    begin(page, server, settings=USUAL)
    for name in stock.split()[:8]:
        page.locator(f".hand button.held.legal[data-card='{name}']").click()
        page.mouse.move(5, 400)
        if name == "2d":
            page.locator(".foundation.lit").first.click()
        expect(page.locator(f"[data-top='{name}']")).to_be_visible()
    expect(page.locator(".banner")).to_contain_text("A new stock")
    expect(page.locator(".hand button.held")).to_have_count(4)
    expect(page.locator(".stock")).to_have_attribute("aria-label", re.compile("made anew 1 time"))


def test_three_aces_are_dealt_over(new_page: NewPage, server: Serving, given: Given) -> None:
    piles = ["2h 3h 4h 5h 6h 7h", "8h 9h Th Jh Qh Kh"]
    stock = "2d 3d 4d 5d 9d Td Jd"
    given(deal([f"{DOWN} Ac", SPADES], piles, "Ah Ad Kd", stock, "6 6", "1 2", "6 5"))
    page = new_page(PHONE)
    begin(page, server, settings=USUAL)
    card(page, "Ac").click()
    page.locator(".foundation").nth(2).click()
    expect(page.locator(".banner")).to_contain_text("Three aces!")
    for name in ("9d", "Td", "Jd"):
        expect(page.locator(f"[data-top='{name}']")).to_be_visible()
    expect(card(page, "2c")).to_be_visible()


def test_ending_a_turn_is_asked_once_more(new_page: NewPage, server: Serving, given: Given) -> None:
    """If something could still be played from the reserve; which can be switched off."""
    given(WON)
    page = new_page()
    begin(page, server)
    hand = cards_of(page)
    page.get_by_role("button", name="End turn").click()
    page.locator(".hand button.held").last.click()
    asked = page.get_by_role("dialog", name="End your turn?")
    expect(asked).to_contain_text("could still be played")
    asked.get_by_role("button", name="Play on").click()
    assert cards_of(page) == hand
    page.get_by_role("button", name="End turn").click()
    page.locator(".hand button.held").last.click()
    asked.get_by_label("Do not ask again").check()
    asked.get_by_role("button", name="end the turn").click()
    expect(asked).to_have_count(0)
    expect(page.locator("button.end")).to_be_visible()
    expect(page.locator("button.held.legal").first).to_be_visible()
    page.get_by_role("button", name="End turn").click()
    page.locator(".hand button.held").last.click()
    expect(page.locator(".turns")).to_contain_text(re.compile("Turn [45]"))
    expect(asked).to_have_count(0)


def test_reconnect_in_the_middle_of_a_turn(
    new_page: NewPage, server: Serving, given: Given
) -> None:
    """A card sent into a dead connection is played once; the game goes on to its end."""
    given(WON)
    page = new_page()
    wire = Wire(page)
    begin(page, server)
    play_game(page, most=3)
    my_turn(page)
    before = cards_of(page)
    wire.holds = True
    card(page, "5c").click()
    expect(page.locator(".lying.sent")).to_be_visible()
    wire.holds, wire.refuses = False, True
    wire.cut()
    expect(page.get_by_text(LOST)).to_be_visible()
    wire.refuses = False
    expect(page.get_by_text(LOST)).to_have_count(0)
    expect(page.locator("[data-top='5c']")).to_be_visible()
    expect(card(page, "6c")).to_be_visible()
    assert sorted({*before} - {*cards_of(page)}) == ["5c"]
    play_game(page)
    expect(page.get_by_text("You have won!")).to_be_visible()


def test_a_refused_card_comes_back_with_the_reason(
    new_page: NewPage, server: Serving, given: Given
) -> None:
    given(WON)
    page = new_page()
    Wire(page).refusal = "Not with that card!"
    begin(page, server)
    before = cards_of(page)
    card(page, "2c").click()
    expect(page.get_by_text("Not with that card!")).to_be_visible()
    expect(page.locator("[data-top='Ah']")).to_be_visible()
    expect(page.locator("[data-top='2c'], .lying.sent")).to_have_count(0)
    assert cards_of(page) == before


@pytest.mark.parametrize("players", [2, 12])
def test_people_each_with_a_page_of_his_own(
    new_page: NewPage, server: Serving, players: int
) -> None:
    """A turn of each; all see the same result."""
    options = {"turn_limit": f"{players} turns"}
    body = {"game": "savannah", "players": players, "name": "Anna", "timing": QUICK}
    status, seated = server.post("/api/tables", body | {"options": options})
    assert status == 201
    seats = [seated]
    for number in range(1, players):
        joined = {"name": f"Person {number}", "seat": number}
        status, answer = server.post(f"/api/tables/{seated['code']}/join", joined)
        assert status == 201
        seats.append(answer)
    pages = [new_page(PHONE) for _ in seats]
    for page, seat in zip(pages, seats, strict=True):
        remember(page, {"askBeforeEnd": False})
        page.goto(f"{server.base}/t/{seated['code']}#key={seat['key']}")
    for page in pages:
        page.get_by_role("button", name="I am ready").click()
    turns, deadline = 0, time.monotonic() + 300
    while turns < players:
        assert time.monotonic() < deadline, "the game does not end"
        for page in pages:
            if page.locator("button.end").count():
                end_turn(page)
                turns += 1
    for page in pages:
        page.locator("dialog .scores").wait_for()
    results = [page.locator("dialog tbody tr").all_inner_texts() for page in pages]
    assert len(results[0]) == players
    assert all(result == results[0] for result in results)


def end_turn(page: Page) -> None:
    """With the last card of the hand."""
    page.locator("button.end").click()
    page.locator(".hand button.held").last.click()
    expect(page.locator("button.end")).to_have_count(0)


@pytest.mark.parametrize("players", [2, 4, 12])
def test_everybody_has_room_at_every_size(new_page: NewPage, server: Serving, players: int) -> None:
    """Plates, foundations and own cards lie inside the window, and not over each other."""
    page = new_page(PHONE)
    begin(page, server, players)
    for width, height in SIZES:
        resize(page, (width, height))
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        boxes: dict[str, list[Box]] = {
            name: page.evaluate(BOXES, selector)
            for name, selector in {
                "plates": ".seat",
                "foundations": ".foundation",
                "cards": "button.held",
                "others": ".stock, .dice > div, button.end, .dock .plate section",
            }.items()
        }
        assert len(boxes["plates"]) == players - 1
        assert len(boxes["foundations"]) == 3
        for name, several in boxes.items():
            for left, top, right, bottom in several:
                assert left >= 0, (name, width, height)
                assert top >= -2, (name, width, height)
                assert right <= width, (name, width, height)
                assert bottom <= height + 1, (name, width, height)
        for k, one in enumerate(boxes["plates"]):
            for other in boxes["plates"][:k]:
                assert overlap(one, other) < 0.3, (width, height)
            for other in [*boxes["foundations"], *boxes["cards"], *boxes["others"]]:
                assert overlap(one, other) < 0.2, (width, height, one, other)
        for one, other in pairwise(boxes["foundations"]):
            assert one[2] < other[0]
        for one in boxes["foundations"]:
            assert one[2] - one[0] > 34, (width, height)
            for other in [*boxes["cards"], *boxes["others"]]:
                assert overlap(one, other) < 0.05, (width, height, one, other)


@pytest.mark.parametrize("players", [8, 12])
def test_names_of_six_letters_are_read_whole_on_a_phone(
    new_page: NewPage, server: Serving, players: int
) -> None:
    page = new_page(PHONE)
    begin(page, server, players)
    names = page.locator(".seat .name")
    assert {"Bruno", "Clara", "Dmitri"} <= set(names.all_inner_texts())
    cut = "(names) => names.filter((one) => one.scrollWidth > one.clientWidth).length"
    assert names.evaluate_all(cut) == 0
    boxes = """(names) => names.map((one) => {
      const range = document.createRange();
      range.selectNodeContents(one);
      const { left, top, right, bottom } = range.getBoundingClientRect();
      return [left, top, right, bottom];
    })"""
    for name in names.evaluate_all(boxes):
        for mark in page.evaluate(BOXES, ".seat .mark"):
            assert overlap(name, mark) == 0


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing(
    new_page: NewPage, server: Serving, given: Given, axe: str, theme: str
) -> None:
    given(WON)
    page = new_page(LAPTOP if theme == "light" else PHONE)
    begin(page, server, settings={"theme": theme}, options={"turn_limit": "300 turns"})
    check(page, axe)
    page.locator("button.seat").click()
    check(page, axe)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="End turn").click()
    check(page, axe)
    page.locator(".hand button.held").last.click()
    check(page, axe)
    page.get_by_role("dialog").get_by_role("button", name="Play on").click()
    play_game(page)
    check(page, axe)
