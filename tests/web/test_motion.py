"""Cards travel without work for the browser: only transform and opacity are animated."""

import pytest
from playwright.sync_api import expect

from tests.server.serving import Serving
from tests.web.conftest import LAPTOP, PHONE, Given, NewPage
from tests.web.playing import play_now, quicken, remember
from tests.web.tracing import tracing

_WATCH = """() => {
  window.moved = new Set();
  const look = () => {
    for (const one of document.getAnimations())
      for (const frame of one.effect.getKeyframes())
        for (const name of Object.keys(frame)) moved.add(name);
    requestAnimationFrame(look);
  };
  look();
}"""
_HAS_SEEN_BOTH = """() => {
  document.querySelector('button.held.legal')?.click();
  return moved.has('transform') && moved.has('opacity');
}"""
_PLAY = "document.querySelector('button.held.legal').click()"
_END_TURN = """() => {
  document.querySelector('button.end').click();
  setTimeout(() => document.querySelector('.hand button.held').click());
}"""
FREE = {"transform", "opacity", "offset", "computedOffset", "easing", "composite"}


@pytest.mark.parametrize(
    ("game", "size"), [("pip-pip", LAPTOP), ("pip-pip", PHONE), ("savannah", PHONE)]
)
def test_motion_needs_no_layout_with_twelve_at_the_table(
    new_page: NewPage, server: Serving, given: Given, game: str, size: tuple[int, int]
) -> None:
    """By Chromium's own trace, from one's own card to those of the others."""
    if game == "savannah":
        given("-\nroll 6 6\n" + 12 * "roll 1 2\n")  # seat 0 begins
    page = new_page(size)
    remember(page, {"speed": 1, "askBeforeEnd": False}, game=game, players=12)
    quicken(page, bot_pace="fast")
    play_now(page, server.base)
    act = _PLAY if game == "pip-pip" else _END_TURN
    page.locator("button.held.legal, button.end").first.wait_for()
    with tracing(page) as trace:
        page.evaluate(act)
        page.wait_for_timeout(1800)
    assert len(trace.named("UpdateLayoutTree")) > 10, "nothing has moved"
    assert trace.forced() == []
    assert trace.by_motion_alone() == []
    page.evaluate(_WATCH)
    page.wait_for_function(_HAS_SEEN_BOTH)
    page.wait_for_timeout(800)
    assert set(page.evaluate("[...moved]")) <= FREE


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
