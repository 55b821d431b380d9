"""An unbiased shuffle, from the entropy of the operating system or from a given key.

Both ways are the same Fisher-Yates shuffle; they differ in where its whole numbers come from. A
key gives the same order for ever, on every machine, so a deal can be repeated and checked. This
module knows nothing of cards. Start reading at `shuffled`.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Callable, Iterable
from typing import Final, TypeVar

T = TypeVar("T")

_WORD: Final = 4  # bytes of the stream that make one number


class Stream:
    """Whole numbers below a bound, drawn evenly from a key.

    The stream is HMAC-SHA256 of the key over a counter; each number takes four bytes of it, and a
    number that would favour the low results is thrown away, so nothing is rounded or wrapped.

    >>> Stream(b"a key").below(6) == Stream(b"a key").below(6)
    True
    """

    def __init__(self, key: bytes) -> None:
        """Start the stream of a key."""
        self._key = key
        self._block = 0
        self._bytes = b""

    def below(self, bound: int) -> int:
        """Return an even choice of 0 to ``bound - 1``, for a bound of 1 to 2**32."""
        span = 1 << 8 * _WORD
        limit = span - span % bound
        while (number := int.from_bytes(self._take(), "big")) >= limit:
            pass
        return number % bound

    def _take(self) -> bytes:
        if not self._bytes:
            counter = self._block.to_bytes(8, "big")
            self._bytes = hmac.digest(self._key, counter, "sha256")
            self._block += 1
        taken, self._bytes = self._bytes[:_WORD], self._bytes[_WORD:]
        return taken


def shuffled(items: Iterable[T], key: bytes | None = None) -> tuple[T, ...]:
    """Return the items in an order that is as likely as any other.

    Args:
        items: What to shuffle, a deck for one.
        key: Repeats the order it gave before; without one the order comes from the operating
            system and cannot be repeated.

    Source: TRA-1.2a.
    """
    below: Callable[[int], int] = secrets.randbelow if key is None else Stream(key).below
    order = list(items)
    for last in range(len(order) - 1, 0, -1):
        other = below(last + 1)
        order[last], order[other] = order[other], order[last]
    return tuple(order)
