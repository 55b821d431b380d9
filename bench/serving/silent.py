"""A crowd that connects and never reads, beside tables that go on. Start at `silent_crowd`."""

from __future__ import annotations

import asyncio
import base64
import os
import socket
from time import perf_counter

import msgspec

from serving.process import Server
from serving.table_load import acting, errors, seated, spread

RATE = 50.0
QUIET_TABLES = 10
SMALL = 4096  # bytes the kernel may keep for a socket that is not read
WATCHED = 4  # of the tables that go on, those which the silent watch


class Mute:
    """A socket that says hello and then reads nothing."""

    def __init__(self) -> None:
        """Make the socket, with little room for what is not read."""
        self.line = socket.socket()
        self.line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL)
        self.line.settimeout(0)

    async def connect(self, server: Server, table: str) -> None:
        """Shake hands and say hello."""
        loop = asyncio.get_running_loop()
        await loop.sock_connect(self.line, ("127.0.0.1", server.port))
        key = base64.b64encode(os.urandom(16)).decode()
        host = f"127.0.0.1:{server.port}"
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


async def silent_crowd(server: Server, sockets: int, seconds: float) -> dict[str, object]:
    """Return when silent sockets are cut, what they cost, and what others notice."""
    crowds = await seated(server, QUIET_TABLES, 6)
    before = await acting(crowds, RATE, seconds)
    memory, open_ = server.memory(), server.sockets()
    mutes = [Mute() for _ in range(sockets)]
    names = server.opened[:WATCHED]
    await asyncio.gather(
        *(mute.connect(server, names[i % len(names)]) for i, mute in enumerate(mutes))
    )
    began = perf_counter()
    cutting = asyncio.create_task(_all_cut(server, open_, began))
    during = await acting(crowds, RATE, seconds)
    most = server.memory("VmHWM")
    cuts = await cutting
    still = max(0, server.sockets() - open_)
    for crowd in crowds:
        crowd.go()
    return {
        "sockets that never read": sockets,
        "still open": still,
        "last one cut after": f"{cuts:.1f} s",
        "more memory": f"{most - memory:.0f} MB",
        "errors of others": errors(crowds),
        **{f"others before: {what}": value for what, value in spread(before).items()},
        **{f"others meanwhile: {what}": value for what, value in spread(during).items()},
    }


async def _all_cut(server: Server, others: int, began: float, patience_s: float = 90.0) -> float:
    """Return the seconds until the server has given all up, or until patience ends.

    It is the server that is asked: a client that reads nothing does not see the end of its line.
    """
    while server.sockets() > others and perf_counter() - began < patience_s:  # noqa: ASYNC110 - in another process
        await asyncio.sleep(0.1)
    return perf_counter() - began
