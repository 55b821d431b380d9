"""Every deal between two players, counted without dealing each: exact odds at great speed.

Start reading at `solve`. Nothing here samples or knows more than two players.
"""

from __future__ import annotations

from math import comb
from typing import Final

from wildrank.odds.preflop.hole.solve import solve_hole
from wildrank.odds.preflop.reach.solve import solve_reach
from wildrank.odds.preflop.suits import symmetries
from wildrank.odds.result import Tally
from wildrank.odds.spot import Spot

__all__ = ["seconds", "solve"]

# Seconds on one core of a machine of the year 2024, for each pair of hands by the board cards to
# come, and for each Reach Around board.
_PAIR: Final = (6e-7, 1e-6, 4e-6, 1.5e-5, 5e-5, 2e-4)
_REACH_PAIR: Final = 3e-4
_REACH_BOARD: Final = 4e-7


def solve(spot: Spot) -> Tally | None:
    """Return the exact sums over all deals of a spot, or None if another method must do it.

    Args:
        spot: Two players with hands or ranges, any board, any dead cards; hold'em and its
            high-low game, and Texas Reach Around unless natural hands win ties.
    """
    if not _solvable(spot):
        return None
    return solve_hole(spot) if spot.kind == "hole" else solve_reach(spot)


def seconds(spot: Spot) -> float | None:
    """Return about how long `solve` takes, or None if it returns nothing.

    Pairs of hands that differ only in the names of suits are counted once; how many of them there
    are is guessed from the symmetry of the cards that are out.
    """
    if not _solvable(spot):
        return None
    first, second = spot.holdings
    known = [each.holes[0].tolist() for each in spot.holdings if each.known]
    seen = [spot.board, spot.dead, *([card] for card in spot.thirds), *known]
    pairs = max(1.0, 1.3 * len(first.holes) * len(second.holes) / symmetries(seen))
    if spot.kind == "hole":
        return pairs * _PAIR[spot.to_come]
    left = 48 - len(spot.gone)
    return pairs * (_REACH_PAIR + _REACH_BOARD * comb(left, spot.to_come))


def _solvable(spot: Spot) -> bool:
    if len(spot.holdings) != 2 or spot.kind == "omaha":
        return False
    return spot.kind == "hole" or not spot.announcement.naturals_first
