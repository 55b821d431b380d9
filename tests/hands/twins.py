"""Hands in arrays, and what the reference orders say of them, for tests of the kernels."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import chain, combinations, product
from math import comb
from typing import Any

import numpy as np
import numpy.typing as npt

from wildrank._jit import COMPILED
from wildrank.cards import DECK, Card, Rank
from wildrank.hands import HandRules, ace_to_five_low, high, high_with_wilds

Hands = npt.NDArray[np.uint8]
Ints = npt.NDArray[np.int64]

RULES = [
    HandRules(five, double_ace, naturals_first)  # type: ignore[arg-type] # mypy sees any text
    for naturals_first, double_ace, five in product(
        (False, True), (False, True), ("above", "below", "royal")
    )
]


def few(compiled: int, interpreted: int) -> int:
    """Return how many hands to look at: fewer where kernels are not compiled, 100 times slower."""
    return compiled if COMPILED else interpreted


def words(rules: HandRules) -> str:
    """Return rules as the name of a test."""
    said = [rules.five_of_a_kind, "double" * rules.double_ace, "naturals" * rules.naturals_first]
    return "-".join(filter(None, said))


def every_hand(size: int, deck: int = 52) -> Hands:
    """Return all hands of so many cards, each in rising order."""
    flat = chain.from_iterable(combinations(range(deck), size))
    return np.fromiter(flat, dtype=np.uint8, count=size * comb(deck, size)).reshape(-1, size)


def random_hands(rng: np.random.Generator, count: int, size: int = 7) -> Hands:
    """Return random hands, the cards of each in random order."""
    return rng.random((count, 52)).argsort(axis=1)[:, :size].astype(np.uint8)


def wild_hands(
    rng: np.random.Generator, count: int, wilds: int, size: int = 7
) -> tuple[Hands, Hands]:
    """Return random hands that hold just so many cards of a random rank, and that rank of each."""
    ranks = rng.integers(0, 13, (count, 1))
    wild = 4 * ranks + rng.random((count, 4)).argsort(axis=1)[:, :wilds]
    others = rng.random((count, 48)).argsort(axis=1)[:, : size - wilds]
    others += 4 * (others >= 4 * ranks)
    hands = rng.permuted(np.concatenate([wild, others], axis=1), axis=1)
    return hands.astype(np.uint8), ranks[:, 0].astype(np.uint8)


def cards_of(hand: Iterable[int]) -> list[Card]:
    """Return the cards of a row."""
    return [DECK[card] for card in hand]


def reference(order: Callable[[list[Card]], Any], hands: Hands) -> Ints:
    """Return the strength that an order gives each hand, 0 where it gives none."""
    values = (order(cards_of(hand)) for hand in hands.tolist())
    return np.array([value.strength if value else 0 for value in values], dtype=np.int64)


def high_reference(hands: Hands) -> Ints:
    """Return the strengths of natural hands."""
    return reference(high, hands)


def low_reference(hands: Hands, qualifier: int | None = None) -> Ints:
    """Return the ace-to-five strengths of hands."""
    return reference(lambda cards: ace_to_five_low(cards, qualifier), hands)


def wild_reference(hands: Hands, ranks: Iterable[int], rules: HandRules) -> Ints:
    """Return the strengths of hands with a wild rank each, -1 for none."""
    rows = zip(hands.tolist(), ranks, strict=True)
    values = (
        high_with_wilds(cards_of(hand), [Rank(rank)] if rank >= 0 else [], rules)
        for hand, rank in rows
    )
    return np.array([value.strength for value in values], dtype=np.int64)


def suit_classes(hands: Hands) -> tuple[Ints, Ints]:
    """Return the row of one hand of each class that differs in the names of suits alone.

    Returns:
        The row of a random member of each class, and of each hand its class.
    """
    masks = np.stack(
        [((hands & 3 == suit) << (hands >> 2).astype(np.int64)).sum(axis=1) for suit in range(4)],
        axis=1,
    )
    masks.sort(axis=1)
    key = masks @ (1 << 13 * np.arange(4))
    shuffled = np.random.default_rng(8).permutation(len(hands))
    _, first, classes = np.unique(key[shuffled], return_index=True, return_inverse=True)
    of_hand = np.empty(len(hands), dtype=np.int64)
    of_hand[shuffled] = classes
    return shuffled[first], of_hand
