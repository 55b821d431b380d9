"""Odds: how hands fare against each other when the cards to come are dealt, exact or sampled.

Start reading at `odds`; `buy` asks whether to take the third card of Reach Around face up. Nothing
in this package knows the referee: it awards a pot as the referee does, and a test compares them.
"""

from wildrank.odds.ask import odds
from wildrank.odds.buy import Purchase, buy
from wildrank.odds.ranges import classes, parse_range
from wildrank.odds.result import Odds, PlayerOdds

__all__ = ["Odds", "PlayerOdds", "Purchase", "buy", "classes", "odds", "parse_range"]
