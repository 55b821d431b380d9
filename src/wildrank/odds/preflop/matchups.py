"""Which two hands can meet, how likely, and the sums over all of them.

Start reading at `matchups`. Nothing here knows what a hand is worth.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from wildrank.odds.preflop.suits import alike
from wildrank.odds.result import Sums
from wildrank.odds.spot import Holding, Spot

U8 = npt.NDArray[np.uint8]


class Matchups(NamedTuple):
    """Pairs of hands, those counted once that differ only in the names of suits.

    Attributes:
        hands: Two cards of the first player and two of the second.
        weights: The weight of all pairs that a row stands for.
        many: How many pairs there are in all.

    Shape: ``hands`` is ``uint8[n, 4]``, ``weights`` ``int64[n]``, or ``float64[n]`` where a range
        has weights.
    """

    hands: U8
    weights: Sums
    many: int


def matchups(spot: Spot) -> Matchups:
    """Return the pairs of hands of a spot with two players."""
    first, second = spot.holdings
    hands, weights = _pairs(first, second)
    if len(hands) <= 1:
        return Matchups(hands, weights, len(hands))
    fixed = [spot.board, spot.dead, *([card] for card in spot.thirds)]
    rows, kinds = alike(hands, fixed)
    sums = np.bincount(kinds, weights)
    whole = np.issubdtype(weights.dtype, np.integer)
    return Matchups(hands[rows], sums.astype(np.int64) if whole else sums, len(hands))


def _pairs(first: Holding, second: Holding) -> tuple[U8, Sums]:
    """Return every pair of hands without a card in common, and how likely each is."""
    here, there = len(first.holes), len(second.holes)
    hands = np.empty((here, there, 4), dtype=np.uint8)
    hands[:, :, :2] = first.holes[:, None]
    hands[:, :, 2:] = second.holes[None]
    weights = first.weights[:, None] * second.weights[None]
    apart = (first.holes[:, None, :, None] != second.holes[None, :, None, :]).all(axis=(2, 3))
    kept = weights[apart]
    whole = kept.astype(np.int64)
    plain = bool((kept == 1).all())
    return hands[apart], whole if plain else kept


def weighted(weights: Sums, counts: npt.NDArray[np.int64]) -> Sums:
    """Return the sum of counts, a pair of hands a row, each as often as its weight says."""
    sums: Sums = weights @ counts.reshape(len(counts), -1)
    return sums.reshape(counts.shape[1:])
