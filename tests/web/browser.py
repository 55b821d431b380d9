"""A page for tests: the real watch of the deal in Node, between a table and a person."""

from __future__ import annotations

import asyncio
import json
import shutil
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
from table.kit import Person

from wildrank.errors import WildrankError
from wildrank.table import Table, Update
from wildrank.web import wire

HERE = Path(__file__).parent
SCRIPTS = HERE.parents[1] / "src" / "wildrank" / "web" / "static" / "js"
NODE = shutil.which("node")
needs_node = pytest.mark.skipif(NODE is None, reason="the page's program needs Node to be run")

Change = Callable[[dict[str, Any]], None]


def plain(update: Update) -> dict[str, Any]:
    """Return an update as the page reads it."""
    frame: dict[str, Any] = json.loads(wire.encode(wire.state_of(update)))
    return frame


class Browser(Person):
    """A person whose updates go through the page's own watch of the deal."""

    def __init__(self, table: Table, player: str, node: asyncio.subprocess.Process) -> None:
        """Prepare somebody with a page."""
        super().__init__(table, player)
        self.node = node
        self.standing: dict[str, Any] | None = None
        self.receipts: list[dict[str, Any]] = []
        self.sent: list[dict[str, Any]] = []
        self.refused: list[str] = []
        self.change: Change = lambda _frame: None
        self.line: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.seen = 0
        self.checked = asyncio.Event()

    def push(self, update: Update) -> None:
        """Take an update, as it may have been changed on the way."""
        frame = plain(update)
        self.change(frame)
        self.line.put_nowait(frame)
        super().push(update)

    async def run(self) -> None:
        """Pass frames to the page, and what it sends to the table."""
        while True:
            frame = await self.line.get()
            answer = await self.ask(frame)
            for message in answer["send"]:
                self.sent.append(message)
                wish: Any = wire.decode(msgspec.json.encode(message))
                try:
                    await self.table.ask(self.player, wish)
                except WildrankError as error:
                    self.refused.append(error.code)
            self.seen = frame.get("n", self.seen)
            self.checked.set()

    async def ask(self, frame: dict[str, Any]) -> dict[str, Any]:
        """Give the page a frame, and return what it answers."""
        assert self.node.stdin is not None
        assert self.node.stdout is not None
        self.node.stdin.write(json.dumps(frame).encode() + b"\n")
        await self.node.stdin.drain()
        answer: dict[str, Any] = json.loads(await self.node.stdout.readline())
        self.standing, self.receipts = answer["standing"], answer["receipts"]
        return answer

    async def caught_up(self) -> None:
        """Wait until the page has taken the latest update."""
        async with asyncio.timeout(10):
            while self.seen < self.now.n or not self.line.empty():
                self.checked.clear()
                await self.checked.wait()


@asynccontextmanager
async def browsing(table: Table, player: str, name: str = "") -> AsyncIterator[Browser]:
    """Connect somebody with a page, and seat who has a name."""
    assert NODE is not None
    node = await asyncio.create_subprocess_exec(
        NODE, str(HERE / "page.mjs"), str(SCRIPTS / "fair" / "deal.mjs"), player.encode().hex(),
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, limit=1 << 24,
    )  # fmt: skip
    browser = Browser(table, player, node)
    task = asyncio.create_task(browser.run())
    try:
        await table.join(browser.client)
        if name:
            await browser.sit(name)
            await browser.until(lambda update: update.view.you.chair is not None)
        yield browser
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        node.kill()
        await node.wait()
