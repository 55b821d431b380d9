"""Exact odds between two players of Texas Reach Around, third cards known or not.

Start reading at `solve_reach`. The counting is in `kernels`.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb

import numpy as np

from wildrank.odds.preflop.codes import I64, U8, WildCodes, wild_codes
from wildrank.odds.preflop.matchups import matchups, weighted
from wildrank.odds.preflop.reach.kernels import Side, every_board, known_thirds, unknown_thirds
from wildrank.odds.preflop.reach.sides import BOARD, CARDS, side
from wildrank.odds.result import CATEGORIES, POT, Tally
from wildrank.odds.spot import Spot


def solve_reach(spot: Spot) -> Tally | None:
    """Return the sums over all deals of a Reach Around spot, or None if it is not for this module.

    Args:
        spot: Two players, each with a hand or a range, and not the option that natural hands win
            ties.

    Cost: 60 ms for two hands with both third cards unknown, before the board; less with a board.
    Source: TRA-1.3, TRA-3.2a, TRA-3.2b, TRA-4.1, TRA-4.2a, TRA-4.2b, D32, D33.
    """
    if spot.announcement.naturals_first:
        return None
    pairs = matchups(spot)
    if not pairs.many:
        return None
    found = [duel(spot, hands) for hands in pairs.hands.tolist()]
    counts = weighted(pairs.weights, np.array([counted for counted, _ in found]))
    categories = weighted(pairs.weights, np.array([reached for _, reached in found]))
    won, lost, tied = counts
    wins, ties = np.array([won, lost]), np.array([tied, tied])
    return Tally(
        deals=pairs.many * int(found[0][0].sum()),
        weight=counts.sum().item(),
        wins=wins,
        ties=ties,
        shares=wins * POT + ties * (POT // 2),
        categories=categories,
    )


def duel(spot: Spot, hands: Sequence[int]) -> tuple[I64, I64]:
    """Return wins, losses and ties of the first of two hands, and both players' categories.

    Args:
        spot: All but the hands.
        hands: Two downcards of the first player and two of the second.

    Shape: ``int64[3]`` and ``int64[2, 10]``.
    """
    codes = wild_codes(spot.announcement.hand_rules)
    first, second = _sides(spot, hands, codes)
    gone = {*hands, *spot.gone}
    deck = np.array([card for card in range(CARDS) if card not in gone], dtype=np.uint8)
    board = np.array(spot.board, dtype=np.uint8)
    boards = np.empty((comb(len(deck), spot.to_come), BOARD), dtype=np.uint8)
    every_board(board, deck, boards)
    return _count(boards, first, second, codes)


def _sides(spot: Spot, hands: Sequence[int], codes: WildCodes) -> list[Side]:
    gone = {*hands, *spot.dead, *spot.thirds}
    return [
        side(
            hole,
            each.third,
            codes,
            gone,
            up=each.up,
            ace_in_hole=spot.announcement.ace_in_hole,
        )
        for each, hole in zip(spot.holdings, (hands[:2], hands[2:]), strict=True)
    ]


def _count(boards: U8, first: Side, second: Side, codes: WildCodes) -> tuple[I64, I64]:
    """Return wins, losses and ties over all deals, and the categories of both players."""
    known = [one.last - one.first == 1 for one in (first, second)]
    reached = np.zeros((2, len(codes.bounds)), dtype=np.int64)
    if all(known):
        won, tied = known_thirds(boards, first, second, codes, reached)
        deals = len(boards)
    else:
        both = not any(known)
        won, tied = unknown_thirds(boards, first, second, codes, both, reached)
        reached -= np.pad(reached[:, 1:], ((0, 0), (0, 1)))
        opposite = np.array([second.thirds - both, first.thirds - both])
        reached *= opposite[:, None]
        deals = len(boards) * first.thirds * int(opposite[0])
    categories = np.zeros((2, len(CATEGORIES)), dtype=np.int64)
    for run, kind in enumerate(codes.kinds.tolist()):
        categories[:, kind] += reached[:, run]
    return np.array([won, deals - won - tied, tied]), categories
