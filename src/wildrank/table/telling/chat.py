"""What people at a table say to each other: kept in memory only, and only the newest of it.

Start reading at `Chat`.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from typing import Final

import msgspec

from wildrank.errors import TableError
from wildrank.table.bucket import Bucket

KEPT: Final = 100
_RATE: Final = 0.5  # sentences a second, after a burst
_BURST: Final = 5
_MOST_SPEAKERS: Final = 500


class Said(msgspec.Struct, frozen=True):
    """Something somebody said.

    Attributes:
        at: When, in ms since 1970.
        name: Who it was, as the table knows them; empty for somebody without a name.
        chair: The chair they sat on, None for a spectator.
    """

    at: int
    name: str
    chair: int | None
    text: str


class Chat:
    """The newest sentences, and how fast each person has been talking."""

    def __init__(self) -> None:
        """Start in silence."""
        self.kept: deque[Said] = deque(maxlen=KEPT)
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def say(self, player: str, said: Said, now: float) -> Said:
        """Keep a sentence, and return it as it is heard: on one line.

        Args:
            player: Who says it.
            said: What, and under which name.
            now: The time in seconds, by a clock that never goes back.

        Raises:
            TableError: If nothing is said, or too much in too short a time.
        """
        words = "".join(mark if mark.isprintable() else " " for mark in said.text)
        words = " ".join(words.split())
        if not words:
            msg = "nothing is said; a sentence has 1 to 300 letters"
            raise TableError(msg, code="chat/empty")
        bucket = self._buckets.setdefault(player, Bucket(_RATE, _BURST))
        self._buckets.move_to_end(player)
        if len(self._buckets) > _MOST_SPEAKERS:
            self._buckets.popitem(last=False)
        if not bucket.take(now):
            msg = "you talk faster than anybody can read; wait a moment"
            raise TableError(msg, code="chat/too-fast")
        said = msgspec.structs.replace(said, text=words)
        self.kept.append(said)
        return said
