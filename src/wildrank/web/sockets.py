"""One socket: hello, wishes in, views out.

Reading and writing are two tasks. What is to be sent waits in a queue of fixed length; a client
that does not read fills it, or lets a send take too long, and is dropped. Start reading at
`talk`.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from starlette.websockets import WebSocket, WebSocketDisconnect

from wildrank.errors import NotationError, StoreError, TableError, WildrankError
from wildrank.table import Client, Table, Update
from wildrank.table.bucket import Bucket
from wildrank.table.failpoints import reach
from wildrank.table.room import refuse_guests
from wildrank.table.telling.chat import Said
from wildrank.table.wishes import Lock, Sit, WireWish
from wildrank.web import wire
from wildrank.web.asked import table_of
from wildrank.web.metrics import Metrics
from wildrank.web.people import TICKET_S, Holder, bearer
from wildrank.web.reception import Reception
from wildrank.web.security import from_here

_LOG: Final = logging.getLogger(__name__)
QUEUE: Final = 64
SEND_S: Final = 10.0
HELLO_S: Final = 10.0
LAST_S: Final = 0.5  # for the last words of a line to leave
MISTAKES: Final = 20  # malformed messages, then the line is cut

NORMAL: Final = 1000
POLICY_VIOLATION: Final = 1008
TRY_AGAIN: Final = 1013
LOGGED_OUT: Final = 4401
NOT_LET_IN: Final = 4403
NO_TABLE: Final = 4404
TOO_SLOW: Final = 4408

# How a line closes after a refusal; any other one is of the client's own making.
_CLOSES: Final = {
    "web/crowded": TRY_AGAIN,
    "table/crowded": TRY_AGAIN,
    "table/unknown": NO_TABLE,
    "table/over": NO_TABLE,
    "table/closing": TRY_AGAIN,
    "table/house-full": TRY_AGAIN,
    "table/invite": NOT_LET_IN,
    "table/password": NOT_LET_IN,
    "table/tries": NOT_LET_IN,
    "table/kicked": NOT_LET_IN,
    "people/ticket": NOT_LET_IN,
}


class _Latest:
    """The latest update as a frame: all strangers at a table are told the very same one."""

    def __init__(self) -> None:
        self._kept: tuple[Update | None, str] = (None, "")

    def frame(self, update: Update) -> str:
        """Return an update as a frame."""
        known, frame = self._kept
        if known is not update:
            frame = wire.encode(wire.state_of(update))
            self._kept = update, frame
        return frame


_LATEST: Final = _Latest()


class _Line:
    """The sending side of a socket: a queue, and the task that empties it.

    Attributes:
        ended: Set when nothing more will be sent than what waits.
        code: How the socket closes then.
    """

    def __init__(self, socket: WebSocket) -> None:
        self._socket = socket
        self._queue: asyncio.Queue[str | None] = asyncio.Queue(QUEUE)
        self.ended = asyncio.Event()
        self.code = TOO_SLOW

    def push(self, update: Update) -> None:
        """Send an update later; a line that is behind by a whole queue breaks."""
        self._put(_LATEST.frame(update))

    def hear(self, said: Sequence[Said]) -> None:
        """Send what was said later."""
        self.send(wire.SaidMessage(list(said)))

    def send(self, answer: wire.Answer | None) -> None:
        """Send an answer later, if there is one."""
        if answer is not None:
            self._put(wire.encode(answer))

    def _put(self, frame: str) -> None:
        if self.ended.is_set():
            return
        try:
            self._queue.put_nowait(frame)
        except asyncio.QueueFull:
            self.ended.set()

    def end(self, error: WildrankError, code: int | None = None) -> None:
        """Say why the line ends, after what waits, and close it."""
        self.send(wire.problem_of(error))
        usual = TRY_AGAIN if isinstance(error, StoreError) else POLICY_VIOLATION
        self.stop(_CLOSES.get(error.code, usual) if code is None else code)

    def stop(self, code: int = NORMAL) -> None:
        """Close the line after what waits."""
        if not self.ended.is_set():
            self.code = code
            with suppress(asyncio.QueueFull):
                self._queue.put_nowait(None)
            self.ended.set()

    async def run(self) -> None:
        """Write what waits until the line ends or breaks."""
        with suppress(TimeoutError, WebSocketDisconnect, RuntimeError, OSError):
            while (text := await self._queue.get()) is not None:
                reach("half-told")
                async with asyncio.timeout(SEND_S):
                    await self._socket.send_text(text)

    async def over(self, writing: asyncio.Task[None]) -> None:
        """Wait until the line has ended, and a moment more for what still waits to be sent."""
        ended = asyncio.create_task(self.ended.wait())
        await asyncio.wait([writing, ended], return_when=asyncio.FIRST_COMPLETED)
        ended.cancel()
        if self.code != TOO_SLOW:
            await asyncio.wait([writing], timeout=LAST_S)


async def talk(socket: WebSocket) -> None:
    """Serve one socket until it closes or is closed."""
    program = "origin" not in socket.headers and bearer(socket.headers) is not None
    if not (program or from_here(socket)):
        await socket.close(POLICY_VIOLATION)
        return
    await socket.accept()
    line = _Line(socket)
    writing = asyncio.create_task(line.run())
    reading = asyncio.create_task(_serve(socket, line))
    try:
        await line.over(writing)
    finally:
        writing.cancel()
        reading.cancel()
        await asyncio.gather(writing, reading, return_exceptions=True)
    await _close(socket, line.code)


async def _close(socket: WebSocket, code: int) -> None:
    """Close a socket that may not be reading, without waiting for it."""
    try:
        async with asyncio.timeout(1):
            await socket.close(code)
    except (TimeoutError, RuntimeError, OSError, WebSocketDisconnect):
        return


async def _serve(socket: WebSocket, line: _Line) -> None:
    """Read messages until the client goes: a hello first, then wishes."""
    reception: Reception = socket.app.state.reception
    address = "" if socket.client is None else socket.client.host
    name = socket.path_params["table"]
    try:
        with reception.crowd.counted(address, name):
            await _converse(socket, line, reception, address)
    except (TimeoutError, WebSocketDisconnect):
        line.stop()
    except WildrankError as error:
        line.end(error)
    except Exception:  # noqa: BLE001 - one line may fail, and somebody has to hear of it
        _LOG.exception("a line to table %s failed", name)
    finally:
        line.stop(POLICY_VIOLATION)


async def _converse(socket: WebSocket, line: _Line, reception: Reception, address: str) -> None:
    """Greet a client and serve it.

    Raises:
        WildrankError: If it is not let in.
        TimeoutError: If it says no hello.
        WebSocketDisconnect: If it goes.
    """
    table = await table_of(socket)
    async with asyncio.timeout(HELLO_S):
        hello = await _hello(socket)
    who = await reception.people.recognise(hello.token or bearer(socket.headers) or "")
    await reception.admit(table, who, hello, address)
    client = Client(who.player, line, hello.name.strip(), hello.last, hello.mark)
    with reception.open_line(who, line):
        line.send(wire.Welcome(who.token, table.name, len(table.state.chairs)))
        asker = _Asker(socket, table, who, address)
        asker.metrics.lines.inc()
        try:
            await table.join(client)
            await _listen(socket, asker, line)
        finally:
            if not table.closed:
                await table.leave(client)


class _Asker:
    """Somebody who asks a table for things, and what is kept and counted about it."""

    def __init__(self, socket: WebSocket, table: Table, who: Holder, address: str) -> None:
        self.table = table
        self.who = who
        self.address = address
        self.reception: Reception = socket.app.state.reception
        self.metrics: Metrics = socket.app.state.metrics
        self._kept = False

    async def ask(self, wish: wire.Asked) -> wire.Answer | None:
        """Return what is said to a wish; nothing to one that is granted and has no id.

        Raises:
            WildrankError: If it is refused.
        """
        kind = type(wish).__name__.lower()
        try:
            answer = await self._grant(wish)
        except WildrankError:
            self.metrics.wishes.labels(kind, "no").inc()
            raise
        self.metrics.wishes.labels(kind, "yes").inc()
        return answer or (wire.Done(wish.id) if wish.id else None)

    async def _grant(self, wish: wire.Asked) -> wire.Answer | None:
        match wish:
            case wire.Ping():
                return wire.Pong()
            case wire.Ticket():
                return await self._ticket()
            case wire.Logout():
                await self.reception.log_out(self.who, LOGGED_OUT)
            case wire.SetPassword():
                await self._set_password(wish)
            case _:
                await self._ask_table(wish)
        return None

    async def _ask_table(self, wish: WireWish) -> None:
        """Pass on a wish; a token is kept before it gets a chair."""
        if isinstance(wish, Sit) and not self._kept:
            await self.reception.people.keep(self.who)
            await self.reception.people.visits(self.who, self.table.name)
            self._kept = True
        await self.table.ask(self.who.player, wish)

    async def _set_password(self, wish: wire.SetPassword) -> None:
        """Hash a password, which takes as long as a guess; only the hash goes to the table."""
        refuse_guests(self.table.state, self.who.player, "sets the password")
        if wish.text:
            self.reception.crowd.set_password(self.address)
        kept = await self.reception.passwords.hash(wish.text)
        await self.table.ask(self.who.player, Lock(kept, id=wish.id))

    async def _ticket(self) -> wire.TicketMessage:
        if self.who.player not in self.table.state.hosting.known:
            msg = "a link for another device is for people who sat here; sit down first"
            raise TableError(msg, code="people/unknown")
        return wire.TicketMessage(self.reception.people.ticket(self.who.player), TICKET_S)


async def _listen(socket: WebSocket, asker: _Asker, line: _Line) -> None:
    """Pass wishes to the table, one after the other, and its refusals back.

    Raises:
        WebSocketDisconnect: If the client goes.
    """
    limits = asker.reception.crowd.limits
    bucket = Bucket(limits.rate, limits.burst)
    mistakes = strikes = 0
    while mistakes < MISTAKES and strikes < limits.strikes and not asker.table.closed:
        wish_id = ""
        try:
            wish = await _wish(socket)
            wish_id = wish.id
            reach("after-decode")
            if not bucket.take(time.monotonic()):
                strikes += 1
                raise _too_fast(limits.rate)
            line.send(await asker.ask(wish))
        except NotationError as error:
            mistakes += 1
            line.send(wire.problem_of(error))
        except WildrankError as error:
            line.send(wire.problem_of(error, wish_id))


def _too_fast(rate: float) -> TableError:
    msg = f"these are more than {rate:g} messages a second; this one was not read"
    return TableError(msg, code="wire/too-fast")


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


async def _wish(socket: WebSocket) -> wire.Asked:
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
