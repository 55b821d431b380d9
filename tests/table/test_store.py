"""The store in a file: what a log promises, one writer for many tables, one program for a file."""

from __future__ import annotations

import asyncio
import stat
from collections.abc import Awaitable, Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from table.kit import in_a_loop

from wildrank.errors import StoreError
from wildrank.table import MemoryLog
from wildrank.table.store import Kept, Snapshot, Store
from wildrank.table.store.driver import Driver, engine_of, usual_driver
from wildrank.table.store.sqlite import SqliteLog

Story = Callable[[Store], Awaitable[None]]


def in_file(folder: Path, story: Callable[[SqliteLog], Awaitable[None]], **how: Any) -> None:  # noqa: ANN401
    """Tell a story with a store in a file, which is opened and closed around it."""

    async def told() -> None:
        store = SqliteLog.open(folder / "tables.db", **how)
        try:
            await story(store)
        finally:
            await store.close()

    asyncio.run(told())


@pytest.fixture(params=["memory", "file", "one connection"])
def tell(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[Story], None]:
    """Return what tells a story with one kind of store."""
    if request.param == "memory":
        return lambda story: asyncio.run(_of(story, MemoryLog()))
    driver = usual_driver()._replace(sound=request.param == "file")
    return lambda story: in_file(tmp_path, story, driver=driver)


async def _of(story: Story, store: Store) -> None:
    await story(store)


def test_numbers_are_dense_and_taken_once(tell: Callable[[Story], None]) -> None:
    """A number that is taken or leaves a gap is refused, and nothing is kept of it."""

    async def story(store: Store) -> None:
        await store.append("a", 1, [b"one", b"two"])
        await store.append("b", 1, [b"other"])
        for wrong in (0, 1, 2, 4):
            with pytest.raises(StoreError) as refused:
                await store.append("a", wrong, [b"never", b"ever"])
            assert refused.value.code == "store/not-next"
        await store.append("a", 3, [b"three"])
        assert await store.read("a") == [(1, b"one"), (2, b"two"), (3, b"three")]
        assert await store.read("a", 2) == [(3, b"three")]
        assert await store.read("a", 1, 2) == [(2, b"two")]
        assert await store.read("nobody") == []

    tell(story)


def test_open_tables_are_listed_until_they_close(tell: Callable[[Story], None]) -> None:
    """Oldest first, each with how it is run; a name is given once."""

    async def story(store: Store) -> None:
        await store.open_table("b", b"{}")
        await asyncio.sleep(0.002)
        await store.open_table("a", b'{"chairs":6}')
        with pytest.raises(StoreError, match="'a' already") as refused:
            await store.open_table("a", b"{}")
        assert refused.value.code == "store/name-taken"
        assert await store.tables() == [Kept("b", b"{}"), Kept("a", b'{"chairs":6}')]
        await store.close_table("b")
        assert [kept.name for kept in await store.tables()] == ["a"]

    tell(story)


def test_who_was_at_which_table_is_kept(tell: Callable[[Story], None]) -> None:
    """A player's tables are listed once each, and nobody else's; how each was run is known."""

    async def story(store: Store) -> None:
        for name in "ba":
            await store.open_table(name, f'"{name}"'.encode())
            await store.note_visit("ann", name)
            await store.note_visit("ann", name)
        await store.note_visit("bob", "b")
        assert await store.visits("ann") == ["a", "b"]
        assert await store.visits("bob") == ["b"]
        assert await store.visits("cy") == []
        assert await store.config("b") == b'"b"'
        assert await store.config("c") is None
        await store.close_table("b")
        lasting = ["a", "b"] if store.lasting else ["a"]
        assert await store.visits("ann") == lasting
        assert await store.config("b") == (b'"b"' if store.lasting else None)

    tell(story)


def test_the_newest_snapshots_are_kept(tell: Callable[[Story], None]) -> None:
    """The one kept last and the newest before it; what claims to be newer is nonsense."""

    async def story(store: Store) -> None:
        assert list(await store.snapshots("a")) == []
        made = {n: Snapshot(n, b"seal", b"body %d" % n) for n in (10, 20, 30, 25)}
        await store.keep_snapshot("b", made[10])
        for snapshot in made.values():
            await store.keep_snapshot("a", snapshot)
        again = Snapshot(25, b"another", b"body")
        await store.keep_snapshot("a", again)
        assert list(await store.snapshots("a")) == [again, made[20]]
        assert list(await store.snapshots("b")) == [made[10]]

    tell(story)


def test_a_token_stays_what_it_was_made(tell: Callable[[Story], None]) -> None:
    """The first holder stays, and what was withdrawn never comes back."""

    async def story(store: Store) -> None:
        assert await store.player("d") is None
        await store.admit("d", "ann")
        await store.admit("d", "bob")
        assert await store.player("d") == "ann"
        await store.withdraw("d")
        await store.withdraw("e")
        await store.admit("d", "ann")
        await store.admit("e", "bob")
        assert [await store.player("d"), await store.player("e")] == ["", ""]

    tell(story)


def test_a_conflict_is_that_of_one_table(tmp_path: Path) -> None:
    """In one batch the wrong record is refused, and those of other tables are kept."""

    async def story(store: SqliteLog) -> None:
        sizes: list[int] = []
        store.writer.observe = lambda count, _seconds: sizes.append(count)
        for n in range(1, 4):
            answers = await asyncio.gather(
                *(store.append(f"t{i}", n, [f"{i}.{n}".encode()]) for i in range(50)),
                store.append("t7", n, [b"a second writer"]),
                return_exceptions=True,
            )
            assert [type(answer) for answer in answers] == [type(None)] * 50 + [StoreError]
        for i in range(50):
            assert await store.read(f"t{i}") == [(n, f"{i}.{n}".encode()) for n in (1, 2, 3)]
        assert not store.trouble
        assert sum(sizes) == 150  # only what was committed is counted

    in_file(tmp_path, story)


def test_many_tables_share_a_commit(tmp_path: Path) -> None:
    """What waits while the disk is busy is one transaction, at most 256 at once."""
    sizes: list[int] = []

    async def story(store: SqliteLog) -> None:
        store.writer.observe = lambda count, _seconds: sizes.append(count)
        await asyncio.gather(*(store.append(f"t{i}", 1, [b"x"]) for i in range(600)))

    in_file(tmp_path, story)
    assert sum(sizes) == 600
    assert max(sizes) == 256
    assert len(sizes) <= 10


def test_everything_is_there_again(tmp_path: Path) -> None:
    """A store that is opened again holds what it held, and says when it was last at work."""
    seen: list[int] = []

    async def first(store: SqliteLog) -> None:
        await store.open_table("a", b"{}")
        await store.append("a", 1, [b"one"])
        await store.admit("d", "ann")

    async def again(store: SqliteLog) -> None:
        assert (await store.read("a"))[0] == (1, b"one")
        assert await store.tables() == [Kept("a", b"{}")]
        assert await store.player("d") == "ann"
        seen.append(store.alive)
        await asyncio.sleep(0.002)
        await store.append("a", len(seen) + 1, [b"more"])

    in_file(tmp_path, first)
    in_file(tmp_path, again)
    in_file(tmp_path, again)
    assert 0 < seen[0] < seen[1]


@in_a_loop
async def test_a_closed_store_refuses(tmp_path: Path) -> None:
    """Nothing is taken once the store is closed."""
    store = SqliteLog.open(tmp_path / "tables.db")
    await store.close()
    with pytest.raises(StoreError) as refused:
        await store.append("a", 1, [b"late"])
    assert refused.value.code == "store/closed"


def test_one_program_has_a_file(tmp_path: Path) -> None:
    """A second store on the same file is one clear sentence; afterwards the file is free."""

    async def story(_store: SqliteLog) -> None:
        with pytest.raises(StoreError, match="another program") as refused:
            SqliteLog.open(tmp_path / "tables.db")
        assert refused.value.code == "store/in-use"

    in_file(tmp_path, story)
    in_file(tmp_path, story)


def test_files_are_the_owners_alone(tmp_path: Path) -> None:
    """Nobody else on the machine reads the cards."""
    folder = tmp_path / "data"

    async def story(store: SqliteLog) -> None:
        await store.append("a", 1, [b"one"])
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
        files = {path.name: stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()}
        assert {"tables.db", "tables.db-wal"} <= files.keys()
        assert set(files.values()) == {0o600}

    in_file(folder, story)


def test_less_than_full_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A store that would not sync every commit does not open."""
    careless = usual_driver()

    def engine(file: Path, driver: Driver, _level: str) -> object:
        return engine_of(file, driver, "NORMAL")

    monkeypatch.setattr("wildrank.table.store.sqlite.engine_of", engine)
    with pytest.raises(StoreError, match="synchronous 1") as refused:
        SqliteLog.open(tmp_path / "tables.db", careless)
    assert refused.value.code == "store/unsafe"


def test_an_old_sqlite_gets_one_connection() -> None:
    """The version decides, and the words at the start say so."""
    module = ModuleType("old")
    vars(module).update(sqlite_version="3.51.2", sqlite_version_info=(3, 51, 2))
    old = Driver.of(module)
    assert not old.sound
    assert "one connection only" in old.words
    vars(module).update(sqlite_version="3.51.3", sqlite_version_info=(3, 51, 3))
    assert Driver.of(module) == (module, "3.51.3", True)


@pytest.mark.parametrize("content", [b"no database at all" * 100, b""])
def test_other_files_are_left_alone(tmp_path: Path, content: bytes) -> None:
    """What is no store is not touched; an empty file becomes one."""
    file = tmp_path / "tables.db"
    file.write_bytes(content)
    if not content:
        SqliteLog.open(file).end()
        return
    with pytest.raises(StoreError) as refused:
        SqliteLog.open(file)
    assert refused.value.code == "store/not-ready"
    assert file.read_bytes() == content


def test_a_foreign_database_is_left_alone(tmp_path: Path) -> None:
    """A database of another program is said to be one."""
    file = tmp_path / "tables.db"
    with engine_of(file, usual_driver()).begin() as connection:
        connection.exec_driver_sql("CREATE TABLE recipes (soup)")
    with pytest.raises(StoreError, match="not one of Wildrank") as refused:
        SqliteLog.open(file)
    assert refused.value.code == "store/foreign"
