"""How many people watch, as everybody is told. Start reading at `Gallery.look`."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from typing import Final

from wildrank.table.state import TableState

HOLD_S: Final = 1.0


class Gallery:
    """The number of those who watch: a crowd that comes or goes is told of at most once a second.

    Else a thousand people who follow the same link would each be told of each other.

    Attributes:
        told: How many watch, as far as anybody was told.
    """

    def __init__(self) -> None:
        """Start with nobody."""
        self.told = 0
        self._n = 0
        self._held_until = 0.0

    def look(self, table: TableState, here: AbstractSet[str], now: float) -> float | None:
        """Count, and return in how many seconds the number may be told; None when it may be now.

        With an event of the table it may be told always.

        Args:
            table: The table.
            here: Who is connected.
            now: Seconds of a steady clock.
        """
        seated = sum(chair.player in here for _, chair in table.seated())
        watching = len(here) - seated
        if watching == self.told:
            return None
        if table.n == self._n and now < self._held_until:
            return self._held_until - now
        self.told, self._n, self._held_until = watching, table.n, now + HOLD_S
        return None
