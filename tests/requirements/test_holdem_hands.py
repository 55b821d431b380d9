"""Texas Hold'em: what hands are worth, kickers, and playing the board."""

from __future__ import annotations

import pytest
from requirements.play import (
    at_showdown,
    collected,
    dealt,
    finished,
    named,
    reading,
    seated,
    strength,
    winners,
)

from wildrank.referee import Hand, hand_value, wild_ranks


def wins(holdings: list[str], board: str) -> set[int]:
    """Return the seats that win something."""
    return winners(holdings, board, "holdem")


def worth(holding: str, board: str) -> str:
    """Return what two downcards are worth on a board."""
    return reading(holding, board, "holdem")


@pytest.mark.requirement("HE-use")
def test_any_combination_of_hole_cards_and_board() -> None:
    """The best five hold two downcards, one or none, whichever is best."""
    for count, holding, board, expected in (
        (2, "AsAd", "AhKc9d5s2c", "three of a kind AK9"),
        (1, "As2d", "KsQsJsTs3h", "straight flush A"),
        (0, "2d3c", "AsKsQsJsTs", "straight flush A"),
    ):
        hand = at_showdown(seated("holdem", 2), [holding], board)
        value = hand_value(hand.state, 0)
        assert value is not None
        assert named(hand) == expected
        assert len(value.cards) == 5
        assert len(set(value.cards) & set(hand.state.down[0])) == count


@pytest.mark.requirement("HE-board", "D30")
def test_the_board_plays_for_everybody() -> None:
    """A broadway on the board that nobody beats is split; the odd chip goes left of the button."""
    cards = ["2c3d", "2d3h", "4c4d"]
    board = "AsKdQhJcTs"
    assert wins(cards, board) == {0, 1, 2}
    hand = Hand.start("holdem", [100] * 3, 0, small_bet=4, big_bet=8, blinds="none", ante=1)
    hand = finished(dealt(hand, cards, board).play("b4 f c"), cards, board)
    assert collected(hand) == {0: 5, 1: 6}


@pytest.mark.requirement("HE-rank")
def test_nine_categories_without_wilds() -> None:
    """High card to straight flush rank in the standard order, and nothing is wild."""
    ladder = [
        ("QcKd", "Ah2s3c8d9h", "high card AKQ98"),
        ("AsKd", "Ah9c8d4s2c", "pair AK98"),
        ("AsKd", "AhKc8d4s2c", "two pair AK8"),
        ("AsAd", "AhKc9d5s2c", "three of a kind AK9"),
        ("Ac6d", "2h3s4d5cKh", "straight 6"),
        ("2h4h", "5h6h8hKdKc", "flush 86542"),
        ("KsKd", "Kh9c9d4s2c", "full house K9"),
        ("7c2d", "AsAhAdAcKs", "four of a kind AK"),
        ("5s4s", "3s2sAsKdKh", "straight flush 5"),
    ]
    assert [worth(holding, board) for holding, board, _ in ladder] == [
        words for _, _, words in ladder
    ]
    strengths = [strength(holding, board, "holdem") for holding, board, _ in ladder]
    assert strengths == sorted(set(strengths))
    hand = at_showdown(seated("holdem", 2), ["2c3d"], "2h2s9d8c7s")
    assert wild_ranks(hand.state, 0) == ()


@pytest.mark.requirement("HE-rank")
def test_suits_are_equal_and_flushes_compare_all_ranks() -> None:
    """Both play the royal flush of the board; of two flushes the fifth card may decide."""
    assert wins(["2h7h", "9h8h"], "AhKhQhJhTh") == {0, 1}
    assert wins(["3h2c", "4h2d"], "AhKhQhJh8c") == {1}
    assert wins(["AsKc", "AdKh"], "Qc9h7d5s2c") == {0, 1}


@pytest.mark.requirement("HE-kicker")
def test_kickers_inside_the_five() -> None:
    """Aces with a king beat aces with a queen."""
    board = "Ah9c8d4s2c"
    assert (worth("AsKd", board), worth("AdQc", board)) == ("pair AK98", "pair AQ98")
    assert wins(["AsKd", "AdQc"], board) == {0}


@pytest.mark.requirement("HE-kicker-cf")
def test_sixth_and_seventh_cards_never_break_ties() -> None:
    """A three and a deuce beside aces, king, queen and jack count for nothing."""
    board = "AhKcQdJs8c"
    assert worth("As3d", board) == worth("Ad2c", board) == "pair AKQJ"
    assert wins(["As3d", "Ad2c"], board) == {0, 1}


@pytest.mark.requirement("HE-quadboard")
def test_quads_on_the_board_leave_one_kicker() -> None:
    """Four aces and a king on the board play for everyone."""
    board = "AsAhAdAcKs"
    assert worth("7c2d", board) == worth("QcQd", board) == "four of a kind AK"
    assert wins(["7c2d", "QcQd"], board) == {0, 1}
    assert wins(["7c2d", "Kc3d"], "AsAhAdAcQs") == {1}


@pytest.mark.requirement("HE-wheel")
def test_the_wheel_is_the_lowest_straight() -> None:
    """A six-high straight beats the wheel, and no straight goes around the ace."""
    board = "2h3s4d5cKh"
    assert (worth("Ac6d", board), worth("AsKd", board)) == ("straight 6", "straight 5")
    assert wins(["Ac6d", "AsKd"], board) == {0}
    assert worth("QcKd", "Ah2s3c8d9h") == "high card AKQ98"
