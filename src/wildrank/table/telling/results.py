"""How a hand ended, as everybody may see it, and what a hand is worth on the wire.

Start reading at `results_view`.
"""

from __future__ import annotations

from typing import Literal

from wildrank.hands import HandValue, describe
from wildrank.referee import State, hand_value, pots, wild_ranks
from wildrank.referee import events as hand_events
from wildrank.table.state import TableHand
from wildrank.table.telling.shapes import (
    AwardView,
    ResultsView,
    ReturnedView,
    ShareView,
    ShownView,
    ValueView,
)


def results_view(hand: TableHand, state: State) -> ResultsView:
    """Return how a hand ended: awards, the hands shown, and what nobody called."""
    events = [step.event for step in hand.steps]
    awards = hand.awards
    lows = {award.pot for award in awards if award.half == "low"}
    return ResultsView(
        awards=[
            AwardView(
                award.pot,
                award.half,
                award.amount,
                award.odd,
                [ShareView(hand.chairs[s.seat], s.amount, s.odd) for s in award.shares],
                _best_beaten(hand, state, award),
            )
            for award in awards
        ],
        hands=[
            ShownView(
                hand.chairs[place],
                [str(rank) for rank in wild_ranks(state, place)],
                value_view(hand_value(state, place, "high")),
                value_view(hand_value(state, place, "low"), low=True),
            )
            for place in range(state.seats)
            if state.shown[place]
        ],
        returned=[
            ReturnedView(hand.chairs[event.seat], event.amount)
            for event in events
            if isinstance(event, hand_events.Returned)
        ],
        no_low=any(a.half == "high" and a.amount > 1 and a.pot not in lows for a in awards),
    )


def _best_beaten(hand: TableHand, state: State, award: hand_events.Awarded) -> int | None:
    """Return the chair of the best hand shown that won no part of an award, None without one."""
    before = hand.before_awards
    if before is None:
        return None
    half: Literal["high", "low"] = "low" if award.half == "low" else "high"
    won = {share.seat for share in award.shares}
    values = {
        place: hand_value(state, place, half)
        for place in pots(before)[award.pot].seats
        if state.shown[place] and place not in won
    }
    lost = [(value.strength, place) for place, value in values.items() if value is not None]
    return hand.chairs[max(lost, key=lambda one: one[0])[1]] if lost else None


def value_view(value: HandValue | None, *, low: bool = False) -> ValueView | None:
    """Return what a hand is worth as it stands on the wire, None for no hand."""
    if value is None:
        return None
    return ValueView(
        category=value.category,
        words=describe(value, low=low),
        ranks=value.ranks,
        cards=[str(card) for card in value.cards],
        plays={str(card): str(played) for card, played in value.plays.items()},
    )
