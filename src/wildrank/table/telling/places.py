"""What a client may see of the chairs, of the waiting list and of its own place at the table.

Nothing of the cards in here. Start reading at `chair_view` and `you_view`.
"""

from __future__ import annotations

import math
from collections.abc import Collection

from wildrank.table.chips import reach_of
from wildrank.table.state import Chair, TableState, behind
from wildrank.table.telling.shapes import ChairStatus, ChairView, YouView


def chair_view(table: TableState, number: int, ready: Collection[int]) -> ChairView:
    """Return a chair as everybody may see it.

    Args:
        table: The table.
        number: The chair.
        ready: Chairs that would be dealt in now.
    """
    chair = table.chairs[number]
    if chair is None:
        return ChairView(number)
    stack = behind(table, number)
    return ChairView(
        chair=number,
        name=chair.name,
        bot=chair.bot,
        stack=stack,
        status=_status(table, number, chair, ready),
        bank=None if chair.bot else math.ceil(chair.bank),
        owes=chair.owes,
        more=max(0, chair.to - stack),
        leaving=chair.leaving,
        host=chair.player == table.host,
    )


def _status(table: TableState, number: int, chair: Chair, ready: Collection[int]) -> ChairStatus:
    if chair.out == "out" or not chair.stack:
        return "out"
    if chair.leaving or (number not in ready and not chair.waits):
        return "away"
    hand = table.hand
    dealt_in = not chair.waits if hand is None else hand.seat_of(chair.player) is not None
    return "playing" if dealt_in else "waiting"


def you_view(table: TableState, player: str, called_as: str) -> YouView:
    """Return who a client is.

    Args:
        table: The table.
        player: Who it is; a stranger is a spectator.
        called_as: The name it goes by without a chair.
    """
    number = table.chair_of(player)
    chair = None if number is None else table.chairs[number]
    if number is None or chair is None:
        line = [waiter.player for waiter in table.waiting]
        place = line.index(player) + 1 if player in line else None
        return YouView(
            chair=None,
            name=called_as or None,
            host=table.host == player,
            place=place,
            asking=table.hosting.asked(player) is not None,
        )
    reach = reach_of(table, number)
    return YouView(
        chair=number,
        name=chair.name,
        host=table.host == player,
        out=chair.out,
        owes=chair.owes,
        leaving=chair.leaving,
        low=None if reach is None else reach.low,
        high=None if reach is None else reach.high,
        invite=table.hosting.invite,
    )
