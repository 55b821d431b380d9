"""A table people sit down at: chairs, the dealer's call, the clock, the log, and who sees what.

A wish (`wishes`) is weighed against the `room` and becomes `events` (`hostevents` are the
host's), or is refused; `granting` lists who weighs which: `seating`, `chips`, `acting`, `mixing`,
`shows`, `hostgrants`. What is due without one (`pace`) is done by `steps`, and what follows
between two hands by `between`. Events are kept in the log (`store`), change the `state` (`fold`),
and leave for each client through `telling`; `past` reads the log once more. `table` is the task
that does all this in order, and `house` holds the tables of a server.

Start reading at `wildrank.table.table`. Nothing here knows sockets, or how a bot thinks.
"""

from wildrank.table.config import TableConfig
from wildrank.table.house import House
from wildrank.table.store import Log, MemoryLog, Store
from wildrank.table.table import Bots, Table
from wildrank.table.telling.audience import Client, Line, Update

__all__ = [
    "Bots",
    "Client",
    "House",
    "Line",
    "Log",
    "MemoryLog",
    "Store",
    "Table",
    "TableConfig",
    "Update",
]
