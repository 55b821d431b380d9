"""The file of a store: made, locked, brought to the newest schema, copied and put back.

Start reading at `prepare`.
"""

from __future__ import annotations

import os
import shutil
import sys
import time
from contextlib import suppress
from itertools import chain, count
from pathlib import Path
from typing import Final

from alembic.config import Config
from alembic.runtime.environment import EnvironmentContext
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DatabaseError

from wildrank.errors import StoreError
from wildrank.table.store.driver import READS, Driver, engine_of, usual_driver
from wildrank.table.store.schema import NEWEST

FILE: Final = "tables.db"
MARK: Final = 0x57524E4B  # tells the file from other databases
SCRIPTS: Final = Path(__file__).parent / "migrations"
_BESIDE: Final = ("-journal", "-wal", "-shm")  # what SQLite writes beside a file


class Lock:
    """One program has a store at a time; the system lets go of it when the program ends."""

    def __init__(self, file: Path) -> None:
        """Take the lock of a store, and make its folder and file, for the owner alone.

        Raises:
            StoreError: If another program has it, or nothing can be written there.
        """
        try:
            file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            path = file.with_name(f"{file.name}.lock")
            self._number = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
            os.close(os.open(file, os.O_RDWR | os.O_CREAT, 0o600))
        except OSError as error:
            msg = f"cannot keep tables in {str(file)!r}: {error.strerror}"
            raise StoreError(msg, code="store/no-place") from error
        try:
            _lock(self._number)
        except OSError as error:
            os.close(self._number)
            msg = f"another program has the tables in {str(file.parent)!r} open; end it first"
            raise StoreError(msg, code="store/in-use") from error
        self._held = True

    def release(self) -> None:
        """Let go of it."""
        if self._held:
            self._held = False
            os.close(self._number)


if sys.platform == "win32":
    import msvcrt

    def _lock(number: int) -> None:
        msvcrt.locking(number, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _lock(number: int) -> None:
        fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)


# ------------------------------------------------------------------------------------- schemas


def prepare(engine: Engine, file: Path, scripts: Path = SCRIPTS) -> str:
    """Make a file a store of the newest schema, after a copy of what it was, and return that.

    All steps happen in one transaction.

    Args:
        engine: Speaks to the file.
        file: Where it is.
        scripts: The steps from one schema to the next.

    Raises:
        StoreError: If it is no store, or one of a newer program, or cannot be changed.
    """
    script = ScriptDirectory(str(scripts))
    head = script.get_current_head() or ""
    try:
        with engine.connect() as connection:
            found = _revision(connection, script, file)
        if found == head:
            with engine.connect() as connection, connection.begin():
                return head  # and nobody else holds the file
        if found is not None:
            folder = file.parent / "backups"
            folder.mkdir(mode=0o700, exist_ok=True)
            copy_to(engine, _free_name(folder, f"{file.stem}-{found}"))
        with engine.connect() as connection, connection.begin():
            connection.exec_driver_sql(f"PRAGMA application_id={MARK}")
            _upgrade(connection, script, head)
    except (DatabaseError, OSError) as error:
        reason = getattr(error, "orig", None) or error
        msg = f"the tables in {str(file)!r} cannot be made ready: {reason}"
        raise StoreError(msg, code="store/not-ready") from error
    return head


def _revision(connection: Connection, script: ScriptDirectory, file: Path) -> str | None:
    """Return the schema of a file, None for an empty file.

    Raises:
        StoreError: If it is something else, or the schema is unknown.
    """
    connection = connection.execution_options(**{READS: True})
    mark = connection.exec_driver_sql("PRAGMA application_id").scalar()
    count = connection.exec_driver_sql("SELECT count(*) FROM sqlite_master").scalar()
    if mark != MARK and count:
        msg = f"{str(file)!r} is a database, but not one of Wildrank"
        raise StoreError(msg, code="store/foreign")
    if not count:
        return None
    found = MigrationContext.configure(connection).get_current_revision()
    if found not in {step.revision for step in script.walk_revisions()}:
        msg = f"{str(file)!r} has schema {found}, of a newer Wildrank; this one knows {NEWEST}"
        raise StoreError(msg, code="store/newer")
    return found


def _upgrade(connection: Connection, script: ScriptDirectory, head: str) -> None:
    config = Config(attributes={"connection": connection})
    with EnvironmentContext(
        config,
        script,
        fn=lambda revision, _context: script._upgrade_revs(head, revision),  # noqa: SLF001 - as Alembic's own command does
        destination_rev=head,
    ):
        script.run_env()


# ------------------------------------------------------------------------------- copies of it


def copy_to(engine: Engine, target: Path) -> None:
    """Copy a store, even one in use, into a new file for the owner alone.

    Raises:
        StoreError: If there is something already, or it cannot be written.
    """
    try:
        os.close(os.open(target, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    except FileExistsError as error:
        msg = f"{str(target)!r} is there already; name a new file"
        raise StoreError(msg, code="store/exists") from error
    except OSError as error:
        msg = f"cannot write {str(target)!r}: {error.strerror}"
        raise StoreError(msg, code="store/no-place") from error
    try:
        with engine.connect() as connection:
            cursor = connection.connection.cursor()
            cursor.execute("VACUUM INTO ?", (str(target),))
            cursor.close()
        _sync(target)
        _sync(target.parent)
    except (engine.dialect.loaded_dbapi.Error, OSError) as error:
        target.unlink(missing_ok=True)
        msg = f"cannot write {str(target)!r}: {getattr(error, 'strerror', None) or error}"
        raise StoreError(msg, code="store/no-place") from error
    except BaseException:
        target.unlink(missing_ok=True)
        raise


def backup(data: Path, target: Path, driver: Driver | None = None) -> None:
    """Copy the tables of a data folder into a new file; the server may be running.

    Raises:
        StoreError: If there are none, or there is a file already, or it cannot be written.
    """
    driver = driver or usual_driver()
    file = data / FILE
    if not file.is_file():
        msg = f"there are no tables in {str(data)!r}"
        raise StoreError(msg, code="store/nothing")
    lock = None if driver.sound else Lock(file)  # an old SQLite needs the file for itself
    try:
        engine = engine_of(file, driver)
        with engine.connect() as connection:
            _revision(connection, ScriptDirectory(str(SCRIPTS)), file)
        copy_to(engine, target)
    except DatabaseError as error:
        msg = f"cannot copy {str(file)!r}: {error.orig}"
        raise StoreError(msg, code="store/failed") from error
    finally:
        if lock is not None:
            lock.release()


def restore(source: Path, data: Path, *, replace: bool = False) -> Path | None:
    """Put a copy back as the tables of a data folder.

    Args:
        source: What `backup` wrote.
        data: The folder; no server may be using it.
        replace: Whether tables that are there are put aside; else they are never touched.

    Returns:
        Where the tables that were there are now, None if there were none.

    Raises:
        StoreError: If the copy is not whole or no store, or there are tables already.
    """
    file = data / FILE
    fresh = not file.exists() or not file.stat().st_size
    if not fresh and not replace:
        msg = f"there are tables in {str(data)!r} already; --replace puts them aside"
        raise StoreError(msg, code="store/exists")
    if not source.is_file():
        msg = f"there is no file {str(source)!r}"
        raise StoreError(msg, code="store/nothing")
    lock = Lock(file)
    try:
        arriving = file.with_name(f"{FILE}.arriving")
        arriving.unlink(missing_ok=True)
        os.close(os.open(arriving, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
        try:
            shutil.copyfile(source, arriving)
            _check_whole(arriving, source)
            _sync(arriving)
            aside = None if fresh else _put_aside(file)
            _drop_leftovers(file)
            arriving.replace(file)
            _sync(file.parent)
        except OSError as error:
            msg = f"cannot put tables into {str(data)!r}: {error.strerror}"
            raise StoreError(msg, code="store/no-place") from error
        finally:
            arriving.unlink(missing_ok=True)
            _drop_leftovers(arriving)
        return aside
    finally:
        lock.release()


def _check_whole(file: Path, source: Path) -> None:
    """Refuse a copy that is damaged or no store.

    Raises:
        StoreError: If it is.
    """
    try:
        with engine_of(file, usual_driver()).connect() as connection:
            found = _revision(connection, ScriptDirectory(str(SCRIPTS)), source)
            answer = connection.exec_driver_sql("PRAGMA integrity_check").scalar()
    except DatabaseError as error:
        found, answer = None, str(error.orig)
    if found is None or answer != "ok":
        msg = f"{str(source)!r} is no whole copy of tables: {answer}"
        raise StoreError(msg, code="store/damaged")


def _put_aside(file: Path) -> Path:
    """Rename a store and what belongs to it, and return its new name.

    What was written ahead is taken over before, so that the program may end between two names.
    """
    with suppress(DatabaseError), engine_of(file, usual_driver()).connect():
        pass  # the last connection that closes takes it over
    aside = _free_name(file.parent, f"{file.stem}-before")
    for ending in (*_BESIDE, ""):
        old = file.with_name(f"{file.name}{ending}")
        if old.exists():
            old.replace(aside.with_name(f"{aside.name}{ending}"))
    return aside


def _drop_leftovers(file: Path) -> None:
    """Delete what is left beside a store that is gone: it would be taken over into another."""
    for ending in _BESIDE:
        file.with_name(f"{file.name}{ending}").unlink(missing_ok=True)


def _free_name(folder: Path, start: str) -> Path:
    """Return a name with the time in it that no file has."""
    stamp = time.strftime("%Y%m%d-%H%M%S", time.gmtime())
    names = (f"{start}-{stamp}{more}.db" for more in chain([""], (f"-{i}" for i in count(2))))
    return next(path for name in names if not (path := folder / name).exists())


def _sync(path: Path) -> None:
    """Make sure that a file or the names in a folder are on the disk."""
    if path.is_dir() and sys.platform == "win32":
        return
    number = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(number)
    finally:
        os.close(number)
