"""A server in a process of its own, which tests may kill, stop and start again.

One process has everything loaded and forks a server whenever it is asked for one, so a start takes
milliseconds. Start reading at `forking`; the other side is in ``crash_server.py``.
"""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from web.kit import Place

SERVER = Path(__file__).with_name("crash_server.py")
SOURCE = Path(__file__).resolve().parents[2] / "src"


class Server:
    """The process that forks servers, and the one it forked last."""

    def __init__(self, port: int, process: asyncio.subprocess.Process) -> None:
        """Take a process that waits for lines."""
        self.place = Place(port, None)  # type: ignore[arg-type] # it is in another process
        self.process = process
        self.number = 0

    async def start(self, armed: str = "") -> None:
        """Start a server, and wait until it listens."""
        assert self.process.stdin is not None
        self.process.stdin.write(f"{armed}\n".encode())
        self.number = int(await self._line())

    async def ended(self, seconds: float = 60) -> int:
        """Wait for the end, and return how it ended."""
        async with asyncio.timeout(seconds):
            return int((await self._line()).split()[1])

    async def end(self, how: int) -> int:
        """Send a signal, and return how the server ended."""
        with suppress(ProcessLookupError):
            os.kill(self.number, how)
        return await self.ended()

    @property
    def answers(self) -> bool:
        """Whether somebody listens."""
        with socket.socket() as line:
            return line.connect_ex(("127.0.0.1", self.place.port)) == 0

    def memory(self) -> float:
        """Return the most megabytes of memory that the server has had."""
        for line in Path(f"/proc/{self.number}/status").read_text().splitlines():
            if line.startswith("VmHWM"):
                return int(line.split()[1]) / 1024
        return 0.0

    def sockets(self) -> int:
        """Return how many sockets the server has open."""
        links = Path(f"/proc/{self.number}/fd").iterdir()
        return sum(link.is_symlink() and "socket:" in str(link.readlink()) for link in links)

    async def _line(self) -> str:
        assert self.process.stdout is not None
        return (await self.process.stdout.readline()).decode()


@asynccontextmanager
async def forking(folder: Path) -> AsyncIterator[Server]:
    """Run the process that forks."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port: int = free.getsockname()[1]
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        str(SERVER),
        str(port),
        str(folder),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        env=os.environ | {"PYTHONPATH": str(SOURCE)},
    )
    server = Server(port, process)
    try:
        yield server
    finally:
        if process.returncode is None:
            with suppress(ProcessLookupError):
                os.kill(server.number or process.pid, signal.SIGKILL)
            assert process.stdin is not None
            process.stdin.close()
            await process.wait()


async def until(check: Callable[[], bool], seconds: float = 90) -> None:
    """Wait until something holds."""
    async with asyncio.timeout(seconds):
        while not check():  # noqa: ASYNC110 - what is waited for is in another process
            await asyncio.sleep(0.005)
