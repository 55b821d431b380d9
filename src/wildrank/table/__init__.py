"""A table people sit down at: chairs, the dealer's call, the clock, the log, and who sees what.

Start reading at `wildrank.table.table`. Nothing here knows sockets, or how a bot thinks.
"""

from wildrank.table.config import TableConfig
from wildrank.table.dealing import Offer
from wildrank.table.house import House
from wildrank.table.state import GameCall
from wildrank.table.store import Log, MemoryLog, Store
from wildrank.table.table import Bots, Table
from wildrank.table.telling.audience import Client, Update

__all__ = [
    "Bots",
    "Client",
    "GameCall",
    "House",
    "Log",
    "MemoryLog",
    "Offer",
    "Store",
    "Table",
    "TableConfig",
    "Update",
]
