"""A table for tests: bots that do as told, decks that are known, clients that keep all."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Collection, Coroutine, Mapping, Sequence
from contextlib import asynccontextmanager
from functools import wraps
from types import MappingProxyType
from typing import Any

import msgspec

from wildrank.bots import BotView, CallerBot
from wildrank.cards import DECK, Card, parse_cards
from wildrank.errors import OutOfTurn, StaleAction, TableError
from wildrank.fair import Commitment, Stream, joint_order, shuffled
from wildrank.fair.receipt import deck_name
from wildrank.games import GameCall, GameOffer
from wildrank.referee import Legal, PlayerAction, State
from wildrank.table import Client, MemoryLog, Table, TableConfig, Update
from wildrank.table import events as ev
from wildrank.table import wishes as want
from wildrank.table.config import Customs
from wildrank.table.deal import Decks, fresh_decks
from wildrank.table.telling.chat import Said
from wildrank.table.telling.shapes import HandView, LegalView

HURRIED = TableConfig().hurried()
PATIENT = msgspec.structs.replace(HURRIED, result_s=3600.0, short_result_s=3600.0)
# Nobody thinks, and nobody who does not is taken to be away.
SILENT: Mapping[str, Any] = MappingProxyType(
    {"customs": Customs(act_s=0.0, bank_s=0.0), "late": 10**6}
)
NO_SEEDS: Mapping[str, bytes] = MappingProxyType({})
Policy = Callable[[int, State, Legal], PlayerAction]


def in_a_loop(test: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., None]:
    """Let a test that awaits be run by pytest."""

    @wraps(test)
    def run(*args: Any, **fields: Any) -> None:  # noqa: ANN401 - fixtures
        asyncio.run(test(*args, **fields))

    return run


def goes_along(seat: int, state: State, allowed: Legal) -> PlayerAction:
    """Check, call, take the card down, show."""
    return CallerBot().decide(BotView(seat, state, allowed)).action


class ToldBots:
    """Bots that act by one policy and call the games they were told to, then the last one."""

    def __init__(self, policy: Policy = goes_along, calls: Collection[GameCall] = ()) -> None:
        """Take a policy and calls."""
        self.policy = policy
        self.calls = list(calls)
        self.count = 0

    def recruit(self, _taken: Collection[str]) -> tuple[str, str]:
        """Return bots by number."""
        self.count += 1
        return f"bot:{self.count}", f"Bot{self.count}"

    def decide(self, _player: str, seat: int, state: State, allowed: Legal) -> PlayerAction:
        """Act by the policy."""
        return self.policy(seat, state, allowed)

    def call(self, _player: str, offered: GameOffer) -> GameCall:
        """Call what was told, then the usual."""
        return self.calls.pop(0) if self.calls else offered.usual


class Person:
    """Somebody at a table who keeps every update, and waits for what is to come."""

    def __init__(self, table: Table, player: str, last: int = 0) -> None:
        """Prepare somebody who has the events up to ``last``."""
        self.table = table
        self.player = player
        self.updates: list[Update] = []
        self.news = asyncio.Event()
        self.heard: list[Said] = []
        self.ended: list[str] = []
        self.client = Client(player, self, last=last)

    def push(self, update: Update) -> None:
        """Keep an update."""
        self.updates.append(update)
        self.news.set()

    def hear(self, said: Sequence[Said]) -> None:
        """Keep what was said."""
        self.heard.extend(said)

    def end(self, error: TableError) -> None:
        """Keep why there is nothing more to be told."""
        self.ended.append(error.code)

    @property
    def now(self) -> Update:
        """The latest update."""
        return self.updates[-1]

    @property
    def hand(self) -> HandView:
        """The hand as it was last told."""
        assert self.now.view.hand is not None
        return self.now.view.hand

    @property
    def legal(self) -> LegalView:
        """What this person may do."""
        assert self.hand.legal is not None
        return self.hand.legal

    @property
    def events(self) -> list[dict[str, Any]]:
        """Everything that was told, in order."""
        return [event for update in self.updates for event in update.events]

    def frames(self) -> bytes:
        """Return every byte this person was told."""
        return msgspec.json.encode(self.updates)

    async def until(self, check: Callable[[Update], bool], seconds: float = 10) -> Update:
        """Wait until the latest update is as wanted."""
        async with asyncio.timeout(seconds):
            while not self.updates or not check(self.now):
                self.news.clear()
                await self.news.wait()
        return self.now

    async def my_turn(self) -> LegalView:
        """Wait until the hand waits for this person."""
        await self.until(lambda update: bool(update.view.hand and update.view.hand.legal))
        return self.legal

    async def sit(self, name: str, chair: int | None = None) -> None:
        """Take a chair."""
        await self.table.ask(self.player, want.Sit(name, chair))

    async def act(self, action: Any, to: int | None = None, expect: int | None = None) -> None:  # noqa: ANN401 - also nonsense
        """Decide upon the latest update, and wait for what comes of it."""
        count = len(self.updates)
        await self.table.ask(self.player, want.Act(self.now.n, action, to, expect))
        await self.until(lambda _update: len(self.updates) > count)

    async def go_along(self) -> None:
        """Check, call, take the card down or show, whichever it is."""
        allowed = await self.my_turn()
        action = (
            "show" if allowed.show
            else "down" if allowed.take_down
            else "check" if allowed.check
            else "call"
        )  # fmt: skip
        try:
            await self.act(action)
        except (StaleAction, OutOfTurn):
            assert action == "show"  # the table shows unasked, and may be quicker

    async def play_out(self) -> None:
        """Go along until the hand is over."""
        while True:
            update = await self.until(
                lambda update: bool(
                    update.view.hand and (update.view.hand.legal or update.view.hand.over)
                )
            )
            assert update.view.hand is not None
            if update.view.hand.over:
                return
            await self.go_along()


async def after_hands(table: Table, count: int) -> None:
    """Wait, as an onlooker, until so many hands have begun."""
    onlooker = Person(table, "onlooker")
    await table.join(onlooker.client)
    await onlooker.until(lambda _update: table.state.hands >= count, 60)


async def join(table: Table, player: str, name: str = "", chair: int | None = None) -> Person:
    """Connect somebody, and seat who has a name."""
    person = Person(table, player)
    await table.join(person.client)
    if name:
        await person.sit(name, chair)
    await person.until(lambda update: not name or update.view.you.chair is not None)
    return person


async def two_people(table: Table) -> tuple[Person, Person]:
    """Seat Ann, who is the first dealer, and Bob."""
    return await join(table, "ann", "Ann"), await join(table, "bob", "Bob")


@asynccontextmanager
async def running(
    house: ToldBots | None = None,
    config: TableConfig = PATIENT,
    deck: str = "",
    log: MemoryLog | None = None,
    seeds: Mapping[str, bytes] = NO_SEEDS,
    *,
    decks: Decks = fresh_decks,
    **changes: Any,  # noqa: ANN401 - fields of the configuration
) -> AsyncIterator[Table]:
    """Run a table until the test is done with it."""
    config = msgspec.structs.replace(config, **changes)
    make = planted(stacked(deck), seeds) if deck else decks
    table = await Table.open("test", log or MemoryLog(), house or ToldBots(), config, make)
    task = asyncio.create_task(table.run())
    try:
        yield table
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


def stacked(first: str) -> tuple[Card, ...]:
    """Return a deck with some cards on top, the others in order below."""
    top = parse_cards(first)
    return (*top, *(card for card in DECK if card not in top))


def planted(order: Sequence[Card], seeds: Mapping[str, bytes] = NO_SEEDS) -> Decks:
    """Return what makes decks that are dealt in some order when just these seeds are sent.

    Salts and the other deck follow from the name of the hand alone.
    """

    def make(hand: str) -> tuple[Commitment, Commitment]:
        joint = joint_order(hand.encode(), seeds, 52)
        wanted = dict(zip(joint.order, order, strict=True))
        decks = [shuffled(range(52), f"{hand} other".encode())] * 2
        decks[joint.deck] = tuple(int(wanted[position]) for position in range(52))
        first, second = (
            Commitment.of(deck_name(hand, number), cards, salts_of(f"{hand} {number}"))
            for number, cards in enumerate(decks)
        )
        return first, second

    return make


def salts_of(key: str) -> list[bytes]:
    """Return salts that are the same for the same key."""
    stream = Stream(key.encode())
    return [bytes(stream.below(256) for _ in range(16)) for _ in range(52)]


async def kept(log: MemoryLog) -> list[ev.TableEvent]:
    """Return every event in the log of the test's table."""
    return [ev.decode(record).event for _, record in await log.read("test")]
