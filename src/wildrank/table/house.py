"""All tables of one server: open one, find one, close those that nobody uses.

Start reading at `House`.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable
from typing import Final

from wildrank.errors import TableError
from wildrank.table.config import TableConfig
from wildrank.table.store import Log, MemoryLog
from wildrank.table.table import Bots, Table

_LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"  # none that is taken for another
_NAME_LENGTH: Final = 8


class House:
    """The tables of a server, each with its task.

    Attributes:
        config: How new tables are run.
        most: How many tables there may be at once.
        idle_s: How long a table without a client is kept when room is needed or time is up.
    """

    def __init__(
        self,
        bots: Callable[[], Bots],
        config: TableConfig | None = None,
        log: Log | None = None,
        *,
        most: int = 500,
        idle_s: float = 6 * 3600,
    ) -> None:
        """Open a house without tables.

        Args:
            bots: Makes the bots of one table.
            config: How its tables are run.
            log: Where they are kept; in memory if nothing is said.
            most: How many tables there may be at once.
            idle_s: How long a table without a client is kept.
        """
        self.config = config or TableConfig()
        self.most = most
        self.idle_s = idle_s
        self._bots = bots
        self._log: Log = log if log is not None else MemoryLog()
        self._tables: dict[str, tuple[Table, asyncio.Task[None]]] = {}

    def __len__(self) -> int:
        """Return how many tables are open."""
        return len(self._tables)

    async def open(self) -> Table:
        """Return a new table, and start its task.

        Raises:
            TableError: If the house is full of tables in use.
        """
        self._sweep()
        if len(self._tables) >= self.most:
            msg = f"all {self.most} tables of this house are in use; try again later"
            raise TableError(msg, code="table/house-full")
        name = "".join(secrets.choice(_LETTERS) for _ in range(_NAME_LENGTH))
        table = await Table.open(name, self._log, self._bots(), self.config)
        self._tables[name] = table, asyncio.create_task(table.run(), name=f"table {name}")
        return table

    def find(self, name: str) -> Table | None:
        """Return a table by its name in links, None if there is none."""
        found = self._tables.get(name)
        return found[0] if found is not None and not found[0].closed else None

    def _sweep(self) -> None:
        """Close what is broken or was left long ago; when full, whatever is empty the longest."""
        now = time.monotonic()
        empty = sorted(
            (table for table, _ in self._tables.values() if not table.connected),
            key=lambda table: table.idle_since,
        )
        spare = len(self._tables) - self.most + 1
        for place, table in enumerate(empty):
            if table.closed or place < spare or now - table.idle_since > self.idle_s:
                self._close(table.name)

    def _close(self, name: str) -> None:
        _table, task = self._tables.pop(name)
        task.cancel()
        if isinstance(self._log, MemoryLog):
            self._log.forget(name)

    async def close(self) -> None:
        """Stop the task of every table."""
        tasks = [task for _, task in self._tables.values()]
        for name in list(self._tables):
            self._close(name)
        await asyncio.gather(*tasks, return_exceptions=True)
