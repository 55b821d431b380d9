"""A server for tests: in this process with a test client, or a real one on a loopback port."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any
from urllib.request import Request, urlopen

import uvicorn
from starlette.applications import Starlette
from websockets.asyncio.client import ClientConnection, connect

from wildrank.table import House, Store, Table, TableConfig
from wildrank.web.app import create_app
from wildrank.web.limits import USUAL, Limits
from wildrank.web.server import uvicorn_config

QUICK = TableConfig(
    think_s=(0.0, 0.0),
    seed_s=0.0,
    announce_s=0.01,
    deal_s=0.0,
    show_s=0.0,
    choose_s=0.0,
    result_s=0.05,
    short_result_s=0.05,
)


class Place:
    """Where a server listens, and the house it serves."""

    def __init__(self, port: int, app: Starlette) -> None:
        """Remember where it is."""
        self.port = port
        self.app = app
        self.origin = f"http://127.0.0.1:{port}"

    def table(self, name: str) -> Table:
        """Return a table of the house."""
        house: House = self.app.state.house
        found = house.find(name)
        assert found is not None
        return found


@asynccontextmanager
async def served(
    config: TableConfig = QUICK,
    *,
    store: Callable[[], Store] | None = None,
    hosts: tuple[str, ...] = (),
    port: int = 0,
    limits: Limits = USUAL,
) -> AsyncIterator[Place]:
    """Run a real server on a loopback port, a free one if none is named."""
    app = create_app(config, store=store, hosts=hosts, limits=limits)
    listening = socket.create_server(("127.0.0.1", port))
    server = uvicorn.Server(uvicorn_config(app))
    task = asyncio.create_task(server.serve(sockets=[listening]))
    while not server.started:  # noqa: ASYNC110 - uvicorn has no event for it
        await asyncio.sleep(0.005)
    try:
        yield Place(listening.getsockname()[1], app)
    finally:
        server.should_exit = True
        await task
        listening.close()


async def new_table(place: Place) -> str:
    """Open a table as the front page does."""
    request = Request(  # noqa: S310 - our own server
        f"{place.origin}/api/tables", method="POST", headers={"origin": place.origin}
    )

    def post() -> bytes:
        with urlopen(request) as answer:  # noqa: S310 - our own server
            body: bytes = answer.read()
            return body

    table: str = json.loads(await asyncio.to_thread(post))["table"]
    return table


class Page:
    """What a page does: it keeps every frame, and sends what its buttons say."""

    def __init__(self, line: ClientConnection) -> None:
        """Start with an open line and no view."""
        self.line = line
        self.frames: list[str] = []
        self.token = ""
        self.mark = ""
        self.view: dict[str, Any] = {}
        self.errors: list[dict[str, str]] = []
        self.told: list[dict[str, Any]] = []

    async def send(self, kind: str, **fields: Any) -> None:  # noqa: ANN401 - any message
        """Send a message."""
        await self.line.send(json.dumps({"type": kind, **fields}))

    async def read(self) -> dict[str, Any]:
        """Take the next frame."""
        async with asyncio.timeout(10):
            frame = await self.line.recv()
        assert isinstance(frame, str)
        self.frames.append(frame)
        message: dict[str, Any] = json.loads(frame)
        if message["type"] == "welcome":
            self.token = message["token"]
        elif message["type"] == "state":
            self.view, self.mark = message["view"], message["mark"]
            self.told += message["events"]
        elif message["type"] == "error":
            self.errors.append(message)
        return message

    async def answer(self, wish: str) -> dict[str, Any]:
        """Read until the wish of an id is answered."""
        while True:
            message = await self.read()
            if message.get("id") == wish:
                return message

    async def until(self, check: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
        """Read until the view is as wanted."""
        while not (self.view and check(self.view)):
            await self.read()
        return self.view

    @property
    def hand(self) -> dict[str, Any]:
        """The hand as it was last told."""
        hand: dict[str, Any] = self.view["hand"]
        return hand

    async def my_turn(self) -> dict[str, Any]:
        """Read until the hand waits for this page."""
        await self.until(lambda view: view["hand"] and view["hand"]["legal"])
        legal: dict[str, Any] = self.hand["legal"]
        return legal

    async def act(self, action: str, to: int | None = None, expect: int | None = None) -> None:
        """Press a button, and read until something comes of it."""
        n = self.view["n"]
        await self.send("act", n=n, action=action, to=to, expect=expect)
        await self.until(lambda view: view["n"] > n)

    async def go_along(self, *, buy: bool = False) -> None:
        """Check, call, take or buy the card; showing is done by the table."""
        legal = await self.my_turn()
        if legal["show"]:
            n = self.view["n"]
            await self.until(lambda view: view["n"] > n)
        elif legal["take_down"]:
            await self.act("buy" if buy else "down", expect=legal["price"] if buy else None)
        elif legal["check"]:
            await self.act("check")
        else:
            await self.act("call", expect=legal["to_call"])


@asynccontextmanager
async def opened(
    place: Place, table: str, name: str = "", token: str = "", last: int = 0
) -> AsyncIterator[Page]:
    """Open the page of a table, say hello, and sit down under a name."""
    uri = f"ws://127.0.0.1:{place.port}/ws/{table}?token={token}"
    origin = {"Origin": place.origin}
    async with connect(uri, additional_headers=origin, compression=None, close_timeout=1) as line:
        page = Page(line)
        await page.send("hello", protocol=2, token=token, name=name, last=last)
        await page.until(lambda view: view)
        if name and page.view["you"]["chair"] is None:
            await page.send("sit", name=name, chair=None)
            await page.until(lambda view: view["you"]["chair"] is not None)
        yield page
