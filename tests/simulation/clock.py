"""A loop whose time passes only when nothing is left to do, and then at once.

Hours of play take seconds, and nothing depends on how quick the machine is. Clock and entropy of
the operating system are replaced while a story is told, so the same seed tells the same story to
the byte: on another machine, in another process, a year later. Start reading at `tell`.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Coroutine
from concurrent.futures import Executor
from contextlib import ExitStack
from typing import Any, Final, TypeVar, TypeVarTuple
from unittest.mock import patch

T = TypeVar("T")
Ts = TypeVarTuple("Ts")
MIDNIGHT: Final = 1_700_000_000.0  # when every story begins, in seconds since 1970

MOST_TURNS: Final = 10_000  # of the loop in which no time passes


class VirtualLoop(asyncio.BaseEventLoop):
    """An event loop without files and threads; it is its own selector, and nothing ever comes in.

    What would run in a thread runs at once: nothing else may happen meanwhile.
    """

    def __init__(self) -> None:
        """Start at no time."""
        super().__init__()
        self._now = 0.0
        self._turns = 0
        self._selector = self

    def time(self) -> float:
        """Return the seconds since the story began."""
        return self._now

    def select(self, seconds: float | None) -> list[Any]:
        """Let the time pass until something is due.

        Raises:
            RuntimeError: If nothing ever will be, or everything happens at once.
        """
        if seconds is None:
            msg = "everybody waits for somebody else, and nothing will ever happen"
            raise RuntimeError(msg)
        self._turns = 0 if seconds else self._turns + 1
        if self._turns > MOST_TURNS:
            self._turns = 0
            msg = "something is done again and again, and no time passes"
            raise RuntimeError(msg)
        self._now += seconds
        return []

    def run_in_executor(
        self, executor: Executor | None, func: Callable[[*Ts], T], *args: *Ts
    ) -> asyncio.Future[T]:
        """Run a function at once, and return its result as a thread would."""
        del executor
        done: asyncio.Future[T] = self.create_future()
        try:
            done.set_result(func(*args))
        except Exception as error:  # noqa: BLE001 - whoever waits for it gets it
            done.set_exception(error)
        return done

    def _process_events(self, _events: list[Any]) -> None:
        """Do nothing: there are none."""

    def _write_to_self(self) -> None:
        """Wake nobody: nothing sleeps."""


def tell(story: Callable[[], Coroutine[Any, Any, T]], seed: object) -> T:
    """Return what a story ends with, told in its own time and with its own chance.

    Args:
        story: What happens.
        seed: Makes the chance; `secrets` and everything else that asks the operating system get
            it, other generators are the story's own business.
    """
    loop = VirtualLoop()
    chance = random.Random(f"entropy {seed}")
    with ExitStack() as stack:
        stack.enter_context(patch("time.time", lambda: MIDNIGHT + loop.time()))
        stack.enter_context(patch("time.monotonic", loop.time))
        stack.enter_context(patch("random._urandom", chance.randbytes))
        stack.callback(end, loop)
        return loop.run_until_complete(story())


def end(loop: VirtualLoop) -> None:
    """Cancel what still goes on, and let it come to its end."""
    tasks = asyncio.all_tasks(loop)
    for task in tasks:
        task.cancel()
    if tasks:
        loop.run_until_complete(asyncio.wait(tasks))
    loop.close()
