"""Who is let in at a table, and whose lines are open.

Start reading at `Reception.admit`.
"""

from __future__ import annotations

import hmac
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, Protocol

from wildrank.errors import TableError
from wildrank.table import House, Table
from wildrank.table.hostgrants import sent_away
from wildrank.web.limits import Crowd, Limits
from wildrank.web.passwords import Passwords
from wildrank.web.people import Holder, People
from wildrank.web.wire import Hello

_MOST_ADMITTED: Final = 20_000


class Closable(Protocol):
    """A line that can be ended."""

    def end(self, error: TableError, code: int) -> None:
        """Say why, and close."""
        ...


class Reception:
    """The door of a house.

    Attributes:
        people: Who holds which token.
        passwords: Makes and checks their hashes.
        crowd: How many there are.
    """

    def __init__(self, house: House, limits: Limits) -> None:
        """Open the door of a house."""
        self.people = People(house.store)
        self.passwords = Passwords()
        self.crowd = Crowd(limits)
        self._admitted: OrderedDict[tuple[str, str], None] = OrderedDict()
        self._lines: dict[str, set[Closable]] = {}

    async def admit(self, table: Table, who: Holder, hello: Hello, address: str) -> None:
        """Let somebody in at a table who is known there, or has what newcomers need.

        Raises:
            TableError: If they are not let in.
        """
        hosting = table.state.hosting
        if who.player in hosting.banned:
            raise sent_away()
        key = (table.name, who.player)
        if who.player not in hosting.known and key not in self._admitted:
            await self._examine(table, hello, address)
        self._admitted[key] = None
        self._admitted.move_to_end(key)
        if len(self._admitted) > _MOST_ADMITTED:
            self._admitted.popitem(last=False)

    def admitted(self, table: str, player: str) -> bool:
        """Whether somebody was let in at a table since this program began."""
        return (table, player) in self._admitted

    async def _examine(self, table: Table, hello: Hello, address: str) -> None:
        hosting = table.state.hosting
        invited = hmac.compare_digest(hosting.invite.encode(), hello.invite.encode())
        if hosting.invite and not invited:
            msg = "this link lets nobody in any longer; ask somebody at the table for another"
            raise TableError(msg, code="table/invite")
        if not hosting.password:
            return
        if not hello.password:
            msg = "newcomers need the password of this table"
            raise TableError(msg, code="table/password")
        self.crowd.try_password(address, table.name)
        if not await self.passwords.fits(hosting.password, hello.password):
            msg = "this is not the password of this table"
            raise TableError(msg, code="table/password")

    @contextmanager
    def open_line(self, who: Holder, line: Closable) -> Iterator[None]:
        """Know a line by its token while it is open."""
        mine = self._lines.setdefault(who.digest, set())
        mine.add(line)
        try:
            yield
        finally:
            mine.discard(line)
            if not mine and self._lines.get(who.digest) is mine:
                del self._lines[who.digest]

    async def log_out(self, who: Holder, code: int) -> None:
        """Make a token worthless, and end every line that was opened with it.

        Raises:
            StoreError: If that cannot be kept; the token stays good then.
        """
        await self.people.withdraw(who)
        error = TableError("you have logged out here", code="people/logged-out")
        for line in list(self._lines.get(who.digest, ())):
            line.end(error, code)
