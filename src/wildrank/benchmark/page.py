"""The figures as a page of Markdown that names the machine and the command.

Start reading at `report`.
"""

from __future__ import annotations

import os
import platform
from collections.abc import Iterable
from importlib import metadata
from pathlib import Path
from typing import Final

from wildrank.benchmark.timing import Job, Result
from wildrank.errors import WildrankError

RESULTS: Final = Path("bench/results.md")
COMMAND: Final = "wildrank bench --write"


def report(results: Iterable[Result]) -> str:
    """Return the figures as a page of Markdown that names the machine and the command."""
    head = (
        f"# Speed\n\nWritten by `{COMMAND}` on {machine()}. Everybody's figure is for one core:"
        " the median of rounds in which all took turns, by the time of the processor; after the"
        " sign stands the spread of the middle half of the rounds. The last column is how many"
        " times as fast Wildrank is: compare those, as absolute figures move from machine to"
        " machine.\n"
    )
    return "\n".join([head, *map(section, results)])


def section(result: Result) -> str:
    """Return the figures of one job as a section of Markdown."""
    job, figures = result
    ours = figures[0].rate
    lines = [
        f"## {job.title}\n",
        f"| who | {job.unit} a second | Wildrank is |",
        "|---|---:|---:|",
    ]
    absent = []
    for figure in figures:
        if not figure.rate:
            absent.append(figure.name)
            continue
        who = f"{figure.name} {figure.version}".strip()
        speed = f"{amount(figure.rate)} ± {figure.spread:.0%}"
        ratio = "" if figure is figures[0] else f"{_digits(ours / figure.rate)} times as fast"
        lines.append(f"| {who} | {speed} | {ratio} |")
    lines.append("")
    lines += [f"Not installed here: {', '.join(absent)}.\n"] * bool(absent)
    lines += [f"{_asked(job, ours)}\n"] * bool(job.at_least)
    lines += [f"{job.note}\n"] * bool(job.note)
    return "\n".join(lines)


def _asked(job: Job, ours: float) -> str:
    """Return whether what is asked of us was reached, or by how much it was missed."""
    if ours >= job.at_least:
        return f"Asked for: {amount(job.at_least)}; reached."
    return f"Asked for: {amount(job.at_least)}; missed by {1 - ours / job.at_least:.0%}."


def amount(rate: float) -> str:
    """Return a number of things a second in three digits: ``344 M``, ``2.75 M``, ``5.1 k``."""
    for size, letter in ((1e9, " G"), (1e6, " M"), (1e3, " k")):
        if rate >= size:
            return _digits(rate / size) + letter
    return _digits(rate)


def _digits(number: float) -> str:
    """Return a number in three digits."""
    places = 0 if number >= 100 else 1 if number >= 10 else 2
    return f"{number:,.{places}f}"


def machine() -> str:
    """Return the machine in words: its processor, its cores, and what runs on it."""
    versions = [f"{name} {metadata.version(name)}" for name in ("numpy", "numba")]
    cores = os.cpu_count()
    return (
        f"{_processor()} ({cores} {'core' if cores == 1 else 'cores'}), {platform.system()},"
        f" Python {platform.python_version()}, {', '.join(versions)}"
    )


def _processor() -> str:
    """Return the name of the processor, as exactly as the system tells."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    told = dict(line.split(":", 1) for line in lines if ":" in line)
    known = {name.strip(): value.strip() for name, value in told.items()}
    if "model name" not in known:
        return platform.processor() or platform.machine()
    family = f"family {known.get('cpu family', '?')} model {known.get('model', '?')}"
    return f"{known['model name']}, {family}"


def write(results: Iterable[Result]) -> None:
    """Write the report to ``bench/results.md``.

    Raises:
        WildrankError: If there is no folder ``bench`` here.
    """
    if not RESULTS.parent.is_dir():
        msg = f"{RESULTS} is written in the project's own folder, and here is no {RESULTS.parent}"
        raise WildrankError(msg, code="bench/folder")
    RESULTS.write_text(report(results), encoding="utf-8")
