"""What one Reach Around player holds, laid out for the kernels.

Start reading at `side`. Nothing here counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, Literal

import numpy as np

from wildrank.hands.tables import NO_WILD, RANK_COUNT
from wildrank.odds.preflop.codes import WildCodes
from wildrank.odds.preflop.reach.kernels import Side
from wildrank.odds.spot import NO_CARD

SUITS: Final = 4
CARDS: Final = 52
BOARD: Final = 4


def side(  # noqa: PLR0913 - what a player may hold
    hole: Sequence[int],
    third: int,
    codes: WildCodes,
    gone: Iterable[int],
    *,
    up: bool = False,
    ace_in_hole: Literal["high", "low"] = "high",
) -> Side:
    """Return what a player holds.

    Args:
        hole: The two downcards.
        third: The third card, or ``NO_CARD``.
        codes: What hands are worth; only the keys matter.
        gone: The cards that an unknown third card cannot be, the board apart.
        up: Whether the third card was bought face up.
        ace_in_hole: Whether an ace is the highest or the lowest hole card.

    Source: TRA-1.3, TRA-1.3c, TRA-3.2a, TRA-3.2b.
    """
    wild_ranks = np.zeros(RANK_COUNT, dtype=np.uint64)
    totals = np.zeros(RANK_COUNT, dtype=np.uint64)
    suited = np.zeros(RANK_COUNT, dtype=np.bool_)
    ranks = range(RANK_COUNT) if third == NO_CARD else range(third >> 2, (third >> 2) + 1)
    for rank in ranks:
        down = [card >> 2 for card in hole] + ([] if up else [rank])
        wild = _lowest(down, ace_in_hole)
        if third != NO_CARD:
            key = int(codes.keys[wild, third])
        else:
            suited[rank] = rank != wild
            suitless = int(codes.keys[NO_WILD, SUITS * rank]) - 1
            key = suitless if suited[rank] else int(codes.keys[0, 0])
        wild_ranks[rank] = wild
        totals[rank] = key + sum(int(codes.keys[wild, card]) for card in hole)
    held = sum(int(codes.bits[card]) for card in (*hole, third) if card != NO_CARD)
    barred = sorted(gone) if third == NO_CARD else _beside(third)
    thirds = CARDS - BOARD - len(barred) if third == NO_CARD else 1
    return Side(
        np.uint64(held),
        wild_ranks,
        totals,
        suited,
        ranks.start,
        ranks.stop,
        np.array(barred, dtype=np.uint8),
        thirds,
    )


def _lowest(ranks: Iterable[int], ace_in_hole: Literal["high", "low"]) -> int:
    """Return the rank of the lowest hole card.

    Source: TRA-1.3, TRA-1.3c.
    """
    if ace_in_hole == "high":
        return min(ranks)
    return min(ranks, key=lambda rank: (rank + 1) % RANK_COUNT)


def _beside(card: int) -> list[int]:
    """Return the other cards of a rank."""
    rank = card & ~3
    return [other for other in range(rank, rank + SUITS) if other != card]
