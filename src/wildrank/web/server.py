"""The server process: a socket to listen on, one line that says where, and a browser if wanted.

Start reading at `serve`.
"""

from __future__ import annotations

import os
import socket
import webbrowser
from threading import Thread
from typing import Final

import uvicorn

from wildrank.errors import WildrankError
from wildrank.table import TableConfig
from wildrank.web.app import create_app
from wildrank.web.security import LOOPBACK
from wildrank.web.wire import MAX_MESSAGE_BYTES

_ANYWHERE: Final = ("0.0.0.0", "::", "")  # noqa: S104 - named to be recognised, not to be bound
_GOODBYE_S: Final = 3


def serve(
    host: str = "127.0.0.1",
    port: int = 8000,
    *,
    open_browser: bool = False,
    config: TableConfig | None = None,
) -> None:
    """Serve tables until interrupted, and say where in one line.

    Args:
        host: Address to listen on; other machines reach it only if it is not a loopback one.
        port: Port to listen on, 0 for any free one.
        open_browser: Whether to show the page in a browser of this machine.
        config: How the tables are run.

    Raises:
        WildrankError: If the address cannot be listened on.
    """
    listening = _listen(host, port)
    link = _link(host, listening.getsockname()[1])
    hosts = LOOPBACK if host in LOOPBACK else ()
    server = _Server(uvicorn_config(create_app(config, hosts=hosts)), link, open_browser)
    server.run(sockets=[listening])


def uvicorn_config(app: object) -> uvicorn.Config:
    """Return how the application is served: small messages, no compression, no log of links."""
    return uvicorn.Config(
        app,  # type: ignore[arg-type] # Starlette is what uvicorn calls an application
        ws="websockets-sansio",
        ws_max_size=MAX_MESSAGE_BYTES,
        ws_per_message_deflate=False,
        access_log=False,
        log_level="warning",
        server_header=False,
        timeout_graceful_shutdown=_GOODBYE_S,
    )


def _listen(host: str, port: int) -> socket.socket:
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        return socket.create_server((host, port), family=family, backlog=2048)
    except (OSError, OverflowError) as error:
        number = getattr(error, "errno", None) or 0
        reason = os.strerror(number) if number > 0 else str(error)
        reason = reason.partition(" (while")[0].rstrip(".")
        msg = f"cannot listen on {host!r} port {port}: {reason}; try another --port"
        raise WildrankError(msg, code="web/address") from error


def _link(host: str, port: int) -> str:
    shown = "127.0.0.1" if host in _ANYWHERE else host
    return f"http://[{shown}]:{port}/" if ":" in shown else f"http://{shown}:{port}/"


class _Server(uvicorn.Server):
    """A server that says where it is once it listens."""

    def __init__(self, config: uvicorn.Config, link: str, open_browser: bool) -> None:  # noqa: FBT001 - private
        super().__init__(config)
        self._link = link
        self._open_browser = open_browser

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if not self.started:
            return
        print(f"Wildrank is at {self._link} (Ctrl+C ends it)", flush=True)  # noqa: T201 - said once
        if self._open_browser:
            Thread(target=_show, args=(self._link,), daemon=True).start()


def _show(link: str) -> None:
    """Open a page where there is a display; where there is none, nothing happens."""
    try:
        webbrowser.open(link)
    except webbrowser.Error:
        return
