"""Connections that are cut when the other side does not do its part.

uvicorn waits forever for the rest of a request that has begun, and for a client to read what was
sent before its socket closes; and it answers pings and keeps fragments without end. Here none of
that lasts. Start reading at `ImpatientHttp`.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import Any, Final

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode, Frame

from wildrank.table.bucket import Bucket

WHOLE_S: Final = 10.0  # from the first byte of a connection, or of the next request on it
_ENTER: Final = 1  # new connections that are heard at each turn of the loop
CLOSE_S: Final = 1.0  # from the last word to a socket until it is cut
FRAMES_PER_S: Final = 20.0  # frames that are no message: pings, pongs, fragments
FRAMES_AT_ONCE: Final = 200.0
_SLICE: Final = 4 * 1024  # bytes read before others have a turn, and before frames are counted
_BUFFER: Final = 16 * 1024  # bytes that may wait for a client, then sending waits too


class Door:
    """New connections with something to say, of which a few are heard at each turn of the loop.

    However many come at once, everybody else has a turn between any two of these few.
    """

    def __init__(self) -> None:
        """Start with nobody outside."""
        self._outside: deque[Callable[[], None]] = deque()

    def come(self, loop: asyncio.AbstractEventLoop, enter: Callable[[], None]) -> None:
        """Have something called when it is this connection's turn."""
        self._outside.append(enter)
        if len(self._outside) == 1:
            loop.call_soon(self._turn, loop)

    def _turn(self, loop: asyncio.AbstractEventLoop) -> None:
        for _ in range(min(_ENTER, len(self._outside))):
            self._outside.popleft()()
        if self._outside:
            loop.call_soon(self._turn, loop)


class ImpatientHttp(H11Protocol):
    """uvicorn's HTTP, with a limit on how long a request may take to arrive."""

    def __init__(self, *args: Any, door: Door, **fields: Any) -> None:  # noqa: ANN401 - as uvicorn calls it
        """Start without a connection."""
        super().__init__(*args, **fields)
        self._door: Door | None = door  # until it was passed
        self._patience: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for a request."""
        super().connection_made(transport)
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no longer."""
        self._calm()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take what comes, the first of it when it is this connection's turn."""
        if self._door is None:
            self._take(data)
            return
        self.transport.pause_reading()
        self._door.come(self.loop, partial(self._enter, data))
        self._door = None

    def _enter(self, data: bytes) -> None:
        if not self.transport.is_closing():
            self.transport.resume_reading()
            self._take(data)

    def _take(self, data: bytes) -> None:
        """Go on waiting until the request is whole."""
        super().data_received(data)
        arriving = self.conn.their_state in (h11.IDLE, h11.SEND_BODY)
        if self.transport.get_protocol() is not self or not arriving:
            self._calm()
        elif self._patience is None:
            self._wait()

    def _wait(self) -> None:
        self._patience = self.loop.call_later(WHOLE_S, self.transport.abort)

    def _calm(self) -> None:
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None


class ImpatientSocket(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket, which is cut soon after it was closed, read or not.

    Frames that are no message by themselves are counted, since no reader of messages sees them.
    """

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Let little wait for a client that reads slowly."""
        super().connection_made(transport)
        self.transport.set_write_buffer_limits(high=_BUFFER)
        self._frames = Bucket(FRAMES_PER_S, FRAMES_AT_ONCE)

    def data_received(self, data: bytes) -> None:
        """Read in slices, and nothing more once the line is given up."""
        for start in range(0, len(data), _SLICE):
            if self.transport.is_closing():
                return
            super().data_received(data[start : start + _SLICE])

    def handle_ping(self) -> None:
        """Answer a ping, and count it."""
        super().handle_ping()
        self._count()

    def handle_pong(self, event: Frame) -> None:
        """Take an answer, and count it."""
        super().handle_pong(event)
        self._count()

    def handle_cont(self, event: Frame) -> None:
        """Take a fragment, and count it."""
        super().handle_cont(event)
        self._count()

    def _count(self) -> None:
        if not self._frames.take(self.loop.time()) and not self.transport.is_closing():
            self.conn.fail(CloseCode.POLICY_VIOLATION, "too many frames")
            self.handle_parser_exception()

    def keepalive_timeout(self) -> None:
        """Give up a client that answers nothing."""
        super().keepalive_timeout()
        self._cut_soon()

    def on_task_complete(self, task: asyncio.Task[None]) -> None:
        """Give up a client that nobody speaks with any longer."""
        super().on_task_complete(task)
        self._cut_soon()

    def _cut_soon(self) -> None:
        self.loop.call_later(CLOSE_S, self.transport.abort)
