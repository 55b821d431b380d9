"""One socket: hello, wishes in, views out.

Reading and writing are two tasks. What is to be sent waits in a queue of fixed length; a client
that does not read fills it, or lets a send take too long, and is dropped. Start reading at
`talk`.
"""

from __future__ import annotations

import asyncio
import hashlib
import secrets
from typing import Final

from starlette.websockets import WebSocket, WebSocketDisconnect

from wildrank.errors import NotationError, WildrankError
from wildrank.table import Client, House, Table, Update
from wildrank.table.commands import Command
from wildrank.web import wire
from wildrank.web.security import same_origin

QUEUE: Final = 64
SEND_S: Final = 10.0
HELLO_S: Final = 15.0
MISTAKES: Final = 20  # malformed messages, then the line is cut
TOKEN_BYTES: Final = 32

POLICY_VIOLATION: Final = 1008
TOO_BIG: Final = 1009
NO_TABLE: Final = 4404
TOO_SLOW: Final = 4408


def player_of(token: str) -> str:
    """Return the identity behind a token, from which the token cannot be found."""
    return hashlib.sha256(token.encode()).hexdigest()


class _Line:
    """The sending side of a socket: a queue, and the task that empties it."""

    def __init__(self, socket: WebSocket) -> None:
        self._socket = socket
        self._queue: asyncio.Queue[str] = asyncio.Queue(QUEUE)
        self.broken = asyncio.Event()

    def push(self, update: Update) -> None:
        """Send an update later; a line that is behind by a whole queue breaks."""
        self.send(wire.state_of(update))

    def send(self, answer: wire.Answer) -> None:
        try:
            self._queue.put_nowait(wire.encode(answer))
        except asyncio.QueueFull:
            self.broken.set()

    async def run(self) -> None:
        """Write what waits until the line breaks."""
        try:
            while True:
                text = await self._queue.get()
                async with asyncio.timeout(SEND_S):
                    await self._socket.send_text(text)
        except (TimeoutError, WebSocketDisconnect, RuntimeError, OSError):
            self.broken.set()


async def talk(socket: WebSocket) -> None:
    """Serve one socket until it closes or is closed."""
    if not same_origin(socket.headers):
        await socket.close(POLICY_VIOLATION)
        return
    await socket.accept()
    house: House = socket.app.state.house
    table = house.find(socket.path_params["table"])
    if table is None:
        error = wire.Problem("table/unknown", "there is no such table here; it may have closed")
        await socket.send_text(wire.encode(error))
        await socket.close(NO_TABLE)
        return
    line = _Line(socket)
    tasks = [
        asyncio.create_task(line.run()),
        asyncio.create_task(_converse(socket, table, line)),
        asyncio.create_task(line.broken.wait()),
    ]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    if line.broken.is_set():
        await _close(socket, TOO_SLOW)


async def _close(socket: WebSocket, code: int) -> None:
    """Close a socket that may not be reading, without waiting for it."""
    try:
        async with asyncio.timeout(1):
            await socket.close(code)
    except (TimeoutError, RuntimeError, OSError, WebSocketDisconnect):
        return


async def _converse(socket: WebSocket, table: Table, line: _Line) -> None:
    """Read messages until the client goes: a hello first, then wishes."""
    try:
        async with asyncio.timeout(HELLO_S):
            hello = await _hello(socket)
    except (TimeoutError, WebSocketDisconnect):
        return
    except NotationError as error:
        line.send(wire.problem_of(error))
        await asyncio.sleep(0.1)  # for the sentence to leave before the socket closes
        await _close(socket, POLICY_VIOLATION)
        return
    token = hello.token or socket.query_params.get("token", "")
    if len(token) < TOKEN_BYTES or len(token) > wire.MAX_TOKEN:
        token = secrets.token_urlsafe(TOKEN_BYTES)
    client = Client(player_of(token), line.push, hello.name.strip(), hello.last)
    line.send(wire.Welcome(token, table.name, len(table.state.chairs)))
    await table.join(client)
    try:
        await _listen(socket, table, client.player, line)
    finally:
        if not table.closed:
            await table.leave(client)


async def _hello(socket: WebSocket) -> wire.Hello:
    """Return the first message.

    Raises:
        NotationError: If it is no hello, or of another protocol.
    """
    message = wire.decode(await _frame(socket))
    if not isinstance(message, wire.Hello):
        msg = "the first message is a hello"
        raise NotationError(msg, code="wire/no-hello")
    if message.protocol != wire.PROTOCOL:
        msg = (
            f"this table speaks protocol {wire.PROTOCOL}, not {message.protocol}; reload the page"
        )
        raise NotationError(msg, code="wire/protocol")
    return message


async def _wish(socket: WebSocket) -> Command | wire.Ping:
    """Return a message after the first.

    Raises:
        NotationError: If it is a hello again.
    """
    message = wire.decode(await _frame(socket))
    if isinstance(message, wire.Hello):
        msg = "a hello is the first message and only the first"
        raise NotationError(msg, code="wire/second-hello")
    return message


async def _frame(socket: WebSocket) -> str:
    """Return the next text frame.

    Raises:
        NotationError: If the frame is not text, or larger than any message.
        WebSocketDisconnect: If the client went.
    """
    event = await socket.receive()
    if event["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(event.get("code", 1000))
    text: str | None = event.get("text")
    if text is None:
        msg = "messages are text frames"
        raise NotationError(msg, code="wire/binary")
    if len(text.encode(errors="replace")) > wire.MAX_MESSAGE_BYTES:
        msg = f"a message has {wire.MAX_MESSAGE_BYTES} bytes at most"
        raise NotationError(msg, code="wire/too-large")
    return text


async def _listen(socket: WebSocket, table: Table, player: str, line: _Line) -> None:
    """Pass wishes to the table, one after the other, and its refusals back."""
    mistakes = 0
    while mistakes < MISTAKES:
        try:
            wish = await _wish(socket)
            if isinstance(wish, wire.Ping):
                line.send(wire.Pong())
            else:
                await table.ask(player, wish)
        except WebSocketDisconnect:
            return
        except NotationError as error:
            mistakes += 1
            line.send(wire.problem_of(error))
        except WildrankError as error:
            line.send(wire.problem_of(error))
        if table.closed:
            return
    await _close(socket, POLICY_VIOLATION)
