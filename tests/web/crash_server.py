"""A server that tests may kill: a process with everything loaded forks one for each line it reads.

A line is a failpoint to arm, ``clock`` for one that jumps, ``old`` for the interpreter's own
SQLite through one connection, or empty. Answers are the number of the process that serves, and how
it ended: ``python crash_server.py PORT FOLDER``.
"""

from __future__ import annotations

import os
import random
import signal
import socket
import sqlite3
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import msgspec

from wildrank.table import TableConfig, failpoints
from wildrank.table.store import writer
from wildrank.table.store.driver import Driver
from wildrank.table.store.sqlite import SqliteLog
from wildrank.table.store.upkeep import FILE
from wildrank.web import create_app
from wildrank.web.server import _Server, uvicorn_config

CONFIG = msgspec.structs.replace(TableConfig().hurried(), choose_s=0.0, call_s=0.01, grace_s=0.3)


def end_soon() -> None:
    """End from another thread, so that SQLite is at any moment of a checkpoint then."""
    wait = random.uniform(0.0, 0.003)
    threading.Timer(wait, os.kill, (os.getpid(), signal.SIGKILL)).start()


def jumping(honest: Callable[[], float]) -> Callable[[], float]:
    """Return a wall clock that is an hour early, right or an hour late, for some 0.1 s each."""
    return lambda: honest() + 3600 * (int(honest() * 10) % 3 - 1)


def serve(port: int, folder: Path, armed: str) -> None:
    """Serve until killed or told to end."""
    writer._IDLE_S = 0.004  # type: ignore[misc] # rest early, so that it is reached under load
    failpoints.arm(armed)
    if armed == "clock":
        time.time = jumping(time.time)
    if armed.startswith("in-checkpoint"):
        failpoints.end = end_soon
    driver = Driver.of(sqlite3)._replace(sound=False) if armed == "old" else None
    store = SqliteLog.open(folder / FILE, driver)
    app = create_app(CONFIG, store=lambda: store)
    listening = socket.create_server(("127.0.0.1", port), backlog=256)
    _Server(uvicorn_config(app), app, ["ready"], "").run(sockets=[listening])


def main() -> None:
    """Fork a server for each line."""
    port, folder = int(sys.argv[1]), Path(sys.argv[2])
    for line in sys.stdin:
        number = os.fork()
        if not number:
            sys.stdout = sys.stderr
            serve(port, folder, line.strip())
            os._exit(0)
        sys.stdout.write(f"{number}\n")
        sys.stdout.flush()
        _, status = os.waitpid(number, 0)
        sys.stdout.write(f"ended {os.waitstatus_to_exitcode(status)}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
