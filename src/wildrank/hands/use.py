"""Which cards a player may make a hand of.

A game says ``any`` (any five of all cards) or ``omaha`` (exactly two hole cards and three of the
board). Start reading at `candidates`. Nothing here knows how hands rank.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations
from typing import Final, Literal

from wildrank.cards import Card
from wildrank.hands.values import HandValue

Use = Literal["any", "omaha"]

_FROM_HOLE: Final = 2
_FROM_BOARD: Final = 3


def candidates(
    use: Use, hole: Sequence[Card], board: Sequence[Card]
) -> Iterator[tuple[Card, ...]]:
    """Yield the sets of cards of which an order may take its best five.

    ``any`` yields all cards at once; ``omaha`` yields each choice of exactly two hole cards and
    exactly three board cards, none if there are fewer.

    Args:
        use: The rule of the game.
        hole: The cards of the player, upcards included.
        board: The shared cards.

    Source:
        HE-use, HE-board, TRA-4.1 (``any``); Robert's Rules of Poker, Omaha (``omaha``).
    """
    if use == "any":
        yield (*hole, *board)
        return
    for own in combinations(hole, _FROM_HOLE):
        for shared in combinations(board, _FROM_BOARD):
            yield own + shared


def best(
    order_function: Callable[[tuple[Card, ...]], HandValue | None],
    candidates: Iterable[tuple[Card, ...]],
) -> HandValue | None:
    """Return the strongest value among the candidates, the first of equals.

    Args:
        order_function: One of ``ORDERS``, or one with its options filled in.
        candidates: Sets of cards, as ``candidates`` yields them.

    Returns:
        The value, or None if no candidate has one, as when no low qualifies.

    Source:
        TRA-4.1-auto, HL-diff: the cards speak.
    """
    found: HandValue | None = None
    for cards in candidates:
        value = order_function(cards)
        if value is not None and (found is None or value.strength > found.strength):
            found = value
    return found
