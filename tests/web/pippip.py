"""Playing Pip-Pip in the browser as a person does, and hands dealt as a test wants them."""

from collections.abc import Callable
from contextlib import suppress

from playwright.sync_api import Page
from playwright.sync_api import TimeoutError as TooLate

from tests.web.playing import Look, play, to_first_legal

BY_LOT = {"first_dealer": "random", "first_trump": "cut", "match_length": "1 hands"}
"""The options under which `deal` gives the chance of a hand."""

_LOOK = """() => {
  const all = (which) => [...document.querySelectorAll(which)];
  const bids = all('.auction button').length, horns = all('button.horn').length;
  const legal = all('button.held.legal').length;
  return {
    over: !!document.querySelector('dialog table'),
    can: bids + horns + legal > 0,
    bids, horns, legal,
    bad: all('.notice.bad').map((one) => one.textContent.trim())
      .filter((text) => !text.startsWith('Pip-Pip can only be called between')),
    state: document.querySelector('.status')?.textContent + '|' +
      all('button.held, [data-played]')
        .map((one) => one.dataset.card ?? '*' + one.dataset.played).join(' '),
  };
}"""
"""A horn may be pressed in the last moment of a wait for calls, and be heard too late."""

_LOOK_FOR_CARDS = f"""() => {{
  const seen = ({_LOOK})();
  return {{...seen, over: seen.legal > 0 && seen.bids + seen.horns === 0}};
}}"""


def deal(*hands: str, stock: str = "", eldest: int = 0, trump: str = "s") -> str:
    """The chance of a hand of three, who begin with these cards and draw the *stock*; the rest is
    dealt fairly."""
    cards = [hand.split() for hand in hands]
    order = " ".join(cards[(eldest + place) % 3][place // 3] for place in range(21))
    return f"dealer {eldest or 3}\ncut {trump}\norder {order} {stock}\n"


def press(page: Page, button: str) -> None:
    """Press the first of some buttons, unless its moment has gone by."""
    with suppress(TooLate):
        page.locator(button).first.click(timeout=2000)


def tap(page: Page, look: Look) -> None:
    """Do one thing that the page offers, by tapping."""
    if look["bids"]:
        press(page, ".auction button")
    elif look["horns"]:
        press(page, "button.horn")
    else:
        page.locator("button.held.legal").first.click()


def use_keys(page: Page, look: Look) -> None:
    """Do one thing that the page offers, with keys alone."""
    if look["horns"]:
        page.keyboard.press("p")
    else:
        to_first_legal(page)
        page.keyboard.press("Enter")


def play_hand(page: Page, act: Callable[[Page, Look], None] = tap, most: int = 1_000_000) -> int:
    """Play until the score sheet is shown, or so many things have been done; how many were."""
    return play(page, _LOOK, act, most)


def to_first_card(page: Page) -> None:
    """Bid and call until there is nothing left but to play a card."""
    play(page, _LOOK_FOR_CARDS, tap)
