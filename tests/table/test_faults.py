"""Disks that fail, fill up or lose their power: nothing is acknowledged that is not kept."""

from __future__ import annotations

import asyncio
import itertools
import random
import shutil
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import apsw
import msgspec
import pytest
from table.apsw_driver import Disk, driver_on
from table.kit import HURRIED, ToldBots, in_a_loop

from wildrank.errors import StoreError
from wildrank.table import Table
from wildrank.table.recovery import replay
from wildrank.table.state import opened
from wildrank.table.store.driver import usual_driver
from wildrank.table.store.schema import NEWEST, log
from wildrank.table.store.sqlite import SqliteLog
from wildrank.table.store.upkeep import FILE

GOLDEN = Path(__file__).with_name("golden") / "0001.sql"
TABLES = ("a", "b", "c")
RECORDS = 8  # of each table in one run
CUTS = 0.4  # how likely the power is cut at a call to the disk
SHARDS = 10
TWO_BOTS = msgspec.structs.replace(HURRIED, bots=2, needs_people=False)
ERRORS = {"full": apsw.FullError, "broken": apsw.IOError}


@pytest.fixture(scope="module")
def ready(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a store without a table, to be copied."""
    file = tmp_path_factory.mktemp("ready") / "tables.db"
    SqliteLog.open(file).end()
    return file


# ------------------------------------------------------------------------------------ power cuts


class Cut(NamedTuple):
    """A power cut: what is found on the disk, and how much of each table was acknowledged."""

    files: dict[str, bytes]
    kept: dict[str, int]


def record(table: str, n: int) -> bytes:
    """Return a record that tells what it is, of a size that differs."""
    return f"{table}{n}".encode() * (1 + n * 37 % 90)


def cuts_of_one_run(ready: Path, folder: Path, seed: int, level: str = "FULL") -> list[Cut]:
    """Return some power cuts in one run of a store that three tables write into.

    At some of the calls to the disk it is noted what would be found if the power failed there; the
    run goes on, so that it is good for many cuts.
    """
    file = folder / "tables.db"
    shutil.copyfile(ready, file)
    whims, disk, kept = random.Random(seed), Disk(), dict.fromkeys(TABLES, 0)
    cuts: list[Cut] = []

    def perhaps_cut() -> None:
        if whims.random() < CUTS:
            acknowledged = dict(kept)
            cuts.append(Cut(disk.after_power_cut(whims), acknowledged))

    async def write(store: SqliteLog, table: str) -> None:
        for n in range(1, RECORDS + 1):
            await store.append(table, n, [record(table, n)])
            kept[table] = n

    async def run() -> None:
        store = SqliteLog.open(file, driver_on(disk), level)
        disk.before = perhaps_cut
        await asyncio.gather(*(write(store, table) for table in TABLES))
        await store.close()

    asyncio.run(run())
    shutil.rmtree(folder)
    return cuts


def put_back(cut: Cut, folder: Path) -> None:
    """Write what is found after a cut into a folder."""
    folder.mkdir(exist_ok=True)
    for name, content in cut.files.items():
        (folder / name).write_bytes(content)


def found_after(cut: Cut, folder: Path) -> bool:
    """Return whether something acknowledged is lost after a cut.

    What is there must be a whole first part of what was appended in any case, and sound.
    """
    put_back(cut, folder)
    driver = usual_driver()
    connection = driver.module.connect(str(folder / "tables.db"))
    try:
        connection.execute("PRAGMA synchronous=OFF")  # nobody will ask for this file again
        rows = connection.execute(f"SELECT tb, n, record FROM {log} ORDER BY tb, n").fetchall()  # noqa: S608 - our own table
        sound = connection.execute("PRAGMA integrity_check").fetchall()
    finally:
        connection.close()
        for left in folder.iterdir():
            left.unlink()
    counts = Counter(table for table, *_ in rows)
    assert rows == [(t, n, record(t, n)) for t in TABLES for n in range(1, counts[t] + 1)]
    assert sound == [("ok",)]
    return any(counts[table] < cut.kept[table] for table in TABLES)


def power_cuts(
    ready: Path, folder: Path, first: int, count: int, level: str = "FULL"
) -> Iterator[tuple[int, Cut]]:
    """Yield so many cuts, each with the seed of its run."""
    for seed in itertools.count(first):
        run = folder / f"run{seed}"
        run.mkdir()
        for cut in cuts_of_one_run(ready, run, seed, level)[:count]:
            count -= 1
            yield seed, cut
        if not count:
            return


@pytest.mark.parametrize("shard", range(SHARDS))
@pytest.mark.parametrize("cuts", [10_000, pytest.param(100_000, marks=pytest.mark.slow)])
def test_a_power_cut_loses_nothing_told(
    ready: Path, tmp_path: Path, cuts: int, shard: int
) -> None:
    """What was acknowledged is there, whatever of the unsynced writes is not."""
    done = power_cuts(ready, tmp_path, shard * cuts, cuts // SHARDS)
    lost = [(seed, cut.kept) for seed, cut in done if found_after(cut, tmp_path / "found")]
    assert lost == []


def test_the_store_goes_on_after_a_power_cut(ready: Path, tmp_path: Path) -> None:
    """The store itself opens what is left, reads it and appends to it."""

    async def go_on(cut: Cut, folder: Path) -> None:
        store = SqliteLog.open(folder / "tables.db")
        for table in TABLES:
            rows = await store.read(table)
            assert rows == [(n, record(table, n)) for n in range(1, len(rows) + 1)]
            assert len(rows) >= cut.kept[table]
            await store.append(table, len(rows) + 1, [b"goes on"])
        await store.close()

    for number, (_seed, cut) in enumerate(power_cuts(ready, tmp_path, 0, 40)):
        folder = tmp_path / str(number)
        put_back(cut, folder)
        asyncio.run(go_on(cut, folder))


def test_without_syncs_something_is_lost(ready: Path, tmp_path: Path) -> None:
    """The same cuts find a store that does not sync every commit: the test above can fail."""
    done = power_cuts(ready, tmp_path, 0, 200, "NORMAL")
    lost = [found_after(cut, tmp_path / "found") for _seed, cut in done]
    assert sum(lost) > 25


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
@pytest.mark.usefixtures("impatient")
def test_an_error_at_any_call(ready: Path, tmp_path: Path, how: str) -> None:
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
    for number in range(1, calls):
        played(number)


@pytest.mark.parametrize("how", ERRORS)
@pytest.mark.usefixtures("impatient")
@in_a_loop
async def test_a_disk_that_is_full_for_a_while(ready: Path, tmp_path: Path, how: str) -> None:
    """Nothing is acknowledged meanwhile, and the table goes on by itself afterwards."""
    shutil.copyfile(ready, tmp_path / "tables.db")

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


@pytest.mark.usefixtures("impatient")
@in_a_loop
async def test_an_answer_that_got_lost(ready: Path, tmp_path: Path) -> None:
    """What the log holds after all, though nobody said so, happens at the table too."""
    shutil.copyfile(ready, tmp_path / "tables.db")

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


# ------------------------------------------------------------------------------------- the start


def new(folder: Path) -> Path:
    """Return where a store is to be, in a new folder."""
    folder.mkdir()
    return folder / FILE


def old(folder: Path) -> Path:
    """Return a store of the oldest schema, in a new folder."""
    file = new(folder)
    with sqlite3.connect(file) as line:
        line.executescript(GOLDEN.read_text(encoding="utf-8"))
    line.close()
    return file


def everything(file: Path) -> list[object]:
    """Return all records of a file, and make sure that it is sound."""
    with sqlite3.connect(file) as line:
        found = line.execute(f"SELECT tb, n, record FROM {log} ORDER BY tb, n").fetchall()  # noqa: S608 - our own table
        assert line.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    line.close()
    return found


def brought_on(file: Path) -> list[object]:
    """Start a store with a disk that works, and return all its records."""
    SqliteLog.open(file).end()
    return everything(file)


@pytest.mark.parametrize(("make", "how"), [(new, "full"), (old, "broken")])
def test_an_error_at_any_call_of_a_start(
    tmp_path: Path, make: Callable[[Path], Path], how: str
) -> None:
    """One fails while a file is made, or copied and brought on: it is refused, and not harmed."""
    meant = brought_on(make(tmp_path / "meant"))

    def started(number: int) -> tuple[int, str]:
        file, disk = make(tmp_path / str(number)), Disk()
        disk.failing[number] = ERRORS[how]
        refused = ""
        try:
            SqliteLog.open(file, driver_on(disk)).end()
        except StoreError as error:
            refused = error.code
        again = everything if make is old and number % 5 else brought_on
        assert again(file) == meant
        copies = sorted(file.parent.glob("backups/*.db"))
        assert all(everything(copy) == meant for copy in copies)
        return disk.calls, refused

    calls, refused = started(0)
    assert refused == ""
    answers = Counter(started(number)[1] for number in range(1, calls + 1))
    assert answers.keys() <= {"", "store/not-ready", "store/no-place"}
    assert answers["store/not-ready"] > 10
    assert (answers["store/no-place"] > 10) == (make is old)  # there is no room for the copy


def test_a_power_cut_at_any_call_of_a_migration(tmp_path: Path) -> None:
    """An old file is whole at every moment of being brought on, and the next start does that."""
    file, disk, whims = old(tmp_path / "old"), Disk(), random.Random(1)
    meant = everything(old(tmp_path / "meant"))
    found: list[Cut] = []
    disk.before = lambda: found.append(Cut(disk.after_power_cut(whims), {}))
    SqliteLog.open(file, driver_on(disk)).end()
    assert len(found) > 50
    schemas = set()
    for number, cut in enumerate(found):
        left = tmp_path / str(number)
        put_back(cut, left)
        with sqlite3.connect(left / FILE) as line:
            schemas |= set(line.execute("SELECT version_num FROM alembic_version"))
        line.close()
        again = everything if number % 9 else brought_on
        assert again(left / FILE) == meant
    assert schemas == {("0001",), (NEWEST,)}
