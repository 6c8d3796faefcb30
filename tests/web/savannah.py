"""Playing Savannah in the browser as a person does, and games dealt as a test wants them."""

from collections.abc import Callable, Iterable

from playwright.sync_api import Page

from tests.web.playing import Look, play, to_first_legal

_LOOK = """() => {
  const all = (which) => [...document.querySelectorAll(which)];
  const status = document.querySelector('.status')?.textContent;
  const end = document.querySelector('button.end');
  return {
    over: !!document.querySelector('dialog .scores'),
    asks: !!document.querySelector('dialog .never'),
    can: !!end && !document.querySelector('.lying.sent'),
    playable: all('section button.held.legal, .hand button.held.legal').length,
    picked: status === 'Where to?',
    choosing: status === 'Which card?',
    bad: all('.notice.bad').map((one) => one.textContent.trim()),
    state: [
      status,
      document.querySelector('.turns')?.textContent,
      ...all('button.held').map((one) => one.dataset.card),
      ...all('[data-top]').map((one) => '*' + one.dataset.top),
    ].join(' '),
  };
}"""


def deal(
    reserves: Iterable[str], piles: Iterable[str], foundations: str, stock: str, *rolls: str
) -> str:
    """The chance of a game: cards from the bottom to the top, the stock as it is drawn, rolls."""
    order = " ".join([*reserves, *piles, foundations, stock])
    return "\n".join([f"order {order}", *(f"roll {roll}" for roll in rolls)]) + "\n"


def my_turn(page: Page) -> None:
    """Wait until one can do something, all that was done before having had its effect."""
    page.locator("button.end").wait_for()


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
        to_first_legal(page)
        lit = page.locator(".foundation.lit").first.get_attribute("data-foundation")
        page.keyboard.press(str(int(lit or 0) + 1))
    elif look["choosing"]:
        page.keyboard.press("ArrowLeft")
        page.keyboard.press("Enter")
    else:
        page.keyboard.press("e")


def play_game(page: Page, act: Callable[[Page, Look], None] = tap, most: int = 1_000_000) -> int:
    """Play until the result is shown, or so many things have been done; how many were."""
    return play(page, _LOOK, act, most)
