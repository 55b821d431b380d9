"""What the logs of tables tell about the past: read once, and then only what came since.

Start reading at `Archive`.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from typing import Final, NamedTuple

import msgspec

from wildrank.errors import TableError
from wildrank.table.config import TableConfig
from wildrank.table.past.history import History, PastHand, Rows
from wildrank.table.state import opened
from wildrank.table.store import Store

MOST_AT_HAND: Final = 200  # tables whose past is kept in memory


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
                config = msgspec.json.decode(kept, type=TableConfig)
                history = History(opened(config.chairs, config.customs))
            rows = await self._store.read(table, history.table.n)
            if rows:
                history = history.copied()  # others are looking at what was known so far
                await asyncio.to_thread(history.follow, rows)
            self._known[table] = history
        while len(self._known) > MOST_AT_HAND:
            gone, _ = self._known.popitem(last=False)
            self._locks.pop(gone, None)
        return history

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
