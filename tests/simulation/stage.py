"""A whole server in this process, and everything that leaves it: to the byte, in its order.

Somebody who plays and somebody who looks on have sockets as the server knows them; other people
are in the same program. Frames, answers to requests, lines of the server's log and its metrics are
kept with the time at which they left. Start reading at `Stage`.
"""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

import msgspec
from simulation.people import DirectLine, Habits, Line, Person
from starlette.applications import Starlette
from starlette.types import Message
from table.kit import ToldBots

from wildrank.table import MemoryLog, Table, TableConfig, Update
from wildrank.table import commands as want
from wildrank.table.deal import Decks
from wildrank.table.state import TableHand
from wildrank.web import wire
from wildrank.web.app import create_app

WATCHED: Final = ("ann", "spy")
_STATE: Final = msgspec.json.Decoder(wire.StateMessage)
# What is the machine's and not the table's: the hour of the wall clock, and the process, whose
# size makes an answer longer or shorter.
_NOISE: Final = re.compile(
    rb"""\"timestamp":"[^"]*",?|^(?:# .*)?process_.*\n|content-length', b'\d+'""", re.MULTILINE
)


class Left(NamedTuple):
    """Something that left the server.

    Attributes:
        at: When, in seconds of the story.
        to: Who got it.
        text: What it was.
    """

    at: float
    to: str
    text: bytes


class Record:
    """Everything that left, in its order."""

    def __init__(self) -> None:
        """Start with nothing."""
        self.all: list[Left] = []

    def note(self, to: str, text: bytes) -> None:
        """Keep something that left."""
        at = asyncio.get_running_loop().time()
        if to == "log" or "/metrics" in to:
            text = _NOISE.sub(b"", text)
        self.all.append(Left(at, to, text))


class WatchedLog(MemoryLog):
    """A log in memory that says when it grows, and counts commits as a real one does."""

    def __init__(self, before: Callable[[Sequence[bytes]], None]) -> None:
        """Start without a table.

        Args:
            before: Told what is about to be appended.
        """
        super().__init__()
        self._before = before
        self._observe: Callable[[int, float], None] = lambda _writes, _seconds: None

    def watch(self, observe: Callable[[int, float], None]) -> None:
        """Tell somebody of each commit."""
        self._observe = observe

    async def append(self, table: str, n: int, records: Sequence[bytes]) -> None:
        """Append records."""
        self._before(records)
        await super().append(table, n, records)
        self._observe(1, 0.001)


class SocketLine:
    """A line through the server's own handler of sockets, as frames of text."""

    def __init__(self, stage: Stage, person: Person) -> None:
        """Prepare a line; `open` connects it."""
        self._stage = stage
        self._person = person
        self._in: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._task: asyncio.Task[None] | None = None
        self._up = True

    async def open(self) -> None:
        """Connect, and say hello with what has arrived so far."""
        latest = self._person.latest
        hello = wire.Hello(
            wire.PROTOCOL,
            token_of(self._person.player),
            self._person.player.capitalize(),
            self._person.last,
            "" if latest is None else latest.mark,
        )
        self._in.put_nowait({"type": "websocket.connect"})
        self.send(msgspec.json.encode(hello).decode())
        scope = self._stage.scope(
            "websocket", f"/ws/{self._stage.table.name}", self._person.player
        )
        talk = self._stage.app(scope, self._in.get, self._out)
        self._task = asyncio.ensure_future(talk)
        await asyncio.sleep(0)

    def send(self, frame: str) -> None:
        """Send a frame of text."""
        self._in.put_nowait({"type": "websocket.receive", "text": frame})

    async def ask(self, wish: want.Command) -> None:
        """Send a wish; the answer is a frame like any other."""
        if self._up:
            self.send(msgspec.json.encode(wish).decode())

    async def close(self) -> None:
        """Break the line."""
        self.cut()
        self._in.put_nowait({"type": "websocket.disconnect", "code": 1006})
        if self._task is not None:
            await self._task

    def cut(self) -> None:
        """Deliver nothing any more."""
        self._up = False

    async def _out(self, message: Message) -> None:
        text = message.get("text")
        if text is None:
            self._stage.record.note(self._person.player, repr(sorted(message.items())).encode())
            return
        self._stage.record.note(self._person.player, text.encode())
        if self._up and text.startswith('{"type":"state"'):
            asyncio.get_running_loop().call_later(0.05, self._arrive, text)

    def _arrive(self, text: str) -> None:
        if self._up:
            told = _STATE.decode(text)
            self._person.hear(Update(told.n, told.view, told.events, told.mark, told.gap))


def token_of(player: str) -> str:
    """Return the token somebody has; the same in every story."""
    return f"token-of-{player}-".ljust(43, "0")


class Stage:
    """A server with one table, somebody who is watched closely, and others.

    Attributes:
        record: What left.
        people: Those who play.
        hand: The first hand, as far as it came.
        shown: How much had left and how the first hand stood before anybody showed in it.
    """

    def __init__(self, whims: random.Random, config: TableConfig, bots: ToldBots) -> None:
        """Prepare a server."""
        self.record = Record()
        self.hand: TableHand | None = None
        self.shown: tuple[int, TableHand] | None = None
        log = WatchedLog(self._before)
        self.app: Starlette = create_app(config, bots=lambda: bots, store=lambda: log)
        self.people: list[Person] = []
        self.whims = whims
        self._table: Table | None = None

    @property
    def table(self) -> Table:
        """The table."""
        assert self._table is not None
        return self._table

    def look(self) -> None:
        """Remember how the first hand stands."""
        hand = None if self._table is None else self._table.state.hand
        if hand is not None and hand.number == 1:
            self.hand = hand

    def _before(self, records: Sequence[bytes]) -> None:
        self.look()
        shows = any(b'"type":"shown"' in record for record in records)
        if shows and self.shown is None and self.hand is not None and not self.hand.over:
            self.shown = len(self.record.all), self.hand

    async def begin(self, names: Sequence[str], habits: Sequence[Habits], decks: Decks) -> None:
        """Open a table with some decks, and let people come, and a spectator."""
        self._table = table = await self.app.state.house.open()
        table._decks = decks
        for name, habit in zip((*names, "spy"), (*habits, Habits()), strict=True):
            person = Person(name, self.whims, habit, lambda *_: None, plays=name != "spy")
            self.people.append(person)
            await person.come(self.line(person))

    def line(self, person: Person) -> Line:
        """Return another line for somebody; who is watched has a socket."""
        if person.player in WATCHED:
            return SocketLine(self, person)
        return DirectLine(person, self.table)

    def scope(self, kind: str, path: str, player: str) -> dict[str, Any]:
        """Return what a server of HTTP says about a request."""
        return {
            "type": kind,
            "path": path,
            "raw_path": path.encode(),
            "query_string": b"",
            "root_path": "",
            "scheme": "http",
            "http_version": "1.1",
            "method": "GET",
            "client": ("127.0.0.1", 4321),
            "server": ("table.test", 80),
            "subprotocols": [],
            "headers": [
                (b"host", b"table.test"),
                (b"origin", b"http://table.test"),
                (b"authorization", f"Bearer {token_of(player)}".encode()),
            ],
        }

    async def get(self, path: str, player: str) -> None:
        """Ask for something over HTTP, and keep the answer, its head included."""
        scope = self.scope("http", path, player)

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": b"", "more_body": False}

        async def send(message: Message) -> None:
            head = repr((message.get("status"), sorted(message.get("headers", ())))).encode()
            self.record.note(f"{player} {path}", head + message.get("body", b""))

        await self.app(scope, receive, send)

    async def end(self) -> None:
        """Let everybody go."""
        for person in self.people:
            while person.lines:
                await person.go()
