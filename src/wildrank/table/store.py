"""Where a table keeps its log: an append-only row of records, numbered from 1 without a gap.

A record is text to the store; what it means is written in `wildrank.table.events`. Appending a
number that is taken, or one that leaves a gap, is refused: two writers can never both append the
same step. Start reading at `Log`; `MemoryLog` keeps everything until the program ends.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from wildrank.errors import StoreError


class Log(Protocol):
    """The logs of all tables. What was appended is safe before `append` returns."""

    async def append(self, table: str, n: int, records: Sequence[bytes]) -> None:
        """Append records as numbers ``n``, ``n + 1`` and so on: all of them, or none.

        Raises:
            StoreError: If ``n`` is not the next number of this table, or nothing can be written.
        """
        ...

    async def read(self, table: str, after: int = 0) -> Sequence[tuple[int, bytes]]:
        """Return the records of a table with a number above ``after``, in order."""
        ...


class MemoryLog:
    """A `Log` in memory, gone when the program ends."""

    def __init__(self) -> None:
        """Start without a table."""
        self._tables: dict[str, list[bytes]] = {}

    async def append(self, table: str, n: int, records: Sequence[bytes]) -> None:
        """Append records as numbers ``n``, ``n + 1`` and so on.

        Raises:
            StoreError: If ``n`` is not the next number of this table.
        """
        rows = self._tables.setdefault(table, [])
        if n != len(rows) + 1:
            msg = f"record {n} of table {table!r} cannot follow {len(rows)}"
            raise StoreError(msg, code="store/not-next")
        rows.extend(records)

    async def read(self, table: str, after: int = 0) -> Sequence[tuple[int, bytes]]:
        """Return the records of a table with a number above ``after``, in order."""
        return list(enumerate(self._tables.get(table, ())[after:], after + 1))

    def forget(self, table: str) -> None:
        """Drop everything about a table that has closed."""
        self._tables.pop(table, None)
