"""All tables of one server: open one, find one, wake one that sleeps in the log.

Start reading at `House`.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Final

import msgspec

from wildrank.errors import StoreError, TableError
from wildrank.table.config import TableConfig, read_config
from wildrank.table.store import MemoryLog, Store
from wildrank.table.table import Bots, Table

_LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"  # none that is taken for another
_NAME_LENGTH: Final = 8
_MOST_KEPT: Final = 20_000


class House:
    """The tables of a server, each with its task; those that nobody uses sleep in the log.

    Attributes:
        config: How new tables are run.
        store: Where everything is kept.
        most: How many tables there may be awake at once.
        most_kept: How many there may be, awake or asleep.
        idle_s: How long a table without a client is kept awake, or at all where nothing lasts.
    """

    def __init__(
        self,
        bots: Callable[[], Bots],
        config: TableConfig | None = None,
        store: Store | None = None,
        *,
        most: int = 1000,
        idle_s: float = 6 * 3600,
    ) -> None:
        """Open a house without tables.

        Args:
            bots: Makes the bots of one table.
            config: How its tables are run.
            store: Where they are kept; in memory if nothing is said.
            most: How many tables there may be awake at once.
            idle_s: How long a table without a client is kept awake.
        """
        self.config = config or TableConfig()
        self.store: Store = store if store is not None else MemoryLog()
        self.most = most
        self.most_kept = _MOST_KEPT
        self.idle_s = idle_s
        self._bots = bots
        self._tables: dict[str, tuple[Table, asyncio.Task[None]]] = {}
        self._asleep: dict[str, TableConfig] = {}
        self._restarted: set[str] = set()
        self._waking: dict[str, asyncio.Task[Table | None]] = {}
        self._closing = False

    def __len__(self) -> int:
        """Return how many tables are awake."""
        return len(self._tables)

    @property
    def asleep(self) -> int:
        """How many tables sleep in the log."""
        return len(self._asleep)

    @property
    def connected(self) -> int:
        """How many clients are connected to all tables."""
        return sum(table.connected for table, _ in self._tables.values())

    async def recover(self) -> None:
        """Take over the tables of the program before; those that play without people wake.

        Raises:
            StoreError: If the store cannot be read.
        """
        for name, kept in await self.store.tables():
            self._asleep[name] = read_config(kept)
            self._restarted.add(name)
        for name, config in list(self._asleep.items()):
            if not config.needs_people:
                await self.visit(name)

    async def open(self) -> Table:
        """Return a new table, and start its task.

        Raises:
            TableError: If the house is full of tables in use.
            StoreError: If it cannot be kept.
        """
        self._refuse_when_closing()
        self._make_room()
        if len(self._tables) + len(self._asleep) >= self.most_kept:
            msg = f"this house keeps {self.most_kept} tables, and that many there are"
            raise TableError(msg, code="table/house-full")
        name = "".join(secrets.choice(_LETTERS) for _ in range(_NAME_LENGTH))
        await self.store.open_table(name, msgspec.json.encode(self.config))
        return self._start(await Table.open(name, self.store, self._bots(), self.config))

    def find(self, name: str) -> Table | None:
        """Return a table that is awake by its name in links, None if there is none."""
        found = self._tables.get(name)
        return found[0] if found is not None and not found[0].closed else None

    def knows(self, name: str) -> bool:
        """Whether there is such a table, awake or asleep."""
        return self.find(name) is not None or (
            self.store.lasting and (name in self._asleep or name in self._tables)
        )

    async def visit(self, name: str) -> Table | None:
        """Return a table by its name in links, woken if it slept; None if there is none.

        Raises:
            TableError: If there is no room, or the server is about to end.
            StoreError: If its log cannot be read or followed.
        """
        table = self.find(name)
        if table is not None or not self.knows(name):
            return table
        self._refuse_when_closing()
        if name not in self._waking:
            self._waking[name] = asyncio.create_task(self._wake(name), name=f"waking {name}")
        return await asyncio.shield(self._waking[name])

    async def _wake(self, name: str) -> Table | None:
        try:
            if name in self._tables:  # it closed itself
                self._leave(name)
            self._make_room()
            config = self._asleep[name]
            table = await Table.open(name, self.store, self._bots(), config)
            if table.state.hosting.over:  # it ended, and the program before could not say so
                await self._forget(name)
                return None
            if name in self._restarted:
                table.resume(self.store.alive)
                self._restarted.discard(name)
            del self._asleep[name]
            return self._start(table)
        finally:
            del self._waking[name]

    def _start(self, table: Table) -> Table:
        task = asyncio.create_task(self._run(table), name=f"table {table.name}")
        self._tables[table.name] = table, task
        return table

    async def _run(self, table: Table) -> None:
        """Run a table; one that its host ended is never opened again."""
        await table.run()
        if table.state.hosting.over:
            with suppress(StoreError):  # then whoever wakes it finds that it is over
                await self._forget(table.name)

    async def _forget(self, name: str) -> None:
        self._tables.pop(name, None)
        self._asleep.pop(name, None)
        await self.store.close_table(name)

    def _refuse_when_closing(self) -> None:
        if self._closing:
            msg = "the server is about to end; try again in a moment"
            raise TableError(msg, code="table/closing")

    def _make_room(self) -> None:
        """Let go of what is broken or was left long ago; when full, the longest empty.

        Raises:
            TableError: If all are in use.
        """
        now = time.monotonic()
        empty = sorted(
            (table for table, _ in self._tables.values() if not table.connected),
            key=lambda table: table.idle_since,
        )
        spare = len(self._tables) - self.most + 1
        for place, table in enumerate(empty):
            if table.closed or place < spare or now - table.idle_since > self.idle_s:
                self._leave(table.name)
        if len(self._tables) >= self.most:
            msg = f"all {self.most} tables of this house are in use; try again later"
            raise TableError(msg, code="table/house-full")

    def _leave(self, name: str) -> None:
        """Stop the task of a table; it sleeps on where the log lasts, else it is gone."""
        table, task = self._tables.pop(name)
        task.cancel()
        if self.store.lasting:
            self._asleep[name] = table.config
        elif isinstance(self.store, MemoryLog):
            self.store.forget(name)

    async def drain(self) -> None:
        """Take no more wishes, and finish and keep the step that each table is doing."""
        self._closing = True
        stops = [table.stop() for table, _ in self._tables.values()]
        await asyncio.gather(*stops, return_exceptions=True)

    async def close(self) -> None:
        """Stop the task of every table, and let go of the store."""
        await self.drain()
        await asyncio.gather(*self._waking.values(), return_exceptions=True)
        tasks = [task for _, task in self._tables.values()]
        for name in list(self._tables):
            self._leave(name)
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.store.close()
