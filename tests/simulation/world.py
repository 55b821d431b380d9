"""A whole server in a small world that follows from one number.

A real server but for its sockets, with its real log format and real views, two to six people,
bots, a disk with faults, lines with delays, and a program that ends at any moment and starts again
from what is kept. Where the host ends the table, people open another. Everything that is told is
checked by the auditor as it happens, and everybody who is let in by the porter. Start reading at
`play`.

``PYTHONPATH=src:tests python -m simulation.world NUMBER`` tells one story again.
"""

from __future__ import annotations

import asyncio
import random
import sys
from collections import Counter
from collections.abc import Sequence
from hashlib import sha256
from typing import Final, NamedTuple

import msgspec
from simulation.auditor import Auditor
from simulation.clock import MIDNIGHT, tell
from simulation.faulty_log import NO_FAULT, Crash, FaultyLog, Odds
from simulation.lines import SocketLine, request
from simulation.people import Hearsay, Person
from simulation.program import Alarm, Program
from simulation.will import PASSWORDS, Habits
from table.kit import ToldBots

from wildrank.bots import BotView, RandomBot
from wildrank.referee import Legal, PlayerAction, State
from wildrank.table import TableConfig
from wildrank.table import wishes as want
from wildrank.table.config import BuyIn, Customs
from wildrank.table.state import opened

HANDS: Final = 10  # of one story
LONGEST_S: Final = 3600.0  # that one hand may take, whatever happens
SOON_S: Final = 60.0  # until a table knows what its log holds, though the disk fails again
NAMES: Final = ("ann", "bob", "cy", "dot", "eve", "fay")
CREATED: Final = 201
OK: Final = 200


class Told(NamedTuple):
    """How a story went.

    Attributes:
        hands: Hands played to their end.
        voided: Hands called off.
        crashes: How often the program ended.
        granted: How often people were granted a message of each kind.
        lines: The logs of all tables, one after the other.
    """

    hands: int
    voided: int
    crashes: int
    granted: Counter[type]
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
        """Draw the customs of the tables, the people and the odds."""
        self.whims = whims = random.Random(seed)
        people = whims.choice((2, 2, 2, 3, 3, 4, 5, 6))
        self.config = msgspec.structs.replace(
            TableConfig(),
            chairs=whims.randint(people, 9),
            customs=Customs(buy_in=BuyIn.about(whims.choice((24, 60, 200)))),
            bots=whims.randint(0, 2),
            alone_s=30.0,
            result_s=2.0,
        )
        trouble = whims.choice((0.0, 0.002, 0.02))
        self.odds = Odds(0.05, trouble, trouble, trouble / 4, trouble / 4)
        self.log = FaultyLog(whims, NO_FAULT, self._keep)
        self.auditors: dict[str, Auditor] = {}
        self.place = ""  # the table that people come to
        self.faults: list[BaseException] = []
        hearsay = Hearsay()
        self.people = [
            Person(name, whims, Habits.drawn(whims), self._dial, hearsay)
            for name in NAMES[:people]
        ]
        self.people.append(Person("spy", whims, Habits(), self._dial, hearsay, plays=False))
        self.bots = ToldBots(self._bot_decides)
        self.program = Program(self)
        self.crashes = 0
        self._dice = RandomBot(seed=seed)
        self._granted: Counter[type] = Counter()

    def _dial(self, person: Person) -> SocketLine:
        return SocketLine(self.program, person)

    def _keep(self, table: str, n: int, records: Sequence[bytes]) -> None:
        if table not in self.auditors:
            self.auditors[table] = Auditor(opened(self.config.chairs, self.config.customs))
        self.auditors[table].keep(n, records)

    def _bot_decides(self, seat: int, state: State, allowed: Legal) -> PlayerAction:
        if self.whims.random() < 0.002:
            msg = "a bot may fail"
            raise ValueError(msg)
        return self._dice.decide(BotView(seat, state, allowed)).action

    # -------------------------------------------------------------------------------- the story

    async def live(self, hands: int) -> Told:
        """Play some hands among mishaps, then one more in peace."""
        alarm = Alarm(self.faults)
        alarm.listen()
        asyncio.get_running_loop().set_exception_handler(alarm.unheard)
        try:
            await self.program.start()
            await self._open()
            self.log.odds = self.odds
            await self._until(hands, mishaps=True)
            self.log.odds = NO_FAULT
            await self._until(self.hands + 1, mishaps=False)
        finally:
            await self._stop()
            alarm.go()
        for person in self.people:
            self._granted += person.granted
        lines = tuple(line for auditor in self.auditors.values() for line in auditor.lines)
        return Told(self.hands, self.voided, self.crashes, self._granted, lines)

    @property
    def hands(self) -> int:
        """How many hands were played to their end."""
        return sum(auditor.hands for auditor in self.auditors.values())

    @property
    def voided(self) -> int:
        """How many were called off."""
        return sum(auditor.voided for auditor in self.auditors.values())

    async def _until(self, hands: int, *, mishaps: bool) -> None:
        """Let the time pass until so many hands are over, each in good time."""
        loop = asyncio.get_running_loop()
        over, since, level = self.hands + self.voided, loop.time(), loop.time()
        while self.hands < hands:
            if await self._lasts(self.whims.uniform(0, 12)):
                await self._go_on(mishaps=mishaps)
            else:
                await self._restart()
            self._look_for_faults()
            if self.hands + self.voided != over:
                over, since = self.hands + self.voided, loop.time()
            if self.program.level:
                level = loop.time()
            assert loop.time() - level < SOON_S, "the table does not know what its log holds"
            assert loop.time() - since < LONGEST_S, "the table stands still"

    async def _lasts(self, seconds: float) -> bool:
        """Let some seconds pass, and return whether the program goes on as long."""
        try:
            async with asyncio.timeout(seconds):
                await self.log.cut.wait()
        except TimeoutError:
            return True
        return False

    def _look_for_faults(self) -> None:
        for fault in [*self.faults, *(one for person in self.people for one in person.faults)]:
            msg = f"{type(fault).__name__}: {fault}"
            raise AssertionError(msg) from fault
        granted = set().union(*(auditor.granted for auditor in self.auditors.values()))
        lost = set().union(*(person.sure for person in self.people)) - granted
        assert not lost, f"{lost} were granted and are not in the log"

    async def _go_on(self, *, mishaps: bool) -> None:
        """Let something happen to somebody's line, or to the program; a table that is over."""
        person, chance = self.whims.choice(self.people), self.whims.random()
        if self._locked_out():
            await self._open()
        elif mishaps and chance < 0.004:
            await self._restart()
        elif mishaps and (chance < 0.1 or (chance < 0.15 and len(person.lines) > 1)):
            await person.go()
        elif not person.lines or (mishaps and chance < 0.12):
            await person.come()
        elif mishaps and chance < 0.2:
            await self._ask_for_the_ledger()

    def _locked_out(self) -> bool:
        """Whether people need another table: this one is over, or nobody can let them in."""
        auditor = self.auditors.get(self.place)
        if auditor is None or auditor.state.hosting.over:
            return True
        table, players = auditor.state, {person.player for person in self.people}
        hosting = table.hosting
        hostless = table.host is not None and table.host not in players
        unknown = hosting.invite not in self.people[0].hearsay.codes
        return (table.customs.approve and hostless) or (unknown and not hosting.known & players)

    async def _open(self) -> None:
        """Open a table, if that can be kept; everybody comes to it."""
        whims = self.whims
        customs = {"rabbit": whims.random() < 0.5, "approve": whims.random() < 0.3}
        password = whims.choice(("", "", "", *PASSWORDS))
        body = {"customs": customs, "bots": self.config.bots, "password": password}
        status, _, reply = await self._request("/api/tables", "", msgspec.json.encode(body))
        if status != CREATED:
            return
        self.place = msgspec.json.decode(reply)["table"]
        for person in self.people:
            await person.leave()
            await person.come()

    async def _ask_for_the_ledger(self) -> None:
        """Look at the ledger, or say who is one person with whom, mostly as the host."""
        whims, body = self.whims, None
        hosts = [one for one in self.people if one.latest and one.latest.view.you.host]
        person = whims.choice((*self.people, *hosts * len(self.people)))
        path, token = f"/api/tables/{self.place}/ledger", "".join(person.tokens[-1:])
        if whims.random() < 0.7:
            path += "/same"
            some = {"person": whims.randrange(6), "owner": whims.randrange(6)}
            body = msgspec.json.encode(some)
        status, _, reply = await self._request(path, token, body)
        if status == OK:
            assert msgspec.json.decode(reply)["balanced"], "the ledger does not come out"
            self._granted[want.SamePerson] += body is not None

    async def _request(
        self, path: str, token: str, body: bytes | None = None
    ) -> tuple[int, bytes, bytes]:
        """Ask the server, which may end over it."""
        try:
            return await request(self.program, path, token, body)
        except Crash:
            return 0, b"", b""

    # ------------------------------------------------------------------------------ the program

    async def _stop(self) -> None:
        """End the program without a word, as a power switch does."""
        self.log.alive = int((MIDNIGHT + asyncio.get_running_loop().time()) * 1000)
        self.log.cut.set()
        for person in self.people:
            await person.crashed()
        await self.program.stop()

    async def _restart(self) -> None:
        """End the program, start it again, and let everybody come back in their own time."""
        await self._stop()
        self.crashes += 1
        await asyncio.sleep(self.whims.uniform(0, 20))
        self.log.cut.clear()
        await self.program.start()
        for person in self.people:
            if self.whims.random() < 0.8:
                await person.come()


if __name__ == "__main__":
    for number in map(int, sys.argv[1:]):
        told = play(number)
        sys.stdout.write(f"{number}: {told[:3]} {told.digest}\n")
