"""A log in memory whose disk is slow, fails, keeps what it says it did not, and ends the program.

Start reading at `FaultyLog`.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable, Sequence
from typing import Final, Literal, NamedTuple

from wildrank.errors import StoreError
from wildrank.table import MemoryLog
from wildrank.table.store import Snapshot

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


class FaultyLog(MemoryLog):
    """A `wildrank.table.Store` that outlives the program that writes it.

    Attributes:
        odds: What may happen to it from now on.
        cut: Set when the program ended; nothing works until it is started again.
        withdrawn: The digests of the tokens that are worthless.
    """

    lasting = True

    def __init__(
        self,
        whims: random.Random,
        odds: Odds,
        witness: Callable[[str, int, Sequence[bytes]], None],
    ) -> None:
        """Start empty.

        Args:
            whims: Decide what happens.
            odds: How likely each thing is.
            witness: Told the records that are kept, their table and the number of the first, at
                that moment.
        """
        super().__init__()
        self.odds = odds
        self.cut = asyncio.Event()
        self.withdrawn: set[str] = set()
        self._whims = whims
        self._witness = witness

    async def append(self, table: str, n: int, records: Sequence[bytes]) -> None:
        """Append records, if the whims have it so.

        Raises:
            StoreError: If they were not kept, or nobody can say.
            Crash: If the program ends here.
        """

        async def keep() -> None:
            await MemoryLog.append(self, table, n, records)
            self._witness(table, n, records)

        await self._write(keep)

    async def _write(self, keep: Callable[[], Awaitable[None]]) -> None:
        self._refuse_the_dead()
        fate = self.odds.draw(self._whims)
        if fate != "kept":
            await asyncio.sleep(self._whims.uniform(0, DELAY_S))
            self._refuse_the_dead()
        if fate == "cut before":
            self._end()
        if fate == "refused":
            msg = "the disk is full"
            raise StoreError(msg)
        await keep()
        if fate == "cut after":
            self._end()
        if fate == "unanswered":
            msg = "the line to the disk broke"
            raise StoreError(msg)
        if fate == "slow":
            await asyncio.sleep(self._whims.uniform(0, DELAY_S))

    def _end(self) -> None:
        self.cut.set()
        raise Crash

    def _refuse_the_dead(self) -> None:
        if self.cut.is_set():
            raise Crash

    async def read(
        self, table: str, after: int = 0, until: int | None = None
    ) -> Sequence[tuple[int, bytes]]:
        """Return the records with a number above ``after`` and up to ``until``.

        Raises:
            StoreError: If the disk cannot be read either.
            Crash: If the program has ended.
        """
        self._refuse_the_dead()
        if self.odds.draw(self._whims) == "refused":
            msg = "the disk cannot be read"
            raise StoreError(msg)
        return await super().read(table, after, until)

    async def keep_snapshot(self, table: str, snapshot: Snapshot) -> None:
        """Keep a snapshot, if the whims have it so."""
        await self._write(lambda: MemoryLog.keep_snapshot(self, table, snapshot))

    async def open_table(self, name: str, config: bytes) -> None:
        """Keep that a table is open, if the whims have it so."""
        await self._write(lambda: MemoryLog.open_table(self, name, config))

    async def close_table(self, name: str) -> None:
        """Keep that a table has closed, if the whims have it so."""
        await self._write(lambda: MemoryLog.close_table(self, name))

    async def admit(self, digest: str, player: str) -> None:
        """Keep whom a token makes its holder, if the whims have it so."""
        await self._write(lambda: MemoryLog.admit(self, digest, player))

    async def withdraw(self, digest: str) -> None:
        """Make a token worthless, if the whims have it so."""

        async def keep() -> None:
            await MemoryLog.withdraw(self, digest)
            self.withdrawn.add(digest)

        await self._write(keep)
