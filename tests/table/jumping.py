"""A loop whose clock jumps: whoever sleeps wakes at once, as if the time had gone by."""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any

_FOR_THREADS_S = 0.002  # which finish in real time


class _Selector(selectors.DefaultSelector):
    """Waits for nothing that only time would bring."""

    passed = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """Return what is ready; else the time asked for has passed."""
        if timeout is None or timeout <= 0:
            return super().select(timeout)
        found = super().select(min(timeout, _FOR_THREADS_S))
        if not found:
            self.passed += timeout
        return found


class JumpingLoop(asyncio.SelectorEventLoop):
    """A loop that never sleeps."""

    def __init__(self) -> None:
        """Start at nought."""
        self._jumps = _Selector()
        super().__init__(self._jumps)

    def time(self) -> float:
        """Return the seconds that have passed."""
        return self._jumps.passed


def in_no_time(story: Callable[[], Coroutine[Any, Any, None]]) -> Callable[[], None]:
    """Run a test's story in a jumping loop."""

    @wraps(story)
    def told() -> None:
        with asyncio.Runner(loop_factory=JumpingLoop) as runner:
            runner.run(story())

    return told
