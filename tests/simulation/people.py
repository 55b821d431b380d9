"""People at a simulated table: they think, err, repeat themselves, go away and come back.

What somebody does follows from the latest update that reached it and from the whims, never from
the table itself; a wish takes its time on the way, and may be lost, late, or there twice. Start
reading at `Person`.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Final, NamedTuple, Protocol

import msgspec

from wildrank.errors import StoreError, TableError, WildrankError
from wildrank.fair import seed_promise
from wildrank.games import games
from wildrank.table import Client, Table, Update
from wildrank.table import commands as want
from wildrank.table.telling.shapes import CallingView, DealView, HandView, LegalView, YouView

SETTINGS: Final[tuple[dict[str, str], ...]] = (
    {},
    {},
    {"limit": "no"},
    {"showdown": "each"},
    {"third-card-price": "3"},
    {"buy-order": "secret"},
    {"ante": "1", "blinds": "none"},
    {"raise-cap": "many"},  # which nobody may announce
)
ACTIONS: Final = ("fold", "check", "call", "raise", "buy", "down", "show", "muck")
IMPATIENT_S: Final = (20.0, 60.0)  # then one asks again where nothing has happened
BACK: Final = 0.2  # how likely somebody who sits out comes back, each time it thinks of it
PATIENCE_S: Final = 5.0  # until a wish is not sent again any more
Check = Callable[[str, Update, int], None]


class Habits(NamedTuple):
    """How somebody behaves: the chance of each thing, and the seconds of a thought.

    Attributes:
        sleepy: To let the time run out.
        rash: To ask for something that makes no sense now.
        restless: To get up, sit down or change the bots after an update.
        bold: To bet or raise where that is allowed.
        faint: To fold where checking is not free.
        lossy: That a message is lost, late or repeated.
        think_s: The longest thought.
    """

    sleepy: float = 0.03
    rash: float = 0.03
    restless: float = 0.01
    bold: float = 0.25
    faint: float = 0.3
    lossy: float = 0.1
    think_s: float = 3.0

    @classmethod
    def drawn(cls, whims: random.Random) -> Habits:
        """Return the habits of somebody."""
        return cls(
            sleepy=whims.choice((0.0, 0.02, 0.2)),
            rash=whims.choice((0.0, 0.02, 0.2)),
            restless=whims.choice((0.0, 0.002, 0.02)),
            bold=whims.uniform(0, 0.7),
            faint=whims.uniform(0, 0.7),
            lossy=whims.choice((0.0, 0.05, 0.3)),
        )


class Line(Protocol):
    """One connection of somebody to a table."""

    async def open(self) -> None:
        """Connect."""
        ...

    async def close(self) -> None:
        """Disconnect; what is on the way may be lost."""
        ...

    def cut(self) -> None:
        """Deliver nothing any more."""
        ...

    async def ask(self, wish: want.Command) -> None:
        """Ask for something.

        Raises:
            WildrankError: If it is refused, as far as this kind of line waits for an answer.
        """
        ...


class DirectLine:
    """A line to a table in the same program; updates arrive in order and late."""

    def __init__(self, person: Person, table: Table) -> None:
        """Prepare a line; `open` connects it."""
        self._table = table
        self._told = person.last
        mark = "" if person.latest is None else person.latest.mark
        self.client = Client(person.player, self._push, last=person.last, mark=mark)
        self._person = person
        self._up = True

    async def open(self) -> None:
        """Connect."""
        await self._table.join(self.client)

    async def close(self) -> None:
        """Disconnect, as far as the server notices; what is on the way may be lost."""
        self._up = False
        with suppress(TableError):
            await self._table.leave(self.client)

    def cut(self) -> None:
        """Deliver nothing any more."""
        self._up = False

    def _push(self, update: Update) -> None:
        person, loop = self._person, asyncio.get_running_loop()
        told, self._told = self._told, update.n
        try:
            person.check(person.player, update, told)
        except AssertionError as error:
            person.faults.append(error)
        person.free = max(person.free, loop.time() + person.whims.uniform(0.01, 0.2))
        loop.call_at(person.free, self._arrive, update)

    async def ask(self, wish: want.Command) -> None:
        """Ask for something, and wait for the answer.

        Raises:
            WildrankError: If it is refused.
        """
        await self._table.ask(self._person.player, wish)

    def _arrive(self, update: Update) -> None:
        if self._up:
            self._person.hear(update)


class Person:
    """Somebody who plays, or only looks on.

    Attributes:
        latest: The newest update that arrived.
        granted: The decisions that were granted, as it was told.
        faults: What went wrong, and must not.
        free: When the last update on the way has arrived, over any of the lines.
    """

    def __init__(
        self, player: str, whims: random.Random, habits: Habits, check: Check, *, plays: bool
    ) -> None:
        """Prepare somebody who has not come yet.

        Args:
            player: Who it is.
            whims: Decide what it does.
            habits: How it behaves.
            check: Judges whatever the server tells it.
            plays: Whether it wants a chair.
        """
        self.player = player
        self.whims = whims
        self.habits = habits
        self.check = check
        self.lines: list[Line] = []
        self.latest: Update | None = None
        self.granted: set[want.Act] = set()
        self.faults: list[Exception] = []
        self.free = 0.0
        self._plays = plays
        self._count = 0
        self._seed = whims.randbytes(32)
        self._sending: set[asyncio.Task[None]] = set()
        self._thought: asyncio.TimerHandle | None = None

    @property
    def last(self) -> int:
        """Number of the last event that arrived."""
        return 0 if self.latest is None else self.latest.n

    async def come(self, line: Line) -> None:
        """Connect once more."""
        self.lines.append(line)
        with suppress(TableError):  # the program may end this very moment
            await line.open()

    async def go(self) -> None:
        """Lose a line."""
        if self.lines:
            await self.lines.pop().close()

    def crashed(self) -> None:
        """Lose everything that hung on a program that ended."""
        for line in self.lines:
            line.cut()
        self.lines.clear()
        for task in self._sending:
            task.cancel()

    def hear(self, update: Update) -> None:
        """Take an update, and think about it; another thought is given up."""
        self.latest = update
        self._think(self.whims.uniform(0.05, self.habits.think_s))

    def _think(self, seconds: float) -> None:
        if self._thought is not None:
            self._thought.cancel()
        self._thought = asyncio.get_running_loop().call_later(seconds, self._act)

    # -------------------------------------------------------------------------------- deciding

    def _act(self) -> None:
        for wish in self._wishes():
            self._send(wish)
        self._think(self.whims.uniform(*IMPATIENT_S))  # unless something is heard before

    def _wishes(self) -> Iterator[want.Command]:
        if self.latest is None or not self._plays:
            return
        view, whims = self.latest.view, self.whims
        if whims.random() < self.habits.rash:
            yield self._nonsense()
        if view.you.chair is None:
            chair = whims.choice((None, None, whims.randrange(9)))
            yield want.Sit(self.player.capitalize(), chair)
            return
        if whims.random() < self.habits.restless:
            yield self._whim()
        yield from self._stay(view.you, view.chairs[view.you.chair].stack)
        if view.paused and view.you.host:
            yield want.Pause(paused=False)
        if view.calling is not None and view.calling.yours:
            yield from self._call(view.calling)
        if view.deal is not None and view.deal.stage != "dealt":
            yield from self._mix(view.deal)
        if view.hand is not None:
            yield from self._play(view.hand)

    def _stay(self, you: YouView, stack: int) -> Iterator[want.Command]:
        """Buy chips when there are none, and come back some time after sitting out."""
        if you.high and not stack:
            yield want.BuyChips(to=you.high)
        if you.out == "out" and self.whims.random() < BACK:
            yield want.SitIn(post=self.whims.random() < 0.5)

    def _whim(self) -> want.Command:
        """Return a wish that has nothing to do with the hand."""
        whims = self.whims
        return whims.choice(
            (
                want.Stand(),
                want.Bots(count=whims.randrange(4)),
                want.Say(text="Well played."),
                want.SitOut(when=whims.choice(("hand", "blind"))),
                want.SitIn(post=True),
                want.BuyChips(to=whims.choice((24, 60, 200, 10**9))),
                want.MoreTime(),
                want.Pause(paused=True),
                want.HandOver(chair=whims.randrange(9)),
                want.ChangeCustoms(
                    mode=whims.choice(("dealer", "orbit")), kill=whims.random() < 0.5
                ),
            )
        )

    def _call(self, calling: CallingView) -> Iterator[want.Command]:
        if self.whims.random() >= self.habits.sleepy:
            game = self.whims.choice([game.slug for game in games()] + [calling.last.game])
            yield want.Announce(game, self.whims.choice(SETTINGS))

    def _mix(self, deal: DealView) -> Iterator[want.Command]:
        if self.whims.random() < self.habits.sleepy:
            return
        if deal.stage == "promise":
            promise = seed_promise(deal.deal.encode(), self._seed).hex()
            yield want.Promise(deal.deal, promise)
        else:
            yield want.Seed(deal.deal, self._seed.hex())

    def _play(self, hand: HandView) -> Iterator[want.Command]:
        if hand.over:
            yield want.Next()
        elif hand.legal is not None and self.whims.random() >= self.habits.sleepy:
            yield self._decide(hand.legal)
            if self.whims.random() < self.habits.rash / 20:
                yield want.Doubt(f"test/{hand.number}", "order")

    def _decide(self, legal: LegalView) -> want.Act:
        whims, habits, n = self.whims, self.habits, self.last
        if legal.show or legal.muck:
            return want.Act(n, whims.choice(("show", "muck")))
        if legal.buy or legal.take_down:
            return want.Act(n, whims.choice(("buy", "down")), None, legal.price)
        if legal.raise_low and whims.random() < habits.bold:
            to = whims.choice((legal.raise_low, legal.raise_high))
            return want.Act(n, "raise", to, to)
        if legal.check:
            return want.Act(n, "check")
        if whims.random() < habits.faint:
            return want.Act(n, "fold")
        return want.Act(n, "call", None, legal.to_call)

    def _nonsense(self) -> want.Command:
        """Return a wish that may be out of turn, illegal or about something long gone."""
        whims = self.whims
        n = max(0, self.last - whims.choice((0, 0, 1, 7)))
        deal = f"test/{whims.randrange(9)}"
        if self.latest is not None and self.latest.view.deal is not None:
            deal = self.latest.view.deal.deal
        act = want.Act(n, whims.choice(ACTIONS), whims.choice((None, 0, 4, 10**15)))
        return whims.choice(
            (
                act,
                act,
                act,
                want.Announce(whims.choice(("holdem", "chess")), whims.choice(SETTINGS)),
                want.Promise(deal, self._seed.hex()),
                want.Seed(deal, bytes(32).hex()),
                want.Doubt(deal, "chain"),
                want.Next(),
                want.Sit("", whims.randrange(9)),
            )
        )

    # --------------------------------------------------------------------------------- sending

    def _send(self, wish: want.Command) -> None:
        """Put a wish on its way: once, twice, late, or never."""
        self._count += 1
        wish = msgspec.structs.replace(wish, id=f"{self.player}-{self._count}")
        whims, way = self.whims, [0.0]
        if whims.random() < self.habits.lossy:
            way = whims.choice(([], [whims.uniform(1, 40)], [0.0, whims.uniform(0, 3)]))
        for seconds in way:
            if self.lines:
                job = self._ask(self.lines[-1], wish, seconds + whims.uniform(0.01, 0.3))
                task = asyncio.create_task(job)
                self._sending.add(task)
                task.add_done_callback(self._sending.discard)

    async def _ask(self, line: Line, wish: want.Command, seconds: float) -> None:
        await asyncio.sleep(seconds)
        try:
            await line.ask(wish)
        except StoreError:
            if self.lines and seconds < PATIENCE_S:  # whether it was granted nobody knows
                await self._ask(self.lines[-1], wish, seconds + 1)
            return
        except WildrankError as error:
            if error.code == "table/failed":
                self.faults.append(error)
            return
        if isinstance(wish, want.Act):
            self.granted.add(wish)
