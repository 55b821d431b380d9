"""Where tables are kept: an append-only log of each, and who holds which chair.

`log` says what a store is and keeps one in memory; `sqlite` keeps one in a file, through the
`schema`, the `writer` and the `migrations`; `upkeep` makes a store ready, copies it and puts a
copy back. Start reading at `wildrank.table.store.log`. Importing this package loads no database.
"""

from __future__ import annotations

from wildrank.table.store.log import Kept, Log, MemoryLog, Snapshot, Store

__all__ = ["Kept", "Log", "MemoryLog", "Snapshot", "Store"]
