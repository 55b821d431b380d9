"""Many tables at which people act at a steady rate, ready or not. Start reading at `load`."""

from __future__ import annotations

import asyncio
from random import Random
from time import perf_counter
from typing import NamedTuple

from serving.client import Player
from serving.process import Server

APART_S = 20.0  # until tables that began at the same moment are at different ones
PATIENCE_S = 30.0  # an action that takes longer is an error


class Size(NamedTuple):
    """How much load: tables, players at each, actions a second of all, and for how long."""

    tables: int
    players: int
    rate: float
    seconds: float


class Crowd:
    """The players of one table, who act one after the other."""

    def __init__(self, seed: int) -> None:
        """Start with nobody."""
        self.players: list[Player] = []
        self.took: list[float] = []
        self.late = 0
        self._chance = Random(seed)
        self._news = asyncio.Event()

    async def arrive(self, server: Server, table: str, players: int) -> None:
        """Connect everybody and sit down."""
        for number in range(players):
            player = Player(lambda _: self._news.set())
            await player.connect(server.port, table, f"P{number}")
            player.send(type="sit", name=f"P{number}")
            self.players.append(player)
        async with asyncio.timeout(PATIENCE_S):
            while any(player.view.you.chair is None for player in self.players):
                await self._next_news()

    async def act(self, period: float, start: float, until: float) -> None:
        """Act at fixed times, and write down how long each action took from its time on."""
        meant = start + period * self._chance.random()
        while meant < until:
            await asyncio.sleep(max(0.0, meant - perf_counter()))
            try:
                async with asyncio.timeout(PATIENCE_S):
                    await self._one_action()
            except TimeoutError:
                self.late += 1
                return
            self.took.append(1000 * (perf_counter() - meant))
            meant += period

    async def _one_action(self) -> None:
        who = await self._waited_for()
        before = max(player.n for player in self.players)
        who.decide(self._chance)
        while min(player.n for player in self.players) <= before:
            await self._next_news()

    async def _waited_for(self) -> Player:
        while True:
            newest = max(player.n for player in self.players)
            for player in self.players:
                if player.asked and player.n == newest:
                    return player
            await self._next_news()

    async def _next_news(self) -> None:
        self._news.clear()
        await self._news.wait()

    @property
    def refused(self) -> list[str]:
        """What was refused to anybody."""
        return [words for player in self.players for words in player.refused]

    def go(self) -> None:
        """Hang up."""
        for player in self.players:
            player.close()


async def seated(server: Server, tables: int, players: int) -> list[Crowd]:
    """Return tables with everybody on their chairs."""
    crowds = []
    for number, name in enumerate(await server.open_tables(tables)):
        crowd = Crowd(number)
        await crowd.arrive(server, name, players)
        crowds.append(crowd)
    return crowds


async def acting(crowds: list[Crowd], rate: float, seconds: float) -> list[float]:
    """Let all tables act and return the milliseconds of every action."""
    for crowd in crowds:
        crowd.took.clear()
    period = len(crowds) / rate
    start = perf_counter() + 0.5
    await asyncio.gather(*(crowd.act(period, start, start + seconds) for crowd in crowds))
    return [took for crowd in crowds for took in crowd.took]


def spread(took: list[float]) -> dict[str, object]:
    """Return latencies in words."""
    ordered = sorted(took)
    if not ordered:
        return {"actions": 0}

    def at(share: float) -> str:
        return f"{ordered[min(len(ordered) - 1, int(share * len(ordered)))]:.1f} ms"

    return {
        "actions": len(ordered),
        "median": at(0.5),
        "99 of 100": at(0.99),
        "999 of 1,000": at(0.999),
        "longest": at(1.0),
    }


class Watch:
    """How the server's memory and its log in front of the file grow while it is loaded."""

    def __init__(self, server: Server, seconds: float) -> None:
        """Prepare to watch for some time, the first fifth or minute of which is to warm up."""
        self._server = server
        self._warm_s = min(60.0, seconds / 5)
        self._memory: list[float] = []
        self.largest_log = 0.0

    async def run(self) -> None:
        """Look once a second until cancelled."""
        await asyncio.sleep(self._warm_s)
        while True:
            self._memory.append(self._server.memory())
            self.largest_log = max(self.largest_log, self._server.log_size())
            await asyncio.sleep(1.0)

    @property
    def growth(self) -> float:
        """How much more memory there is in the last tenth of the time than in the first."""
        some = max(1, len(self._memory) // 10)
        first, last = self._memory[:some], self._memory[-some:]
        return max(last) / max(first) - 1 if self._memory else 0.0


async def load(server: Server, size: Size) -> dict[str, object]:
    """Return how long actions take at a steady rate, what went wrong, and the memory used."""
    crowds = await seated(server, size.tables, size.players)
    apart = await acting(crowds, size.rate, min(APART_S, size.seconds))
    busy = server.processor()
    watch = Watch(server, size.seconds)
    watching = asyncio.create_task(watch.run())
    took = await acting(crowds, size.rate, size.seconds)
    watching.cancel()
    busy = (server.processor() - busy) / size.seconds
    found: dict[str, object] = {
        "tables": size.tables,
        "sockets": size.tables * size.players,
        "actions a second asked for": size.rate,
        "seconds": size.seconds,
        **spread(took),
        "99 of 100 while all tables begin at once": spread(apart)["99 of 100"],
        "errors": errors(crowds),
        "of one core": f"{busy:.0%}",
        "most memory": f"{server.memory('VmHWM'):.0f} MB",
        "memory grown since it was warm": f"{100 * watch.growth:.1f} %",
        "largest write-ahead log": f"{watch.largest_log:.1f} MB",
    }
    for crowd in crowds:
        if crowd.refused:
            found["first error"] = crowd.refused[0]
        crowd.go()
    return found


def errors(crowds: list[Crowd]) -> int:
    """Return how often something was refused, or took too long."""
    return sum(len(crowd.refused) + crowd.late for crowd in crowds)
