"""What is due next at a table, and how long it takes: the clock, and pauses people can follow.

Pure, but for the time that a bot seems to think, which is drawn; no clock runs in here. Start
reading at `due`.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection
from typing import Final, Literal, NamedTuple

from wildrank.errors import TableError
from wildrank.referee import Deal, Show, State, beaten, legal, waiting
from wildrank.table.config import TableConfig
from wildrank.table.mixing import asked
from wildrank.table.room import Room
from wildrank.table.seating import heir, in_the_way
from wildrank.table.state import Chair, TableHand

Step = Literal[
    "", "mix", "deal", "move", "grace", "bank", "time-out", "clear", "bot-calls", "repeat-call",
    "go-on", "give-way", "new-host",
]  # fmt: skip
_CHANCE: Final = secrets.SystemRandom()


class Due(NamedTuple):
    """What is due next.

    Attributes:
        key: The same while the table waits for the same thing; a new one starts the clock.
        step: What will be done; nothing when the table waits for people to come.
        seconds: How long it takes until then.
        clock: Whether a person is thinking, who may see the seconds go by.
        at_once: Whether nothing is awaited any longer.
    """

    key: tuple[object, ...]
    step: Step = ""
    seconds: float | None = None
    clock: bool = False
    at_once: bool = False


def due(room: Room) -> Due:
    """Return what is due next."""
    table, config, people = room.table, room.config, room.people
    if config.needs_people and not people and not room.someone_waits:
        return Due(("nobody",))
    if table.hosting.paused:
        return _due_in_pause(room)
    hand = table.playing
    if hand is not None and hand.state is None:
        return _due_in_deal(hand, config, asked(hand, people) - set(room.answers))
    if hand is not None:
        return _due_in_hand(room, hand)
    if table.hand is not None:
        hurry = bool(people) and set(people) <= set(room.answers)
        return _due_after(table.hand, config, hurry=hurry)
    return _due_between(room)


def _due_in_pause(room: Room) -> Due:
    """Wait for the host, and not for ever for one who is gone."""
    if room.table.host in room.here:
        return Due(("paused",))
    return Due(("paused", "gone"), "go-on", room.config.pause_s)


def _due_in_deal(hand: TableHand, config: TableConfig, awaited: Collection[str]) -> Due:
    """Wait a moment for the people's promises, then for their seeds, and for nobody longer."""
    stage = "promise" if hand.deal is not None and hand.deal.promises is None else "seed"
    return Due(("mix", hand.number, stage), "mix", config.seed_s, at_once=not awaited)


def _due_between(room: Room) -> Due:
    """Wait for the next dealer's call, or for people."""
    table, config, dealer = room.table, room.config, room.dealer
    chair = None if dealer is None else table.chairs[dealer]
    if chair is None:
        gone = in_the_way(room)
        if gone is None:
            return _due_in_lobby(room)
        return Due(("lobby", tuple(room.ready), gone), "give-way", config.pause_s)
    key = ("call", table.hands, dealer, chair.player)
    if table.customs.mode == "orbit":
        return Due(key, "repeat-call", thinking(config))
    if chair.bot:
        return Due(key, "bot-calls", thinking(config))
    seconds = _limit(room, chair, config.call_s)
    return Due((*key, seconds), "repeat-call", seconds, clock=True)


def _due_in_lobby(room: Room) -> Due:
    """Wait for people; where one asks in vain for a seat, another host says yes or no."""
    key, other = ("lobby", tuple(room.ready)), heir(room)
    if other is None:
        return Due(key)
    return Due((*key, "host", other.player), "new-host", room.config.pause_s)


def _limit(room: Room, chair: Chair, usual: float) -> float | None:
    """Return how long a person may think, None for any time.

    Nobody hurries a person whom nobody waits for, nor anybody at a table without a clock; but
    there too somebody who is gone keeps the others waiting no longer than usual.
    """
    people = [other.player for _, other in room.table.seated() if not other.bot]
    people += [waiter.player for waiter in room.table.waiting if waiter.player in room.here]
    here = chair.player in room.here
    if here and people == [chair.player]:
        return room.config.alone_s
    return None if here and room.table.customs.act_s is None else usual


def _hasty(room: Room, chair: Chair | None) -> bool:
    """Whether nobody waits for what is on a chair: a person who is about to leave, or is away."""
    return chair is not None and (chair.leaving or chair.late >= room.config.late)


def _person_acts(room: Room, hand: TableHand, number: int, chair: Chair) -> Due:
    """Run the clock of a person: the usual one, the grace of a dropped line, the time bank."""
    usual = room.table.customs.act_s
    seconds = _limit(room, chair, room.config.gone_s if usual is None else usual)
    kind = "act"
    if seconds is not None and hand.extra is not None:
        seconds, kind = hand.extra.seconds, hand.extra.kind
    key = ("hand", hand.number, len(hand.steps), kind, seconds)
    return Due(key, _after_clock(room, hand, number, chair), seconds, clock=True)


def _after_clock(room: Room, hand: TableHand, number: int, chair: Chair) -> Step:
    """Return what follows when a person's clock ends.

    A dropped line has its grace only where chips of its owner are in the pot, and once a hand; the
    bank is not spent on somebody who is gone.

    Source: D49.
    """
    if hand.extra is not None and hand.extra.kind == "bank":
        return "time-out"
    if chair.player in room.here:
        return "bank" if chair.bank else "time-out"
    state, seat = hand.state, hand.seat_of(chair.player)
    staked = state is not None and seat is not None and state.committed[seat]
    return "grace" if staked and number not in hand.graced else "time-out"


def thinking(config: TableConfig) -> float:
    """Return how long a bot seems to think, whatever it holds."""
    return _CHANCE.uniform(*config.think_s)


def _due_after(hand: TableHand, config: TableConfig, *, hurry: bool) -> Due:
    """Leave the result on the table until all people are ready for the next hand."""
    contested = hand.state is not None and any(hand.state.shown)
    rest = config.result_s if contested else config.short_result_s
    return Due(("rest", hand.number, hurry), "clear", 0.0 if hurry else rest)


def _due_in_hand(room: Room, hand: TableHand) -> Due:
    state, config = hand.state, room.config
    wait = None if state is None else waiting(state)
    if state is None or wait is None:
        msg = "a hand waits for nothing and is not over"
        raise TableError(msg, code="table/stuck")
    key = ("hand", hand.number, len(hand.steps))
    if isinstance(wait, Deal):
        return Due(key, "deal", _deal_pause(state, wait, config))
    number = hand.chairs[wait.seat]
    chair = room.table.chairs[number]
    bot, hasty = chair is None or chair.bot, _hasty(room, chair)
    if isinstance(wait, Show):
        if bot or hasty or not (legal(state).muck and beaten(state, wait.seat)):
            return Due(key, "move" if bot else "time-out", config.show_s)
        return Due(key, "time-out", config.choose_s, clock=True)
    if chair is None or bot:
        return Due(key, "move", thinking(config))
    if hasty:
        return Due((*key, "hasty"), "time-out", thinking(config))
    return _person_acts(room, hand, number, chair)


def _deal_pause(state: State, deal: Deal, config: TableConfig) -> float:
    """Return the pause before a deal: long after the announcement, short between seats."""
    if not any(state.down):
        return config.announce_s
    if len(deal.seats) == 1:
        return config.deal_s / 2
    return config.deal_s * (2 if any(state.shown) else 1)
