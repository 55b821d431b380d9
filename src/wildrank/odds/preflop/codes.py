"""Strengths as small numbers in the same order, so that comparing many of them is cheap.

The tables of `wildrank.hands.tables` hold 27-bit strengths. Here they become 16 bits: a high and
a low fit into one entry of a table, and 32 values of wild hands into one register. Start reading
at `natural_codes` and `wild_codes`. Nothing here deals or compares.
"""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from wildrank.hands.tables import NO_WILD, tables
from wildrank.hands.values import HandRules, royal_strength
from wildrank.odds.result import CATEGORY_OF_LEVEL, LOW_CATEGORIES

I16 = npt.NDArray[np.int16]
I64 = npt.NDArray[np.int64]
U8 = npt.NDArray[np.uint8]
U16 = npt.NDArray[np.uint16]
U32 = npt.NDArray[np.uint32]
U64 = npt.NDArray[np.uint64]

LEVEL_SHIFT: Final = 23
LOW_SHIFT: Final = 20
LOW_TOP: Final = 6 << LOW_SHIFT
KIND_SHIFT: Final = 12
SIZE: Final = 7


class NaturalCodes(NamedTuple):
    """What the kernels of games without wilds look hands up in.

    A code is the category in the four highest bits and then a number that grows with the strength;
    a high code is a category of `CATEGORIES`, a low code one of `LOW_CATEGORIES` counted from the
    last, so that 0 is a low that does not qualify.

    Attributes:
        keys: The key of each card, as in `wildrank.hands.tables`.
        displacements: Of holdings without wilds, by the bucket.
        both: By the place of a holding, its high code times 65,536, and its low code.
        flushes: By the ranks of one suit, the high code of their flush; 0 for no flush.
    """

    keys: U64
    displacements: U16
    both: U32
    flushes: I64


class WildCodes(NamedTuple):
    """What the kernels of Reach Around look hands up in.

    Attributes:
        keys: The key of each card for each wild rank, as in `wildrank.hands.tables`.
        bits: The bit of each card.
        displacements: Of holdings with wilds, by the bucket.
        highs: By the place of a holding with wilds, its code, whatever its suits.
        flushes: By the number of wilds and the natural ranks of one suit, the code; 0 for none.
        royal: The code of a natural royal flush where it stands above five of a kind, else 0.
        bounds: The lowest code of each run of codes of one category, rising.
        kinds: The place in `CATEGORIES` of each run.
        runs: Of each code, the run that it is in.
    """

    keys: U64
    bits: U64
    displacements: U16
    highs: I16
    flushes: I16
    royal: int
    bounds: I16
    kinds: I64
    runs: I64


@cache
def natural_codes(qualifier: int | None) -> NaturalCodes:
    """Return the codes of hands without wilds.

    Args:
        qualifier: Highest pips of a low that qualifies, as 8; None if every low does.

    Source: HE-rank, HL-wheel, HL-pairlow, D26.
    """
    found = tables(SIZE, HandRules())
    categories = np.array(CATEGORY_OF_LEVEL, dtype=np.int64)
    strengths = np.unique(np.concatenate([found.highs, found.flushes[0]]))
    codes = _by_category(categories[strengths >> LEVEL_SHIFT])
    highs = codes[np.searchsorted(strengths, found.highs)]
    flushes = np.where(found.flushes[0], codes[np.searchsorted(strengths, found.flushes[0])], 0)
    both = highs << 16 | _low_codes(found.lows, qualifier)
    return NaturalCodes(
        found.keys[NO_WILD].copy(), found.natural_displacements, both.astype(np.uint32), flushes
    )


def _low_codes(lows: npt.NDArray[np.int32], qualifier: int | None) -> I64:
    """Return the codes of ace-to-five strengths; 0 where nothing qualifies.

    Source: HL-pairlow, D26.
    """
    packed = LOW_TOP - 1 - lows.astype(np.int64)
    out = lows == 0
    if qualifier is not None:
        highest = packed >> 16  # of a low without a pair, the ace counting 0
        out = out | (highest >= qualifier)
    strengths, places = np.unique(lows, return_inverse=True)
    last = len(LOW_CATEGORIES) - 1
    kinds = last - ((LOW_TOP - 1 - strengths.astype(np.int64)) >> LOW_SHIFT)
    return np.where(out, 0, _by_category(kinds)[places])


def _by_category(kinds: I64) -> I64:
    """Return a rising code for each of some rising strengths, from their categories."""
    starts = np.searchsorted(kinds, np.arange(kinds.max() + 1))
    return kinds << KIND_SHIFT | (np.arange(len(kinds)) - starts[kinds])


@cache
def wild_codes(rules: HandRules) -> WildCodes:
    """Return the codes of hands with wilds.

    Args:
        rules: What the dealer announced; ``naturals_first`` is not known here.

    Source: TRA-1.4a, TRA-1.4c, D32, D33.
    """
    found = tables(SIZE, HandRules(rules.five_of_a_kind, rules.double_ace))
    royal = royal_strength() if rules.five_of_a_kind == "royal" else 0
    used = (np.zeros(1, dtype=np.int32), found.wild_highs, found.flushes.ravel())
    strengths = np.unique(np.concatenate([*used, np.array([royal], dtype=np.int32)]))
    kinds = np.array(CATEGORY_OF_LEVEL, dtype=np.int64)[strengths >> LEVEL_SHIFT]
    bounds = np.flatnonzero(np.diff(kinds, prepend=-1))
    return WildCodes(
        found.keys,
        found.bits,
        found.wild_displacements,
        np.searchsorted(strengths, found.wild_highs).astype(np.int16),
        np.searchsorted(strengths, found.flushes).astype(np.int16),
        int(np.searchsorted(strengths, royal)),
        bounds.astype(np.int16),
        kinds[bounds],
        np.searchsorted(bounds, np.arange(len(strengths)), side="right") - 1,
    )
