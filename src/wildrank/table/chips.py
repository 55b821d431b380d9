"""Chips that come between hands: top-ups and rebuys, ordered at any moment.

Pure. Start reading at `buy_chips`.
"""

from __future__ import annotations

from typing import NamedTuple

from wildrank.errors import TableError
from wildrank.table import events as ev
from wildrank.table.room import Room
from wildrank.table.seating import own_chair
from wildrank.table.state import TableState, behind
from wildrank.table.wishes import BuyChips


class Reach(NamedTuple):
    """The fewest and the most chips somebody may order."""

    low: int
    high: int


def reach_of(table: TableState, number: int) -> Reach | None:
    """Return what may be ordered for a chair: more than is behind, within the limits.

    None where somebody has as much as may be bought already.
    """
    limits = table.coming.buy_in
    low = max(limits.low, behind(table, number) + 1)
    return Reach(low, limits.high) if low <= limits.high else None


def buy_chips(room: Room, player: str, wish: BuyChips) -> tuple[ev.TableEvent, ...]:
    """Have so many chips from the next hand on; nobody takes chips off the table.

    Raises:
        TableError: If the player has no chair, or may not have so many.
    """
    number, _ = own_chair(room.table, player, "to have chips on")
    reach = reach_of(room.table, number)
    if reach is None:
        most = room.table.coming.buy_in.high
        msg = f"you have {behind(room.table, number)} chips, and may buy up to {most}"
        raise TableError(msg, code="table/chips")
    if not reach.low <= wish.to <= reach.high:
        msg = f"you may have {reach.low} to {reach.high} chips, not {wish.to}"
        raise TableError(msg, code="table/chips")
    return (ev.ChipsOrdered(number, wish.to),)
