"""Kill pots: who has won two pots in a row, and what is played for then.

A player who wins a whole pot alone has a leg up. Who then wins the next pot whole as well, with
bets in it, kills the one after: posts a kill, and all bets are twice as high. Pure. Start reading
at `leg_after`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from wildrank.games import Stakes
from wildrank.referee import events as hand_events
from wildrank.table.deal import Step

_KILLS: Final = 2  # pots won in a row


class Leg(msgspec.Struct, frozen=True):
    """How many pots in a row a player has won whole, counted to two."""

    player: str
    pots: int = 1

    @property
    def kills(self) -> bool:
        """Whether the next hand is killed."""
        return self.pots >= _KILLS


def leg_after(leg: Leg | None, players: Sequence[str], steps: Sequence[Step]) -> Leg | None:
    """Return who has won how many pots in a row after a hand.

    Who splits a pot keeps one leg; when others split it, nobody has one. The first pot may be of
    any size; the second counts when others have put at least one bet in, forced bets left out.

    Args:
        leg: Who had won before it.
        players: Who played each seat.
        steps: What happened.

    Source: D47; Robert's Rules of Poker, "Kill pots".
    """
    awards = [step.event for step in steps if isinstance(step.event, hand_events.Awarded)]
    winners = {players[share.seat] for award in awards for share in award.shares}
    if len(winners) != 1:
        return Leg(leg.player) if leg is not None and leg.player in winners else None
    (winner,) = winners
    if leg is None or leg.player != winner:
        return Leg(winner)
    return Leg(winner, _KILLS) if _bets_of_others(winner, players, steps) else Leg(winner)


def _bets_of_others(winner: str, players: Sequence[str], steps: Sequence[Step]) -> bool:
    """Whether others than the winner have bet and lost as much as one bet of the first street."""
    chips = 0
    for step in steps:
        event = step.event
        if isinstance(event, hand_events.Called | hand_events.Raised | hand_events.Returned):
            sign = -1 if isinstance(event, hand_events.Returned) else 1
            chips += sign * event.amount * (players[event.seat] != winner)
    return bool(steps) and chips >= steps[0].before.stakes.small_bet


def may_be_killed(stakes: Stakes) -> bool:
    """Whether a hand for these stakes can be killed: fixed limit with a small and a big blind."""
    return stakes.limit == "fixed" and len(stakes.blinds) == 2


def killed(stakes: Stakes) -> Stakes:
    """Return the stakes of a hand that is killed: the bets are twice as high, the blinds as ever.

    Source: D47.
    """
    return msgspec.structs.replace(
        stakes, small_bet=2 * stakes.small_bet, big_bet=2 * stakes.big_bet
    )
