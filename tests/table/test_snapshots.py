"""Snapshots: beside the log and never instead of it, with nothing in them that is hidden."""

from __future__ import annotations

import asyncio
import logging
import random
import re
from collections.abc import Sequence
from functools import partial

import msgspec
import pytest
from simulation.clock import tell
from simulation.world import HANDS, World, play
from table.kit import HURRIED, Person, ToldBots, after_hands, in_a_loop, join, running
from table.test_views import any_way

from wildrank.errors import StoreError
from wildrank.table import MemoryLog, Table, snapshots
from wildrank.table import wishes as want
from wildrank.table.recovery import Replayed, replay
from wildrank.table.repeats import Repeats
from wildrank.table.state import TableState, opened
from wildrank.table.store import Snapshot

NOBODY = msgspec.structs.replace(HURRIED, needs_people=False)
Row = tuple[int, bytes]
CARD = r"\b(?:10|[2-9TJQKA])[shdc]\b"


class CountedLog(MemoryLog):
    """A log that counts the records it tells."""

    told = 0

    async def read(
        self, table: str, after: int = 0, until: int | None = None
    ) -> Sequence[tuple[int, bytes]]:
        """Return the records, and count them."""
        rows = await super().read(table, after, until)
        self.told += len(rows)
        return rows


class KeptAll(MemoryLog):
    """A log that keeps every snapshot."""

    def __init__(self) -> None:
        """Start without one."""
        super().__init__()
        self.all: list[Snapshot] = []

    async def keep_snapshot(self, table: str, snapshot: Snapshot) -> None:
        """Keep one more."""
        self.all.append(snapshot)
        await super().keep_snapshot(table, snapshot)


def nothing_happens(*_: object) -> None:
    """Witness nothing."""


def plain(found: Replayed) -> tuple[TableState, int, str, dict[str, list[str]]]:
    """Return what a log told as values that can be compared."""
    return found.state, found.since, found.broken, found.repeats.granted


async def evening(log: MemoryLog, hands: int, seed: int = 3) -> None:
    """Let Ann, who asks for a few things, and bots play some hands."""
    async with running(any_way(seed), NOBODY, log=log, bots=3) as table:
        await join(table, "ann")
        await table.ask("ann", want.Sit("Ann", id="sit"))
        await table.ask("ann", want.SitOut("hand", id="out"))
        await after_hands(table, hands)


def compared_parts(rows: Sequence[Row], empty: TableState, whims: random.Random) -> int:
    """Compare a log with its last part on top of a snapshot, cut at some places between hands.

    Returns:
        At how many places it was cut.
    """
    whole = plain(replay(rows, empty, nothing_happens))
    between: list[int] = []
    replay(rows, empty, lambda state, n, _: None if state.hand else between.append(n))
    cuts = [n for n in whims.sample(between, min(12, len(between))) if n < len(rows)]
    for n in cuts:
        start = replay(rows[:n], empty, nothing_happens)
        taken = snapshots.made(start.state, start.repeats, rows[n - 1][1])
        folded = snapshots.unsealed(taken, rows[n - 1][1])
        assert folded is not None
        assert folded.state == start.state
        rest = replay(rows[n:], folded.state, nothing_happens, Repeats(folded.granted))
        assert plain(rest) == whole
    return len(cuts)


def test_a_snapshot_and_the_rest_are_the_whole() -> None:
    """Wherever a log is cut between two hands, its second part on top of the first tells it all.

    The logs are those of simulated people, who use every wish there is.
    """
    compared = 0
    for seed in range(8):
        world = World(seed)
        tell(partial(world.live, HANDS), seed)
        empty = opened(world.config.chairs, world.config.customs)
        for auditor in world.auditors.values():
            rows = list(enumerate(auditor.lines, 1))
            compared += compared_parts(rows, empty, random.Random(seed))
    assert compared > 60


def test_programs_that_end_go_on_from_snapshots(monkeypatch: pytest.MonkeyPatch) -> None:
    """In stories full of mishaps nobody can tell whether a table woke from its whole log."""
    monkeypatch.setattr(snapshots, "EVERY", 5)
    used, real = 0, snapshots.unsealed

    def noted(snapshot: Snapshot, record: bytes) -> object:
        nonlocal used
        used += 1
        return real(snapshot, record)

    monkeypatch.setattr(snapshots, "unsealed", noted)
    assert sum(play(seed, 40).crashes for seed in range(4)) > 1
    assert used > 1


@in_a_loop
async def test_an_old_table_wakes_from_its_newest_part(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is the same for who comes back: the events told then, and the granted wishes."""
    monkeypatch.setattr(snapshots, "EVERY", 10)
    log = CountedLog()
    await evening(log, 60)
    log.told = 0
    whole = CountedLog()
    await whole.append("test", 1, [row for _, row in await MemoryLog.read(log, "test")])
    tables = [await Table.open("test", one, ToldBots(), NOBODY) for one in (log, whole)]
    assert log.told < whole.told / 2
    assert tables[0].state == tables[1].state
    seen = []
    for table in tables:
        task = asyncio.create_task(table.run())
        await table.ask("ann", want.SitOut("hand", id="out"))  # which was granted long ago
        person = Person(table, "ann")
        await table.join(person.client)
        await person.until(lambda _: True)
        await table.stop()
        await task
        seen.append((person.updates[0].events, person.updates[0].gap))
    assert seen[0] == seen[1]
    assert len(seen[0][0]) > 100


@pytest.mark.parametrize("fault", ["the body", "the seal", "the log", "the program", "too new"])
@in_a_loop
async def test_what_does_not_fit_is_passed_over(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, fault: str
) -> None:
    """A snapshot that is damaged or foreign is named once, and the log tells everything."""
    log = MemoryLog()
    await evening(log, 20)
    rows = await log.read("test")
    whole = replay(rows, opened(9), nothing_happens)
    places: list[int] = []
    replay(rows, opened(9), lambda state, n, _: None if state.hand else places.append(n))
    n = places[-1 if fault == "too new" else 3]
    start = replay(rows[:n], opened(9), nothing_happens)
    other = msgspec.structs.replace(start.state, hands=77)
    record = b"{}" if fault == "the log" else rows[n - 1][1]
    taken = snapshots.made(other, start.repeats, record)
    if fault == "the body":
        taken = taken._replace(body=taken.body.replace(b'"hands":77', b'"hands":78'))
    elif fault == "the seal":
        taken = taken._replace(seal=b"")
    elif fault == "the program":
        monkeypatch.setattr(snapshots, "_shape", lambda: b"another")
    await log.keep_snapshot("test", taken)
    with caplog.at_level(logging.WARNING):
        table = await Table.open("test", log, ToldBots(), NOBODY)
    assert table.state == whole.state
    lines = [line for line in caplog.messages if "snapshot" in line]
    assert len(lines) == (fault != "too new")


@in_a_loop
async def test_a_snapshot_that_cannot_be_kept_holds_up_nobody(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The hands go on, and the log says so."""
    monkeypatch.setattr(snapshots, "EVERY", 2)

    async def refused(*_: object) -> None:
        await asyncio.sleep(0)
        msg = "nothing can be written now"
        raise StoreError(msg)

    log = MemoryLog()
    monkeypatch.setattr(log, "keep_snapshot", refused)
    await evening(log, 5)
    assert "table test: no snapshot was kept: nothing can be written now" in caplog.messages
    assert await log.snapshots("test") == ()


@in_a_loop
async def test_no_card_is_in_a_snapshot(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each is of a table without a hand, though the log beside it holds every deck."""
    monkeypatch.setattr(snapshots, "EVERY", 1)
    log = KeptAll()
    await evening(log, 8)
    assert len(log.all) >= 6
    for one in log.all:
        assert msgspec.json.decode(one.body)["state"]["hand"] is None
        assert re.findall(CARD, one.body.decode()) == []
    assert re.findall(CARD, str(await log.read("test")))
