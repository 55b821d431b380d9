"""The mailbox of a table: letters and what is due take turns, also after a standstill."""

from __future__ import annotations

import asyncio
import os
import time
from threading import Timer

import pytest
from table.kit import in_a_loop

from wildrank.errors import TableError
from wildrank.table.mailbox import Mailbox


async def nothing() -> None:
    """Do nothing."""


@in_a_loop
async def test_letters_and_what_is_due_take_turns() -> None:
    """Nobody holds up a hand by writing; and what is due holds up nobody who has written."""
    mail = Mailbox("test")
    posts = [asyncio.create_task(mail.post(nothing)) for _ in range(3)]
    await asyncio.sleep(0)
    now = asyncio.get_running_loop().time()
    turns = [await mail.next(now) for _ in range(6)]
    assert [turn is None for turn in turns] == [False, True, False, True, False, True]
    for letter in turns:
        if letter is not None:
            await mail.answer(letter)
    await asyncio.gather(*posts)


@in_a_loop
async def test_who_wrote_while_the_program_was_stopped_is_heard_first() -> None:
    """The line was written to in time, before what was due, and is read when all goes on."""
    loop = asyncio.get_running_loop()
    mail = Mailbox("test")
    line, end = os.pipe()
    reader = asyncio.StreamReader()
    await loop.connect_read_pipe(
        lambda: asyncio.StreamReaderProtocol(reader), os.fdopen(line, "rb")
    )

    async def listen() -> None:
        await reader.readline()
        await asyncio.sleep(0)  # what is read takes a few turns of the loop to get here
        await asyncio.sleep(0)
        await mail.post(nothing)

    listening = asyncio.create_task(listen())
    Timer(0.3, os.write, (end, b"check\n")).start()
    loop.call_later(0.1, time.sleep, 1.6)  # the loop stands still as a whole
    due = loop.time() + 0.5
    letter = await mail.next(due)
    assert letter is not None
    await mail.answer(letter)
    await listening
    assert await mail.next(due) is None  # and then it happens all the same
    os.close(end)


@in_a_loop
async def test_a_closed_table_refuses_every_letter() -> None:
    """Whoever waits for an answer gets one."""
    mail = Mailbox("test")
    posts = [asyncio.create_task(mail.post(nothing)) for _ in range(3)]
    await asyncio.sleep(0)
    mail.refuse_all()
    answers = await asyncio.gather(*posts, return_exceptions=True)
    assert [type(answer) for answer in answers] == [TableError] * 3


@in_a_loop
async def test_who_asked_a_task_that_ends_over_it_is_told() -> None:
    """Not only the letters that wait are refused, but the one that was being answered too."""
    mail = Mailbox("test")
    begun = asyncio.Event()

    async def job() -> None:
        begun.set()
        await asyncio.Event().wait()

    async def work() -> None:
        letter = await mail.next(None)
        assert letter is not None
        await mail.answer(letter)

    asking, working = asyncio.create_task(mail.post(job)), asyncio.create_task(work())
    await begun.wait()
    working.cancel()
    with pytest.raises(TableError, match="closed"):
        await asyncio.wait_for(asking, 1)
    with pytest.raises(asyncio.CancelledError):
        await working
