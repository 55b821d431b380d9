"""Places where a test ends the program as a power switch would, by name and number of passage.

Nothing happens anywhere unless the environment arms a place before the program starts:
``WILDRANK_FAILPOINT=after-commit:17`` kills the process at its seventeenth passage there. The
server never sets it. Start reading at `reach`.
"""

from __future__ import annotations

import os
import signal
from typing import Final

VARIABLE: Final = "WILDRANK_FAILPOINT"
PLACES: Final = (
    "after-decode",
    "before-append",
    "in-transaction",
    "after-commit",
    "deck-kept",
    "half-told",
    "in-checkpoint",
    "after-checkpoint",
    "in-migration",
    "in-drain",
)


class _Armed:
    """Which place is armed, and how many passages are left."""

    def __init__(self, words: str) -> None:
        self.set(words)

    def set(self, words: str) -> None:
        self.place, _, number = words.partition(":")
        self.left = int(number or 1)


_armed: Final = _Armed(os.environ.get(VARIABLE, ""))


def arm(words: str) -> None:
    """Arm a place as the environment would, for a test that has forked; no words arm none."""
    _armed.set(words)


def reach(place: str) -> None:
    """Pass a place; end the program at once if it is the armed one and its time has come."""
    if place != _armed.place:
        return
    _armed.left -= 1
    if not _armed.left:
        end()


def end() -> None:
    """End the program without a last word."""
    os.kill(os.getpid(), signal.SIGKILL)
