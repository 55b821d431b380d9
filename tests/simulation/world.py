"""A whole table in a small world that follows from one number.

A real table with its real log format and real views, two to six people, bots, a disk with faults,
lines with delays, and a program that ends at any moment and starts again from its log. Everything
that is told is checked by the auditor as it happens. Start reading at `play`.

``PYTHONPATH=src:tests python -m simulation.world NUMBER`` tells one story again.
"""

from __future__ import annotations

import asyncio
import random
import sys
from hashlib import sha256
from typing import Final, NamedTuple

import msgspec
from simulation.auditor import Auditor, Heard
from simulation.clock import MIDNIGHT, tell
from simulation.faulty_log import NO_FAULT, Crash, FaultyLog, Odds
from simulation.people import DirectLine, Habits, Person
from table.kit import ToldBots

from wildrank.bots import BotView, RandomBot
from wildrank.errors import StoreError
from wildrank.referee import Legal, PlayerAction, State
from wildrank.table import Table, TableConfig, Update
from wildrank.table.state import opened

HANDS: Final = 10  # of one story
LONGEST_S: Final = 3600.0  # that one hand may take, whatever happens
SOON_S: Final = 60.0  # until a table knows what its log holds, though the disk fails again
NAMES: Final = ("ann", "bob", "cy", "dot", "eve", "fay")


class Told(NamedTuple):
    """How a story went.

    Attributes:
        hands: Hands played to their end.
        voided: Hands called off.
        crashes: How often the program ended.
        lines: The log.
    """

    hands: int
    voided: int
    crashes: int
    lines: tuple[bytes, ...]

    @property
    def digest(self) -> str:
        """Tells two logs apart."""
        return sha256(b"\n".join(self.lines)).hexdigest()


def play(seed: int, hands: int = HANDS) -> Told:
    """Return how the story of a number went.

    Raises:
        AssertionError: If anything went wrong; it says how to see it again.
    """
    try:
        return tell(lambda: World(seed).live(hands), seed)
    except Exception as error:
        msg = f"story {seed} fails, to be repeated by `python -m simulation.world {seed}`"
        raise AssertionError(msg) from error


class World:
    """Everything there is in one story."""

    def __init__(self, seed: int) -> None:
        """Draw the customs of the table, the people and the odds."""
        self.whims = whims = random.Random(seed)
        people = whims.choice((2, 2, 2, 3, 3, 4, 5, 6))
        self.config = msgspec.structs.replace(
            TableConfig(),
            chairs=whims.randint(people, 9),
            buy_in=whims.choice((24, 60, 200)),
            bots=whims.randint(0, 2),
            alone_s=30.0,
            result_s=2.0,
        )
        self.auditor = Auditor(opened(self.config.chairs, self.config.customs))
        trouble = whims.choice((0.0, 0.002, 0.02))
        self.odds = Odds(0.05, trouble, trouble, trouble / 4, trouble / 4)
        self.log = FaultyLog(whims, NO_FAULT, self.auditor.keep)
        self.people = [
            Person(name, whims, Habits.drawn(whims), self._check, plays=True)
            for name in NAMES[:people]
        ]
        self.people.append(Person("spy", whims, Habits(), self._check, plays=False))
        self.bots = ToldBots(self._bot_decides)
        self.crashes = 0
        self._dice = RandomBot(seed=seed)
        self._table: Table | None = None
        self._running: asyncio.Task[None] | None = None

    def _bot_decides(self, seat: int, state: State, allowed: Legal) -> PlayerAction:
        if self.whims.random() < 0.002:
            msg = "a bot may fail"
            raise ValueError(msg)
        return self._dice.decide(BotView(seat, state, allowed)).action

    # -------------------------------------------------------------------------------- the story

    async def live(self, hands: int) -> Told:
        """Play some hands among mishaps, then one more in peace."""
        try:
            await self._start()
            for person in self.people:
                await person.come(DirectLine(person, self.table))
            self.log.odds = self.odds
            await self._until(hands, mishaps=True)
            self.log.odds = NO_FAULT
            for person in self.people:
                if not person.lines:
                    await person.come(DirectLine(person, self.table))
            await self._until(self.auditor.hands + 1, mishaps=False)
        finally:
            await self._stop()
        auditor = self.auditor
        return Told(auditor.hands, auditor.voided, self.crashes, tuple(auditor.lines))

    async def _until(self, hands: int, *, mishaps: bool) -> None:
        """Let the time pass until so many hands are over, each in good time."""
        loop = asyncio.get_running_loop()
        over, since, level = self._over(), loop.time(), loop.time()
        while self.auditor.hands < hands:
            await asyncio.sleep(self.whims.uniform(0, 12))
            self._look_for_faults()
            if self._running is not None and self._running.done():
                assert isinstance(self._running.exception(), Crash), "the table closed itself"
                await self._restart()
            elif mishaps:
                await self._mishap()
            if self._over() != over:
                over, since = self._over(), loop.time()
            if self.table.state.n == self.auditor.state.n or self.table.closed:
                level = loop.time()
            assert loop.time() - level < SOON_S, "the table does not know what its log holds"
            assert loop.time() - since < LONGEST_S, "the table stands still"

    def _look_for_faults(self) -> None:
        for person in self.people:
            for fault in person.faults:
                msg = f"{person.player}: {fault}"
                raise AssertionError(msg) from fault
            lost = {(person.player, wish.id) for wish in person.granted} - self.auditor.granted
            assert not lost, f"{lost} were granted and are not in the log"

    def _over(self) -> int:
        return self.auditor.hands + self.auditor.voided

    async def _mishap(self) -> None:
        """Let something happen to somebody's line, or to the program."""
        person, chance = self.whims.choice(self.people), self.whims.random()
        if chance < 0.004:
            await self._restart()
        elif chance < 0.1 or (chance < 0.15 and len(person.lines) > 1):
            await person.go()
        elif not person.lines or chance < 0.12:
            await person.come(DirectLine(person, self.table))

    # ------------------------------------------------------------------------------ the program

    @property
    def table(self) -> Table:
        """The table as the program has it now."""
        assert self._table is not None
        return self._table

    async def _start(self, alive: int | None = None) -> None:
        """Start the program; where the disk or the power fails, once more.

        Args:
            alive: When the one before was last seen to work, None for the first.
        """
        table = None
        while table is None:
            try:
                table = await Table.open("test", self.log, self.bots, self.config)
            except (StoreError, Crash):
                await asyncio.sleep(1)
        assert table.state == self.auditor.state
        if alive is not None:
            table.resume(alive)
        self._table = table
        self._running = asyncio.create_task(table.run())

    async def _stop(self) -> None:
        """End the program without a word, as a power switch does."""
        if self._running is not None:
            self._running.cancel()
            await asyncio.gather(self._running, return_exceptions=True)
        for person in self.people:
            person.crashed()

    async def _restart(self) -> None:
        """End the program, start it again, and let everybody come back in their own time."""
        alive = int((MIDNIGHT + asyncio.get_running_loop().time()) * 1000)
        await self._stop()
        self.crashes += 1
        await asyncio.sleep(self.whims.uniform(0, 20))
        await self._start(alive)
        for person in self.people:
            if self.whims.random() < 0.8:
                await person.come(DirectLine(person, self.table))

    def _check(self, player: str, update: Update, last: int) -> None:
        heard = Heard("test", last, self.table._moment)
        self.auditor.check(self.table.state, player, update, heard)


if __name__ == "__main__":
    for number in map(int, sys.argv[1:]):
        told = play(number)
        sys.stdout.write(f"{number}: {told[:3]} {told.digest}\n")
