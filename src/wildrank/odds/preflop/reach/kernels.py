"""Compiled counting of all deals of two Reach Around hands.

With two downcards known, each player has a value for each third card: the rank of that card
decides which rank is wild, and one look-up serves its four suits unless a flush is near. On every
board these values of both players are written down and all of them compared with all, many at a
time. Start reading at `unknown_thirds` and `known_thirds`.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from wildrank._jit import inlined, kernel, popcount
from wildrank.hands.tables import BUCKET_SHIFT, NO_WILD, PLACE_SHIFT, WILD_BUCKETS, WILD_PLACES
from wildrank.odds.preflop.codes import I16, I64, U8, U16, U64, WildCodes

LANES: Final = 64
NOBODY: Final = -1  # in a lane of the second player's that is no card it can get
NOTHING: Final = -2  # the same of the first player, so that neither beats or ties the other

_U = np.uint64
_BUCKET: Final = _U(BUCKET_SHIFT)
_PLACE: Final = _U(PLACE_SHIFT)
_BUCKETS: Final = _U((1 << WILD_BUCKETS) - 1)
_PLACES: Final = _U((1 << WILD_PLACES) - 1)
_START: Final = _U(0x3333)
_FLAGS: Final = _U(0x8888)
_ONE_OF_EACH: Final = _U(0x0001_0001_0001_0001)
_EACH_SUIT: Final = _U(0x1111)
_RANKS: Final = _U(0x1FFF)
_ROYAL: Final = _U(0x1F00)
_WILDS: Final = _U(16)
_SEVEN: Final = _U(7)
_ONE: Final = _U(1)
_NONE: Final = _U(0)


class Side(NamedTuple):
    """What one player holds, for each rank that the third card may have.

    Attributes:
        held: The bits of the personal cards that are known.
        wild_ranks: By the rank of the third card, which rank is wild.
        totals: By the same, the keys of the personal cards added up; of an unknown third card
            without its suit.
        suited: By the same, whether the suit of the third card matters: it is unknown and natural.
        first: The lowest rank that the third card may have.
        last: The rank after the highest that it may have.
        barred: Cards that the third card cannot be, besides those of the board.
        thirds: How many cards it can be on each board.
    """

    held: np.uint64
    wild_ranks: U64
    totals: U64
    suited: npt.NDArray[np.bool_]
    first: int
    last: int
    barred: U8
    thirds: int


@kernel
def every_board(board: U8, deck: U8, out: U8) -> None:
    """Write every board that the cards of a deck can complete, a board a row.

    Args:
        board: The cards that are out.
        deck: The cards that may come.
        out: ``uint8[n, 4]``, as long as there are boards.
    """
    known = board.shape[0]
    come = 4 - known
    at = np.arange(come)
    for row in range(out.shape[0]):
        for place in range(known):
            out[row, place] = board[place]
        for place in range(come):
            out[row, known + place] = deck[at[place]]
        place = come - 1
        while place >= 0 and at[place] == deck.shape[0] - come + place:
            place -= 1
        if place >= 0:
            at[place] += 1
            for later in range(place + 1, come):
                at[later] = at[later - 1] + 1


@inlined
def _value(  # noqa: PLR0913, PLR0917 - arrays one by one, as the compiler likes them
    total: np.uint64,
    held: np.uint64,
    wild_rank: np.uint64,
    displacements: U16,
    highs: I16,
    flushes: I16,
    royal: int,
) -> int:
    """Return the code of a hand of which all cards are known."""
    at = ((total >> _PLACE) + displacements[(total >> _BUCKET) & _BUCKETS]) & _PLACES
    best = int(highs[at])
    if total & _FLAGS:
        wilds = (total >> _WILDS) & _SEVEN
        naturals = held & ~(_ONE_OF_EACH << wild_rank)
        for suit in range(4):
            shift = _U(16 * suit)
            best = max(best, int(flushes[wilds, (naturals >> shift) & _RANKS]))
            if royal and (held >> shift) & _ROYAL == _ROYAL:
                best = max(best, royal)
    return best


@inlined
def _values(  # noqa: PLR0913, PLR0917 - as above
    held: np.uint64,
    board: U64,
    wild_ranks: U64,
    totals: U64,
    suited: npt.NDArray[np.bool_],
    first: int,
    last: int,
    displacements: U16,
    highs: I16,
    flushes: I16,
    values: I16,
) -> None:
    """Write the value that one player has with each third card.

    Args:
        held: The bits of all cards that are known.
        board: By the wild rank, the keys of the board added up.
        wild_ranks: As in `Side`, and so on.
        totals: As in `Side`.
        suited: As in `Side`.
        first: As in `Side`.
        last: As in `Side`.
        displacements: As in `WildCodes`.
        highs: As in `WildCodes`.
        flushes: As in `WildCodes`.
        values: By the third card, what is written.
    """
    for rank in range(first, last):
        wild_rank = wild_ranks[rank]
        total = totals[rank] + board[wild_rank]
        at = ((total >> _PLACE) + displacements[(total >> _BUCKET) & _BUCKETS]) & _PLACES
        best = highs[at]
        near = (total + (_EACH_SUIT if suited[rank] else _NONE)) & _FLAGS
        if near == _NONE:
            for suit in range(4):
                values[4 * rank + suit] = best
            continue
        wilds = (total >> _WILDS) & _SEVEN
        naturals = held & ~(_ONE_OF_EACH << wild_rank)
        third = _ONE << _U(rank) if suited[rank] else _NONE
        for suit in range(4):
            best = max(best, flushes[wilds, (naturals >> _U(16 * suit)) & _RANKS])
        for suit in range(4):
            with_third = (naturals >> _U(16 * suit)) & _RANKS | third
            values[4 * rank + suit] = max(best, flushes[wilds, with_third])


@inlined
def _royals(held: np.uint64, royal: int, values: I16) -> None:
    """Put right the third cards that complete a natural royal flush, where it stands on top."""
    for suit in range(4):
        missing = ~(held >> _U(16 * suit)) & _ROYAL
        if missing == _NONE:
            for card in range(52):
                values[card] = royal
        elif missing & (missing - _ONE) == _NONE:
            values[4 * int(popcount(missing - _ONE)) + suit] = royal


@inlined
def _compare(mine: I16, theirs: I16, both: bool, wins: I16, ties: I16) -> None:  # noqa: FBT001 - called by place
    """Write how often each of one player's lanes is beaten or tied by a value of the other."""
    for lane in range(LANES):
        wins[lane] = 0
        ties[lane] = 0
    for card in range(52):
        value = mine[card]
        for lane in range(LANES):
            wins[lane] += value > theirs[lane]
            ties[lane] += value == theirs[lane]
    if both:  # nobody shares a third card
        for lane in range(52):
            wins[lane] -= mine[lane] > theirs[lane]
            ties[lane] -= mine[lane] == theirs[lane]


@inlined
def _categories(values: I16, bounds: I16, reached: I64) -> None:
    """Add to the count of each run of codes the values that reach it."""
    for run in range(bounds.shape[0]):
        bound = bounds[run]
        many = np.int32(0)
        for card in range(52):
            many += np.int32(values[card] >= bound)
        reached[run] += many


@kernel
def unknown_thirds(  # noqa: PLR0913, PLR0917 - what there is to know
    boards: U8,
    first: Side,
    second: Side,
    codes: WildCodes,
    both: bool,  # noqa: FBT001 - kernels are called by place
    reached: I64,
) -> tuple[int, int]:
    """Return how many deals the first player wins and how many are ties.

    Args:
        boards: Four cards a row.
        first: The one player.
        second: The other.
        codes: What hands are worth.
        both: Whether both third cards are unknown, and so cannot be the same.
        reached: ``int64[2, runs]``: is given, for each player and run of codes, the third cards on
            all boards with which the run or a higher one is reached.
    """
    keys, bits, displacements = codes.keys[NO_WILD], codes.bits, codes.displacements
    highs, flushes, royal, bounds = codes.highs, codes.flushes, codes.royal, codes.bounds
    held, other_held = first.held, second.held
    wild_ranks, totals, suited = first.wild_ranks, first.totals, first.suited
    other_ranks, other_totals, other_suited = second.wild_ranks, second.totals, second.suited
    low, high, other_low, other_high = first.first, first.last, second.first, second.last
    barred, other_barred = first.barred, second.barred
    mine_reached, their_reached = reached[0], reached[1]
    wild_key = codes.keys[0, 0]
    mine, theirs = np.full(LANES, NOTHING, np.int16), np.full(LANES, NOBODY, np.int16)
    wins, ties = np.empty(LANES, np.int16), np.empty(LANES, np.int16)
    by_wild = np.empty(NO_WILD, np.uint64)
    won, tied = 0, 0
    for row in range(boards.shape[0]):
        total, out = _START, _NONE
        for place in range(4):
            total += keys[boards[row, place]]
            out |= bits[boards[row, place]]
        for rank in range(NO_WILD):
            by_wild[rank] = total
        for place in range(4):
            card = boards[row, place]
            by_wild[card >> 2] = by_wild[card >> 2] - keys[card] + wild_key
        _values(held | out, by_wild, wild_ranks, totals, suited, low, high,
                displacements, highs, flushes, mine)  # fmt: skip
        _values(other_held | out, by_wild, other_ranks, other_totals, other_suited,
                other_low, other_high, displacements, highs, flushes, theirs)  # fmt: skip
        if royal:
            _royals(held | out, royal, mine)
            _royals(other_held | out, royal, theirs)
        for place in range(barred.shape[0]):
            mine[barred[place]] = NOTHING
        for place in range(other_barred.shape[0]):
            theirs[other_barred[place]] = NOBODY
        for place in range(4):
            mine[boards[row, place]] = NOTHING
            theirs[boards[row, place]] = NOBODY
        _compare(mine, theirs, both, wins, ties)
        for lane in range(LANES):
            won += int(wins[lane])
            tied += int(ties[lane])
        _categories(mine, bounds, mine_reached)
        _categories(theirs, bounds, their_reached)
    return won - boards.shape[0] * first.thirds * (LANES - second.thirds), tied


@kernel
def known_thirds(
    boards: U8, first: Side, second: Side, codes: WildCodes, reached: I64
) -> tuple[int, int]:
    """Return the same when both third cards are known.

    Args:
        boards: As in `unknown_thirds`, and so on.
        first: One player, of whose tables the one rank of the third card counts.
        second: The other.
        codes: What hands are worth.
        reached: ``int64[2, runs]``: is given how often each run, and no higher, is reached.
    """
    rank, other_rank = first.first, second.first
    wild, other_wild = first.wild_ranks[rank], second.wild_ranks[other_rank]
    keys, other_keys, bits = codes.keys[wild], codes.keys[other_wild], codes.bits
    displacements, highs, flushes = codes.displacements, codes.highs, codes.flushes
    royal, runs, held, other_held = codes.royal, codes.runs, first.held, second.held
    start, other_start = first.totals[rank] + _START, second.totals[other_rank] + _START
    won, tied = 0, 0
    for row in range(boards.shape[0]):
        total, other, out = start, other_start, _NONE
        for place in range(4):
            card = boards[row, place]
            total += keys[card]
            other += other_keys[card]
            out |= bits[card]
        mine = _value(total, held | out, wild, displacements, highs, flushes, royal)
        theirs = _value(other, other_held | out, other_wild, displacements, highs, flushes, royal)
        won += mine > theirs
        tied += mine == theirs
        reached[0, runs[mine]] += 1
        reached[1, runs[theirs]] += 1
    return won, tied
