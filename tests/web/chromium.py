"""A real Chromium, driven by Playwright, and what a page must never do while a test runs."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import BrowserContext, ConsoleMessage, Page, Playwright, Request

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
def browser(
    playwright: Playwright, executable: str, size: tuple[int, int]
) -> Iterator[BrowserContext]:
    """A browser of its own with nothing remembered."""
    folder = Path(tempfile.mkdtemp(prefix="parlour-chromium-"))
    context = playwright.chromium.launch_persistent_context(
        folder,
        executable_path=executable,
        args=list(FLAGS),
        viewport={"width": size[0], "height": size[1]},
        color_scheme="dark",
    )
    try:
        context.set_default_timeout(20_000)
        yield context
    finally:
        context.close()
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def contexts(playwright: Playwright, executable: str, count: int) -> Iterator[list[Page]]:
    """So many pages that share nothing, in one Chromium: as many people."""
    opened = playwright.chromium.launch(executable_path=executable, args=list(FLAGS))
    try:
        pages = [opened.new_context(color_scheme="dark").new_page() for _ in range(count)]
        for page in pages:
            page.set_default_timeout(20_000)
        yield pages
    finally:
        opened.close()
