"""Compiled counting of all deals of two hands without wilds.

A board is first taken for its ranks alone: how many boards have these ranks, and who would win if
there were no flushes. Then the boards on which somebody has a flush are put right, suit by suit;
only one suit of a board of five can make one. Lows need no correction. Start reading at
`duels`.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from wildrank._jit import inlined, kernel, popcount
from wildrank.hands.tables import (
    BUCKET_SHIFT,
    NATURAL_BUCKETS,
    NATURAL_PLACES,
    PLACE_SHIFT,
)
from wildrank.odds.preflop.codes import I64, KIND_SHIFT, U8, U16, U32, U64, NaturalCodes
from wildrank.odds.preflop.hole.boards import NOTHING, Boards

ANY_SUIT: Final = 4
FIELD: Final = 21  # bits of a count of boards, of which there are fewer than two million
FULL: Final = (1 << FIELD) - 1
PART: Final = 16  # the same of the 741 boards or fewer that share three cards of one suit
PART_FULL: Final = (1 << PART) - 1
DRAIN: Final = 32  # masks before such counts could reach the sign of a number

_U = np.uint64
_BUCKET: Final = _U(BUCKET_SHIFT)
_PLACE: Final = _U(PLACE_SHIFT)
_BUCKETS: Final = _U((1 << NATURAL_BUCKETS) - 1)
_PLACES: Final = _U((1 << NATURAL_PLACES) - 1)
_RANKS: Final = _U(0x1FFF)
_ONE: Final = _U(1)
_NONE: Final = _U(0)


class Room(NamedTuple):
    """Room to work in, by the ranks of the board unless told otherwise.

    Attributes:
        values: The codes of both hands, as if there were no flushes.
        lows: Who wins the low: 0 for the one, 1 for the other, 2 for both, 3 for nobody.
        taken: On how many boards the one alone, the other alone, and both have a flush.
        chosen: Which choices of the ranks of some cards occur.
        few: In how many ways each of these occurs; later, how often a choice does without a flush.
        part: The lows of one hand.
    """

    values: U32
    lows: U8
    taken: I64
    chosen: U64
    few: I64
    part: U32


@inlined
def _place(total: np.uint64, displacements: U16) -> np.uint64:
    """Return where a holding without wilds lies in its tables."""
    at: np.uint64 = (total >> _PLACE) + displacements[(total >> _BUCKET) & _BUCKETS]
    return at & _PLACES


@inlined
def _hold(cards: U8, rank_keys: U64, left: U64, held: U64, seat: int) -> np.uint64:
    """Give a player cards, taken from the deck; return their keys added up."""
    total = _NONE
    for place in range(cards.shape[0]):
        card = cards[place]
        bit = _ONE << _U(card >> 2)
        total += rank_keys[card >> 2]
        held[card & 3, seat] |= bit
        left[card & 3] &= ~bit
    return total


@inlined
def _ways(left: U64, suit: int, choose: I64, ways: I64) -> None:
    """Fill in how many ways there are to choose cards of each rank that are not of a suit."""
    for rank in range(13):
        many = 0
        for other in range(4):
            if other != suit and (left[other] >> _U(rank)) & _ONE:
                many += 1
        for few in range(5):
            ways[5 * rank + few] = choose[many, few]
    ways[NOTHING] = 1


@inlined
def _weigh(slots: U8, ways: I64, weights: I64) -> None:
    """Fill in on how many boards each choice of ranks occurs."""
    for row in range(weights.shape[0]):
        weight = ways[slots[row, 0]] * ways[slots[row, 1]] * ways[slots[row, 2]]
        weights[row] = weight * ways[slots[row, 3]] * ways[slots[row, 4]]


@inlined
def _possible(weights: I64, chosen: U64) -> int:
    """Move the choices of ranks that occur to the front of the weights; return how many."""
    found = 0
    for row in range(weights.shape[0]):
        weight = weights[row]
        weights[found] = weight
        chosen[found] = row
        found += weight > 0
    return found


@inlined
def _values(total: np.uint64, sums: U64, displacements: U16, both: U32, values: U32) -> None:
    """Fill in the codes of one hand with every choice of ranks, as if there were no flushes."""
    for row in range(sums.shape[0]):
        values[row] = both[_place(total + sums[row], displacements)]


@inlined
def _low_winners(values: U32, others: U32, lows: U8) -> None:
    """Fill in who wins the low: 0 for the first hand, 1 for the second, 2 for both, 3 for none."""
    for row in range(values.shape[0]):
        mine, theirs = values[row] & 0xFFFF, others[row] & 0xFFFF
        lows[row] = (theirs > mine) + 2 * (mine == theirs) + ((mine | theirs) == 0)


@inlined
def _categories(values: U32, weights: I64, shift: int, counts: I64) -> None:
    """Count values by the category that stands above some bits, nine at most."""
    low, middle, high = 0, 0, 0
    for row in range(values.shape[0]):
        kind, weight = values[row] >> shift, weights[row]
        low += weight << FIELD * kind if kind < 3 else 0
        middle += weight << FIELD * (kind - 3) if 3 <= kind < 6 else 0
        high += weight << FIELD * (kind - 6) if kind >= 6 else 0
    for kind in range(counts.shape[0]):
        fields = low if kind < 3 else middle if kind < 6 else high
        counts[kind] += (fields >> FIELD * (kind % 3)) & FULL


@inlined
def _without_flush(  # noqa: PLR0913, PLR0917 - arrays one by one, as the compiler likes them
    values: U32,
    others: U32,
    weights: I64,
    lows: U8,
    halves: bool,  # noqa: FBT001 - kernels are called by place
    cells: I64,
) -> None:
    """Count who wins on the boards on which nobody has a flush.

    Args:
        values: The codes of one hand by the ranks of the board.
        others: Those of the other.
        weights: On how many boards these ranks occur and make no flush.
        lows: Who wins the low by the ranks of the board.
        halves: Whether lows count.
        cells: Is given who wins the low, and who the high.
    """
    first, second, both, nobody = 0, 0, 0, 0
    for row in range(values.shape[0]):
        high, against = values[row] >> 16, others[row] >> 16
        packed = weights[row] << FIELD * ((against > high) + 2 * (against == high))
        if halves:
            first += packed if lows[row] == 0 else 0
            second += packed if lows[row] == 1 else 0
            both += packed if lows[row] == 2 else 0
            nobody += packed if lows[row] == 3 else 0
        else:
            nobody += packed
    for place, fields in enumerate((first, second, both, nobody)):
        for part in range(3):
            cells[place, part] += (fields >> FIELD * part) & FULL


@inlined
def _one_flush(  # noqa: PLR0913, PLR0917 - arrays one by one, as the compiler likes them
    held: np.uint64,
    other_held: np.uint64,
    left: np.uint64,
    masks: U64,
    flushes: I64,
    chosen: U64,
    weights: I64,
    merged: U16,
    stride: np.uint64,
    others: U32,
    lows: U8,
    halves: bool,  # noqa: FBT001 - kernels are called by place
    taken: I64,
    cells: I64,
    made: I64,
) -> None:
    """Count the boards with so many cards of one suit on which one player alone has a flush.

    Args:
        held: The ranks of the suit that this player has, the board that is out included.
        other_held: The same of the other.
        left: The ranks of the suit that may come.
        masks: Every choice of so many ranks.
        flushes: As in `NaturalCodes`.
        chosen: The choices of the other cards of the board that occur, by rank.
        weights: In how many ways each of them occurs.
        merged: For each mask and choice, where they lie together.
        stride: How many choices there are for each mask.
        others: The codes of the other's hand with every choice, as if there were no flushes.
        lows: Who wins the low with every choice.
        halves: Whether lows count.
        taken: Is given the boards, by the ranks of all their cards.
        cells: Is given who wins the low, and whether the flush wins.
        made: Is given how often each category of flush is made with each choice.
    """
    every, lost, begin = 0, 0, _NONE
    for place in range(masks.shape[0]):
        mask, flush = masks[place], flushes[held | masks[place]]
        if flush and not mask & ~left and not flushes[other_held | mask]:
            bound = np.uint32((flush + 1) << 16)
            made[flush >> KIND_SHIFT] += 1
            for at in range(chosen.shape[0]):
                row, weight = merged[begin + chosen[at]], weights[at]
                taken[row] += weight
                if halves:
                    weight <<= PART * lows[row]
                every += weight
                lost += weight if others[row] >= bound else 0
        begin += stride
        if place % DRAIN == DRAIN - 1 or place == masks.shape[0] - 1:
            for low in range(4):
                beaten = (lost >> PART * low) & PART_FULL
                cells[low if halves else 3, 1] += beaten
                cells[low if halves else 3, 0] += ((every >> PART * low) & PART_FULL) - beaten
            every, lost = 0, 0


@inlined
def _two_flushes(  # noqa: PLR0913, PLR0917 - arrays one by one, as the compiler likes them
    held: np.uint64,
    other_held: np.uint64,
    left: np.uint64,
    masks: U64,
    flushes: I64,
    chosen: U64,
    weights: I64,
    merged: U16,
    stride: np.uint64,
    lows: U8,
    taken: I64,
    cells: I64,
    made: I64,
) -> None:
    """Count those on which both have a flush; arguments as above, but both see ``cells`` alike."""
    begin = _NONE
    for place in range(masks.shape[0]):
        mask, flush = masks[place], flushes[held | masks[place]]
        other_flush = flushes[other_held | mask]
        if flush and other_flush and not mask & ~left:
            made[0, flush >> KIND_SHIFT] += 1
            made[1, other_flush >> KIND_SHIFT] += 1
            high = (other_flush > flush) + 2 * (other_flush == flush)
            for at in range(chosen.shape[0]):
                row, weight = merged[begin + chosen[at]], weights[at]
                taken[row] += weight
                cells[lows[row], high] += weight
        begin += stride


@inlined
def _one_suit(  # noqa: PLR0913, PLR0917 - as above
    held: U64,
    left: np.uint64,
    fewest: int,
    come: int,
    ways: I64,
    flushes: I64,
    boards: Boards,
    room: Room,
    halves: bool,  # noqa: FBT001 - kernels are called by place
    cells: I64,
    highs: I64,
) -> None:
    """Count the boards on which somebody has a flush of one suit.

    Args:
        held: The ranks of the suit that each player has, the board that is out included.
        left: The ranks of the suit that may come.
        fewest: How many cards of the suit must come to make somebody a flush.
        come: How many cards of the board are to come.
        ways: In how many ways so many cards of each rank can be chosen that are not of the suit.
        flushes: As in `NaturalCodes`.
        boards: What boards there are.
        room: The codes of both hands, and what is filled in by the ranks of the board.
        halves: Whether lows count.
        cells: Is given who wins the low, and who the high.
        highs: Is given the categories of both.
    """
    starts, mask_starts = boards.starts, boards.mask_starts
    for size in range(fewest, come + 1):
        some = room.few[: starts[come - size + 1] - starts[come - size]]
        _weigh(boards.slots[starts[come - size] :], ways, some)
        stride, many = _U(some.shape[0]), _possible(some, room.chosen)
        some, chosen = some[:many], room.chosen[:many]
        masks = boards.masks[mask_starts[size] : mask_starts[size + 1]]
        merged = boards.merged[boards.merged_starts[come, size] :]
        made = np.zeros((2, highs.shape[1]), dtype=np.int64)
        for seat in range(2):
            won = np.zeros((4, 2), dtype=np.int64)
            _one_flush(held[seat], held[1 - seat], left, masks, flushes, chosen, some, merged,
                       stride, room.values[1 - seat], room.lows, halves, room.taken[seat],
                       won, made[seat])  # fmt: skip
            for low in range(4):
                cells[low, seat] += won[low, 0]
                cells[low, 1 - seat] += won[low, 1]
        _two_flushes(held[0], held[1], left, masks, flushes, chosen, some, merged, stride,
                     room.lows, room.taken[2], cells, made)  # fmt: skip
        total = 0
        for at in range(many):
            total += some[at]
        for seat in range(2):
            for kind in range(made.shape[1]):
                highs[seat, kind] += total * made[seat, kind]


@inlined
def _by_ranks(  # noqa: PLR0913, PLR0917 - as above
    weights: I64,
    room: Room,
    halves: bool,  # noqa: FBT001 - kernels are called by place
    cells: I64,
    highs: I64,
    lows: I64,
) -> None:
    """Count all boards that `_one_suit` has not."""
    taken, plain, part = room.taken, room.few, room.part
    for seat in range(2):
        values = room.values[seat]
        for row in range(weights.shape[0]):
            plain[row] = weights[row] - taken[seat, row] - taken[2, row]
        _categories(values, plain, 16 + KIND_SHIFT, highs[seat, :9])
        if halves:
            for row in range(weights.shape[0]):
                part[row] = values[row] & 0xFFFF
            _categories(part, weights, KIND_SHIFT, lows[seat])
    for row in range(weights.shape[0]):
        plain[row] -= taken[0, row]
    _without_flush(room.values[0], room.values[1], plain, room.lows, halves, cells)


@kernel
def duels(  # noqa: PLR0913, PLR0917 - what there is to know and to fill in
    hands: U8,
    board: U8,
    dead: U8,
    codes: NaturalCodes,
    boards: Boards,
    halves: bool,  # noqa: FBT001 - kernels are called by place
    cells: I64,
    highs: I64,
    lows: I64,
) -> None:
    """Count all deals of pairs of hands.

    Args:
        hands: ``uint8[n, 4]``: two cards of the one player and two of the other.
        board: The cards of the board that are out.
        dead: The cards that are gone.
        codes: What hands are worth.
        boards: What boards there are.
        halves: Whether there is a low half.
        cells: ``int64[n, 4, 3]``: is given who wins the low (the one player, the other, both,
            nobody) and who the high.
        highs: ``int64[n, 2, 10]``: is given the categories of both players.
        lows: ``int64[n, 2, 7]``: is given those of their lows, counted from the last.
    """
    rank_keys, come = boards.rank_keys, 5 - board.shape[0]
    first, last = boards.starts[come], boards.starts[come + 1]
    sums, slots, many = boards.sums[first:last], boards.slots[first:last], last - first
    ways = np.empty(NOTHING + 1, dtype=np.int64)
    weights = np.empty(many, dtype=np.int64)
    room = Room(
        np.empty((2, many), dtype=np.uint32),
        np.full(many, 3, dtype=np.uint8),
        np.empty((3, many), dtype=np.int64),
        np.empty(many, dtype=np.uint64),
        np.empty(many, dtype=np.int64),
        np.empty(many, dtype=np.uint32),
    )
    left = np.empty(4, dtype=np.uint64)
    for row in range(hands.shape[0]):
        for suit in range(4):
            left[suit] = _RANKS
        for place in range(dead.shape[0]):
            left[dead[place] & 3] &= ~(_ONE << _U(dead[place] >> 2))
        held = np.zeros((4, 2), dtype=np.uint64)
        for seat in range(2):
            total = _hold(board, rank_keys, left, held, seat)
            total += _hold(hands[row, 2 * seat : 2 * seat + 2], rank_keys, left, held, seat)
            _values(total, sums, codes.displacements, codes.both, room.values[seat])
        if halves:
            _low_winners(room.values[0], room.values[1], room.lows)
        for place in range(many):
            for which in range(3):
                room.taken[which, place] = 0
        for suit in range(4):
            most = max(int(popcount(held[suit, 0])), int(popcount(held[suit, 1])))
            fewest = max(0, 5 - most)
            if fewest <= come:
                _ways(left, suit, boards.choose, ways)
                _one_suit(held[suit], left[suit], fewest, come, ways, codes.flushes, boards,
                          room, halves, cells[row], highs[row])  # fmt: skip
        _ways(left, ANY_SUIT, boards.choose, ways)
        _weigh(slots, ways, weights)
        _by_ranks(weights, room, halves, cells[row], highs[row], lows[row])
