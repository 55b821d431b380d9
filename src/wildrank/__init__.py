"""Wildrank: dealer's-choice poker with personal wild cards, refereed right.

>>> from wildrank import Hand
>>> hand = Hand.start("reach-around", [100, 100, 100], button=2)
>>> hand.waiting
Deal(seats=(0, 1, 2), count=6, up=False, burn=0)

The strengths of many hands at once and of one in the shortest time are here too, and load the
compiler when they are first asked for:

>>> from wildrank import strength
>>> describe(strength(parse_cards("KsKhKd5d9c"), wild_rank=Rank.FIVE))
'four kings, nine kicker'
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from wildrank.cards import UNKNOWN, Card, Rank, Suit, format_cards, parse_cards
from wildrank.errors import WildrankError
from wildrank.games import Game, announce, load_game
from wildrank.hands import (
    HandRules,
    HandValue,
    ace_to_five_low,
    category,
    describe,
    high,
    high_with_wilds,
)
from wildrank.referee import Hand, rank_cards

if TYPE_CHECKING:
    from wildrank.hands.batch import (
        high_low_strengths,
        low_strengths,
        reach_around_strengths,
        strengths,
    )
    from wildrank.hands.single import strength

__version__ = "0.2.0"

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
    "category",
    "describe",
    "format_cards",
    "high",
    "high_low_strengths",
    "high_with_wilds",
    "load_game",
    "low_strengths",
    "parse_cards",
    "rank_cards",
    "reach_around_strengths",
    "strength",
    "strengths",
]

# Public names that need the compiler, and where they are: loaded when they are first asked for.
_COMPILED = {
    "high_low_strengths": "wildrank.hands.batch",
    "low_strengths": "wildrank.hands.batch",
    "reach_around_strengths": "wildrank.hands.batch",
    "strength": "wildrank.hands.single",
    "strengths": "wildrank.hands.batch",
}


def __getattr__(name: str) -> Any:  # noqa: ANN401 - of all kinds, known to a type checker above
    """Load a public name that needs the compiler.

    Raises:
        ImportError: If a library that it needs is not installed.
        AttributeError: If there is no such name.
    """
    if name not in _COMPILED:
        msg = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(msg)
    try:
        found = getattr(import_module(_COMPILED[name]), name)
    except ModuleNotFoundError as error:
        msg = f"wildrank.{name} needs {error.name}, which is not installed: pip install wildrank"
        raise ImportError(msg, name=error.name) from error
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    """Return all names, those not loaded yet included."""
    return sorted({*globals(), *_COMPILED})
