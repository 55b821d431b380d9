"""Compiled twins of the reference orders, over many hands at once.

Each kernel returns the same strengths as its reference; the tables it reads are an argument, so
that no compiled code ever holds an old copy of them. How a holding is looked up is told in
`tables`. Every kernel also returns a number that is not 0 when some row was not a hand: a number
that is no card, or a card twice. Start reading at `_high_kernel`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np
import numpy.typing as npt

from wildrank._jit import brief, inlined, kernel, popcount
from wildrank.hands import values
from wildrank.hands.tables import (
    BUCKET_SHIFT,
    FLAT_FLUSHES,
    FLAT_HEADER,
    FLAT_HIGHS,
    FLAT_KEYS,
    FLAT_ROW,
    FLAT_SIZE,
    FLAT_WILD_DISPLACED,
    FLAT_WILD_HIGHS,
    NATURAL_BUCKETS,
    NATURAL_PLACES,
    NO_WILD,
    PLACE_SHIFT,
    SIZES,
    WILD_BUCKETS,
    WILD_PLACES,
    Tables,
)

Hands = npt.NDArray[np.uint8]
Strengths = npt.NDArray[np.int32]
U8 = npt.NDArray[np.uint8]
U16 = npt.NDArray[np.uint16]
U64 = npt.NDArray[np.uint64]
Wrong = np.uint64
Kernel = Callable[..., Wrong]

_U = np.uint64
START: Final = _U(0x3333)  # three cards of each suit, so that five set the highest bit
FLAGS: Final = _U(0x8888)
_BUCKET: Final = _U(BUCKET_SHIFT)
_PLACE: Final = _U(PLACE_SHIFT)
_NATURAL_BUCKET: Final = _U((1 << NATURAL_BUCKETS) - 1)
_NATURAL_PLACE: Final = _U((1 << NATURAL_PLACES) - 1)
_WILD_BUCKET: Final = _U((1 << WILD_BUCKETS) - 1)
_WILD_PLACE: Final = _U((1 << WILD_PLACES) - 1)
RANKS: Final = _U(0x1FFF)
_ONE_OF_EACH: Final = _U(0x0001_0001_0001_0001)
_ROYAL: Final = _U(0x1F00)
_NONE: Final = _U(0)
_ONE: Final = _U(1)
_TWO: Final = _U(2)
_THREE: Final = _U(3)
_FOUR: Final = _U(4)
_FIVE: Final = _U(5)
_SEVEN: Final = _U(7)
_EIGHT: Final = _U(8)
_THIRTEEN: Final = _U(13)
_FIFTEEN: Final = _U(15)
_SIXTEEN: Final = _U(16)
_BYTE: Final = _U(255)

# Where a strength holds its level and the last of its ranks, and sets of levels as bits.
_LEVEL: Final = _U(23)
_LAST_RANK: Final = _U(3)
_STRAIGHT: Final = _U(values.STRAIGHT)
_FIVE_LEVELS: Final = _U(
    1 << values.FIVE_BELOW | 1 << values.FIVE_UNDER_ROYAL | 1 << values.FIVE_ABOVE
)
_RUN_LEVELS: Final = _U(
    1 << values.STRAIGHT | 1 << values.FLUSH | 1 << values.STRAIGHT_FLUSH | 1 << values.ROYAL_FLUSH
)


@inlined
def flush_shift(flags: np.uint64) -> np.uint64:
    """Return how far the ranks of the flush suit are shifted, from the one flag that is set."""
    low = ((flags >> _U(7)) | (flags >> _U(15))) & _ONE
    high = ((flags >> _U(10)) | (flags >> _U(14))) & _TWO
    return _SIXTEEN * (low | high)


@inlined
def natural_place(total: np.uint64, displacements: U16) -> np.uint64:
    """Return where a holding without wilds lies in its tables."""
    at: np.uint64 = (total >> _PLACE) + displacements[(total >> _BUCKET) & _NATURAL_BUCKET]
    return at & _NATURAL_PLACE


@inlined
def wild_place(total: np.uint64, displacements: U16) -> np.uint64:
    """Return where a holding with wilds lies in its table."""
    at: np.uint64 = (total >> _PLACE) + displacements[(total >> _BUCKET) & _WILD_BUCKET]
    return at & _WILD_PLACE


@inlined
def natural_high(
    total: np.uint64, held: np.uint64, displacements: U16, highs: Strengths, flushes: Strengths
) -> np.int32:
    """Return the high strength of a holding without wilds."""
    flags = total & FLAGS
    found: np.int32
    if flags:
        found = flushes[0, (held >> flush_shift(flags)) & RANKS]
    else:
        found = highs[natural_place(total, displacements)]
    return found


@inlined
def wild_high(  # noqa: PLR0913, PLR0917 - arrays one by one, or the loop counts references to them
    total: np.uint64,
    held: np.uint64,
    wild_rank: np.uint64,
    displacements: U16,
    wild_highs: Strengths,
    flushes: Strengths,
    royal: int,
) -> np.int32:
    """Return the high strength of a holding with wilds: the best of its ranks and each suit.

    Args:
        total: The sum of its keys.
        held: The bits of its cards, wilds among them.
        wild_rank: The rank that is wild.
        displacements: Of holdings with wilds.
        wild_highs: Of holdings with wilds.
        flushes: As in `Tables`.
        royal: The strength of a natural royal where it stands above five of a kind, else 0.
    """
    best: np.int32 = wild_highs[wild_place(total, displacements)]
    if total & FLAGS:
        wild = (total >> _SIXTEEN) & _SEVEN
        naturals = held & ~(_ONE_OF_EACH << wild_rank)
        for suit in range(4):
            shift = _U(16 * suit)
            best = max(best, flushes[wild, (naturals >> shift) & RANKS])
            if royal and (held >> shift) & _ROYAL == _ROYAL:
                best = max(best, np.int32(royal))
    return best


def _high_kernel(size: int) -> Kernel:
    """Return the kernel for the high strengths of natural hands of a size."""

    @kernel
    def highs(hands: Hands, tables: Tables, out: Strengths) -> Wrong:
        keys, bits, flushes = tables.keys[NO_WILD], tables.bits, tables.flushes[0]
        displacements, without_flush = tables.natural_displacements, tables.highs
        wrong = _NONE
        for row in range(hands.shape[0]):
            total, held = START, _NONE
            for place in range(size):
                card = hands[row, place]
                total += keys[card]
                held |= bits[card]
            wrong |= popcount(held) ^ _U(size)
            flags = total & FLAGS
            if flags:
                out[row] = flushes[(held >> flush_shift(flags)) & RANKS]
            else:
                out[row] = without_flush[natural_place(total, displacements)]
        return wrong

    return highs


def _low_kernel(size: int) -> Kernel:
    """Return the kernel for the ace-to-five strengths of hands of a size."""

    @kernel
    def lows(hands: Hands, tables: Tables, out: Strengths) -> Wrong:
        keys, bits = tables.keys[NO_WILD], tables.bits
        displacements, found = tables.natural_displacements, tables.lows
        wrong = _NONE
        for row in range(hands.shape[0]):
            total, held = START, _NONE
            for place in range(size):
                card = hands[row, place]
                total += keys[card]
                held |= bits[card]
            wrong |= popcount(held) ^ _U(size)
            out[row] = found[natural_place(total, displacements)]
        return wrong

    return lows


def _high_low_kernel(size: int) -> Kernel:
    """Return the kernel for the high and the low strengths of hands of a size, in one pass."""

    @kernel
    def both(hands: Hands, tables: Tables, high_out: Strengths, low_out: Strengths) -> Wrong:
        keys, bits, flushes = tables.keys[NO_WILD], tables.bits, tables.flushes[0]
        displacements, highs, lows = tables.natural_displacements, tables.highs, tables.lows
        wrong = _NONE
        for row in range(hands.shape[0]):
            total, held = START, _NONE
            for place in range(size):
                card = hands[row, place]
                total += keys[card]
                held |= bits[card]
            wrong |= popcount(held) ^ _U(size)
            at = natural_place(total, displacements)
            flags = total & FLAGS
            if flags:
                high_out[row] = flushes[(held >> flush_shift(flags)) & RANKS]
            else:
                high_out[row] = highs[at]
            low_out[row] = lows[at]
        return wrong

    return both


def _wild_kernel(size: int) -> Kernel:
    """Return the kernel for the high strengths of hands of a size, one wild rank a row."""

    @kernel
    def wild_highs(
        hands: Hands, wild_ranks: Hands, tables: Tables, royal: int, out: Strengths
    ) -> Wrong:
        keys, bits, flushes = tables.keys, tables.bits, tables.flushes
        natural_displacements, highs = tables.natural_displacements, tables.highs
        displacements, with_wilds = tables.wild_displacements, tables.wild_highs
        wrong = _NONE
        for row in range(hands.shape[0]):
            wild_rank = _U(wild_ranks[row])
            total, held = START, _NONE
            for place in range(size):
                card = hands[row, place]
                total += keys[wild_rank, card]
                held |= bits[card]
            wrong |= popcount(held) ^ _U(size)
            if (total >> _SIXTEEN) & _SEVEN:
                out[row] = wild_high(
                    total, held, wild_rank, displacements, with_wilds, flushes, royal
                )
            else:
                out[row] = natural_high(total, held, natural_displacements, highs, flushes)
        return wrong

    return wild_highs


@inlined
def stretched(strength: np.uint64, held: np.uint64, wild_rank: np.uint64) -> np.uint64:
    """Return how many wilds of a hand do not play as themselves.

    In a straight every rank that is held at all is played by a card of its own, a wild included;
    in a suited hand every rank that is held in the suit. No other suit holds more of those ranks
    than one that makes the hand, so the suit need not be known. Any other hand has no use for a
    wild as itself: beside five of a kind all wilds help, and there naturals may be left over.

    Source: D34.
    """
    level = (strength >> _LEVEL) & _FIFTEEN
    wilds = popcount((held >> wild_rank) & _ONE_OF_EACH)
    if (_FIVE_LEVELS >> level) & _ONE:
        rank = (strength >> _LAST_RANK) & _FIFTEEN
        return _FIVE - popcount((held >> rank) & _ONE_OF_EACH)
    if not (_RUN_LEVELS >> level) & _ONE:
        return wilds
    played = _NONE
    for place in range(5):
        played |= _ONE << ((strength >> (_LAST_RANK + _FOUR * _U(place))) & _FIFTEEN)
    if level == _STRAIGHT:
        joined = held | (held >> _U(32))
        return _FIVE - popcount((joined | (joined >> _SIXTEEN)) & played)
    most = _NONE
    for suit in range(4):
        most = max(most, popcount((held >> (_SIXTEEN * _U(suit))) & played))
    return _FIVE - most


@kernel
def put_naturals_first(hands: Hands, wild_ranks: Hands, out: Strengths) -> None:
    """Take from each strength the wilds that count against the hand among equals.

    Args:
        hands: ``uint8[n, m]``, every row a hand.
        wild_ranks: ``uint8[n]``: the rank that is wild in each, ``NO_WILD`` for none.
        out: The strengths without ``naturals_first``, which are changed.

    Source: D34.
    """
    for row in range(hands.shape[0]):
        wild_rank = _U(wild_ranks[row])
        held = _NONE
        for place in range(hands.shape[1]):
            card = _U(hands[row, place])
            held |= _ONE << (_SIXTEEN * (card & _THREE) + (card >> _TWO))
        if (held >> wild_rank) & _ONE_OF_EACH:
            out[row] -= np.int32(stretched(_U(out[row]), held, wild_rank))


@kernel
def lowest_ranks(hands: Hands, faced_up: npt.NDArray[np.bool_], steps: U8, out: Hands) -> Wrong:
    """Write the rank of the lowest downcard of every row.

    The first three columns are the personal cards, the third face up where ``faced_up`` says so.

    Args:
        hands: ``uint8[n, m]``.
        faced_up: ``bool[n]``.
        steps: What `steps_above` returned.
        out: ``uint8[n]``, written.

    Source: TRA-1.3, TRA-1.3c, TRA-3.2b.
    """
    lowest = (13 - steps[0]) % 13  # where a deuce is one step up, the ace is lowest
    wrong = _NONE
    for row in range(hands.shape[0]):
        first, second = steps[hands[row, 0]], steps[hands[row, 1]]
        third = steps[hands[row, 2]]
        wrong |= _U(first | second | third)
        least = min(first, second)
        if not faced_up[row]:
            least = min(least, third)
        rank = least + lowest
        out[row] = rank - 13 if rank > 12 else rank
    return wrong & ~_FIFTEEN


def steps_above(lowest: int) -> U8:
    """Return how many ranks each card stands above the lowest rank; 255 for no card.

    Args:
        lowest: The rank that counts lowest.

    Shape: ``uint8[256]``.
    Source: TRA-1.3c.
    """
    steps = np.full(256, 255, dtype=np.uint8)
    steps[:52] = (np.arange(52) // 4 - lowest) % 13
    return steps


high_kernels = {size: _high_kernel(size) for size in SIZES}
low_kernels = {size: _low_kernel(size) for size in SIZES}
high_low_kernels = {size: _high_low_kernel(size) for size in SIZES}
wild_kernels = {size: _wild_kernel(size) for size in SIZES}


# ---------------------------------------------------------------------------------- one hand


@inlined
def _one(mask: np.uint64, wild_rank: np.uint64, flat: U64) -> np.uint64:
    """Return the high strength of a set of cards, 0 if they are not five to seven.

    Args:
        mask: Bit ``c`` is card ``c``.
        wild_rank: The rank that is wild, ``NO_WILD`` for none.
        flat: What `tables.flat` returned.
    """
    size = popcount(mask)
    if size < _FIVE or size > _SEVEN:
        return _NONE
    base = _U(FLAT_HEADER) + (size - _FIVE) * _U(FLAT_SIZE)
    keys = base + _U(FLAT_KEYS) + wild_rank * _U(FLAT_ROW)
    total, held = START, _NONE
    while mask:
        card = popcount((mask & (~mask + _ONE)) - _ONE)
        mask &= mask - _ONE
        total += flat[keys + card]
        held |= _ONE << (_SIXTEEN * (card & _THREE) + (card >> _TWO))
    flushes = base + _U(FLAT_FLUSHES)
    flags = total & FLAGS
    wild = (total >> _SIXTEEN) & _SEVEN
    best: np.uint64
    if wild:
        bucket = (total >> _BUCKET) & _WILD_BUCKET
        at = (total >> _PLACE) + flat[base + _U(FLAT_WILD_DISPLACED) + bucket]
        best = flat[base + _U(FLAT_WILD_HIGHS) + (at & _WILD_PLACE)]
        if flags:
            best = max(best, _one_suited(held, wild_rank, flushes + (wild << _THIRTEEN), flat))
        if flat[1]:
            best -= stretched(best, held, wild_rank)
    elif flags:
        best = flat[flushes + ((held >> flush_shift(flags)) & RANKS)]
    else:
        at = (total >> _PLACE) + flat[base + ((total >> _BUCKET) & _NATURAL_BUCKET)]
        best = flat[base + _U(FLAT_HIGHS) + (at & _NATURAL_PLACE)]
    return best


@inlined
def _one_suited(held: np.uint64, wild_rank: np.uint64, flushes: np.uint64, flat: U64) -> np.uint64:
    """Return the best that one suit and the wilds reach, a natural royal among it."""
    royal = flat[0]
    naturals = held & ~(_ONE_OF_EACH << wild_rank)
    best = _NONE
    for suit in range(4):
        shift = _SIXTEEN * _U(suit)
        best = max(best, flat[flushes + ((naturals >> shift) & RANKS)])
        if royal and (held >> shift) & _ROYAL == _ROYAL:
            best = max(best, royal)
    return best


@brief
def one_natural(mask: int, flat: U64) -> np.int64:
    """Return the high strength of a set of natural cards, 0 if it is no hand.

    Args:
        mask: Bit ``c`` is card ``c``.
        flat: What `tables.flat` returned.
    """
    if mask < 0 or mask >> 52:
        return np.int64(0)
    return np.int64(_one(_U(mask), _U(NO_WILD), flat))


@brief
def one_with_wilds(mask: int, wild_rank: int, flat: U64) -> np.int64:
    """Return the high strength of a set of cards, 0 if it is no hand.

    Args:
        mask: Bit ``c`` is card ``c``.
        wild_rank: 0 to ``NO_WILD``, or the answer is 0 too.
        flat: What `tables.flat` returned.
    """
    if mask < 0 or mask >> 52 or not 0 <= wild_rank <= NO_WILD:
        return np.int64(0)
    return np.int64(_one(_U(mask), _U(wild_rank), flat))


@brief
def one_packed(packed: int, size: int, wild_rank: int, flat: U64) -> np.int64:
    """Return the high strength of a list of cards, 0 if it is no hand.

    Args:
        packed: The cards, eight bits each.
        size: How many they are, 7 at most.
        wild_rank: As in `one_with_wilds`.
        flat: What `tables.flat` returned.
    """
    mask = _NONE
    rest = _U(packed)
    for _ in range(size):
        card = rest & _BYTE
        if card >= _U(52):
            return np.int64(0)
        mask |= _ONE << card
        rest >>= _EIGHT
    if popcount(mask) != _U(size) or not 0 <= wild_rank <= NO_WILD:
        return np.int64(0)
    return np.int64(_one(mask, _U(wild_rank), flat))
