"""The door of the server, and its collector of garbage."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections.abc import Iterator
from functools import partial
from itertools import pairwise

import pytest
from table.kit import in_a_loop

from wildrank.web import collector
from wildrank.web.handshake import Door


@in_a_loop
async def test_new_connections_take_turns_with_everybody_else() -> None:
    """However many come at once, something else is done between any two of them."""
    done: list[str] = []

    loop = asyncio.get_running_loop()
    door = Door()

    def work(left: int) -> None:
        done.append("-")
        if left:
            loop.call_soon(work, left - 1)

    loop.call_soon(work, 12)
    for name in "abcde":
        door.come(loop, partial(done.append, name))
    await asyncio.sleep(0.01)
    door.come(loop, partial(done.append, "f"))
    await asyncio.sleep(0.01)
    assert [name for name in done if name != "-"] == list("abcdef")
    assert all("-" in pair for pair in pairwise(done))


class Ring:
    """Something that only the collector finds."""

    def __init__(self) -> None:
        """Close the circle."""
        self.me = self


@pytest.fixture
def _thawed() -> Iterator[None]:
    threshold = gc.get_threshold()
    gc.disable()
    yield
    gc.enable()
    gc.set_threshold(*threshold)
    gc.unfreeze()


@pytest.mark.usefixtures("_thawed")
@pytest.mark.parametrize("old", [False, True])
@in_a_loop
async def test_circles_are_found_soon_or_later(old: bool, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: FBT001 - a case
    """A new circle is gone after the next pass, one that outlived a pass after a whole one."""
    monkeypatch.setattr(collector, "_PASS_S", 0.001)
    monkeypatch.setattr(collector, "_WHOLE", 5)
    ring: Ring | None = Ring()
    seen = weakref.ref(ring)

    tidying = asyncio.create_task(collector.keep_tidy())
    frozen = gc.get_freeze_count()
    async with asyncio.timeout(30):
        while old and gc.get_freeze_count() == frozen:  # noqa: ASYNC110 - it tells nobody
            await asyncio.sleep(0.001)
        ring = None
        while seen() is not None:  # noqa: ASYNC110 - it tells nobody
            await asyncio.sleep(0.001)
    tidying.cancel()
