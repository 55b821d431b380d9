"""What is true of a table now and stands in no log: who is ready, what the clock says.

Start reading at `Moment.of`.
"""

from __future__ import annotations

import math
from collections.abc import Collection
from typing import NamedTuple

from wildrank.games import GameCall
from wildrank.referee import legal
from wildrank.table.room import Room


class Moment(NamedTuple):
    """What is true of a table now and stands in no log.

    Attributes:
        ready: Chairs that would be dealt in now.
        dealer: Chair of the next dealer, None while too few are ready.
        usual: What is called when the dealer says nothing.
        seconds: What is left of the clock of the person waited for, None when it is nobody.
        limit: What was on it when it started.
        bank: What is in that person's time bank.
        in_bank: Whether it is being used.
        watching: How many people are connected and have no chair.
    """

    ready: Collection[int] = ()
    dealer: int | None = None
    usual: GameCall | None = None
    seconds: int | None = None
    limit: int | None = None
    bank: int | None = None
    in_bank: bool = False
    watching: int = 0

    @classmethod
    def of(cls, room: Room, limit: float | None, watching: int) -> Moment:
        """Return what is true in a room.

        Args:
            room: The room.
            limit: What was on the clock that runs, when it started.
            watching: How many people watch.
        """
        ready, dealer = room.ready, room.dealer
        usual = None if dealer is None else room.offer(dealer).usual
        moment = cls(ready, dealer, usual, watching=watching)
        if room.left is None or limit is None:
            return moment
        moment = moment._replace(seconds=math.ceil(room.left), limit=math.ceil(limit))
        hand = room.table.playing
        number = None if hand is None or hand.state is None else legal(hand.state).seat
        chair = None if hand is None or number is None else room.table.chairs[hand.chairs[number]]
        if hand is None or chair is None:
            return moment
        in_bank = hand.extra is not None and hand.extra.kind == "bank"
        left = min(chair.bank, room.left) if in_bank else chair.bank
        return moment._replace(bank=math.ceil(left), in_bank=in_bank)
