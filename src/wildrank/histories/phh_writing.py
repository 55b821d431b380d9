"""The actions of a hand as PHH has them.

The grammar is described in `phh`. Start reading at `written`.
"""

from __future__ import annotations

from wildrank.cards import Card, format_cards
from wildrank.errors import HistoryError
from wildrank.referee import (
    Action,
    BuyUp,
    Call,
    Check,
    Deal,
    DealCards,
    Fold,
    Hand,
    MuckCards,
    RaiseTo,
    ShowCards,
    State,
    TakeDown,
    advance,
    start,
    waiting,
)
from wildrank.referee import events as ev


def written(hand: Hand) -> list[str]:
    """Return the actions of a hand as PHH has them."""
    opened = hand.events[0]
    if not isinstance(opened, ev.Announced):
        msg = f"a hand begins with what was announced, and {hand} does not"
        raise HistoryError(msg, code="history/no-announcement")
    stacks, button = opened.stacks, opened.button
    state = start(hand.game, opened.stakes, opened.announcement, stacks, button, opened.posts)
    names = [f"p{(seat - button - 1) % len(stacks) + 1}" for seat in range(len(stacks))]
    texts: list[str] = []
    for action in hand.actions:
        before = state
        events, state = advance(before, action)
        _write(texts, before, action, names)
        if not isinstance(action, ShowCards):
            turned = (event for event in events if isinstance(event, ev.Shown))
            texts.extend(_shown(event.seat, event.cards, state, names) for event in turned)
    return texts


def _shown(seat: int, down: tuple[Card, ...], state: State, names: list[str]) -> str:
    return f"{names[seat]} sm {format_cards(down + state.up[seat])}"


def _write(texts: list[str], state: State, action: Action, names: list[str]) -> None:
    """Add an action, taken in a state, to the texts."""
    if isinstance(action, DealCards):
        _write_deal(texts, state, action, names)
        return
    name = names[action.seat]
    match action:
        case Fold():
            texts.append(f"{name} f")
        case Check() | Call():
            texts.append(f"{name} cc")
        case RaiseTo():
            texts.append(f"{name} cbr {action.to}")
        case BuyUp():
            texts.append(f"# {name} up")
        case TakeDown():
            texts.append(f"# {name} down")
        case ShowCards():
            down = action.cards or state.down[action.seat]
            texts.append(_shown(action.seat, down, state, names))
        case MuckCards():
            texts.append(f"{name} sm")


def _write_deal(texts: list[str], state: State, action: DealCards, names: list[str]) -> None:
    """Add a deal; a choice made just before, to be dealt at once, joins it."""
    wait = waiting(state)
    seats = wait.seats if isinstance(wait, Deal) else ()
    if not seats:
        texts.append(f"d db {format_cards(action.cards)}")
        return
    ending = ""
    announcement = state.announcement
    if announcement.buy_order == "in-turn" and not announcement.peek:
        before = texts[-1] if texts else ""
        if before in (f"# {names[seats[0]]} up", f"# {names[seats[0]]} down"):
            ending = " # up" if texts.pop().endswith("up") else ""
    step = len(seats)
    for place, seat in enumerate(seats):
        texts.append(f"d dh {names[seat]} {format_cards(action.cards[place::step])}{ending}")
