"""A table: one task that owns it, a mailbox for wishes, a log for what happened.

Nobody else changes a table, so nothing is locked. Each step is appended to the log first, then
folded into the table, then told to the clients, each of which gets its own view and no more. What
is due next, the cards, a bot's move or the end of somebody's time, follows from the table alone:
see `wildrank.table.pace`. Start reading at `Table.run`.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Collection, Iterable
from contextlib import suppress
from typing import Final, Protocol, Self

from wildrank.errors import StoreError, TableError, WildrankError
from wildrank.games import GameCall, GameOffer
from wildrank.referee import Legal, PlayerAction, State, decide, legal, view
from wildrank.table import events as ev
from wildrank.table import wishes as want
from wildrank.table.acting import in_play
from wildrank.table.between import after
from wildrank.table.clock import Clock
from wildrank.table.config import TableConfig
from wildrank.table.deal import Decks, fresh_decks
from wildrank.table.dealing import out_of_time
from wildrank.table.failpoints import reach
from wildrank.table.fold import fold
from wildrank.table.granting import ANSWERS, Answers, begun, granted
from wildrank.table.hostgrants import sent_away
from wildrank.table.mailbox import Mailbox
from wildrank.table.pace import Step, due
from wildrank.table.recovery import Grace
from wildrank.table.repeats import Repeats
from wildrank.table.room import Room
from wildrank.table.snapshots import Snapshots
from wildrank.table.state import TableState, opened
from wildrank.table.steps import STEPS
from wildrank.table.store import Log
from wildrank.table.telling.audience import Audience, Client
from wildrank.table.telling.gallery import Gallery
from wildrank.table.telling.moment import Moment

_LOG: Final = logging.getLogger(__name__)
_FAILURES: Final = 3  # in a row, then the table closes
_RETRY_S: Final = 1.0  # until something is tried again that could not be kept


class Bots(Protocol):
    """What a table asks of the programs that play at it; a player is known by its identity."""

    def recruit(self, taken: Collection[str]) -> tuple[str, str]:
        """Return the identity and the name of a bot to sit down, not one of the names taken."""
        ...

    def decide(self, player: str, seat: int, state: State, allowed: Legal) -> PlayerAction:
        """Return what a bot does, given its view of the hand and what it may do."""
        ...

    def call(self, player: str, offered: GameOffer) -> GameCall:
        """Return the game a bot calls as the dealer."""
        ...


class Table:
    """One table. Make it with `open`, run its task with `run`, and talk to it from anywhere."""

    def __init__(
        self,
        name: str,
        log: Log,
        bots: Bots,
        config: TableConfig | None = None,
        decks: Decks | None = None,
    ) -> None:
        """Prepare an empty table.

        Args:
            name: Its name in links and in the log.
            log: Where everything is kept.
            bots: Who plays for the programs.
            config: How it is run.
            decks: Makes the two decks of each hand; from the operating system if nothing is said.
        """
        self.name = name
        self.config = config or TableConfig()
        self.state: TableState = opened(self.config.chairs, self.config.customs)
        self.idle_since = time.monotonic()
        self._log = log
        self._snapshots = Snapshots(name, log)
        self._bots = bots
        self._decks = decks or fresh_decks
        self._mail = Mailbox(name)
        self._audience = Audience()
        self._gallery = Gallery()
        self._nudged: asyncio.TimerHandle | None = None
        self._coming: list[Client] = []
        self._going: list[Client] = []
        self._answers = Answers()
        self._repeats = Repeats()
        self._clock = Clock()
        self._failures = 0
        self._unsure = False  # whether the log may hold more than has happened here
        self._since = 0
        self.closed = False

    @classmethod
    async def open(
        cls,
        name: str,
        log: Log,
        bots: Bots,
        config: TableConfig | None = None,
        decks: Decks | None = None,
    ) -> Self:
        """Return the table that a log tells of, or a new one with its bots on their chairs.

        Raises:
            StoreError: If the log cannot be read.
        """
        table = cls(name, log, bots, config, decks)
        found = await table._snapshots.replayed(table.state, table._audience.witness)
        table.state, table._since, table._repeats = found.state, found.since, found.repeats
        if found.broken:
            _LOG.error("table %s: the hand cannot go on: %s", name, found.broken)
            await table._append([ev.Voided("the hand could not go on after a restart")])
        if not table.state.n:
            await table._settle([ev.BotsWanted(table.config.bots)])
        return table

    def resume(self, alive: int) -> None:
        """Let the clock go on after a restart, with grace, before the task of the table runs.

        Args:
            alive: When the program before was last seen to work, in ms since 1970.
        """
        spent = (alive - self._since) / 1000
        people = [chair.player for _, chair in self.state.seated() if not chair.bot]
        planned = due(self._room()._replace(here=people))
        self._clock.forgive(Grace(planned.key, spent, self.config.grace_s))

    # ------------------------------------------------------------------------- from outside

    async def join(self, client: Client) -> None:
        """Connect a client; it is told the table at once, and every change from now on."""
        self._coming.append(client)
        await self._post(self._admit)

    async def _admit(self) -> None:
        """Let in all who wait, so that a crowd is told of itself once and not by each."""
        coming, self._coming = self._coming, []
        for client in coming:
            if client.player in self.state.hosting.banned:
                client.line.end(sent_away())
            else:
                self._audience.add(client)
        if coming:
            with suppress(StoreError):  # then who waits sits down later
                await self._settle()

    async def leave(self, client: Client) -> None:
        """Disconnect a client; its player keeps the chair."""
        if client in self._coming:
            self._coming.remove(client)
        self._going.append(client)
        await self._post(self._part)

    async def _part(self) -> None:
        """Let go of all who left."""
        going, self._going = self._going, []
        for client in going:
            self._audience.remove(client)
        self.idle_since = time.monotonic()
        with suppress(StoreError):  # then it is settled later
            await self._settle()

    async def ask(self, player: str, wish: want.AnyWish) -> None:
        """Grant a player's wish, or refuse it; one that was granted before changes nothing.

        Raises:
            WildrankError: If it is refused; nothing has changed then.
        """

        async def job() -> None:
            if not self._repeats.known(player, wish.id):
                await self._grant(player, wish)
                self._repeats.keep(player, wish.id)

        await self._post(job)

    async def _grant(self, player: str, wish: want.AnyWish) -> None:
        if player in self.state.hosting.banned:
            raise sent_away()
        if isinstance(wish, want.Say):
            self._audience.say(self.state, player, wish.text)
        elif type(wish) in ANSWERS:
            self._answers.keep(self.state, player, wish)
        else:
            events = granted(self._room(), player, wish)
            await self._settle(events, by=player, wish=wish.id)

    async def prepare(self, events: Iterable[ev.TableEvent]) -> None:
        """Let what was asked for with a new table happen before anybody comes.

        Raises:
            StoreError: If it cannot be kept.
        """
        await self._post(lambda: self._append(events))

    async def stop(self) -> None:
        """End after the step that is being done; everything that was asked since is refused."""

        async def job() -> None:
            self.closed = True

        if not self.closed:
            await self._post(job)

    @property
    def connected(self) -> int:
        """How many clients are connected."""
        return len(self._audience.clients)

    async def _post(self, job: Callable[[], Awaitable[None]]) -> None:
        if self.closed:
            msg = f"table {self.name} is closed"
            raise TableError(msg, code="table/closed")
        await self._mail.post(job)

    # -------------------------------------------------------------------------- the one task

    async def run(self) -> None:
        """Run the table until it is cancelled or closes itself."""
        try:
            while not self.closed:
                await self._catch_up()
                self._set_clock()
                self._tell()
                if self.state.hosting.over:
                    self._audience.close()
                    break
                letter = await self._mail.next(self._clock.ends)
                if letter is not None:
                    await self._mail.answer(letter)
                elif self._clock.planned.step:
                    await self._guarded(self._clock.planned.step)
        except Exception:  # noqa: BLE001 - a task has nobody to see it fail but the log
            _LOG.exception("table %s failed", self.name)
        finally:
            self.closed = True
            self._mail.refuse_all()

    def _set_clock(self) -> None:
        room, now = self._room(), asyncio.get_running_loop().time()
        seated = sum(not chair.bot for _, chair in self.state.seated())
        paused, missing = self.state.hosting.paused, len(room.people) < seated
        self._clock.plan(due(room), now, paused=paused, missing=missing)

    async def _guarded(self, step: Step) -> None:
        """Do what is due; a hand that cannot go on is voided, and every chip returned. D41."""
        try:
            await self._do(step)
        except StoreError:  # nothing happened; it is due again when it may be kept
            self._clock.retry(asyncio.get_running_loop().time() + _RETRY_S)
        except Exception:  # noqa: BLE001 - one hand may fail, the table goes on
            _LOG.exception("table %s could not go on", self.name)
            self._failures += 1
            self.closed = self._failures >= _FAILURES
            if self.state.playing is not None and not self.closed:
                with suppress(StoreError):  # then it fails again, and is voided then
                    await self._append([ev.Voided("the hand could not go on")])
        else:
            self._failures = 0

    async def _append(self, events: Iterable[ev.TableEvent], by: str = "", wish: str = "") -> None:
        """Keep events in the log, then let them happen.

        Args:
            events: What happens.
            by: The player whose wish it is.
            wish: What that wish is called, kept with the first of the events.
        """
        events = list(events)
        if not events:
            return
        at = int(time.time() * 1000)
        n = self.state.n + 1
        causes = [(by, wish) if wish else ("", "")] + [("", "")] * (len(events) - 1)
        records = [
            ev.encode(ev.Record(at, event, *cause))
            for event, cause in zip(events, causes, strict=True)
        ]
        if self._unsure:
            msg = "nothing can be written now; look again and repeat"
            raise StoreError(msg)
        try:
            await self._log.append(self.name, n, records)
        except StoreError:
            self._unsure = True
            raise
        if any(isinstance(event, ev.HandStarted) for event in events):
            reach("deck-kept")
        self._repeats.keep(by, wish)
        for number, event in enumerate(events, n):
            self._fold(number, event)
        await self._snapshots.take(self.state, self._repeats, records[-1])

    async def _catch_up(self) -> None:
        """Let happen what the log holds after an append that was not answered by a yes."""
        if not self._unsure:
            return
        with suppress(StoreError):
            for n, record in await self._log.read(self.name, self.state.n):
                known = ev.decode(record)
                self._repeats.keep(known.by, known.id)
                self._fold(n, known.event)
            self._unsure = False

    def _fold(self, n: int, event: ev.TableEvent) -> None:
        self.state = fold(self.state, n, event)
        self._audience.witness(self.state, n, event)

    # ------------------------------------------------------------------------------- telling

    def _tell(self) -> None:
        self._count_watchers()
        planned, watching = self._clock.planned, self._gallery.told
        news = (self.state.n, planned.key, planned.seconds if planned.clock else None, watching)
        self._audience.tell(self.name, self.state, news, self._moment)

    def _count_watchers(self) -> None:
        loop = asyncio.get_running_loop()
        held = self._gallery.look(self.state, self._audience.players, loop.time())
        if held is not None and (self._nudged is None or self._nudged.when() <= loop.time()):
            self._nudged = loop.call_later(held, self._mail.nudge)

    def _moment(self) -> Moment:
        return Moment.of(self._room(), self._clock.planned.seconds, self._gallery.told)

    def _room(self) -> Room:
        return Room(
            self.state,
            self.name,
            self.config,
            self._audience.players,
            self._decks,
            self._answers.to(self.state),
            self._clock.left(asyncio.get_running_loop().time()),
        )

    # ----------------------------------------------------------------------- doing what is due

    async def _do(self, step: Step) -> None:
        room = self._room()
        if step == "move":
            await self._append(await self._bot_acts(room))
        elif step == "bot-calls":
            await self._append(await self._bot_calls(room))
        else:
            await self._settle(STEPS[step](room))

    async def _settle(
        self, events: Iterable[ev.TableEvent] = (), by: str = "", wish: str = ""
    ) -> None:
        """Let events happen, and people, bots and chips come and go after them."""
        await self._append(after(self._room(), events, self._bots.recruit), by, wish)

    async def _bot_acts(self, room: Room) -> Iterable[ev.TableEvent]:
        """Let a bot decide; one that fails does what is done for somebody without time."""
        hand, state = in_play(room.table)
        allowed = legal(state)
        seat = -1 if allowed.seat is None else allowed.seat
        player = hand.players[seat]
        try:
            action = await asyncio.to_thread(
                self._bots.decide, player, seat, view(state, seat), allowed
            )
            return decide(state, action)
        except Exception:  # noqa: BLE001 - a bot may fail, the hand goes on
            _LOG.exception("bot %s at table %s could not decide", hand.names[seat], self.name)
            return decide(state, out_of_time(state, seat))

    async def _bot_calls(self, room: Room) -> Iterable[ev.TableEvent]:
        dealer = room.dealer
        chair = None if dealer is None else room.table.chairs[dealer]
        if dealer is None or chair is None:
            return ()
        offered = room.offer(dealer)
        try:
            call = await asyncio.to_thread(self._bots.call, chair.player, offered)
            return begun(room, dealer, call, spoken=True)
        except WildrankError:
            _LOG.exception("bot %s at table %s called nonsense", chair.name, self.name)
            return STEPS["repeat-call"](room)
