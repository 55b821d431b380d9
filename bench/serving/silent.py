"""A crowd that connects and never reads, beside tables that go on. Start at `silent_crowd`."""

from __future__ import annotations

import asyncio
import base64
import os
import socket
import sys
from pathlib import Path
from time import perf_counter

import msgspec

from serving.process import Server
from serving.table_load import acting, errors, seated, spread

RATE = 50.0
QUIET_TABLES = 10
BENCH = str(Path(__file__).parents[1])
SMALL = 4096  # bytes the kernel may keep for a socket that is not read
WATCHED = 4  # of the tables that go on, those which the silent watch


class Mute:
    """A socket that says hello and then reads nothing."""

    def __init__(self) -> None:
        """Make the socket, with little room for what is not read."""
        self.line = socket.socket()
        self.line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL)
        self.line.settimeout(0)

    async def connect(self, port: int, table: str) -> None:
        """Shake hands and say hello."""
        loop = asyncio.get_running_loop()
        await loop.sock_connect(self.line, ("127.0.0.1", port))
        key = base64.b64encode(os.urandom(16)).decode()
        host = f"127.0.0.1:{port}"
        head = (
            f"GET /ws/{table} HTTP/1.1\r\nhost: {host}\r\norigin: http://{host}\r\n"
            "upgrade: websocket\r\nconnection: Upgrade\r\n"
            f"sec-websocket-version: 13\r\nsec-websocket-key: {key}\r\n\r\n"
        )
        await loop.sock_sendall(self.line, head.encode())
        await loop.sock_recv(self.line, 1024)
        hello = msgspec.json.encode({"type": "hello", "protocol": 2})
        frame = bytes([0x81, 0x80 | len(hello), 0, 0, 0, 0]) + hello
        await loop.sock_sendall(self.line, frame)


def be_silent(port: int, sockets: int, tables: list[str]) -> None:
    """Connect to some tables all at once, say so in a line, and wait for the end of the input."""

    async def connect() -> list[Mute]:
        mutes = [Mute() for _ in range(sockets)]
        await asyncio.gather(
            *(mute.connect(port, tables[i % len(tables)]) for i, mute in enumerate(mutes))
        )
        return mutes

    mutes = asyncio.run(connect())
    print(len(mutes), flush=True)
    sys.stdin.read()


async def _crowd(port: int, sockets: int, tables: list[str]) -> asyncio.subprocess.Process:
    """Start a silent crowd as a process of its own, so that it does not hold up who is timed."""
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-c",
        f"from serving.silent import be_silent; be_silent({port}, {sockets}, {tables})",
        env={**os.environ, "PYTHONPATH": os.pathsep.join([BENCH, *sys.path])},
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )


async def silent_crowd(server: Server, sockets: int, seconds: float) -> dict[str, object]:
    """Return when silent sockets are cut, what they cost, and what others notice.

    The others are timed from the moment on at which the crowd begins to connect.
    """
    crowds = await seated(server, QUIET_TABLES, 6)
    before = await acting(crowds, RATE, seconds)
    memory, open_ = server.memory(), server.sockets()
    crowd = await _crowd(server.port, sockets, server.opened[:WATCHED])
    cutting = asyncio.create_task(_all_cut(server, crowd, open_))
    during = await acting(crowds, RATE, seconds)
    most = server.memory("VmHWM")
    cuts = await cutting
    await crowd.communicate(b"")
    still = max(0, server.sockets() - open_)
    for people in crowds:
        people.go()
    return {
        "sockets that never read": sockets,
        "still open": still,
        "last one cut after": f"{cuts:.1f} s",
        "more memory": f"{most - memory:.0f} MB",
        "errors of others": errors(crowds),
        **{f"others before: {what}": value for what, value in spread(before).items()},
        **{f"others meanwhile: {what}": value for what, value in spread(during).items()},
    }


async def _all_cut(
    server: Server, crowd: asyncio.subprocess.Process, others: int, patience_s: float = 90.0
) -> float:
    """Return the seconds until the server has given up a crowd, or until patience ends.

    It is the server that is asked: a client that reads nothing does not see the end of its line.
    """
    if crowd.stdout is not None:
        await crowd.stdout.readline()
    began = perf_counter()
    while server.sockets() > others and perf_counter() - began < patience_s:  # noqa: ASYNC110 - in another process
        await asyncio.sleep(0.1)
    return perf_counter() - began
