"""A real Chromium, driven by Playwright, and what a page must never do while a test runs."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, ConsoleMessage, Page, Playwright, Request, expect

PATIENCE_MS = 40_000
"""How long what has to come is waited for: a busy machine is slow, not wrong."""

expect.set_options(timeout=PATIENCE_MS)

FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def find() -> str | None:
    """Where Chromium is, if it is installed."""
    return os.environ.get("PARLOUR_CHROMIUM") or shutil.which("chromium")


class Watched:
    """What the pages of one browser have done wrong."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.wrong: list[str] = []
        self.expected: tuple[str, ...] = ()
        """Parts of console messages that a test brings about on purpose."""

    def watch(self, page: Page) -> None:
        """Note errors and requests to anybody but the server."""
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.wrong.append(f"error: {error}"))
        page.on("request", self._request)

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not any(
            part in message.text for part in self.expected
        ):
            self.wrong.append(f"console: {message.text}")

    def _request(self, request: Request) -> None:
        if not request.url.startswith((self.address, "data:")):
            self.wrong.append(f"request to {request.url}")


@contextmanager
def running(playwright: Playwright, executable: str) -> Iterator[Browser]:
    """A Chromium."""
    browser = playwright.chromium.launch(executable_path=executable, args=list(FLAGS))
    try:
        yield browser
    finally:
        browser.close()


@contextmanager
def visit(browser: Browser, size: tuple[int, int]) -> Iterator[Page]:
    """A page of somebody who has never been there, and shares nothing with other pages."""
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]}, color_scheme="dark"
    )
    context.set_default_timeout(PATIENCE_MS)
    try:
        yield context.new_page()
    finally:
        context.close()
