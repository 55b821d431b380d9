"""What happens between two hands: who comes, who goes, and who gets chips.

Pure. Start reading at `after`, then `tidy`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import Final

from wildrank.table import events as ev
from wildrank.table.blinds import declined
from wildrank.table.fold import fold
from wildrank.table.hostevents import TableEnded
from wildrank.table.room import Room
from wildrank.table.seating import free_name, names_at, place
from wildrank.table.state import Chair, TableState, Waiter

Recruit = Callable[[Collection[str]], tuple[str, str]]  # names taken -> a bot's player and name

# Bots leave gaps for people between them as long as they can.
_BOT_CHAIRS: Final = (2, 4, 6, 8, 1, 3, 5, 7, 0)
_PLACE_KEPT: Final = 5  # hands that somebody gone keeps a place on the waiting list


class _Draft:
    """A table on which events are tried out in order."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.events: list[ev.TableEvent] = []

    @property
    def table(self) -> TableState:
        return self.room.table

    def happen(self, *events: ev.TableEvent) -> None:
        for event in events:
            table = fold(self.table, self.table.n + 1, event)
            self.room = self.room._replace(table=table)
            self.events.append(event)


def tidy(room: Room, recruit: Recruit) -> list[ev.TableEvent]:
    """Return what happens when no cards are on the table; in a hand only free chairs are filled.

    Who wanted to leaves, and who was away for long; who waits sits down; bots come or go until
    there are as many as wanted, as far as there are chairs; chips that were ordered come. Where
    the host ends the table, everybody leaves with their chips instead, and it is over.
    """
    draft = _Draft(room)
    between = room.table.hand is None
    if between and room.table.hosting.ending:
        left = [ev.Left(number, chair.name, chair.stack) for number, chair in room.table.seated()]
        return [*left, TableEnded()]
    if between:
        for number, chair in room.table.seated():
            _let_go(draft, number, chair)
    for waiter in room.table.waiting:
        _seat_waiting(draft, waiter)
    if between:
        _fit_bots(draft, recruit)
        for number, chair in draft.table.seated():
            _bring_chips(draft, number, chair)
        for number in declined(draft.table, draft.room.ready):
            draft.happen(ev.SatOut(number, "out"))
    return draft.events


def after(room: Room, events: Iterable[ev.TableEvent], recruit: Recruit) -> list[ev.TableEvent]:
    """Return some events and what the table tidies once they have happened.

    Both are kept together, so that nothing is half done after a crash.
    """
    if room.table.playing is not None and not room.table.waiting:
        return list(events)  # there is nothing to tidy
    draft = _Draft(room)
    draft.happen(*events)
    return [*draft.events, *tidy(draft.room, recruit)]


def _let_go(draft: _Draft, number: int, chair: Chair) -> None:
    """Let somebody leave or be dealt out.

    The chips of who was away for long are cashed out, as when somebody stands up.
    """
    room = draft.room
    idle = chair.out == "out" or not chair.stack or chair.player not in room.here
    away = not chair.bot and idle and chair.missed >= room.config.away_hands
    if chair.leaving or away:
        draft.happen(ev.Left(number, chair.name, chair.stack))
    elif chair.out == "hand":
        draft.happen(ev.SatOut(number, "out"))


def _seat_waiting(draft: _Draft, waiter: Waiter) -> None:
    """Seat somebody who waits; one who is gone is passed over, and keeps the place for a while."""
    here = waiter.player in draft.room.here
    if here is not (waiter.gone is None):
        draft.happen(ev.WaiterSeen(waiter.player, here))
    if here:
        draft.happen(*(place(draft.room, waiter) or ()))
    elif waiter.gone is not None and draft.table.hands - waiter.gone >= _PLACE_KEPT:
        draft.happen(ev.WaitEnded(waiter.player))


def _bring_chips(draft: _Draft, number: int, chair: Chair) -> None:
    """Bring the chips somebody ordered, as far as they are more; a bot's come by themselves."""
    limits = draft.table.customs.buy_in
    to = min(chair.to, limits.high)
    if chair.bot and not chair.stack:
        to = limits.usual
    if to > chair.stack:
        draft.happen(ev.Rebought(number, chair.name, to - chair.stack))
    elif chair.to:
        draft.happen(ev.ChipsOrdered(number, 0))


def _fit_bots(draft: _Draft, recruit: Recruit) -> None:
    buy_in = draft.table.customs.buy_in.usual
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
            player, name = recruit(names_at(draft.table))
            bots.append(number)
            name = free_name(name, names_at(draft.table))
            draft.happen(ev.Sat(number, name, player, buy_in, bot=True))
