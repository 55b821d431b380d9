"""How the server does under load: many tables, a crowd that never reads, a crowd that comes back.

The server is a process of its own that keeps everything on a disk, synced before it is told; the
clients are in this one. Prints what it measures beside how fast the disk syncs, and writes it to
``server.md``. Start reading at `main`; the clients are in ``serving/``.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import platform
import sys
import tempfile
from pathlib import Path
from time import perf_counter

from serving import storm, table_load
from serving.process import Server
from serving.silent import silent_crowd

REPORT = Path(__file__).with_suffix(".md")
COMMAND = "python bench/server.py"
TRIALS = ("load", "silent", "storm")


def syncs(folder: Path, count: int = 200) -> list[float]:
    """Return the milliseconds of appends to a file, each synced."""
    took = []
    with (folder / "plain").open("wb", buffering=0) as file:
        for _ in range(count):
            began = perf_counter()
            file.write(b"x" * 250)
            os.fsync(file.fileno())
            took.append(1000 * (perf_counter() - began))
    return took


def part(numbers: list[float], share: float) -> float:
    """Return the number below which a share of the numbers lies, 0 if there are none."""
    ordered = sorted(numbers)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0


async def trial(name: str, folder: Path, asked: argparse.Namespace) -> dict[str, object]:
    """Run one trial on a fresh server and return its figures."""
    server = Server(folder / name)
    await server.start()
    try:
        if name == "load":
            size = table_load.Size(asked.tables, asked.players, asked.rate, asked.seconds)
            return await table_load.load(server, size)
        if name == "silent":
            return await silent_crowd(server, asked.sockets, min(20.0, asked.seconds))
        return await storm.reconnect(server, asked.sockets)
    finally:
        await server.stop()


def told(figures: dict[str, dict[str, object]], synced: list[float], command: str) -> str:
    """Return the figures as a page of Markdown."""
    machine = f"{platform.machine()}, {os.cpu_count()} cores, {platform.system()}"
    head = (
        f"Written by `{command}` on {machine}, Python {platform.python_version()}. Server and"
        " clients share the machine; every action is synced to the disk before anybody is told."
        " Latency runs from the moment an action was meant to be sent, whether or not it could"
        " be, to the last of the views of its table.\n"
    )
    lines = [
        "# The server under load\n",
        head,
        "| | median | 99 of 100 |",
        "|---|---:|---:|",
        f"| one sync of this disk | {part(synced, 0.5):.2f} ms | {part(synced, 0.99):.2f} ms |\n",
    ]
    for name, found in figures.items():
        lines += [f"## {name.capitalize()}\n", "| | |", "|---|---:|"]
        lines += [f"| {what} | {value} |" for what, value in found.items()]
        lines.append("")
    return "\n".join(lines)


def main() -> None:
    """Run the trials that are asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("trials", nargs="*", choices=[*TRIALS, []], help="all if none is named")
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--players", type=int, default=6)
    parser.add_argument("--rate", type=float, default=400, help="actions a second, all tables")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--sockets", type=int, default=1000, help="of silent and storm")
    parser.add_argument("--json", action="store_true", help="print JSON and write nothing")
    asked = parser.parse_args()
    figures: dict[str, dict[str, object]] = {}
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        synced = syncs(folder)
        for name in asked.trials or TRIALS:
            figures[name] = asyncio.run(trial(name, folder, asked))
    if asked.json:
        print(json.dumps(figures))
        return
    page = told(figures, synced, " ".join([COMMAND, *sys.argv[1:]]))
    print(page)
    if not asked.trials:
        REPORT.write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()
