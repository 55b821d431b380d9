"""The mailbox of a table's task: what others ask for, one letter after the other.

Start reading at `Mailbox`.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final, NamedTuple

from wildrank.errors import TableError, WildrankError

_LOG: Final = logging.getLogger(__name__)
_STOPPED_S: Final = 1.0  # so much later than due it is only where the whole program stood still
_BREATH_S: Final = 0.5  # then what was sent meanwhile has this long to be read
Job = Callable[[], Awaitable[None]]


class Letter(NamedTuple):
    """A job for the task of a table, and where its outcome is awaited."""

    job: Job
    outcome: asyncio.Future[None]


async def _nothing() -> None:
    """Do nothing, so that the table comes round."""


class Mailbox:
    """Letters in the order they came."""

    def __init__(self, name: str) -> None:
        """Start empty, for the table of that name."""
        self._name = name
        self._letters: asyncio.Queue[Letter] = asyncio.Queue()
        self._answered = False
        self._breath = 0.0

    async def post(self, job: Job) -> None:
        """Have a job done by the task of the table, and wait for it.

        Raises:
            WildrankError: If the job does.
        """
        letter = Letter(job, asyncio.get_running_loop().create_future())
        self._letters.put_nowait(letter)
        await letter.outcome

    def nudge(self) -> None:
        """Have the table look again at what it tells."""
        outcome = asyncio.get_running_loop().create_future()
        outcome.cancel()  # nobody awaits it
        self._letters.put_nowait(Letter(_nothing, outcome))

    async def next(self, due: float | None) -> Letter | None:
        """Return the next letter, or None when something is due first.

        Letters and what is due take turns when both are there, so that nobody can hold up a hand
        by writing. After the program was stopped for a while, who wrote meanwhile comes first: it
        was in time, and is only heard late.

        Args:
            due: When it is, by the clock of the loop; None for never.
        """
        letter = await self._next(due)
        self._answered = letter is not None
        return letter

    async def _next(self, due: float | None) -> Letter | None:
        loop = asyncio.get_running_loop()
        due = None if due is None else max(due, self._breath)
        late = due is not None and due <= loop.time()
        if not self._letters.empty() and not (late and self._answered):
            return self._letters.get_nowait()
        if late:
            await asyncio.sleep(0)
            return None
        try:
            async with asyncio.timeout_at(due):
                return await self._letters.get()
        except TimeoutError:
            if due is None or loop.time() - due < _STOPPED_S:
                return None
            self._breath = loop.time() + _BREATH_S
            return await self._next(due)

    async def answer(self, letter: Letter) -> None:
        """Do the job of a letter; whoever asked is told how it went."""
        error: WildrankError | None = None
        try:
            await letter.job()
        except WildrankError as refused:
            error = refused
        except Exception as failed:  # noqa: BLE001 - whoever asked gets an answer, the table goes on
            _LOG.exception("table %s could not answer", self._name)
            error = TableError("the table could not do that", code="table/failed")
            error.__cause__ = failed
        except BaseException:  # the task ends here, and nobody else would answer
            _refuse(letter)
            raise
        if letter.outcome.cancelled():
            return
        if error is None:
            letter.outcome.set_result(None)
        else:
            letter.outcome.set_exception(error)

    def refuse_all(self) -> None:
        """Answer every letter that the table is closed."""
        while not self._letters.empty():
            _refuse(self._letters.get_nowait())


def _refuse(letter: Letter) -> None:
    """Answer a letter that the table is closed."""
    if not letter.outcome.cancelled():
        letter.outcome.set_exception(TableError("the table closed", code="table/closed"))
