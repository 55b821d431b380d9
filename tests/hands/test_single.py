"""One hand in one call: the same strength as all other ways, and strict about what a hand is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hands.twins import RULES, cards_of, few, random_hands, wild_hands, wild_reference, words

from wildrank import (
    Card,
    HandRules,
    Rank,
    WildrankError,
    high,
    high_with_wilds,
    parse_cards,
    strength,
    strengths,
)
from wildrank.hands import single, tables


def mask(hand: Any) -> int:  # noqa: ANN401 - a row or a list
    """Return cards as a set of bits."""
    return sum(1 << int(card) for card in hand)


@pytest.mark.parametrize("size", [5, 6, 7])
def test_natural_hands(size: int) -> None:
    """HE-use: a set, a list and a row of cards are worth what the reference says."""
    for hand in random_hands(np.random.default_rng(size), few(1000, 100), size):
        expected = high(cards_of(hand.tolist())).strength
        assert strength(mask(hand)) == expected
        assert strength(hand.tolist()) == expected
        assert strength(cards_of(hand.tolist())) == expected
        assert strength(hand) == expected
        assert strength(tuple(hand.tolist())) == strength(set(hand.tolist())) == expected


@pytest.mark.parametrize("rules", RULES, ids=words)
@pytest.mark.parametrize("size", [5, 6, 7])
def test_hands_with_wilds(size: int, rules: HandRules) -> None:
    """TRA-1.3-all, D31 to D34: the strength of the reference for each number of wilds."""
    for wilds in range(5):
        rng = np.random.default_rng(10 + wilds)
        hands, ranks = wild_hands(rng, few(200, 10), wilds, size)
        expected = wild_reference(hands, ranks.tolist(), rules)
        for hand, rank, worth in zip(hands, ranks, expected, strict=True):
            assert strength(mask(hand), rank, rules) == worth
            assert strength(hand.tolist(), Rank(int(rank)), rules) == worth


@pytest.mark.parametrize("rules", RULES, ids=words)
@pytest.mark.parametrize(
    ("cards", "rank"),
    [
        ("AsKsQsJsTs", Rank.TEN),  # the wild plays as itself, and the royal is natural
        ("AsKsQsJsTsTh2c", Rank.TEN),
        ("AsKsQsJsTh", Rank.TEN),
        ("AsKsQsJsThTc9s", Rank.TEN),
        ("AsAhAdAcKsQsJs", Rank.ACE),  # four wilds, the ace of spades as itself
        ("AsAhAdAcKhQsJs", Rank.ACE),
        ("2s2hAsKsQsJsTs", Rank.TWO),
        ("8c8dAh8hAsAcQs", Rank.EIGHT),
        ("3h4h5h6hAh7c7d", Rank.SEVEN),
        ("3h4h5h6h7h7c7d", Rank.SEVEN),
        ("AhKhQh9h2h2c3d", Rank.TWO),  # a flush, with several aces if announced
        ("Kh9h4h2h2cAcAd", Rank.TWO),
    ],
)
def test_hands_at_the_top(cards: str, rank: Rank, rules: HandRules) -> None:
    """D32 to D35: royals natural and not, wilds as themselves, flushes of several aces."""
    hand = parse_cards(cards)
    expected = high_with_wilds(hand, [rank], rules).strength
    assert strength(hand, rank, rules) == expected
    assert strength(mask(hand), rank, rules) == expected
    assert strengths(np.array([hand], dtype=np.uint8), rank, rules).tolist() == [expected]


def test_strength_is_a_plain_number() -> None:
    """The strength is an ``int``, compiled or not."""
    assert type(strength(31)) is int
    assert type(strength(31, 5)) is int
    assert type(strength([0, 1, 2, 3, 4])) is int


def test_no_wild_rank() -> None:
    """None and -1 say that nothing is wild, and so does a rank that is not held."""
    cards = parse_cards("AsKs9h9d2c")
    assert strength(cards) == strength(cards, -1) == strength(cards, None)
    assert strength(cards) == strength(mask(cards), -1) == strength(cards, Rank.TEN)


def test_the_first_call_loads(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each way of asking may be the first, and loads the tables."""
    firsts = {
        "_natural": single._first_natural,
        "_wild": single._first_wild,
        "_packed": single._first_packed,
    }
    cards = parse_cards("AsKsQsJsTs")
    calls: list[Callable[[], int]] = [
        lambda: strength(mask(cards)),
        lambda: strength(mask(cards), 0),
        lambda: strength(cards),
        lambda: strength(cards, 0, HandRules("royal")),
    ]
    for call in calls:
        for name, first in firsts.items():
            monkeypatch.setattr(single, name, first)
        monkeypatch.setattr(single, "_flat", np.zeros(0, dtype=np.uint64))
        assert call() == high(cards).strength


@pytest.mark.parametrize(
    "cards",
    [
        pytest.param(0, id="none"),
        pytest.param(0b1111, id="four"),
        pytest.param(0xFF, id="eight"),
        pytest.param(-1, id="negative"),
        pytest.param(0b1111 | 1 << 52, id="no-card"),
        pytest.param(0b11111 | 1 << 63, id="63-bits"),
        pytest.param(0b11111 | 1 << 64, id="64-bits"),
        pytest.param([], id="empty"),
        pytest.param([0, 1, 2, 3], id="four-listed"),
        pytest.param([0, 1, 2, 3, 4, 5, 6, 7], id="eight-listed"),
        pytest.param(list(range(52)), id="deck"),
        pytest.param([0, 1, 2, 3, 3], id="twice"),
        pytest.param([0, 1, 2, 3, 4, 5, 5], id="twice-in-seven"),
        pytest.param([0, 1, 2, 3, 52], id="unknown"),
        pytest.param([0, 1, 2, 3, 300], id="too-high"),
        pytest.param([0, 1, 2, 3, -1], id="below"),
        pytest.param([0, 1, 2, 3, 4.0], id="fraction"),
        pytest.param(["2c", "3c", "4c", "5c", "6c"], id="text-listed"),
        pytest.param("2c3c4c5c6c", id="text"),
        pytest.param(31.0, id="float"),
        pytest.param(None, id="nothing"),
        pytest.param(Card(5), id="one-card"),
        pytest.param(Card(7), id="another-card"),
        pytest.param(np.int64(31), id="number-of-numpy"),
        pytest.param(np.arange(5), id="wide-row"),
        pytest.param(np.arange(5, dtype=np.int16), id="less-wide-row"),
        pytest.param(np.arange(1, 6, dtype=np.int16)[::-1].copy(), id="another-wide-row"),
        pytest.param(iter([0, 1, 2, 3, 4]), id="iterator"),
    ],
)
@pytest.mark.parametrize("wild_rank", [None, 0])
def test_no_hand_is_refused(cards: Any, wild_rank: int | None) -> None:  # noqa: ANN401
    """What is not five to seven different cards is refused in one sentence."""
    with pytest.raises(WildrankError, match="is no hand; a hand is 5 to 7 different") as caught:
        strength(cards, wild_rank)
    assert caught.value.code == "hands/cards"


@pytest.mark.parametrize("wild_rank", [13, -2, 1.5, "5", 2**70, []])
def test_no_rank_is_refused(wild_rank: Any) -> None:  # noqa: ANN401
    """A wild rank is one of thirteen, or none."""
    for cards in (31, [0, 1, 2, 3, 4]):
        with pytest.raises(WildrankError, match="is no wild rank") as caught:
            strength(cards, wild_rank)
        assert caught.value.code == "hands/wild-ranks"


def test_flat_is_as_large_as_said() -> None:
    """The one array holds what its parts are said to hold, and nothing after them."""
    flat = tables.flat(HandRules("royal", naturals_first=True))
    assert len(flat) == tables.FLAT_HEADER + len(tables.SIZES) * tables.FLAT_SIZE
    assert flat[:2].tolist() == [high(parse_cards("AsKsQsJsTs")).strength, 1]
