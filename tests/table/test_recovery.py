"""Tables that come back: a hand that cannot go on, the clock, sleep, a thousand tables."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec
import pytest
from table.kit import (
    HURRIED,
    PATIENT,
    SILENT,
    Person,
    ToldBots,
    after_hands,
    in_a_loop,
    join,
    running,
)

from wildrank.errors import StoreError, TableError
from wildrank.referee import events as hand_events
from wildrank.table import House, MemoryLog, Table, TableConfig
from wildrank.table import events as ev
from wildrank.table.pace import Due
from wildrank.table.recovery import Grace, replay
from wildrank.table.state import opened
from wildrank.table.store.sqlite import SqliteLog
from wildrank.table.store.upkeep import FILE
from wildrank.table.wishes import Sit

Rows = list[tuple[int, bytes]]
NOBODY = msgspec.structs.replace(HURRIED, needs_people=False)


async def some_rows(hands: int = 3) -> Rows:
    """Return the log of a table of bots that has begun so many hands."""
    log = MemoryLog()
    async with running(config=NOBODY, log=log, bots=4) as table:
        await after_hands(table, hands)
    return list(await log.read("test"))


def where(rows: Rows, kind: type, *, last: bool = True) -> int:
    """Return the place in some rows of the last or the first event of a kind."""
    found = [i for i, (_, row) in enumerate(rows) if isinstance(ev.decode(row).event, kind)]
    return found[-1 if last else 0]


async def log_of(rows: Sequence[tuple[int, bytes]]) -> MemoryLog:
    """Return a log of the test's table with some rows."""
    log = MemoryLog()
    await log.append("test", 1, [row for _, row in rows])
    return log


def nothing_happens(*_: object) -> None:
    """Witness nothing."""


@pytest.mark.parametrize("kept", ["to the deck", "to a game that is gone", "to nonsense"])
@in_a_loop
async def test_a_hand_that_cannot_go_on_is_voided(kept: str) -> None:
    """Every chip is where it was before the hand, as an event, and the next hand is dealt."""
    rows = await some_rows()
    deck = where(rows, ev.HandStarted)
    before = replay(rows[:deck], opened(9), nothing_happens).state
    cut = rows[: deck + 1]
    if kept != "to the deck":
        record = ev.decode(rows[deck + 1][1])
        assert isinstance(record.event, hand_events.Announced)
        event: ev.TableEvent = msgspec.structs.replace(record.event, game="no-such-game")
        if kept == "to nonsense":
            cut = [*cut, rows[deck + 1]]
            event = hand_events.Folded(77)
        line = ev.encode(msgspec.structs.replace(record, event=event))
        cut = [*cut, (len(cut) + 1, line), (len(cut) + 2, rows[deck + 2][1])]
    log = await log_of(cut)
    table = await Table.open("test", log, ToldBots(), NOBODY)
    hand = table.state.hand
    assert hand is not None
    assert hand.voided
    assert [type(ev.decode(row).event) for _, row in await log.read("test", len(cut))] == [
        ev.Voided
    ]
    assert table.state.chairs == before.chairs
    task = asyncio.create_task(table.run())
    await after_hands(table, hand.number + 1)
    await table.stop()
    await task
    assert replay(await log.read("test"), opened(9), nothing_happens).state == table.state


@in_a_loop
async def test_nothing_paid_out_is_guessed() -> None:
    """A hand that is over and makes no sense, a gap, another schema: the log is not followed."""
    rows = await some_rows()
    ended = where(rows, hand_events.HandEnded, last=False)
    line = ev.encode(ev.Record(0, hand_events.Folded(77)))
    for wrong, code in (
        ([*rows[: ended - 1], (ended, line), *rows[ended:]], "store/replay"),
        ([*rows[:5], *rows[6:]], "store/gap"),
        ([*rows[:5], (6, b"{}")], "store/record"),
    ):
        with pytest.raises(StoreError) as refused:
            replay(wrong, opened(9), nothing_happens)
        assert refused.value.code == code
    assert not replay(rows, opened(9), nothing_happens).broken


def test_whoever_was_thinking_has_the_rest_and_the_grace() -> None:
    """The time that had gone by is gone, and the grace comes on top, for that decision alone."""
    grace = Grace(("hand", 7, 12), spent=20.0, seconds=15.0)
    thinking = Due(("hand", 7, 12), "time-out", 30.0, clock=True)
    assert grace.of(thinking, 100.0, missing=True).seconds == 25.0
    later = Due(("hand", 7, 13), "time-out", 30.0, clock=True)
    assert grace.of(later, 101.0, missing=True) == later
    for spent, left in ((99.0, 15.0), (3700.0, 15.0), (-3600.0, 45.0)):  # the wall clock jumps
        again = Grace(("hand", 7, 12), spent, seconds=15.0)
        assert again.of(thinking, 100.0, missing=False).seconds == left


@pytest.mark.parametrize("step", ["bot-calls", "repeat-call", "clear"])
def test_nobody_is_left_out_of_the_next_hand(step: str) -> None:
    """Between hands all are waited for who were seated, as long as the grace lasts."""
    grace = Grace(("other",), spent=0.0, seconds=15.0)
    planned = Due(("rest", 7), step, 3.0)  # type: ignore[arg-type] # one of three words
    waits = grace.of(planned, 100.0, missing=True)
    assert (waits.key, waits.seconds) == (("rest", 7, "grace"), 15.0)
    assert grace.of(planned, 110.0, missing=True).seconds == 5.0
    assert grace.of(planned, 110.0, missing=False) == planned
    assert grace.of(planned, 116.0, missing=True) == planned
    deals = Due(("hand", 7, 1), "deal", 0.6)
    assert Grace(("other",), 0.0, 15.0).of(deals, 100.0, missing=True) == deals


@in_a_loop
async def test_two_come_back_one_after_the_other() -> None:
    """The first one back is not dealt in alone: the next hand waits for the other."""
    log = MemoryLog()
    async with running(config=PATIENT, log=log, bots=1) as table:
        ann = await join(table, "ann", "Ann", 0)
        bob = await join(table, "bob", "Bob", 1)
        await asyncio.gather(ann.play_out(), bob.play_out())
        assert table.state.hands == 1
    quick = msgspec.structs.replace(HURRIED, grace_s=60.0, call_s=0.0, **SILENT)
    table = await Table.open("test", log, ToldBots(), quick)
    table.resume(int(time.time() * 1000))
    task = asyncio.create_task(table.run())
    ann = Person(table, "ann")
    await table.join(ann.client)
    await asyncio.sleep(0.3)
    assert table.state.hands == 1
    bob = Person(table, "bob")
    await table.join(bob.client)
    async with asyncio.timeout(15):
        while table.state.hands < 2:  # noqa: ASYNC110 - no event tells it
            await asyncio.sleep(0.01)
    hand = table.state.hand
    assert hand is not None
    assert {"ann", "bob"} <= set(hand.players)
    await table.stop()
    await task


def in_house(
    folder: Path, story: Callable[[House], object], config: TableConfig = HURRIED
) -> None:
    """Tell a story in a house whose tables are kept in a folder."""

    async def told() -> None:
        house = House(ToldBots, config, SqliteLog.open(folder / FILE))
        await house.recover()
        try:
            await story(house)  # type: ignore[misc] # a coroutine
        finally:
            await house.close()

    asyncio.run(told())


def test_tables_sleep_and_wake(tmp_path: Path) -> None:
    """When there is no room the longest empty sleeps; it is the same table when it wakes."""

    async def story(house: House) -> None:
        house.most = 2
        first = await house.open()
        await first.ask("ann", _sit("Ann"))
        await house.open()
        third = await house.open()
        assert house.find(first.name) is None
        assert house.knows(first.name)
        assert (len(house), house.asleep) == (2, 1)
        again, same = await asyncio.gather(house.visit(first.name), house.visit(first.name))
        assert again is same
        assert again is not first
        assert again is not None
        assert again.state == first.state
        assert await house.visit("nothere2") is None
        assert await house.visit(again.name) is again
        assert house.find(third.name) is third
        await house.drain()
        for ask in (house.open(), house.visit(first.name), again.ask("ann", _sit("Ann"))):
            with pytest.raises(TableError) as refused:
                await ask
            assert refused.value.code in ("table/closing", "table/closed")

    in_house(tmp_path, story)


def _sit(name: str) -> Sit:
    return Sit(name)


def test_a_thousand_tables_are_ready_in_two_seconds(tmp_path: Path) -> None:
    """A start reads no log until somebody comes, and tables that play without people play on."""

    async def fill() -> None:
        rows = [row for _, row in await some_rows(2)]
        store = SqliteLog.open(tmp_path / FILE)

        async def one(i: int) -> None:
            config = NOBODY if i == 500 else HURRIED
            await store.open_table(f"t{i}", msgspec.json.encode(config))
            await store.append(f"t{i}", 1, rows)

        await asyncio.gather(*(one(i) for i in range(1000)))
        await store.close()

    async def ready() -> None:
        start = time.perf_counter()
        house = House(ToldBots, HURRIED, SqliteLog.open(tmp_path / FILE))
        await house.recover()
        assert time.perf_counter() - start < 2
        assert house.asleep == 999
        alone = house.find("t500")
        assert alone is not None
        await after_hands(alone, 4)
        table = await house.visit("t7")
        assert table is not None
        assert table.state.hands == 2
        await house.close()

    asyncio.run(fill())
    asyncio.run(ready())
