"""Pots: the layers of what was committed, who may win each, and bets that nobody called.

Start reading at `pots`. Nothing here looks at a card.
"""

from __future__ import annotations

from typing import NamedTuple

from wildrank.referee.state import State


class Pot(NamedTuple):
    """The main pot or a side pot.

    Attributes:
        amount: Chips in it.
        seats: Who may win it, clockwise from the button's left.
    """

    amount: int
    seats: tuple[int, ...]


def pots(state: State) -> tuple[Pot, ...]:
    """Return the main pot, then the side pots; empty ones are left out.

    Each amount that a player still in the hand has committed closes a layer; every seat, folded
    ones too, pays its part of each. Dead money lies in the layer that covers its level, and what
    lies above the last layer belongs to it.

    Source: HE-allin-side, HE-allin-dead, D7, D20.
    """
    committed, live = state.committed, state.live
    levels = sorted({committed[seat] for seat in live})
    found: list[Pot] = []
    below, spread = -1, 0
    for level in levels:
        top = level == levels[-1]
        amount = sum(committed if top else (min(chips, level) for chips in committed)) - spread
        spread += amount
        amount += sum(chips for at, chips in state.dead if below < at and (top or at <= level))
        if amount:
            found.append(Pot(amount, tuple(s for s in live if committed[s] >= level)))
        below = level
    return tuple(found)


def uncalled(state: State) -> tuple[int, int] | None:
    """Return the seat and the part of its bet that nobody called, or None.

    Source: HE-fold-win, HE-allin-side, D19.
    """
    bets = state.bets
    highest = max(bets)
    seat = bets.index(highest)
    second = max((bet for other, bet in enumerate(bets) if other != seat), default=0)
    if highest == second or state.folded[seat]:
        return None
    return seat, highest - second


def price_level(state: State, seat: int) -> int:
    """Return the level at which the price of a seat's upcard joins the pots.

    It is the last pot that the buyer and somebody else contest when the card is bought, or the
    main pot, level 0, where that was announced.

    Source: TRA-3.2c, D7, D11.
    """
    if state.announcement.price_pot == "main":
        return 0
    committed, mine = state.committed, state.committed[seat]
    others = [committed[other] for other in state.live if other != seat]
    return min(mine, max(others))
