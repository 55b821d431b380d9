"""A strength alone in words: all that the value says, but for what the wilds stand for."""

from __future__ import annotations

import random

import pytest

from wildrank.cards import DECK
from wildrank.errors import WildrankError
from wildrank.hands import HandRules, ace_to_five_low, category, describe, high, high_with_wilds


def test_high_strength_in_words() -> None:
    """TRA-4.1-auto: the words of a strength are those of its value up to the substitutes."""
    rng = random.Random(1)
    for naturals_first in (False, True):
        rules = [HandRules(five, naturals_first=naturals_first) for five in ("above", "below")]
        for each in [*rules, HandRules("royal", naturals_first=naturals_first)]:
            for _ in range(500):
                cards = rng.sample(DECK, 7)
                value = high_with_wilds(cards, [cards[0].rank], each)
                assert describe(value.strength) == describe(value).partition(";")[0]
                assert category(value.strength) == value.category


def test_natural_strength_in_words() -> None:
    """HE-rank: a natural strength says what its value says."""
    rng = random.Random(2)
    for _ in range(2000):
        value = high(rng.sample(DECK, 5))
        assert describe(value.strength) == describe(value)


def test_low_strength_in_words() -> None:
    """HL-wheel, HL-pairlow: a low strength says what its value says, pairs included."""
    rng = random.Random(3)
    for size in (5, 5, 7):
        for _ in range(1000):
            value = ace_to_five_low(rng.sample(DECK[:24], size))
            assert value
            assert describe(value.strength, low=True) == describe(value, low=True)
            assert category(value.strength, low=True) == value.category


def test_no_low() -> None:
    """D26: strength 0 is what a batch gives where no low qualifies."""
    assert describe(0, low=True) == category(0, low=True) == "no low"


@pytest.mark.parametrize(
    ("strength", "low"),
    [(-1, False), (13 << 23, False), (15 << 19, False), (2**40, False), (-1, True), (2**23, True)],
)
def test_no_strength_is_refused(strength: int, low: bool) -> None:  # noqa: FBT001 - a parameter
    """A number that is the strength of no hand is refused and quoted."""
    for call in (describe, category):
        with pytest.raises(WildrankError, match=f"{strength} is the strength of no") as caught:
            call(strength, low=low)
        assert caught.value.code == "hands/strength"
