"""What the logs of tables tell about the past: read once, and then only what came since.

Start reading at `Archive`.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Sequence
from typing import Final, NamedTuple

from wildrank.errors import TableError
from wildrank.table.config import read_config
from wildrank.table.past.history import History, PastHand, Rows
from wildrank.table.state import opened
from wildrank.table.store import Store

MOST_AT_HAND: Final = 200  # tables whose past is kept in memory
MOST_KEPT: Final = 50_000  # hands and the like of all of these, about 3 kB each
AT_ONCE: Final = 20_000  # records that are read before they are folded


class Recorded(NamedTuple):
    """A hand that is over, and the records that tell of it."""

    past: PastHand
    rows: Rows


class Archive:
    """The past of every table of a store, open or closed."""

    def __init__(self, store: Store) -> None:
        """Start with nothing read."""
        self._store = store
        self._known: OrderedDict[str, History] = OrderedDict()
        self._locks: dict[str, asyncio.Lock] = {}

    async def history(self, table: str) -> History:
        """Return the past of a table up to now.

        Raises:
            TableError: If there never was such a table.
            StoreError: If its log cannot be read.
        """
        kept = await self._store.config(table)
        if kept is None:
            self._known.pop(table, None)
            msg = f"there is no table {table!r} here, and there was none"
            raise TableError(msg, code="table/unknown")
        async with self._locks.setdefault(table, asyncio.Lock()):
            history = self._known.pop(table, None)
            if history is None:
                config = read_config(kept)
                history = History(opened(config.chairs, config.customs))
            async for rows in self._after(table, history.table.n):
                history = history.copied()  # others are looking at what was known so far
                await asyncio.to_thread(history.follow, rows)
            self._known[table] = history
        self._make_room()
        return history

    async def _after(self, table: str, n: int) -> AsyncIterator[Rows]:
        """Yield the records of a table above a number, so many at once."""
        while rows := await self._store.read(table, n, n + AT_ONCE):
            yield rows
            if len(rows) < AT_ONCE:
                return
            n += AT_ONCE

    def _make_room(self) -> None:
        """Forget what was not asked for lately, until what is left is little enough."""
        kept = sum(history.size for history in self._known.values())
        while len(self._known) > MOST_AT_HAND or (kept > MOST_KEPT and len(self._known) > 1):
            gone, history = self._known.popitem(last=False)
            kept -= history.size
            self._locks.pop(gone, None)

    async def hand(self, table: str, number: int) -> Recorded:
        """Return a hand that is over.

        Raises:
            TableError: If there is no such table or hand, or the hand is still being played.
            StoreError: If the log cannot be read.
        """
        history = await self.history(table)
        past = history.find(number)
        following = history.hands.get(number + 1)
        until = None if following is None else following.before.n
        return Recorded(past, await self._store.read(table, past.before.n, until))

    async def visits(self, player: str) -> Sequence[str]:
        """Return the tables at which a player sat.

        Raises:
            StoreError: If nothing can be read.
        """
        return await self._store.visits(player)
