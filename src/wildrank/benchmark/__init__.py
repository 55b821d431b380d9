"""How fast values are, as ratios to whoever else is installed, all measured in one run.

A `Job` is a thing to do, with each `Contender` that does it, ours first. They take turns, a slice
of time each, so that what else the machine does hits all of them alike; what is told is the median
of the rounds. Time is that of the processor, of all threads together, so nobody gains by taking a
second core or loses by waiting for one. Start reading at `wildrank.benchmark.jobs`, to which a new
comparison is added; `measure` does the timing.
"""

from wildrank.benchmark.jobs import JOBS, chosen
from wildrank.benchmark.page import report, section, write
from wildrank.benchmark.timing import Contender, Figure, Job, Result, Timed, measure

__all__ = [
    "JOBS",
    "Contender",
    "Figure",
    "Job",
    "Result",
    "Timed",
    "chosen",
    "measure",
    "report",
    "section",
    "write",
]
