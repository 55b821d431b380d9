"""Who somebody is: an opaque token, of which only the SHA-256 is ever kept.

Start reading at `holder`.
"""

from __future__ import annotations

import hashlib
import secrets
from typing import Final

from starlette.datastructures import Headers

from wildrank.table import Store

TOKEN_BYTES: Final = 32
MAX_TOKEN: Final = 100


def player_of(token: str) -> str:
    """Return the identity behind a token, from which the token cannot be found."""
    return hashlib.sha256(token.encode()).hexdigest()


def fresh_token() -> str:
    """Return a token that nobody has."""
    return secrets.token_urlsafe(TOKEN_BYTES)


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
