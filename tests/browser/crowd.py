"""Visitors, each with a browser profile of their own and somebody who watches over it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from browser.visitor import WAIT_S, Visitor
from browser.watch import Watch
from playwright.sync_api import Browser

PHONE: Final[dict[str, Any]] = {
    "viewport": {"width": 375, "height": 812},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
}
Serve = Callable[..., str]


class Crowd:
    """Lets visitors in.

    Attributes:
        watches: Who watches over them, one for each profile.
    """

    def __init__(self, chromium: Browser) -> None:
        """Start with nobody."""
        self._chromium = chromium
        self.watches: list[Watch] = []

    def visitor(self, origin: str, **device: Any) -> Visitor:  # noqa: ANN401 - Playwright's options
        """Return somebody new to the server, in a browser profile of their own."""
        context = self._chromium.new_context(**{"reduced_motion": "reduce"} | device)
        context.set_default_timeout(WAIT_S * 1000)
        self.watches.append(Watch(context, origin))
        return Visitor(context.new_page())

    def second_tab(self, visitor: Visitor) -> Visitor:
        """Return the same person before another tab of the same browser."""
        return Visitor(visitor.page.context.new_page())

    def leave(self) -> None:
        """Close every profile."""
        for context in list(self._chromium.contexts):
            context.close()
