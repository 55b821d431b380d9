"""What no page may ever do: complain, break its own policy, or ask anybody but its server.

Start reading at `Watch`.
"""

from __future__ import annotations

from urllib.parse import urlsplit

from playwright.sync_api import (
    BrowserContext,
    ConsoleMessage,
    Page,
    Request,
    Response,
    WebError,
    WebSocket,
)

# A violation is in the console too; this names what was violated.
REPORT_VIOLATIONS = """
document.addEventListener("securitypolicyviolation", (event) =>
  console.error(`policy ${event.effectiveDirective} ${event.blockedURI}`));
"""


class Watch:
    """Listens to every page of one browser profile and keeps what should not have happened.

    Attributes:
        wrong: What should not have happened, in order.
        asked: How many requests were made, so that silence is not taken for peace.
    """

    def __init__(self, context: BrowserContext, origin: str) -> None:
        """Listen to a browser profile before it opens a page.

        Args:
            context: The profile.
            origin: The only server its pages may ask.
        """
        self.wrong: list[str] = []
        self.asked = 0
        self._server = urlsplit(origin).netloc
        context.add_init_script(REPORT_VIOLATIONS)
        context.on("console", self._said)
        context.on("weberror", self._threw)
        context.on("request", self._request)
        context.on("requestfailed", self._failed)
        context.on("response", self._answered)
        context.on("page", self._opened)

    def _said(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.wrong.append(f"console {message.type}: {message.text}")

    def _threw(self, error: WebError) -> None:
        self.wrong.append(f"exception: {error.error}")

    def _request(self, request: Request) -> None:
        self.asked += 1
        self._host(request.url)

    def _failed(self, request: Request) -> None:
        if request.failure != "net::ERR_ABORTED":  # left behind by a page that was reloaded
            self.wrong.append(f"failed: {request.url} {request.failure}")

    def _answered(self, response: Response) -> None:
        if response.status >= 400:
            self.wrong.append(f"status {response.status}: {response.url}")

    def _opened(self, page: Page) -> None:
        page.on("websocket", self._line)

    def _line(self, line: WebSocket) -> None:
        self._host(line.url)

    def _host(self, url: str) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("data", "blob") and parts.netloc != self._server:
            self.wrong.append(f"asked elsewhere: {url}")
