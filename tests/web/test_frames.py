"""Abuse below the messages: frames and handshakes that no browser sends, at a server of its own.

Whatever comes, the connection is closed, the server keeps its memory, and at another table play
goes on without an error.
"""

from __future__ import annotations

import asyncio
import struct
import zlib
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from table.kit import in_a_loop
from web.forked import Server, forking, until
from web.kit import Page, Place, new_table, opened

from wildrank.web.wire import MAX_MESSAGE_BYTES

CLIENTS = 20  # that do the same at once
MORE_MB = 10.0
TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10
HELLO = b'{"type":"hello","protocol":2}'


def frame(
    code: int, data: bytes = b"", *, fin: bool = True, masked: bool = True, bits: int = 0,
    says: int | None = None,
) -> bytes:  # fmt: skip
    """Return a frame, whatever it says about itself; its mask is zero."""
    size = len(data) if says is None else says
    mask = 0x80 if masked else 0
    head = bytes([(0x80 if fin else 0) | bits << 4 | code])
    if size < 126:
        head += bytes([mask | size])
    elif size < 2**16:
        head += bytes([mask | 126]) + struct.pack("!H", size)
    else:
        head += bytes([mask | 127]) + struct.pack("!Q", size)
    return head + (bytes(4) if masked else b"") + data


def bomb() -> bytes:
    """Return a message that would be large if it were unpacked."""
    packing = zlib.compressobj(9, wbits=-15)
    return packing.compress(b"x" * 10_000_000) + packing.flush(zlib.Z_SYNC_FLUSH)


ABUSES: dict[str, bytes] = {
    "no mask": frame(TEXT, HELLO, masked=False),
    "more than a message has": frame(TEXT, b" " * (MAX_MESSAGE_BYTES + 1)),
    "the promise of 64 MB": frame(TEXT, says=2**26),
    "the promise of more than there is": frame(TEXT, says=2**63 - 1),
    "10,000 fragments": frame(TEXT, b" ", fin=False) + frame(0, b" ", fin=False) * 10_000,
    "10,000 empty fragments": frame(TEXT, fin=False) + frame(0, fin=False) * 10_000,
    "no UTF-8": frame(TEXT, b"\xff\xfe\xfd"),
    "100,000 pings": frame(PING, b"p" * 125) * 100_000,
    "100,000 pongs": frame(PONG) * 100_000,
    "a ping of 126 bytes": frame(PING, b"p" * 126),
    "half a ping": frame(PING, b"p", fin=False),
    "a bomb": frame(TEXT, bomb(), bits=0b100),
    **{f"reserved bit {bit}": frame(TEXT, HELLO, bits=1 << bit) for bit in range(3)},
    **{f"reserved code {code}": frame(code, b"x") for code in (3, 4, 5, 6, 7, 11, 12, 13, 14, 15)},
    "25 binary frames": frame(BINARY, HELLO) * 25,
    "the end of nothing": frame(0, HELLO),
    "a message within another": frame(TEXT, b"{", fin=False) + frame(TEXT, b"}"),
    "a close of one byte": frame(CLOSE, b"\x03"),
    "a close with no such code": frame(CLOSE, struct.pack("!H", 999)),
    "a close without words": frame(CLOSE, struct.pack("!H", 1000) + b"\xff\xff"),
    "1,000 closes": frame(CLOSE, struct.pack("!H", 1000)) * 1000,
}


def request(place: Place, table: str, more: str = "") -> bytes:
    """Return what asks for a socket."""
    return (
        f"GET /ws/{table} HTTP/1.1\r\nHost: 127.0.0.1:{place.port}\r\nOrigin: {place.origin}\r\n"
        "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        f"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n{more}\r\n"
    ).encode()


async def cut(reader: asyncio.StreamReader, seconds: float) -> None:
    """Read until the other side has closed the connection."""
    with suppress(ConnectionError):
        async with asyncio.timeout(seconds):
            while await reader.read(2**16):
                pass


async def abuse(place: Place, table: str, wrong: bytes, *, reads: bool = True) -> None:
    """Shake hands, say hello, do something wrong, and wait until the line is cut."""
    reader, writer = await asyncio.open_connection("127.0.0.1", place.port)
    writer.write(request(place, table, "Sec-WebSocket-Extensions: permessage-deflate\r\n"))
    answer = (await reader.readuntil(b"\r\n\r\n")).lower()
    assert answer.startswith(b"http/1.1 101 ")
    assert b"sec-websocket-extensions" not in answer
    writer.write(frame(TEXT, HELLO) + wrong)
    if not reads:
        with suppress(ConnectionError):
            await writer.drain()
            await asyncio.sleep(0.1)
    await cut(reader, 15)
    writer.transport.abort()


@asynccontextmanager
async def going_on(place: Place) -> AsyncIterator[None]:
    """Let somebody play at another table before, meanwhile and after; nothing goes wrong there."""
    async with opened(place, await new_table(place), "Ann") as ann:
        moves = 0

        async def play() -> None:
            nonlocal moves
            while True:
                await move(ann)
                moves += 1
                await asyncio.sleep(0.12)

        playing = asyncio.create_task(play())
        await until(lambda: moves > 2 or playing.done())
        yield
        before = moves
        await until(lambda: moves > before + 2 or playing.done())
        assert not playing.done(), playing.exception()
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)
        assert ann.errors == []


async def move(page: Page) -> None:
    """Call a game, or do what costs nothing."""
    view = await page.until(lambda view: calls(view) or (view["hand"] or {}).get("legal"))
    n = view["n"]
    if calls(view):
        await page.send("announce", game="holdem")
    elif not (legal := page.hand["legal"])["show"]:
        action = "down" if legal["take_down"] else "check" if legal["check"] else "fold"
        await page.send("act", n=n, action=action)
    await page.until(lambda view: view["n"] > n)


def calls(view: dict[str, Any]) -> bool:
    """Return whether somebody is to call the next game."""
    return bool(view["calling"] and view["calling"]["yours"])


@asynccontextmanager
async def beside(folder: Path) -> AsyncIterator[tuple[Server, str]]:
    """Run a server with a table to be abused beside one that goes on, and watch its memory."""
    async with forking(folder) as server:
        await server.start()
        await until(lambda: server.answers)
        table = await new_table(server.place)
        async with going_on(server.place):
            await abuse(server.place, table, ABUSES["no mask"])
            before = server.memory()
            yield server, table
        assert server.memory() - before <= MORE_MB


@pytest.mark.parametrize("reads", [True, False])
@in_a_loop
async def test_frames_that_no_browser_sends(tmp_path: Path, *, reads: bool) -> None:
    """Lines are closed at once, and nothing is heaped up, not even for who takes no answer."""
    async with beside(tmp_path) as (server, table):
        before = server.memory()
        for kind, wrong in ABUSES.items():
            async with asyncio.TaskGroup() as group:
                for _ in range(CLIENTS):
                    group.create_task(abuse(server.place, table, wrong, reads=reads))
            assert server.memory() - before <= MORE_MB, kind


@in_a_loop
async def test_handshakes_that_never_end(tmp_path: Path) -> None:
    """Half a handshake, one that comes byte by byte, and one in endless lines are all cut."""

    async def slow(place: Place, table: str, every_s: float) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", place.port)
        whole = request(place, table, f"X-Long: {'x' * 4000}\r\n")
        cutting = asyncio.create_task(cut(reader, 15))
        for byte in whole[:-1]:
            if cutting.done() or not every_s:
                break
            writer.write(bytes([byte]))
            await asyncio.sleep(every_s)
        await cutting
        writer.transport.abort()

    async def half(place: Place, table: str, part: Callable[[bytes], bytes]) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", place.port)
        writer.write(part(request(place, table)))
        await cut(reader, 15)
        writer.transport.abort()

    async with beside(tmp_path) as (server, table), asyncio.TaskGroup() as group:
        for _ in range(CLIENTS):
            group.create_task(slow(server.place, table, 0.02))
            group.create_task(half(server.place, table, lambda whole: whole[:-2]))
            group.create_task(half(server.place, table, lambda whole: whole[:7]))
            group.create_task(half(server.place, table, lambda _: b"x" * 200_000))
            group.create_task(half(server.place, table, lambda _: b"X: GET /\r\n" * 9999))


@in_a_loop
async def test_a_storm_of_sockets_that_close_at_once(tmp_path: Path) -> None:
    """Whoever comes and goes, in good order or not, leaves nothing behind."""

    async def come_and_go(place: Place, table: str, *, politely: bool) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", place.port)
        writer.write(request(place, table))
        await reader.readuntil(b"\r\n\r\n")
        if politely:
            writer.write(frame(TEXT, HELLO) + frame(CLOSE, struct.pack("!H", 1001)))
            await cut(reader, 15)
        writer.transport.abort()

    async with beside(tmp_path) as (server, table):
        for number in range(40):
            async with asyncio.TaskGroup() as group:
                for _ in range(CLIENTS):
                    group.create_task(come_and_go(server.place, table, politely=bool(number % 2)))
