"""What people say: heard by all, kept in memory, bounded in number and speed."""

from __future__ import annotations

import pytest
from table.kit import Person, in_a_loop, join, kept, running

from wildrank.errors import TableError
from wildrank.table import MemoryLog
from wildrank.table import wishes as want
from wildrank.table.bucket import Bucket
from wildrank.table.telling.chat import KEPT, Chat, Said


@in_a_loop
async def test_everybody_hears_what_is_said_and_newcomers_what_was() -> None:
    """A sentence carries the name and chair of who said it; nothing of it is in the log."""
    log = MemoryLog()
    async with running(log=log, bots=0) as table:
        await join(table, "ann", "Ann", 4)
        early, late = Person(table, "bob"), Person(table, "cid")
        await table.join(early.client)
        before = len(await kept(log))
        await table.ask("ann", want.Say(" hello\n there "))
        (said,) = early.heard
        assert (said.name, said.chair, said.text) == ("Ann", 4, "hello there")
        await table.join(late.client)
        assert late.heard == early.heard
        assert len(await kept(log)) == before


@in_a_loop
async def test_who_only_watches_speaks_under_no_name_of_a_player() -> None:
    """A name is cleaned before others see it, whether there is a chair for it or not."""
    async with running(bots=0) as table:
        ann = await join(table, "ann", "Ann")
        for player, name in (("eve", "\u202eAnn"), ("fay", "\u3164")):
            spy = Person(table, player)
            spy.client.name = name
            await table.join(spy.client)
            await table.ask(player, want.Say("I fold"))
        assert [(said.name, said.chair) for said in ann.heard] == [("Ann 2", None), ("", None)]


def test_the_newest_sentences_are_kept() -> None:
    """Older ones make room."""
    chat = Chat()
    for number in range(KEPT + 5):
        chat.say(f"player {number}", Said(0, "", None, str(number)), 0.0)
    assert [said.text for said in chat.kept] == [str(n) for n in range(5, KEPT + 5)]


def test_nobody_talks_without_a_break() -> None:
    """A burst is let through, then a sentence now and then; nobody else is slowed down."""
    chat = Chat()
    for _ in range(5):
        chat.say("ann", Said(0, "Ann", 0, "well"), 100.0)
    with pytest.raises(TableError, match="faster"):
        chat.say("ann", Said(0, "Ann", 0, "well"), 100.0)
    chat.say("bob", Said(0, "Bob", 1, "hush"), 100.0)
    chat.say("ann", Said(0, "Ann", 0, "well"), 102.0)
    with pytest.raises(TableError, match="nothing"):
        chat.say("ann", Said(0, "Ann", 0, "\x00 \n"), 200.0)


def test_a_bucket_fills_with_time_up_to_its_size() -> None:
    """Ten a second after thirty at once, and never more than thirty."""
    bucket = Bucket(10, 30)
    assert sum(bucket.take(5.0) for _ in range(40)) == 30
    assert sum(bucket.take(5.5) for _ in range(40)) == 5
    assert sum(bucket.take(1000.0) for _ in range(40)) == 30
