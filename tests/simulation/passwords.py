"""Hashes of passwords that cost next to nothing, and follow from the seed of a story."""

from __future__ import annotations

import secrets

from argon2 import PasswordHasher
from starlette.applications import Starlette


class QuickHasher(PasswordHasher):
    """The hash of the server with the least cost there is, and a salt from `secrets`."""

    def __init__(self) -> None:
        """Prepare to hash."""
        super().__init__(time_cost=1, memory_cost=8, parallelism=1)

    def hash(self, password: str | bytes, *, salt: bytes | None = None) -> str:
        """Return the hash of a password."""
        return super().hash(password, salt=salt or secrets.token_bytes(16))


def hash_quickly(app: Starlette) -> None:
    """Let an application that has begun to serve hash like this."""
    app.state.reception.passwords._hasher = QuickHasher()
