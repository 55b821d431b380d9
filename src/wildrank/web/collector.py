"""Python's collector of garbage, made to pass in steps that nobody notices.

A pass looks at everything that came since the pass before, and stalls all tables meanwhile. What
the tables keep is nearly all there is, and none of it goes in circles; so a short pass comes each
second, what it leaves is passed over from then on, and only seldom is everything looked at, for
the circles of lines that have long been closed. Start reading at `keep_tidy`.
"""

from __future__ import annotations

import asyncio
import gc
from typing import Final

_PASS_S: Final = 0.25
_WHOLE: Final = 2400  # passes until everything is looked at
_BACKSTOP: Final = (50_000, 20, 50)  # for a time in which so much comes within a second


def calm() -> None:
    """Pass over what the program is made of, and let the collector seldom start by itself."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*_BACKSTOP)


async def keep_tidy() -> None:
    """Collect a little each second until cancelled."""
    passes = 0
    while True:
        await asyncio.sleep(_PASS_S)
        passes += 1
        if passes % _WHOLE:
            gc.collect(0)
        else:
            gc.unfreeze()
            gc.collect()
        gc.freeze()
