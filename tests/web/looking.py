"""What can be said of the looks of a page without a person: room, contrast."""

from playwright.sync_api import Page

from tests.web.conftest import LAPTOP, PHONE
from tests.web.playing import settle

SIZES = [PHONE, (640, 360), (768, 1024), LAPTOP, (3840, 2160)]

BOXES = """(selector) => [...document.querySelectorAll(selector)].map((one) => {
  const { left, top, right, bottom } = one.getBoundingClientRect();
  return [left, top, right, bottom];
})"""

Box = list[float]


def overlap(one: Box, other: Box) -> float:
    """How much of the smaller of two boxes is covered by the other."""
    width = min(one[2], other[2]) - max(one[0], other[0])
    height = min(one[3], other[3]) - max(one[1], other[1])
    area = min((box[2] - box[0]) * (box[3] - box[1]) for box in (one, other))
    return max(width, 0) * max(height, 0) / area


def check(page: Page, axe: str) -> None:
    """Axe has nothing to say against it."""
    settle(page)
    page.evaluate(axe)
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    assert [
        (one["id"], [(node["html"][:160], node["failureSummary"]) for node in one["nodes"][:3]])
        for one in found["violations"]
    ] == []
