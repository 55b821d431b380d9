"""The clock of a table: what is due next, and when.

It starts when the table waits for something else than before, is stopped by a pause and goes on
with what was left, and is kind after a restart. It reads no time itself: whoever asks says what
time it is, in seconds of the loop. Start reading at `Clock.plan`.
"""

from __future__ import annotations

from wildrank.table.pace import Due
from wildrank.table.recovery import Grace


class Clock:
    """What a table waits for, and until when.

    Attributes:
        planned: What is due next.
        ends: When it is due, in seconds of the loop; None for never.
    """

    def __init__(self) -> None:
        """Wait for nothing."""
        self.planned = Due(())
        self.ends: float | None = None
        self._grace: Grace | None = None
        self._held: tuple[tuple[object, ...], float] | None = None  # stopped, with what was left

    def forgive(self, grace: Grace) -> None:
        """Go on after a restart with what was left then, and some time to come back."""
        self._grace = grace

    def plan(self, planned: Due, now: float, *, paused: bool, missing: bool) -> None:
        """Start for what is due next, unless the table waits for the same thing still.

        Args:
            planned: What is due next.
            now: The time of the loop.
            paused: Whether the host has paused the table.
            missing: Whether somebody who is seated is not there.
        """
        if self._grace is not None:
            planned = self._grace.of(planned, now, missing=missing)
        if planned.at_once:
            self.ends = now
        elif planned.key != self.planned.key:
            self.ends = self._end_of(planned, now, paused=paused)
        self.planned = planned

    def _end_of(self, planned: Due, now: float, *, paused: bool) -> float | None:
        """Return when a clock that starts now ends; after a pause it has what was left."""
        if paused:
            if self.ends is not None and self.planned.step != "go-on":
                self._held = self.planned.key, max(0.0, self.ends - now)
            return None if planned.seconds is None else now + planned.seconds
        key, left = self._held or ((), None)
        self._held = None
        seconds = left if key == planned.key else planned.seconds
        return None if seconds is None else now + seconds

    def retry(self, at: float) -> None:
        """Let what is due be due again at some time, since it could not be done."""
        self.ends = at

    def left(self, now: float) -> float | None:
        """Return the seconds that who is waited for has left, None where nobody's time counts."""
        if not self.planned.clock or self.ends is None:
            return None
        return max(0.0, self.ends - now)
