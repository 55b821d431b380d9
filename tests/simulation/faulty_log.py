"""A log in memory whose disk is slow, fails, keeps what it says it did not, and ends the program.

Start reading at `FaultyLog`.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Sequence
from typing import Final, Literal, NamedTuple

from wildrank.errors import StoreError
from wildrank.table import MemoryLog

Fate = Literal["kept", "slow", "refused", "unanswered", "cut before", "cut after"]
DELAY_S: Final = 0.3


class Crash(BaseException):
    """The program ends here, and nothing it holds in memory is ever seen again."""


class Odds(NamedTuple):
    """How likely each thing is to happen to an append; the rest is kept at once."""

    slow: float = 0.0
    refused: float = 0.0
    unanswered: float = 0.0
    cut_before: float = 0.0
    cut_after: float = 0.0

    def draw(self, whims: random.Random) -> Fate:
        """Return what happens to one append."""
        number = whims.random()
        fates: tuple[Fate, ...] = ("slow", "refused", "unanswered", "cut before", "cut after")
        for fate, likely in zip(fates, self, strict=True):
            number -= likely
            if number < 0:
                return fate
        return "kept"


NO_FAULT: Final = Odds()


class FaultyLog:
    """A `wildrank.table.Log` for one table, which outlives the program that writes it.

    Attributes:
        odds: What may happen to it from now on.
    """

    def __init__(
        self, whims: random.Random, odds: Odds, witness: Callable[[int, Sequence[bytes]], None]
    ) -> None:
        """Start empty.

        Args:
            whims: Decide what happens.
            odds: How likely each thing is.
            witness: Told the records that are kept, and the number of the first, at that moment.
        """
        self.odds = odds
        self._rows = MemoryLog()
        self._whims = whims
        self._witness = witness

    async def append(self, table: str, n: int, records: Sequence[bytes]) -> None:
        """Append records, if the whims have it so.

        Raises:
            StoreError: If they were not kept, or nobody can say.
            Crash: If the program ends here.
        """
        fate = self.odds.draw(self._whims)
        if fate != "kept":
            await asyncio.sleep(self._whims.uniform(0, DELAY_S))
        if fate == "cut before":
            raise Crash
        if fate == "refused":
            msg = "the disk is full"
            raise StoreError(msg)
        await self._rows.append(table, n, records)
        self._witness(n, records)
        if fate == "cut after":
            raise Crash
        if fate == "unanswered":
            msg = "the line to the disk broke"
            raise StoreError(msg)
        if fate == "slow":
            await asyncio.sleep(self._whims.uniform(0, DELAY_S))

    async def read(
        self, table: str, after: int = 0, until: int | None = None
    ) -> Sequence[tuple[int, bytes]]:
        """Return the records with a number above ``after`` and up to ``until``.

        Raises:
            StoreError: If the disk cannot be read either.
        """
        if self.odds.draw(self._whims) == "refused":
            msg = "the disk cannot be read"
            raise StoreError(msg)
        return await self._rows.read(table, after, until)
