"""Compiled enumeration: every board, and on it every set of hands that the players may hold.

Some boards at a time, each option of each player is valued on each board. Then the options are
combined: the players before the last choose one each, and the last player's options are compared
with the best of these in one short loop. Start reading at `enumerate_deals`.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from wildrank._jit import inlined, kernel
from wildrank.hands.kernels import (
    FLAGS,
    RANKS,
    flush_shift,
    natural_place,
    stretched,
    wild_place,
)
from wildrank.hands.tables import Tables
from wildrank.odds.kernels import award, level_of, low_level_of, omaha_values
from wildrank.odds.layout import Options, Rules

I64 = npt.NDArray[np.int64]
I32 = npt.NDArray[np.int32]
U8 = npt.NDArray[np.uint8]
U64 = npt.NDArray[np.uint64]
F64 = npt.NDArray[np.float64]

HOLE, OMAHA, REACH = range(3)

_U = np.uint64
_SUIT: Final = _U(16)
_SEVEN: Final = _U(7)
_ONE_OF_EACH: Final = _U(0x0001_0001_0001_0001)
_ROYAL: Final = _U(0x1F00)
_DUELS: Final = 9
_ROOM: Final = 1 << 16
_BATCH: Final = 256


class Field(NamedTuple):
    """Some boards, and what each option is worth on each.

    Attributes:
        cards: ``[5, boards]``.
        bits: The bits of each board.
        highs: ``[boards, options]``: high strengths, whatever is impossible included.
        lows: Low strengths, 0 where one does not qualify; no columns where the pot is whole.
    """

    cards: U8
    bits: U64
    highs: I32
    lows: I32


@kernel
def enumerate_deals(  # noqa: PLR0913, PLR0917 - what is read, and what is written
    kind: int,
    halves: bool,  # noqa: FBT001 - kernels take no keywords
    boards: int,
    at: I64,
    span: tuple[int, int],
    options: Options,
    tables: Tables,
    rules: Rules,
    sums: F64,
    levels: F64,
    low_levels: F64,
) -> int:
    """Add every deal on some boards to the sums and return how many there are.

    Args:
        kind: ``HOLE``, ``OMAHA`` or ``REACH``.
        halves: Whether a low wins half of the pot.
        boards: How many boards.
        at: The places in the deck of the cards that complete the first of them, rising; changed.
        span: Which choices of the players before the last are looked at, from and up to; a choice
            is a number of which the first player's option is the last digit.
        options: What the players may hold.
        tables: Of seven cards, in Omaha of five.
        rules: What was announced.
        sums: ``[players, SUMS]``, added to.
        levels: ``[players, LEVELS]``, added to.
        low_levels: ``[players, LOW_LEVELS]``, added to.
    """
    many = options.offsets[-1]
    batch = max(1, min(_BATCH, _ROOM // many))
    field = Field(
        np.zeros((5, batch), np.uint8),
        np.zeros(batch, np.uint64),
        np.zeros((batch, many), np.int32),
        np.zeros((batch, many if halves else 0), np.int32),
    )
    for place in range(len(options.board)):
        field.cards[place] = options.board[place]
    deals = 0
    for begin in range(0, boards, batch):
        size = min(batch, boards - begin)
        _next_boards(size, at, options.deck, len(options.board), tables.bits, field)
        if kind == OMAHA:
            _value_omaha(size, options, tables, rules, field)
        elif kind == REACH:
            _value_wild(size, options, tables, rules, field)
        else:
            _value_natural(size, options, tables, rules, field)
        deals += _combine(size, halves, span, options, field, sums, levels, low_levels)
    return deals


@inlined
def _next_boards(  # noqa: PLR0913, PLR0917 - what is read, and what is written
    size: int, at: I64, deck: U8, out: int, bits: U64, field: Field
) -> None:
    """Write the next boards, in the order of `itertools.combinations`, and move on behind them."""
    cards, board_bits, many = field.cards, field.bits, len(at)
    for board in range(size):
        held = _U(0)
        for place in range(many):
            cards[out + place, board] = deck[at[place]]
        for place in range(out + many):
            held |= bits[cards[place, board]]
        board_bits[board] = held
        place = many - 1
        while place >= 0 and at[place] == len(deck) - many + place:
            place -= 1
        if place >= 0:
            at[place] += 1
            for later in range(place + 1, many):
                at[later] = at[later - 1] + 1


@inlined
def _value_natural(
    size: int, options: Options, tables: Tables, rules: Rules, field: Field
) -> None:
    """Value all options on some boards of five.

    Source: HE-rank, HL-wheel, D26.
    """
    bits, totals, keys = options.bits, options.totals, tables.keys[-1]
    by_high, by_low, flushes = tables.highs, tables.lows, tables.flushes[0]
    displacements, lowest, halves = tables.natural_displacements, rules.lowest, field.lows.shape[1]
    cards, board_bits, highs, lows = field.cards, field.bits, field.highs, field.lows
    for board in range(size):
        key = _U(0)
        for place in range(5):
            key += keys[cards[place, board]]
        for option in range(len(bits)):
            total = totals[option] + key
            flags, at = total & FLAGS, natural_place(total, displacements)
            if flags:
                held = bits[option] | board_bits[board]
                highs[board, option] = flushes[(held >> flush_shift(flags)) & RANKS]
            else:
                highs[board, option] = by_high[at]
            if halves:
                low = by_low[at]
                lows[board, option] = low if low >= lowest else 0


@inlined
def _value_wild(size: int, options: Options, tables: Tables, rules: Rules, field: Field) -> None:
    """Value all options of Reach Around on some boards of four.

    Source: TRA-1.3, TRA-4.1, D33, D34.
    """
    bits, totals, wilds, keys = options.bits, options.totals, options.wilds, tables.keys
    by_wild, flushes, displacements = tables.wild_highs, tables.flushes, tables.wild_displacements
    cards, board_bits, highs = field.cards, field.bits, field.highs
    royal, by_wilds = np.int32(rules.royal), rules.naturals_first
    board_keys = np.zeros(len(keys), np.uint64)
    for board in range(size):
        board_keys[:] = 0
        for place in range(4):
            for rank in range(len(keys)):
                board_keys[rank] += keys[rank, cards[place, board]]
        for option in range(len(bits)):
            if bits[option] & board_bits[board]:
                continue
            held = bits[option] | board_bits[board]
            total = totals[option] + board_keys[wilds[option]]
            high = by_wild[wild_place(total, displacements)]
            if total & FLAGS:
                many = (total >> _SUIT) & _SEVEN
                naturals = held & ~(_ONE_OF_EACH << _U(wilds[option]))
                for suit in range(4):
                    shift = _SUIT * _U(suit)
                    high = max(high, flushes[many, (naturals >> shift) & RANKS])
                    if royal and (held >> shift) & _ROYAL == _ROYAL:
                        high = max(high, royal)
            if by_wilds:
                high -= np.int32(stretched(_U(high), held, _U(wilds[option])))
            highs[board, option] = high


@inlined
def _value_omaha(size: int, options: Options, tables: Tables, rules: Rules, field: Field) -> None:
    """Value all options of Omaha on some boards of five."""
    holes, cards = np.zeros((4, size), np.uint8), options.cards
    highs, lows = np.zeros(size, np.int32), np.zeros(size, np.int32)
    for option in range(len(options.bits)):
        for place in range(4):
            holes[place] = cards[option, place]
        omaha_values(size, tables, rules.lowest, holes, field.cards, 1, highs, lows)
        field.highs[:size, option] = highs
        if field.lows.shape[1]:
            field.lows[:size, option] = lows


@inlined
def _combine(  # noqa: C901, PLR0913, PLR0917 - what is read, and what is written
    size: int,
    halves: bool,  # noqa: FBT001 - kernels take no keywords
    span: tuple[int, int],
    options: Options,
    field: Field,
    sums: F64,
    levels: F64,
    low_levels: F64,
) -> int:
    """Add every set of options that share no card to the sums and return how many there are."""
    offsets, bits, weights = options.offsets, options.bits, options.weights
    by_high, by_low, last, deals = field.highs, field.lows, len(sums) - 1, 0
    chosen, counts = np.zeros(last + 1, np.int64), np.zeros(_DUELS, np.float64)
    highs, lows = np.zeros((last + 1, _DUELS), np.int32), np.zeros((last + 1, _DUELS), np.int32)
    for board in range(size):
        for choice in range(span[0], span[1]):
            rest, taken, likely = choice, field.bits[board], 1.0
            best, best_low = np.int32(-1), np.int32(0)
            for seat in range(last):
                many = offsets[seat + 1] - offsets[seat]
                option = offsets[seat] + rest % many
                rest //= many
                likely *= weights[option] if not bits[option] & taken else 0.0
                taken |= bits[option]
                chosen[seat], best = option, max(best, by_high[board, option])
                if halves:
                    best_low = max(best_low, by_low[board, option])
            if not likely:
                continue
            counts[:] = 0.0
            for option in range(offsets[last], offsets[last + 1]):
                if bits[option] & taken:
                    continue
                weight, high = weights[option] * likely, by_high[board, option]
                outcome = 3 * (np.int64(high >= best) + np.int64(high > best))
                levels[last, level_of(high)] += weight
                if halves:
                    low = by_low[board, option]
                    outcome += np.int64(low >= best_low) + np.int64(low > best_low)
                    low_levels[last, low_level_of(low)] += weight
                counts[outcome] += weight
                deals += 1
            total = counts.sum()
            for seat in range(last):
                high, low = by_high[board, chosen[seat]], np.int32(0)
                levels[seat, level_of(high)] += total
                if halves:
                    low = by_low[board, chosen[seat]]
                    low_levels[seat, low_level_of(low)] += total
                highs[seat], lows[seat] = high, low
            met = _columns(counts, best, best_low, highs[last], lows[last], halves)
            award(sums, met, highs, lows, halves, counts)
    return deals


@inlined
def _columns(  # noqa: PLR0913, PLR0917 - what is read, and what is written
    counts: F64,
    best: np.int32,
    best_low: np.int32,
    highs: I32,
    lows: I32,
    halves: bool,  # noqa: FBT001 - kernels take no keywords
) -> int:
    """Write strengths of the last player for each outcome met, and return how many there are.

    Args:
        counts: How often the last player loses, ties or wins high, times three, and loses, ties or
            wins low; moved together to stand beside the strengths.
        best: The best high of the others.
        best_low: Their best low.
        highs: Written.
        lows: Written.
        halves: Whether a low wins half of the pot.
    """
    column = 0
    for outcome in range(_DUELS):
        if counts[outcome] > 0.0:
            counts[column] = counts[outcome]
            highs[column] = best + np.int32(outcome // 3 - 1)
            if halves:
                lows[column] = best_low + np.int32(outcome % 3 - 1)
            column += 1
    return column
