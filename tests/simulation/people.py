"""People at a simulated table: they think, err, repeat themselves, go away and come back.

What somebody does follows from what reached it, in `simulation.will`; a wish takes its time on the
way, and may be lost, late, or there twice. Somebody who was sent away or logged out comes back as
somebody else. Start reading at `Person`.
"""

from __future__ import annotations

import asyncio
import random
from collections import Counter, OrderedDict
from collections.abc import Callable, Coroutine
from typing import Any, Final

import msgspec
from simulation.lines import SocketLine, update_of
from simulation.will import PASSWORDS, Habits, Will

from wildrank.table import Update
from wildrank.table import wishes as want
from wildrank.web import wire
from wildrank.web.people import player_of

IMPATIENT_S: Final = (20.0, 60.0)  # then one asks again where nothing has happened
AGAIN_S: Final = 1.0  # until a wish is sent again that could not be kept
MOST_TRIES: Final = 5  # of one wish
MOST_LINES: Final = 3
_REMEMBERED: Final = 50  # wishes that may still be answered
SURE: Final = (want.Act, want.Announce, want.Kick, want.BuyChips)  # each stands in the log


class Hearsay:
    """What people tell each other away from the table: the codes of invitations."""

    def __init__(self) -> None:
        """Start with the link alone."""
        self.codes = [""]

    def invite(self, whims: random.Random) -> str:
        """Return a code, mostly the newest."""
        return self.codes[-1] if whims.random() < 0.7 else whims.choice(self.codes)


class Person:
    """Somebody who plays, or only looks on.

    Attributes:
        name: What it goes by.
        whims: Decide what it does.
        player: Who it is to the server, empty until that is known.
        selves: Everybody that it ever was.
        tokens: What makes it that.
        latest: The newest update that arrived.
        granted: How often wishes of each kind were granted, as it was told.
        sure: The decisions that were granted, by player and id.
        faults: What went wrong, and must not.
        free: When the last frame on the way has arrived, over any of the lines.
    """

    def __init__(
        self,
        name: str,
        whims: random.Random,
        habits: Habits,
        dial: Callable[[Person], SocketLine],
        hearsay: Hearsay | None = None,
        *,
        plays: bool = True,
    ) -> None:
        """Prepare somebody who has not come yet.

        Args:
            name: What it goes by.
            whims: Decide what it does.
            habits: How it behaves.
            dial: Makes its lines.
            hearsay: What it tells others, and is told.
            plays: Whether it wants a chair.
        """
        self.name = name
        self.whims = whims
        self.hearsay = hearsay or Hearsay()
        self.lines: list[SocketLine] = []
        self.tokens: list[str] = []
        self.player = ""
        self.selves: set[str] = set()
        self.latest: Update | None = None
        self.granted: Counter[type] = Counter()
        self.sure: set[tuple[str, str]] = set()
        self.faults: list[Exception] = []
        self.free = 0.0
        self._habits = habits
        self._dial = dial
        self._will = Will(name, whims, habits) if plays else None
        self._tickets: dict[str, str] = {}  # of whom each was asked for
        self._owners: dict[str, str] = {}  # whom each token makes its holder
        self._count = 0
        self._asked: OrderedDict[str, tuple[wire.Asked, int]] = OrderedDict()
        self._doing: set[asyncio.Task[None]] = set()
        self._thought: asyncio.TimerHandle | None = None

    # ------------------------------------------------------------------------- coming and going

    async def come(self) -> None:
        """Connect once more, unless it is not yet known who one is."""
        if self.lines and not self.tokens:
            return
        if len(self.lines) >= MOST_LINES:
            await self.go()
        line = self._dial(self)
        self.lines.append(line)
        await line.open()

    async def go(self) -> None:
        """Lose a line."""
        if self.lines:
            await self.lines.pop().close()

    async def crashed(self) -> None:
        """Lose everything that hung on a program that ended."""
        lines, self.lines = self.lines, []
        for task in self._doing:
            task.cancel()
        for line in lines:
            await line.die()

    async def leave(self) -> None:
        """Leave a table for another one."""
        while self.lines:
            await self.go()
        self.latest = None

    def hold(self, token: str) -> None:
        """Be whom a token makes its holder, and nobody else any more."""
        self.tokens, self.player = [token], self._owners.setdefault(token, player_of(token))
        self.selves.add(self.player)

    def hello(self) -> wire.Hello:
        """Return what is said first: with a ticket, a token, or neither."""
        whims, latest = self.whims, self.latest
        token = whims.choice(self.tokens) if self.tokens else ""
        if self._tickets and whims.random() < 0.5:
            token = whims.choice(list(self._tickets))  # of which some were used before
        return wire.Hello(
            wire.PROTOCOL,
            token,
            self.name.capitalize(),
            0 if latest is None else latest.n,
            "" if latest is None else latest.mark,
            self.hearsay.invite(whims),
            whims.choice(("", *PASSWORDS)),
        )

    def lose(self, line: SocketLine) -> None:
        """Learn that the server closed a line."""
        if line in self.lines:
            self.lines.remove(line)

    # ------------------------------------------------------------------------------- hearing

    def hear(self, line: SocketLine, answer: wire.Answer) -> None:
        """Take what arrives on a line."""
        match answer:
            case wire.Welcome():
                self._greeted(line, answer.token)
            case wire.StateMessage():
                self._told(update_of(answer))
            case wire.Done():
                self._granted(line, answer.id)
            case wire.Pong():
                self.granted[wire.Ping] += 1
            case wire.TicketMessage():
                self.granted[wire.Ticket] += 1
                self._tickets[answer.code] = line.player
                self._do(self._take_another_device())
            case wire.Problem():
                self._refused(line, answer)
            case wire.SaidMessage():
                pass

    def _greeted(self, line: SocketLine, token: str) -> None:
        """Learn who one is: the same as before, or somebody new."""
        self.granted[wire.Hello] += 1
        player = self._tickets.get(line.hello.token, player_of(token))
        line.token, line.player = token, self._owners.setdefault(token, player)
        if token in self.tokens:
            return
        if line.player == self.player:
            self.tokens.append(token)
            return
        self.hold(token)
        self.latest = None
        for other in self.lines:
            if other is not line:
                self._do(other.close())
        self.lines = [line]

    def _told(self, update: Update) -> None:
        """Take an update, and think about it; another thought is given up."""
        self.latest = update
        invite = update.view.you.invite
        if invite is not None and invite != self.hearsay.codes[-1]:
            self.hearsay.codes.append(invite)
        self._think(self.whims.uniform(0.05, self._habits.think_s))

    def _granted(self, line: SocketLine, wish_id: str) -> None:
        wish, _ = self._asked.pop(wish_id, (None, 0))
        if wish is not None:
            self.granted[type(wish)] += 1
        if isinstance(wish, SURE):
            self.sure.add((line.player, wish_id))

    def _refused(self, line: SocketLine, problem: wire.Problem) -> None:
        """Take a refusal: try again later what could not be kept, and become another person."""
        wish, tries = self._asked.get(problem.id, (None, 0))
        if problem.code == "table/failed":
            self.faults.append(AssertionError(f"{self.name}: {problem.message}, {wish}"))
        elif problem.code.startswith("store/") and wish is not None and tries < MOST_TRIES:
            self._do(self._ask(wish, AGAIN_S))
        elif problem.code == "table/kicked" and line.token in ("", *self.tokens):
            self.tokens.clear()
            self._tickets.clear()
        elif problem.code == "people/logged-out":
            self.granted[wire.Logout] += 1
            self.tokens = [token for token in self.tokens if token != line.token]

    # ------------------------------------------------------------------------------- wishing

    def _think(self, seconds: float) -> None:
        if self._thought is not None:
            self._thought.cancel()
        self._thought = asyncio.get_running_loop().call_later(seconds, self._act)

    def _act(self) -> None:
        if self.latest is not None and self._will is not None:
            for wish in self._will.wishes(self.latest):
                self._send(wish)
        self._think(self.whims.uniform(*IMPATIENT_S))  # unless something is heard before

    def _send(self, wish: wire.Asked) -> None:
        """Put a wish on its way: once, twice, late, or never."""
        self._count += 1
        wish = msgspec.structs.replace(wish, id=f"{self.name}-{self._count}")
        whims, way = self.whims, [0.0]
        if whims.random() < self._habits.lossy:
            way = whims.choice(([], [whims.uniform(1, 40)], [0.0, whims.uniform(0, 3)]))
        for seconds in way:
            self._do(self._ask(wish, seconds + whims.uniform(0.01, 0.3)))

    async def _ask(self, wish: wire.Asked, seconds: float) -> None:
        """Send a wish after a while, over the line that is the newest then."""
        await asyncio.sleep(seconds)
        if self.lines:
            _, tries = self._asked.pop(wish.id, (None, 0))
            self._asked[wish.id] = wish, tries + 1
            if len(self._asked) > _REMEMBERED:
                self._asked.popitem(last=False)
            self.lines[-1].ask(wish)

    async def _take_another_device(self) -> None:
        await asyncio.sleep(self.whims.uniform(0.1, 5))
        await self.come()

    def _do(self, job: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(job)
        self._doing.add(task)
        task.add_done_callback(self._doing.discard)
