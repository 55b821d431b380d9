"""The timing: contenders take turns, and the median of their rounds counts.

Start reading at `measure`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import metadata
from statistics import median
from time import process_time
from typing import Final, NamedTuple

import numpy as np

ROUNDS: Final = 9
SLICE_S: Final = 0.05


class Timed(NamedTuple):
    """A call that is ready to be timed, and how many things it does."""

    call: Callable[[], object]
    items: int


class Contender(NamedTuple):
    """Somebody who does a job.

    Attributes:
        name: What it is called in the report.
        package: The distribution it comes from, whose version is told.
        prepare: Imports it, makes its input and returns the call; ImportError if not installed.
    """

    name: str
    package: str
    prepare: Callable[[], Timed]


class Job(NamedTuple):
    """A thing to do, and who does it.

    Attributes:
        key: What it is called on the command line.
        title: What it is, as a heading.
        unit: What is counted: hands, deals, ...
        contenders: Who does it, ours first.
        at_least: How many a second are asked of us on a machine of the Zen 4 class; 0 for none.
        note: What there is to say about the figure.
    """

    key: str
    title: str
    unit: str
    contenders: tuple[Contender, ...]
    at_least: float = 0
    note: str = ""


class Figure(NamedTuple):
    """What was measured of a contender.

    Attributes:
        name: Its name.
        version: That of its package.
        rate: How many a second, the median of the rounds; 0 where it is not installed.
        spread: By what share of the median the middle half of the rounds differ.
    """

    name: str
    version: str
    rate: float
    spread: float


class Result(NamedTuple):
    """A job and the figures of its contenders."""

    job: Job
    figures: tuple[Figure, ...]


def measure(job: Job, rounds: int = ROUNDS, slice_s: float = SLICE_S) -> Result:
    """Return how fast each contender does a job, the contenders taking turns.

    Args:
        job: What to do.
        rounds: How often each contender has its turn.
        slice_s: How many seconds a turn takes at least; a single call may take longer.
    """
    ready: dict[Contender, Timed] = {}
    for contender in job.contenders:
        try:
            ready[contender] = contender.prepare()
        except ImportError:
            continue
    calls = {who: _repeats(timed, slice_s) for who, timed in ready.items()}
    rates: dict[Contender, list[float]] = {who: [] for who in ready}
    for _ in range(rounds):
        for who, timed in ready.items():
            taken = _seconds(timed.call, calls[who])
            rates[who].append(timed.items * calls[who] / taken)
    figures = (_figure(who, rates.get(who, [])) for who in job.contenders)
    return Result(job, tuple(figures))


def _repeats(timed: Timed, slice_s: float) -> int:
    """Return how many calls fill a turn; the first call, which may compile, is not counted."""
    timed.call()
    once = _seconds(timed.call, 1)
    return max(1, round(slice_s / max(once, 1e-9)))


def _seconds(call: Callable[[], object], times: int) -> float:
    begun = process_time()
    for _ in range(times):
        call()
    return process_time() - begun


def _figure(who: Contender, rates: Sequence[float]) -> Figure:
    try:
        version = metadata.version(who.package)
    except metadata.PackageNotFoundError:
        version = ""
    if not rates:
        return Figure(who.name, version, 0.0, 0.0)
    middle = median(rates)
    low, high = np.percentile(rates, [25, 75])
    return Figure(who.name, version, middle, float(high - low) / middle)
