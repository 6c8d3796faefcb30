"""The WebSocket of a page, to be cut, held up and answered by a test."""

import json

from playwright.sync_api import Page, WebSocketRoute

LOST = "Connection lost"


class Wire:
    """What the page and the server say to each other goes through here."""

    def __init__(self, page: Page) -> None:
        self.sockets: list[WebSocketRoute] = []
        self.holds = False
        """Whether what the page says is lost."""
        self.refuses = False
        """Whether no new connection comes about."""
        self.refusal = ""
        """The words in which every action is refused, if it is; the server hears nothing of it."""
        page.route_web_socket(lambda url: "/play" in url, self._opened)

    def _opened(self, socket: WebSocketRoute) -> None:
        if self.refuses:
            socket.close(code=1001)
            return
        server = socket.connect_to_server()
        self.sockets.append(socket)

        def say(text: str | bytes) -> None:
            message = json.loads(text)
            if self.refusal and message["type"] == "act":
                refused = {"type": "refused", "code": "no", "text": self.refusal}
                socket.send(json.dumps(refused | {"id": message["id"]}))
            elif not self.holds:
                server.send(text)

        socket.on_message(say)
        server.on_message(socket.send)

    def cut(self) -> None:
        """Close the connection that is open."""
        self.sockets[-1].close(code=1001)
