"""Kill -9 under load: what anybody saw is in the log for ever, and no card of it has changed.

Clients play at several tables and remember every event and every hand they were shown. The server
is killed again and again, at any moment and at named places, and started again; the clients come
back by themselves. In the end all they saw is compared with the log.
"""

from __future__ import annotations

import asyncio
import json
import signal
import sqlite3
from functools import partial
from pathlib import Path

import pytest
from table.kit import in_a_loop
from table.make_golden import summary
from web.forked import forking, until
from web.remembering import Crowd, survive

from wildrank.table import failpoints
from wildrank.table.recovery import replay
from wildrank.table.state import opened
from wildrank.table.store.sqlite import SqliteLog
from wildrank.table.store.upkeep import FILE

GOLDEN = Path(__file__).resolve().parents[1] / "table" / "golden"


async def any_moment(crowd: Crowd) -> None:
    """Kill at a random moment of play."""
    await crowd.server.start()
    await crowd.all_told()
    await asyncio.sleep(crowd.whims.uniform(0.0, 0.1))
    assert await crowd.server.end(signal.SIGKILL) == -signal.SIGKILL


async def old_sqlite(crowd: Crowd) -> None:
    """Kill a server that has the interpreter's own SQLite, and one connection."""
    await crowd.server.start("old")
    await crowd.all_told()
    await asyncio.sleep(crowd.whims.uniform(0.0, 0.1))
    assert await crowd.server.end(signal.SIGKILL) == -signal.SIGKILL


async def told_to_end(crowd: Crowd) -> None:
    """End in good order, under load."""
    await crowd.server.start()
    await crowd.all_told()
    await asyncio.sleep(crowd.whims.uniform(0.0, 0.1))
    assert await crowd.server.end(signal.SIGTERM) in (0, -signal.SIGTERM)


async def at_place(place: str, crowd: Crowd) -> None:
    """Let the server end itself at some passage of a place."""
    await crowd.server.start(f"{place}:{crowd.whims.randint(1, PASSAGES[place])}")
    if place == "in-drain":  # between the last step that is kept and the end of the sockets
        await crowd.all_told()
        assert await crowd.server.end(signal.SIGTERM) == -signal.SIGKILL
    else:
        assert await crowd.server.ended() == -signal.SIGKILL


# At which passage of a place the server may end, at most; a migration has a test of its own.
PASSAGES = {
    "after-decode": 25,
    "before-append": 60,
    "in-transaction": 60,
    "after-commit": 60,
    "deck-kept": 5,
    "half-told": 120,
    "in-checkpoint": 3,
    "after-checkpoint": 3,
    "in-drain": 1,
}


@pytest.mark.parametrize("rounds", [100, pytest.param(1000, marks=pytest.mark.slow)])
def test_killed_at_any_moment(tmp_path: Path, rounds: int) -> None:
    """Nothing seen is lost, nothing is told twice in two ways, and nobody misses an event."""
    asyncio.run(survive(tmp_path, rounds, 1, any_moment))


@pytest.mark.parametrize("place", PASSAGES)
@pytest.mark.parametrize("rounds", [20, pytest.param(200, marks=pytest.mark.slow)])
def test_killed_at_a_place(tmp_path: Path, place: str, rounds: int) -> None:
    """The same at each place where it could matter."""
    asyncio.run(survive(tmp_path, rounds, 2, partial(at_place, place)))


@pytest.mark.parametrize("rounds", [3, pytest.param(200, marks=pytest.mark.slow)])
def test_killed_with_an_old_sqlite(tmp_path: Path, rounds: int) -> None:
    """Where there is no newer one, nothing is lost either."""
    asyncio.run(survive(tmp_path, rounds, 7, old_sqlite))


@pytest.mark.parametrize("rounds", [3, pytest.param(200, marks=pytest.mark.slow)])
def test_told_to_end(tmp_path: Path, rounds: int) -> None:
    """An end in good order loses nothing either."""
    asyncio.run(survive(tmp_path, rounds, 3, told_to_end))


def test_every_place_is_tried() -> None:
    """No place of the program that can be armed is left out."""
    assert {*PASSAGES, "in-migration"} == set(failpoints.PLACES)


@pytest.mark.parametrize("rounds", [20, pytest.param(200, marks=pytest.mark.slow)])
@in_a_loop
async def test_killed_in_a_migration(tmp_path: Path, rounds: int) -> None:
    """A file of the oldest version is what it was after every kill, and is brought on at last."""
    with sqlite3.connect(tmp_path / FILE) as line:
        line.executescript((GOLDEN / "0001.sql").read_text(encoding="utf-8"))
        before = list(line.iterdump())
    line.close()

    async with forking(tmp_path) as server:
        for _ in range(rounds):
            await server.start("in-migration")
            assert await server.ended() == -signal.SIGKILL
        with sqlite3.connect(tmp_path / FILE) as line:
            assert list(line.iterdump()) == before
        line.close()
        await server.start()
        await until(lambda: server.answers)
        assert await server.end(signal.SIGKILL) == -signal.SIGKILL
    store = SqliteLog.open(tmp_path / FILE)
    for name, meant in json.loads((GOLDEN / "0001.json").read_text(encoding="utf-8")).items():
        found = replay(await store.read(name), opened(9), lambda *_: None)
        assert summary(found.state) == meant
    await store.close()
