"""A server for browsers: in a thread of this process, its bots and decks known; or a real one."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread, Timer
from typing import Final, NamedTuple

import uvicorn
from table.kit import ToldBots

from wildrank.cli.common import IN_MEMORY
from wildrank.table import TableConfig
from wildrank.table.config import Customs
from wildrank.web.app import create_app
from wildrank.web.house_bots import HouseBots
from wildrank.web.security import LOOPBACK
from wildrank.web.server import uvicorn_config

SOURCE: Final = Path(__file__).resolve().parents[2] / "src"
STOP_S: Final = 20.0
PROCESS_S: Final = 120.0
# No pause that a test would wait for, and no clock that a slow machine would run into.
BRISK: Final = TableConfig(
    bots=2,
    seed_s=0.0,
    customs=Customs(act_s=600.0),
    call_s=600.0,
    choose_s=600.0,
    think_s=(0.0, 0.01),
    announce_s=0.05,
    deal_s=0.01,
    show_s=0.01,
    result_s=600.0,
    short_result_s=600.0,
)


@contextmanager
def stage(
    bots: ToldBots | HouseBots, config: TableConfig = BRISK, *, others: bool = False
) -> Iterator[str]:
    """Serve tables with some bots from a thread, and give the address.

    Args:
        bots: Who plays for the programs.
        config: How tables are run.
        others: Whether the server says that other machines reach it, at that very address.
    """
    listening = socket.create_server(("127.0.0.1", 0))
    here = f"http://127.0.0.1:{listening.getsockname()[1]}"
    origins = (here,) if others else ()
    app = create_app(config, hosts=LOOPBACK, origins=origins, bots=lambda: bots)
    server = uvicorn.Server(uvicorn_config(app))
    thread = Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    try:
        yield here
    finally:
        server.should_exit = True
        thread.join(STOP_S)
        server.force_exit = True
        thread.join(STOP_S)
        listening.close()
        assert not thread.is_alive()


class Running(NamedTuple):
    """A server in a process of its own, and the address it printed."""

    process: subprocess.Popen[str]
    origin: str

    def kill(self) -> None:
        """End it at once, as a power cut does."""
        self.process.kill()
        self.process.wait()


@contextmanager
def process(data: Path | None = None, port: int = 0) -> Iterator[Running]:
    """Run ``wildrank serve`` as a visitor's machine does.

    The process ends with the block, and at the latest when its time is up.

    Args:
        data: The folder it keeps tables in; in memory if there is none.
        port: Where it listens; anywhere for 0.
    """
    command = "from wildrank.cli import main; main()"
    where = ["--port", str(port), "--data", IN_MEMORY if data is None else str(data)]
    with subprocess.Popen(
        [sys.executable, "-c", command, "serve", *where],
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONPATH": str(SOURCE)},
    ) as running:
        limit = Timer(PROCESS_S, running.kill)
        limit.start()
        try:
            assert running.stdout is not None
            found = re.search(r"http://127\.0\.0\.1:\d+", running.stdout.readline())
            assert found is not None
            yield Running(running, found[0])
        finally:
            running.terminate()
            running.wait()
            limit.cancel()
