"""Exhaustive counts of the hand orders, and the frequencies of hands with wild cards.

The quick counts take one hand of each class of five cards that differ only in suits, a flush
being a class of its own, and weigh it with the size of the class; that a class is one is checked
on other members of it. The slow counts write out every hand.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import combinations, combinations_with_replacement, pairwise
from math import comb, prod
from typing import TypeVar

import pytest

from wildrank.cards import DECK, Card, Rank
from wildrank.hands import HandValue, ace_to_five_low, high, high_with_wilds

Key = TypeVar("Key", str, int)

ALL_HANDS = 2_598_960
HIGH_COUNTS = {
    "straight flush": 40,
    "four of a kind": 624,
    "full house": 3_744,
    "flush": 5_108,
    "straight": 10_200,
    "three of a kind": 54_912,
    "two pair": 123_552,
    "pair": 1_098_240,
    "high card": 1_302_540,
}
HIGH_DISTINCT = {
    "straight flush": 10,
    "four of a kind": 156,
    "full house": 156,
    "flush": 1_277,
    "straight": 10,
    "three of a kind": 858,
    "two pair": 858,
    "pair": 2_860,
    "high card": 1_277,
}
LOW_COUNTS = {
    "no pair": 1_317_888,  # no pair at all: 1287 sets of ranks in 4**5 suits
    "pair": 1_098_240,
    "two pair": 123_552,
    "three of a kind": 54_912,
    "full house": 3_744,
    "four of a kind": 624,
}
SEVEN_CARD_COUNTS = {
    "straight flush": 41_584,
    "four of a kind": 224_848,
    "full house": 3_473_184,
    "flush": 4_047_644,
    "straight": 6_180_020,
    "three of a kind": 6_461_620,
    "two pair": 31_433_400,
    "pair": 58_627_800,
    "high card": 23_294_460,
}
# One player's best hand over all deals of Texas Reach Around: three down cards, ace high.
REACH_AROUND_DEALS = 4_682_459_600
REACH_AROUND_COUNTS = {
    "five of a kind": 91_761_488,
    "royal flush": 64_343_520,
    "straight flush": 151_655_520,
    "four of a kind": 789_154_560,
    "full house": 485_919_936,
    "flush": 468_378_816,
    "straight": 1_117_233_216,
    "three of a kind": 1_113_868_224,
    "pair": 400_144_320,
}
REACH_AROUND_WILDS = {1: 3_292_420_560, 2: 1_252_714_320, 3: 133_473_600, 4: 3_851_120}

# Up to nine degrees of freedom, chance exceeds this chi-squared once in a million samples.
CHI_SQUARED_BOUND = 45.1


def classes() -> Iterator[tuple[list[Card], int]]:
    """Yield a random hand of each class of five cards that are alike up to suits, and its size."""
    rng = random.Random(3)
    for ranks in combinations_with_replacement(range(13), 5):
        counts = Counter(ranks)
        if max(counts.values()) > 4:
            continue
        size = prod(comb(4, count) for count in counts.values())
        if len(counts) == 5:
            suit = rng.randrange(4)
            yield [Card.of(rank, suit) for rank in ranks], 4
            size -= 4
        yield random_suits(rng, counts), size


def random_suits(rng: random.Random, counts: Counter[int]) -> list[Card]:
    """Return cards of the given ranks in random suits, not all of one suit."""
    while True:
        hand = [
            Card.of(rank, suit)
            for rank, count in counts.items()
            for suit in rng.sample(range(4), count)
        ]
        if len({card.suit for card in hand}) > 1:
            return hand


def count(
    hands: Iterable[tuple[HandValue | None, int]],
) -> tuple[Counter[str], dict[str, set[int]]]:
    """Return how many hands each category has, and its different strengths."""
    sizes: Counter[str] = Counter()
    strengths: dict[str, set[int]] = {}
    for value, size in hands:
        category = value.category if value else "none"
        sizes[category] += size
        strengths.setdefault(category, set()).add(value.strength if value else -1)
    return sizes, strengths


def check_high(sizes: Counter[str], strengths: dict[str, set[int]]) -> None:
    """Check the counts of the high order."""
    assert sizes == HIGH_COUNTS
    assert {name: len(found) for name, found in strengths.items()} == HIGH_DISTINCT
    assert len(set.union(*strengths.values())) == 7_462
    ladder = sorted(strengths, key=lambda name: min(strengths[name]))
    for below, above in pairwise(ladder):
        assert max(strengths[below]) < min(strengths[above])


def check_low(sizes: Counter[str], strengths: dict[str, set[int]]) -> None:
    """Check the counts of the low order without a qualifier."""
    assert sizes == LOW_COUNTS
    assert len(set.union(*strengths.values())) == 6_175
    ladder = sorted(strengths, key=lambda name: -max(strengths[name]))
    assert ladder == list(LOW_COUNTS)
    for above, below in pairwise(ladder):
        assert max(strengths[below]) < min(strengths[above])


def check_eight_or_better(sizes: Counter[str], strengths: dict[str, set[int]]) -> None:
    """Check how many hands and how many lows qualify with an eight."""
    assert sizes == {"no pair": 57_344, "none": ALL_HANDS - 57_344}
    assert len(strengths["no pair"]) == 56


def test_the_classes_hold_every_hand() -> None:
    """HE-rank: the sizes of the classes add up to all five-card hands."""
    found = list(classes())
    assert len(found) == 6_175 + 1_287
    assert sum(size for _, size in found) == ALL_HANDS


def test_high_counts() -> None:
    """HE-rank: each category has its hands and distinct strengths, and none overlaps another."""
    check_high(*count((high(hand), size) for hand, size in classes()))


def test_low_counts() -> None:
    """HL-noqual, D27: 6,175 different lows, each category where it belongs."""
    check_low(*count((ace_to_five_low(hand), size) for hand, size in classes()))


def test_eight_or_better_counts() -> None:
    """D26: 57,344 hands of 56 different strengths qualify."""
    check_eight_or_better(*count((ace_to_five_low(hand, 8), size) for hand, size in classes()))


def test_a_class_is_one() -> None:
    """HE-rank: suits never rank; 40,000 random hands are worth what their class is worth."""
    worth = {class_of(hand): (high(hand).strength, ace_to_five_low(hand)) for hand, _ in classes()}
    rng = random.Random(4)
    for _ in range(40_000):
        hand = rng.sample(DECK, 5)
        strength, low = worth[class_of(hand)]
        other = ace_to_five_low(hand)
        assert low is not None
        assert other is not None
        assert (high(hand).strength, other.strength) == (strength, low.strength)


def class_of(hand: Iterable[Card]) -> tuple[tuple[int, ...], bool]:
    """Return what tells a class: the ranks, and whether all suits are one."""
    cards = list(hand)
    return tuple(sorted(card.rank for card in cards)), len({card.suit for card in cards}) == 1


@pytest.mark.slow
def test_every_hand_high() -> None:
    """HE-rank: the counts of the high order, all 2,598,960 hands written out."""
    check_high(*count((high(hand), 1) for hand in combinations(DECK, 5)))


@pytest.mark.slow
@pytest.mark.parametrize("qualifier", [None, 8])
def test_every_hand_low(qualifier: int | None) -> None:
    """HL-noqual, D26, D27: the counts of the lows, all 2,598,960 hands written out."""
    order = partial(ace_to_five_low, qualifier=qualifier)
    found = count((order(hand), 1) for hand in combinations(DECK, 5))
    (check_low if qualifier is None else check_eight_or_better)(*found)


def check_frequencies(found: Counter[Key], expected: dict[Key, int]) -> None:
    """Check a sample against exact counts with Pearson's chi-squared."""
    assert found.keys() <= expected.keys()
    deals, total = sum(found.values()), sum(expected.values())
    chi_squared = 0.0
    for name, exact in expected.items():
        mean = deals * exact / total
        chi_squared += (found[name] - mean) ** 2 / mean
    assert chi_squared < CHI_SQUARED_BOUND, (found, chi_squared)


def test_seven_card_frequencies() -> None:
    """HE-use: 20,000 random seven-card holdings are distributed as all 133,784,560 are."""
    rng = random.Random(11)
    found = Counter(high(rng.sample(DECK, 7)).category for _ in range(20_000))
    assert sum(SEVEN_CARD_COUNTS.values()) == comb(52, 7)
    check_frequencies(found, SEVEN_CARD_COUNTS)


def test_reach_around_frequencies() -> None:
    """TRA-1.3-min1, TRA-4.1: 20,000 random deals are distributed as all 4,682,459,600 are."""
    rng = random.Random(12)
    found: Counter[str] = Counter()
    wilds: Counter[int] = Counter()
    for _ in range(20_000):
        cards = rng.sample(DECK, 7)
        wild_rank: Rank = min(card.rank for card in cards[:3])
        value = high_with_wilds(cards, [wild_rank])
        royal = (value.category, value.ranks) == ("straight flush", "A")
        found["royal flush" if royal else value.category] += 1
        wilds[sum(card.rank == wild_rank for card in cards)] += 1
    assert sum(REACH_AROUND_COUNTS.values()) == REACH_AROUND_DEALS
    check_frequencies(found, REACH_AROUND_COUNTS)
    check_frequencies(wilds, REACH_AROUND_WILDS)
