"""What a player's decision does: refused when it is stale, out of turn or illegal.

Pure. Start reading at `acted`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from wildrank.errors import ActionError, OutOfTurn, StaleAction
from wildrank.referee import Event, Legal, PlayerAction, State, decide, legal
from wildrank.referee import actions as do
from wildrank.table.state import Chair, TableHand, TableState
from wildrank.table.wishes import Act

_PLAIN: Final[dict[str, Callable[[int], PlayerAction]]] = {
    "fold": do.Fold,
    "check": do.Check,
    "call": do.Call,
    "buy": do.BuyUp,
    "down": do.TakeDown,
    "show": do.ShowCards,
    "muck": do.MuckCards,
}


def in_play(table: TableState) -> tuple[TableHand, State]:
    """Return the hand being played and its state.

    Raises:
        OutOfTurn: If there is none.
    """
    hand = table.playing
    if hand is None or hand.state is None:
        msg = "no hand is being played"
        raise OutOfTurn(msg, code="action/no-hand")
    return hand, hand.state


def in_turn(table: TableState) -> tuple[int, Chair]:
    """Return the chair that the hand waits for, and who sits there.

    Raises:
        OutOfTurn: If it waits for nobody.
    """
    hand, state = in_play(table)
    seat = legal(state).seat
    number = None if seat is None else hand.chairs[seat]
    chair = None if number is None else table.chairs[number]
    if number is None or chair is None:
        msg = "the hand waits for nobody"
        raise OutOfTurn(msg)
    return number, chair


def acted(table: TableState, player: str, wish: Act) -> tuple[Event, ...]:
    """Return the events that a player's decision causes.

    A decision is stale when the hand has moved on since its sender looked, or when the amount on
    the button is not the amount due; other things that happen at the table do not matter.

    Raises:
        StaleAction: If it was made upon a state that is gone.
        OutOfTurn: If no hand is played, or it waits for somebody else.
        ActionError: If the referee refuses it, with what may be done instead.
    """
    hand, state = in_play(table)
    newest = hand.steps[-1].n
    if not newest <= wish.n <= table.n:
        msg = f"you decided upon step {wish.n}, and the hand is at {newest}; look again"
        raise StaleAction(msg)
    seat, allowed = hand.seat_of(player), legal(state)
    if seat is None or seat != allowed.seat:
        msg = "it is not your turn"
        raise OutOfTurn(msg)
    _refuse_stale(wish, allowed)
    try:
        return decide(state, _action(seat, wish))
    except ActionError as error:
        to = f" {wish.to}" if wish.action == "raise" else ""
        msg = f"you cannot {wish.action}{to} now; you may {allowed.words}"
        raise type(error)(msg, code=error.code) from error


def _refuse_stale(wish: Act, allowed: Legal) -> None:
    """Refuse an action whose button showed another amount than the one due now."""
    amounts = {"call": allowed.to_call, "raise": wish.to, "buy": allowed.price}
    if wish.expect is None or wish.action not in amounts:
        return
    if wish.expect != amounts[wish.action]:
        msg = f"your button said {wish.expect}, and it is {amounts[wish.action]}; look again"
        raise StaleAction(msg, code="action/other-amount")


def _action(seat: int, wish: Act) -> PlayerAction:
    """Return the wish as the referee takes it; a raise without an amount is refused there."""
    if wish.action == "raise":
        return do.RaiseTo(seat, -1 if wish.to is None else wish.to)
    return _PLAIN[wish.action](seat)
