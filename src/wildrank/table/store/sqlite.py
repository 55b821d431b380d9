"""A store in one file: SQLite, written by one thread, synced before anybody is told.

Start reading at `SqliteLog`.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Connection, Engine, bindparam, delete, func, insert, select, update
from sqlalchemy.dialects.sqlite import insert as upsert
from sqlalchemy.exc import DBAPIError, IntegrityError

from wildrank.errors import StoreError
from wildrank.table.failpoints import reach
from wildrank.table.store import schema
from wildrank.table.store.driver import READS, Driver, assert_safe, engine_of, usual_driver
from wildrank.table.store.log import Kept, Snapshot, name_taken, not_next
from wildrank.table.store.upkeep import Lock, prepare
from wildrank.table.store.writer import Work, Writer

_AWAKE_S: Final = 60.0  # after the last write, the time is kept for as long

# Statements of every write are made once: making one leaves circles for the collector of garbage.
_LAST: Final = select(func.max(schema.log.c.n)).where(schema.log.c.tb == bindparam("table"))
_APPEND: Final = insert(schema.log)
_FACT: Final = upsert(schema.facts)
_KEEP: Final = _FACT.on_conflict_do_update(
    index_elements=["name"], set_={"number": _FACT.excluded.number}
)


def _now() -> int:
    return int(time.time() * 1000)


class SqliteLog:
    """A `wildrank.table.store.Store` in a file; make it with `open`."""

    lasting = True

    def __init__(self, engine: Engine, driver: Driver, lock: Lock) -> None:
        """Start to write into a file that has been made ready."""
        self.driver = driver
        self.alive = 0
        self._engine = engine
        self._lock = lock
        self._line = _Line(engine)
        self.alive = self._line.alive()
        self.writer = Writer(self._line)

    @classmethod
    def open(cls, file: Path, driver: Driver | None = None, level: str = "FULL") -> SqliteLog:
        """Return the store in a file, made or brought to the newest schema if need be.

        Args:
            file: Where it is; the folder is made too.
            driver: What speaks to the file; the best there is if nothing is said.
            level: For tests that must lose something.

        Raises:
            StoreError: If another program has it, or it is no store, or one of a newer program.
        """
        driver = driver or usual_driver()
        lock = Lock(file)
        try:
            engine = engine_of(file, driver, level)
            prepare(engine, file)
            if level == "FULL":
                with engine.connect() as connection:
                    assert_safe(connection)
            return cls(engine, driver, lock)
        except BaseException:
            lock.release()
            raise

    def watch(self, observe: Callable[[int, float], None]) -> None:
        """Tell somebody the number of writes and the seconds of each commit from now on."""
        self.writer.observe = observe

    @property
    def trouble(self) -> str:
        """Why nothing can be written, in a few words; empty while all is well."""
        return self.writer.trouble

    # ----------------------------------------------------------------------------------- logs

    async def append(self, table: str, n: int, records: Sequence[bytes]) -> None:
        """Append records as numbers ``n``, ``n + 1`` and so on: all of them, or none.

        Raises:
            StoreError: If ``n`` is not the next number of this table, or nothing can be written.
        """
        reach("before-append")
        await self.writer.write(self._line.appending(table, n, records))

    async def read(
        self, table: str, after: int = 0, until: int | None = None
    ) -> Sequence[tuple[int, bytes]]:
        """Return the records of a table above ``after``, up to ``until`` or the last, in order.

        Raises:
            StoreError: If nothing can be read.
        """
        c = schema.log.c
        wanted = select(c.n, c.record).where(c.tb == table, c.n > after).order_by(c.n)
        if until is not None:
            wanted = wanted.where(c.n <= until)
        return [(row[0], bytes(row[1])) for row in await self._ask(_rows_of(wanted))]

    async def keep_snapshot(self, table: str, snapshot: Snapshot) -> None:
        """Keep what the records of a table come to, and the newest snapshot before this one.

        Raises:
            StoreError: If nothing can be written.
        """
        c = schema.snapshots.c
        row = {"tb": table, "n": snapshot.n, "seal": snapshot.seal, "body": snapshot.body}
        before = select(func.max(c.n)).where(c.tb == table, c.n < snapshot.n).scalar_subquery()

        def work(connection: Connection) -> None:
            others = delete(schema.snapshots).where(c.tb == table, c.n.is_distinct_from(before))
            connection.execute(others)
            connection.execute(insert(schema.snapshots), [row])

        await self.writer.write(work)

    async def snapshots(self, table: str) -> Sequence[Snapshot]:
        """Return the snapshots of a table, the newest first.

        Raises:
            StoreError: If nothing can be read.
        """
        c = schema.snapshots.c
        wanted = select(c.n, c.seal, c.body).where(c.tb == table).order_by(c.n.desc())
        rows = await self._ask(_rows_of(wanted))
        return [Snapshot(row[0], bytes(row[1]), bytes(row[2])) for row in rows]

    async def _ask(self, question: Work) -> Any:  # noqa: ANN401 - what the question returns
        """Read beside the writer; after an error, or with an old SQLite, on its connection."""
        if self.trouble or not self.driver.sound:
            return await self.writer.write(question)

        def read() -> Any:  # noqa: ANN401 - as above
            try:
                with self._engine.connect() as connection:
                    return question(connection.execution_options(**{READS: True}))
            except DBAPIError as error:
                msg = f"nothing can be read now ({error.orig})"
                raise StoreError(msg, code="store/failed") from error

        return await asyncio.to_thread(read)

    # --------------------------------------------------------------------------------- tables

    async def tables(self) -> Sequence[Kept]:
        """Return the tables that are open, the oldest first.

        Raises:
            StoreError: If nothing can be read.
        """
        c = schema.tables.c
        wanted = select(c.name, c.config).where(c.closed.is_(None)).order_by(c.opened, c.name)
        return [Kept(row[0], bytes(row[1])) for row in await self._ask(_rows_of(wanted))]

    async def open_table(self, name: str, config: bytes) -> None:
        """Keep that a table is open.

        Raises:
            StoreError: If there was one of this name before, or nothing can be written.
        """

        def work(connection: Connection) -> None:
            row = {"name": name, "config": config, "opened": _now(), "closed": None}
            try:
                connection.execute(insert(schema.tables), [row])
            except IntegrityError as error:
                raise name_taken(name) from error

        await self.writer.write(work)

    async def close_table(self, name: str) -> None:
        """Keep that a table has closed; its log stays.

        Raises:
            StoreError: If nothing can be written.
        """
        c = schema.tables.c
        closed = (
            update(schema.tables).where(c.name == name, c.closed.is_(None)).values(closed=_now())
        )
        await self.writer.write(lambda connection: _run(connection, closed))

    async def config(self, name: str) -> bytes | None:
        """Return how a table is run, or was while it was open; None for one there never was.

        Raises:
            StoreError: If nothing can be read.
        """
        wanted = select(schema.tables.c.config).where(schema.tables.c.name == name)
        rows = await self._ask(_rows_of(wanted))
        return bytes(rows[0][0]) if rows else None

    async def note_visit(self, player: str, table: str) -> None:
        """Keep that a player takes a chair at a table.

        Raises:
            StoreError: If nothing can be written.
        """
        row = {"player": player, "tb": table}
        noted = upsert(schema.visits).values(row).on_conflict_do_nothing()
        await self.writer.write(lambda connection: _run(connection, noted))

    async def visits(self, player: str) -> Sequence[str]:
        """Return the tables that a player took a chair at, in the order of their names.

        Raises:
            StoreError: If nothing can be read.
        """
        c = schema.visits.c
        wanted = select(c.tb).where(c.player == player).order_by(c.tb)
        return [row[0] for row in await self._ask(_rows_of(wanted))]

    # --------------------------------------------------------------------------------- tokens

    async def player(self, digest: str) -> str | None:
        """Return whom a token makes its holder, empty for one that was withdrawn.

        Raises:
            StoreError: If nothing can be read.
        """
        c = schema.tokens.c
        wanted = select(c.player, c.withdrawn).where(c.digest == digest)
        for player, withdrawn in await self._ask(_rows_of(wanted)):
            return "" if withdrawn is not None else str(player)
        return None

    async def admit(self, digest: str, player: str) -> None:
        """Keep whom a token makes its holder; what was kept or withdrawn stays so.

        Raises:
            StoreError: If nothing can be written.
        """
        row = {"digest": digest, "player": player, "made": _now(), "withdrawn": None}
        admitted = upsert(schema.tokens).values(row).on_conflict_do_nothing()
        await self.writer.write(lambda connection: _run(connection, admitted))

    async def withdraw(self, digest: str) -> None:
        """Make a token worthless.

        Raises:
            StoreError: If nothing can be written.
        """
        row = {"digest": digest, "player": "", "made": _now(), "withdrawn": _now()}
        withdrawn = (
            upsert(schema.tokens)
            .values(row)
            .on_conflict_do_update(index_elements=["digest"], set_={"withdrawn": _now()})
        )
        await self.writer.write(lambda connection: _run(connection, withdrawn))

    async def close(self) -> None:
        """Write what waits, and let go of the file."""
        await asyncio.to_thread(self.end)

    def end(self) -> None:
        """Write what waits, and let go of the file, from a program without a loop."""
        self.writer.close()
        self._engine.dispose()
        self._lock.release()


def _rows_of(statement: Any) -> Work:  # noqa: ANN401 - any statement
    return lambda connection: connection.execute(statement).all()


def _run(connection: Connection, statement: Any) -> None:  # noqa: ANN401 - any statement
    connection.execute(statement)


class _Line:
    """The writer's connection, and the last number of each table as that connection knows it."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._connection = engine.connect()
        self._heads: dict[str, int] = {}
        self._written = 0.0

    def appending(
        self, table: str, n: int, records: Sequence[bytes]
    ) -> Callable[[Connection], None]:
        """Return the work of appending some records."""

        def work(connection: Connection) -> None:
            last = self._heads.get(table)
            if last != n - 1:
                last = connection.execute(_LAST, {"table": table}).scalar() or 0
            if last != n - 1:
                raise not_next(table, n, last)
            rows = [{"tb": table, "n": n + i, "record": r} for i, r in enumerate(records)]
            try:
                if rows:
                    connection.execute(_APPEND, rows)
            except IntegrityError as error:
                raise not_next(table, n, last) from error
            self._heads[table] = last + len(rows)

        return work

    def alive(self) -> int:
        """Return when the program before this one was last seen to work, else now."""
        wanted = select(schema.facts.c.number).where(schema.facts.c.name == "alive")
        with self._connection.begin():
            return self._connection.execute(wanted).scalar() or _now()

    def transact(self, works: Sequence[Work]) -> list[Any]:
        """Do all in one transaction that is committed and synced, or do nothing."""
        try:
            with self._connection.begin():
                answers = [work(self._connection) for work in works]
                self._keep_time()
                reach("in-transaction")
        except BaseException:
            self._heads.clear()
            raise
        reach("after-commit")
        self._written = time.monotonic()
        return answers

    def _keep_time(self) -> None:
        self._connection.execute(_KEEP, {"name": "alive", "number": _now()})

    def rest(self) -> None:
        """Take the log over into the tables, and keep the time while people may be thinking."""
        if time.monotonic() - self._written > _AWAKE_S:
            return
        with self._connection.begin():
            self._keep_time()
        reach("in-checkpoint")
        self._pragma("wal_checkpoint(PASSIVE)")
        reach("after-checkpoint")

    def mend(self) -> None:
        """Make the connection anew, and take over and sync everything that the log holds.

        What was in doubt is then either safe or gone.
        """
        self._heads.clear()
        with suppress(Exception):  # whatever it says, it is given up
            self._connection.invalidate()
        self._connection.close()
        self._connection = self._engine.connect()
        busy = self._pragma("wal_checkpoint(TRUNCATE)")[0][0]
        if busy:
            msg = "the log is in use"
            raise OSError(msg)

    def end(self) -> None:
        """Close the connection."""
        self._connection.close()

    def _pragma(self, words: str) -> Any:  # noqa: ANN401 - rows of any kind
        """Run a pragma that must stand outside of a transaction."""
        cursor = self._connection.connection.cursor()
        try:
            return cursor.execute(f"PRAGMA {words}").fetchall()
        finally:
            cursor.close()
