"""High-Low: the pot halved between the best and the worst hand, and every kind of tie in it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import get_args

import pytest
from requirements.play import (
    at_showdown,
    awards,
    checked_down,
    collected,
    dealt,
    finished,
    half_of,
    on_street,
    pot_list,
    reading,
    seated,
    strength,
)

from wildrank.cards import parse_cards
from wildrank.games import announce, load_game
from wildrank.hands import ace_to_five_low
from wildrank.referee import Hand, PlayerAction, hand_value

WHEEL_BOARD = "3c4h5sKdQc"


def pot_of(cards: Sequence[str], board: str, ante: int, bet: int = 0, **settings: object) -> Hand:
    """Play to the end for a pot of antes and one bet, which all call who have cards named.

    With a bet one more seat than there are holdings is dealt in, antes and folds.
    """
    seats = len(cards) + bool(bet)
    size = bet or 2
    hand = seated(
        "holdem-hilo",
        seats,
        ante=ante,
        blinds="none",
        small_bet=size,
        big_bet=2 * size,
        **settings,
    )
    hand = dealt(hand, cards, board)
    if bet:
        hand = hand.play(f"b{bet}" + " c" * (len(cards) - 1) + " f")
    return finished(hand, cards, board)


def high(holding: str, board: str) -> str:
    """Return the high hand of two downcards on a board."""
    return reading(holding, board, "holdem-hilo")


def low(holding: str, board: str) -> str:
    """Return the low hand of two downcards on a board."""
    return reading(holding, board, "holdem-hilo", "low")


def low_strength(holding: str, board: str) -> int:
    """Return how strong the low hand is; the larger wins."""
    return strength(holding, board, "holdem-hilo", "low")


@pytest.mark.requirement("HL-same")
def test_high_low_is_holdem() -> None:
    """Streets, stakes and everything else announced are those of Hold'em."""
    holdem, hilo = load_game("holdem"), load_game("holdem-hilo")
    assert hilo.streets == holdem.streets
    assert (hilo.seats, hilo.wild) == (holdem.seats, holdem.wild)
    assert announce(hilo) == announce(holdem)


@pytest.mark.requirement("HL-split")
def test_the_pot_is_halved() -> None:
    """A pot of 100 is 50 for the best high hand and 50 for the best low hand."""
    hand = pot_of(["KsKh", "As7d"], "Kd8c4h2s9c", ante=50)
    assert half_of(hand, "high") == {0: 50}
    assert half_of(hand, "low") == {1: 50}
    assert collected(hand) == {0: 50, 1: 50}


@pytest.mark.requirement("HL-scoop")
def test_one_player_may_win_both_ways() -> None:
    """The wheel beats trips for high and everything for low."""
    cards = ["As2d", "KsKh"]
    assert (high("As2d", WHEEL_BOARD), low("As2d", WHEEL_BOARD)) == (
        "straight 5",
        "no pair 5432A",
    )
    assert (high("KsKh", WHEEL_BOARD), low("KsKh", WHEEL_BOARD)) == (
        "three of a kind KQ5",
        "no pair KQ543",
    )
    assert collected(pot_of(cards, WHEEL_BOARD, ante=50)) == {0: 100}


@pytest.mark.requirement("HL-nodeclare")
def test_nobody_declares() -> None:
    """No action declares a direction, and both are read for everybody."""
    names = [action.__name__ for action in get_args(PlayerAction)]
    assert names
    assert not [name for name in names if "eclare" in name]
    hand = at_showdown(seated("holdem-hilo", 2), ["As2d", "KsKh"], WHEEL_BOARD)
    legal = [name for name in dir(hand.legal) if not name.startswith("_")]
    assert not [name for name in legal if "declare" in name]
    assert {award.half for award in awards(pot_of(["KsKh", "As7d"], "Kd8c4h2s9c", ante=1))} == {
        "high",
        "low",
    }


@pytest.mark.requirement("HL-high")
def test_high_hands_are_those_of_holdem() -> None:
    """The high hand reads as in Hold'em: a flush is a flush."""
    for holding, board, expected in (
        ("2h4h", "5h6h8hKdKc", "flush 86542"),
        ("AsKd", "Ah9c8d4s2c", "pair AK98"),
        ("KsKh", WHEEL_BOARD, "three of a kind KQ5"),
    ):
        assert high(holding, board) == reading(holding, board, "holdem") == expected


@pytest.mark.requirement("HL-noSF")
def test_straights_and_flushes_do_not_count_against_a_low() -> None:
    """The same five cards are a flush for high and 8-6-5-4-2 for low; pairs do count."""
    assert high("2h4h", "5h6h8hKdKc") == "flush 86542"
    assert low("2h4h", "5h6h8hKdKc") == "no pair 86542"
    assert low("KsKh", "KdKcQhQdJc") == "two pair KQJ"


@pytest.mark.requirement("HL-wheel")
def test_the_wheel_is_the_best_low() -> None:
    """5-4-3-2-A is a low that nothing beats, though it is a straight."""
    assert low("As2d", WHEEL_BOARD) == "no pair 5432A"
    wheel = low_strength("As2d", WHEEL_BOARD)
    for holding, board in (
        ("As2d", "3c4h6sKdQc"),
        ("2s6d", "3c4h5dKdQc"),
        ("AsAd", "2c3h4dKdQc"),
        ("7s2d", "3c4h5cKdQc"),
    ):
        assert low_strength(holding, board) < wheel
    steel = low_strength("4s5s", "3s2sAsKdKh")
    assert steel == wheel


@pytest.mark.requirement("HL-acelow-2way")
def test_one_ace_both_ways() -> None:
    """The same ace is high in a flush and low in a seven-low."""
    board = "2s7s9s4d5c"
    assert high("AsKs", board) == "flush AK972"
    assert low("AsKs", board) == "no pair 7542A"


@pytest.mark.requirement("HL-diff")
def test_different_cards_for_high_and_low() -> None:
    """The high hand uses king, nine and seven, the low hand seven, four and five."""
    state = at_showdown(seated("holdem-hilo", 2), ["AsKs"], "2s7s9s4d5c").state
    best, worst = hand_value(state, 0, "high"), hand_value(state, 0, "low")
    assert best is not None
    assert worst is not None
    assert set(best.cards) == set(parse_cards("AsKs9s7s2s"))
    assert set(worst.cards) == set(parse_cards("7s5c4d2sAs"))


@pytest.mark.requirement("HL-topdown")
def test_lows_compare_from_the_highest_card() -> None:
    """8-6-5-4-3 beats 8-7-3-2-A, and no nine beats any eight."""
    smooth, rough = ("6s4s", "8d3c5hKsQd"), ("7s2s", "8d3cAhKsQd")
    assert (low(*smooth), low(*rough)) == ("no pair 86543", "no pair 8732A")
    assert low_strength(*smooth) > low_strength(*rough)
    nine, eight = ("9s2s", "4c3dAhKcKd"), ("8s7s", "4c5d6hKcKd")
    assert (low(*nine), low(*eight)) == ("no pair 9432A", "no pair 87654")
    assert low_strength(*nine) < low_strength(*eight)
    hand = pot_of(["6s5s", "7sAs"], "8d3cKsQd2h", ante=1)
    assert half_of(hand, "low") == {0: 1}


@pytest.mark.requirement("HL-noqual", "D26")
def test_no_qualifier() -> None:
    """The lowest hand wins its half however bad: here a jack-low."""
    cards, board = ["KcQd", "AcAd"], "9hThJc9s8d"
    assert (low(cards[0], board), low(cards[1], board)) == ("no pair QJT98", "no pair JT98A")
    hand = pot_of(cards, board, ante=50)
    assert half_of(hand, "high") == {0: 50}
    assert half_of(hand, "low") == {1: 50}


@pytest.mark.requirement("HL-noqual", "D26")
def test_eight_or_better_if_announced() -> None:
    """With eight or better announced and no such low, the high hand takes all."""
    cards, board = ["KcQd", "AcAd"], "9hThJc9s8d"
    assert collected(pot_of(cards, board, ante=50, low_qualifier=8)) == {0: 100}
    qualified = pot_of(["KsKh", "As3d"], "Kd8c4h2s9c", ante=50, low_qualifier=8)
    assert collected(qualified) == {0: 50, 1: 50}


@pytest.mark.requirement("HL-pairlow", "D27")
def test_lows_with_pairs_rank_too() -> None:
    """Where no five ranks differ the lower category wins, and no pair beats any pair."""
    cards, board = ["KsKh", "Ac2s"], "QdQcJhJd9c"
    assert (low(cards[0], board), low(cards[1], board)) == ("pair JKQ9", "no pair QJ92A")
    assert half_of(pot_of(cards, board, ante=50), "low") == {1: 50}


@pytest.mark.requirement("HL-pairlow", "D27")
def test_order_of_the_bad_lows() -> None:
    """No pair, pair, two pair and full house, all that seven cards can leave, grow worse."""
    ladder = [
        ("7s8d", "9dTcJhQdKc", "no pair JT987"),
        ("AsAd", "KdKcQhQdJc", "pair AKQJ"),
        ("AcAd", "KdKcKhQhQd", "two pair QAK"),
        ("7s7d", "7cKdKcKhQd", "two pair K7Q"),
        ("7s7d", "7cKdKcKhKs", "full house 7K"),
    ]
    assert [low(holding, board) for holding, board, _ in ladder] == [
        words for _, _, words in ladder
    ]
    strengths = [low_strength(holding, board) for holding, board, _ in ladder]
    assert strengths == sorted(set(strengths), reverse=True)


@pytest.mark.requirement("HL-pairlow", "D27")
def test_order_of_the_categories_of_a_low() -> None:
    """Of five cards no pair, pair, two pair, three, full house and four grow worse in turn."""
    fives = ["KsQdJcTh9s", "AsAdKcQhJs", "2s2dAcAhKs", "AsAdAc3h2s", "AsAdAc2h2s", "AsAdAcAh2s"]
    values = [ace_to_five_low(parse_cards(five)) for five in fives]
    strengths = [value.strength for value in values if value is not None]
    assert len(strengths) == len(fives)
    assert strengths == sorted(set(strengths), reverse=True)


@pytest.mark.requirement("HL-pairlow-ace", "D27")
def test_aces_are_the_lowest_pair() -> None:
    """A pair of aces beats a pair of deuces for low, and wins the high here too."""
    cards, board = ["AsAh", "2s2h"], "KdKcQhQdJc"
    assert (low(cards[0], board), low(cards[1], board)) == ("pair AKQJ", "pair 2KQJ")
    assert collected(pot_of(cards, board, ante=50)) == {0: 100}


@pytest.mark.requirement("HL-pairlow-kick", "D27")
def test_equal_pairs_compare_kickers() -> None:
    """Queens with K-3-A beat queens with K-4-2, and both beat two pair."""
    board = "KdKcKhQhQd"
    holdings = ["As3d", "2c4c", "AcAd"]
    assert [low(holding, board) for holding in holdings] == [
        "pair QK3A",
        "pair QK42",
        "two pair QAK",
    ]
    strengths = [low_strength(holding, board) for holding in holdings]
    assert strengths == sorted(set(strengths), reverse=True)
    assert half_of(pot_of(holdings, board, ante=30), "low") == {0: 45}


@pytest.mark.requirement("HL-choice", "D27")
def test_the_lowest_pair_is_chosen() -> None:
    """Of nines, eights and sevens the sevens are paired, with nine, eight and deuce."""
    assert low("9c8c", "9d8d7h7s2c") == "pair 7982"


@pytest.mark.requirement("HL-board")
def test_the_board_may_play_for_low() -> None:
    """With the wheel on the board both have the low, and the better straight gets 3/4."""
    hand = pot_of(["7d6c", "KdKs"], "As2h3h4d5c", ante=1, bet=36)
    assert half_of(hand, "high") == {0: 38}
    assert half_of(hand, "low") == {0: 19, 1: 18}
    assert collected(hand) == {0: 57, 1: 18}


@pytest.mark.requirement("HL-counterfeit")
def test_a_counterfeit_low() -> None:
    """A deuce on the board beside the own deuce does not count twice."""
    assert low("As2s", "2d3c7h8dKs") == "no pair 8732A"


@pytest.mark.requirement("HL-quarter")
def test_quartered() -> None:
    """Tied for low and beaten for high leaves a quarter."""
    cards, board = ["As2d", "Ah6h"], "2c3d4h5sKd"
    assert (low(cards[0], board), low(cards[1], board)) == ("no pair 5432A", "no pair 5432A")
    assert collected(pot_of(cards, board, ante=50)) == {0: 25, 1: 75}


@pytest.mark.requirement("HL-third")
def test_three_tied_for_low() -> None:
    """Of a pot of 100 the high gets 50, the three lows 17, 17 and 16."""
    cards = ["As2s", "Ad2d", "Ac2c", "6d7d"]
    hand = pot_of(cards, "3c4h5sKdQh", ante=25)
    assert half_of(hand, "high") == {3: 50}
    assert collected(hand) == {0: 17, 1: 17, 2: 16, 3: 50}


@pytest.mark.requirement("HL-odd", "D22")
def test_odd_chip_to_the_high_half() -> None:
    """A pot of 25 is 13 for high and 12 for low; a pot of 1 is all high."""
    cards = ["KsKh", "As7d", "QsJh", "QcJd", "QdTh"]
    board = "Kd8c4h2s9c"
    hand = pot_of(cards, board, ante=5)
    assert collected(hand) == {0: 13, 1: 12}
    assert [award.odd for award in awards(hand) if award.half == "high"] == [True]
    one = seated("holdem-hilo", 2, ante=1, ante_by="dealer", blinds="none")
    assert one.state.pot == 1
    assert collected(finished(one, ["KsKh", "As7d"], board)) == {0: 1}


@pytest.mark.requirement("HL-odd-in", "D23")
def test_odd_chip_inside_a_half() -> None:
    """Inside each half the first tied seat left of the button gets the odd chip."""
    lows = pot_of(["As2d", "Ah6h", "QcQd"], "2c3d4h5sKd", ante=1, bet=33)
    assert half_of(lows, "high") == {1: 52}
    assert half_of(lows, "low") == {0: 26, 1: 25}
    assert collected(lows) == {0: 26, 1: 77}
    highs = pot_of(["KsQs", "KhQh", "As3d"], "Kd8c4h2s9c", ante=30)
    assert collected(highs) == {0: 23, 1: 22, 2: 45}


@pytest.mark.requirement("HL-same-set", "D25")
def test_the_same_winners_split_the_pot_once() -> None:
    """Two identical hands split 66 as 33/33 and 67 as 34/33."""
    cards, board = ["As2s", "Ad2d"], WHEEL_BOARD
    assert collected(pot_of(cards, board, ante=33)) == {0: 33, 1: 33}
    assert collected(pot_of(cards, board, ante=1, bet=32)) == {0: 34, 1: 33}


@pytest.mark.requirement("HL-same-set", "D25")
def test_the_same_winners_per_half_if_announced() -> None:
    """Split per half, 66 are 34/32: each half of 33 has its own odd chip."""
    cards, board = ["As2s", "Ad2d"], WHEEL_BOARD
    assert collected(pot_of(cards, board, ante=33, same_winners="per-half")) == {0: 34, 1: 32}


@pytest.mark.requirement("HL-side", "HL-split", "D20")
def test_every_pot_is_halved_on_its_own() -> None:
    """A main pot of 91 is 46/45 and a side pot of 31 is 16/15, each among its own seats."""
    cards = ["KsKh", "As3d", "QsQh"]
    board = "Kd8c4h2s9c"
    stacks = [22, 100, 100, 100, 100]
    hand = seated("holdem-hilo", stacks, limit="no", small_bet=1, ante=3, blinds="none")
    hand = dealt(hand, cards, board).play("b19 c c f c")
    assert hand.stacks[0] == 0
    assert pot_list(hand) == [(91, {0, 1, 2, 4})]
    hand = on_street(hand, 1, cards, board).play("k k b1 r15 c f")
    assert pot_list(hand) == [(91, {0, 1, 2}), (31, {1, 2})]
    hand = finished(hand, cards, board)
    halves = [
        (award.pot, award.half, {share.seat: share.amount for share in award.shares})
        for award in awards(hand)
    ]
    assert sorted(halves, key=lambda award: award[:2]) == [
        (0, "high", {0: 46}),
        (0, "low", {1: 45}),
        (1, "high", {2: 16}),
        (1, "low", {1: 15}),
    ]


@pytest.mark.requirement("HL-scoop")
def test_a_scoop_may_be_part_of_a_tie() -> None:
    """Two who tie both ways share everything and the third gets nothing."""
    hand = checked_down("holdem-hilo", ["As2s", "Ad2d", "KsKh"], WHEEL_BOARD)
    assert collected(hand) == {0: 3, 1: 3}
