"""Disks that fail, fill up or lose their power: nothing is acknowledged that is not kept."""

from __future__ import annotations

import asyncio
import random
import shutil
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

import apsw
import msgspec
import pytest
from table.apsw_driver import Disk, driver_on
from table.kit import HURRIED, ToldBots

from wildrank.errors import StoreError
from wildrank.table import Table
from wildrank.table.recovery import replay
from wildrank.table.state import opened
from wildrank.table.store.sqlite import SqliteLog

TABLES = ("a", "b", "c")
RECORDS = 8
TWO_BOTS = msgspec.structs.replace(HURRIED, bots=2, needs_people=False)
ERRORS = {"full": apsw.FullError, "broken": apsw.IOError}


@pytest.fixture(scope="module")
def ready(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a store without a table, to be copied."""
    file = tmp_path_factory.mktemp("ready") / "tables.db"
    SqliteLog.open(file).end()
    return file


# ------------------------------------------------------------------------------------ power cuts


async def _write(store: SqliteLog, table: str, kept: dict[str, int]) -> None:
    """Append until the power is gone, and count what was acknowledged."""
    for n in range(1, RECORDS + 1):
        try:
            await store.append(table, n, [record(table, n)])
        except StoreError:
            return
        kept[table] = n


def record(table: str, n: int) -> bytes:
    """Return a record that tells what it is, of a size that differs."""
    return f"{table}{n}".encode() * (1 + n * 37 % 90)


def cut_once(ready: Path, folder: Path, seed: int, level: str) -> tuple[bool, bool]:
    """Cut the power at some call; return whether it came so far and whether something is lost.

    What is there afterwards must be a whole first part of what was appended, in any case.
    """
    folder.mkdir()
    file = folder / "tables.db"
    shutil.copyfile(ready, file)
    whims = random.Random(seed)
    disk = Disk()
    kept: dict[str, int] = {}

    async def before() -> None:
        store = SqliteLog.open(file, driver_on(disk), level)
        disk.cut_at, disk.whims = disk.calls + whims.randint(1, 60), whims
        await asyncio.gather(*(_write(store, table, kept) for table in TABLES))
        await store.close()

    async def after() -> bool:
        store = SqliteLog.open(file)
        try:
            lost = False
            for table in TABLES:
                rows = await store.read(table)
                assert rows == [(n, record(table, n)) for n in range(1, len(rows) + 1)]
                lost |= len(rows) < kept.get(table, 0)
                await store.append(table, len(rows) + 1, [b"goes on"])
            answer = await store.writer.write(
                lambda line: line.exec_driver_sql("PRAGMA integrity_check").scalar()
            )
            assert answer == "ok"
            return lost
        finally:
            await store.close()

    asyncio.run(before())
    file.with_name("tables.db-shm").unlink(missing_ok=True)  # it lives in memory
    lost = asyncio.run(after())
    shutil.rmtree(folder)
    return disk.off, lost


@pytest.mark.parametrize("cuts", [100, pytest.param(10_000, marks=pytest.mark.slow)])
def test_a_power_cut_loses_nothing_told(ready: Path, tmp_path: Path, cuts: int) -> None:
    """What was acknowledged is there, whatever of the unsynced writes is not."""
    ends = [cut_once(ready, tmp_path / str(seed), seed, "FULL") for seed in range(cuts)]
    assert sum(off for off, _ in ends) > cuts / 2
    assert [seed for seed, (_, lost) in enumerate(ends) if lost] == []


def test_without_syncs_something_is_lost(ready: Path, tmp_path: Path) -> None:
    """The same cuts find a store that does not sync every commit: the test above can fail."""
    ends = [cut_once(ready, tmp_path / str(seed), seed, "NORMAL") for seed in range(40)]
    assert sum(lost for _, lost in ends) > 5


# ---------------------------------------------------------------------------- errors of the disk


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a table try again at once."""
    monkeypatch.setattr("wildrank.table.table._RETRY_S", 0.001)


async def play_hand(
    store: SqliteLog, fault: Callable[[], None], mended: Callable[[], None]
) -> None:
    """Let bots play a hand while something happens to the disk, and compare with the log."""
    table = await Table.open("a", store, ToldBots(), TWO_BOTS)
    fault()
    task = asyncio.create_task(table.run())
    async with asyncio.timeout(30):
        while table.state.hands < 2:  # noqa: ASYNC110 - no client tells of a table that waits
            await asyncio.sleep(0.001)
    await table.stop()
    await task
    mended()
    assert not table._failures
    found = replay(await store.read("a"), opened(9), lambda *_: None)
    assert found.state == table.state
    assert found.state.n == len(await store.read("a"))
    behind = sum(chair.stack for _, chair in table.state.seated())
    assert behind == 2 * 200
    assert not store.trouble


@pytest.mark.parametrize("how", ERRORS)
@pytest.mark.parametrize("step", [5, pytest.param(1, marks=pytest.mark.slow)])
@pytest.mark.usefixtures("impatient")
def test_an_error_at_any_call(ready: Path, tmp_path: Path, how: str, step: int) -> None:
    """One write, sync or truncation of a hand fails: the hand goes on as if it had not."""

    async def hand(number: int, folder: Path) -> int:
        disk = Disk()
        store = SqliteLog.open(folder / "tables.db", driver_on(disk))

        def fault() -> None:
            if number:
                disk.failing[disk.calls + number] = ERRORS[how]

        start = disk.calls
        await play_hand(store, fault, disk.failing.clear)
        await store.close()
        return disk.calls - start

    def played(number: int) -> int:
        folder = tmp_path / str(number)
        folder.mkdir()
        shutil.copyfile(ready, folder / "tables.db")
        return asyncio.run(hand(number, folder))

    calls = played(0)
    assert calls > 100
    for number in range(1, calls, step):
        played(number)


@pytest.mark.parametrize("how", ERRORS)
@pytest.mark.usefixtures("impatient")
def test_a_disk_that_is_full_for_a_while(ready: Path, tmp_path: Path, how: str) -> None:
    """Nothing is acknowledged meanwhile, and the table goes on by itself afterwards."""
    shutil.copyfile(ready, tmp_path / "tables.db")

    async def story() -> None:
        disk = Disk()
        store = SqliteLog.open(tmp_path / "tables.db", driver_on(disk))
        table = await Table.open("a", store, ToldBots(), TWO_BOTS)
        task = asyncio.create_task(table.run())
        while table.state.hands < 1:  # noqa: ASYNC110 - no client tells of a table
            await asyncio.sleep(0.001)
        disk.always = ERRORS[how]
        while not store.trouble:  # noqa: ASYNC110 - as above
            await asyncio.sleep(0.001)
        n = table.state.n
        for _ in range(3):
            with pytest.raises(StoreError, match="nothing was done") as refused:
                await store.append("b", 1, [b"never"])
            assert refused.value.code == "store/failed"
        await asyncio.sleep(0.2)
        assert table.state.n == n
        assert not table.closed
        disk.always = None
        async with asyncio.timeout(10):
            while table.state.n < n + 20:  # noqa: ASYNC110 - as above
                await asyncio.sleep(0.001)
        await table.stop()
        await task
        assert await store.read("b") == []
        assert len(await store.read("a")) == table.state.n
        await store.close()

    asyncio.run(story())


@pytest.mark.usefixtures("impatient")
def test_an_answer_that_got_lost(ready: Path, tmp_path: Path) -> None:
    """What the log holds after all, though nobody said so, happens at the table too."""
    shutil.copyfile(ready, tmp_path / "tables.db")

    async def story() -> None:
        store = SqliteLog.open(tmp_path / "tables.db")
        append = store.append
        lose = 3

        async def forgetful(table: str, n: int, records: Sequence[bytes]) -> None:
            nonlocal lose
            await append(table, n, records)
            lose -= 1
            if not lose % 3:
                msg = "nobody knows"
                raise StoreError(msg)

        store.append = forgetful  # type: ignore[method-assign]
        with suppress(StoreError):
            await play_hand(store, lambda: None, lambda: None)
        assert lose < -9
        await store.close()

    asyncio.run(story())
