"""What a store is: an append-only row of records for each table, numbered from 1 without a gap.

A record is text to the store; what it means is written in `wildrank.table.events`. Appending a
number that is taken, or one that leaves a gap, is refused: two writers can never both append the
same step. Start reading at `Log`; `MemoryLog` keeps everything until the program ends.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

from wildrank.errors import StoreError


class Snapshot(NamedTuple):
    """What folding the first records of a log gives; `wildrank.table.snapshots` can read it.

    Attributes:
        n: The number of the last of those records.
        seal: What it fits to.
        body: What it says.
    """

    n: int
    seal: bytes
    body: bytes


class Log(Protocol):
    """The logs of all tables. What was appended is safe before `append` returns."""

    async def append(self, table: str, n: int, records: Sequence[bytes]) -> None:
        """Append records as numbers ``n``, ``n + 1`` and so on: all of them, or none.

        Raises:
            StoreError: If ``n`` is not the next number of this table, or nothing can be written.
        """
        ...

    async def read(
        self, table: str, after: int = 0, until: int | None = None
    ) -> Sequence[tuple[int, bytes]]:
        """Return the records of a table above ``after``, up to ``until`` or the last, in order."""
        ...

    async def keep_snapshot(self, table: str, snapshot: Snapshot) -> None:
        """Keep what the records of a table come to, and the newest snapshot before this one.

        All others are dropped.

        Raises:
            StoreError: If nothing can be written.
        """
        ...

    async def snapshots(self, table: str) -> Sequence[Snapshot]:
        """Return the snapshots of a table, the newest first."""
        ...


class Kept(NamedTuple):
    """A table that is open, as the store knows it: its name, and how it is run, as JSON."""

    name: str
    config: bytes


class Store(Log, Protocol):
    """All that a house keeps: the logs, which tables are open, and who holds which token.

    Attributes:
        lasting: Whether what is kept outlives the program.
        alive: When the program before this one was last seen to work, in ms since 1970.
    """

    lasting: bool
    alive: int

    def watch(self, observe: Callable[[int, float], None]) -> None:
        """Tell somebody the number of writes and the seconds of each commit from now on."""
        ...

    @property
    def trouble(self) -> str:
        """Why nothing can be written, in a few words; empty while all is well."""
        ...

    async def tables(self) -> Sequence[Kept]:
        """Return the tables that are open, the oldest first."""
        ...

    async def open_table(self, name: str, config: bytes) -> None:
        """Keep that a table is open.

        Raises:
            StoreError: If there was one of this name before, or nothing can be written.
        """
        ...

    async def close_table(self, name: str) -> None:
        """Keep that a table has closed."""
        ...

    async def config(self, name: str) -> bytes | None:
        """Return how a table is run, or was while it was open; None for one there never was."""
        ...

    async def note_visit(self, player: str, table: str) -> None:
        """Keep that a player takes a chair at a table."""
        ...

    async def visits(self, player: str) -> Sequence[str]:
        """Return the tables that a player took a chair at, in the order of their names."""
        ...

    async def player(self, digest: str) -> str | None:
        """Return whom a token makes its holder, by the token's SHA-256.

        None for a token nobody was given a chair with, empty for one that was withdrawn.
        """
        ...

    async def admit(self, digest: str, player: str) -> None:
        """Keep whom a token makes its holder; what was kept or withdrawn stays so."""
        ...

    async def withdraw(self, digest: str) -> None:
        """Make a token worthless."""
        ...

    async def close(self) -> None:
        """Write what waits, and let go of everything."""
        ...


class MemoryLog:
    """A `Store` in memory, gone when the program ends."""

    lasting = False
    trouble = ""

    def __init__(self) -> None:
        """Start without a table."""
        self.alive = int(time.time() * 1000)
        self._tables: dict[str, list[bytes]] = {}
        self._snapshots: dict[str, list[Snapshot]] = {}
        self._open: dict[str, bytes] = {}
        self._players: dict[str, str] = {}
        self._visits: dict[str, set[str]] = {}

    async def append(self, table: str, n: int, records: Sequence[bytes]) -> None:
        """Append records as numbers ``n``, ``n + 1`` and so on.

        Raises:
            StoreError: If ``n`` is not the next number of this table.
        """
        rows = self._tables.setdefault(table, [])
        if n != len(rows) + 1:
            raise not_next(table, n, len(rows))
        rows.extend(records)

    async def read(
        self, table: str, after: int = 0, until: int | None = None
    ) -> Sequence[tuple[int, bytes]]:
        """Return the records of a table above ``after``, up to ``until`` or the last, in order."""
        return list(enumerate(self._tables.get(table, ())[after:until], after + 1))

    async def keep_snapshot(self, table: str, snapshot: Snapshot) -> None:
        """Keep what the records of a table come to, and the newest snapshot before this one."""
        before = [one for one in await self.snapshots(table) if one.n < snapshot.n]
        self._snapshots[table] = [snapshot, *before[:1]]

    async def snapshots(self, table: str) -> Sequence[Snapshot]:
        """Return the snapshots of a table, the newest first."""
        return self._snapshots.get(table, ())

    def watch(self, observe: Callable[[int, float], None]) -> None:
        """Tell nobody anything: nothing is committed."""

    def forget(self, table: str) -> None:
        """Drop everything about a table that has closed."""
        self._tables.pop(table, None)
        self._snapshots.pop(table, None)
        self._open.pop(table, None)

    async def tables(self) -> Sequence[Kept]:
        """Return the tables that are open, the oldest first."""
        return [Kept(name, config) for name, config in self._open.items()]

    async def open_table(self, name: str, config: bytes) -> None:
        """Keep that a table is open.

        Raises:
            StoreError: If there is one of this name.
        """
        if name in self._open:
            raise name_taken(name)
        self._open[name] = config

    async def close_table(self, name: str) -> None:
        """Forget a table that has closed; nobody will ask for its log."""
        self.forget(name)

    async def config(self, name: str) -> bytes | None:
        """Return how an open table is run; None for one that has closed or never was."""
        return self._open.get(name)

    async def note_visit(self, player: str, table: str) -> None:
        """Keep that a player takes a chair at a table."""
        self._visits.setdefault(player, set()).add(table)

    async def visits(self, player: str) -> Sequence[str]:
        """Return the open tables that a player took a chair at, in the order of their names."""
        return sorted(self._visits.get(player, set()) & self._open.keys())

    async def player(self, digest: str) -> str | None:
        """Return whom a token makes its holder, empty for one that was withdrawn."""
        return self._players.get(digest)

    async def admit(self, digest: str, player: str) -> None:
        """Keep whom a token makes its holder; what was kept or withdrawn stays so."""
        self._players.setdefault(digest, player)

    async def withdraw(self, digest: str) -> None:
        """Make a token worthless."""
        self._players[digest] = ""

    async def close(self) -> None:
        """Do nothing: what is in memory goes by itself."""


def not_next(table: str, n: int, last: int) -> StoreError:
    """Return the error of a record that is not the next one."""
    msg = f"record {n} of table {table!r} cannot follow {last}"
    return StoreError(msg, code="store/not-next")


def name_taken(name: str) -> StoreError:
    """Return the error of a table whose name another one has or had."""
    return StoreError(f"there is or was a table {name!r} already", code="store/name-taken")
