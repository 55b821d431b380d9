"""One socket: hello, wishes in, views out.

Reading and writing are two tasks. What is to be sent waits in a queue of fixed length; a client
that does not read fills it, or lets a send take too long, and is dropped. Start reading at
`talk`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from starlette.websockets import WebSocket, WebSocketDisconnect

from wildrank.errors import NotationError, StoreError, WildrankError
from wildrank.table import Client, House, Table, Update
from wildrank.table.chat import Said
from wildrank.table.commands import Command, Sit
from wildrank.table.failpoints import reach
from wildrank.web import wire
from wildrank.web.metrics import Metrics
from wildrank.web.people import MAX_TOKEN, TOKEN_BYTES, fresh_token, player_of
from wildrank.web.security import from_here

QUEUE: Final = 64
SEND_S: Final = 10.0
HELLO_S: Final = 15.0
MISTAKES: Final = 20  # malformed messages, then the line is cut

POLICY_VIOLATION: Final = 1008
TOO_BIG: Final = 1009
TRY_AGAIN: Final = 1013
NO_TABLE: Final = 4404
TOO_SLOW: Final = 4408


class _Line:
    """The sending side of a socket: a queue, and the task that empties it."""

    def __init__(self, socket: WebSocket) -> None:
        self._socket = socket
        self._queue: asyncio.Queue[str] = asyncio.Queue(QUEUE)
        self.broken = asyncio.Event()

    def push(self, update: Update) -> None:
        """Send an update later; a line that is behind by a whole queue breaks."""
        self.send(wire.state_of(update))

    def hear(self, said: Sequence[Said]) -> None:
        """Send what was said later."""
        self.send(wire.SaidMessage(list(said)))

    def send(self, answer: wire.Answer | None) -> None:
        """Send an answer later, if there is one."""
        if answer is None:
            return
        try:
            self._queue.put_nowait(wire.encode(answer))
        except asyncio.QueueFull:
            self.broken.set()

    async def run(self) -> None:
        """Write what waits until the line breaks."""
        try:
            while True:
                text = await self._queue.get()
                reach("half-told")
                async with asyncio.timeout(SEND_S):
                    await self._socket.send_text(text)
        except (TimeoutError, WebSocketDisconnect, RuntimeError, OSError):
            self.broken.set()


async def talk(socket: WebSocket) -> None:
    """Serve one socket until it closes or is closed."""
    if not from_here(socket):
        await socket.close(POLICY_VIOLATION)
        return
    await socket.accept()
    house: House = socket.app.state.house
    try:
        table = await house.visit(socket.path_params["table"])
    except WildrankError as error:
        await _turn_away(socket, wire.problem_of(error), TRY_AGAIN)
        return
    if table is None:
        unknown = wire.Problem("table/unknown", "there is no such table here; it may have closed")
        await _turn_away(socket, unknown, NO_TABLE)
        return
    line = _Line(socket)
    tasks = [
        asyncio.create_task(line.run()),
        asyncio.create_task(_converse(socket, house, table, line)),
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


async def _turn_away(socket: WebSocket, problem: wire.Problem, code: int) -> None:
    with suppress(WebSocketDisconnect, RuntimeError, OSError):
        await socket.send_text(wire.encode(problem))
        await socket.close(code)


async def _close(socket: WebSocket, code: int) -> None:
    """Close a socket that may not be reading, without waiting for it."""
    try:
        async with asyncio.timeout(1):
            await socket.close(code)
    except (TimeoutError, RuntimeError, OSError, WebSocketDisconnect):
        return


async def _converse(socket: WebSocket, house: House, table: Table, line: _Line) -> None:
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
    try:
        token, player = await _holder(house, hello.token or socket.query_params.get("token", ""))
    except StoreError as error:
        line.send(wire.problem_of(error))
        await asyncio.sleep(0.1)
        await _close(socket, TRY_AGAIN)
        return
    client = Client(player, line.push, hello.name.strip(), hello.last, hello.mark)
    client.hear = line.hear
    line.send(wire.Welcome(token, table.name, len(table.state.chairs)))
    await table.join(client)
    metrics: Metrics = socket.app.state.metrics
    metrics.lines.inc()
    try:
        await _listen(socket, _Asker(house, table, player_of(token), player, metrics), line)
    finally:
        if not table.closed:
            await table.leave(client)


async def _holder(house: House, token: str) -> tuple[str, str]:
    """Return a token and the player it stands for: a new one if it is none, or was withdrawn.

    Raises:
        StoreError: If nobody can say now.
    """
    if TOKEN_BYTES <= len(token) <= MAX_TOKEN:
        digest = player_of(token)
        known = await house.store.player(digest)
        if known != "":
            return token, known or digest
    token = fresh_token()
    return token, player_of(token)


class _Asker:
    """Somebody who asks a table for things, and what is kept and counted about it."""

    def __init__(
        self, house: House, table: Table, digest: str, player: str, metrics: Metrics
    ) -> None:
        self.table = table
        self._house = house
        self._holder = (digest, player)
        self._metrics = metrics
        self._admitted = False

    async def ask(self, wish: Command) -> None:
        """Pass on a wish; a token is kept before it gets a chair.

        Raises:
            WildrankError: If it is refused.
        """
        digest, player = self._holder
        kind = type(wish).__name__.lower()
        try:
            if isinstance(wish, Sit) and not self._admitted:
                await self._house.store.admit(digest, player)
                await self._house.store.note_visit(player, self.table.name)
                self._admitted = True
            await self.table.ask(player, wish)
        except WildrankError:
            self._metrics.wishes.labels(kind, "no").inc()
            raise
        self._metrics.wishes.labels(kind, "yes").inc()


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


async def _listen(socket: WebSocket, asker: _Asker, line: _Line) -> None:
    """Pass wishes to the table, one after the other, and its refusals back."""
    mistakes = 0
    while mistakes < MISTAKES and not asker.table.closed:
        try:
            wish = await _wish(socket)
        except WebSocketDisconnect:
            return
        except NotationError as error:
            mistakes += 1
            line.send(wire.problem_of(error))
        else:
            line.send(await _answer(asker, wish))
    if mistakes == MISTAKES:
        await _close(socket, POLICY_VIOLATION)


async def _answer(asker: _Asker, wish: Command | wire.Ping) -> wire.Answer | None:
    """Return what is said to a wish; nothing to one that is granted and has no id."""
    try:
        if isinstance(wish, wire.Ping):
            return wire.Pong()
        await asker.ask(wish)
    except WildrankError as error:
        return wire.problem_of(error, wish.id)
    return wire.Done(wish.id) if wish.id else None
