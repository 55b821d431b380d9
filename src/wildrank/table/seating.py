"""Who may sit where: chairs, names, bots that come and go, and fresh stacks.

Pure functions that answer with events. Start reading at `sit` and `tidy`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Final

from wildrank.errors import TableError
from wildrank.table import events as ev
from wildrank.table.commands import MAX_NAME, Sit, Stand
from wildrank.table.room import Room
from wildrank.table.state import TableState, Waiter, fold

Recruit = Callable[[Collection[str]], tuple[str, str]]  # names taken -> a bot's player and name

# Bots leave gaps for people between them as long as they can.
_BOT_CHAIRS: Final = (2, 4, 6, 8, 1, 3, 5, 7, 0)


def clean_name(name: str) -> str:
    """Return a name as it is shown: printable, one line, not too long.

    Raises:
        TableError: If nothing is left of it.
    """
    printable = "".join(mark if mark.isprintable() else " " for mark in name)
    cleaned = " ".join(printable.split())[:MAX_NAME].strip()
    if not cleaned:
        msg = f"{name!r} is no name; a name has 1 to {MAX_NAME} letters"
        raise TableError(msg, code="table/name")
    return cleaned


def free_name(name: str, taken: Collection[str]) -> str:
    """Return a name that nobody at the table has: a second Ann becomes ``Ann 2``."""
    known = {other.casefold() for other in taken}
    found, number = name, 1
    while found.casefold() in known:
        number += 1
        found = f"{name[: MAX_NAME - 3]} {number}"
    return found


def _names(table: TableState) -> list[str]:
    return [chair.name for _, chair in table.seated()]


def chair_for(table: TableState, wish: Sit) -> int:
    """Return the chair a wish is about: the one named, the first free one, or a bot's.

    Raises:
        TableError: If there is no such chair, a person sits there, or people sit everywhere.
    """
    free = [number for number, chair in enumerate(table.chairs) if chair is None]
    bots = [number for number, chair in table.seated() if chair.bot]
    if wish.chair is None:
        if not free and not bots:
            msg = f"all {len(table.chairs)} chairs are taken; you may watch"
            raise TableError(msg, code="table/full")
        return (free or bots)[0]
    if wish.chair not in free and wish.chair not in bots:
        words = ", ".join(str(number) for number in free) or "none"
        msg = f"chair {wish.chair} is taken or not there; free chairs: {words}"
        raise TableError(msg, code="table/chair-taken")
    return wish.chair


def sit(room: Room, player: str, wish: Sit) -> tuple[ev.TableEvent, ...]:
    """Return the events of taking a chair, or of waiting for one.

    Somebody who is seated already stays there, even after asking to leave.

    Raises:
        TableError: As `chair_for`, or if the player sits elsewhere already.
    """
    table = room.table
    mine = table.chair_of(player)
    if mine is not None:
        return _stay(table, mine, wish)
    gone = give_way(room, wish)
    for event in gone:
        table = fold(table, table.n + 1, event)
    return (*gone, *_take(table, player, wish))


def _stay(table: TableState, mine: int, wish: Sit) -> tuple[ev.TableEvent, ...]:
    chair = table.chairs[mine]
    if wish.chair not in (None, mine):
        msg = f"you sit on chair {mine}; stand up before you take chair {wish.chair}"
        raise TableError(msg, code="table/seated")
    leaving = chair is not None and chair.leaving
    return (ev.LeaveWanted(mine, leaving=False),) if leaving else ()


def _take(table: TableState, player: str, wish: Sit) -> tuple[ev.TableEvent, ...]:
    name = clean_name(wish.name)
    number = chair_for(table, wish)
    bot = table.chairs[number]
    stack = table.customs.buy_in.usual if wish.stack is None else wish.stack
    if bot is None:
        return (ev.Sat(number, free_name(name, _names(table)), player, stack),)
    if table.hand is not None:
        known = any(waiter.player == player for waiter in table.waiting)
        return () if known else (ev.WaitBegan(player, name, wish.chair, wish.stack),)
    taken = [other for other in _names(table) if other != bot.name]
    return (
        ev.Left(number, bot.name, bot.stack),
        ev.Sat(number, free_name(name, taken), player, stack),
    )


def stand(room: Room, player: str, _wish: Stand) -> tuple[ev.TableEvent, ...]:
    """Return the events of leaving a chair, at once or after the hand, or the waiting list.

    Raises:
        TableError: If the player has no chair and waits for none.
    """
    table = room.table
    if any(waiter.player == player for waiter in table.waiting):
        return (ev.WaitEnded(player),)
    number = table.chair_of(player)
    chair = None if number is None else table.chairs[number]
    if number is None or chair is None:
        msg = "you have no chair to leave"
        raise TableError(msg, code="table/not-seated")
    if table.hand is not None and table.hand.seat_of(player) is not None:
        return () if chair.leaving else (ev.LeaveWanted(number, leaving=True),)
    return (ev.Left(number, chair.name, chair.stack),)


def give_way(room: Room, wish: Sit) -> tuple[ev.TableEvent, ...]:
    """Return the events by which somebody absent leaves a full table to who is there.

    The first absent person who is in no hand goes, and only when people hold all chairs.
    """
    table = room.table
    seated = [chair for _, chair in table.seated()]
    full = len(seated) == len(table.chairs) and not any(chair.bot for chair in seated)
    if not full or wish.chair is not None:
        return ()
    hand = table.playing
    for number, chair in table.seated():
        if chair.player not in room.here and (hand is None or hand.seat_of(chair.player) is None):
            return (ev.Left(number, chair.name, chair.stack),)
    return ()


class _Draft:
    """A table on which events are tried out in order."""

    def __init__(self, table: TableState) -> None:
        self.table = table
        self.events: list[ev.TableEvent] = []

    def happen(self, event: ev.TableEvent) -> None:
        self.table = fold(self.table, self.table.n + 1, event)
        self.events.append(event)


def tidy(table: TableState, recruit: Recruit) -> list[ev.TableEvent]:
    """Return what happens between two hands.

    Who wanted to leaves; who waited for a bot's chair sits down; bots come or go until there are
    as many as wanted, as far as there are chairs; who lost everything gets a fresh stack.
    """
    draft = _Draft(table)
    for number, chair in table.seated():
        if chair.leaving:
            draft.happen(ev.Left(number, chair.name, chair.stack))
        elif chair.out == "hand":
            draft.happen(ev.SatOut(number, "out"))
    for waiter in table.waiting:
        _seat_waiting(draft, waiter)
    buy_in = table.customs.buy_in.usual
    _fit_bots(draft, buy_in, recruit)
    for number, chair in draft.table.seated():
        if not chair.stack:
            draft.happen(ev.Rebought(number, chair.name, buy_in))
    return draft.events


def _seat_waiting(draft: _Draft, waiter: Waiter) -> None:
    """Seat somebody who waited, on another chair if that one went to a person meanwhile."""
    for chair in (waiter.chair, None):
        try:
            events = _take(draft.table, waiter.player, Sit(waiter.name, chair, waiter.stack))
        except TableError:
            continue
        for event in events:
            draft.happen(event)
        return
    draft.happen(ev.WaitEnded(waiter.player))


def _fit_bots(draft: _Draft, buy_in: int, recruit: Recruit) -> None:
    people = sum(not chair.bot for _, chair in draft.table.seated())
    bots = [number for number, chair in draft.table.seated() if chair.bot]
    wanted = min(draft.table.bots_wanted, len(draft.table.chairs) - people)
    while len(bots) > wanted:
        number = bots.pop()
        chair = draft.table.chairs[number]
        if chair is not None:
            draft.happen(ev.Left(number, chair.name, chair.stack))
    for number in _BOT_CHAIRS:
        if len(bots) >= wanted:
            return
        if number < len(draft.table.chairs) and draft.table.chairs[number] is None:
            player, name = recruit(_names(draft.table))
            bots.append(number)
            name = free_name(name, _names(draft.table))
            draft.happen(ev.Sat(number, name, player, buy_in, bot=True))
