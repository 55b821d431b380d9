"""A hand that is over as a file for other programs, with the cards its asker may know.

Start reading at `known_hand`.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Final

from wildrank.cards import UNKNOWN, Card
from wildrank.errors import TableError
from wildrank.games import load_game
from wildrank.histories import dumps
from wildrank.referee import Deal, Hand, PlayerAction, Show, see
from wildrank.referee import actions as do
from wildrank.referee import events as hand_events
from wildrank.table.deal import cards_in
from wildrank.table.state import TableHand

_ACTIONS: Final[dict[type, Callable[[Any], PlayerAction]]] = {
    hand_events.Folded: lambda event: do.Fold(event.seat),
    hand_events.Checked: lambda event: do.Check(event.seat),
    hand_events.Called: lambda event: do.Call(event.seat),
    hand_events.Raised: lambda event: do.RaiseTo(event.seat, event.to),
    hand_events.Chose: lambda event: (do.BuyUp if event.up else do.TakeDown)(event.seat),
}
_SHOWING: Final[dict[type, Callable[[Any], PlayerAction]]] = {
    hand_events.Shown: lambda event: do.ShowCards(event.seat),
    hand_events.Mucked: lambda event: do.MuckCards(event.seat),
}


def known_hand(hand: TableHand, player: str) -> Hand:
    """Return a hand that is over with the cards a player knows of it: own ones, and those shown.

    Raises:
        TableError: If it was called off: then nobody may ever know some of it.
    """
    if hand.voided or not hand.over:
        msg = f"hand {hand.number} was called off, and there is nothing to read in it"
        raise TableError(msg, code="hand/void")
    seat = hand.seat_of(player)
    told = {card for step in hand.steps for card in cards_in(see(step.event, None, step.before))}
    dealt: dict[int, tuple[Card, ...]] = {}
    known = _opened(hand.announced)
    for _, event, _ in hand.steps[1:]:
        wait = known.waiting
        if isinstance(event, hand_events.HoleDealt):
            own = event.seat == seat
            dealt[event.seat] = tuple(
                card if own or card in told else UNKNOWN for card in event.cards
            )
            if isinstance(wait, Deal) and len(dealt) == len(wait.seats):
                known, dealt = known.deal_hole(dealt), {}
        elif isinstance(event, hand_events.BoardDealt):
            known = known.deal_board(event.cards)
        elif type(event) in _ACTIONS:
            known = known.do(_ACTIONS[type(event)](event))
        elif type(event) in _SHOWING and isinstance(wait, Show):  # else all are turned up at once
            known = known.do(_SHOWING[type(event)](event))
    return known


def _opened(announced: hand_events.Announced) -> Hand:
    return Hand.start(
        load_game(announced.game),
        announced.stacks,
        announced.button,
        stakes=announced.stakes,
        announcement=announced.announcement,
        posts=announced.posts,
    )


def phh_of(table: str, hand: TableHand, player: str) -> str:
    """Return a hand that is over as a PHH file, with the cards a player knows of it.

    Args:
        table: The table's name in its link.
        hand: The hand.
        player: Who asks; a stranger knows what was shown.

    Raises:
        TableError: If it was called off.
    """
    known = known_hand(hand, player)
    first = (known.state.button + 1) % len(hand.names)
    names = [*hand.names[first:], *hand.names[:first]]
    players = json.dumps(names, ensure_ascii=False)  # TOML has no escapes in two halves
    return (
        f"{dumps(known)}table = {json.dumps(table)}\nhand = {hand.number}\nplayers = {players}\n"
    )
