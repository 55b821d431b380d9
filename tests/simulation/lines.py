"""Lines to a server in this process: sockets as its own handler knows them, and requests.

Start reading at `SocketLine`.
"""

from __future__ import annotations

import asyncio
import random
from typing import Any, Final, NamedTuple, Protocol

import msgspec
from starlette.applications import Starlette
from starlette.types import Message

from wildrank.table import Update
from wildrank.web import wire

_ANSWER: Final = msgspec.json.Decoder(wire.Answer)


class Server(Protocol):
    """What a line leads to."""

    @property
    def app(self) -> Starlette:
        """The application."""
        ...

    @property
    def place(self) -> str:
        """The name of the table that people come to."""
        ...

    def note(self, to: str, text: bytes) -> None:
        """Learn what leaves, and to whom."""
        ...


class Caller(Protocol):
    """Who has a line.

    Attributes:
        name: What it goes by.
        whims: Decide how long things take.
        free: When the last frame on the way has arrived, over any of its lines.
    """

    name: str
    whims: random.Random
    free: float

    def hello(self) -> wire.Hello:
        """Return what it says first."""
        ...

    def hear(self, line: SocketLine, answer: wire.Answer) -> None:
        """Take what arrives."""
        ...

    def lose(self, line: SocketLine) -> None:
        """Learn that a line was closed by the server."""
        ...


class SocketLine:
    """A line through the server's own handler of sockets, as frames of text.

    Frames arrive in order and late, and none after the line was cut.

    Attributes:
        hello: What was said first.
        token: What the server gave.
        player: Whom that makes its holder.
    """

    def __init__(self, server: Server, caller: Caller) -> None:
        """Prepare a line; `open` connects it."""
        self.hello = caller.hello()
        self.token = self.player = ""
        self._server = server
        self._caller = caller
        self._late = random.Random(caller.whims.getrandbits(64))
        self._in: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._task: asyncio.Task[None] | None = None
        self._up = True

    async def open(self) -> None:
        """Connect, and say hello."""
        self._in.put_nowait({"type": "websocket.connect"})
        self.send(msgspec.json.encode(self.hello).decode())
        scope = scope_of("websocket", f"/ws/{self._server.place}")
        self._task = asyncio.ensure_future(self._server.app(scope, self._in.get, self._out))
        await asyncio.sleep(0)

    def send(self, frame: str) -> None:
        """Send a frame of text."""
        self._in.put_nowait({"type": "websocket.receive", "text": frame})

    def ask(self, wish: wire.Asked) -> None:
        """Send a wish; the answer is a frame like any other."""
        if self._up:
            self.send(msgspec.json.encode(wish).decode())

    async def close(self) -> None:
        """Break the line, and wait until the server has noticed."""
        self.cut()
        self._in.put_nowait({"type": "websocket.disconnect", "code": 1006})
        if self._task is not None:
            await asyncio.wait([self._task])

    def cut(self) -> None:
        """Deliver nothing any more."""
        self._up = False

    async def die(self) -> None:
        """End with the program that serves it."""
        self.cut()
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])

    async def _out(self, message: Message) -> None:
        text: str | None = message.get("text")
        if text is None:
            self._server.note(self._caller.name, repr(sorted(message.items())).encode())
        else:
            self._server.note(self._caller.name, text.encode())
        if self._up and message["type"] != "websocket.accept":
            loop = asyncio.get_running_loop()
            caller = self._caller
            soonest = caller.free + 1e-6  # what is due at one moment has no order in a loop
            caller.free = max(soonest, loop.time() + self._late.uniform(0.01, 0.2))
            loop.call_at(caller.free, self._arrive, text)

    def _arrive(self, text: str | None) -> None:
        if not self._up:
            return
        if text is None:
            self.cut()
            self._caller.lose(self)
        else:
            self._caller.hear(self, _ANSWER.decode(text))


def update_of(told: wire.StateMessage) -> Update:
    """Return what a message tells of a table."""
    return Update(told.n, told.view, told.events, told.mark, told.gap)


def scope_of(kind: str, path: str, token: str = "", method: str = "GET") -> dict[str, Any]:
    """Return what a server of HTTP says about a request."""
    path, _, query = path.partition("?")
    bearer = [(b"authorization", f"Bearer {token}".encode())] if token else []
    return {
        "type": kind,
        "path": path,
        "raw_path": path.encode(),
        "query_string": query.encode(),
        "root_path": "",
        "scheme": "http",
        "http_version": "1.1",
        "method": method,
        "client": ("127.0.0.1", 4321),
        "server": ("table.test", 80),
        "subprotocols": [],
        "headers": [(b"host", b"table.test"), (b"origin", b"http://table.test"), *bearer],
    }


class Reply(NamedTuple):
    """What was answered to a request.

    Attributes:
        head: Its headers as they left.
    """

    status: int
    head: bytes
    body: bytes


async def request(server: Server, path: str, token: str = "", body: bytes | None = None) -> Reply:
    """Ask for something over HTTP, or send something where there is a body."""
    scope = scope_of("http", path, token, "GET" if body is None else "POST")
    replied: list[Message] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": body or b"", "more_body": False}

    async def send(message: Message) -> None:
        replied.append(message)

    await server.app(scope, receive, send)
    head = repr((replied[0]["status"], sorted(replied[0]["headers"]))).encode()
    content = b"".join(message.get("body", b"") for message in replied)
    return Reply(replied[0]["status"], head, content)
