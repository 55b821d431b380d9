"""How often somebody may do something: a bucket of tokens that fills with time.

Start reading at `Bucket`. No clock runs in here.
"""

from __future__ import annotations


class Bucket:
    """So many at once, and so many a second from then on."""

    def __init__(self, rate: float, burst: float) -> None:
        """Start full.

        Args:
            rate: Tokens that come in a second.
            burst: Tokens there is room for.
        """
        self._rate = rate
        self._burst = burst
        self._tokens = burst
        self._at: float | None = None

    def take(self, now: float) -> bool:
        """Take a token, or tell that there is none.

        Args:
            now: The time in seconds, of a clock that never goes back.
        """
        passed = 0.0 if self._at is None else now - self._at
        self._at = now
        self._tokens = min(self._burst, self._tokens + passed * self._rate)
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True
