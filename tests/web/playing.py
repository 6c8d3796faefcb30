"""Playing in the browser as a person does: looking at the page, tapping, typing."""

import json
import re
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from playwright.sync_api import Locator, Page, Route, expect
from playwright.sync_api import TimeoutError as TooLate

QUICK = {
    "turn_seconds": 0,
    "window_ms": 150,
    "beat_ms": 0,
    "motion_percent": 0,
    "between_seconds": 600,
    "bot_pace": "instant",
}
STALLED_MS = 15_000
"""With bots that play at once, nothing may take as long as this."""

_LOOK = """() => ({
  sheet: !!document.querySelector('dialog table'),
  bids: [...document.querySelectorAll('.auction button')].map((one) => one.textContent.trim()),
  horns: document.querySelectorAll('button.horn').length,
  legal: [...document.querySelectorAll('button.held.legal')].map((one) => one.dataset.card),
  bad: [...document.querySelectorAll('.notice.bad')].map((one) => one.textContent.trim()),
  state: document.querySelector('.status')?.textContent + '|' +
    [...document.querySelectorAll('button.held, [data-played]')]
      .map((one) => one.dataset.card ?? '*' + one.dataset.played).join(' '),
})"""


def remember(page: Page, settings: dict[str, Any] | None = None, **choices: Any) -> None:
    """Let the browser remember choices, as if made at an earlier visit: quick motion, no sound."""
    stored = {
        "parlour.settings": {"speed": 0.1, "sound": False, **(settings or {})},
        "parlour.choices": choices,
    }
    page.add_init_script(
        f"for (const [name, value] of Object.entries({json.dumps(stored)}))"
        " if (localStorage.getItem(name) === null)"
        " localStorage.setItem(name, JSON.stringify(value));"
    )


def quicken(page: Page, **timing: Any) -> None:
    """Tables made by this page have times for tests; all else is as the page asks."""

    def make(route: Route) -> None:
        if route.request.method == "POST":
            body = {**json.loads(route.request.post_data or "{}"), "timing": {**QUICK, **timing}}
            route.continue_(post_data=json.dumps(body))
        else:
            route.continue_()

    page.route(re.compile(r"/api/tables$"), make)


def play_now(page: Page, address: str) -> None:
    """One tap on the start page."""
    page.goto(address)
    page.get_by_role("button", name="Play now").click()


def tap(page: Page, look: dict[str, Any]) -> None:
    """Do one thing that the page offers, by tapping."""
    if look["bids"]:
        page.locator(".auction button").first.click()
    elif look["horns"]:
        with suppress(TooLate):  # the time for calls has run out: the horn is gone
            page.locator("button.horn").first.click(timeout=1000)
    elif look["legal"]:
        page.locator("button.held.legal").first.click()


def use_keys(page: Page, look: dict[str, Any]) -> None:
    """Do one thing that the page offers, with keys alone."""
    if look["horns"]:
        page.keyboard.press("p")
    elif look["legal"]:
        for _ in range(8):
            page.keyboard.press("ArrowRight")
            focused = page.evaluate("document.activeElement.matches('.held.legal')")
            if focused:
                break
        assert focused, f"the arrows reach no legal card of {look['legal']}"
        page.keyboard.press("Enter")


def play_hand(page: Page, act: Callable[[Page, dict[str, Any]], None] = tap) -> int:
    """Play until the score sheet is shown; how often something was done.

    Any message of trouble fails, and so does a page on which nothing changes any more.
    """
    done, idle, last = 0, 0, ""
    while True:
        look = page.evaluate(_LOOK)
        if look["sheet"]:
            return done
        assert not look["bad"], look["bad"]
        if look["state"] == last:
            idle += 1
        else:
            idle, last = 0, look["state"]
        assert idle * 50 < STALLED_MS, f"nothing happens: {look}"
        if look["bids"] or look["horns"] or look["legal"]:
            act(page, look)
            done += 1
        page.wait_for_timeout(50)


def cards_of(page: Page) -> list[str]:
    """The own hand as shown."""
    return sorted(
        page.evaluate(
            "[...document.querySelectorAll('button.held')].map((one) => one.dataset.card)"
        )
    )


def my_turn(page: Page) -> Locator:
    """Wait until a card can be played; the first one."""
    legal = page.locator("button.held.legal")
    expect(legal.first).to_be_visible()
    return legal.first
