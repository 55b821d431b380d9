"""SQLite through apsw, behind the interface of Python's own module, on a file system of ours.

The store is the one that serves people; only the driver under it is another. Each file is a real
one, and what is written but not synced is remembered: a power cut takes back any part of it. The
file system can also fail a call, by its number. Start reading at `Disk`.
"""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import apsw

from wildrank.table.store.driver import Driver

SECTOR: Final = 512


class Disk:
    """A file system that forgets and fails when it is told to.

    Attributes:
        calls: How many writes, syncs and truncations there were.
        failing: Which calls fail, by number, and how.
        always: How every call fails from now on.
        before: Told of each call before it is done.
        paths: The files that were opened.
    """

    def __init__(self) -> None:
        """Start with everything in order."""
        self.calls = 0
        self.failing: dict[int, type[apsw.Error]] = {}
        self.always: type[apsw.Error] | None = None
        self.before: Callable[[], None] = lambda: None
        self.paths: set[str] = set()
        self.unsynced: dict[str, list[tuple[int, bytes]]] = {}
        self._vfs = _Vfs(self)

    @property
    def name(self) -> str:
        """What SQLite knows it by."""
        return self._vfs.name

    def call(self) -> None:
        """Count a call, and fail if this one is to fail.

        Raises:
            apsw.Error: If it is.
        """
        self.before()
        self.calls += 1
        kind = self.always or self.failing.get(self.calls)
        if kind is not None:
            msg = "the disk failed"
            raise kind(msg)

    def wrote(self, path: str, at: int, before: bytes) -> None:
        """Remember what stood where something was written."""
        self.unsynced.setdefault(path, []).append((at, before))

    def synced(self, path: str) -> None:
        """Forget how to take back what is on the disk now."""
        self.unsynced.pop(path, None)

    def after_power_cut(self, whims: random.Random) -> dict[str, bytes]:
        """Return the files as they would be found after a power cut now, by name.

        Of what was not synced, each sector is there or not.
        """
        files = [Path(path) for path in sorted(self.paths)]
        return {
            file.name: self._left_of(file, file.read_bytes(), whims)
            for file in files
            if file.exists()
        }

    def _left_of(self, file: Path, now: bytes, whims: random.Random) -> bytes:
        content = bytearray(now)
        for at, before in reversed(self.unsynced.get(str(file), ())):
            content.extend(bytes(max(0, at - len(content))))
            content[at : at + len(before)] = before
        return _torn(bytes(content), now, whims)


def _torn(old: bytes, new: bytes, whims: random.Random) -> bytes:
    """Return what is left of a file: all, none, or any sectors of what was not synced."""
    share = whims.choice((0.0, 1.0, whims.random()))
    result = bytearray(new)
    for at in range(0, len(new), SECTOR):
        if old[at : at + SECTOR] != new[at : at + SECTOR] and whims.random() >= share:
            result[at : at + SECTOR] = old[at : at + SECTOR]
    return bytes(result)


class _Vfs(apsw.VFS):
    def __init__(self, disk: Disk) -> None:
        self.name = f"disk{id(disk)}"
        self._disk = disk
        super().__init__(self.name, "")

    def xOpen(self, name: Any, flags: list[int]) -> apsw.VFSFile:  # noqa: ANN401, N802 - apsw's names
        return _File(self._disk, name, flags)

    def xDelete(self, filename: str, syncdir: bool) -> None:  # noqa: FBT001, N802 - apsw's names
        self._disk.call()
        self._disk.synced(filename)
        super().xDelete(filename, syncdir)


class _File(apsw.VFSFile):
    def __init__(self, disk: Disk, name: Any, flags: list[int]) -> None:  # noqa: ANN401 - apsw's
        self._disk = disk
        self._path = name if isinstance(name, str) or name is None else name.filename()
        if self._path:
            disk.paths.add(self._path)
        super().__init__("", name, flags)

    def xWrite(self, data: bytes, offset: int) -> None:  # noqa: N802 - apsw's name
        self._disk.call()
        if self._path:
            size = super().xFileSize()
            there = max(0, min(len(data), size - offset))
            before = super().xRead(there, offset) if there else b""
            gap = b"\0" * (len(data) - there)
            self._disk.wrote(self._path, offset, bytes(before) + gap)
        super().xWrite(data, offset)

    def xSync(self, _flags: int) -> None:  # noqa: N802 - apsw's name
        self._disk.call()
        if self._path:  # nothing is lost but what `Disk.cut` takes: the real disk may rest
            self._disk.synced(self._path)

    def xTruncate(self, newsize: int) -> None:  # noqa: N802 - apsw's name
        self._disk.call()
        super().xTruncate(newsize)


class _Cursor:
    """A cursor as Python's own module has it, as far as the store needs one."""

    arraysize = 1

    def __init__(self, line: _Connection) -> None:
        self._line = line
        self._cursor = line.apsw.cursor()
        self.description: Any = None
        self.lastrowid = 0
        self.rowcount = -1
        self._rows: list[Any] = []

    def execute(self, sql: str, parameters: Any = ()) -> _Cursor:  # noqa: ANN401 - as the original
        return self._run(lambda: self._cursor.execute(sql, parameters))

    def executemany(self, sql: str, parameters: Any) -> _Cursor:  # noqa: ANN401 - as the original
        return self._run(lambda: self._cursor.executemany(sql, parameters))

    def _run(self, work: Any) -> _Cursor:  # noqa: ANN401 - any statement
        before = self._line.apsw.total_changes()
        self.description = None

        def trace(cursor: apsw.Cursor, _sql: str, _bindings: object) -> bool:
            found = cursor.get_description()
            self.description = [(one[0], *[None] * 6) for one in found] or None
            return True

        self._cursor.exec_trace = trace
        try:
            work()
            self._rows = list(self._cursor)
        except apsw.ConstraintError as error:
            raise sqlite3.IntegrityError(str(error)) from error
        except apsw.Error as error:
            msg = f"{type(error).__name__}: {error}"
            raise sqlite3.OperationalError(msg) from error
        self.rowcount = self._line.apsw.total_changes() - before
        return self

    def fetchall(self) -> list[Any]:
        rows, self._rows = self._rows, []
        return rows

    def fetchone(self) -> Any:  # noqa: ANN401 - as the original
        return self._rows.pop(0) if self._rows else None

    def fetchmany(self, size: int = 1) -> list[Any]:
        rows, self._rows = self._rows[:size], self._rows[size:]
        return rows

    def __iter__(self) -> Any:  # noqa: ANN401 - as the original
        return iter(self.fetchall())

    def close(self) -> None:
        self._cursor.close(force=True)


class _Connection:
    """A connection as Python's own module has it, as far as the store needs one."""

    isolation_level = None

    def __init__(self, path: str, disk: Disk) -> None:
        self.apsw = apsw.Connection(path, vfs=disk.name)

    def cursor(self, _factory: object = None) -> _Cursor:
        return _Cursor(self)

    def execute(self, sql: str, parameters: Any = ()) -> _Cursor:  # noqa: ANN401 - as the original
        return _Cursor(self).execute(sql, parameters)

    def commit(self) -> None:
        if self.apsw.in_transaction:
            self.execute("COMMIT")

    def rollback(self) -> None:
        if self.apsw.in_transaction:
            self.execute("ROLLBACK")

    def create_function(self, *_about: object, **_more: object) -> None:
        """Make no function: the store uses none."""

    def close(self) -> None:
        self.apsw.close(force=True)


class _Module:
    """The module, with a disk of its own."""

    paramstyle = "qmark"
    sqlite_version = apsw.sqlite_lib_version()
    sqlite_version_info = tuple(map(int, apsw.sqlite_lib_version().split(".")))

    def __init__(self, disk: Disk) -> None:
        self._disk = disk

    def connect(self, path: str, **_how: object) -> _Connection:
        try:
            return _Connection(path, self._disk)
        except apsw.Error as error:
            raise sqlite3.OperationalError(str(error)) from error

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - errors and types of the original
        return getattr(sqlite3, name)


def driver_on(disk: Disk) -> Driver:
    """Return a driver whose files are on a disk, for one connection at a time."""
    return Driver(_Module(disk), _Module.sqlite_version, sound=False)
