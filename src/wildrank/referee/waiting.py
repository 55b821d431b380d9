"""What a hand waits for: the dealer, a bet, a choice of card, a show, or nothing.

Chance is an ordinary answer: a table deals shuffled cards, a solver every card, a history the
cards it tells of. Start reading at `waiting`.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from wildrank.referee import betting, showdown
from wildrank.referee.state import State, remembered


class Deal(msgspec.Struct, frozen=True, gc=False):
    """The hand waits for the dealer's cards.

    Attributes:
        seats: Who receives them, in dealing order; empty for the board.
        count: How many cards in all; each seat gets one a round.
        up: Whether they are dealt face up.
        burn: How many cards are burned first.
    """

    seats: tuple[int, ...]
    count: int
    up: bool = False
    burn: int = 0


class Act(msgspec.Struct, frozen=True, gc=False):
    """The hand waits for a seat to fold, check, call, bet or raise."""

    seat: int


class Buy(msgspec.Struct, frozen=True, gc=False):
    """The hand waits for a seat to buy its card up at a price, or to take it down."""

    seat: int
    price: int


class Show(msgspec.Struct, frozen=True, gc=False):
    """The hand waits for a seat to show its cards or to muck them."""

    seat: int


Waiting = Deal | Act | Buy | Show


@remembered
def waiting(state: State) -> Waiting | None:
    """Return what the hand waits for: the dealer, a decision, or nothing once it is over."""
    if state.over:
        return None
    deal = dealing(state)
    if deal is not None:
        return deal
    seat = betting.next_to_act(state)
    if seat is not None:
        return Act(seat)
    seat = showdown.next_to_show(state)
    return None if seat is None else Show(seat)


def dealing(state: State) -> Deal | Buy | None:
    """Return the deal or the purchase that this street waits for, or None when it is dealt.

    Source: TRA-2.2, TRA-2.3, HE-flop, D42, D51.
    """
    street = state.game.streets[state.street]
    if state.due > street.board:
        return _personal(state)
    if street.buyable and state.announcement.peek:
        choosing = _choosing(state, state.live)
        if choosing is not None:
            return choosing
    if not state.due:
        return None
    return Deal((), state.due, burn=_burn(state))


def _burn(state: State) -> int:
    """Return how many cards are burned before the next deal: one before the first of a street.

    Source: D42.
    """
    street = state.game.streets[state.street]
    if not (street.burn and state.announcement.burns):
        return 0
    whole = (street.down + street.up) * len(state.live) + street.board
    return int(state.due == whole)


def _personal(state: State) -> Deal | Buy:
    street = state.game.streets[state.street]
    held = {seat: len(state.down[seat]) + len(state.up[seat]) for seat in state.live}
    if street.buyable:
        return _third_card(state, [s for s in held if held[s] < state.hole_due])
    faced_down = state.hole_due - street.up
    up = min(held.values()) >= faced_down
    target = state.hole_due if up else faced_down
    seats = tuple(seat for seat in held if held[seat] < target)
    count = sum(target - held[seat] for seat in seats)
    return Deal(seats, count, up=up, burn=_burn(state))


def _third_card(state: State, lacking: list[int]) -> Deal | Buy:
    """Return who chooses or receives the card that can be bought next.

    Source: TRA-3.2, TRA-3.2-may, D9, D10.
    """
    announcement, burn = state.announcement, _burn(state)
    in_turn = announcement.buy_order == "in-turn"
    next_seat = lacking[0]
    if announcement.peek:
        served = [seat for seat in state.live if seat not in lacking] if in_turn else []
        seats = (next_seat,) if in_turn else tuple(lacking)
        return _choosing(state, served) or Deal(seats, len(seats), burn=burn)
    up = state.choices[next_seat] in ("up", "paid")
    asked = lacking[:1] if in_turn else lacking
    return _choosing(state, asked) or Deal((next_seat,), 1, up=up, burn=burn)


def _choosing(state: State, seats: Iterable[int]) -> Buy | None:
    """Return the offer to the first of some seats that has yet to choose, None when all have."""
    for seat in seats:
        if _chooses(state, seat):
            return _offer(state, seat)
    return None


def _offer(state: State, seat: int) -> Buy:
    """Return the offer of the card face up: at its price, or for nothing to an all-in player.

    Source: TRA-3.2c, D11.
    """
    return Buy(seat, min(state.announcement.third_card_price, state.stacks[seat]))


def _chooses(state: State, seat: int) -> bool:
    """Whether a seat has yet to choose, and may buy.

    Source: TRA-3.2c-allin, D11, D52.
    """
    if state.choices[seat]:
        return False
    stack = state.stacks[seat]
    if not stack:
        return state.announcement.all_in_buys
    return stack >= state.announcement.third_card_price
