"""The server that is measured, a process of its own. Start reading at `Server`."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sys
from pathlib import Path
from time import perf_counter
from typing import Any

import msgspec

from wildrank.table import TableConfig
from wildrank.table.config import Customs
from wildrank.table.store.sqlite import SqliteLog
from wildrank.table.store.upkeep import FILE
from wildrank.web import create_app
from wildrank.web.server import _Server, uvicorn_config

COMMAND = "from serving.process import serve; serve({port}, {folder!r})"


def serve(port: int, folder: str) -> None:
    """Serve tables without pauses, kept on the disk, until killed or told to end."""
    config = msgspec.structs.replace(
        TableConfig(bots=0).hurried(), customs=Customs(act_s=600.0), call_s=600.0
    )
    store = SqliteLog.open(Path(folder) / FILE)
    app = create_app(config, store=lambda: store)
    listening = socket.create_server(("127.0.0.1", port), backlog=2048)
    _Server(uvicorn_config(app), app, ["ready"], "").run(sockets=[listening])


class Server:
    """The server's process and what it uses."""

    def __init__(self, folder: Path) -> None:
        """Choose a port; tables are kept in a folder."""
        self.folder = folder
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port: int = free.getsockname()[1]
        self.origin = f"http://127.0.0.1:{self.port}"
        self.opened: list[str] = []
        self._process: asyncio.subprocess.Process | None = None

    async def start(self) -> float:
        """Start the process and return the seconds until it answers."""
        began = perf_counter()
        bench = str(Path(__file__).parents[1])
        self._process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-c",
            COMMAND.format(port=self.port, folder=str(self.folder)),
            env={**os.environ, "PYTHONPATH": os.pathsep.join([bench, *sys.path])},
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.DEVNULL,
        )
        while not await self._answers():
            if self._process.returncode is not None:
                msg = f"the server ended with {self._process.returncode}"
                raise RuntimeError(msg)
            await asyncio.sleep(0.01)
        return perf_counter() - began

    async def _answers(self) -> bool:
        try:
            status, _ = await self.request("GET", "/healthz")
        except OSError:
            return False
        return status == 200

    async def request(self, method: str, path: str) -> tuple[int, Any]:
        """Return status and body of a request."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        head = f"{method} {path} HTTP/1.1\r\nhost: 127.0.0.1:{self.port}\r\n"
        head += f"origin: {self.origin}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
        writer.write(head.encode())
        answer = await reader.read()
        writer.close()
        top, _, body = answer.partition(b"\r\n\r\n")
        status = int(top.split(b" ", 2)[1]) if top else 0
        return status, msgspec.json.decode(body) if body.startswith(b"{") else body

    async def open_tables(self, count: int) -> list[str]:
        """Open tables and return their names."""
        for _ in range(count):
            status, body = await self.request("POST", "/api/tables")
            if status != 201:
                msg = f"no table was opened: {status} {body}"
                raise RuntimeError(msg)
            self.opened.append(body["table"])
        return self.opened[-count:]

    def kill(self) -> None:
        """End the process without a warning."""
        if self._process is not None:
            self._process.send_signal(signal.SIGKILL)

    async def stop(self) -> None:
        """End the process."""
        if self._process is None:
            return
        if self._process.returncode is None:
            self._process.terminate()
            try:
                async with asyncio.timeout(10):
                    await self._process.wait()
            except TimeoutError:
                self._process.kill()
        await self._process.wait()

    def processor(self) -> float:
        """Return the seconds of the processor used so far."""
        if self._process is None:
            return 0.0
        fields = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory(self, what: str = "VmRSS") -> float:
        """Return megabytes of memory: now, or the most there were with ``VmHWM``."""
        if self._process is None:
            return 0.0
        for line in Path(f"/proc/{self._process.pid}/status").read_text().splitlines():
            if line.startswith(what):
                return int(line.split()[1]) / 1024
        return 0.0

    def log_size(self) -> float:
        """Return the megabytes of what is written ahead of the file of the tables."""
        log = self.folder / f"{FILE}-wal"
        return log.stat().st_size / 2**20 if log.exists() else 0.0

    def sockets(self) -> int:
        """Return how many sockets the process has open."""
        if self._process is None:
            return 0
        links = Path(f"/proc/{self._process.pid}/fd").iterdir()
        return sum(link.is_symlink() and "socket:" in str(link.readlink()) for link in links)
