"""The hand orders against worked examples and properties that hold for all."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wildrank.cards import DECK, UNKNOWN, Card, Rank, parse_cards
from wildrank.errors import WildrankError
from wildrank.hands import (
    ORDERS,
    HandRules,
    HandValue,
    ace_to_five_low,
    describe,
    high,
    high_with_wilds,
)

BELOW = HandRules(five_of_a_kind="below")
ROYAL = HandRules(five_of_a_kind="royal")
DOUBLE = HandRules(double_ace=True)
NATURALS = HandRules(naturals_first=True)


def wild(cards: str, rank: str, rules: HandRules | None = None) -> HandValue:
    """Return the value of a holding in which one rank is wild."""
    return high_with_wilds(parse_cards(cards), [Rank.parse(rank)], rules or HandRules())


def plain(cards: str) -> HandValue:
    """Return the value of a natural holding."""
    return high(parse_cards(cards))


def low(cards: str) -> HandValue:
    """Return the low of a holding, without a qualifier."""
    value = ace_to_five_low(parse_cards(cards))
    assert value is not None
    return value


def case(name: str, cards: str, *expected: str) -> object:
    """Return a parameter set that is named after its requirement."""
    return pytest.param(cards, *expected, id=name)


CARDS = parse_cards("KsKhQdQc9d")


@pytest.mark.parametrize(
    "ranks",
    ["4", ["4"], [13], [-1], Rank.FOUR, 4, None, [None], [[2]], ("2", Rank.FOUR)],
    ids=repr,
)
def test_what_is_no_wild_rank_is_refused(ranks: Any) -> None:  # noqa: ANN401 - anything at all
    """Wild ranks that are none are refused with what would be right, and not left unheard."""
    with pytest.raises(WildrankError, match="0 to 12") as refused:
        high_with_wilds(CARDS, ranks)
    assert refused.value.code == "hands/wild-ranks"
    assert repr(ranks) in refused.value.message


@pytest.mark.parametrize("ranks", [[Rank.KING], {Rank.KING}, (11,), range(11, 12)], ids=repr)
def test_wild_ranks_may_be_numbers(ranks: Any) -> None:  # noqa: ANN401 - each kind that will do
    """Ranks in any collection are heard, and whole numbers from 0 to 12 are ranks too."""
    assert high_with_wilds(CARDS, ranks).category == "four of a kind"


@pytest.mark.parametrize("cards", ["KsKhQdQc9d", ["Ks", "Kh"], [1, 2, 3, 4, 5], 7, [None] * 5])
def test_what_is_no_card_is_refused(cards: Any) -> None:  # noqa: ANN401 - anything at all
    """Text or numbers in the place of cards are refused with how cards are made of text."""
    orders: tuple[Any, ...] = (
        high,
        ace_to_five_low,
        lambda held: high_with_wilds(held, [Rank.KING]),
    )
    for order in orders:
        with pytest.raises(WildrankError, match="parse_cards") as refused:
            order(cards)
        assert refused.value.code == "hands/no-cards"


# --- examples with wild cards -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "rank", "category", "ranks"),
    [
        case("TRA-1.3-all", "9s9hTd 9dKc4h2s", "9", "four of a kind", "KT"),
        case("TRA-1.3-all-kd", "9s9hKd 9dKc4h2s", "9", "five of a kind", "K"),
        case("TRA-1.3-min1", "2c4d7s 9hJcKd5c", "2", "pair", "KJ97"),
        case("TRA-1.3-min1-full", "2cKd7h KsQc7c9d", "2", "full house", "K7"),
        case("TRA-1.3a-wild", "5s6d8s QhJd2h5d", "5", "straight", "Q"),
        case("TRA-1.3a-plain", "AhKhTs QhJd2h5d", "T", "flush", "AKQJ2"),
        case("TRA-1.3a-two-p1", "4cTdKs 4d8hQsJc", "4", "straight", "A"),
        case("TRA-1.3a-two-p2", "8cTsKh 4d8hQsJc", "8", "straight", "A"),
        case("TRA-1.3b-3", "7c7d7h 7sKdQc2h", "7", "five of a kind", "K"),
        case("TRA-1.3b-not", "9s9h5d 9dKc4h2s", "5", "four of a kind", "9K"),
        case("TRA-1.3c", "AhKhTs AcQd7s3c", "K", "three of a kind", "AQT"),
        case("TRA-1.3c-low", "AhKhTs AcQd7s3c", "A", "straight", "A"),
        case("TRA-1.3c-3rd-high", "6h8dAc 6s8cKd2h", "6", "four of a kind", "8A"),
        case("TRA-1.3c-3rd-low", "6h8dAc 6s8cKd2h", "A", "full house", "86"),
        case("TRA-1.3c-sep", "5cKd9h AsAd8c3s", "5", "three of a kind", "AK9"),
        case("TRA-1.4b", "2c9dAs 9h9s9cKd", "2", "five of a kind", "9"),
        case("TRA-1.4c-five", "3c3d4s 4h4d9sJs", "3", "five of a kind", "4"),
        case("TRA-1.4c-sf", "TsQs8h 4h4d9sJs", "8", "straight flush", "K"),
        case("TRA-1.4c-max", "AcAdKs AhAsQd2c", "A", "five of a kind", "K"),
        case("TRA-3.2a-lower", "7c7d3h 7sKdQcTh", "3", "four of a kind", "7K"),
        case("TRA-3.2a-lower-bought", "7c7d3h 7sKdQcTh", "7", "four of a kind", "KQ"),
        case("TRA-3.2a-equal", "7cKd7h JcJs4d2s", "7", "four of a kind", "JK"),
        case("TRA-3.2a-board", "KhQd3c 3s3dQs8h", "3", "five of a kind", "Q"),
        case("TRA-3.2a-board-bought", "KhQd3c 3s3dQs8h", "Q", "five of a kind", "3"),
        case("TRA-3.2b", "Qd4c2c QhJd2h5d", "4", "full house", "Q2"),
        case("TRA-3.2b-lose", "Qd4c2c QhJd2h5d", "2", "four of a kind", "QJ"),
        case("TRA-3.2b-win", "7cKd3h 7d7sJc4c", "7", "four of a kind", "KJ"),
        case("TRA-3.2b-win-down", "7cKd3h 7d7sJc4c", "3", "four of a kind", "7K"),
        case("TRA-4.1-natural", "Ts9d4c AsKsQsJs", "4", "straight flush", "A"),
        case("TRA-4.1-wild", "2c7d8h AsKsQsJs", "2", "straight flush", "A"),
        case("TRA-4.1-auto", "9cTcKd 8c7c6cAh", "9", "straight flush", "T"),
        case("section-4-wheel", "2cAd4s 3h5dKsQc", "2", "straight", "5"),
        case("section-4-steel-wheel", "2d5sAs 3s4sKdQh", "2", "straight flush", "5"),
        case("section-1D-left", "Qd4c2c QhJd2h5d", "4", "full house", "Q2"),
        case("section-1D-middle", "5s6d8s QhJd2h5d", "5", "straight", "Q"),
        case("section-1D-dealer", "AhKhTs QhJd2h5d", "T", "flush", "AKQJ2"),
    ],
)
def test_worked_example_with_wilds(cards: str, rank: str, category: str, ranks: str) -> None:
    """Each worked example of a holding with wilds has the hand that the requirements give."""
    value = wild(cards, rank)
    assert (value.category, value.ranks) == (category, ranks)


def test_five_of_a_kind_is_placed_as_announced() -> None:
    """TRA-1.4c, D33: above or below a straight flush, or above all but a natural royal."""
    fives, flush = ("3c3d4s 4h4d9sJs", "3"), ("TsQs8h 4h4d9sJs", "8")
    assert wild(*fives).strength > wild(*flush).strength
    assert wild(*fives, BELOW).strength < wild(*flush, BELOW).strength
    assert wild(*fives, ROYAL).strength > wild(*flush, ROYAL).strength
    royal, aces = ("JsTs3d 8hAsKsQs", "3"), ("8c8dAh 8hAsKsQs", "8")
    assert wild(*aces).ranks == "A"
    assert wild(*royal).strength < wild(*aces).strength
    assert wild(*royal, ROYAL).strength > wild(*aces, ROYAL).strength
    assert wild(*aces, BELOW).category == "straight flush"  # eights as jack and ten of spades
    assert wild(*royal, BELOW).strength == wild(*aces, BELOW).strength


def test_a_royal_with_a_wild_loses_to_five_of_a_kind() -> None:
    """D33: with a natural royal on top, a royal that needs a wild stays below five of a kind."""
    needs_a_wild = wild("2c7d8h AsKsQsJs", "2", ROYAL)
    assert (needs_a_wild.category, needs_a_wild.ranks) == ("straight flush", "A")
    assert needs_a_wild.strength < wild("2c2d3s 3d3c9hKs", "2", ROYAL).strength
    assert needs_a_wild.strength > plain("9sKsQsJsTs").strength
    assert needs_a_wild.strength < plain("TsAsKsQsJs").strength


def test_a_wild_that_plays_as_itself_makes_a_natural_royal() -> None:
    """D33, D34: a royal whose only wild plays as itself is natural."""
    value = wild("TsTd2h AsKsQsJs", "T", ROYAL)
    assert value.strength == plain("TsAsKsQsJs").strength
    assert value.plays == {Card.parse("Ts"): Card.parse("Ts")}


def test_the_best_hand_is_chosen_under_the_announced_order() -> None:
    """TRA-1.4c-max: the same cards make five kings or a royal flush, as announced."""
    cards = "AcAdKs AhAsQd2c"
    assert describe(wild(cards, "A")).startswith("five kings")
    assert describe(wild(cards, "A", BELOW)).startswith("royal flush")
    assert describe(wild(cards, "A", ROYAL)).startswith("five kings")


def test_equal_fives_tie_whatever_else_is_held() -> None:
    """TRA-1.4d: equal five of a kind ties, the sixth and seventh card ignored."""
    board = "AsKdKhKc"
    first, second = wild("2c2dAh" + board, "2"), wild("3c3dQs" + board, "3")
    assert first.ranks == second.ranks == "K"
    assert first.strength == second.strength


def test_higher_five_of_a_kind_wins() -> None:
    """TRA-1.4d: of two five of a kind the higher rank wins."""
    assert wild("2c2d 9s9h9d Ac3c", "2").strength > wild("2c2d 8s8h8d Ac3c", "2").strength


def test_wild_aces_never_make_five_aces() -> None:
    """TRA-1.4e: five of the wild rank is impossible, for kings are taken instead."""
    value = wild("AcAdAhAs KsQsJs", "A")
    assert (value.category, value.ranks) == ("five of a kind", "K")


def test_a_higher_kicker_decides_four_of_a_kind() -> None:
    """TRA-4.2a: four kings with an ace beat four kings with a queen."""
    board = "KdKcQs5h"
    ace, queen = wild("4c4dAh" + board, "4"), wild("3cKh9s" + board, "3")
    assert (ace.ranks, queen.ranks) == ("KA", "KQ")
    assert ace.strength > queen.strength


def test_natural_and_wild_hands_tie_unless_announced() -> None:
    """TRA-4.2b, D34: equal hands tie; with naturals first the natural one wins."""
    board = "TsJdQc7h"
    natural, with_wild = ("AhKd2c" + board, "2"), ("Ad9s3h" + board, "3")
    assert wild(*natural).ranks == wild(*with_wild).ranks == "A"
    assert wild(*natural).strength == wild(*with_wild).strength
    assert wild(*natural, NATURALS).strength > wild(*with_wild, NATURALS).strength
    board = "KcKd8h2s"
    first, second = wild("4cQh9s" + board, "4"), wild("5dQs9h" + board, "5")
    assert first.ranks == "KQ9"
    assert first.strength == second.strength


def test_fewer_wilds_win_with_naturals_first() -> None:
    """D34: of equal hands with wilds the one with fewer wilds wins."""
    one, two = ("2cKsKhKd Qc9s8h", "2"), ("2c2dKsKh Qc9s8h", "2")
    assert wild(*one).strength == wild(*two).strength
    assert wild(*one, NATURALS).strength > wild(*two, NATURALS).strength


def test_naturals_first_never_beats_a_better_hand() -> None:
    """D34: how many wilds play matters among equals only."""
    assert (
        wild("2c2dAcKd Qc9s8h", "2", NATURALS).strength
        > wild("2cKsKh Qc9s8h7d", "2", NATURALS).strength
    )


def test_double_ace_flush_changes_the_winner() -> None:
    """D32: AK954 loses to AKQ95 by the standard rule, AA954 wins where announced."""
    board = "9h5h4h8s"
    one, other = ("Ah2cTd" + board, "2"), ("KhQh3d" + board, "3")
    assert (wild(*one).ranks, wild(*other).ranks) == ("AK954", "AKQ95")
    assert wild(*one).strength < wild(*other).strength
    assert (wild(*one, DOUBLE).ranks, wild(*other, DOUBLE).ranks) == ("AA954", "AKQ95")
    assert wild(*one, DOUBLE).strength > wild(*other, DOUBLE).strength


def test_two_wilds_in_a_flush() -> None:
    """D31, D32: two wilds are king and queen beside an ace, or two more aces if announced."""
    cards = "2c2dAh 9h4hKsJc"
    assert wild(cards, "2").ranks == "AKQ94"
    assert wild(cards, "2", DOUBLE).ranks == "AAA94"
    assert list(wild(cards, "2", DOUBLE).plays.values()) == [Card.parse("Ah")] * 2


def test_what_each_wild_stands_for() -> None:
    """D31, D35: a card of an unused suit, itself where that is as good, a double if it must."""
    assert wild("Qd4c2c QhJd2h5d", "4").plays == {Card.parse("4c"): Card.parse("Qs")}
    assert wild("9cTcKd 8c7c6cAh", "9").plays == {Card.parse("9c"): Card.parse("9c")}
    assert wild("5s6d8s QhJd2h5d", "5").plays.keys() == set(parse_cards("5s5d"))
    fives = wild("2c9dAs 9h9s9cKd", "2")
    assert fives.cards == parse_cards("9s9h9d9c2c")
    assert fives.plays == {Card.parse("2c"): Card.parse("9s")}


def test_several_ranks_can_be_wild() -> None:
    """D31: every card of each wild rank is wild, as in Kings and Lows."""
    cards = parse_cards("KsKh3d QcQd9s7h")
    assert high_with_wilds(cards, [Rank.KING, Rank.THREE]).ranks == "Q"
    assert high_with_wilds(cards, {Rank.THREE, Rank.KING}).category == "five of a kind"
    everything_wild = parse_cards("AsAhKsKhQs")
    value = high_with_wilds(everything_wild, [Rank.ACE, Rank.KING, Rank.QUEEN], NATURALS)
    assert (value.category, value.ranks) == ("five of a kind", "A")
    assert sum(card == played for card, played in value.plays.items()) == 2


# --- natural examples ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "category", "ranks"),
    [
        case("HE-wheel-six", "Ac6d 2h3s4d5cKh", "straight", "6"),
        case("HE-wheel-five", "AsKd 2h3s4d5cKh", "straight", "5"),
        case("HE-wheel-no-wrap", "QcKd Ah2s3c8d9h", "high card", "AKQ98"),
        case("HE-kicker", "AsKd Ah9c8d4s2c", "pair", "AK98"),
        case("HE-kicker-loser", "AdQc Ah9c8d4s2c", "pair", "AQ98"),
        case("HE-quadboard", "7c2d AsAhAdAcKs", "four of a kind", "AK"),
        case("HE-board", "2c3d AsKdQhJcTs", "straight", "A"),
        case("HL-noSF-high", "2h4h 5h6h8hKdKc", "flush", "86542"),
        case("HL-scoop-high", "As2d 3c4h5sKdQc", "straight", "5"),
        case("HL-scoop-loser", "KsKh 3c4h5sKdQc", "three of a kind", "KQ5"),
        case("HL-acelow-2way-high", "AsKs 2s7s9s4d5c", "flush", "AK972"),
        case("two-trips", "KsKhKd 9s9h9d2c", "full house", "K9"),
        case("trips-and-two-pairs", "3s3h3d KsKh2c2d", "full house", "3K"),
        case("three-pairs", "KsKh 9s9h4d4cQc", "two pair", "K9Q"),
        case("quads-and-trips", "4s4h4d4c KsKhKd", "four of a kind", "4K"),
        case("flush-over-straight", "9h8h7d6h5h Kh2c", "flush", "K9865"),
        case("straight-flush-under-flush", "Ah 9s8s7s6s5s Kc", "straight flush", "9"),
        case("full-house-over-flush", "KsKhKd 9s9h 2s3s4s5s", "full house", "K9"),
    ],
)
def test_worked_example_natural(cards: str, category: str, ranks: str) -> None:
    """HE-rank: each worked example of a natural holding has the hand that is given."""
    value = plain(cards)
    assert (value.category, value.ranks) == (category, ranks)


def test_natural_hands_compare_by_the_five_cards() -> None:
    """HE-rank, HE-kicker, HE-kicker-cf, HE-quadboard, HE-wheel, HE-board: who wins, who ties."""
    assert plain("AsKd Ah9c8d4s2c").strength > plain("AdQc Ah9c8d4s2c").strength
    assert plain("As3d AhKcQdJs8c").strength == plain("Ad2c AhKcQdJs8c").strength
    assert plain("7c2d AsAhAdAcKs").strength == plain("QcQd AsAhAdAcKs").strength
    assert plain("Ac6d 2h3s4d5cKh").strength > plain("AsKd 2h3s4d5cKh").strength
    royals = plain("2h7h AhKhQhJhTh"), plain("9h8h AhKhQhJhTh")
    assert royals[0].strength == royals[1].strength
    assert plain("Ah9h KhQh7h2c3d").strength > plain("Ah8h KhQh7h2c3d").strength
    assert plain("AhKhQhJh3h 2c2d").strength > plain("AhKhQhJh2h 3c3d").strength


def test_each_category_beats_the_next() -> None:
    """HE-rank, TRA-1.4a: the nine categories in their order, the best of each below the next."""
    ladder = [
        "AsKdQhJc9s",
        "2s2d3h4c5s",
        "AsAdKhKcQs",
        "2s2d2h3c4s",
        "AsKdQhJcTs",
        "7s5s4s3s2s",
        "AsAdAhKcKs",
        "2s2d2h2c3s",
        "5s4s3s2sAs",
    ]
    strengths = [plain(cards).strength for cards in ladder]
    assert strengths == sorted(set(strengths))


def test_strength_is_a_small_number() -> None:
    """TRA-4.2a: a strength is at least 0 and fits 27 bits, wilds and all."""
    assert plain("7s5s4s3s2c").strength >= 0
    fives = wild("2c2d2h2sAsKsQs", "2")
    assert plain("AsKsQsJsTs").strength < fives.strength < 1 << 27


# --- lows ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "category", "ranks"),
    [
        case("HL-noSF", "2h4h 5h6h8hKdKc", "no pair", "86542"),
        case("HL-wheel", "As2d 3c4h5sKdQc", "no pair", "5432A"),
        case("HL-acelow-2way", "AsKs 2s7s9s4d5c", "no pair", "7542A"),
        case("HL-scoop-loser", "KsKh 3c4h5sKdQc", "no pair", "KQ543"),
        case("HL-noqual", "KcQd 9hThJc9s8d", "no pair", "QJT98"),
        case("HL-noqual-aces", "AcAd 9hThJc9s8d", "no pair", "JT98A"),
        case("HL-pairlow", "KsKh QdQcJhJd9c", "pair", "JKQ9"),
        case("HL-pairlow-no-pair", "Ac2s QdQcJhJd9c", "no pair", "QJ92A"),
        case("HL-pairlow-ace", "AsAh KdKcQhQdJc", "pair", "AKQJ"),
        case("HL-pairlow-ace-deuces", "2s2h KdKcQhQdJc", "pair", "2KQJ"),
        case("HL-pairlow-kick", "As3d KdKcKhQhQd", "pair", "QK3A"),
        case("HL-pairlow-kick-loser", "2c4c KdKcKhQhQd", "pair", "QK42"),
        case("HL-pairlow-two-pair", "AcAd KdKcKhQhQd", "two pair", "QAK"),
        case("HL-choice", "9c8c 9d8d7h7s2c", "pair", "7982"),
        case("HL-counterfeit", "As2s 2d3c7h8dKs", "no pair", "8732A"),
        case("HL-board", "KdKs As2h3h4d5c", "no pair", "5432A"),
        case("trips", "AsAhAdKsQs", "three of a kind", "AKQ"),
        case("trips-unless-two-pair", "2s2h2dKsKhQs", "two pair", "K2Q"),
        case("full-house-of-two", "KsKhKdKc AsAhAd", "full house", "AK"),
        case("full-house-either-way", "KsKhKd QsQhQd", "full house", "QK"),
        case("four-of-a-kind", "KsKhKdKc As", "four of a kind", "KA"),
        case("full-house-over-quads", "KsKhKdKc AsAh", "full house", "KA"),
    ],
)
def test_worked_example_low(cards: str, category: str, ranks: str) -> None:
    """Each worked example of a low has the hand that is given."""
    value = low(cards)
    assert (value.category, value.ranks) == (category, ranks)


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        case("HL-topdown", "8s6s5d4d3h", "8s7s3d2dAh"),
        case("HL-topdown-nine", "8s7s6d5d4h", "9s4s3d2dAh"),
        case("HL-noqual", "AcAd 9hThJc9s8d", "KcQd 9hThJc9s8d"),
        case("HL-pairlow", "Ac2s QdQcJhJd9c", "KsKh QdQcJhJd9c"),
        case("HL-pairlow-any", "KsQsJdTd9h", "AsAd2h3h4c"),
        case("HL-pairlow-ace", "AsAh KdKcQhQdJc", "2s2h KdKcQhQdJc"),
        case("HL-pairlow-kick", "As3d KdKcKhQhQd", "2c4c KdKcKhQhQd"),
        case("HL-pairlow-kick-two-pair", "2c4c KdKcKhQhQd", "AcAd KdKcKhQhQd"),
        case("D27-first", "AsAh7d6c5s", "2s2h5d4c3s"),
        case("D27-second", "AsAh6d5c4s", "AsAh7d3c2s"),
        case("two-pair-before-trips", "KsKhQdQcJs", "AsAhAd2c3s"),
        case("trips-before-full", "KsKhKdQcJs", "AsAhAd2c2s"),
        case("full-before-quads", "KsKhKdQcQs", "AsAhAdAc2s"),
    ],
)
def test_low_order(better: str, worse: str) -> None:
    """D27, HL-topdown, HL-pairlow: of two lows the better has the greater strength."""
    assert low(better).strength > low(worse).strength >= 0


def test_the_same_wheel_ties() -> None:
    """HL-quarter, HL-board: equal lows of different suits are equally strong."""
    assert low("As2d 2c3d4h5sKd").strength == low("Ah6h 2c3d4h5sKd").strength


def test_nothing_beats_the_wheel() -> None:
    """HL-wheel: 5-4-3-2-A is the strongest low, even as a straight flush."""
    wheel = low("5s4s3s2sAs").strength
    rng = random.Random(5)
    assert all(low_strength(rng.sample(DECK, 5)) <= wheel for _ in range(2000))


def low_strength(cards: Iterable[Card]) -> int:
    """Return the strength of a low without a qualifier."""
    value = ace_to_five_low(cards)
    assert value is not None
    return value.strength


@pytest.mark.parametrize(
    ("cards", "ranks"),
    [
        ("8s7s6d5d4h", "87654"),
        ("As2s2d3c7h8dKs", "8732A"),
        ("9s4s3d2dAh", None),
        ("AsAd2h3h4c", None),
        ("KsKh8d7d6c5cKd", None),
    ],
)
def test_eight_or_better(cards: str, ranks: str | None) -> None:
    """D26: a low qualifies with five different ranks of eight or lower, else there is none."""
    value = ace_to_five_low(parse_cards(cards), 8)
    assert (value and value.ranks) == ranks
    if value is not None:
        assert value == ace_to_five_low(parse_cards(cards))


def test_both_ways_use_different_cards() -> None:
    """HL-diff: the high uses K, 9 and 7, the low 7, 5 and 4, of the same seven cards."""
    cards = "AsKs 2s7s9s4d5c"
    assert plain(cards).cards == parse_cards("AsKs9s7s2s")
    assert low(cards).cards == parse_cards("7s5c4d2sAs")


# --- words --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "rank", "words"),
    [
        ("KcKdKs9h5d 3c2d", "5", "four kings, nine kicker; 5d plays as Kh"),
        ("Qd4c2c QhJd2h5d", "4", "full house, queens over twos; 4c plays as Qs"),
        ("9cTcKd 8c7c6cAh", "9", "straight flush, ten high"),
        ("2c7d8h AsKsQsJs", "2", "royal flush; 2c plays as Ts"),
        ("2c4d7s 9hJcKd5c", "2", "pair of kings, jack-nine-seven kickers; 2c plays as Ks"),
        ("AcAdKs AhAs6d6c", "A", "five kings; As plays as Kh, Ah as Kd, Ad as Kc, Ac as Ks"),
        ("6c6d6h Ks9h3c2d", "2", "four sixes, king kicker; 2d plays as 6s"),
        (
            "2c2dAh 9h4hKsJc",
            "2",
            "flush, ace high, king-queen-nine-four kickers; 2d plays as Kh, 2c as Qh",
        ),
    ],
)
def test_words_with_wilds(cards: str, rank: str, words: str) -> None:
    """TRA-4.1-auto: a hand with wilds is read out with what each of them stands for."""
    assert describe(wild(cards, rank)) == words


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ("AsKd9h7c4s", "ace high, king-nine-seven-four kickers"),
        ("KsKd9h9c6s", "two pair, kings and nines, six kicker"),
        ("3s3d3h9c6s", "three threes, nine-six kickers"),
        ("Qs Jd Th 9c 8s", "straight, queen high"),
        ("5s 4d 3h 2c As", "straight, five high"),
        ("Ks9s5s4s2s", "flush, king high, nine-five-four-two kickers"),
        ("AsKsQsJsTs", "royal flush"),
    ],
)
def test_words_natural(cards: str, words: str) -> None:
    """HE-rank: a natural hand in the words of a dealer."""
    assert describe(plain(cards)) == words


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ("As2d 3c4h5sKdQc", "5-4-3-2-A low, the wheel"),
        ("AsKs 2s7s9s4d5c", "7-5-4-2-A low"),
        ("As3d KdKcKhQhQd", "low with a pair of queens, king-three-ace kickers"),
        ("AcAd KdKcKhQhQd", "low with two pair, queens and aces, king kicker"),
        ("AsAhAd2c2s", "low with a full house, aces over twos"),
        ("AsAhAdAc2s", "low with four aces, two kicker"),
        ("AsAhAdKc2s", "low with three aces, king-two kickers"),
    ],
)
def test_words_low(cards: str, words: str) -> None:
    """HL-wheel, HL-pairlow: a low in the words of a dealer."""
    assert describe(low(cards), low=True) == words


# --- properties ---------------------------------------------------------------------------------

some_cards = st.lists(st.sampled_from(DECK), min_size=5, max_size=9, unique=True)
some_ranks = st.sets(st.sampled_from(list(Rank)), max_size=2)
some_rules = st.builds(
    HandRules,
    five_of_a_kind=st.sampled_from(["above", "below", "royal"]),
    double_ace=st.booleans(),
    naturals_first=st.booleans(),
)


@given(some_cards, some_ranks, some_rules)
def test_without_a_wild_card_the_orders_agree(
    cards: list[Card], wild_ranks: set[Rank], rules: HandRules
) -> None:
    """TRA-1.4a: without wild ranks, or without a card of one, the value is that of ``high``."""
    assert high_with_wilds(cards, (), rules) == high(cards)
    if not any(card.rank in wild_ranks for card in cards):
        assert high_with_wilds(cards, wild_ranks, rules) == high(cards)


@given(st.data(), some_cards, some_ranks, some_rules)
def test_the_order_of_the_cards_does_not_matter(
    data: st.DataObject, cards: list[Card], wild_ranks: set[Rank], rules: HandRules
) -> None:
    """TRA-4.1: a value depends on which cards are held, not on how they lie."""
    shuffled = data.draw(st.permutations(cards))
    assert high(cards) == high(shuffled)
    assert ace_to_five_low(cards) == ace_to_five_low(shuffled)
    value = high_with_wilds(cards, wild_ranks, rules)
    assert value == high_with_wilds(iter(shuffled), sorted(wild_ranks), rules)


@given(some_cards, some_ranks, some_rules)
def test_one_card_more_never_hurts(
    cards: list[Card], wild_ranks: set[Rank], rules: HandRules
) -> None:
    """HE-use, TRA-4.1: with a card taken away no holding is worth more."""
    if len(cards) == 5:
        return
    fewer = cards[1:]
    assert high(fewer).strength <= high(cards).strength
    assert low_strength(fewer) <= low_strength(cards)
    assert (
        high_with_wilds(fewer, wild_ranks, rules).strength
        <= high_with_wilds(cards, wild_ranks, rules).strength
    )


@given(some_cards, some_cards, some_ranks, st.booleans())
def test_equal_strength_means_equal_category_and_ranks(
    one: list[Card],
    other: list[Card],
    wild_ranks: set[Rank],
    double_ace: bool,  # noqa: FBT001 - drawn by the strategy
) -> None:
    """TRA-4.2b: hands tie exactly when category and deciding ranks are the same."""
    rules = HandRules(double_ace=double_ace)
    for values in (
        (high(one), high(other)),
        (high_with_wilds(one, wild_ranks, rules), high_with_wilds(other, wild_ranks, rules)),
        (low_value(one), low_value(other)),
    ):
        first, second = values
        same = (first.category, first.ranks) == (second.category, second.ranks)
        assert (first.strength == second.strength) == same


def low_value(cards: Iterable[Card]) -> HandValue:
    """Return the low of some cards, without a qualifier."""
    value = ace_to_five_low(cards)
    assert value is not None
    return value


@given(some_cards, some_ranks)
def test_words_are_one_sentence(cards: list[Card], wild_ranks: set[Rank]) -> None:
    """TRA-4.1-auto: every value can be read out, each stretched wild being named."""
    value = high_with_wilds(cards, wild_ranks)
    text = describe(value)
    assert "{" not in text
    for card, played in value.plays.items():
        assert (f"{card} plays as {played}" in text or f"{card} as {played}" in text) == (
            card != played
        )
    assert "low" in describe(low_value(cards), low=True)


# --- refusals -----------------------------------------------------------------------------------


@pytest.mark.parametrize("order", [high, ace_to_five_low, lambda c: high_with_wilds(c, [])])
def test_too_few_or_unknown_cards_are_refused(order: object) -> None:
    """HE-use: a hand is five known cards; anything less is refused with a reason."""
    assert callable(order)
    with pytest.raises(WildrankError, match="fewer than five cards") as few:
        order(parse_cards("AsKd2c3c"))
    assert few.value.code == "hands/too-few-cards"
    with pytest.raises(WildrankError, match="unknown card") as unknown:
        order((*parse_cards("AsKd2c3c"), UNKNOWN))
    assert unknown.value.code == "hands/unknown-card"


def test_the_orders_have_names() -> None:
    """HE-rank, HL-noqual: a game file asks for an order by its name."""
    assert dict(ORDERS) == {"high": high, "ace-to-five-low": ace_to_five_low}
