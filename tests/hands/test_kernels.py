"""Kernels and references are twins: the same strength for every hand that is looked at.

Where the compiler is off the kernels run as Python, and fewer hands are looked at.
"""

from __future__ import annotations

from collections import Counter
from math import comb

import numpy as np
import numpy.typing as npt
import pytest
from hands.twins import (
    RULES,
    Hands,
    every_hand,
    few,
    high_reference,
    low_reference,
    random_hands,
    suit_classes,
    wild_hands,
    wild_reference,
    words,
)

from wildrank._jit import COMPILED, inlined, popcount
from wildrank.hands import HandRules, category
from wildrank.hands.batch import (
    high_low_strengths,
    low_strengths,
    reach_around_strengths,
    strengths,
)
from wildrank.hands.enumeration import (
    Census,
    every_reach_around,
    every_seven,
    order_of_sevens,
)
from wildrank.hands.tables import tables
from wildrank.hands.values import (
    FIVE_ABOVE,
    FLUSH,
    FOUR,
    FULL_HOUSE,
    PAIR,
    ROYAL_FLUSH,
    STRAIGHT,
    STRAIGHT_FLUSH,
    THREE,
)

MILLION = 1_000_000

each_rules = pytest.mark.parametrize("rules", RULES, ids=words)
plain_rules = pytest.mark.parametrize("rules", RULES[:6], ids=words)
compiled_only = pytest.mark.skipif(
    not COMPILED, reason="so many hands take the kernels hours where the compiler is off"
)


def check_high_low(hands: Hands, highs: object, lows: object) -> None:
    """Check that the three natural kernels give just these strengths."""
    np.testing.assert_array_equal(strengths(hands), highs)
    np.testing.assert_array_equal(low_strengths(hands), lows)
    both = high_low_strengths(hands)
    np.testing.assert_array_equal(both[0], highs)
    np.testing.assert_array_equal(both[1], lows)


# ------------------------------------------------------------------------------------ five cards


@compiled_only
def test_every_five_card_hand() -> None:
    """HE-rank, HL-noqual: all 2,598,960 hands, the reference asked once a class of suits."""
    hands = every_hand(5)
    rows, classes = suit_classes(hands)
    assert (len(hands), len(rows)) == (2_598_960, 134_459)
    highs, lows = high_reference(hands[rows]), low_reference(hands[rows])
    check_high_low(hands, highs[classes], lows[classes])


def test_a_hand_of_many_five_card_classes() -> None:
    """HE-rank, HL-noqual: one hand of each class of six ranks, and of some of all."""
    hands = every_hand(5, 24)
    rows, _ = suit_classes(hands)
    some = hands[rows]
    picked = np.random.default_rng(1).choice(len(some), min(few(3000, 600), len(some)))
    check_high_low(some[picked], high_reference(some[picked]), low_reference(some[picked]))


@pytest.mark.slow
@compiled_only
def test_every_five_card_hand_literally() -> None:
    """HE-rank, HL-noqual: all 2,598,960 hands, the reference asked for each."""
    hands = every_hand(5)
    check_high_low(hands, high_reference(hands), low_reference(hands))


@compiled_only
@pytest.mark.parametrize(
    "rules",
    [pytest.param(rules, marks=[pytest.mark.slow] * (rules != RULES[0])) for rules in RULES],
    ids=words,
)
def test_every_five_card_hand_with_wilds(rules: HandRules) -> None:
    """TRA-1.3-all: all 2,598,960 hands, the highest and the lowest rank of each being wild."""
    hands = every_hand(5)
    rows, classes = suit_classes(hands)
    for column in (0, 4):
        ranks = hands[:, column] >> 2
        expected = wild_reference(hands[rows], ranks[rows].tolist(), rules)
        np.testing.assert_array_equal(strengths(hands, ranks, rules), expected[classes])


# ----------------------------------------------------------------------------------- seven cards


@each_rules
@pytest.mark.parametrize("wilds", range(5))
def test_random_seven_with_wilds(wilds: int, rules: HandRules) -> None:
    """TRA-1.3-all, D31 to D34: random hands of each number of wilds, under each announcement."""
    rng = np.random.default_rng(100 + wilds)
    hands, ranks = wild_hands(rng, few(1000, 30), wilds)
    expected = wild_reference(hands, ranks.tolist(), rules)
    np.testing.assert_array_equal(strengths(hands, ranks, rules), expected)


@pytest.mark.slow
@compiled_only
@plain_rules
@pytest.mark.parametrize("wilds", range(1, 5))
def test_a_million_seven_with_wilds(wilds: int, rules: HandRules) -> None:
    """TRA-1.3-all, D31 to D34: a million random hands of each number of wilds and announcement.

    The reference is asked with naturals first; without, its strength is the same but for the last
    three bits, which are then all set (`test_naturals_first_is_in_three_bits`).
    """
    hands, ranks = wild_hands(np.random.default_rng(200 + wilds), MILLION, wilds)
    first = HandRules(rules.five_of_a_kind, rules.double_ace, naturals_first=True)
    expected = wild_reference(hands, ranks.tolist(), first)
    np.testing.assert_array_equal(strengths(hands, ranks, first), expected)
    np.testing.assert_array_equal(strengths(hands, ranks, rules), expected | 7)


@plain_rules
@pytest.mark.parametrize("wilds", range(1, 5))
def test_naturals_first_is_in_three_bits(wilds: int, rules: HandRules) -> None:
    """D34: naturals first changes the reference's strength in the last three bits alone."""
    hands, ranks = wild_hands(np.random.default_rng(300 + wilds), few(1000, 30), wilds)
    first = HandRules(rules.five_of_a_kind, rules.double_ace, naturals_first=True)
    usual = wild_reference(hands, ranks.tolist(), rules)
    np.testing.assert_array_equal(usual, wild_reference(hands, ranks.tolist(), first) | 7)


@pytest.mark.parametrize(
    "count", [few(50_000, 600), pytest.param(MILLION, marks=[pytest.mark.slow, compiled_only])]
)
def test_random_natural_seven(count: int) -> None:
    """HE-use, HL-noqual, HL-choice: random hands, high and low."""
    hands = random_hands(np.random.default_rng(400), count)
    check_high_low(hands, high_reference(hands), low_reference(hands))


@each_rules
def test_stretched_wilds_of_a_crowded_suit(rules: HandRules) -> None:
    """D34: hands of few suits and neighbouring ranks, where several suits make the same hand."""
    rng = np.random.default_rng(500)
    count = few(4000, 60)
    lowest = rng.integers(0, 8, (count, 1))
    picked = rng.random((count, 12)).argsort(axis=1)[:, :7]  # of six ranks and two suits
    hands = (4 * (lowest + picked // 2) + picked % 2 * rng.integers(1, 4)).astype(np.uint8)
    ranks = np.take_along_axis(hands >> 2, rng.integers(0, 7, (count, 1)), axis=1)[:, 0]
    expected = wild_reference(hands, ranks.tolist(), rules)
    np.testing.assert_array_equal(strengths(hands, ranks, rules), expected)


# --------------------------------------------------------------------------------- fewer or wild


@pytest.mark.parametrize("size", [5, 6])
def test_five_and_six_cards(size: int) -> None:
    """HE-rank: hands of five and six cards, natural ones and those with wilds."""
    rng = np.random.default_rng(600 + size)
    hands = random_hands(rng, few(5000, 200), size)
    check_high_low(hands, high_reference(hands), low_reference(hands))
    for rules in RULES:
        for wilds in range(5):
            hands, ranks = wild_hands(rng, few(150, 5), wilds, size)
            expected = wild_reference(hands, ranks.tolist(), rules)
            np.testing.assert_array_equal(strengths(hands, ranks, rules), expected)


@each_rules
def test_any_wild_rank(rules: HandRules) -> None:
    """TRA-1.3-all: any rank may be wild in a row, one that is not held and none among them."""
    rng = np.random.default_rng(700)
    hands = random_hands(rng, few(2000, 100))
    ranks = rng.integers(-1, 13, len(hands))
    expected = wild_reference(hands, ranks.tolist(), rules)
    np.testing.assert_array_equal(strengths(hands, ranks, rules), expected)


@pytest.mark.parametrize("ace", ["high", "low"])
@pytest.mark.parametrize("up", [False, True], ids=["down", "up"])
@each_rules
def test_reach_around(rules: HandRules, ace: str, up: bool) -> None:  # noqa: FBT001 - a parameter
    """TRA-1.3c, TRA-3.2b, TRA-4.1: random deals under each announcement, bought or not."""
    rng = np.random.default_rng(800)
    hands = random_hands(rng, few(500, 30))
    check_reach_around(hands, rules, ace, np.full(len(hands), up))


@pytest.mark.slow
@compiled_only
@pytest.mark.parametrize("ace", ["high", "low"])
@each_rules
def test_many_reach_around(rules: HandRules, ace: str) -> None:
    """TRA-1.3c, TRA-3.2b, TRA-4.1: 100,000 deals of each kind, a third card bought at random."""
    rng = np.random.default_rng(900)
    hands = random_hands(rng, 100_000)
    check_reach_around(hands, rules, ace, rng.random(len(hands)) < 0.5)


def check_reach_around(hands: Hands, rules: HandRules, ace: str, up: object) -> None:
    """Check deals against the reference, the wild rank found by asking what is lowest."""
    ups = np.asarray(up)
    order = [12, *range(12)] if ace == "low" else list(range(13))
    ranks = [
        min((card >> 2 for card in hand[: 2 if faced else 3]), key=order.index)
        for hand, faced in zip(hands.tolist(), ups.tolist(), strict=True)
    ]
    found = reach_around_strengths(hands, ups, rules, ace)  # type: ignore[arg-type]
    np.testing.assert_array_equal(found, wild_reference(hands, ranks, rules))


def test_popcount() -> None:
    """The count of bits is that of Python, the highest bit included."""
    for bits in (0, 1, 0x8000_0000_0000_0000, 0xFFFF_FFFF_FFFF_FFFF, 0x0123_4567_89AB_CDEF):
        assert counted(np.array([bits], dtype=np.uint64)) == bits.bit_count()


@inlined
def counted(bits: npt.NDArray[np.uint64]) -> np.uint64:
    """Return how many bits of the first number are set."""
    return popcount(bits[0])


# --------------------------------------------------------------------------------- every hand

HIGH_SEVEN = {
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
LOW_SEVEN_PAIRED = 6_169_072  # hands without five different ranks
# The order of hands that two evaluators of other makers hash to as well: one of them the highs,
# the other the lows.
HIGH_ORDER = 0xCB69_2A5C_8A5B_21EC
LOW_ORDER = 0xE9FD_55C5_0738_A3EC

REACH_AROUND = {
    FIVE_ABOVE: 91_761_488,
    ROYAL_FLUSH: 64_343_520,
    STRAIGHT_FLUSH: 151_655_520,
    FOUR: 789_154_560,
    FULL_HOUSE: 485_919_936,
    FLUSH: 468_378_816,
    STRAIGHT: 1_117_233_216,
    THREE: 1_113_868_224,
    PAIR: 400_144_320,
}
REACH_AROUND_WILDS = [0, 3_292_420_560, 1_252_714_320, 133_473_600, 3_851_120]
BOUGHT_PCT = {
    FIVE_ABOVE: 2.054676,
    ROYAL_FLUSH: 1.248247,
    STRAIGHT_FLUSH: 3.436747,
    FOUR: 17.302107,
    FULL_HOUSE: 9.730209,
    FLUSH: 10.377367,
    STRAIGHT: 22.623584,
    THREE: 24.077787,
    PAIR: 9.149277,
}


def by_category(census: Census, *, low: bool = False) -> Counter[str]:
    """Return how many hands each category has."""
    found: Counter[str] = Counter()
    for strength, count in zip(census.strengths.tolist(), census.counts.tolist(), strict=True):
        found[category(strength, low=low)] += count
    return found


@compiled_only
def test_every_seven_card_high() -> None:
    """HE-use: all 133,784,560 hands: the counts of nine categories, and one hash of the order."""
    census = every_seven()
    assert by_category(census) == HIGH_SEVEN
    assert len(census.strengths) == 4_824
    assert census.order == order_of_sevens() == HIGH_ORDER


@compiled_only
def test_every_seven_card_low() -> None:
    """HL-noqual: all 133,784,560 lows: how many have a pair, and one hash of the order."""
    census = every_seven(low=True)
    found = by_category(census, low=True)
    assert census.counts.sum() == comb(52, 7)
    assert found["no pair"] == comb(52, 7) - LOW_SEVEN_PAIRED
    assert census.order == order_of_sevens(low=True) == LOW_ORDER


@pytest.mark.parametrize("low", [False, True], ids=["high", "low"])
def test_census_of_a_small_deck(low: bool) -> None:  # noqa: FBT001 - a parameter
    """HE-use, HL-noqual: counts and hash are what their words say, on the hands of three ranks."""
    deck = few(20, 12)
    found = tables(7, RULES[0])
    known = np.union1d(found.lows, 0) if low else np.union1d(found.highs, found.flushes[0])
    expected = (low_reference if low else high_reference)(every_hand(7, deck))
    order = 0
    for place in (np.searchsorted(known, expected) - 1).tolist():  # 0 is no strength
        order = (order * 0x100000001B3 + place) % 2**64
    with np.errstate(over="ignore"):  # interpreted, it is noticed that 64 bits are full
        census = every_seven(low=low, cards=deck)
        assert order_of_sevens(low=low, cards=deck) == order
    strengths_met, counts = np.unique(expected, return_counts=True)
    assert (census.strengths.tolist(), census.counts.tolist()) == (
        strengths_met.tolist(),
        counts.tolist(),
    )
    assert census.order == order


@compiled_only
def test_every_reach_around() -> None:
    """TRA-4.1: all 4,682,459,600 deals of one player, those alike up to suits taken together."""
    check_census(every_reach_around())


@pytest.mark.slow
@compiled_only
def test_every_reach_around_literally() -> None:
    """TRA-4.1: all 4,682,459,600 deals of one player, each looked at."""
    check_census(every_reach_around(literal=True))


def check_census(counts: npt.NDArray[np.int64]) -> None:
    """Check the deals of three downcards against the known counts."""
    assert counts.sum() == comb(52, 3) * comb(49, 4)
    assert counts.sum(axis=1).tolist() == REACH_AROUND_WILDS
    levels = counts.sum(axis=0)
    assert {int(level): int(levels[level]) for level in np.flatnonzero(levels)} == REACH_AROUND


@pytest.mark.slow
@compiled_only
def test_every_reach_around_bought() -> None:
    """TRA-3.2b: what a player holds who always buys, over all deals, in percent."""
    levels = every_reach_around(bought=True).sum(axis=0)
    assert levels.sum() == 3 * comb(52, 3) * comb(49, 4)
    shares = {int(level): 100 * levels[level] / levels.sum() for level in np.flatnonzero(levels)}
    assert shares == pytest.approx(BOUGHT_PCT, abs=5.1e-7)
