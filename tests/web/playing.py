"""A table in the browser as a person meets it, whatever the game: looking, tapping, dragging."""

import json
import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page, Route

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

Look = dict[str, Any]
"""What is to be seen: whether it is `over`, what has gone `bad`, whether one `can` act, and a
`state` that changes with whatever happens; the rest is the game's own."""

_STILL = """() => document.getAnimations().every((one) =>
  one.playState !== 'running' || one.effect.getTiming().iterations === Infinity)"""

_SPOT = """(card) => {
  const { left, top, width, height } = card.getBoundingClientRect();
  for (let part = 0.02; part < 1; part += 0.02) {
    const [x, y] = [left + part * width, top + height / 3];
    if (card.contains(document.elementFromPoint(x, y))) return [x, y];
  }
}"""
"""Where a card of the fan is seen: it is turned, and others lie on it."""


def remember(page: Page, settings: dict[str, Any] | None = None, **choices: Any) -> None:
    """Let the browser remember choices, as if made at an earlier visit: quick motion, no sound."""
    stored = {
        "parlour.settings": {"speed": 0.05, "sound": False, **(settings or {})},
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


def play(page: Page, look: str, act: Callable[[Page, Look], None], most: int = 1_000_000) -> int:
    """Act whenever one can, until it is over or so much has been done; how much was.

    *look* is a script that returns a `Look`. Any message of trouble fails, and so does a page on
    which nothing changes any more.
    """
    done, idle, last = 0, 0, ""
    while done < most:
        seen = page.evaluate(look)
        if seen["over"]:
            return done
        assert not seen["bad"], seen["bad"]
        idle, last = (idle + 1, last) if seen["state"] == last else (0, seen["state"])
        assert idle * 50 < STALLED_MS, f"nothing happens: {seen}"
        if seen["can"]:
            act(page, seen)
            done += 1
        page.wait_for_timeout(50)
    return done


def my_turn(page: Page) -> Locator:
    """Wait until a card can be played; the first one."""
    first = page.locator("button.held.legal").first
    first.wait_for()
    return first


def cards_of(page: Page) -> list[str]:
    """The own hand as shown."""
    return sorted(
        page.evaluate(
            "[...document.querySelectorAll('button.held')].map((one) => one.dataset.card)"
        )
    )


def to_first_legal(page: Page) -> None:
    """Reach a card that can be played with the arrows."""
    for _ in range(8):
        page.keyboard.press("ArrowRight")
        if page.evaluate("document.activeElement.matches('.held.legal')"):
            return
    raise AssertionError("the arrows reach no card that can be played")


def settle(page: Page) -> None:
    """Wait until nothing moves any more."""
    page.wait_for_function(_STILL)


def resize(page: Page, size: tuple[int, int]) -> None:
    """Another size of the window, and all in its place."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.wait_for_function("([x, y]) => innerWidth === x && innerHeight === y", arg=list(size))
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    settle(page)


def spot(page: Page, card: Locator) -> tuple[float, float]:
    """Where a card can be taken hold of once it lies still."""
    settle(page)
    x, y = card.evaluate(_SPOT)
    return x, y


def drag(page: Page, card: Locator, right: float, down: float) -> None:
    """Take hold of a card and let it go elsewhere."""
    x, y = spot(page, card)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + right / 2, y + down / 2)
    page.mouse.move(x + right, y + down)
    page.mouse.up()
