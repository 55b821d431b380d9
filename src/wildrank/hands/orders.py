"""The orders in which hands are compared: readable references, one function an order.

`high` and `high_with_wilds` stand in modules of their own and are offered here beside
`ace_to_five_low`; `ORDERS` names the orders that a game file may ask for. An order takes cards and
returns a `HandValue`; which cards a player may use is decided in `use`. Nothing here knows games.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from wildrank.cards import RANKS, Card
from wildrank.hands.naturals import high
from wildrank.hands.values import FIVE, LOW_SHAPES, MOST_LOW, HandRules, HandValue, in_order
from wildrank.hands.wilds import high_with_wilds
from wildrank.hands.words import category, describe

__all__ = [
    "ORDERS",
    "HandRules",
    "HandValue",
    "Order",
    "ace_to_five_low",
    "category",
    "describe",
    "high",
    "high_with_wilds",
]

Order = Callable[[Iterable[Card]], HandValue | None]


def ace_to_five_low(cards: Iterable[Card], qualifier: int | None = None) -> HandValue | None:
    """Return the best ace-to-five low of five or more natural cards.

    The ace is low, straights and flushes do not count, and the five cards are compared from the
    highest down. Any hand without a pair beats a pair, a pair beats two pair, and so on up to four
    of a kind; like hands are compared by the paired ranks first, lower being better.

    The strength is 6 * 2**20 less the place of the category among the six (from 0) times 2**20
    plus the five ranks (4 bits each, the most important first, the ace 0), less 1.

    >>> from wildrank.cards import parse_cards
    >>> value = ace_to_five_low(parse_cards("As2s3c4h5sKdQc"))
    >>> value.ranks if value else None
    '5432A'

    Args:
        cards: Five or more different, known cards in any order.
        qualifier: The highest rank that qualifies, as its pips: 8 asks for five different ranks
            of eight or lower. None for no qualifier.

    Returns:
        The value, or None if the best low does not qualify.

    Raises:
        WildrankError: If there are fewer than five cards or an unknown one.

    Source:
        HL-noSF, HL-wheel, HL-acelow-2way, HL-diff, HL-topdown, HL-noqual, HL-pairlow,
        HL-pairlow-ace, HL-pairlow-kick, HL-choice, HL-counterfeit; decisions D26, D27.
    """
    by_rank: dict[int, list[Card]] = {}
    for card in in_order(cards):
        by_rank.setdefault(((card >> 2) + 1) % 13, []).append(card)
    counts = {rank: len(by_rank[rank]) for rank in sorted(by_rank)}
    place, ranks = _lowest(counts)
    if qualifier is not None and (place > 0 or ranks[0] >= qualifier):
        return None
    name, shape = LOW_SHAPES[place]
    five = [card for rank, size in zip(ranks, shape, strict=True) for card in by_rank[rank][:size]]
    packed = place
    for rank, size in zip(ranks, shape, strict=True):
        for _ in range(size):
            packed = packed << 4 | rank
    text = "".join([RANKS[rank - 1] for rank in ranks])
    return HandValue(MOST_LOW - 1 - packed, name, text, tuple(five), {})


def _lowest(counts: Mapping[int, int]) -> tuple[int, Sequence[int]]:
    """Return the place of the best low category and its ranks, most important first.

    Args:
        counts: How many cards of each rank there are, the ace 0, in rising order.

    Source:
        HL-pairlow, HL-choice.
    """
    ranks = list(counts)
    if len(ranks) >= FIVE:
        return 0, ranks[4::-1]
    paired = [rank for rank in ranks if counts[rank] > 1]
    if len(ranks) == FIVE - 1:
        return 1, [paired[0], *_others(ranks, paired[0])]
    if len(ranks) == FIVE - 2:
        if len(paired) > 1:
            low, top = paired[:2]
            return 2, [top, low, *_others(ranks, low, top)]
        return 3, [paired[0], *_others(ranks, paired[0])]
    tripled = [rank for rank in paired if counts[rank] >= FIVE - 2]
    if len(paired) > 1:
        return 4, [tripled[0], *_others(ranks, tripled[0])]
    return 5, [paired[0], *_others(ranks, paired[0])]


def _others(ranks: Iterable[int], *taken: int) -> list[int]:
    """Return the ranks that are not taken, the highest first."""
    return sorted((rank for rank in ranks if rank not in taken), reverse=True)


ORDERS: Final[Mapping[str, Order]] = MappingProxyType(
    {"high": high, "ace-to-five-low": ace_to_five_low}
)
