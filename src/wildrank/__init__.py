"""Wildrank: dealer's-choice poker with personal wild cards, refereed right.

>>> from wildrank import Hand
>>> hand = Hand.start("reach-around", [100, 100, 100], button=2)
>>> hand.waiting
Deal(seats=(0, 1, 2), count=6, up=False, burn=0)
"""

from wildrank.cards import UNKNOWN, Card, Rank, Suit, format_cards, parse_cards
from wildrank.errors import WildrankError
from wildrank.games import Game, announce, load_game
from wildrank.hands import HandRules, HandValue, ace_to_five_low, describe, high, high_with_wilds
from wildrank.referee import Hand

__version__ = "0.1.0"

__all__ = [
    "UNKNOWN",
    "Card",
    "Game",
    "Hand",
    "HandRules",
    "HandValue",
    "Rank",
    "Suit",
    "WildrankError",
    "ace_to_five_low",
    "announce",
    "describe",
    "format_cards",
    "high",
    "high_with_wilds",
    "load_game",
    "parse_cards",
]
