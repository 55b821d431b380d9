"""The browser's own trace of a page: what its main thread worked, in time of the processor.

A processor's time is the same on a busy machine, where a clock on the wall would measure others.
Start reading at `traced`.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from browser.visitor import Visitor

CATEGORIES: Final = (
    "__metadata",
    "blink.user_timing",
    "toplevel",
    "disabled-by-default-devtools.timeline",
)
Event = dict[str, Any]


class Trace:
    """What happened in a browser, in the order of its clock in microseconds."""

    def __init__(self, events: list[Event]) -> None:
        """Take the events of a trace."""
        self.events = sorted(events, key=lambda event: event.get("ts", 0))

    def marks(self, name: str) -> list[int]:
        """Return when a mark was made, or something else of that name happened."""
        return [event["ts"] for event in self.events if event["name"] == name]

    def worked_ms(self, since: int, until: int) -> list[float]:
        """Return what the tasks of the page's main thread cost that ran between two times."""
        pages = {
            (event["pid"], event["tid"])
            for event in self.events
            if event["name"] == "thread_name" and event["args"]["name"] == "CrRendererMain"
        }
        return [
            event["tdur"] / 1000
            for event in self.events
            if event["name"] == "RunTask"
            and (event["pid"], event["tid"]) in pages
            and "tdur" in event
            and event["ts"] + event["dur"] > since
            and event["ts"] <= until
        ]


def traced(visitor: Visitor, folder: Path, do: Callable[[], object]) -> Trace:
    """Do something, and return what it cost."""
    browser = visitor.page.context.browser
    assert browser is not None
    path = folder / "trace.json"
    browser.start_tracing(page=visitor.page, path=path, categories=list(CATEGORIES))
    try:
        do()
    finally:
        browser.stop_tracing()
    return Trace(json.loads(path.read_text("utf-8"))["traceEvents"])
