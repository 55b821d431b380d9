"""Passwords of tables: hashed slowly, in a thread, one at a time.

Start reading at `Passwords`. The cost is that of OWASP's advice for Argon2id: 19 MiB, two passes.
"""

from __future__ import annotations

import asyncio

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError


class Passwords:
    """Makes and checks hashes without holding up the loop."""

    def __init__(self) -> None:
        """Prepare to hash."""
        self._hasher = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)
        self._turn = asyncio.Lock()

    async def hash(self, password: str) -> str:
        """Return what is kept of a password, nothing for none."""
        if not password:
            return ""
        async with self._turn:
            return await asyncio.to_thread(self._hasher.hash, password)

    async def fits(self, kept: str, password: str) -> bool:
        """Whether a password is the one whose hash is kept."""
        async with self._turn:
            return await asyncio.to_thread(self._fits, kept, password)

    def _fits(self, kept: str, password: str) -> bool:
        try:
            return self._hasher.verify(kept, password)
        except (Argon2Error, InvalidHashError):
            return False
