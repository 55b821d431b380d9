"""The one thread that writes: whatever waits when it is free becomes one transaction.

A write is a function of the connection. All that wait, up to a cap, run in one transaction, so
one sync of the disk serves many tables; nobody is answered before it is committed. When one of
them is refused, the transaction is rolled back and each runs again by itself, so that a conflict
is that of one table only. After an error of the disk nothing is known: everything that waited is
refused, and before the next transaction the connection is made anew and what is in the log is
synced. Start reading at `Writer._run`.
"""

from __future__ import annotations

import asyncio
import logging
import queue
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, Final, NamedTuple, Protocol

from wildrank.errors import StoreError

MOST_AT_ONCE: Final = 256
_IDLE_S: Final = 5.0
_LOG: Final = logging.getLogger(__name__)

Work = Callable[[Any], Any]  # what is done with a connection


class Line(Protocol):
    """A connection as the writer uses it; `mend` makes it anew after an error."""

    def transact(self, works: Sequence[Work]) -> list[Any]:
        """Do all in one transaction that is committed and synced, or do nothing."""
        ...

    def mend(self) -> None:
        """Make the connection anew and sync what the log holds."""
        ...

    def rest(self) -> None:
        """Do what can wait until nothing else is to be done."""
        ...

    def end(self) -> None:
        """Close the connection."""
        ...


class _Job(NamedTuple):
    work: Work
    answer: asyncio.Future[Any]
    loop: asyncio.AbstractEventLoop


class Writer:
    """The thread, and the queue in front of it.

    Attributes:
        trouble: Why nothing can be written, in a few words; empty while all is well.
        observe: Told the number of writes and the seconds of each commit.
    """

    def __init__(self, line: Line) -> None:
        """Start the thread."""
        self.trouble = ""
        self.observe: Callable[[int, float], None] = lambda _count, _seconds: None
        self._line = line
        self._closed = False
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="log writer", daemon=True)
        self._thread.start()

    async def write(self, work: Work) -> Any:  # noqa: ANN401 - what the work returns
        """Let the thread do some work, and return its answer once that is safe on the disk.

        Raises:
            StoreError: If it is refused, or cannot be written.
        """
        if self._closed:
            msg = "the log is closed"
            raise StoreError(msg, code="store/closed")
        loop = asyncio.get_running_loop()
        job = _Job(work, loop.create_future(), loop)
        self._jobs.put(job)
        return await job.answer

    def close(self) -> None:
        """Write what waits, and end the thread."""
        if not self._closed:
            self._closed = True
            self._jobs.put(None)
        self._thread.join()

    def _run(self) -> None:
        going = True
        while going:
            batch, going = self._gather()
            if batch:
                self._serve(batch)
            elif going and not self.trouble:
                self._calm()
        self._line.end()

    def _gather(self) -> tuple[list[_Job], bool]:
        """Return what waits, and whether there will be more."""
        batch: list[_Job] = []
        try:
            job = self._jobs.get(timeout=_IDLE_S)
            while True:
                if job is None:
                    return batch, False
                batch.append(job)
                if len(batch) == MOST_AT_ONCE:
                    return batch, True
                job = self._jobs.get_nowait()
        except queue.Empty:
            return batch, True

    def _calm(self) -> None:
        try:
            self._line.rest()
        except Exception as error:  # noqa: BLE001 - told with the next write
            self._fail(error)

    def _serve(self, batch: list[_Job]) -> None:
        """Do a batch in one transaction, or each by itself when one is refused."""
        try:
            if self.trouble:
                self._line.mend()
                self.trouble = ""
                _LOG.warning("the log can be written again")
            answers: list[Any] = self._transact(batch)
        except StoreError as error:
            answers = [error]
            if len(batch) > 1:
                for job in batch:
                    self._serve([job])
                return
        except Exception as error:  # noqa: BLE001 - whatever it is, it is not safe on the disk
            self._fail(error)
            answers = [_failed(self.trouble) for _ in batch]
        _answer(batch, answers)

    def _fail(self, error: Exception) -> None:
        trouble = _words(error)
        if trouble != self.trouble:
            _LOG.error("nothing can be written: %s", trouble)
        self.trouble = trouble

    def _transact(self, batch: list[_Job]) -> list[Any]:
        start = time.perf_counter()
        answers = self._line.transact([job.work for job in batch])
        self.observe(len(batch), time.perf_counter() - start)
        return answers


def _words(error: Exception) -> str:
    """Return an error without what it was about: statements hold cards."""
    reason = getattr(error, "orig", None) or error
    return f"{type(reason).__name__}: {reason}"[:200]


def _failed(trouble: str) -> StoreError:
    msg = f"nothing can be written now ({trouble}); nothing was done, look again and repeat"
    return StoreError(msg, code="store/failed")


def _answer(batch: list[_Job], answers: list[Any]) -> None:
    """Answer everybody, with one call a loop."""
    by_loop: dict[asyncio.AbstractEventLoop, list[tuple[asyncio.Future[Any], Any]]] = {}
    for job, answer in zip(batch, answers, strict=True):
        by_loop.setdefault(job.loop, []).append((job.answer, answer))
    for loop, pairs in by_loop.items():
        with suppress(RuntimeError):  # a loop that has closed waits for nothing
            loop.call_soon_threadsafe(_settle, pairs)


def _settle(pairs: list[tuple[asyncio.Future[Any], Any]]) -> None:
    for future, answer in pairs:
        if future.done():
            continue
        if isinstance(answer, BaseException):
            future.set_exception(answer)
        else:
            future.set_result(answer)
