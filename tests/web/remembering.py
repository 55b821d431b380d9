"""People who play through every end of a server, forget nothing, and are compared with the log.

Start reading at `survive`.
"""

from __future__ import annotations

import asyncio
import json
import random
import signal
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
from web.forked import Server, forking, until
from web.kit import Place, new_table
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from wildrank.table import events as ev
from wildrank.table.recovery import replay
from wildrank.table.state import TableState, opened
from wildrank.table.store.sqlite import SqliteLog
from wildrank.table.store.upkeep import FILE
from wildrank.table.telling.events import Told, log_event, told_of
from wildrank.table.telling.hands import hand_view
from wildrank.table.telling.moment import Moment
from wildrank.web.people import player_of

TABLES = 4
AT_TABLE = 2
PATIENCE_S = 0.2  # before somebody repeats what could not be kept
NOTHING = Moment([], None, None, None)


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
        self.view: dict[str, Any] = {}

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
                self.view = message["view"]
                await self._play(line)
            elif message["type"] == "error" and message["code"].startswith("store/"):
                await asyncio.sleep(PATIENCE_S)  # nothing was done: look again and repeat
                await self._play(line)

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

    async def _play(self, line: ClientConnection) -> None:
        view = self.view
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


class Crowd:
    """The people at all tables, who live through every end of the server."""

    def __init__(self, server: Server, tables: list[str], whims: random.Random) -> None:
        """Put people at the tables of a server."""
        self.server = server
        self.whims = whims
        self.people = [
            Rememberer(server.place, name, f"P{i}", random.Random(whims.random()))
            for name in tables
            for i in range(AT_TABLE)
        ]

    async def all_told(self) -> None:
        """Wait until everybody has been told something more."""
        before = [person.back for person in self.people]
        await until(lambda: all(map(int.__gt__, (one.back for one in self.people), before)))

    async def all_go_on(self) -> None:
        """Wait until something has happened that everybody was told."""
        before = [person.last for person in self.people]
        await until(lambda: all(map(int.__gt__, (one.last for one in self.people), before)))


End = Callable[[Crowd], Awaitable[None]]  # starts the server and sees it end


async def survive(folder: Path, rounds: int, seed: int, end: End) -> None:
    """Let people play through many ends of the server."""
    async with forking(folder) as server:
        await server.start()
        await until(lambda: server.answers)
        tables = [await new_table(server.place) for _ in range(TABLES)]
        crowd = Crowd(server, tables, random.Random(seed))
        lives = [asyncio.create_task(person.live()) for person in crowd.people]
        try:
            await crowd.all_told()
            assert await server.end(signal.SIGKILL) == -signal.SIGKILL
            for _ in range(rounds):
                await end(crowd)
            await server.start()
            await crowd.all_go_on()
            assert await server.end(signal.SIGKILL) == -signal.SIGKILL
        finally:
            for life in lives:
                life.cancel()
            ends = await asyncio.gather(*lives, return_exceptions=True)
    assert [end for end in ends if not isinstance(end, asyncio.CancelledError)] == []
    assert await compare(folder, crowd.people) > rounds * len(crowd.people)
