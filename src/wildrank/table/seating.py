"""Who may sit where: names, chairs, the waiting list, sitting out.

Pure functions that answer with events. Start reading at `sit`; what happens between two hands is
in `wildrank.table.between`.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from typing import Final

from wildrank.errors import TableError
from wildrank.table import events as ev
from wildrank.table.blinds import next_of
from wildrank.table.hostevents import HostChanged
from wildrank.table.room import Room
from wildrank.table.state import Chair, TableState, Waiter
from wildrank.table.wishes import MAX_NAME, Sit, SitIn, SitOut, Stand

MOST_WAITING: Final = 50
_MISSED: Final = 2  # hands that somebody gone has missed who gives way to the waiting list
_MOST_MARKS: Final = 2  # accents on one letter; more would cover the lines around
# Letters by their category of which nothing is seen, variation selectors among them.
_UNSEEN: Final = dict.fromkeys(
    (0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, *range(0xFE00, 0xFE10),
     *range(0xE0100, 0xE01F0))
)  # fmt: skip


def shown_name(name: str) -> str:
    """Return a name as it is shown: printable, one line, not too long; empty if nothing is left.

    Names that look alike because their letters are only written in other ways become the same.

    >>> shown_name("Zoe\u0308"), shown_name(" Ann\u202e\u3164"), shown_name("\u2800")
    ('Zoë', 'Ann', '')
    """
    composed = unicodedata.normalize("NFKC", name).translate(_UNSEEN)
    letters: list[str] = []
    marks = 0
    for letter in composed:
        marks = marks + 1 if unicodedata.combining(letter) else 0
        if marks <= _MOST_MARKS:
            letters.append(letter if letter.isprintable() else " ")
    return " ".join("".join(letters).split())[:MAX_NAME].strip()


def clean_name(name: str) -> str:
    """Return a name as it is shown.

    Raises:
        TableError: If nothing is left of it.
    """
    cleaned = shown_name(name)
    if not cleaned:
        msg = f"{name!r} is no name; a name has 1 to {MAX_NAME} letters"
        raise TableError(msg, code="table/name")
    return cleaned


class Names:
    """Names that nobody else has, given out one after the other."""

    def __init__(self, taken: Iterable[str] = ()) -> None:
        """Start with the names that are taken."""
        self._taken = {name.casefold() for name in taken}
        self._numbers: dict[str, int] = {}

    def free(self, name: str) -> str:
        """Return a name that is now taken too: a second Ann becomes ``Ann 2``."""
        found, start = name, name[: MAX_NAME - 3]
        number = self._numbers.get(start.casefold(), 1)
        while found.casefold() in self._taken:
            number += 1
            found = f"{start} {number}"
        self._numbers[start.casefold()] = number
        self._taken.add(found.casefold())
        return found


def free_name(name: str, taken: Iterable[str]) -> str:
    """Return a name that nobody at the table has."""
    return Names(taken).free(name)


def names_at(table: TableState) -> list[str]:
    """Return the names of everybody seated."""
    return [chair.name for _, chair in table.seated()]


def own_chair(table: TableState, player: str, what: str) -> tuple[int, Chair]:
    """Return the chair of a player, by number and with who sits there.

    Args:
        table: The table.
        player: Who must have one.
        what: What is done with it, for the refusal of who has none.

    Raises:
        TableError: If the player has no chair.
    """
    number = table.chair_of(player)
    chair = None if number is None else table.chairs[number]
    if number is None or chair is None:
        msg = f"you have no chair {what}"
        raise TableError(msg, code="table/not-seated")
    return number, chair


# --------------------------------------------------------------------------- coming and going


def sit(room: Room, player: str, wish: Sit) -> tuple[ev.TableEvent, ...]:
    """Take a chair, or go on the waiting list where none is to be had now.

    Somebody who is seated already stays there, even after asking to leave. Nobody passes those
    who wait already.

    Raises:
        TableError: If the player sits elsewhere, a person sits there while other chairs are to be
            had, the name or the stack will not do, or the list is full.
    """
    table = room.table
    mine = table.chair_of(player)
    if mine is not None:
        return _stay(table, mine, wish)
    name = clean_name(wish.name)
    _refuse_stack(table, wish.stack)
    _refuse_chair(table, wish.chair)
    if any(waiter.player == player for waiter in table.waiting):
        return ()
    queue = any(waiter.player in room.here for waiter in table.waiting)
    placed = None if queue else place(room, Waiter(player, name, wish.chair, wish.stack))
    if placed is not None:
        return placed
    return (*_make_room(room), ev.WaitBegan(player, name, wish.chair, wish.stack))


def _make_room(room: Room) -> tuple[ev.TableEvent, ...]:
    """Let the first of those who are gone give way where the waiting list is full.

    Raises:
        TableError: If all are there.
    """
    waiting = room.table.waiting
    if len(waiting) < MOST_WAITING:
        return ()
    gone = next((one.player for one in waiting if one.player not in room.here), None)
    if gone is None:
        msg = f"{MOST_WAITING} people wait for a chair already; try again later"
        raise TableError(msg, code="table/list-full")
    return (ev.WaitEnded(gone),)


def _stay(table: TableState, mine: int, wish: Sit) -> tuple[ev.TableEvent, ...]:
    chair = table.chairs[mine]
    if wish.chair not in (None, mine):
        msg = f"you sit on chair {mine}; stand up before you take chair {wish.chair}"
        raise TableError(msg, code="table/seated")
    leaving = chair is not None and chair.leaving
    return (ev.LeaveWanted(mine, leaving=False),) if leaving else ()


def _refuse_stack(table: TableState, stack: int | None) -> None:
    limits = table.coming.buy_in
    if stack is not None and not limits.low <= stack <= limits.high:
        msg = f"you may sit down with {limits.low} to {limits.high} chips, not {stack}"
        raise TableError(msg, code="table/buy-in")


def _refuse_chair(table: TableState, wanted: int | None) -> None:
    """Refuse a person's chair while others are to be had, and one that is not there."""
    free = [n for n, chair in enumerate(table.chairs) if chair is None or chair.bot]
    there = wanted is None or wanted < len(table.chairs)
    if not there or (free and wanted is not None and wanted not in free):
        words = ", ".join(map(str, free)) or "none"
        msg = f"chair {wanted} is taken or not there; chairs to be had: {words}"
        raise TableError(msg, code="table/chair-taken")


def place(room: Room, waiter: Waiter) -> tuple[ev.TableEvent, ...] | None:
    """Return the events of seating somebody, None while no chair is to be had.

    Who left a while ago brings no fewer chips than were taken then.
    """
    table = room.table
    number = _open_chair(room, waiter.chair)
    if number is None:
        return None
    old, limits = table.chairs[number], table.coming.buy_in
    gone = () if old is None else (ev.Left(number, old.name, old.stack),)
    name = free_name(waiter.name, [n for n in names_at(table) if old is None or n != old.name])
    brought = limits.usual if waiter.stack is None else waiter.stack
    stack = min(max(brought, limits.low), limits.high)
    left = table.left_with(waiter.player)
    if left is not None:
        stack = max(stack, left.stack)
    return (*gone, ev.Sat(number, name, waiter.player, stack))


def _open_chair(room: Room, wanted: int | None) -> int | None:
    """Return the chair to be had: a free one, a bot's between hands, one that is given up."""
    table = room.table
    free = [number for number, chair in enumerate(table.chairs) if chair is None]
    bots = [number for number, chair in table.seated() if chair.bot]
    if wanted in free:
        return wanted
    if free and wanted not in bots:
        return free[0]
    if bots:
        number = wanted if wanted in bots else bots[0]
        return number if table.hand is None else None
    return _given_up(room)


def _given_up(room: Room) -> int | None:
    """Return the first chair of somebody gone, who is in no hand and has missed a few.

    Where nobody seated is there, nothing is dealt that could be missed.
    """
    hand = room.table.playing
    anybody = bool(room.people)
    for number, chair in room.table.seated():
        gone = chair.player not in room.here and (chair.missed >= _MISSED or not anybody)
        if gone and (hand is None or hand.seat_of(chair.player) is None):
            return number
    return None


def in_the_way(room: Room) -> int | None:
    """Return the chair of somebody gone without which a hand could be dealt.

    Too few are there to play, so that nobody misses a hand, and somebody who is there waits. None
    where it is not so.
    """
    table = room.table
    if not room.someone_waits or table.hand is not None or room.dealer is not None:
        return None
    gone = (n for n, chair in table.seated() if not chair.bot and chair.player not in room.here)
    return next(gone, None)


def heir(room: Room) -> HostChanged | None:
    """Return who becomes the host after one who is gone, while somebody asks for a seat.

    That is the next person at the table who is there; None where nobody is, or none is needed.
    """
    table = room.table
    mine = table.chair_of(table.host)
    asked = any(one.player in room.here for one in table.hosting.asks)
    there = {n: chair for n, chair in table.seated() if chair.player in room.people}
    if mine is None or table.host in room.here or not asked or not there:
        return None
    number = next_of(there, mine)
    return HostChanged(there[number].player, number, there[number].name)


def stand(room: Room, player: str, _wish: Stand) -> tuple[ev.TableEvent, ...]:
    """Leave the chair, at once or after the hand, or the waiting list.

    Raises:
        TableError: If the player has no chair and waits for none.
    """
    table = room.table
    if any(waiter.player == player for waiter in table.waiting):
        return (ev.WaitEnded(player),)
    number, chair = own_chair(table, player, "to leave")
    if table.hand is not None and table.hand.seat_of(player) is not None:
        return () if chair.leaving else (ev.LeaveWanted(number, leaving=True),)
    return (ev.Left(number, chair.name, chair.stack),)


# -------------------------------------------------------------------------------- sitting out


def sit_out(room: Room, player: str, wish: SitOut) -> tuple[ev.TableEvent, ...]:
    """Be dealt out from the next hand on, or when the big blind comes.

    Raises:
        TableError: If the player has no chair.
    """
    number, chair = own_chair(room.table, player, "to sit out on")
    return () if chair.out in ("out", wish.when) else (ev.SatOut(number, wish.when),)


def sit_in(room: Room, player: str, wish: SitIn) -> tuple[ev.TableEvent, ...]:
    """Be dealt in again.

    Raises:
        TableError: If the player has no chair.
    """
    number, chair = own_chair(room.table, player, "to sit in on")
    settled = not (chair.out or chair.late or (chair.owes and chair.waits is wish.post))
    return () if settled else (ev.SatIn(number, wish.post),)
