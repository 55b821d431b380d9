"""Who somebody is: an opaque token, of which only the SHA-256 is ever kept.

A token makes its holder the same person again. One person may hold several, one for each device;
a ticket makes another one for a person who holds one already. Start reading at `People`.
"""

from __future__ import annotations

import hashlib
import secrets
import time
from collections import OrderedDict
from typing import Final, NamedTuple

from starlette.datastructures import Headers

from wildrank.errors import TableError
from wildrank.table import Store

TOKEN_BYTES: Final = 32
MAX_TOKEN: Final = 100
TICKET_S: Final = 600
_TICKET_MARK: Final = "t."  # no token of ours has a dot
_MOST_TICKETS: Final = 2000


class Holder(NamedTuple):
    """A token, its digest, and the player it stands for."""

    token: str
    digest: str
    player: str


def player_of(token: str) -> str:
    """Return the identity behind a token, from which the token cannot be found."""
    return hashlib.sha256(token.encode()).hexdigest()


def bearer(headers: Headers) -> str | None:
    """Return the token a request carries, None for one without or with none of ours."""
    scheme, _, token = headers.get("authorization", "").partition(" ")
    token = token.strip()
    fits = scheme.casefold() == "bearer" and TOKEN_BYTES <= len(token) <= MAX_TOKEN
    return token if fits else None


async def holder(store: Store, token: str) -> str | None:
    """Return the player a token stands for, None for a token nobody has a chair with.

    Raises:
        StoreError: If nobody can say now.
    """
    return await store.player(player_of(token)) or None


class People:
    """Tells who holds a token, and writes tickets, which are kept in memory only."""

    def __init__(self, store: Store) -> None:
        """Start without a ticket."""
        self._store = store
        self._tickets: OrderedDict[str, tuple[str, float]] = OrderedDict()

    async def recognise(self, token: str) -> Holder:
        """Return who says a token: a new person if it is none, or was withdrawn.

        A ticket is used up, and its holder gets a token of the same person.

        Raises:
            TableError: If it is a ticket that is used up or too old.
            StoreError: If nobody can say now.
        """
        if token.startswith(_TICKET_MARK):
            return await self._redeem(token)
        if TOKEN_BYTES <= len(token) <= MAX_TOKEN:
            digest = player_of(token)
            known = await self._store.player(digest)
            if known != "":
                return Holder(token, digest, known or digest)
        token = secrets.token_urlsafe(TOKEN_BYTES)
        return Holder(token, player_of(token), player_of(token))

    async def keep(self, who: Holder) -> None:
        """Keep whom a token makes its holder.

        Raises:
            StoreError: If nothing can be written.
        """
        await self._store.admit(who.digest, who.player)

    async def visits(self, who: Holder, table: str) -> None:
        """Keep that somebody sat down at a table.

        Raises:
            StoreError: If nothing can be written.
        """
        await self._store.note_visit(who.player, table)

    async def withdraw(self, who: Holder) -> None:
        """Make a token worthless.

        Raises:
            StoreError: If nothing can be written.
        """
        await self._store.withdraw(who.digest)

    def ticket(self, player: str) -> str:
        """Return a code with which another device becomes this person, once and soon."""
        code = _TICKET_MARK + secrets.token_urlsafe(24)
        self._tickets[player_of(code)] = player, time.monotonic() + TICKET_S
        if len(self._tickets) > _MOST_TICKETS:
            self._tickets.popitem(last=False)
        return code

    async def _redeem(self, code: str) -> Holder:
        player, ends = self._tickets.pop(player_of(code), ("", 0.0))
        if time.monotonic() > ends:
            msg = "this link was used already or is too old; make another on the first device"
            raise TableError(msg, code="people/ticket")
        token = secrets.token_urlsafe(TOKEN_BYTES)
        who = Holder(token, player_of(token), player)
        await self.keep(who)
        return who
