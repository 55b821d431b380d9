"""Every hand there is, counted at native speed: the proof that tables and kernels are right.

The known counts stand in the tests; how long it takes is one of the things that `wildrank bench`
measures. Start reading at `every_seven`.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations, permutations
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from wildrank._jit import kernel
from wildrank.hands.kernels import (
    FLAGS,
    RANKS,
    START,
    flush_shift,
    natural_place,
    wild_high,
)
from wildrank.hands.tables import MOST_ALIKE, NO_WILD, Tables, natural_royal, tables
from wildrank.hands.values import HandRules

Hands = npt.NDArray[np.uint8]
Counts = npt.NDArray[np.int64]
I32 = npt.NDArray[np.int32]
U16 = npt.NDArray[np.uint16]
U64 = npt.NDArray[np.uint64]

_U = np.uint64
_STANDARD: Final = HandRules()
_PRIME: Final = _U(0x100000001B3)  # of the FNV hash
_LEVELS: Final = 16


class Census(NamedTuple):
    """All hands of a kind, counted.

    Attributes:
        strengths: Every strength that occurs, the weakest first.
        counts: How many hands have each.
        order: A hash of the order, which asks for no more of the strengths than how they compare.
            Over all hands, as ``itertools.combinations(range(cards), 7)`` lists them, it is
            ``hash * prime + place`` in 64 bits: the place of a hand is that of its strength among
            all that seven of 52 cards can have, from 0, and the prime that of the FNV hash.
    """

    strengths: I32
    counts: Counts
    order: int


def every_seven(*, low: bool = False, cards: int = 52) -> Census:
    """Count all 133,784,560 hands of seven cards.

    Args:
        low: Whether their ace-to-five low is wanted, not their high.
        cards: How many cards the deck has, the lowest ones first.

    Cost: a quarter of a second.
    Source: HE-use, HL-noqual.
    """
    strengths, arguments = _looked_up(low=low, cards=cards)
    counts = np.zeros(len(strengths), dtype=np.int64)
    order = _counted(*arguments, counts)
    met = np.flatnonzero(counts)
    return Census(strengths[met], counts[met], int(order))


def order_of_sevens(*, low: bool = False, cards: int = 52) -> int:
    """Return the hash of the order of all hands of seven cards alone, as `Census` has it.

    Args:
        low: As in `every_seven`.
        cards: As in `every_seven`.

    Cost: a seventh of a second.
    """
    _, arguments = _looked_up(low=low, cards=cards)
    return int(_uncounted(*arguments, np.zeros(0, dtype=np.int64)))


def _looked_up(*, low: bool, cards: int) -> tuple[I32, tuple[Any, ...]]:
    """Return all strengths of seven cards, and tables of their places among them."""
    found = tables(7, _STANDARD)
    values = found.lows if low else found.highs
    suited = np.zeros_like(found.flushes[0]) if low else found.flushes[0]
    strengths = np.union1d(values, suited)
    strengths = strengths[strengths > 0]  # 0 fills the tables where nothing lies
    return strengths, (
        (found.keys[NO_WILD, :cards].copy(), found.bits[:cards].copy()),
        found.natural_displacements,
        np.searchsorted(strengths, values).astype(np.uint16),
        np.searchsorted(strengths, suited).astype(np.uint16),
        _U(0) if low else FLAGS,
    )


def _enumerator(  # noqa: C901 - seven loops, one in another
    *, counting: bool
) -> Callable[..., np.uint64]:
    """Return what looks at all hands of seven cards, and may count how many lie at each place."""

    @kernel
    def enumerate_all(  # noqa: PLR0913, PLR0917 - the tables of seven loops, one in another
        deck: tuple[U64, U64],
        displacements: U16,
        places: U16,
        suited_places: U16,
        flags: np.uint64,
        counts: Counts,
    ) -> np.uint64:
        keys, bits = deck
        size = len(keys)
        order = _U(0)
        for a in range(size - 6):
            for b in range(a + 1, size - 5):
                for c in range(b + 1, size - 4):
                    for d in range(c + 1, size - 3):
                        total4 = START + keys[a] + keys[b] + keys[c] + keys[d]
                        held4 = bits[a] | bits[b] | bits[c] | bits[d]
                        for e in range(d + 1, size - 2):
                            for f in range(e + 1, size - 1):
                                total6 = total4 + keys[e] + keys[f]
                                held6 = held4 | bits[e] | bits[f]
                                for g in range(f + 1, size):
                                    total = total6 + keys[g]
                                    flag = total & flags
                                    if flag:
                                        held = held6 | bits[g]
                                        at = _U(suited_places[(held >> flush_shift(flag)) & RANKS])
                                    else:
                                        at = _U(places[natural_place(total, displacements)])
                                    if counting:
                                        counts[at] += 1
                                    order = order * _PRIME + at
        return order

    return enumerate_all


_counted = _enumerator(counting=True)
_uncounted = _enumerator(counting=False)


# -------------------------------------------------------------------------- Texas Reach Around


def every_reach_around(*, bought: bool = False, literal: bool = False) -> Counts:
    """Count what one player of Texas Reach Around holds, over all deals.

    Args:
        bought: Whether the third personal card is bought face up; any of three cards may be the
            third, so that there are 3 * 4,682,459,600 deals instead of 4,682,459,600.
        literal: Whether every deal is looked at. Else personal cards that differ in suits alone
            are looked at once and counted as often as they occur.

    Returns:
        ``counts[wilds, level]``: how many deals have so many wild cards and a strength of a level,
        as they are listed in `values`.

    Cost: two seconds, literally thirty.
    Source: TRA-1.3-all, TRA-4.1, requirements section 4.
    """
    holes = _bought_holes() if bought else _down_holes()
    weights = dict.fromkeys(holes, 1)
    if not literal:
        weights = {}
        for hole in holes:
            alike = min(_renamed(hole, suits) for suits in permutations(range(4)))
            weights[alike] = weights.get(alike, 0) + 1
    counts = np.zeros((8, _LEVELS), dtype=np.int64)
    _every_deal(
        np.array([[*downs, *up] for downs, up in weights], dtype=np.uint8),
        np.array([min(downs) >> 2 for downs, _ in weights], dtype=np.uint8),
        np.array(list(weights.values()), dtype=np.int64),
        tables(7, _STANDARD),
        natural_royal(_STANDARD),
        counts,
    )
    return counts[: MOST_ALIKE + 1]


Hole = tuple[tuple[int, ...], tuple[int, ...]]  # downcards and upcards


def _down_holes() -> list[Hole]:
    return [(downs, ()) for downs in combinations(range(52), 3)]


def _bought_holes() -> list[Hole]:
    return [
        (downs, (up,))
        for downs in combinations(range(52), 2)
        for up in range(52)
        if up not in downs
    ]


def _renamed(hole: Hole, suits: tuple[int, ...]) -> Hole:
    """Return personal cards with the suits renamed, in a fixed order."""
    downs, ups = (tuple(sorted(card & ~3 | suits[card & 3] for card in part)) for part in hole)
    return downs, ups


@kernel
def _every_deal(  # noqa: PLR0913, PLR0917 - as above
    holes: Hands,
    wild_ranks: Hands,
    weights: Counts,
    found: Tables,
    royal: int,
    counts: Counts,
) -> None:
    """Count the deals by wilds and level: each three personal cards with every board of four."""
    flushes, displacements, wild_highs = found.flushes, found.wild_displacements, found.wild_highs
    some = np.zeros((8, _LEVELS), dtype=np.int64)
    for row in range(len(holes)):
        wild_rank = _U(wild_ranks[row])
        total3, held3 = START, _U(0)
        for place in range(3):
            total3 += found.keys[wild_rank, holes[row, place]]
            held3 |= found.bits[holes[row, place]]
        left = np.array([card for card in range(52) if not held3 & found.bits[card]])
        keys, bits = found.keys[wild_rank][left], found.bits[left]
        some[:] = 0
        for a in range(46):
            for b in range(a + 1, 47):
                total5, held5 = total3 + keys[a] + keys[b], held3 | bits[a] | bits[b]
                for c in range(b + 1, 48):
                    total6, held6 = total5 + keys[c], held5 | bits[c]
                    for d in range(c + 1, 49):
                        total, held = total6 + keys[d], held6 | bits[d]
                        strength = wild_high(
                            total, held, wild_rank, displacements, wild_highs, flushes, royal
                        )
                        some[(total >> _U(16)) & _U(7), strength >> 23] += 1
        counts += weights[row] * some
