"""Boards told apart by their ranks alone, and the choices of ranks within one suit.

Before the flop there are 1,712,304 boards but only 6,175 ways to choose their ranks. Start reading
at `Boards`. Nothing here knows what a hand is worth.
"""

from __future__ import annotations

from functools import cache
from itertools import accumulate, combinations, combinations_with_replacement, pairwise
from math import comb
from typing import Final, NamedTuple

import numpy as np

from wildrank.hands.tables import MOST_ALIKE, NO_WILD, RANK_COUNT, tables
from wildrank.hands.values import HandRules
from wildrank.odds.preflop.codes import I64, SIZE, U8, U16, U64

MOST: Final = 5
SLOTS: Final = MOST_ALIKE + 1
NOTHING: Final = RANK_COUNT * SLOTS


class Boards(NamedTuple):
    """Every way to choose the ranks of up to five cards.

    Attributes:
        sums: For each choice, by rising size, the keys of its cards added up without their suits.
        slots: For each choice five numbers ``5 * rank + how many`` into the ways to choose so many
            of the cards of a rank; ``NOTHING`` fills up.
        starts: Where the choices of each size begin.
        masks: Every choice of up to five different ranks, as bits.
        mask_sums: Their keys added up without their suits.
        mask_starts: Where the masks of each size begin.
        merged: The place, among the choices of their size together, of each mask with each choice,
            masks outside; 0 where that would be five of a rank.
        merged_starts: ``[6, 6]``: where that begins, by the size together and that of the mask.
        choose: ``[5, 5]``: in how many ways so many of so many cards can be chosen.
        rank_keys: The key of a card of each rank without its suit.
    """

    sums: U64
    slots: U8
    starts: I64
    masks: U64
    mask_sums: U64
    mask_starts: I64
    merged: U16
    merged_starts: I64
    choose: I64
    rank_keys: U64


@cache
def boards() -> Boards:
    """Return the choices for boards of up to five cards."""
    keys = tables(SIZE, HandRules()).keys[NO_WILD]
    rank_keys = [int(keys[4 * rank]) - 1 for rank in range(RANK_COUNT)]
    ranks = range(RANK_COUNT)
    held = [
        [row for row in combinations_with_replacement(ranks, size) if _possible(row)]
        for size in range(MOST + 1)
    ]
    different = [list(combinations(ranks, size)) for size in range(MOST + 1)]
    sums, starts = _sums(held, rank_keys)
    mask_sums, mask_starts = _sums(different, rank_keys)
    bits = [sum(1 << rank for rank in row) for group in different for row in group]
    merged, merged_starts = _merged(_by_size(sums, starts), _by_size(mask_sums, mask_starts))
    return Boards(
        sums,
        np.array([_slots(row) for group in held for row in group], dtype=np.uint8),
        starts,
        np.array(bits, dtype=np.uint64),
        mask_sums,
        mask_starts,
        merged,
        merged_starts,
        np.array([[comb(many, few) for few in range(SLOTS)] for many in range(SLOTS)], np.int64),
        np.array(rank_keys, dtype=np.uint64),
    )


def _sums(groups: list[list[tuple[int, ...]]], rank_keys: list[int]) -> tuple[U64, I64]:
    """Return the sum of the keys of every choice, and where those of each size begin."""
    sums = [sum(rank_keys[rank] for rank in row) for group in groups for row in group]
    starts = np.array([0, *accumulate(map(len, groups))], dtype=np.int64)
    return np.array(sums, dtype=np.uint64), starts


def _by_size(sums: U64, starts: I64) -> list[U64]:
    return [sums[start:end] for start, end in pairwise(starts.tolist())]


def _merged(sums: list[U64], mask_sums: list[U64]) -> tuple[U16, I64]:
    """Return where each mask and each choice lie together, told by the sums of their keys."""
    parts: list[U16] = []
    starts = np.zeros((MOST + 1, MOST + 1), dtype=np.int64)
    for size, together in enumerate(sums):
        order = np.argsort(together)
        for few in range(size + 1):
            wanted = (mask_sums[few][:, None] + sums[size - few]).ravel()
            place = order[np.searchsorted(together[order], wanted) % len(together)]
            starts[size, few] = sum(part.size for part in parts)
            parts.append(np.where(together[place] == wanted, place, 0).astype(np.uint16))
    return np.concatenate(parts), starts


def _possible(row: tuple[int, ...]) -> bool:
    return all(row.count(rank) <= MOST_ALIKE for rank in row)


def _slots(row: tuple[int, ...]) -> list[int]:
    used = [SLOTS * rank + row.count(rank) for rank in sorted(set(row))]
    return used + [NOTHING] * (MOST - len(used))
