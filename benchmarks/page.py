"""How quick the page is, in a real Chromium on this machine: prints figures, asserts nothing.

``python -m benchmarks.page`` starts a server of its own, plays a hand of Pip-Pip and a few turns of
Savannah with twelve at the table at the usual speed, and looks at what Chromium says.
"""

import statistics
import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from tests.server.serving import Serving
from tests.web import chromium
from tests.web.playing import quicken, remember
from tests.web.tracing import tracing

LOADS = 9
TAPS = 7
PHONE, LAPTOP = (360, 640), (1366, 768)

_INTERACTIVE = """() => new Promise((done) => {
  const look = () => document.querySelector('.play:not(:disabled)') &&
    document.querySelector('.choose select') ? done(performance.now())
      : requestAnimationFrame(look);
  look();
})"""
# From the tap to the first frame in which the card lies on the table as sent, and as accepted.
_TAP = """() => new Promise((done) => {
  const card = document.querySelector('button.held.legal');
  const start = performance.now(), name = card.dataset.card;
  let seen;
  const look = () => requestAnimationFrame(() => {
    const now = performance.now();
    if (!seen && document.querySelector('.lying.sent, [data-played="' + name + '"]')) seen = now;
    if (document.querySelector('[data-played="' + name + '"]')) done([seen - start, now - start]);
    else look();
  });
  card.click();
  look();
})"""


def _table(page: Page, server: Serving, game: str) -> None:
    remember(page, {"speed": 1, "askBeforeEnd": False}, game=game, players=12)
    quicken(page, bot_pace="fast")
    page.goto(server.base)
    page.get_by_role("button", name="Play now").click()
    page.locator("button.held.legal, button.end").first.wait_for(timeout=120_000)


def _say(name: str, values: list[float], unit: str = "ms") -> None:
    print(f"{name}: median {statistics.median(values):.0f} {unit}, worst {max(values):.0f} {unit}")


def main() -> None:
    """Measure and print."""
    executable = chromium.find()
    if executable is None:
        raise SystemExit("Chromium is not installed (Debian: apt-get install chromium)")
    server = Serving(Path(tempfile.mkdtemp(prefix="parlour-page-")))
    server.start()
    try:
        with sync_playwright() as driver, chromium.running(driver, executable) as browser:
            with chromium.visit(browser, LAPTOP) as page:
                loads = []
                for _ in range(LOADS):
                    page.goto(server.base)
                    loads.append(page.evaluate(_INTERACTIVE))
                _say("start page interactive after", loads)
            with chromium.visit(browser, LAPTOP) as page:
                _table(page, server, "pip-pip")
                shown, accepted = [], []
                with tracing(page) as trace:
                    for _ in range(TAPS):
                        page.locator("button.held.legal").first.wait_for(timeout=60_000)
                        sent, done = page.evaluate(_TAP)
                        shown.append(sent)
                        accepted.append(done)
                        page.wait_for_timeout(1500)
                _say("a tap is answered on the screen after", shown)
                _say("and accepted by the server after", accepted)
                print(
                    f"Pip-Pip, 12 seats: longest task {trace.longest_task_ms():.0f} ms, "
                    f"{len(trace.layouts())} layouts, {len(trace.by_motion_alone())} of motion"
                )
            with chromium.visit(browser, PHONE) as page:
                _table(page, server, "savannah")
                with tracing(page) as trace:
                    page.locator("button.end").click()
                    page.locator(".hand button.held").last.click()
                    page.wait_for_timeout(15_000)
                print(
                    f"Savannah, 12 seats: longest task {trace.longest_task_ms():.0f} ms, "
                    f"{len(trace.layouts())} layouts, {len(trace.by_motion_alone())} of motion"
                )
    finally:
        server.stop()


if __name__ == "__main__":
    main()
