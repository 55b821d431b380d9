"""Which SQLite there is, how a connection to a file is made, and who may have more than one.

SQLite before 3.51.3 can spoil a file whose log is written and taken over by two connections at
once. The version that comes with `pysqlite3` is newer; where that is not installed and the
interpreter's own is older, the program keeps to one connection. Start reading at `Driver`.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, Engine, NullPool, create_engine, event

from wildrank.errors import StoreError

SOUND: Final = (3, 51, 3)
FULL: Final = 2
BUSY_MS: Final = 5000
MOST_LOG_BYTES: Final = 16 * 2**20
READS: Final = "wildrank_reads"


class Driver(NamedTuple):
    """A module that speaks to SQLite as the interpreter's own does.

    Attributes:
        sound: Whether several connections to a file are safe with it.
    """

    module: Any
    version: str
    sound: bool

    @classmethod
    def of(cls, module: ModuleType) -> Driver:
        """Return a module with what is to be known of its SQLite."""
        return cls(module, module.sqlite_version, module.sqlite_version_info >= SOUND)

    @property
    def words(self) -> str:
        """What is said about it when a server starts."""
        if self.sound:
            return f"SQLite {self.version}"
        wanted = ".".join(map(str, SOUND))
        return f"SQLite {self.version}, older than {wanted}, hence one connection only"


def usual_driver() -> Driver:
    """Return `pysqlite3` where it is installed and sound, else the interpreter's own SQLite."""
    try:
        driver = Driver.of(import_module("pysqlite3"))
    except ImportError:
        driver = None
    if driver is not None and driver.sound:
        return driver
    return Driver.of(import_module("sqlite3"))


def engine_of(file: Path, driver: Driver, level: str = "FULL") -> Engine:
    """Return an engine whose every connection writes ahead and syncs at each commit.

    Args:
        file: The database.
        driver: The module that speaks to it.
        level: How much is synced; anything but ``FULL`` is for tests that must lose something.
    """
    engine = create_engine(
        f"sqlite:///{file}",
        module=driver.module,
        poolclass=NullPool,
        hide_parameters=True,  # an error must not tell the cards it could not write
        connect_args={"isolation_level": None, "check_same_thread": False},
    )

    @event.listens_for(engine, "connect")
    def connected(connection: Any, _record: object) -> None:  # noqa: ANN401 - a driver's own type
        cursor = connection.cursor()
        for pragma in (
            f"busy_timeout={BUSY_MS}",
            "journal_mode=WAL",
            f"synchronous={level}",
            f"journal_size_limit={MOST_LOG_BYTES}",
            "trusted_schema=OFF",
        ):
            cursor.execute(f"PRAGMA {pragma}").fetchall()
        cursor.close()

    @event.listens_for(engine, "begin")
    def begun(connection: Connection) -> None:
        # Drivers begin by themselves, but not before a table is made, and not at once.
        reads = connection.get_execution_options().get(READS)
        connection.exec_driver_sql("BEGIN" if reads else "BEGIN IMMEDIATE")

    return engine


def assert_safe(connection: Connection) -> None:
    """Make sure that what is committed stays, whatever happens to the machine.

    Raises:
        StoreError: If it would not.
    """
    cursor = connection.connection.cursor()
    mode = cursor.execute("PRAGMA journal_mode").fetchall()[0][0]
    level = cursor.execute("PRAGMA synchronous").fetchall()[0][0]
    cursor.close()
    if mode != "wal" or level != FULL:
        msg = f"the log is not safe here: journal {mode!r}, synchronous {level}, not 'wal' and 2"
        raise StoreError(msg, code="store/unsafe")
