"""What is due next at a table, and how long it takes: the clock, and pauses people can follow.

Pure: no clock runs in here. Start reading at `due`.
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
from wildrank.table.state import Chair, TableHand

Step = Literal["", "mix", "deal", "move", "time-out", "clear", "bot-calls", "repeat-call"]
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
    if config.needs_people and not people:
        return Due(("nobody",))
    hand = table.playing
    if hand is not None and hand.state is None:
        return _due_in_deal(hand, config, asked(hand, people) - set(room.answers))
    if hand is not None:
        return _due_in_hand(room, hand)
    if table.hand is not None:
        hurry = bool(people) and set(people) <= set(room.answers)
        return _due_after(table.hand, config, hurry=hurry)
    return _due_between(room)


def _due_in_deal(hand: TableHand, config: TableConfig, awaited: Collection[str]) -> Due:
    """Wait a moment for the people's promises, then for their seeds, and for nobody longer."""
    stage = "promise" if hand.deal is not None and hand.deal.promises is None else "seed"
    return Due(("mix", hand.number, stage), "mix", config.seed_s, at_once=not awaited)


def _due_between(room: Room) -> Due:
    """Wait for the next dealer's call, or for people."""
    table, config, dealer = room.table, room.config, room.dealer
    chair = None if dealer is None else table.chairs[dealer]
    if chair is None:
        return Due(("lobby", tuple(room.ready)))
    key = ("call", table.hands, dealer, chair.player)
    if chair.bot:
        return Due(key, "bot-calls", thinking(config))
    unhurried = chair.player == _alone(room)
    seconds = config.alone_s if unhurried else config.call_s
    return Due((*key, unhurried), "repeat-call", seconds, clock=True)


def _alone(room: Room) -> str | None:
    """Return the only person seated, whom nobody waits for; None where there are more."""
    seated = [chair.player for _, chair in room.table.seated() if not chair.bot]
    return seated[0] if len(seated) == 1 and seated[0] in room.here else None


def hurried(chair: Chair | None) -> bool:
    """Whether nobody waits for what is on a chair: a person who is about to leave."""
    return chair is not None and chair.leaving


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
    chair = room.table.chairs[hand.chairs[wait.seat]]
    bot = chair is None or chair.bot
    if isinstance(wait, Show):
        if bot or hurried(chair) or not (legal(state).muck and beaten(state, wait.seat)):
            return Due(key, "move" if bot else "time-out", config.show_s)
        return Due(key, "time-out", config.choose_s, clock=True)
    if bot:
        return Due(key, "move", thinking(config))
    if hurried(chair):
        return Due((*key, "leaving"), "time-out", thinking(config))
    unhurried = chair is not None and chair.player == _alone(room)
    seconds = config.alone_s if unhurried else config.act_s
    return Due((*key, unhurried), "time-out", seconds, clock=True)


def _deal_pause(state: State, deal: Deal, config: TableConfig) -> float:
    """Return the pause before a deal: long after the announcement, short between seats."""
    if not any(state.down):
        return config.announce_s
    if len(deal.seats) == 1:
        return config.deal_s / 2
    return config.deal_s * (2 if any(state.shown) else 1)
