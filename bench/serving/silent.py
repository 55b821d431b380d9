"""A crowd that connects and never reads, beside tables that go on. Start at `silent_crowd`."""

from __future__ import annotations

import asyncio
import base64
import os
import socket
from time import perf_counter

import msgspec

from serving.process import Server
from serving.table_load import acting, seated, spread

RATE = 50.0
SECONDS = 20.0
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

    @property
    def cut(self) -> bool:
        """Whether the server has given it up: the system has no line to it any longer."""
        return self.line.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 1)[0] != _ESTABLISHED


_ESTABLISHED = 1


async def silent_crowd(server: Server, sockets: int) -> dict[str, object]:
    """Return when silent sockets are cut, what they cost, and what others notice."""
    crowds = await seated(server, QUIET_TABLES, 6)
    before = await acting(crowds, RATE, SECONDS)
    memory = server.memory()
    mutes = [Mute() for _ in range(sockets)]
    names = server.opened[:WATCHED]
    await asyncio.gather(
        *(mute.connect(server, names[i % len(names)]) for i, mute in enumerate(mutes))
    )
    began = perf_counter()
    cutting = asyncio.create_task(_all_cut(mutes, began))
    during = await acting(crowds, RATE, SECONDS)
    most = server.memory("VmHWM")
    cuts = await cutting
    for crowd in crowds:
        crowd.go()
    return {
        "sockets that never read": sockets,
        "still open": sum(not mute.cut for mute in mutes),
        "last one cut after": f"{cuts:.1f} s",
        "more memory": f"{most - memory:.0f} MB",
        **{f"others before: {what}": value for what, value in spread(before).items()},
        **{f"others meanwhile: {what}": value for what, value in spread(during).items()},
    }


async def _all_cut(mutes: list[Mute], began: float, patience_s: float = 90.0) -> float:
    """Return the seconds until all are cut, or until patience ends."""
    while perf_counter() - began < patience_s:
        if all(mute.cut for mute in mutes):
            break
        await asyncio.sleep(0.1)
    return perf_counter() - began
