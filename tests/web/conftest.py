"""A server and browsers for the tests of the client."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from tests.requiring import unless
from tests.server.serving import Serving
from tests.web import chromium

ROOT = Path(__file__).parents[2]
STATIC = ROOT / "src" / "parlour" / "server" / "static"

PHONE, LAPTOP = (360, 640), (1366, 768)

NewPage = Callable[..., Page]
Given = Callable[[str], None]


@pytest.fixture(scope="session")
def executable() -> str:
    """Chromium and the built client."""
    found = chromium.find()
    unless(found, "Chromium is not installed (Debian: apt-get install chromium)")
    unless((STATIC / "index.html").is_file(), "the client is not built (uv sync builds it)")
    assert found is not None
    return found


@pytest.fixture(scope="session")
def browser(executable: str) -> Iterator[Browser]:
    """The browser of all tests."""
    with sync_playwright() as playwright, chromium.running(playwright, executable) as browser:
        yield browser


@pytest.fixture(scope="session")
def server(executable: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """A server that all tests share."""
    del executable
    running = Serving(tmp_path_factory.mktemp("server"))
    running.start()
    yield running
    running.stop()


@pytest.fixture
def given(server: Serving) -> Iterator[Given]:
    """Let the hands and games of this test be dealt and rolled as it says."""

    def give(chance: str) -> None:
        server.chance.write_text(chance, encoding="ascii")

    yield give
    with suppress(FileNotFoundError):
        server.chance.unlink()


@pytest.fixture
def mortal(watched: chromium.Watched, tmp_path: Path) -> Iterator[Serving]:
    """A server of one's own, to be killed."""
    server = Serving(tmp_path)
    server.start()
    watched.address = server.base
    watched.expected = ("WebSocket connection", "ERR_CONNECTION_REFUSED")
    yield server
    server.stop()


@pytest.fixture
def watched(server: Serving) -> Iterator[chromium.Watched]:
    """Fails the test if a page shows an error or asks anybody but the server."""
    watching = chromium.Watched(server.base)
    yield watching
    assert watching.wrong == []


@pytest.fixture
def new_page(browser: Browser, watched: chromium.Watched) -> Iterator[NewPage]:
    """Pages of as many people."""
    with ExitStack() as stack:

        def make(size: tuple[int, int] = LAPTOP) -> Page:
            page = stack.enter_context(chromium.visit(browser, size))
            watched.watch(page)
            return page

        yield make


@pytest.fixture(scope="session")
def axe() -> str:
    """The source of axe, which finds what keeps people out."""
    source = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
    unless(source.is_file(), "axe is not installed (npm ci in web/)")
    return source.read_text(encoding="utf-8")
