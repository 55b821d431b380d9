"""Kill -9 under load: what anybody saw is in the log for ever, and no card of it has changed.

Clients play at several tables and remember every event and every hand they were shown. The server
is killed again and again, at any moment and at named places, and started again; the clients come
back by themselves. In the end all they saw is compared with the log.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import socket
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest
from web.kit import Place, new_table
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from wildrank.table import events as ev
from wildrank.table.recovery import replay
from wildrank.table.state import TableState, opened
from wildrank.table.store.sqlite import SqliteLog
from wildrank.table.store.upkeep import FILE
from wildrank.table.telling import Told, log_event, told_of
from wildrank.table.views import Moment, hand_view
from wildrank.web.people import player_of

SERVER = Path(__file__).with_name("crash_server.py")
SOURCE = Path(__file__).resolve().parents[2] / "src"
TABLES = 4
AT_TABLE = 2
NOTHING = Moment([], None, None, None)


class Server:
    """The process that forks servers, and the one it forked last."""

    def __init__(self, port: int, process: asyncio.subprocess.Process) -> None:
        """Take a process that waits for lines."""
        self.place = Place(port, None)  # type: ignore[arg-type] # it is in another process
        self.process = process
        self.number = 0

    async def start(self, armed: str = "") -> None:
        """Start a server, and wait until it listens."""
        assert self.process.stdin is not None
        self.process.stdin.write(f"{armed}\n".encode())
        self.number = int(await self._line())

    async def ended(self, seconds: float = 20) -> int:
        """Wait for the end, and return how it ended."""
        async with asyncio.timeout(seconds):
            return int((await self._line()).split()[1])

    async def end(self, how: int) -> int:
        """Send a signal, and return how the server ended."""
        with suppress(ProcessLookupError):
            os.kill(self.number, how)
        return await self.ended()

    async def _line(self) -> str:
        assert self.process.stdout is not None
        return (await self.process.stdout.readline()).decode()


@asynccontextmanager
async def forking(folder: Path) -> AsyncIterator[Server]:
    """Run the process that forks."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port: int = free.getsockname()[1]
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        str(SERVER),
        str(port),
        str(folder),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        env=os.environ | {"PYTHONPATH": str(SOURCE)},
    )
    server = Server(port, process)
    try:
        yield server
    finally:
        if process.returncode is None:
            with suppress(ProcessLookupError):
                os.kill(server.number or process.pid, signal.SIGKILL)
            assert process.stdin is not None
            process.stdin.close()
            await process.wait()


class Rememberer:
    """Somebody who plays, comes back after every loss, and forgets nothing."""

    def __init__(self, place: Place, table: str, name: str, whims: random.Random) -> None:
        """Prepare to sit down at a table."""
        self.place = place
        self.table = table
        self.name = name
        self.whims = whims
        self.token = ""
        self.last = 0
        self.back = 0
        self.events: dict[int, dict[str, Any]] = {}
        self.hands: dict[int, dict[str, Any] | None] = {}
        self.wrong: list[str] = []

    async def live(self) -> None:
        """Play until cancelled."""
        uri = f"ws://127.0.0.1:{self.place.port}/ws/{self.table}"
        origin = {"Origin": self.place.origin}
        while True:
            with suppress(OSError, WebSocketException, EOFError, TimeoutError):
                async with connect(
                    uri, additional_headers=origin, compression=None, open_timeout=2
                ) as line:
                    await self._talk(line)
            await asyncio.sleep(0.01)

    async def _talk(self, line: ClientConnection) -> None:
        last = self.last if self.whims.random() < 0.7 else 0  # at times all is told again
        await line.send(
            json.dumps({"type": "hello", "protocol": 2, "token": self.token, "last": last})
        )
        async for frame in line:
            message = json.loads(frame)
            if message["type"] == "welcome":
                if self.token not in ("", message["token"]):
                    self.wrong.append("another token")
                self.token = message["token"]
            elif message["type"] == "state":
                self._remember(message)
                await self._play(line, message["view"])

    def _remember(self, message: dict[str, Any]) -> None:
        n = message["n"]
        if n < self.last:
            self.wrong.append(f"{n} after {self.last}")
        self.back += 1
        self.last = n
        for event in message["events"]:
            if self.events.setdefault(event["n"], event) != event:
                self.wrong.append(f"event {event['n']} has changed")
        hand = plain(message["view"]["hand"])
        if self.hands.setdefault(n, hand) != hand:
            self.wrong.append(f"the hand at {n} has changed")

    async def _play(self, line: ClientConnection, view: dict[str, Any]) -> None:
        if view["you"]["chair"] is None:
            await line.send(json.dumps({"type": "sit", "name": self.name, "chair": None}))
            return
        legal = (view["hand"] or {}).get("legal")
        if not legal or legal["show"]:
            return
        action = "down" if legal["take_down"] else "check" if legal["check"] else "call"
        if action == "call" and self.whims.random() < 0.2:
            action = "fold"
        await line.send(json.dumps({"type": "act", "n": view["n"], "action": action}))


def plain(hand: dict[str, Any] | None) -> dict[str, Any] | None:
    """Return a hand without the clock."""
    if hand is None:
        return None
    turn = hand["turn"]
    return {**hand, "turn": turn and {**turn, "seconds": None, "limit": None, "bank": None}}


def sent(value: object) -> Any:  # noqa: ANN401 - what JSON makes of it
    """Return what arrives when something is sent."""
    return json.loads(msgspec.json.encode(value))


async def compare(folder: Path, people: list[Rememberer]) -> int:
    """Compare what people remember with the log, and return how much that was."""
    store = SqliteLog.open(folder / FILE)
    compared = 0
    try:
        for table in {person.table for person in people}:
            states: dict[int, TableState] = {}
            told: dict[int, Told] = {}

            def witness(
                state: TableState,
                n: int,
                event: ev.TableEvent,
                states: dict[int, TableState] = states,
                told: dict[int, Told] = told,
            ) -> None:
                states[n] = state
                told[n] = told_of(state, n, event)

            found = replay(await store.read(table), opened(9), witness)
            for person in people:
                if person.table == table:
                    assert person.last <= found.state.n, "seen and lost"
                    compared += compare_one(person, states, told)
    finally:
        await store.close()
    return compared


def compare_one(person: Rememberer, states: dict[int, TableState], told: dict[int, Told]) -> int:
    """Compare what one person remembers with what the log says it may have seen."""
    player = player_of(person.token)
    assert person.wrong == []
    meant = {n: sent(event) for n, one in told.items() if (event := log_event(one, player))}
    assert {n: meant.get(n) for n in person.events} == person.events
    first = min(person.events)
    gap = {n for n in meant if first <= n <= person.last} - person.events.keys()
    assert gap == set(), "never told"
    for n, seen in person.hands.items():
        hand = states[n].hand if n else None
        view = None if hand is None else hand_view(hand, player, NOTHING)
        assert plain(sent(view)) == seen, f"hand at {n}"
    return len(person.events) + len(person.hands)


async def survive(folder: Path, rounds: int, seed: int, kill: Callable[..., Any]) -> None:
    """Let people play through many ends of the server."""
    whims = random.Random(seed)
    async with forking(folder) as server:
        await server.start()
        names: list[str] = []
        while len(names) < TABLES:
            with suppress(OSError):
                names.append(await new_table(server.place))
            await asyncio.sleep(0.01)
        people = [
            Rememberer(server.place, name, f"P{i}", random.Random(whims.random()))
            for name in names
            for i in range(AT_TABLE)
        ]
        lives = [asyncio.create_task(person.live()) for person in people]
        try:
            for _ in range(rounds):
                before = [person.back for person in people]
                await until(
                    lambda before=before: all(  # type: ignore[misc]
                        person.back > count for person, count in zip(people, before, strict=True)
                    )
                )
                await kill(server, whims)
                await server.start()
            before = [person.last for person in people]
            await until(
                lambda: all(person.last > n for person, n in zip(people, before, strict=True))
            )
            assert await server.end(signal.SIGKILL) == -signal.SIGKILL
        finally:
            for life in lives:
                life.cancel()
            ends = await asyncio.gather(*lives, return_exceptions=True)
    assert [end for end in ends if not isinstance(end, asyncio.CancelledError)] == []
    assert await compare(folder, people) > rounds * len(people)


async def until(check: Callable[[], bool], seconds: float = 30) -> None:
    """Wait until something holds."""
    async with asyncio.timeout(seconds):
        while not check():  # noqa: ASYNC110 - what is waited for is in another process
            await asyncio.sleep(0.005)


async def any_moment(server: Server, whims: random.Random) -> None:
    """Kill at a random moment."""
    await asyncio.sleep(whims.uniform(0.0, 0.25))
    assert await server.end(signal.SIGKILL) == -signal.SIGKILL


def at_place(place: str) -> Callable[..., Any]:
    """Return what restarts a server that ends itself at a place, and waits for that."""

    async def kill(server: Server, whims: random.Random) -> None:
        assert await server.end(signal.SIGKILL) == -signal.SIGKILL
        await server.start(f"{place}:{whims.randint(1, 60)}")
        assert await server.ended() == -signal.SIGKILL

    return kill


async def while_ending(server: Server, whims: random.Random) -> None:
    """Kill between the last step that is kept and the end of the sockets."""
    assert await server.end(signal.SIGKILL) == -signal.SIGKILL
    await server.start("in-drain")
    await asyncio.sleep(whims.uniform(0.3, 0.6))
    assert await server.end(signal.SIGTERM) == -signal.SIGKILL


async def told_to_end(server: Server, whims: random.Random) -> None:
    """End in good order, under load."""
    await asyncio.sleep(whims.uniform(0.0, 0.2))
    assert await server.end(signal.SIGTERM) in (0, -signal.SIGTERM)


PLACES = ("before-append", "in-transaction", "after-commit", "half-told", "after-checkpoint")


@pytest.mark.parametrize("rounds", [20, pytest.param(250, marks=pytest.mark.slow)])
def test_killed_at_any_moment(tmp_path: Path, rounds: int) -> None:
    """Nothing seen is lost, nothing is told twice in two ways, and nobody misses an event."""
    asyncio.run(survive(tmp_path, rounds, 1, any_moment))


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("rounds", [3, pytest.param(20, marks=pytest.mark.slow)])
def test_killed_at_a_place(tmp_path: Path, place: str, rounds: int) -> None:
    """The same at each place where it could matter."""
    asyncio.run(survive(tmp_path, rounds, 2, at_place(place)))


@pytest.mark.parametrize("how", [told_to_end, while_ending])
@pytest.mark.parametrize("rounds", [3, pytest.param(20, marks=pytest.mark.slow)])
def test_told_to_end(tmp_path: Path, how: Callable[..., Any], rounds: int) -> None:
    """An end in good order loses nothing either, and neither does one that is cut short."""
    asyncio.run(survive(tmp_path, rounds, 3, how))


async def _storm(folder: Path, sockets: int) -> float:
    """Kill a server with many sockets at its tables; return how long all took to resume."""

    async def resume(place: Place, table: str) -> None:
        uri = f"ws://127.0.0.1:{place.port}/ws/{table}"
        origin = {"Origin": place.origin}
        while True:
            with suppress(OSError, WebSocketException, EOFError, TimeoutError):
                line = await connect(uri, additional_headers=origin, compression=None)
                lines.append(line)
                await line.send(json.dumps({"type": "hello", "protocol": 2}))
                while json.loads(await line.recv())["type"] != "state":
                    pass
                return
            await asyncio.sleep(0.1)

    lines: list[ClientConnection] = []
    async with forking(folder) as server:
        await server.start()
        tables: list[str] = []
        while len(tables) < sockets // 6 + 1:
            with suppress(OSError):
                tables.append(await new_table(server.place))
        everywhere = [tables[i % len(tables)] for i in range(sockets)]
        await asyncio.gather(*(resume(server.place, table) for table in everywhere))
        assert await server.end(signal.SIGKILL) == -signal.SIGKILL
        for line in lines:
            line.transport.abort()
        lines.clear()
        loop = asyncio.get_running_loop()
        start = loop.time()
        await server.start()
        await asyncio.gather(*(resume(server.place, table) for table in everywhere))
        took = loop.time() - start
        for line in lines:
            line.transport.abort()
    return took


def test_all_come_back_at_once(tmp_path: Path) -> None:
    """A thousand sockets have their tables again within ten seconds of a kill."""
    assert asyncio.run(_storm(tmp_path, 1000)) < 10
