"""What the compiled methods of this package share: awarding pots, and the values of Omaha hands.

Start reading at `award`. Sampling is in `sample_kernels`, enumeration in `exact_kernels`.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import numpy.typing as npt

from wildrank._jit import inlined
from wildrank.hands.kernels import FLAGS, RANKS, START, flush_shift, natural_place
from wildrank.hands.tables import Tables
from wildrank.odds.result import HALF, POT

I32 = npt.NDArray[np.int32]
U8 = npt.NDArray[np.uint8]
Sums = npt.NDArray[Any]

WINS, TIES, SHARES, SQUARES, HIGHS, LOWS, QUARTERS, SUMS = range(8)
LEVELS: Final = 16
LOW_LEVELS: Final = 7

_LEVEL_SHIFT: Final = 23
_LOW_SHIFT: Final = 20


@inlined
def award(  # noqa: PLR0913, PLR0917 - the parts of a showdown, each an array
    sums: Sums,
    deals: int,
    highs: I32,
    lows: I32,
    halves: bool,  # noqa: FBT001 - kernels take no keywords
    weights: Sums,
) -> None:
    """Add some deals to the sums, as the referee awards the pot, without odd chips.

    Args:
        sums: ``[players, SUMS]``, in the parts that `wildrank.odds.result` names.
        deals: How many.
        highs: ``[players, deals or more]``: high strengths.
        lows: Low strengths, 0 for one that does not qualify; not read where the pot is whole.
        halves: Whether the pot has two halves.
        weights: How often each deal counts.

    Source: TRA-4.2a, TRA-4.2b, HL-split, HL-scoop, HL-quarter, D25, D26.
    """
    players = len(sums)
    for deal in range(deals):
        best, winners, best_low, low_winners = np.int32(-1), 0, np.int32(0), 0
        for seat in range(players):
            if highs[seat, deal] > best:
                best, winners = highs[seat, deal], 0
            winners += int(highs[seat, deal] == best)
            if halves:
                if lows[seat, deal] > best_low:
                    best_low, low_winners = lows[seat, deal], 0
                low_winners += int(lows[seat, deal] == best_low and best_low > 0)
        parted, weight = halves and low_winners > 0, weights[deal]
        for seat in range(players):
            high = HALF // winners if highs[seat, deal] == best else 0
            low = HALF // low_winners if parted and lows[seat, deal] == best_low else 0
            share = high + low if parted else 2 * high
            if share:
                sums[seat, WINS] += weight * (share == POT)
                sums[seat, TIES] += weight * (share < POT)
                sums[seat, SHARES] += weight * share
                sums[seat, SQUARES] += weight * share * share
                sums[seat, HIGHS] += weight * high
                sums[seat, LOWS] += weight * low
                one_half = parted and (high == 0) != (low == 0)
                sums[seat, QUARTERS] += weight * (one_half and share < HALF)


@inlined
def level_of(high: np.int32) -> np.int32:
    """Return the level of a high strength."""
    return high >> _LEVEL_SHIFT


@inlined
def low_level_of(low: np.int32) -> int:
    """Return the place of a low in ``LOW_CATEGORIES``."""
    return 6 if low == 0 else 5 - int(low >> _LOW_SHIFT)


@inlined
def omaha_values(  # noqa: PLR0913, PLR0917 - what is read, and what is written
    deals: int,
    tables: Tables,
    lowest: int,
    holes: U8,
    boards: U8,
    step: int,
    highs: I32,
    lows: I32,
) -> None:
    """Write the high and the low strength of one seat of Omaha in each deal.

    Args:
        deals: How many.
        tables: Of five cards.
        lowest: The weakest low that qualifies.
        holes: ``[4, deals]``: the hole cards.
        boards: ``[5, deals]``: the board.
        step: 1, or 0 where all deals have the board of the first.
        highs: Where the highs go.
        lows: Where the lows go, 0 where none qualifies.

    Source: Robert's Rules of Poker, Omaha: exactly two hole cards and three of the board.
    """
    keys, bits, flushes = tables.keys[-1], tables.bits, tables.flushes[0]
    by_high, by_low, displacements = tables.highs, tables.lows, tables.natural_displacements
    board_keys, board_bits = np.zeros(10, np.uint64), np.zeros(10, np.uint64)
    for deal in range(deals):
        three, best, best_low = 0, np.int32(0), np.int32(0)
        for c in range(2, 5):
            for b in range(1, c):
                for a in range(b):
                    x, y, z = (
                        boards[a, deal * step],
                        boards[b, deal * step],
                        boards[c, deal * step],
                    )
                    board_keys[three] = keys[x] + keys[y] + keys[z] + START
                    board_bits[three] = bits[x] | bits[y] | bits[z]
                    three += 1
        for b in range(1, 4):
            for a in range(b):
                x, y = holes[a, deal], holes[b, deal]
                two, two_bits = keys[x] + keys[y], bits[x] | bits[y]
                for three in range(10):
                    total = two + board_keys[three]
                    flags, at = total & FLAGS, natural_place(total, displacements)
                    high = by_high[at]
                    if flags:
                        held = two_bits | board_bits[three]
                        high = flushes[(held >> flush_shift(flags)) & RANKS]
                    best = max(best, high)
                    best_low = max(best_low, by_low[at])
        highs[deal] = best
        lows[deal] = best_low if best_low >= lowest else 0
