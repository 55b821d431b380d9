"""A spot as the arrays that the kernels read.

`sampling` is for drawing deals, `enumeration` for walking through all of them. A card's bit is
that of `wildrank.hands.tables`, so one 64-bit number is a set of cards and their ranks by suit.
Start reading at `Rules`. Nothing here deals or compares.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from wildrank.hands.tables import NO_WILD, RANK_COUNT, Tables, tables
from wildrank.hands.values import HandRules, royal_strength
from wildrank.odds.spot import NO_CARD, Holding, Spot

U8 = npt.NDArray[np.uint8]
U64 = npt.NDArray[np.uint64]
I64 = npt.NDArray[np.int64]
F64 = npt.NDArray[np.float64]

WHOLE: Final = 1 << 32
START: Final = np.uint64(0x3333)
MOST_LOW: Final = 6 << 20


class Rules(NamedTuple):
    """What was announced, as numbers.

    Attributes:
        royal: Strength of a natural royal where it stands above five of a kind, else 0.
        naturals_first: Whether equal hands are told apart by their wilds.
        lowest: The weakest low that qualifies.
    """

    royal: int
    naturals_first: bool
    lowest: int


class Draws(NamedTuple):
    """What a sampling kernel draws from.

    Attributes:
        offsets: Where the hands of each player begin in the arrays of hands, and where all end.
        cards: Of each hand its cards, the third card of Reach Around left out.
        bits: Of each hand the bits of its cards.
        totals: Of each hand the keys of its cards added up, the start of the counters among them.
        chances: Of each hand how often it is kept, out of ``WHOLE``, when it is drawn evenly.
        others: Of each hand which one is taken when it is not kept.
        order: The players whose hand must be drawn, those with a range before those with any hand.
        ranges: How many of them have a range.
        fixed: The bits of the hands and third cards that are known.
        deck: The cards from which single cards are drawn.
        thirds: The third card of each player, ``NO_CARD`` where it is drawn.
        ups: Whether it was bought face up.
        first: Bits of each set of board cards that is drawn first, the board that is out included.
        second: Bits of each set of board cards drawn second; a single empty one where none is.
        first_keys: Keys of the first set added up, for every place of a wild rank.
        second_keys: Keys of the second set.
        keys: ``[14, 256]``: key of a card for every place of a wild rank; the last is for none.
        places: Of each card the place of its rank, from the lowest in the hole to the highest.
        ranks: The rank of each place.
        board: The board cards that are out.
    """

    offsets: I64
    cards: U8
    bits: U64
    totals: U64
    chances: U64
    others: I64
    order: I64
    ranges: int
    fixed: np.uint64
    deck: U8
    thirds: U8
    ups: npt.NDArray[np.bool_]
    first: U64
    second: U64
    first_keys: U64
    second_keys: U64
    keys: U64
    places: U8
    ranks: U8
    board: U8


class Options(NamedTuple):
    """Everything each player may hold, for walking through all deals.

    Attributes:
        offsets: Where the options of each player begin, and where all end.
        cards: Of each option its cards, the third card of Reach Around among them.
        bits: Of each option the bits of its cards.
        wilds: Of each option the rank that is wild, ``NO_WILD`` for none.
        totals: Of each option the keys of its cards added up under that rank, with the start.
        weights: How likely each is.
        deck: The cards that may come on the board.
        board: The board cards that are out.
    """

    offsets: I64
    cards: U8
    bits: U64
    wilds: U8
    totals: U64
    weights: F64
    deck: U8
    board: U8


def hand_tables(spot: Spot) -> Tables:
    """Return the tables in which the hands of a spot are looked up."""
    rules = spot.announcement.hand_rules
    size = 5 if spot.kind == "omaha" else 7
    if spot.kind != "reach":
        return tables(size, HandRules())
    return tables(size, HandRules(rules.five_of_a_kind, rules.double_ace))


def rules_of(spot: Spot) -> Rules:
    """Return what was announced, as numbers.

    Source: D26, D33, D34.
    """
    said = spot.announcement
    royal = royal_strength() if said.five_of_a_kind == "royal" else 0
    lowest = 1
    if said.low_qualifier is not None:
        worst = 0
        for step in range(5):
            worst = worst << 4 | said.low_qualifier - 1 - step
        lowest = MOST_LOW - 1 - worst
    return Rules(royal, said.naturals_first, lowest)


def places_of(spot: Spot) -> tuple[U8, U8]:
    """Return the place of each card's rank in the hole, the lowest 0, and the rank of each place.

    Source: TRA-1.3c, D5.
    """
    ranks = np.arange(RANK_COUNT, dtype=np.uint8)
    if spot.announcement.ace_in_hole == "low":
        ranks = np.roll(ranks, 1)
    place_of_rank = np.argsort(ranks).astype(np.uint8)
    return np.repeat(place_of_rank, 4), ranks


def _added(values: U64, cards: U8) -> U64:
    """Return the sum over the cards of each row."""
    total: U64 = values[cards].sum(axis=-1, dtype=np.uint64)
    return total


# ------------------------------------------------------------------------------------ sampling


def sampling(spot: Spot, found: Tables) -> Draws:
    """Return what deals of a spot are drawn from."""
    holdings = spot.holdings
    cards = np.concatenate([each.holes for each in holdings])
    chances, others = zip(*(_alias(each.weights) for each in holdings), strict=True)
    offsets = _offsets([len(each.holes) for each in holdings])
    places, ranks = places_of(spot)
    keys = np.concatenate([found.keys[ranks], found.keys[NO_WILD:]])
    rows = keys[:-1] if spot.kind == "reach" else keys[-1:]
    deck = np.array(spot.deck, dtype=np.uint8)
    sizes = _parts(spot.to_come)
    first, second = (np.array(list(combinations(deck, size)), dtype=np.uint8) for size in sizes)
    board = np.array(spot.board, dtype=np.uint8)
    certain = [card for each in holdings if each.known for card in each.holes[0]]
    fixed = np.array([*certain, *spot.thirds], dtype=np.uint8)
    unknown = [seat for seat, each in enumerate(holdings) if not each.known]
    order = sorted(unknown, key=lambda seat: holdings[seat].random)
    return Draws(
        offsets=offsets,
        cards=cards,
        bits=_added(found.bits, cards),
        totals=_added(keys[-1], cards) + START,
        chances=np.concatenate(chances),
        others=np.concatenate([other + at for other, at in zip(others, offsets, strict=False)]),
        order=np.array(order, dtype=np.int64),
        ranges=sum(not holdings[seat].random for seat in order),
        fixed=np.uint64(_added(found.bits, fixed)),
        deck=deck,
        thirds=np.array([each.third for each in holdings], dtype=np.uint8),
        ups=np.array([each.up for each in holdings]),
        first=_added(found.bits, first) + _added(found.bits, board),
        second=_added(found.bits, second),
        first_keys=np.array([_added(row, first) + _added(row, board) for row in rows]),
        second_keys=np.array([_added(row, second) for row in rows]),
        keys=keys,
        places=places,
        ranks=ranks,
        board=board,
    )


def _parts(to_come: int) -> tuple[int, int]:
    """Return in how many cards the rest of the board is drawn, the greater part first."""
    return to_come - to_come // 2, to_come // 2


def _offsets(sizes: Sequence[int]) -> I64:
    return np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)


def _alias(weights: F64) -> tuple[U64, I64]:
    """Return how to draw by weight from an even draw: how often to keep it, and what else to take.

    Every place holds the average weight: its own, topped up from one other (Walker's method).
    """
    parts = weights / weights.mean()
    others = np.arange(len(parts))
    small = [at for at, part in enumerate(parts) if part < 1]
    large = [at for at, part in enumerate(parts) if part > 1]
    while small and large:
        low, high = small.pop(), large[-1]
        others[low] = high
        parts[high] -= 1 - parts[low]
        if parts[high] < 1:
            small.append(large.pop())
    kept = np.where(others == np.arange(len(parts)), 1.0, parts)
    return (kept * WHOLE).astype(np.uint64), others


# --------------------------------------------------------------------------------- enumeration


def enumeration(spot: Spot, found: Tables, order: Sequence[int]) -> Options:
    """Return everything the players may hold, the players in the given order."""
    made = [_options(spot, spot.holdings[seat]) for seat in order]
    cards, wilds, weights = (np.concatenate(parts) for parts in zip(*made, strict=True))
    return Options(
        offsets=_offsets([len(part[0]) for part in made]),
        cards=cards,
        bits=_added(found.bits, cards),
        wilds=wilds,
        totals=found.keys[wilds[:, None], cards].sum(axis=1, dtype=np.uint64) + START,
        weights=weights,
        deck=np.array(spot.deck, dtype=np.uint8),
        board=np.array(spot.board, dtype=np.uint8),
    )


def option_counts(spot: Spot) -> list[int]:
    """Return how many options each player has."""
    fixed = len(spot.gone)
    counts = []
    for each in spot.holdings:
        open_third = spot.kind == "reach" and each.third == NO_CARD
        counts.append(len(each.holes) * (52 - fixed - 2 if open_third else 1))
    return counts


def _options(spot: Spot, each: Holding) -> tuple[U8, U8, F64]:
    """Return the cards, the wild rank and the weight of each option of a player."""
    if spot.kind != "reach":
        return each.holes, np.full(len(each.holes), NO_WILD, dtype=np.uint8), each.weights
    gone = set(spot.gone)
    thirds = [each.third] if each.third != NO_CARD else [c for c in range(52) if c not in gone]
    many = len(thirds)
    third = np.tile(np.array(thirds, dtype=np.uint8), len(each.holes))[:, None]
    cards = np.hstack([np.repeat(each.holes, many, axis=0), third])
    weights = np.repeat(each.weights, many)
    possible = (cards[:, 2] != cards[:, 0]) & (cards[:, 2] != cards[:, 1])
    places, ranks = places_of(spot)
    downcards = cards[:, :2] if each.up else cards
    wilds: Any = ranks[places[downcards].min(axis=1)]
    return cards[possible], wilds[possible], weights[possible]
