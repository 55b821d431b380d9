"""Compiled sampling of deals.

Deals are drawn and valued some hundreds at a time: a pass over all of them draws one thing or
values one seat, so that every pass is a short loop. Random numbers come from a counter that is
mixed (splitmix64); a sample is the same wherever and whenever it is drawn. Overflow is meant
there, and without the compiler the caller silences numpy's warning. Start reading at
`natural_sampler`.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from wildrank._jit import inlined, kernel
from wildrank.hands.kernels import (
    FLAGS,
    RANKS,
    START,
    flush_shift,
    natural_place,
    stretched,
    wild_place,
)
from wildrank.hands.tables import Tables
from wildrank.odds.kernels import Sums, award, level_of, low_level_of, omaha_values
from wildrank.odds.layout import Draws, Rules

I64 = npt.NDArray[np.int64]
I32 = npt.NDArray[np.int32]
U8 = npt.NDArray[np.uint8]
U64 = npt.NDArray[np.uint64]

BATCH: Final = 256

_U = np.uint64
_GAMMA: Final = _U(0x9E3779B97F4A7C15)
_FIRST_MIX: Final = _U(0xBF58476D1CE4E5B9)
_SECOND_MIX: Final = _U(0x94D049BB133111EB)
_HIGH: Final = _U(32)
_LOW: Final = _U(0xFFFFFFFF)
_ONE_OF_EACH: Final = _U(0x0001_0001_0001_0001)
_ROYAL: Final = _U(0x1F00)
_SUIT: Final = _U(16)
_SEVEN: Final = _U(7)


# ------------------------------------------------------------------------------------- drawing


@inlined
def _mixed(state: np.uint64) -> np.uint64:
    """Return a random number from a counter."""
    found = (state ^ (state >> _U(30))) * _FIRST_MIX
    found = (found ^ (found >> _U(27))) * _SECOND_MIX
    return found ^ (found >> _U(31))


@inlined
def _draw_holes(deals: int, state: np.uint64, draws: Draws, chosen: I64, used: U64) -> np.uint64:
    """Draw the hands that are not known, write which and their bits, and return the counter.

    Hands out of ranges that share a card are all drawn again, so that every set of them keeps its
    weight; any hand at all is drawn again by itself, out of what is left.

    Args:
        deals: How many times.
        state: The counter.
        draws: What to draw from.
        chosen: ``[players, BATCH]``: which hand each player has.
        used: The bits of the cards that are not to be drawn again.
    """
    order, ranges, offsets, bits = draws.order, draws.ranges, draws.offsets, draws.bits
    chances, others, fixed = draws.chances, draws.others, draws.fixed
    for deal in range(deals):
        place, taken = 0, fixed
        while place < len(order):
            seat = order[place]
            state += _GAMMA
            number = _mixed(state)
            many = _U(offsets[seat + 1] - offsets[seat])
            at = offsets[seat] + np.int64(((number >> _HIGH) * many) >> _HIGH)
            if (number & _LOW) >= chances[at]:
                at = others[at]
            if not bits[at] & taken:
                taken |= bits[at]
                chosen[seat, deal] = at
                place += 1
            elif place < ranges:
                place, taken = 0, fixed
        used[deal] = taken
    return state


@inlined
def _draw_cards(  # noqa: PLR0913, PLR0917 - what is read, and what is written
    deals: int, state: np.uint64, draws: Draws, bits: U64, cards: U8, used: U64
) -> np.uint64:
    """Draw one card in each deal, write it, mark it as used, and return the counter."""
    deck, many = draws.deck, _U(len(draws.deck))
    for deal in range(deals):
        taken = used[deal]
        while True:
            state += _GAMMA
            card = deck[((_mixed(state) >> _HIGH) * many) >> _HIGH]
            if not bits[card] & taken:
                break
        cards[deal] = card
        used[deal] = taken | bits[card]
    return state


@inlined
def _draw_boards(deals: int, state: np.uint64, draws: Draws, used: U64, boards: U64) -> np.uint64:
    """Draw two sets of board cards in each deal, write where they stand, and return the counter.

    Args:
        deals: How many times.
        state: The counter.
        draws: What to draw from.
        used: The bits of the cards that are in hands.
        boards: ``[2, BATCH]``: which first and which second set.
    """
    first, second = draws.first, draws.second
    firsts, seconds = _U(len(first)), _U(len(second))
    for deal in range(deals):
        taken = used[deal]
        while True:
            state += _GAMMA
            number = _mixed(state)
            a = ((number >> _HIGH) * firsts) >> _HIGH
            b = ((number & _LOW) * seconds) >> _HIGH
            if not (first[a] & second[b]) | ((first[a] | second[b]) & taken):
                break
        boards[0, deal] = a
        boards[1, deal] = b
    return state


# ------------------------------------------------------------------------------------- valuing


@inlined
def _natural_highs(  # noqa: PLR0913, PLR0917 - what is read, and what is written
    deals: int, draws: Draws, tables: Tables, chosen: I64, boards: U64, out: I32
) -> None:
    """Write the high strength of one seat in each deal.

    Source: HE-rank.
    """
    bits, totals, first, second = draws.bits, draws.totals, draws.first, draws.second
    first_keys, second_keys = draws.first_keys[0], draws.second_keys[0]
    flushes, highs, displacements = tables.flushes[0], tables.highs, tables.natural_displacements
    for deal in range(deals):
        a, b, hand = boards[0, deal], boards[1, deal], chosen[deal]
        total = totals[hand] + first_keys[a] + second_keys[b]
        flags = total & FLAGS
        if flags:
            held = bits[hand] | first[a] | second[b]
            out[deal] = flushes[(held >> flush_shift(flags)) & RANKS]
        else:
            out[deal] = highs[natural_place(total, displacements)]


@inlined
def _natural_lows(  # noqa: PLR0913, PLR0917 - what is read, and what is written
    deals: int,
    draws: Draws,
    tables: Tables,
    lowest: int,
    chosen: I64,
    boards: U64,
    out: I32,
) -> None:
    """Write the low strength of one seat in each deal, 0 where it does not qualify.

    Source: HL-wheel, HL-pairlow, D26.
    """
    totals, lows, displacements = draws.totals, tables.lows, tables.natural_displacements
    first_keys, second_keys = draws.first_keys[0], draws.second_keys[0]
    for deal in range(deals):
        total = totals[chosen[deal]] + first_keys[boards[0, deal]] + second_keys[boards[1, deal]]
        low = lows[natural_place(total, displacements)]
        out[deal] = low if low >= lowest else 0


@inlined
def _wild_highs(  # noqa: PLR0913, PLR0917 - what is read, and what is written
    deals: int,
    draws: Draws,
    tables: Tables,
    rules: Rules,
    up: bool,  # noqa: FBT001 - kernels take no keywords
    chosen: I64,
    thirds: U8,
    boards: U64,
    out: I32,
) -> None:
    """Write the strength of one seat of Reach Around in each deal.

    Source: TRA-1.3, TRA-1.3c, TRA-3.2a, TRA-3.2b, TRA-4.1, D33, D34.
    """
    cards, hand_bits, first, second = draws.cards, draws.bits, draws.first, draws.second
    first_keys, second_keys, keys = draws.first_keys, draws.second_keys, draws.keys
    places, ranks, bits = draws.places, draws.ranks, tables.bits
    flushes, highs, displacements = tables.flushes, tables.wild_highs, tables.wild_displacements
    royal, by_wilds = np.int32(rules.royal), rules.naturals_first
    for deal in range(deals):
        a, b, hand, third = boards[0, deal], boards[1, deal], chosen[deal], thirds[deal]
        one, other = cards[hand, 0], cards[hand, 1]
        place = min(places[one], places[other])
        if not up:
            place = min(place, places[third])
        total = first_keys[place, a] + second_keys[place, b] + START
        total += keys[place, one] + keys[place, other] + keys[place, third]
        best = highs[wild_place(total, displacements)]
        held = hand_bits[hand] | bits[third] | first[a] | second[b]
        if total & FLAGS:
            wild, naturals = (total >> _SUIT) & _SEVEN, held & ~(_ONE_OF_EACH << _U(ranks[place]))
            for suit in range(4):
                shift = _SUIT * _U(suit)
                best = max(best, flushes[wild, (naturals >> shift) & RANKS])
                if royal and (held >> shift) & _ROYAL == _ROYAL:
                    best = max(best, royal)
        if by_wilds:
            best -= np.int32(stretched(_U(best), held, _U(ranks[place])))
        out[deal] = best


# ------------------------------------------------------------------------------------ summing up


@inlined
def _count_levels(deals: int, highs: I32, lows: I32, levels: I64, low_levels: I64) -> None:
    """Count the levels of one seat's hands; no lows are given where the pot is whole."""
    for deal in range(deals):
        levels[level_of(highs[deal])] += 1
    for deal in range(min(deals, len(lows))):
        low_levels[low_level_of(lows[deal])] += 1


@inlined
def _count_duels(deals: int, highs: I32, lows: I32, outcomes: I64) -> None:
    """Count how two players fare against each other.

    Args:
        deals: How many.
        highs: ``[2, deals or more]``.
        lows: The same; none where the pot is whole.
        outcomes: ``[3, 4]``: the second player loses, ties or wins high; and loses, ties or wins
            low, or neither has one, which is where a game without lows counts.
    """
    if lows.shape[1]:
        for deal in range(deals):
            first, second, low, other = (
                highs[0, deal],
                highs[1, deal],
                lows[0, deal],
                lows[1, deal],
            )
            column = (
                np.int64(other >= low) + np.int64(other > low) + 2 * np.int64(low + other == 0)
            )
            outcomes[np.int64(second >= first) + np.int64(second > first), column] += 1
    else:
        for deal in range(deals):
            first, second = highs[0, deal], highs[1, deal]
            outcomes[np.int64(second >= first) + np.int64(second > first), 3] += 1


@inlined
def _award_duels(sums: Sums, outcomes: I64, halves: bool) -> None:  # noqa: FBT001 - as above
    """Add the outcomes of `_count_duels` to the sums."""
    highs, lows = np.ones((2, 12), np.int32), np.ones((2, 12), np.int32)
    for outcome in range(12):
        highs[1, outcome] = outcome // 4
        if outcome % 4 == 3:
            lows[0, outcome] = lows[1, outcome] = 0
        elif outcome % 4 == 0:
            lows[0, outcome] = 2
        elif outcome % 4 == 2:
            lows[1, outcome] = 2
    award(sums, 12, highs, lows, halves, outcomes.ravel())


# ----------------------------------------------------------------------------------- the samplers


@kernel
def natural_sampler(  # noqa: PLR0913, PLR0917 - what is read, and what is written
    samples: int,
    state: np.uint64,
    draws: Draws,
    tables: Tables,
    rules: Rules,
    halves: bool,  # noqa: FBT001 - kernels take no keywords
    sums: I64,
    levels: I64,
    low_levels: I64,
) -> None:
    """Sample deals of two cards to each player and five to the board.

    Args:
        samples: How many.
        state: Where the random numbers begin.
        draws: What to draw from.
        tables: Of seven cards.
        rules: What was announced.
        halves: Whether a low wins half of the pot.
        sums: ``[players, SUMS]``, added to.
        levels: ``[players, LEVELS]``: high hands, added to.
        low_levels: ``[players, LOW_LEVELS]``: low hands, added to.
    """
    players = len(sums)
    chosen = np.zeros((players, BATCH), np.int64)
    used, boards = np.full(BATCH, draws.fixed), np.zeros((2, BATCH), np.uint64)
    highs = np.zeros((players, BATCH), np.int32)
    lows = np.zeros((players, BATCH if halves else 0), np.int32)
    ones, outcomes = np.ones(BATCH, np.int64), np.zeros((3, 4), np.int64)
    for seat in range(players):
        chosen[seat] = draws.offsets[seat]
    for begin in range(0, samples, BATCH):
        deals = min(BATCH, samples - begin)
        if len(draws.order):
            state = _draw_holes(deals, state, draws, chosen, used)
        state = _draw_boards(deals, state, draws, used, boards)
        for seat in range(players):
            _natural_highs(deals, draws, tables, chosen[seat], boards, highs[seat])
            if halves:
                _natural_lows(deals, draws, tables, rules.lowest, chosen[seat], boards, lows[seat])
            _count_levels(deals, highs[seat], lows[seat], levels[seat], low_levels[seat])
        if players == 2:
            _count_duels(deals, highs, lows, outcomes)
        else:
            award(sums, deals, highs, lows, halves, ones)
    if players == 2:
        _award_duels(sums, outcomes, halves)


@kernel
def wild_sampler(  # noqa: PLR0913, PLR0917 - as the other samplers
    samples: int,
    state: np.uint64,
    draws: Draws,
    tables: Tables,
    rules: Rules,
    halves: bool,  # noqa: FBT001 - kernels take no keywords
    sums: I64,
    levels: I64,
    low_levels: I64,
) -> None:
    """Sample deals of Reach Around, three cards to each player and four to the board.

    The arguments are those of `natural_sampler`.
    """
    players = len(sums)
    chosen, thirds = np.zeros((players, BATCH), np.int64), np.zeros((players, BATCH), np.uint8)
    used, boards = np.zeros(BATCH, np.uint64), np.zeros((2, BATCH), np.uint64)
    highs, lows = np.zeros((players, BATCH), np.int32), np.zeros((players, 0), np.int32)
    ones, outcomes = np.ones(BATCH, np.int64), np.zeros((3, 4), np.int64)
    for seat in range(players):
        chosen[seat] = draws.offsets[seat]
        thirds[seat] = draws.thirds[seat]
    for begin in range(0, samples, BATCH):
        deals = min(BATCH, samples - begin)
        used[:] = draws.fixed
        if len(draws.order):
            state = _draw_holes(deals, state, draws, chosen, used)
        for seat in range(players):
            if draws.thirds[seat] >= 52:
                state = _draw_cards(deals, state, draws, tables.bits, thirds[seat], used)
        state = _draw_boards(deals, state, draws, used, boards)
        for seat in range(players):
            up, hands = draws.ups[seat], chosen[seat]
            _wild_highs(deals, draws, tables, rules, up, hands, thirds[seat], boards, highs[seat])
            _count_levels(deals, highs[seat], lows[seat], levels[seat], low_levels[seat])
        if players == 2:
            _count_duels(deals, highs, lows, outcomes)
        else:
            award(sums, deals, highs, lows, halves, ones)
    if players == 2:
        _award_duels(sums, outcomes, halves)


@kernel
def omaha_sampler(  # noqa: PLR0913, PLR0917 - as the other samplers
    samples: int,
    state: np.uint64,
    draws: Draws,
    tables: Tables,
    rules: Rules,
    halves: bool,  # noqa: FBT001 - kernels take no keywords
    sums: I64,
    levels: I64,
    low_levels: I64,
) -> None:
    """Sample deals of Omaha, four cards to each player and five to the board.

    The arguments are those of `natural_sampler`, the tables those of five cards.
    """
    players, out = len(sums), len(draws.board)
    holes, boards = np.zeros((players, 4, BATCH), np.uint8), np.zeros((5, BATCH), np.uint8)
    used, ones = np.zeros(BATCH, np.uint64), np.ones(BATCH, np.int64)
    highs, lows = np.zeros((players, BATCH), np.int32), np.zeros((players, BATCH), np.int32)
    for place in range(out):
        boards[place] = draws.board[place]
    for seat in range(players):
        for place in range(4):
            holes[seat, place] = draws.cards[draws.offsets[seat], place]
    for begin in range(0, samples, BATCH):
        deals = min(BATCH, samples - begin)
        used[:] = draws.fixed
        for seat in draws.order:
            for place in range(4):
                state = _draw_cards(deals, state, draws, tables.bits, holes[seat, place], used)
        for place in range(out, 5):
            state = _draw_cards(deals, state, draws, tables.bits, boards[place], used)
        for seat in range(players):
            omaha_values(
                deals, tables, rules.lowest, holes[seat], boards, 1, highs[seat], lows[seat]
            )
            _count_levels(deals, highs[seat], lows[seat], levels[seat], low_levels[seat])
        award(sums, deals, highs, lows, halves, ones)
