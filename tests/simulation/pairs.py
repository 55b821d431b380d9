"""The same hand twice, but for cards that somebody may not know: everything that leaves is alike.

The first telling shows which cards the one who is watched never sees; in the second they lie in
another order, in others' hands and in the undealt deck. People and bots decide by chance alone and
not by their cards. What leaves is compared to the byte, with its time and its order, up to the
moment at which a rule turns the first hidden card up; where only folded and undealt cards differ,
to the end and beyond. Start reading at `differing`.

One thing must differ: a promise is a hash over hidden cards. So here a leaf stands for its place
alone and not for its card, as a perfect promise would; that a real one tells nothing rests on its
salt, and is tested with the deal. Salts stay secret: they follow from the card, so that one that
leaves too early is seen.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Collection, Mapping, Sequence
from hashlib import blake2s
from io import StringIO
from typing import Final, Literal, NamedTuple
from unittest.mock import patch

import msgspec
from simulation.clock import tell
from simulation.stage import WATCHED, Left, Record, Stage
from simulation.will import Habits
from table.kit import Policy, ToldBots

from wildrank.bots import BotView, RandomBot
from wildrank.fair.commit import Commitment
from wildrank.fair.receipt import deck_name
from wildrank.referee import Legal, PlayerAction, State
from wildrank.table import TableConfig
from wildrank.table.config import BuyIn, Customs
from wildrank.table.state import TableHand

NAMES: Final = ("ann", "bob", "cy", "dot")
LONGEST_S: Final = 400.0
Decks = tuple[tuple[int, ...], tuple[int, ...]]


class Told(NamedTuple):
    """How one telling of a hand went.

    Attributes:
        left: Everything that left the server.
        before: How much of it before the first hand was shown, None if none was.
        hand: The hand as it ended.
        then: The hand just before the first was shown.
        selves: By name, everybody whom somebody was to the server.
    """

    left: list[Left]
    before: int | None
    hand: TableHand | None
    then: TableHand | None
    selves: Mapping[str, Collection[str]]


class Difference(NamedTuple):
    """The first thing that left, and was not the same."""

    seed: int
    one: Left | None
    two: Left | None


def differing(seed: int) -> Difference | None:
    """Return the first difference between two tellings of the hand of a number, None if alike."""
    whims = random.Random(f"pair {seed}")
    decks = two_decks(whims)
    one = tell(lambda: telling(seed, decks), seed)
    if one.hand is None or one.hand.deal is None or one.hand.deal.order is None:
        return None  # nobody was dealt in
    watched: Literal["ann", "spy"] = whims.choice(("ann", "ann", "spy"))
    early = one.before is not None and whims.random() < 0.5
    hand = one.then if early and one.then is not None else one.hand
    seen = seen_by(hand, one.selves[watched], early=early)
    in_play = one.hand.deal.order.deck
    changed = list(decks)
    changed[in_play] = _other_order(decks[in_play], seen, whims)
    two = tell(lambda: telling(seed, (changed[0], changed[1])), seed)
    return _compare(seed, one, two, watched, one.before if early else None)


def two_decks(whims: random.Random) -> Decks:
    """Return two decks in any order."""
    first, second = (tuple(whims.sample(range(52), 52)) for _ in range(2))
    return first, second


def _compare(
    seed: int, one: Told, two: Told, watched: Literal["ann", "spy"], end: int | None
) -> Difference | None:
    first, second = (
        [each for each in told.left[:end] if watched == "ann" or not each.to.startswith("ann")]
        for told in (one, two)
    )
    for alike, other in zip(first, second, strict=False):
        if alike != other:
            return Difference(seed, alike, other)
    if len(first) != len(second):
        longer = max(first, second, key=len)[min(len(first), len(second))]
        return Difference(seed, longer, None)
    return None


# --------------------------------------------------------------------------------------- the cards


def seen_by(hand: TableHand, players: Collection[str], *, early: bool) -> set[int]:
    """Return the cards that must lie where they lay: those seen, and those that decide who wins.

    Args:
        hand: The hand at the moment up to which all must be alike.
        players: Who is watched, who may have become somebody else.
        early: Whether that is before anybody shows; later the hands of a showdown stay, since a
            hand that is thrown away unseen decides about the pot all the same.
    """
    state = hand.state
    if state is None:
        return set()
    later = [*hand.revealed.values(), *(street.cards for street in hand.rabbit)]
    seen = {int(card) for cards in (state.board, *state.up, *later) for card in cards}
    for place, down in enumerate(state.down):
        contested = not early and any(state.shown) and not state.folded[place]
        if hand.players[place] in players or contested:
            seen |= set(map(int, down))
    return seen


def _other_order(
    deck: tuple[int, ...], seen: Collection[int], whims: random.Random
) -> tuple[int, ...]:
    """Return a deck in which every card that was not seen lies somewhere else."""
    places = [place for place, card in enumerate(deck) if card not in seen]
    whims.shuffle(places)
    other = list(deck)
    for place, next_place in zip(places, places[1:] + places[:1], strict=True):
        other[next_place] = deck[place]
    return tuple(other)


def _ideal_leaf(name: bytes, position: int, _card: int, _salt: bytes) -> bytes:
    return blake2s(name + bytes([position])).digest()


def _promised(hand: str, decks: Decks, seed: int) -> tuple[Commitment, Commitment]:
    """Return the two decks of a hand: those given for the first one, any for one after it."""
    if not hand.endswith("/1"):
        decks = two_decks(random.Random(f"later {seed}"))
    first, second = (
        Commitment.of(
            deck_name(hand, number),
            cards,
            [blake2s(f"{hand} {card}".encode(), digest_size=16).digest() for card in cards],
        )
        for number, cards in enumerate(decks)
    )
    return first, second


# ---------------------------------------------------------------------------------------- the hand


async def telling(seed: int, decks: Decks) -> Told:
    """Play one hand from some decks, and return what left the server meanwhile and just after."""
    whims = random.Random(f"hand {seed}")
    stage = Stage(whims, _config(whims), ToldBots(_policy(whims)))
    names = NAMES[: whims.choice((2, 2, 3, 4))]
    STREAM.record = stage.record
    with patch("wildrank.fair.commit.leaf_hash", _ideal_leaf):
        async with stage.app.router.lifespan_context(stage.app):
            habits = [_habits(whims) for _ in names]
            await stage.begin(names, habits, lambda name: _promised(name, decks, seed))
            await _play(stage, whims)
            await _ask_around(stage, WATCHED)
            await stage.end()
    before, then = stage.shown or (None, None)
    selves = {person.name: person.selves for person in stage.people}
    return Told(stage.record.all, before, stage.hand, then, selves)


async def _play(stage: Stage, whims: random.Random) -> None:
    """Let the first hand go by, with people who lose their lines and come back."""
    loop = asyncio.get_running_loop()
    ask_at = whims.uniform(5, 40)
    while loop.time() < LONGEST_S and not (stage.hand is not None and stage.hand.over):
        await asyncio.sleep(whims.uniform(0, 1))
        stage.look()
        if loop.time() > ask_at:
            ask_at += LONGEST_S
            await _ask_around(stage, [whims.choice(WATCHED)])
        person, chance = whims.choice(stage.people), whims.random()
        if chance < 0.01:
            await person.go()
        elif chance < 0.015 or (chance < 0.1 and not person.lines):
            await person.come()
    await asyncio.sleep(1)
    stage.look()


async def _ask_around(stage: Stage, players: Sequence[str]) -> None:
    """Ask over HTTP for all that is told of the table there."""
    api = f"/api/tables/{stage.table.name}"
    for player in players:
        for path in ("/hands", "/hands/1", "/hands/1/receipt", "/ledger"):
            await stage.get(api + path, player)
    for path in ("/metrics", "/healthz"):
        await stage.get(path, "spy")


def _config(whims: random.Random) -> TableConfig:
    return msgspec.structs.replace(
        TableConfig(),
        chairs=6,
        customs=Customs(buy_in=BuyIn.about(whims.choice((24, 60, 200))), act_s=10.0),
        bots=whims.randint(0, 2),
        house_game=whims.choice(("reach-around", "holdem-hilo", "holdem")),
        alone_s=30.0,
        gone_s=10.0,
    )


def _habits(whims: random.Random) -> Habits:
    return Habits(
        sleepy=whims.choice((0.0, 0.15)),
        rash=whims.choice((0.02, 0.2)),
        restless=whims.choice((0.0, 0.05)),
        bossy=whims.choice((0.0, 0.05)),
        bold=whims.uniform(0, 0.6),
        faint=whims.uniform(0, 0.3),
        lossy=whims.choice((0.0, 0.1)),
    )


def _policy(whims: random.Random) -> Policy:
    dice = RandomBot(seed=whims.getrandbits(32))

    def policy(seat: int, state: State, allowed: Legal) -> PlayerAction:
        if whims.random() < 0.05:
            msg = f"what to do with {state.down[seat]}?"  # which no log may tell
            raise ValueError(msg)
        return dice.decide(BotView(seat, state, allowed)).action

    return policy


class Stream(StringIO):
    """Where the server's log goes: to the record of the telling that is going on."""

    record: Record

    def write(self, text: str) -> int:
        """Keep a piece of the log."""
        self.record.note("log", text.encode())
        return len(text)


STREAM: Final = Stream()
