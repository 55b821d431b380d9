"""The file of a store through the years: old schemas, killed migrations, copies, a golden log."""

from __future__ import annotations

import asyncio
import errno
import json
import os
import re
import resource
import shutil
import signal
import sqlite3
import stat
import subprocess
import sys
from pathlib import Path
from typing import get_args

import pytest
from command_line import wildrank
from table.kit import in_a_loop

from wildrank.errors import StoreError
from wildrank.table import events as ev
from wildrank.table import failpoints
from wildrank.table.config import Customs, read_config
from wildrank.table.events import TableEvent, decode
from wildrank.table.recovery import replay
from wildrank.table.state import opened
from wildrank.table.store import driver
from wildrank.table.store.driver import engine_of, usual_driver
from wildrank.table.store.schema import NEWEST, meta
from wildrank.table.store.sqlite import SqliteLog
from wildrank.table.store.upkeep import FILE, SCRIPTS, backup, prepare, restore

GOLDEN = Path(__file__).with_name("golden")
SOURCE = Path(__file__).resolve().parents[2] / "src"
NEXT = '''"""A schema that is not yet."""

import sqlalchemy as sa
from alembic import op

revision = "next"
down_revision = "{newest}"


def upgrade() -> None:
    """Change two tables."""
    with op.batch_alter_table("tokens") as batch:
        batch.add_column(sa.Column("label", sa.String))
    op.create_table("hands", sa.Column("tb", sa.String, primary_key=True))
    op.execute("INSERT INTO hands SELECT DISTINCT tb FROM log")
'''


def filled(folder: Path) -> Path:
    """Make a store with something in it."""

    async def story() -> None:
        store = SqliteLog.open(folder / FILE)
        await store.open_table("a", b"{}")
        await store.append("a", 1, [b"one", b"two"])
        await store.admit("d", "ann")
        await store.close()

    asyncio.run(story())
    return folder / FILE


async def _read(file: Path) -> list[tuple[int, bytes]]:
    store = SqliteLog.open(file)
    try:
        return list(await store.read("a"))
    finally:
        await store.close()


ROWS = [(1, b"one"), (2, b"two")]


# ----------------------------------------------------------------------------------- migrations


@pytest.fixture
def scripts(tmp_path: Path) -> Path:
    """Return the migrations with one more step."""
    folder = tmp_path / "scripts"
    shutil.copytree(SCRIPTS, folder, ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "versions" / "next.py").write_text(NEXT.format(newest=NEWEST), encoding="utf-8")
    return folder


def test_the_steps_make_the_newest_schema(tmp_path: Path) -> None:
    """A file made step by step has the tables that the program believes it has."""
    made, meant = tmp_path / "made.db", tmp_path / "meant.db"
    SqliteLog.open(made).end()
    with engine_of(meant, usual_driver()).begin() as connection:
        meta.create_all(connection)

    def shape(file: Path) -> dict[str, list[object]]:
        with sqlite3.connect(file) as line:
            names = [row[0] for row in line.execute("SELECT name FROM sqlite_master")]
            found = {name: line.execute(f"PRAGMA table_info({name})").fetchall() for name in names}
        line.close()
        return {name: rows for name, rows in found.items() if rows}

    steps = shape(made)
    assert [row[1] for row in steps.pop("alembic_version")] == ["version_num"]  # type: ignore[index]
    assert steps == shape(meant)


def test_an_old_file_is_copied_and_brought_on(tmp_path: Path, scripts: Path) -> None:
    """All that was in it is there, and the copy is the old file, for its owner alone."""
    file = filled(tmp_path / "data")
    engine = engine_of(file, usual_driver())
    assert prepare(engine, file, scripts) == "next"
    with engine.connect() as connection:
        assert connection.exec_driver_sql("SELECT tb FROM hands").scalar() == "a"
        assert connection.exec_driver_sql("SELECT player, label FROM tokens").all() == [
            ("ann", None)
        ]
    (copy,) = (file.parent / "backups").iterdir()
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert asyncio.run(_read(copy)) == ROWS
    assert prepare(engine, file, scripts) == "next"  # and not again
    assert len(list((file.parent / "backups").glob("*.db"))) == 1


@in_a_loop
async def test_an_old_file_tells_who_sat_where(tmp_path: Path) -> None:
    """Visits are found in the logs of a file from before they were kept; bots have none."""
    file = tmp_path / FILE
    with sqlite3.connect(file) as line:
        line.executescript((GOLDEN / "0001.sql").read_text(encoding="utf-8"))
        for n, table in enumerate(("between", "within"), 10_000):
            record = ev.encode(ev.Record(0, ev.Sat(0, "Ann", "ann", 200)))
            line.execute("INSERT INTO log VALUES (?, ?, ?)", (table, n, record))
        records = [row[0] for row in line.execute("SELECT record FROM log")]
    line.close()
    assert any(b'"sat"' in record and b'"bot:1"' in record for record in records)

    store = SqliteLog.open(file)
    assert await store.visits("ann") == ["between", "within"]
    assert await store.visits("bot:1") == []
    await store.close()


def test_a_newer_file_is_refused(tmp_path: Path, scripts: Path) -> None:
    """A program does not touch what it does not know."""
    file = filled(tmp_path / "data")
    prepare(engine_of(file, usual_driver()), file, scripts)
    before = file.read_bytes()
    with pytest.raises(StoreError, match="newer Wildrank") as refused:
        SqliteLog.open(file)
    assert refused.value.code == "store/newer"
    assert file.read_bytes() == before


def test_a_file_that_another_program_holds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A start waits for it a while and then says so; it can be had as soon as it is let go."""
    monkeypatch.setattr(driver, "BUSY_MS", 50)
    file = filled(tmp_path / "data")
    line = usual_driver().module.connect(file, isolation_level=None)
    line.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreError, match="cannot be made ready: database is locked"):
        SqliteLog.open(file)
    line.close()
    assert asyncio.run(_read(file)) == ROWS


@pytest.mark.parametrize("old", [True, False])
def test_a_migration_killed_half_way(tmp_path: Path, scripts: Path, *, old: bool) -> None:
    """The file is what it was before, and the next start does the whole."""
    folder = tmp_path / "data"
    file = filled(folder) if old else folder / FILE
    folder.mkdir(exist_ok=True)
    code = (
        "import sys; from pathlib import Path\n"
        "from wildrank.table.store.driver import engine_of, usual_driver\n"
        "from wildrank.table.store.upkeep import prepare\n"
        "file = Path(sys.argv[1])\n"
        "prepare(engine_of(file, usual_driver()), file, Path(sys.argv[2]))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(file), str(scripts)],
        env=os.environ | {"PYTHONPATH": str(SOURCE), failpoints.VARIABLE: "in-migration"},
        check=False,
    )
    assert done.returncode == -signal.SIGKILL
    with sqlite3.connect(file) as line:
        tables = {row[0] for row in line.execute("SELECT name FROM sqlite_master")}
    line.close()
    assert "hands" not in tables
    assert ("log" in tables) == old
    assert asyncio.run(_read(file)) == (ROWS if old else [])
    prepare(engine_of(file, usual_driver()), file, scripts)


# --------------------------------------------------------------------------------------- copies


def test_a_copy_is_put_back(tmp_path: Path) -> None:
    """A copy made while the store is written is whole, and becomes the tables of a new folder."""
    data, copy, other = tmp_path / "data", tmp_path / "copy.db", tmp_path / "other"
    filled(data)

    async def story() -> None:
        store = SqliteLog.open(data / FILE)
        await asyncio.gather(
            asyncio.to_thread(backup, data, copy),
            *(store.append(f"t{i}", 1, [b"x"]) for i in range(99)),
        )
        with pytest.raises(StoreError, match="another program"):
            restore(copy, data, replace=True)
        await store.close()

    asyncio.run(story())
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert restore(copy, other) is None
    assert asyncio.run(_read(other / FILE)) == ROWS
    assert stat.S_IMODE((other / FILE).stat().st_mode) == 0o600


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    """Neither a file by a copy nor tables by putting one back, unless they are put aside."""
    data, copy = tmp_path / "data", tmp_path / "copy.db"
    filled(data)
    backup(data, copy)
    with pytest.raises(StoreError, match="name a new file") as refused:
        backup(data, copy)
    assert refused.value.code == "store/exists"

    async def more() -> None:
        store = SqliteLog.open(data / FILE)
        await store.append("a", 3, [b"three"])
        await store.close()

    asyncio.run(more())
    with pytest.raises(StoreError, match="--replace") as refused:
        restore(copy, data)
    assert refused.value.code == "store/exists"
    aside = restore(copy, data, replace=True)
    assert aside is not None
    assert asyncio.run(_read(data / FILE)) == ROWS
    assert asyncio.run(_read(aside)) == [*ROWS, (3, b"three")]


def killed_after_a_copy(folder: Path) -> tuple[Path, Path]:
    """Return a copy of a store, and its folder as a kill left it, with a third record."""
    file, copy, killed = filled(folder / "data"), folder / "copy.db", folder / "killed"
    backup(file.parent, copy)

    async def story() -> None:
        store = SqliteLog.open(file)
        await store.append("a", 3, [b"three"])
        shutil.copytree(file.parent, killed)
        await store.close()

    asyncio.run(story())
    assert (killed / f"{FILE}-wal").stat().st_size
    return copy, killed


def test_what_was_left_beside_a_store_is_not_taken_over(tmp_path: Path) -> None:
    """Somebody deleted the file of a store that was killed, and not what SQLite had beside it."""
    copy, killed = killed_after_a_copy(tmp_path)
    (killed / FILE).unlink()
    assert restore(copy, killed) is None
    assert asyncio.run(_read(killed / FILE)) == ROWS


@pytest.mark.parametrize("names", range(3))
def test_putting_back_may_end_between_two_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, names: int
) -> None:
    """What a killed server wrote is whole at every moment, under its old name or its new one."""
    copy, killed = killed_after_a_copy(tmp_path)
    rename, left = Path.replace, names

    def ends(self: Path, target: Path) -> Path:
        nonlocal left
        left -= 1
        if left < 0:
            raise OSError(errno.EIO, "the disk is gone")
        return rename(self, target)

    monkeypatch.setattr(Path, "replace", ends)
    if names < 2:
        with pytest.raises(StoreError, match="the disk is gone"):
            restore(copy, killed, replace=True)
    else:
        restore(copy, killed, replace=True)
    monkeypatch.undo()
    for file in killed.glob("tables*.db-wal"):
        assert not file.stat().st_size
    found = {file.name[:8]: asyncio.run(_read(file)) for file in killed.glob("tables*.db")}
    before, after = [*ROWS, (3, b"three")], {"tables.d": ROWS} if names == 2 else {}
    assert found == ({"tables-b": before} | after if names else {"tables.d": before})


@pytest.mark.parametrize("command", ["backup", "restore", "serve"])
def test_a_disk_without_room(tmp_path: Path, command: str) -> None:
    """Each command says so in one sentence, and leaves behind nothing half done."""
    data, copy, room = tmp_path / "data", tmp_path / "copy.db", 10 * 4096
    file = filled(data)
    with sqlite3.connect(file) as line:
        line.execute("INSERT INTO log VALUES ('b', 1, zeroblob(100000))")
    line.close()
    if command == "restore":
        backup(data, copy)
    folder = data if command == "backup" else tmp_path / "other"
    code = "from wildrank.cli import main; main()"
    words = ["--port", "0"] if command == "serve" else [str(copy)]
    done = subprocess.run(
        [sys.executable, "-c", code, command, *words, "--data", str(folder)],
        env=os.environ | {"PYTHONPATH": str(SOURCE)},
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (room, room)),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, "")
    (said,) = done.stderr.splitlines()
    assert said.startswith(f"wildrank: {'the tables in' if command == 'serve' else 'cannot'} ")
    assert copy.exists() == (command == "restore")
    assert asyncio.run(_read(data / FILE)) == ROWS
    assert not [*folder.glob("*.arriving*")]
    if command != "backup":
        assert asyncio.run(_read(folder / FILE)) == []


def test_what_is_no_copy_is_refused(tmp_path: Path) -> None:
    """A damaged copy, another file, none: the tables stay as they are."""
    data, copy = tmp_path / "data", tmp_path / "copy.db"
    filled(data)
    backup(data, copy)
    content = bytearray(copy.read_bytes())
    content[4096:12288] = b"\7" * 8192
    damaged, text = tmp_path / "damaged.db", tmp_path / "text"
    damaged.write_bytes(content)
    text.write_text("no database at all" * 100, encoding="utf-8")
    for source in (damaged, text, tmp_path / "missing"):
        with pytest.raises(StoreError):
            restore(source, data, replace=True)
        assert asyncio.run(_read(data / FILE)) == ROWS
    assert sorted(path.name for path in data.iterdir()) == [FILE, f"{FILE}.lock"]


def test_copies_by_command(tmp_path: Path) -> None:
    """The commands do it, and a mistake is one sentence."""
    data, copy, other = tmp_path / "data", str(tmp_path / "copy.db"), str(tmp_path / "other")
    answer = wildrank("backup", copy, "--data", str(data))
    assert (answer.status, answer.out) == (2, "")
    assert "there are no tables in" in answer.err
    filled(data)
    assert wildrank("backup", copy, "--data", str(data)).status == 0
    answer = wildrank("backup", copy, "--data", str(data))
    assert answer.status == 2
    assert "name a new file" in answer.err
    assert wildrank("restore", copy, "--data", other).status == 0
    assert asyncio.run(_read(Path(other) / FILE)) == ROWS
    assert wildrank("restore", copy, "--data", other).status == 2
    answer = wildrank("restore", copy, "--data", ":memory:")
    assert answer.status == 2
    assert ":memory: is for serve alone" in answer.err
    answer = wildrank("restore", copy, "--data", other, "--replace")
    assert answer.status == 0
    assert "those that were there are in" in answer.out


# --------------------------------------------------------------------------------------- golden


@pytest.mark.parametrize("schema", sorted(path.stem for path in GOLDEN.glob("*.sql")))
def test_a_log_of_every_version_replays(tmp_path: Path, schema: str) -> None:
    """A store of a released schema is brought on, and its tables are what they were then.

    So are their configs, of which the form has changed: the customs were three fields of it.
    """
    file = tmp_path / FILE
    with sqlite3.connect(file) as line:
        line.executescript((GOLDEN / f"{schema}.sql").read_text(encoding="utf-8"))
    line.close()
    meant = json.loads((GOLDEN / f"{schema}.json").read_text(encoding="utf-8"))

    async def story() -> dict[str, object]:
        store = SqliteLog.open(file)
        found: dict[str, object] = {}
        for kept in await store.tables():
            config = read_config(kept.config)
            assert config.customs == Customs()
            start = opened(config.chairs, config.customs)
            told = replay(await store.read(kept.name), start, lambda *_: None)
            assert told.broken == ""
            found[kept.name] = summary(told.state)
        await store.close()
        return found

    assert asyncio.run(story()) == meant
    assert meant


def summary(state: object) -> dict[str, object]:
    """Return what must be the same for ever about a table."""
    from table.make_golden import summary as made

    return made(state)  # type: ignore[arg-type]


def test_every_kind_of_event_stands_in_a_golden_log() -> None:
    """What is kept today is read for ever: each kind of event is in a log that is never remade."""
    newest = (GOLDEN / f"{max(path.stem for path in GOLDEN.glob('*.sql'))}.sql").read_bytes()
    lines = [line for path in GOLDEN.glob("*.jsonl") for line in path.read_bytes().splitlines()]
    record = re.compile(rb"^INSERT INTO \"log\" VALUES\('\w+',\d+,X'([0-9A-F]+)'", re.MULTILINE)
    lines += [bytes.fromhex(written.decode()) for written in record.findall(newest)]
    found = {type(decode(line).event) for line in lines}
    assert set(get_args(TableEvent)) - found == set()
