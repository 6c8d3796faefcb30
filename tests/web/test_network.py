"""What happens to a page when the network or the server goes away."""

from playwright.sync_api import Page, WebSocketRoute, expect

from parlour.server.protocol import PROTOCOL
from tests.server.serving import Serving
from tests.web.chromium import Watched
from tests.web.conftest import NewPage
from tests.web.pippip import play_hand
from tests.web.playing import cards_of, my_turn, play_now, quicken, remember
from tests.web.savannah import play_game
from tests.web.wire import LOST, Wire


def test_reconnect_in_the_middle_of_a_trick(new_page: NewPage, server: Serving) -> None:
    page = new_page()
    wire = Wire(page)
    remember(page, players=3, options={"match_length": "1 hands"})
    quicken(page)
    play_now(page, server.base)
    my_turn(page)
    before = cards_of(page)
    wire.refuses = True
    wire.cut()
    expect(page.get_by_text(LOST)).to_be_visible()
    wire.refuses = False
    expect(page.get_by_text(LOST)).to_have_count(0)
    assert cards_of(page) == before
    my_turn(page).click()
    my_turn(page)
    assert len(wire.sockets) == 2


def test_a_card_sent_into_a_dead_connection_is_played_once(
    new_page: NewPage, server: Serving
) -> None:
    """It is shown as sent until the server has it, and sent again after the connection is back."""
    page = new_page()
    wire = Wire(page)
    remember(page, players=3, options={"match_length": "1 hands"})
    quicken(page)
    play_now(page, server.base)
    card = my_turn(page).get_attribute("data-card") or ""
    before = cards_of(page)
    wire.holds = True
    my_turn(page).click()
    expect(page.locator(".lying.sent")).to_be_visible()
    expect(page.locator("button.held")).to_have_count(6)
    wire.holds = False
    wire.cut()
    expect(page.locator(".lying.sent")).to_have_count(0)
    my_turn(page)
    after = cards_of(page)
    assert len(after) == 7
    assert before.count(card) - after.count(card) in (0, 1)
    assert len(set(before) - set(after)) <= 1


def kill_and_start_again(page: Page, server: Serving) -> None:
    """The page says that the connection is lost, and finds back by itself to the same cards."""
    before = cards_of(page)
    server.kill()
    expect(page.get_by_text(LOST)).to_be_visible()
    server.start()
    expect(page.get_by_text(LOST)).to_have_count(0)
    assert cards_of(page) == before


def test_a_server_killed_under_an_open_page(new_page: NewPage, mortal: Serving) -> None:
    page = new_page()
    remember(page, players=12, options={"match_length": "1 hands"})
    quicken(page)
    play_now(page, mortal.base)
    my_turn(page)
    kill_and_start_again(page, mortal)
    play_hand(page)


def test_a_server_killed_in_a_turn_of_savannah(new_page: NewPage, mortal: Serving) -> None:
    page = new_page()
    settings = {"askBeforeEnd": False}
    remember(page, settings, game="savannah", players=3, options={"turn_limit": "6 turns"})
    quicken(page)
    play_now(page, mortal.base)
    page.locator("button.end").wait_for()
    kill_and_start_again(page, mortal)
    play_game(page)
    expect(page.get_by_role("dialog", name="The last turn is over")).to_be_visible()


def test_a_page_without_websockets_says_so(
    new_page: NewPage, server: Serving, watched: Watched
) -> None:
    page = new_page()
    watched.expected = ("WebSocket",)
    page.add_init_script("WebSocket = class { constructor() { throw new Error('no WebSocket') } }")
    remember(page, players=3)
    play_now(page, server.base)
    expect(page.get_by_text("Parlour needs a WebSocket")).to_be_visible(timeout=15_000)
    expect(page.get_by_role("button", name="To the start")).to_be_visible()


def test_no_server_is_said_on_the_start_page(
    new_page: NewPage, server: Serving, watched: Watched
) -> None:
    page = new_page()
    watched.expected = ("ERR_FAILED",)
    page.route("**/api/**", lambda route: route.abort())
    page.goto(server.base)
    expect(page.get_by_role("alert")).to_contain_text("cannot be reached")


def test_an_old_page_after_an_upgrade(new_page: NewPage, server: Serving) -> None:
    """The server refuses another version of the protocol; the page offers to load itself again."""
    page = new_page()

    def opened(socket: WebSocketRoute) -> None:
        upstream = socket.connect_to_server()
        socket.on_message(
            lambda text: upstream.send(str(text).replace(f'"version":{PROTOCOL}', '"version":0'))
        )
        upstream.on_message(socket.send)

    page.route_web_socket(lambda url: "/play" in url, opened)
    remember(page, players=3)
    play_now(page, server.base)
    expect(page.get_by_role("heading", name="Parlour has been renewed")).to_be_visible()
    expect(page.get_by_role("button", name="Load the page again")).to_be_visible()
