"""What one seat may see of a hand: everything is hidden until a rule reveals it.

A viewer's state is a `State` like any other, with ``??`` for every card the viewer may not see,
and a viewer's events are events; folding the events a seat may see gives the state it may see.
Start reading at `view` and `see`.
"""

from __future__ import annotations

from wildrank.referee import events as ev
from wildrank.referee.state import Choice, State, replace

HIDDEN: Choice = "secret"


def view(state: State, seat: int | None) -> State:
    """Return the state as a seat may see it, or as a spectator does.

    Other players' downcards are ``??`` until they are shown at the showdown. A choice made in
    secret stays so; what it was, the payment and the card tell. Upcards and the board are seen by
    all.

    Args:
        state: The whole state, or a view of the same seat.
        seat: Who looks; None for a spectator, who never sees a downcard before it is shown.

    Source: TRA-1.3a-leak, TRA-3.2b-show, TRA-4.1-fold, D10.
    """
    down = tuple(
        cards if place == seat or state.shown[place] else ev.mask_cards(cards)
        for place, cards in enumerate(state.down)
    )
    return replace(state, down=down, choices=_seen_choices(state, seat))


def _seen_choices(state: State, seat: int | None) -> tuple[Choice, ...]:
    if state.announcement.buy_order != "secret":
        return state.choices
    return tuple(
        choice if place == seat or choice in {"", "paid"} else HIDDEN
        for place, choice in enumerate(state.choices)
    )


def see(event: ev.Event, seat: int | None, state: State) -> ev.Event:
    """Return an event as a seat may see it.

    Args:
        event: What happened.
        seat: Who looks; None for a spectator.
        state: The hand just before the event; only its announcement matters.

    Source: as `view`.
    """
    if isinstance(event, ev.HoleDealt) and not event.up and event.seat != seat:
        return replace(event, cards=ev.mask_cards(event.cards))
    if (
        isinstance(event, ev.Chose)
        and event.seat != seat
        and state.announcement.buy_order == "secret"
    ):
        return replace(event, up=None)
    return event
