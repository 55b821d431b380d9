"""The one place that checks an action and refuses it.

`decide` answers with the events an action causes and all that follows from them until the hand
waits for somebody again; posting, returning, opening a street and awarding are consequences, never
actions. Start reading at `decide`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from wildrank.cards import Card
from wildrank.errors import IllegalAction, IllegalAmount, OutOfTurn
from wildrank.referee import actions as do
from wildrank.referee import betting
from wildrank.referee import events as ev
from wildrank.referee.follow import consequences
from wildrank.referee.legal import Legal, legal
from wildrank.referee.state import State, apply
from wildrank.referee.waiting import Act, Buy, Deal, Show, waiting

_NOBODY = -1  # the seat of an action taken while no seat is waited for


def decide(state: State, action: do.Action) -> tuple[ev.Event, ...]:
    """Return the events that an action causes, or refuse it; the state is never changed.

    Raises:
        OutOfTurn: If the hand waits for somebody else.
        IllegalAction: If it waits for this seat, but not for an action of this kind.
        IllegalAmount: If the amount of a bet or raise is not allowed.
    """
    return advance(state, action)[0]


def advance(state: State, action: do.Action) -> tuple[tuple[ev.Event, ...], State]:
    """Return the events that an action causes and the state after them.

    Raises:
        ActionError: As `decide`.
    """
    handler = _HANDLERS.get(type(action))
    if handler is None:
        msg = f"{action!r} is not an action"
        raise IllegalAction(msg, code="action/unknown")
    events = list(handler(state, action))
    for event in events:
        state = apply(state, event)
    while more := consequences(state):
        for event in more:
            state = apply(state, event)
        events.extend(more)
    return tuple(events), state


def _expect(state: State, seat: int, kind: type, verb: str) -> Legal:
    """Return what is legal for a seat, after checking that the hand waits for just that.

    Raises:
        OutOfTurn: If another seat, or the dealer, is waited for.
        IllegalAction: If the seat is waited for to do something else.
    """
    wait = waiting(state)
    who = "nobody can" if seat == _NOBODY else f"seat {seat!r} cannot"
    if isinstance(wait, Deal):
        msg = f"{who} {verb} now; the hand waits for the dealer's cards"
        raise OutOfTurn(msg, code="action/dealer-first")
    if wait is None:
        msg = f"{who} {verb}; the hand is over"
        raise OutOfTurn(msg, code="action/hand-over")
    if wait.seat != seat:
        msg = f"seat {seat!r} cannot {verb} now; it is the turn of seat {wait.seat}"
        raise OutOfTurn(msg)
    allowed = legal(state)
    if not isinstance(wait, kind):
        msg = f"seat {seat} cannot {verb} now; it may {allowed.words}"
        raise IllegalAction(msg)
    return allowed


def _refuse(allowed: Legal, verb: str, code: str) -> IllegalAction:
    return IllegalAction(
        f"seat {allowed.seat} cannot {verb} now; it may {allowed.words}", code=code
    )


def _fold(state: State, action: do.Fold) -> list[ev.Event]:
    allowed = _expect(state, action.seat, Act, "fold")
    if not allowed.fold:
        raise _refuse(allowed, "fold, since checking is free", "action/free-fold")
    return [ev.Folded(action.seat)]


def _check(state: State, action: do.Check) -> list[ev.Event]:
    allowed = _expect(state, action.seat, Act, "check")
    if not allowed.check:
        raise _refuse(allowed, "check", "action/bet-to-match")
    return [ev.Checked(action.seat)]


def _call(state: State, action: do.Call) -> list[ev.Event]:
    allowed = _expect(state, action.seat, Act, "call")
    if not allowed.call:
        raise _refuse(allowed, "call", "action/nothing-to-call")
    return [ev.Called(action.seat, allowed.to_call)]


def _raise(state: State, action: do.RaiseTo) -> list[ev.Event]:
    seat, to = action.seat, action.to
    allowed = _expect(state, seat, Act, f"raise to {to!r}")
    verb = "bet" if allowed.opening else "raise to"
    if not allowed.raise_low:
        code = "action/raise-capped" if allowed.capped else "action/no-raise"
        why = ", since the raises of this street are capped" if allowed.capped else ""
        raise _refuse(allowed, f"{verb} {to!r}{why}", code)
    if type(to) is not int or not allowed.raise_low <= to <= allowed.raise_high:
        msg = f"seat {seat} cannot {verb} {to!r}; it may {allowed.words}"
        raise IllegalAmount(msg)
    return [
        ev.Raised(
            seat,
            to,
            to - state.bets[seat],
            opening=allowed.opening,
            full=betting.is_full(state, to),
        )
    ]


def _buy(state: State, action: do.BuyUp) -> list[ev.Event]:
    _expect(state, action.seat, Buy, "buy a card up")
    return [ev.Chose(action.seat, up=True)]


def _take(state: State, action: do.TakeDown) -> list[ev.Event]:
    _expect(state, action.seat, Buy, "take a card down")
    return [ev.Chose(action.seat, up=False)]


def _deal(state: State, action: do.DealCards) -> list[ev.Event]:
    wait = waiting(state)
    if not isinstance(wait, Deal):
        turn = "the hand is over" if wait is None else f"it is the turn of seat {wait.seat}"
        msg = f"no cards can be dealt now; {turn}"
        raise OutOfTurn(msg, code="action/no-deal")
    cards = action.cards
    if len(cards) != wait.count:
        msg = f"{len(cards)} cards cannot be dealt now; the deal is {wait.count}"
        raise IllegalAmount(msg, code="action/card-count")
    _refuse_seen(state, cards)
    if not wait.seats:
        return [ev.BoardDealt(cards, wait.burn)]
    step = len(wait.seats)
    return [
        ev.HoleDealt(seat, cards[place::step], up=wait.up, burned=0 if place else wait.burn)
        for place, seat in enumerate(wait.seats)
    ]


def _refuse_seen(state: State, cards: Sequence[Card]) -> None:
    """Refuse cards that are no cards or have been dealt before.

    Source: TRA-1.2a.
    """
    seen = set(state.board).union(*state.down, *state.up)
    for card in cards:
        if type(card) is not Card:
            msg = f"{card!r} is not a card"
            raise IllegalAction(msg, code="action/no-card")
        if card.known and card in seen:
            msg = f"{card} has been dealt already; a deck has each card once"
            raise IllegalAction(msg, code="action/duplicate-card")
        seen.add(card)


def _show(state: State, action: do.ShowCards) -> list[ev.Event]:
    _expect(state, action.seat, Show, "show")
    held = state.down[action.seat]
    cards = action.cards or held
    known = [card for card in held if card.known]
    if len(cards) != len(held) or not set(known) <= set(cards) or not all(c.known for c in cards):
        msg = (
            f"seat {action.seat} cannot show {' '.join(map(str, cards))};"
            f" it shows all {len(held)} downcards, {' '.join(map(str, held))}"
        )
        raise IllegalAction(msg, code="action/show-cards")
    _refuse_seen(state, [card for card in cards if card not in known])
    return [ev.Shown(action.seat, tuple(cards))]


def _muck(state: State, action: do.MuckCards) -> list[ev.Event]:
    allowed = _expect(state, action.seat, Show, "muck")
    if not allowed.muck:
        raise _refuse(allowed, "muck, since nobody else can win the pot", "action/must-show")
    return [ev.Mucked(action.seat)]


_HANDLERS: dict[type, Callable[[State, Any], list[ev.Event]]] = {
    do.DealCards: _deal,
    do.Fold: _fold,
    do.Check: _check,
    do.Call: _call,
    do.RaiseTo: _raise,
    do.BuyUp: _buy,
    do.TakeDown: _take,
    do.ShowCards: _show,
    do.MuckCards: _muck,
}
