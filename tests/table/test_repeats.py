"""A wish that is sent again changes nothing, not even after a crash."""

from __future__ import annotations

import msgspec
import pytest
from table.kit import PATIENT, ToldBots, in_a_loop, join, kept, running

from wildrank.errors import TableError
from wildrank.table import MemoryLog, Table
from wildrank.table import events as ev
from wildrank.table import wishes as want
from wildrank.table.repeats import KEPT_OF_EACH, Repeats


@in_a_loop
async def test_a_repeat_is_granted_and_changes_nothing() -> None:
    """The second wish of an id is answered as the first, whatever it asks for."""
    async with running(bots=0) as table:
        await join(table, "ann")
        await table.ask("ann", want.Sit("Ann", id="a"))
        await table.ask("ann", want.Stand(id="b"))
        before = table.state.n
        await table.ask("ann", want.Sit("Ann", id="a"))
        await table.ask("ann", want.Sit("Ann", id="b"))
        assert (table.state.n, table.state.chair_of("ann")) == (before, None)
        with pytest.raises(TableError):
            await table.ask("bob", want.Stand(id="b"))


@in_a_loop
async def test_a_refused_wish_may_be_sent_again() -> None:
    """Only what was granted is remembered."""
    async with running(bots=0) as table:
        await join(table, "ann")
        with pytest.raises(TableError):
            await table.ask("ann", want.Stand(id="x"))
        await table.ask("ann", want.Sit("Ann", id="x"))
        assert table.state.chair_of("ann") is not None


@in_a_loop
async def test_the_log_remembers_what_was_granted() -> None:
    """After a restart, the wish whose event is in the log is known, and no other."""
    log = MemoryLog()
    async with running(log=log, bots=1) as table:
        await join(table, "ann", "Ann")
        await table.ask("ann", want.Bots(2, id="bots"))
    again = await Table.open("test", log, ToldBots(), PATIENT)
    before = again.state.n
    await again._grant("ann", want.Bots(3, id="new"))
    assert again.state.n > before
    causes = [
        (record.by, record.id, type(record.event))
        for _, line in await log.read("test")
        if (record := ev.decode(line)).id
    ]
    assert causes == [("ann", "bots", ev.BotsWanted), ("ann", "new", ev.BotsWanted)]
    third = await Table.open("test", log, ToldBots(), PATIENT)
    assert third._repeats.known("ann", "bots")
    assert third._repeats.known("ann", "new")
    assert not third._repeats.known("bob", "bots")
    assert len(await kept(log)) == third.state.n


def test_the_newest_ids_of_each_are_remembered() -> None:
    """Nobody's ids push out another's, and what is kept is bounded."""
    repeats = Repeats()
    repeats.keep("bob", "his")
    for number in range(KEPT_OF_EACH + 1):
        repeats.keep("ann", str(number))
    assert not repeats.known("ann", "0")
    assert repeats.known("ann", "1")
    assert repeats.known("bob", "his")
    assert not repeats.known("ann", "")


def test_a_record_without_a_cause_is_written_as_before() -> None:
    """Records of older logs have neither field, and those the table makes are no longer."""
    record = ev.Record(7, ev.BotsWanted(2))
    assert msgspec.json.decode(ev.encode(record)) == {
        "at": 7,
        "event": {"type": "bots-wanted", "count": 2},
    }
    assert ev.decode(ev.encode(ev.Record(7, ev.BotsWanted(2), "ann", "x"))).id == "x"
