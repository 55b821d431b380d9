"""How fast a step of a table is safe on the disk, beside how fast the disk syncs at all.

Tables append one record at a time and wait until it is kept, as they do in play. Prints a table
and writes it to ``store.md``. Start reading at `steps`.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import platform
import sys
import tempfile
from pathlib import Path
from time import perf_counter

from wildrank.table.store.sqlite import SqliteLog
from wildrank.table.store.upkeep import FILE

WANTED = 400  # steps a second that 200 tables of six need
RECORD = b"x" * 250
REPORT = Path(__file__).with_suffix(".md")


def syncs(folder: Path, count: int) -> list[float]:
    """Return the milliseconds of plain appends to a file, each synced."""
    took = []
    with (folder / "plain").open("wb", buffering=0) as file:
        for _ in range(count):
            began = perf_counter()
            file.write(RECORD)
            os.fsync(file.fileno())
            took.append(1000 * (perf_counter() - began))
    return took


async def steps(folder: Path, tables: int, count: int) -> tuple[float, list[float]]:
    """Return how many steps a second were kept, and the milliseconds of each."""
    store = SqliteLog.open(folder / str(tables) / FILE)
    took: list[float] = []

    async def table(name: str) -> None:
        for n in range(1, count + 1):
            began = perf_counter()
            await store.append(name, n, [RECORD])
            took.append(1000 * (perf_counter() - began))

    began = perf_counter()
    await asyncio.gather(*(table(f"t{i}") for i in range(tables)))
    rate = tables * count / (perf_counter() - began)
    await store.close()
    return rate, took


def row(what: str, rate: float, took: list[float]) -> str:
    """Return a line of the report."""
    took = sorted(took)
    middle, late = took[len(took) // 2], took[int(0.99 * len(took))]
    return f"| {what} | {rate:,.0f} | {middle:.2f} | {late:.2f} |"


def main() -> int:
    """Measure, print and write the table; 1 if many tables are too slow."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=100, help="steps a table")
    parser.add_argument("--folder", type=Path, help="where to write; else a temporary one")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=options.folder) as place:
        folder = Path(place)
        plain = syncs(folder, 500)
        rows = [row("a plain file, synced", 1000 * len(plain) / sum(plain), plain)]
        rate = 0.0
        for tables in (1, 10, 100):
            rate, took = asyncio.run(steps(folder, tables, options.count))
            rows.append(row(f"{tables} tables at once" if tables > 1 else "1 table", rate, took))
    machine = f"{platform.python_implementation()} {platform.python_version()}"
    machine += f", {platform.system()}, {platform.machine()}"
    command = f"`python bench/store.py --count {options.count}`"
    text = "\n".join(
        [
            "# Store: steps that are kept, and the milliseconds until one is",
            "",
            "| what | a second | median | 99 in 100 below |",
            "|---|---:|---:|---:|",
            *rows,
            "",
            f"Wanted: {WANTED} a second. {machine}; {command}.",
            "",
        ]
    )
    print(text)
    REPORT.write_text(text, encoding="utf-8")
    return int(rate < WANTED)


if __name__ == "__main__":
    sys.exit(main())
