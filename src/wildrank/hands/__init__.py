"""What hands are worth: the orders, which cards may be used, and hands in words.

Start reading at `wildrank.hands.orders`; many hands at once are in `wildrank.hands.batch`, one
in the shortest time in `wildrank.hands.single`, and neither is loaded before it is asked for.
Nothing in this package knows games or the referee.
"""

from wildrank.hands.orders import (
    ORDERS,
    HandRules,
    HandValue,
    Order,
    ace_to_five_low,
    category,
    describe,
    high,
    high_with_wilds,
)
from wildrank.hands.use import Use, best, candidates

__all__ = [
    "ORDERS",
    "HandRules",
    "HandValue",
    "Order",
    "Use",
    "ace_to_five_low",
    "best",
    "candidates",
    "category",
    "describe",
    "high",
    "high_with_wilds",
]
