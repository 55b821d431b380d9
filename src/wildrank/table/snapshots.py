"""A table as it was between two hands, kept beside its log, so that an old one wakes quickly.

The log stays the only truth: a snapshot says what folding its first records gives, may be thrown
away at any time, and is used only by the very program, and beside the very record, it was made
with; without one the whole log is folded. It is taken while no hand is on the table, so there is
no card in it, and nothing else that the log does not hold too. Start reading at `Snapshots`.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Any, Final

import msgspec

from wildrank import __version__
from wildrank.errors import StoreError
from wildrank.table.recovery import Replayed, Witness, replay
from wildrank.table.repeats import Repeats
from wildrank.table.state import TableState
from wildrank.table.store import Log, Snapshot

EVERY: Final = 100  # hands
TAIL: Final = 250  # records that are read anyhow: what is told to somebody who comes back
_LOG: Final = logging.getLogger(__name__)


class _Folded(msgspec.Struct, frozen=True):
    """What is kept of a table: its state, and the wishes that were granted, by player."""

    state: TableState
    granted: dict[str, list[str]]


class Snapshots:
    """The snapshots of one table, taken as it goes on and looked at when it wakes."""

    def __init__(self, table: str, log: Log) -> None:
        """Start with a table that has not been read yet."""
        self._table = table
        self._log = log
        self._taken = 0  # so many times `EVERY` hands had begun

    async def replayed(self, state: TableState, witness: Witness) -> Replayed:
        """Return what the log of the table tells, from the newest snapshot that fits on.

        Args:
            state: The table before anything happened.
            witness: Told the last events, `TAIL` of them at least if there are so many.

        Raises:
            StoreError: If the log cannot be read or followed.
        """
        found = await self._from_snapshot(witness)
        if found is None:
            rows = await self._log.read(self._table)
            found = await asyncio.to_thread(replay, rows, state, witness)
        self._taken = found.state.hands // EVERY
        return found

    async def _from_snapshot(self, witness: Witness) -> Replayed | None:
        for snapshot in await self._log.snapshots(self._table):
            rows = await self._log.read(self._table, snapshot.n - 1)
            if len(rows) <= TAIL:
                continue
            folded = unsealed(snapshot, rows[0][1])
            if folded is not None:
                state, repeats = folded.state, Repeats(folded.granted)
                return await asyncio.to_thread(replay, rows[1:], state, witness, repeats)
            words = "table %s: the snapshot at %d is damaged or not of this program; passed over"
            _LOG.warning(words, self._table, snapshot.n)
        return None

    async def take(self, state: TableState, repeats: Repeats, record: bytes) -> None:
        """Keep the table as it is now if it is time to; where that fails, the log will do.

        Args:
            state: The table.
            repeats: The wishes that were granted.
            record: The last record of the log.
        """
        if state.hand is not None or state.hands // EVERY == self._taken:
            return
        self._taken = state.hands // EVERY
        try:
            await self._log.keep_snapshot(self._table, made(state, repeats, record))
        except StoreError as error:
            _LOG.warning("table %s: no snapshot was kept: %s", self._table, error)


def made(state: TableState, repeats: Repeats, record: bytes) -> Snapshot:
    """Return a snapshot of a table without a hand, after the last record of its log."""
    body = msgspec.json.encode(_Folded(state, repeats.granted), enc_hook=_plain)
    return Snapshot(state.n, _seal(record, body), body)


def unsealed(snapshot: Snapshot, record: bytes) -> _Folded | None:
    """Return what is in a snapshot, None if it is not for this program or not for this log.

    Args:
        snapshot: What was kept.
        record: The record of the log with the number of the snapshot.
    """
    if snapshot.seal != _seal(record, snapshot.body):
        return None
    return msgspec.json.decode(snapshot.body, type=_Folded)


def _seal(record: bytes, body: bytes) -> bytes:
    return hashlib.blake2s(b"\n".join((_shape(), record, body))).digest()


@cache
def _shape() -> bytes:
    """Return what differs between programs that fold a log into different states."""
    return f"{__version__} {msgspec.inspect.type_info(_Folded)}".encode()


def _plain(value: Any) -> Mapping[str, Any]:  # noqa: ANN401 - the hook msgspec asks for
    if isinstance(value, MappingProxyType):
        return dict(value)
    msg = f"{type(value).__name__} has no JSON form"
    raise NotImplementedError(msg)
