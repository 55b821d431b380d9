"""Which cards may be used: all of them, or exactly two of the hole and three of the board."""

from __future__ import annotations

import random
from functools import partial

import pytest

from wildrank.cards import DECK, parse_cards
from wildrank.hands import ace_to_five_low, best, candidates, high

BOARD = parse_cards("AsKsQsJs2d")


def test_any_use_offers_all_cards_at_once() -> None:
    """HE-use, HE-board: with any use there is one candidate, hole and board together."""
    hole = parse_cards("Ts9d")
    assert list(candidates("any", hole, BOARD)) == [hole + BOARD]


def test_any_use_lets_one_or_no_hole_card_play() -> None:
    """HE-use: the best five may hold one card of the hole, or none."""
    value = best(high, candidates("any", parse_cards("Ts9d"), BOARD))
    assert value is not None
    assert (value.category, value.ranks) == ("straight flush", "A")


def test_omaha_use_is_exactly_two_and_three() -> None:
    """HE-use, in contrast: every candidate has two cards of the hole and three of the board."""
    hole = parse_cards("Ts9d3c3h")
    offered = list(candidates("omaha", hole, BOARD))
    assert len({frozenset(cards) for cards in offered}) == len(offered) == 60
    for cards in offered:
        assert (len(set(cards) & set(hole)), len(set(cards) & set(BOARD))) == (2, 3)


@pytest.mark.parametrize(
    ("hole", "category", "ranks"),
    [
        ("Ts9d3c3h", "straight", "K"),  # one spade in the hole makes no flush
        ("Ts8s3c3h", "flush", "AKQT8"),  # and four on the board no royal
        ("2c2h2s3h", "three of a kind", "2AK"),  # three deuces in the hole are two
        ("AcAdKcKd", "three of a kind", "AKQ"),  # and no full house without a paired board
    ],
)
def test_omaha_highs(hole: str, category: str, ranks: str) -> None:
    """HE-rank: the best Omaha high among the sixty choices."""
    value = best(high, candidates("omaha", parse_cards(hole), BOARD))
    assert value is not None
    assert (value.category, value.ranks) == (category, ranks)


@pytest.mark.parametrize(
    ("hole", "board", "ranks"),
    [
        ("As2dKcKd", "3c4h5sKhQc", "5432A"),
        ("AsKdKcQd", "2c3c4h5sKh", None),  # one low card in the hole is not enough
        ("As2dKcKd", "3c4hTsKhQc", None),  # nor are two on the board
        ("As2d3cKd", "2c4h8sKhQc", "8432A"),  # a deuce on the board counterfeits the one held
        ("As2dKcKd", "2c4h8sKhQc", None),
    ],
)
def test_omaha_lows(hole: str, board: str, ranks: str | None) -> None:
    """D26: eight or better from exactly two and three; no candidate qualifying gives None."""
    order = partial(ace_to_five_low, qualifier=8)
    value = best(order, candidates("omaha", parse_cards(hole), parse_cards(board)))
    assert (value and value.ranks) == ranks


def test_no_candidate_has_no_value() -> None:
    """HE-use: where cards are missing Omaha offers nothing, and nothing has no value."""
    assert list(candidates("omaha", parse_cards("As2dKcKd"), parse_cards("3c4h"))) == []
    assert best(high, []) is None


def test_omaha_is_never_better_than_any() -> None:
    """HE-use: what two and three can make, any five of the same nine cards can."""
    rng = random.Random(9)
    for _ in range(100):
        cards = rng.sample(DECK, 9)
        omaha = best(high, candidates("omaha", cards[:4], cards[4:]))
        free = best(high, candidates("any", cards[:4], cards[4:]))
        assert omaha is not None
        assert free is not None
        assert omaha.strength <= free.strength
