"""Cards travel without work for the browser: only transform and opacity are animated."""

import pytest
from playwright.sync_api import Page, expect

from tests.server.serving import Serving
from tests.web.conftest import LAPTOP, PHONE, NewPage
from tests.web.playing import play_now, quicken, remember
from tests.web.tracing import tracing

_MOVED = """() => [...new Set(document.getAnimations().flatMap((one) =>
  one.effect.getKeyframes().flatMap((frame) => Object.keys(frame))))]"""
_PLAY = "document.querySelector('button.held.legal')?.click()"
_END_TURN = """() => {
  document.querySelector('button.end')?.click();
  setTimeout(() => document.querySelector('.hand button.held.legal')?.click(), 50);
}"""
FREE = {"transform", "opacity", "offset", "computedOffset", "easing", "composite"}


def what_moves(page: Page, act: str) -> set[str]:
    """Do something and look on for a while: what the animations have changed."""
    page.evaluate(act)
    moved: set[str] = set()
    for _ in range(15):
        moved |= set(page.evaluate(_MOVED))
        page.wait_for_timeout(60)
    return moved


@pytest.mark.parametrize(
    ("game", "size"), [("pip-pip", LAPTOP), ("pip-pip", PHONE), ("savannah", PHONE)]
)
def test_motion_needs_no_layout_with_twelve_at_the_table(
    new_page: NewPage, server: Serving, game: str, size: tuple[int, int]
) -> None:
    """By Chromium's own trace, from one's own card to those of the others."""
    page = new_page(size)
    remember(page, {"speed": 1, "askBeforeEnd": False}, game=game, players=12)
    quicken(page, bot_pace="fast")
    play_now(page, server.base)
    act = _PLAY if game == "pip-pip" else _END_TURN
    mine = page.locator("button.held.legal, button.end").first
    expect(mine).to_be_visible(timeout=60_000)
    with tracing(page) as trace:
        page.evaluate(act)
        page.wait_for_timeout(1800)
    assert len(trace.named("UpdateLayoutTree")) > 20, "nothing has moved"
    assert trace.forced() == []
    assert trace.by_motion_alone() == []
    assert {"transform", "opacity"} <= what_moves(page, act) <= FREE


def test_the_trace_sees_what_it_looks_for(new_page: NewPage, server: Serving) -> None:
    """The test above can fail: a width that moves makes a layout for every frame."""
    page = new_page()
    page.goto(server.base)
    expect(page.get_by_label("Bots")).to_be_visible()
    with tracing(page) as trace:
        page.evaluate("""document.body.animate([{width: '90%'}, {width: '100%'}], 400);
            document.body.style.width = '95%'; document.body.offsetWidth""")
        page.wait_for_timeout(500)
    assert trace.forced()
    assert len(trace.by_motion_alone()) > 3
