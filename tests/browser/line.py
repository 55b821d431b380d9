"""The line between a page and its table, held by a test: frames wait, are changed, are kept.

Start reading at `Line`.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from browser.visitor import Visitor
from playwright.sync_api import WebSocketRoute

Message = dict[str, Any]


class Line:
    """A line to the table on which the server's frames can be made to wait.

    Attributes:
        late: Whether frames wait for `step` or `release`.
        waiting: The frames that wait, in order.
        sent: What the page sent, in order.
        change: What is done to the view of each frame before the page has it.
    """

    def __init__(self, visitor: Visitor) -> None:
        """Stand between a page, before it goes anywhere, and its table."""
        self.late = False
        self.waiting: list[str | bytes] = []
        self.sent: list[Message] = []
        self.change: Callable[[Message], None] | None = None
        self._page: list[WebSocketRoute] = []
        visitor.page.route_web_socket("**/ws/**", self._connect)

    def _connect(self, route: WebSocketRoute) -> None:
        server = route.connect_to_server()
        self._page.append(route)

        def wished(frame: str | bytes) -> None:
            self.sent.append(json.loads(frame))
            server.send(frame)

        route.on_message(wished)
        server.on_message(self._arrived)

    def _arrived(self, frame: str | bytes) -> None:
        if self.late:
            self.waiting.append(frame)
        else:
            self._pass(frame)

    def _pass(self, frame: str | bytes) -> None:
        message: Message = json.loads(frame)
        if self.change is not None and message["type"] == "state":
            self.change(message["view"])
            frame = json.dumps(message)
        self._page[-1].send(frame)

    def step(self) -> Message:
        """Let the page have the next frame that waits, and return it."""
        frame = self.waiting.pop(0)
        self._pass(frame)
        message: Message = json.loads(frame)
        return message

    def release(self) -> None:
        """Let the page have what waited, and everything from now on."""
        self.late = False
        for frame in self.waiting:
            self._pass(frame)
        self.waiting.clear()

    def acts(self) -> list[Message]:
        """Return the decisions that the page sent."""
        return [one for one in self.sent if one["type"] == "act"]
