"""What is no fault of the server: it is stopped, clocks jump, its file is held or read-only.

People play meanwhile; what they saw is compared with the log at the end.
"""

from __future__ import annotations

import asyncio
import ctypes
import json
import os
import shutil
import signal
import subprocess
import sys
from functools import partial
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest
from table.kit import in_a_loop
from web.forked import SOURCE, forking, until
from web.kit import new_table, opened
from web.remembering import Crowd, survive
from web.test_frames import HELLO, TEXT, beside, frame, request

from wildrank.table.recovery import replay
from wildrank.table.state import opened as opened_table
from wildrank.table.store.driver import BUSY_MS, usual_driver
from wildrank.table.store.sqlite import SqliteLog
from wildrank.table.store.upkeep import FILE, backup, restore

_DROP_FROM_BOUNDS, _OVERRIDE, _SEARCH = 24, 1, 2  # of prctl, and two capabilities of root


async def stopped(crowd: Crowd) -> None:
    """Stop the process for a while, and let it go on."""
    await crowd.server.start()
    await crowd.all_told()
    os.kill(crowd.server.number, signal.SIGSTOP)
    await asyncio.sleep(crowd.whims.uniform(0.2, 1.5))
    os.kill(crowd.server.number, signal.SIGCONT)
    await crowd.all_go_on()
    assert await crowd.server.end(signal.SIGKILL) == -signal.SIGKILL


async def clock_jumps(crowd: Crowd) -> None:
    """Let the wall clock jump by hours, to and fro, and end at another time than it began."""
    await crowd.server.start("clock")
    await crowd.all_go_on()
    await crowd.all_go_on()
    assert await crowd.server.end(signal.SIGKILL) == -signal.SIGKILL


async def file_held(folder: Path, crowd: Crowd) -> None:
    """Hold the file for longer than the server waits for it; it says so, and goes on then."""
    await crowd.server.start()
    await crowd.all_told()
    line = usual_driver().module.connect(folder / FILE, isolation_level=None, timeout=5)
    line.execute("BEGIN IMMEDIATE")
    await asyncio.sleep(BUSY_MS / 1000 + 2)
    health, about = await asyncio.to_thread(healthy, crowd.server.place.origin)
    line.execute("ROLLBACK")
    line.close()
    assert (health, about["status"]) == (503, "failing")
    assert "locked" in about["trouble"]
    await crowd.all_go_on()
    assert await crowd.server.end(signal.SIGKILL) == -signal.SIGKILL


async def copied(folder: Path, crowd: Crowd) -> None:
    """Copy the tables while people play, and put the copy back elsewhere."""
    await crowd.server.start()
    await crowd.all_told()
    seen = {person.table: person.last for person in crowd.people}
    copy, other = folder / "copy.db", folder / "other"
    await asyncio.to_thread(backup, folder, copy)
    await crowd.all_go_on()
    assert await crowd.server.end(signal.SIGKILL) == -signal.SIGKILL
    restore(copy, other)
    copy.unlink()
    whole, part = SqliteLog.open(folder / FILE), SqliteLog.open(other / FILE)
    for table, n in seen.items():
        rows = list(await part.read(table))
        assert len(rows) >= n
        assert rows == list(await whole.read(table))[: len(rows)]
        assert replay(rows, opened_table(9), lambda *_: None).broken == ""
    await whole.close()
    await part.close()
    shutil.rmtree(other)


def healthy(origin: str) -> tuple[int, dict[str, str]]:
    """Return what the server says of its health."""
    try:
        with urlopen(f"{origin}/healthz") as answer:  # noqa: S310 - our own server
            return answer.status, json.load(answer)
    except HTTPError as error:
        with error:
            return error.code, json.load(error)


@pytest.mark.parametrize("end", [stopped, clock_jumps])
@pytest.mark.parametrize("rounds", [2, pytest.param(20, marks=pytest.mark.slow)])
def test_time_does_as_it_likes(tmp_path: Path, rounds: int, end: object) -> None:
    """Nothing that was seen is lost or changed, and play goes on."""
    asyncio.run(survive(tmp_path, rounds, 4, end))  # type: ignore[arg-type] # one of the two


@pytest.mark.parametrize("rounds", [1, pytest.param(20, marks=pytest.mark.slow)])
def test_another_program_holds_the_file(tmp_path: Path, rounds: int) -> None:
    """Nothing happens at any table meanwhile, health tells why, and then everything goes on."""
    asyncio.run(survive(tmp_path, rounds, 5, partial(file_held, tmp_path)))


@pytest.mark.parametrize("rounds", [1, pytest.param(20, marks=pytest.mark.slow)])
def test_a_copy_is_made_while_people_play(tmp_path: Path, rounds: int) -> None:
    """It holds a first part of every table, with all that was seen before it was begun."""
    asyncio.run(survive(tmp_path, rounds, 6, partial(copied, tmp_path)))


@pytest.mark.parametrize("full", [False, True])
def test_a_folder_that_is_read_only(tmp_path: Path, *, full: bool) -> None:
    """It is one sentence at the start, whether there are tables in it or not; nothing changes."""
    folder = tmp_path / "data"
    folder.mkdir()
    if full:
        SqliteLog.open(folder / FILE).end()
    before = {file.name: file.read_bytes() for file in folder.iterdir()}
    folder.chmod(0o500)
    code = "from wildrank.cli import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", code, "serve", "--port", "0", "--data", str(folder)],
        env=os.environ | {"PYTHONPATH": str(SOURCE)},
        capture_output=True,
        text=True,
        timeout=60,
        preexec_fn=as_anybody,
        check=False,
    )
    folder.chmod(0o700)
    assert done.returncode == 2
    assert done.stdout == ""
    said = done.stderr.splitlines()
    assert len(said) == 1
    assert said[0].startswith("wildrank: ")
    assert str(folder / FILE) in said[0]
    assert said[0].endswith("a readonly database" if full else "Permission denied")
    assert {file.name: file.read_bytes() for file in folder.iterdir()} == before


def as_anybody() -> None:
    """Take from root what lets it write anywhere."""
    if os.getuid() == 0:
        for power in (_OVERRIDE, _SEARCH):
            ctypes.CDLL(None).prctl(_DROP_FROM_BOUNDS, power, 0, 0, 0)


@in_a_loop
async def test_who_reads_a_byte_a_second_or_says_no_more(tmp_path: Path) -> None:
    """A client that reads next to nothing is cut, and one whose half of the line has ended too."""
    async with beside(tmp_path) as (server, table):
        before = server.sockets()
        lines = []
        for number in range(40):
            reader, writer = await asyncio.open_connection("127.0.0.1", server.place.port, limit=1)
            lines.append((reader, writer))
            writer.write(request(server.place, table) + frame(TEXT, HELLO))
            if number % 2:
                writer.write_eof()
        await until(lambda: server.sockets() > before)
        async with asyncio.timeout(45):
            while server.sockets() > before:
                await asyncio.sleep(1)
                await asyncio.gather(*(reader.read(1) for reader, _ in lines))
        for _, writer in lines:
            writer.transport.abort()


@in_a_loop
async def test_two_tabs_on_one_seat(tmp_path: Path) -> None:
    """Both are told the same, either may act, and the second to act is told it is too late."""
    async with forking(tmp_path) as server:
        await server.start()
        await until(lambda: server.answers)
        table = await new_table(server.place)
        async with (
            opened(server.place, table, "Ann") as one,
            opened(server.place, table, token=one.token) as two,
        ):
            await one.my_turn()
            n = one.view["n"]
            await two.until(lambda view: view["n"] >= n)
            assert two.view["you"] == one.view["you"]
            assert two.hand["seats"] == one.hand["seats"]
            action = "check" if one.hand["legal"]["check"] else "fold"
            await one.send("act", n=n, action=action, id="first")
            assert (await one.answer("first"))["type"] == "done"
            await two.send("act", n=n, action=action, id="second")
            assert (await two.answer("second"))["code"] == "action/stale"
        assert await server.end(signal.SIGKILL) == -signal.SIGKILL
