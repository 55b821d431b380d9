"""The server process: a socket to listen on, one line that says where, and a browser if wanted.

Start reading at `serve`.
"""

from __future__ import annotations

import asyncio
import errno
import os
import socket
import webbrowser
from functools import partial
from pathlib import Path
from threading import Thread
from typing import Final
from urllib.parse import urlsplit

import uvicorn
from starlette.applications import Starlette

from wildrank.errors import WildrankError
from wildrank.table.failpoints import reach
from wildrank.table.store.sqlite import SqliteLog
from wildrank.table.store.upkeep import FILE
from wildrank.web import collector, logs
from wildrank.web.app import create_app
from wildrank.web.handshake import Door, ImpatientHttp, ImpatientSocket
from wildrank.web.security import LOOPBACK
from wildrank.web.wire import MAX_MESSAGE_BYTES

_ANYWHERE: Final = ("0.0.0.0", "::", "")  # noqa: S104 - named to be recognised, not to be bound
_GOODBYE_S: Final = 3
_PING_S: Final = 6.0  # together with _PONG_S, how long a client that reads nothing is kept
_PONG_S: Final = 7.0
_USUAL_PORT: Final = 8000
EXPOSED: Final = (
    "Anybody who can reach this machine can open tables and sit down, and nothing is encrypted;"
    " on more than a home network put a proxy with TLS in front (docs/operating.md)"
)


def serve(
    host: str = "127.0.0.1",
    port: int = _USUAL_PORT,
    *,
    open_browser: bool = False,
    data: Path | None = None,
    names: tuple[str, ...] = (),
) -> None:
    """Serve tables until interrupted, and say where in one line.

    Listening everywhere, it says first where other machines find it.

    Args:
        host: Address to listen on; other machines reach it only if it is not a loopback one.
        port: Port to listen on, 0 for any free one.
        open_browser: Whether to show the page in a browser of this machine.
        data: Folder the tables are kept in; they end with the program if there is none.
        names: Host names a proxy in front of it is asked by, besides the loopback ones.

    Raises:
        WildrankError: If the address cannot be listened on, or tables cannot be kept there.
    """
    store = None if data is None else SqliteLog.open(data / FILE)
    try:
        listening = _listen(host, port)
        number = listening.getsockname()[1]
        links = [_link(host, number)]
        if host in _ANYWHERE and (lan := _lan_address()) is not None:
            links.insert(0, _link(lan, number))
        where = ", on this computer also at ".join(links)
        said = [f"Wildrank is at {where} (Ctrl+C ends it)"]
        if store is not None:
            said.append(f"Tables are kept in {data} ({store.driver.words})")
        if host not in LOOPBACK:
            said.append(EXPOSED)
        hosts = (*LOOPBACK, *names) if host in LOOPBACK or names else ()
        logs.configure()
        known = (f"https://{name}" for name in names)
        app = create_app(
            hosts=hosts,
            origins=(*known, *_for_others(links)),
            store=None if store is None else lambda: store,
        )
        server = _Server(uvicorn_config(app), app, said, links[0] if open_browser else "")
        server.run(sockets=[listening])
    finally:
        if store is not None:
            store.end()


def _for_others(links: list[str]) -> list[str]:
    """Return the addresses among some links that are not this machine's own."""
    return [link.rstrip("/") for link in links if urlsplit(link).hostname not in LOOPBACK]


def uvicorn_config(app: object) -> uvicorn.Config:
    """Return how the application is served: small messages, no compression, no log of links."""
    return uvicorn.Config(
        app,  # type: ignore[arg-type] # Starlette is what uvicorn calls an application
        http=partial(ImpatientHttp, door=Door()),  # type: ignore[arg-type] # is called as a class is
        ws=ImpatientSocket,
        ws_ping_interval=_PING_S,
        ws_ping_timeout=_PONG_S,
        ws_max_size=MAX_MESSAGE_BYTES,
        ws_per_message_deflate=False,
        access_log=False,
        log_config=None,
        log_level="warning",
        server_header=False,
        timeout_graceful_shutdown=_GOODBYE_S,
    )


def _listen(host: str, port: int) -> socket.socket:
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        return socket.create_server((host, port), family=family, backlog=2048)
    except (OSError, OverflowError, TypeError, UnicodeError) as error:
        number = getattr(error, "errno", None) or 0
        reason = os.strerror(number) if number > 0 else str(error)
        reason = reason.partition(" (while")[0].rstrip(".")
        if number in (errno.EADDRINUSE, errno.EACCES) or isinstance(error, OverflowError):
            other = 8001 if port == _USUAL_PORT else _USUAL_PORT
            remedy = f'try another: --port {other}, or make play ARGS="--port {other}"'
        else:
            remedy = "try another --host; 0.0.0.0 is every address of this computer"
        msg = f"cannot listen on {host!r} port {port}: {reason}; {remedy}"
        raise WildrankError(msg, code="web/address") from error


def _lan_address(where: tuple[str, int] = ("192.0.2.1", 9)) -> str | None:
    """Return the address others reach this computer at, None where there seems to be none.

    Connecting a datagram socket picks a way and sends nothing; the address asked for is one of
    those kept for documentation.
    """
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way:
            way.connect(where)
            found: str = way.getsockname()[0]
    except OSError:
        return None
    return None if found.startswith(("127.", "0.")) else found


def _link(host: str, port: int) -> str:
    shown = "127.0.0.1" if host in _ANYWHERE else host
    return f"http://[{shown}]:{port}/" if ":" in shown else f"http://{shown}:{port}/"


class _Server(uvicorn.Server):
    """A server that says where it is once it listens, and ends between two steps of a table."""

    def __init__(self, config: uvicorn.Config, app: Starlette, said: list[str], show: str) -> None:
        super().__init__(config)
        self._app = app
        self._said = said
        self._show = show

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if not self.started:
            return
        collector.calm()
        self._tidying = asyncio.create_task(collector.keep_tidy())
        print("\n".join(self._said), flush=True)  # noqa: T201 - said once
        logs.logger().info("server started", tables=self._app.state.house.asleep)
        if self._show:
            Thread(target=_show, args=(self._show,), daemon=True).start()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Take no more wishes, keep what is being done, and only then close the sockets."""
        logs.logger().info("server ends")
        if self.started:
            await self._app.state.house.drain()
            self._tidying.cancel()
        reach("in-drain")
        await super().shutdown(sockets)


def _show(link: str) -> None:
    """Open a page where there is a display; where there is none, nothing happens."""
    try:
        webbrowser.open(link)
    except webbrowser.Error:
        return
