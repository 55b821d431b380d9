"""A whole server in this process, and everything that leaves it: to the byte, in its order.

Everybody has sockets as the server knows them; somebody who plays and somebody who looks on are
watched. Their frames, answers to requests, lines of the server's log and its metrics are kept with
the time at which they left. Start reading at `Stage`.
"""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from simulation.lines import SocketLine, request
from simulation.passwords import hash_quickly
from simulation.people import Person
from simulation.will import Habits
from starlette.applications import Starlette
from table.kit import ToldBots

from wildrank.table import MemoryLog, Table, TableConfig
from wildrank.table.deal import Decks
from wildrank.table.state import TableHand
from wildrank.web.app import create_app

WATCHED: Final = ("ann", "spy")
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
        hash_quickly(self.app)
        self._table = table = await self.app.state.house.open()
        table._decks = decks
        for name, habit in zip((*names, "spy"), (*habits, Habits()), strict=True):
            person = Person(name, self.whims, habit, self._dial, plays=name != "spy")
            person.hold(token_of(name))
            self.people.append(person)
            await person.come()

    @property
    def place(self) -> str:
        """The name of the table."""
        return self.table.name

    def note(self, to: str, text: bytes) -> None:
        """Keep what leaves for those who are watched."""
        if to in WATCHED:
            self.record.note(to, text)

    def _dial(self, person: Person) -> SocketLine:
        return SocketLine(self, person)

    async def get(self, path: str, name: str) -> None:
        """Ask for something over HTTP, and keep the answer, its head included."""
        reply = await request(self, path, token_of(name))
        self.record.note(f"{name} {path}", reply.head + reply.body)

    async def end(self) -> None:
        """Let everybody go."""
        for person in self.people:
            while person.lines:
                await person.go()
