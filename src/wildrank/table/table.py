"""A table: one task that owns it, a mailbox for wishes, a log for what happened.

Nobody else changes a table, so nothing is locked. Each step is appended to the log first, then
folded into the table, then told to the clients, each of which gets its own view and no more. What
is due next, the cards, a bot's move or the end of somebody's time, follows from the table alone:
see `wildrank.table.pace`. Start reading at `Table.run`.
"""

from __future__ import annotations

import asyncio
import logging
import math
import time
from collections.abc import Awaitable, Callable, Collection, Iterable
from contextlib import suppress
from typing import Any, Final, NamedTuple, Protocol, Self

from wildrank.errors import OutOfTurn, StoreError, TableError, WildrankError
from wildrank.referee import Deal, Legal, PlayerAction, Show, State, decide, legal, view, waiting
from wildrank.table import commands as want
from wildrank.table import events as ev
from wildrank.table.acting import acted, in_play
from wildrank.table.audience import Audience, Client
from wildrank.table.config import TableConfig
from wildrank.table.deal import Decks, fresh_decks
from wildrank.table.dealing import Offer, dealt, next_dealer, offer, out_of_time, promise_hand
from wildrank.table.mixing import mixed, sound, wished
from wildrank.table.pace import Due, Step, due
from wildrank.table.recovery import Grace, replay
from wildrank.table.seating import give_way, sit, stand, tidy
from wildrank.table.state import GameCall, TableState, fold, opened
from wildrank.table.store import Log
from wildrank.table.views import Moment

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

    def call(self, player: str, offered: Offer) -> GameCall:
        """Return the game a bot calls as the dealer."""
        ...


class _Letter(NamedTuple):
    job: Callable[[], Awaitable[None]]
    answer: asyncio.Future[None]


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
        self.state: TableState = opened(self.config.chairs)
        self.idle_since = time.monotonic()
        self._log = log
        self._bots = bots
        self._decks = decks or fresh_decks
        self._mail: asyncio.Queue[_Letter] = asyncio.Queue()
        self._audience = Audience()
        self._wishes: dict[str, want.Sit] = {}
        self._eager: set[str] = set()
        self._sent: dict[str, str] = {}
        self._planned = Due(())
        self._due: float | None = None
        self._answered = False
        self._failures = 0
        self._unsure = False  # whether the log may hold more than has happened here
        self._grace: Grace | None = None
        self._since = 0
        self._steps: dict[Step, Callable[[], Awaitable[None]]] = {
            "mix": self._mix,
            "deal": self._deal,
            "move": self._move,
            "time-out": self._time_out,
            "clear": self._clear,
            "bot-calls": self._bot_calls,
            "repeat-call": self._repeat_call,
        }
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
        rows = await log.read(name)
        found = await asyncio.to_thread(replay, rows, table.config.chairs, table._audience.witness)
        table.state, table._since = found.state, found.since
        if found.broken:
            _LOG.error("table %s: the hand cannot go on: %s", name, found.broken)
            await table._append([ev.Voided("the hand could not go on after a restart")])
        if not table.state.n:
            await table._append([ev.BotsWanted(table.config.bots)])
            await table._tidy()
        return table

    def resume(self, alive: int) -> None:
        """Let the clock go on after a restart, with grace, before the task of the table runs.

        Args:
            alive: When the program before was last seen to work, in ms since 1970.
        """
        spent = (alive - self._since) / 1000
        people = [chair.player for _, chair in self.state.seated() if not chair.bot]
        ready = [number for number, chair in self.state.seated() if chair.stack]
        planned = due(self.state, self.config, ready, people or ["nobody"], ())
        self._grace = Grace(planned.key, spent, self.config.grace_s)

    # ------------------------------------------------------------------------- from outside

    async def join(self, client: Client) -> None:
        """Connect a client; it is told the table at once, and every change from now on."""

        async def job() -> None:
            self._audience.add(client)

        await self._post(job)

    async def leave(self, client: Client) -> None:
        """Disconnect a client; its player keeps the chair."""

        async def job() -> None:
            self._audience.remove(client)
            self.idle_since = time.monotonic()

        await self._post(job)

    async def ask(self, player: str, command: want.Command) -> None:
        """Grant a player's wish, or refuse it.

        Raises:
            WildrankError: If it is refused; nothing has changed then.
        """
        jobs: dict[type, Callable[[str, Any], Awaitable[None]]] = {
            want.Sit: self._sit,
            want.Stand: self._stand,
            want.Bots: self._want_bots,
            want.Announce: self._announce,
            want.Act: self._act,
            want.Next: self._next,
            want.Promise: self._take_secret,
            want.Seed: self._take_secret,
            want.Doubt: self._doubt,
        }
        await self._post(lambda: jobs[type(command)](player, command))

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
        letter = _Letter(job, asyncio.get_running_loop().create_future())
        self._mail.put_nowait(letter)
        await letter.answer

    # -------------------------------------------------------------------------- the one task

    async def run(self) -> None:
        """Run the table until it is cancelled or closes itself."""
        try:
            while not self.closed:
                await self._catch_up()
                self._set_due()
                self._tell()
                letter = await self._next_letter()
                self._answered = letter is not None
                if letter is not None:
                    await self._answer(letter)
                elif self._planned.step:
                    await self._guarded(self._steps[self._planned.step])
        except Exception:  # noqa: BLE001 - a task has nobody to see it fail but the log
            _LOG.exception("table %s failed", self.name)
        finally:
            self.closed = True
            self._refuse_mail()

    def _set_due(self) -> None:
        """Start the clock of what is due next, unless the table waits for the same thing still."""
        people = self._people()
        answered = self._eager if self.state.playing is None else self._sent
        planned = due(self.state, self.config, self._ready(), people, answered)
        now = asyncio.get_running_loop().time()
        if self._grace is not None:
            seated = sum(not chair.bot for _, chair in self.state.seated())
            planned = self._grace.of(planned, now, missing=len(people) < seated)
        if planned.at_once:
            self._due = now
        elif planned.key != self._planned.key:
            self._due = None if planned.seconds is None else now + planned.seconds
        self._planned = planned

    async def _next_letter(self) -> _Letter | None:
        """Return the next letter, or None when something is due first.

        Letters and what is due take turns when both are there, so that nobody can hold up a hand
        by writing.
        """
        late = self._due is not None and self._due <= asyncio.get_running_loop().time()
        if not self._mail.empty() and not (late and self._answered):
            return self._mail.get_nowait()
        if late:
            await asyncio.sleep(0)
            return None
        try:
            async with asyncio.timeout_at(self._due):
                return await self._mail.get()
        except TimeoutError:
            return None

    async def _answer(self, letter: _Letter) -> None:
        try:
            await letter.job()
        except WildrankError as error:
            if not letter.answer.cancelled():
                letter.answer.set_exception(error)
        except Exception as error:  # noqa: BLE001 - whoever asked gets an answer, the table goes on
            _LOG.exception("table %s could not answer", self.name)
            if not letter.answer.cancelled():
                failed = TableError("the table could not do that", code="table/failed")
                failed.__cause__ = error
                letter.answer.set_exception(failed)
        else:
            if not letter.answer.cancelled():
                letter.answer.set_result(None)

    async def _guarded(self, then: Callable[[], Awaitable[None]]) -> None:
        """Do what is due; a hand that cannot go on is voided, and every chip returned. D41."""
        try:
            await then()
        except StoreError:  # nothing happened; it is due again when it may be kept
            self._due = asyncio.get_running_loop().time() + _RETRY_S
        except Exception:  # noqa: BLE001 - one hand may fail, the table goes on
            _LOG.exception("table %s could not go on", self.name)
            self._failures += 1
            self.closed = self._failures >= _FAILURES
            if self.state.playing is not None and not self.closed:
                with suppress(StoreError):  # then it fails again, and is voided then
                    await self._append([ev.Voided("the hand could not go on")])
        else:
            self._failures = 0

    def _refuse_mail(self) -> None:
        while not self._mail.empty():
            answer = self._mail.get_nowait().answer
            if not answer.cancelled():
                answer.set_exception(TableError("the table closed", code="table/closed"))

    async def _append(self, events: Iterable[ev.TableEvent]) -> None:
        """Keep events in the log, then let them happen."""
        events = list(events)
        at = int(time.time() * 1000)
        n = self.state.n + 1
        records = [ev.encode(ev.Record(at, event)) for event in events]
        if self._unsure:
            msg = "nothing can be written now; look again and repeat"
            raise StoreError(msg)
        try:
            await self._log.append(self.name, n, records)
        except StoreError:
            self._unsure = True
            raise
        for number, event in enumerate(events, n):
            self._fold(number, event)

    async def _catch_up(self) -> None:
        """Let happen what the log holds after an append that was not answered by a yes."""
        if not self._unsure:
            return
        with suppress(StoreError):
            for n, record in await self._log.read(self.name, self.state.n):
                self._fold(n, ev.decode(record).event)
            self._unsure = False

    def _fold(self, n: int, event: ev.TableEvent) -> None:
        self.state = fold(self.state, n, event)
        self._audience.witness(self.state, n, event)

    # ------------------------------------------------------------------------------- telling

    def _tell(self) -> None:
        news = (self.state.n, self._planned.key)
        self._audience.tell(self.name, self.state, news, self._moment)

    def _moment(self) -> Moment:
        ready = self._ready()
        dealer = next_dealer(self.state, ready) if self.state.hand is None else None
        seconds = None
        if self._planned.clock and self._due is not None:
            seconds = max(0, math.ceil(self._due - asyncio.get_running_loop().time()))
        usual = None if dealer is None else self._offer(dealer, ready).usual
        return Moment(ready, dealer, usual, seconds)

    def _ready(self) -> list[int]:
        """Return the chairs that would be dealt in: those of bots and of people connected."""
        here = self._audience.players
        return [
            number
            for number, chair in self.state.seated()
            if chair.stack and not chair.leaving and (chair.bot or chair.player in here)
        ]

    def _people(self) -> list[str]:
        """Return the people seated and connected."""
        here = self._audience.players
        return [c.player for _, c in self.state.seated() if not c.bot and c.player in here]

    # ----------------------------------------------------------------------- doing what is due

    async def _deal(self) -> None:
        hand, state = in_play(self.state)
        wait = waiting(state)
        if isinstance(wait, Deal):
            await self._append(decide(state, dealt(hand, wait)))

    async def _move(self) -> None:
        """Let a bot decide; one that fails does what is done for somebody without time."""
        hand, state = in_play(self.state)
        allowed = legal(state)
        seat = -1 if allowed.seat is None else allowed.seat
        chair = self.state.chairs[hand.chairs[seat]]
        if chair is None or not chair.bot:
            await self._time_out()
            return
        try:
            action = await asyncio.to_thread(
                self._bots.decide, chair.player, seat, view(state, seat), allowed
            )
            events = decide(state, action)
        except Exception:  # noqa: BLE001 - a bot may fail, the hand goes on
            _LOG.exception("bot %s at table %s could not decide", chair.name, self.name)
            events = decide(state, out_of_time(state, seat))
        await self._append(events)

    async def _time_out(self) -> None:
        hand, state = in_play(self.state)
        seat = legal(state).seat
        if seat is None:
            return
        late = self._planned.clock and not isinstance(waiting(state), Show)
        said = [ev.TimeRanOut(hand.chairs[seat])] if late else []
        await self._append([*said, *decide(state, out_of_time(state, seat))])

    async def _clear(self) -> None:
        """Take the cards off the table, and let people and bots come and go."""
        self._eager.clear()
        await self._append([ev.TableCleared()])
        await self._tidy()

    async def _tidy(self) -> None:
        events = tidy(self.state, self._wishes, self.config, self._bots.recruit)
        if events:
            await self._append(events)
        self._wishes.clear()

    def _offer(self, dealer: int, ready: Collection[int]) -> Offer:
        config = self.config
        return offer(self.state, dealer, len(ready), config.house_game, config.buy_in)

    async def _bot_calls(self) -> None:
        ready = self._ready()
        dealer = next_dealer(self.state, ready)
        chair = None if dealer is None else self.state.chairs[dealer]
        if dealer is None or chair is None:
            return
        offered = self._offer(dealer, ready)
        try:
            call = await asyncio.to_thread(self._bots.call, chair.player, offered)
            await self._begin(dealer, ready, call, spoken=True)
        except WildrankError:
            _LOG.exception("bot %s at table %s called nonsense", chair.name, self.name)
            await self._begin(dealer, ready, offered.usual, spoken=False)

    async def _repeat_call(self) -> None:
        """Play on without a word from the dealer: the last call, or the house game."""
        ready = self._ready()
        dealer = next_dealer(self.state, ready)
        if dealer is None:
            return
        usual = self._offer(dealer, ready).usual
        try:
            await self._begin(dealer, ready, usual, spoken=False)
        except WildrankError:  # what was called for fewer players may not do for more
            await self._begin(dealer, ready, GameCall(usual.game), spoken=False)

    async def _begin(self, dealer: int, ready: list[int], call: GameCall, *, spoken: bool) -> None:
        chair = self.state.chairs[dealer]
        player = "" if chair is None else chair.player
        called = ev.GameCalled(dealer, player, call.game, dict(call.settings), spoken)
        decks = self._decks(f"{self.name}/{self.state.hands + 1}")
        await self._append(promise_hand(self.state, called, ready, decks, self.config.buy_in))

    async def _mix(self) -> None:
        """Go on with the promises, then with the seeds, that came in time."""
        sent, self._sent = self._sent, {}
        if self.state.playing is not None:
            await self._append(mixed(self.state, self.state.playing, sent))

    # --------------------------------------------------------------------------------- wishes

    async def _sit(self, player: str, wish: want.Sit) -> None:
        gone = give_way(self.state, player, wish, self._people())
        if gone:
            await self._append(gone)
        events = sit(self.state, player, wish, self.config.buy_in)
        if events is None:
            self._wishes[player] = wish
        elif events:
            await self._append(events)
            await self._settle()

    async def _stand(self, player: str, _wish: want.Stand) -> None:
        if self._wishes.pop(player, None) is None:
            await self._append(stand(self.state, player))
            await self._settle()

    async def _want_bots(self, player: str, wish: want.Bots) -> None:
        if player != self.state.host:
            msg = "only the host, the first person at the table, says how many bots play"
            raise TableError(msg, code="table/not-host")
        await self._append([ev.BotsWanted(wish.count)])
        await self._settle()

    async def _settle(self) -> None:
        """Let bots come and go at once when no cards are on the table."""
        if self.state.hand is None:
            await self._tidy()

    async def _announce(self, player: str, wish: want.Announce) -> None:
        ready = self._ready()
        dealer = None if self.state.hand else next_dealer(self.state, ready)
        if dealer is None or dealer != self.state.chair_of(player):
            msg = "only the next dealer calls the game, and only before the deal"
            raise OutOfTurn(msg, code="table/not-dealer")
        await self._begin(dealer, ready, GameCall(wish.game, wish.settings), spoken=True)

    async def _act(self, player: str, wish: want.Act) -> None:
        await self._append(acted(self.state, player, wish))

    async def _next(self, player: str, _wish: want.Next) -> None:
        if self.state.hand is not None and self.state.hand.over:
            self._eager.add(player)

    async def _take_secret(self, player: str, wish: want.Promise | want.Seed) -> None:
        """Keep a promise or a seed until the others are in; the first one of a player counts."""
        self._sent.setdefault(player, wished(self.state, player, wish))

    async def _doubt(self, player: str, wish: want.Doubt) -> None:
        """Stop a hand whose deal does not check in a player's browser.

        A lie about that would save losing chips. So a player whose doubt proves empty is believed
        only once; everybody sees every doubt.
        """
        hand = self.state.playing
        seat = None if hand is None else hand.seat_of(player)
        if hand is None or seat is None or hand.deal is None or hand.deal.name != wish.deal:
            msg = "you are in no hand of that name"
            raise OutOfTurn(msg, code="deal/not-asked")
        founded = not sound(hand)
        believed = founded or player not in self.state.cried
        doubted = ev.Doubted(hand.chairs[seat], player, wish.reason, founded)
        void = ev.Voided("a player's browser found that the deal does not check")
        await self._append([doubted, void] if believed else [doubted])
