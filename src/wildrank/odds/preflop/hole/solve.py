"""Exact odds between two players of hold'em and of its high-low game, before the flop and after.

Start reading at `solve_hole`. The counting is in `kernels`.
"""

from __future__ import annotations

from functools import cache
from math import comb
from typing import Final

import numpy as np

from wildrank.odds.preflop.codes import I64, natural_codes
from wildrank.odds.preflop.hole.boards import boards
from wildrank.odds.preflop.hole.kernels import duels
from wildrank.odds.preflop.matchups import Matchups, matchups, weighted
from wildrank.odds.result import CATEGORIES, HALF, LOW_CATEGORIES, POT, Sums, Tally
from wildrank.odds.spot import Spot

# What each player wins of a half, in halves of it, by the outcomes of the kernel in their order:
# the first player, the second, both; the low may also be won by nobody.
_HIGH: Final = np.tile([[2, 0], [0, 2], [1, 1]], (4, 1))
_LOW: Final = np.repeat([[2, 0], [0, 2], [1, 1], [0, 0]], 3, axis=0)
_POT: Final = 4  # as many parts as a pot has halves of halves


def solve_hole(spot: Spot) -> Tally | None:
    """Return the sums over all deals of a hold'em spot, or None if it is not for this module.

    Args:
        spot: Two players, each with a hand or a range.

    Cost: 0.1 ms before the flop for two hands, 40 ms for a hand against a random one.
    Source: HE-rank, HL-split, HL-quarter, D25, D26.
    """
    pairs = matchups(spot)
    if not pairs.many:
        return None
    halves = spot.game.has_low
    cells, highs, lows = _count(spot, pairs)
    outcomes = cells.ravel()
    wins, ties, shares, high, low, quarters = (outcomes @ _awards(halves)).reshape(6, 2)
    left = 52 - 4 - len(spot.board) - len(spot.dead)
    return Tally(
        deals=pairs.many * comb(left, spot.to_come),
        weight=outcomes.sum().item(),
        wins=wins,
        ties=ties,
        shares=shares * (POT // _POT),
        categories=highs,
        highs=high * (HALF // 2) if halves else None,
        lows=low * (HALF // 2) if halves else None,
        quarters=quarters if halves else None,
        low_categories=lows[:, ::-1] if halves else None,
    )


@cache
def _awards(halves: bool) -> I64:  # noqa: FBT001 - a cache goes by place
    """Return what each outcome is to both players.

    Returns:
        ``int64[12, 12]``: of each outcome whether each player wins it all, or some; the parts of
        the pot, of the high and of the low; and whether the player is quartered.

    Source: HL-split, HL-scoop, HL-quarter, D25, D26.
    """
    low = _LOW if halves else np.zeros_like(_LOW)
    nobody = ~low.any(axis=1, keepdims=True)
    parts = _HIGH + low + _HIGH * nobody
    won, some = parts == _POT, (parts > 0) & (parts < _POT)
    quartered = (_HIGH + low == 1) & ~nobody
    return np.hstack([won, some, parts, _HIGH, low, quartered]).astype(np.int64)


def _count(spot: Spot, pairs: Matchups) -> list[Sums]:
    """Return how often each outcome, category and category of lows occurs."""
    halves = spot.game.has_low
    codes = natural_codes(spot.announcement.low_qualifier if halves else None)
    board, dead = (np.array(cards, dtype=np.uint8) for cards in (spot.board, spot.dead))
    many = len(pairs.hands)
    shapes = ((4, 3), (2, len(CATEGORIES)), (2, len(LOW_CATEGORIES)))
    found = [np.zeros((many, *shape), dtype=np.int64) for shape in shapes]
    duels(pairs.hands, board, dead, codes, boards(), halves, *found)
    return [weighted(pairs.weights, counted) for counted in found]
