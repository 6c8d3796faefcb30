"""Playing Savannah in the browser as a person does, and games dealt as a test wants them."""

from collections.abc import Callable, Iterable
from typing import Any

from playwright.sync_api import Page

from tests.web.playing import STALLED_MS

_LOOK = """() => ({
  over: !!document.querySelector('dialog .scores'),
  asks: !!document.querySelector('dialog .never'),
  sent: !!document.querySelector('.lying.sent'),
  lit: document.querySelectorAll('.foundation.lit').length,
  playable: [...document.querySelectorAll('section button.held.legal')].length +
    [...document.querySelectorAll('.hand button.held.legal')].length,
  picked: document.querySelector('.status')?.textContent === 'Where to?',
  choosing: document.querySelector('.status')?.textContent === 'Which card?',
  end: document.querySelectorAll('button.end').length,
  bad: [...document.querySelectorAll('.notice.bad')].map((one) => one.textContent.trim()),
  state: document.querySelector('.status')?.textContent + '|' +
    document.querySelector('.turns')?.textContent + '|' +
    [...document.querySelectorAll('button.held')].map((one) => one.dataset.card).join(' ') + '|' +
    [...document.querySelectorAll('[data-top]')].map((one) => one.dataset.top).join(' '),
})"""

Look = dict[str, Any]


def deal(
    reserves: Iterable[str], piles: Iterable[str], foundations: str, stock: str, *rolls: str
) -> str:
    """The chance of a game: cards from the bottom to the top, the stock as it is drawn, rolls."""
    order = " ".join([*reserves, *piles, foundations, stock])
    return "\n".join([f"order {order}", *(f"roll {roll}" for roll in rolls)]) + "\n"


def tap(page: Page, look: Look) -> None:
    """Play what can be played; else end the turn with the last card of the hand. By tapping."""
    if look["asks"]:
        page.get_by_role("button", name="the turn").click()
    elif look["picked"]:
        page.locator(".foundation.lit").first.click()
    elif look["choosing"]:
        page.locator(".hand button.held").last.click()
    elif look["playable"]:
        page.locator("button.held.legal").first.click()
    else:
        page.locator("button.end").click()


def use_keys(page: Page, look: Look) -> None:
    """The same with keys alone."""
    if look["asks"]:
        page.keyboard.press("Tab")
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
    elif look["playable"] and not look["choosing"]:
        for _ in range(8):
            page.keyboard.press("ArrowRight")
            if page.evaluate("document.activeElement.matches('.held.legal')"):
                break
        lit = page.locator(".foundation.lit").first.get_attribute("data-foundation")
        page.keyboard.press(str(int(lit or 0) + 1))
    elif look["choosing"]:
        page.keyboard.press("ArrowLeft")
        page.keyboard.press("Enter")
    else:
        page.keyboard.press("e")


def play_game(
    page: Page,
    act: Callable[[Page, Look], None] = tap,
    *,
    most: int = 1_000_000,
) -> int:
    """Play until the result is shown, or so many things have been done; how many were."""
    done, idle, last = 0, 0, ""
    while done < most:
        look = page.evaluate(_LOOK)
        if look["over"]:
            return done
        assert not look["bad"], look["bad"]
        if look["state"] == last:
            idle += 1
        else:
            idle, last = 0, look["state"]
        assert idle * 50 < STALLED_MS, f"nothing happens: {look}"
        if look["end"] and not look["sent"]:
            act(page, look)
            done += 1
        page.wait_for_timeout(50)
    return done
