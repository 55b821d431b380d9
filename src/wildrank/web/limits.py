"""How much one address and one table may ask of this server.

Start reading at `Limits`, then `Crowd`.
"""

from __future__ import annotations

import time
from collections import Counter, OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, NamedTuple

from wildrank.errors import TableError
from wildrank.table.bucket import Bucket
from wildrank.web.security import LOOPBACK

_MOST_REMEMBERED: Final = 10_000


class Limits(NamedTuple):
    """What is allowed.

    Attributes:
        of_address: Sockets one address may have open; this machine itself may have any number.
        of_table: Sockets one table may have open.
        rate: Messages a second from one socket, after a burst.
        burst: Messages at once from one socket.
        strikes: How often a socket may be faster before it is closed.
        tries_s: Seconds until another password may be tried from an address, after a burst.
        tries: Passwords that may be tried, or set, at once.
        opens_s: Seconds until an address may open another table, after a burst; this machine
            itself may open any number.
        opens: Tables that may be opened at once.
    """

    of_address: int = 60
    of_table: int = 300
    rate: float = 10.0
    burst: float = 30.0
    strikes: int = 3
    tries_s: float = 12.0
    tries: float = 5.0
    opens_s: float = 30.0
    opens: float = 20.0


USUAL: Final = Limits()


class Crowd:
    """The open sockets, counted by address and by table, and the passwords that were tried."""

    def __init__(self, limits: Limits) -> None:
        """Start with none."""
        self.limits = limits
        self._addresses: Counter[str] = Counter()
        self._tables: Counter[str] = Counter()
        self._tries: OrderedDict[str, Bucket] = OrderedDict()

    @contextmanager
    def counted(self, address: str, table: str) -> Iterator[None]:
        """Count a socket while it is open.

        Raises:
            TableError: If there are too many already.
        """
        mine = 0 if address in LOOPBACK else self._addresses[address]
        if mine >= self.limits.of_address:
            msg = f"{mine} connections come from your address already; close some first"
            raise TableError(msg, code="web/crowded")
        if self._tables[table] >= self.limits.of_table:
            msg = f"{self._tables[table]} people are at this table already; try again later"
            raise TableError(msg, code="table/crowded")
        pairs = ((self._addresses, address), (self._tables, table))
        for counter, key in pairs:
            counter[key] += 1
        try:
            yield
        finally:
            for counter, key in pairs:
                counter[key] -= 1
                if not counter[key]:
                    del counter[key]

    def try_password(self, address: str, table: str) -> None:
        """Count a password that is tried, by its address and by the table.

        Raises:
            TableError: If there were too many lately.
        """
        now = time.monotonic()
        slow, wide = 1 / self.limits.tries_s, 10
        mine = self._bucket(f"{table} {address}", slow, self.limits.tries)
        all_ = self._bucket(table, slow * wide, self.limits.tries * wide)
        if not (mine.take(now) and all_.take(now)):
            msg = "too many passwords were tried; wait a minute"
            raise TableError(msg, code="table/tries")

    def set_password(self, address: str) -> None:
        """Count a password that is set, which is hashed as slowly as a guess.

        Raises:
            TableError: If there were too many lately from this address.
        """
        bucket = self._bucket(f"set {address}", 1 / self.limits.tries_s, self.limits.tries)
        if not bucket.take(time.monotonic()):
            msg = "too many passwords were set; wait a minute"
            raise TableError(msg, code="table/tries")

    def open_table(self, address: str) -> None:
        """Count a table that is opened.

        Raises:
            TableError: If too many were opened lately from this address.
        """
        bucket = self._bucket(f"open {address}", 1 / self.limits.opens_s, self.limits.opens)
        if address not in LOOPBACK and not bucket.take(time.monotonic()):
            msg = f"too many tables were opened from here; wait {self.limits.opens_s:g} seconds"
            raise TableError(msg, code="table/too-many")

    def _bucket(self, key: str, rate: float, burst: float) -> Bucket:
        bucket = self._tries.setdefault(key, Bucket(rate, burst))
        self._tries.move_to_end(key)
        if len(self._tries) > _MOST_REMEMBERED:
            self._tries.popitem(last=False)
        return bucket
