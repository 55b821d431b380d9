"""Texas Reach Around, articles 1.1 to 1.4: deck, personal wild ranks and what hands rank."""

from __future__ import annotations

import random

import pytest
from requirements.play import (
    at_showdown,
    before_buying,
    checked_down,
    dealt,
    finished,
    named,
    on_street,
    reading,
    seated,
    seen_between,
    strength,
    winners,
)

from wildrank.cards import DECK, UNKNOWN, Card, Rank, format_cards, parse_cards
from wildrank.errors import WildrankError
from wildrank.games import load_game
from wildrank.referee import Hand, encode_events, hand_value, view, wild_ranks
from wildrank.referee.events import Announced, HoleDealt


def wild(holding: str, **settings: object) -> str:
    """Return the wild ranks of a holding before the board is out, as in ``"7"``."""
    hand = seated("reach-around", 2, **settings)
    if len(parse_cards(holding.replace("/", ""))) > 2:
        hand = on_street(hand, 3, [holding])
    else:
        hand = dealt(hand, [holding])
    return "".join(map(str, wild_ranks(hand.state, 0)))


def wilds_among(hand: Hand, seat: int) -> int:
    """Return how many of the cards of a seat and of the board are wild for the seat."""
    state = hand.state
    ranks = wild_ranks(state, seat)
    return sum(card.rank in ranks for card in (*state.down[seat], *state.up[seat], *state.board))


@pytest.mark.requirement("TRA-1.1")
def test_credits() -> None:
    """The game names who invented, named and described it, and where."""
    source = load_game("reach-around").source
    for credit in ("Nick Henson", "Phil Moore", "Jeffrey Able", "pagat.com"):
        assert credit in source


@pytest.mark.requirement("TRA-1.2a")
def test_deck_is_52_distinct_cards() -> None:
    """Hands, board and stub are together the 52 cards of one deck, each once."""
    hand = checked_down("reach-around", ["Qd4c/2c", "5s6d8s", "AhKhTs"], "QhJd2h5d")
    state = hand.state
    out = [card for cards in (*state.down, *state.up, state.board) for card in cards]
    stub = [card for card in DECK if card not in out]
    assert (len(out), len(stub)) == (13, 39)
    assert sorted([*out, *stub]) == list(range(52))


@pytest.mark.requirement("TRA-1.2a")
def test_a_card_cannot_come_twice() -> None:
    """A card that is out already is refused and the hand stays as it was."""
    hand = finished_first_round(["Qd4c", "5s6d"])
    before = hand.state
    with pytest.raises(WildrankError):
        hand.deal_board("5s")
    assert hand.state == before
    with pytest.raises(WildrankError):
        seated("reach-around", 2).deal("QdQd5s6d")


def finished_first_round(holdings: list[str]) -> Hand:
    """Return a hand whose first round was checked."""
    hand = dealt(seated("reach-around", len(holdings)), holdings)
    for _ in holdings:
        hand = hand.check()
    return hand


@pytest.mark.requirement("TRA-1.2b")
def test_three_personal_cards_for_all_still_in() -> None:
    """Who folded early keeps two cards; who is all-in still gets the third."""
    hand = dealt(seated("reach-around", [100, 5, 100])).play("k k k")
    hand = dealt(hand).play("k b2 c f")
    hand = dealt(hand).play("b2 c")
    assert hand.stacks[1] == 0
    hand = finished(hand)
    assert [len(cards) for cards in hand.state.down] == [2, 3, 3]


@pytest.mark.requirement("TRA-1.2c")
def test_four_shared_cards_lower_nobodys_wild_rank() -> None:
    """The board is four upcards, and a deuce on it makes no deuce wild for nine and king."""
    hand = checked_down("reach-around", ["9dKhQs", "AhAdTs"], "2c7h2s5d")
    assert hand.state.board == parse_cards("2c7h2s5d")
    assert wild_ranks(hand.state, 0) == (Rank.NINE,)
    assert view(hand.state, None).board == hand.state.board


@pytest.mark.requirement("TRA-1.2d")
def test_seven_cards_in_all() -> None:
    """Three personal and four shared cards make seven at the showdown."""
    hand = checked_down("reach-around", ["Qd4c/2c", "5s6d8s"], "QhJd2h5d")
    state = hand.state
    for seat in (0, 1):
        assert len(state.down[seat]) + len(state.up[seat]) + len(state.board) == 7


@pytest.mark.requirement("TRA-1.3")
def test_wild_rank_is_the_lowest_downcard() -> None:
    """The lowest downcard is wild; an upcard below it changes nothing."""
    assert wild("Kd7c") == "7"
    assert wild("Kd7c/3h") == "7"


@pytest.mark.requirement("TRA-1.3-all")
def test_every_card_of_the_rank_is_wild() -> None:
    """Down, up and on the board, all cards of the wild rank are wild."""
    hand = at_showdown(seated("reach-around", 2), ["9s9hTd"], "9dKc4h2s")
    assert wilds_among(hand, 0) == 3
    assert named(hand) == "four of a kind KT"
    assert reading("9s9hKd", "9dKc4h2s") == "five of a kind K"
    bought = at_showdown(seated("reach-around", 2), ["9sTd/9h"], "9dKc4h2s")
    assert wilds_among(bought, 0) == 3
    assert named(bought) == "four of a kind KT"


@pytest.mark.requirement("TRA-1.3-min1")
def test_one_wild_makes_at_least_a_pair() -> None:
    """With one wild a hand is a pair at worst, and what looks like two pair is a full house."""
    assert reading("2c4d7s", "9hJcKd5c") == "pair KJ97"
    assert reading("2cKd7h", "KsQc7c9d") == "full house K7"


@pytest.mark.requirement("TRA-1.3-min1")
def test_nobody_is_without_a_wild_card() -> None:
    """In random deals every player has a wild card, a pair or better, and never two pair."""
    chance = random.Random(13)
    for _ in range(60):
        cards = chance.sample(DECK, 13)
        holdings = [format_cards(cards[i : i + 3]) for i in (0, 3, 6)]
        hand = at_showdown(seated("reach-around"), holdings, format_cards(cards[9:]))
        for seat in range(3):
            assert 1 <= wilds_among(hand, seat) <= 4
            assert not named(hand, seat).startswith(("high card", "two pair", "nothing"))


@pytest.mark.requirement("TRA-1.3a")
def test_wild_ranks_are_personal() -> None:
    """A five on the board is wild for the holder of a lowest five and plain for the next."""
    hand = at_showdown(seated("reach-around", 2), ["5s6d8s", "AhKhTs"], "QhJd2h5d")
    assert wild_ranks(hand.state, 0) == (Rank.FIVE,)
    assert wild_ranks(hand.state, 1) == (Rank.TEN,)
    assert named(hand, 0) == "straight Q"
    assert named(hand, 1) == "flush AKQJ2"


@pytest.mark.requirement("TRA-1.3a-two")
def test_two_board_cards_wild_for_two_players() -> None:
    """Two cards of one board are wild at once, each for another player, and the hands tie."""
    holdings = ["4cTdKs", "8cTsKh"]
    hand = at_showdown(seated("reach-around", 2), holdings, "4d8hQsJc")
    assert wild_ranks(hand.state, 0) == (Rank.FOUR,)
    assert wild_ranks(hand.state, 1) == (Rank.EIGHT,)
    assert named(hand, 0) == named(hand, 1) == "straight A"
    assert winners(holdings, "4d8hQsJc") == {0, 1}


@pytest.mark.requirement("TRA-1.3a-leak")
def test_nobody_else_sees_a_wild_rank() -> None:
    """Others see the seven that was bought, and not that it is wild."""
    hand = on_street(seated("reach-around"), 3, ["7cKd/7h", "QsTd9c"], "2c3d")
    assert wild_ranks(view(hand.state, 0), 0) == (Rank.SEVEN,)
    for viewer in (1, 2, None):
        seen = view(hand.state, viewer)
        assert seen.up[0] == (Card.parse("7h"),)
        assert set(seen.down[0]) == {UNKNOWN}
        assert wild_ranks(seen, 0) == ()


@pytest.mark.requirement("TRA-1.3a-leak")
def test_events_carry_no_wild_flag() -> None:
    """What others are sent of deal and purchase names neither the wild rank nor the downcards."""
    start = seated("reach-around")
    hand = on_street(start, 3, ["7cKd/7h", "QsTd9c"], "2c3d")
    for viewer in (1, 2, None):
        sent = encode_events(seen_between(start, hand, viewer))
        assert b'"7h"' in sent
        for secret in (b'"7c"', b'"Kd"', b"wild"):
            assert secret not in sent
    assert b'"7c"' in encode_events(seen_between(start, hand, 0))


@pytest.mark.requirement("TRA-1.3b")
def test_a_lowest_pair_is_wild_both() -> None:
    """A pair as the lowest hole cards is two wilds before any board card."""
    hand = dealt(seated("reach-around", 2), ["9s9h"])
    assert wild_ranks(hand.state, 0) == (Rank.NINE,)
    assert wilds_among(hand, 0) == 2
    assert reading("9s9hTd", "2cQc7h3s") == "three of a kind QT7"


@pytest.mark.requirement("TRA-1.3b-3")
def test_three_of_a_rank_in_the_hole_are_all_wild() -> None:
    """Three sevens down and one on the board are four wilds."""
    hand = at_showdown(seated("reach-around", 2), ["7c7d7h"], "7sKdQc2h")
    assert wilds_among(hand, 0) == 4
    assert named(hand) == "five of a kind K"


@pytest.mark.requirement("TRA-1.3b-not")
def test_a_higher_pair_is_natural() -> None:
    """A pair above the lowest downcard is no wild."""
    assert wild("9s9h5d") == "5"
    assert reading("9s9h5d", "9dKc4h2s") == "four of a kind 9K"


@pytest.mark.requirement("TRA-1.3c", "D5")
def test_ace_is_high_in_the_hole() -> None:
    """By default an ace is the highest hole card."""
    assert wild("AhKd") == "K"
    assert wild("AcAd") == "A"
    assert reading("AhKh/Ts", "AcQd7s3c") == "three of a kind AQT"


@pytest.mark.requirement("TRA-1.3c-low", "D5")
def test_ace_low_in_the_hole_if_announced() -> None:
    """With ace low announced the same cards have wild aces."""
    assert wild("AhKd", ace_in_hole="low") == "A"
    assert reading("AhKh/Ts", "AcQd7s3c", ace_in_hole="low") == "straight A"


@pytest.mark.requirement("TRA-1.3c-low")
def test_announcement_stands_before_the_first_card() -> None:
    """The ace is announced in the first event, before any card, and cannot be changed later."""
    hand = dealt(seated("reach-around", 2, ace_in_hole="low"))
    first = hand.events[0]
    assert isinstance(first, Announced)
    assert first.announcement.ace_in_hole == "low"
    assert any(isinstance(event, HoleDealt) for event in hand.events[1:])
    with pytest.raises(AttributeError):
        hand.state.announcement.ace_in_hole = "high"  # type: ignore[misc]


@pytest.mark.requirement("TRA-1.3c-3rd")
def test_ace_as_third_downcard() -> None:
    """An ace as third downcard changes nothing when high and is the wild rank when low."""
    assert reading("6h8dAc", "6s8cKd2h") == "four of a kind 8A"
    assert reading("6h8dAc", "6s8cKd2h", ace_in_hole="low") == "full house 86"


@pytest.mark.requirement("TRA-1.3c-sep")
def test_ace_low_in_the_hole_is_high_in_the_hand() -> None:
    """The announcement about the hole does not change what an ace is worth in a hand."""
    assert reading("5cKd9h", "AsAd8c3s", ace_in_hole="low") == "three of a kind AK9"


@pytest.mark.requirement("TRA-1.4a")
def test_standard_order_of_hands() -> None:
    """Straight flush, quads, full house, flush, straight, trips and pair rank in this order."""
    ladder = [
        ("2c4d7s", "9hJcKd5c", "pair KJ97"),
        ("AhKh/Ts", "AcQd7s3c", "three of a kind AQT"),
        ("5s6d8s", "QhJd2h5d", "straight Q"),
        ("AhKhTs", "QhJd2h5d", "flush AKQJ2"),
        ("2cKd7h", "KsQc7c9d", "full house K7"),
        ("9s9hTd", "9dKc4h2s", "four of a kind KT"),
        ("9cTcKd", "8c7c6cAh", "straight flush T"),
        ("2c9dAs", "9h9s9cKd", "five of a kind 9"),
    ]
    assert [reading(holding, board) for holding, board, _ in ladder] == [
        words for _, _, words in ladder
    ]
    strengths = [strength(holding, board) for holding, board, _ in ladder]
    assert strengths == sorted(set(strengths))


@pytest.mark.requirement("TRA-1.4a")
def test_suits_never_rank() -> None:
    """The same ranks in other suits tie."""
    assert winners(["3sKsJs", "3cKcJc"], "QhTd6h7d") == {0, 1}


@pytest.mark.requirement("TRA-1.4b")
def test_five_of_a_kind_is_a_hand() -> None:
    """A wild may be a fifth card of a rank whose four cards are out."""
    assert reading("2c9dAs", "9h9s9cKd") == "five of a kind 9"


@pytest.mark.requirement("TRA-1.4c", "D33")
def test_five_of_a_kind_beats_a_straight_flush() -> None:
    """Five fours beat a king-high straight flush unless the dealer announced otherwise."""
    holdings = ["3c3d4s", "TsQs8h"]
    hand = at_showdown(seated("reach-around", 2), holdings, "4h4d9sJs")
    assert [named(hand, 0), named(hand, 1)] == ["five of a kind 4", "straight flush K"]
    assert winners(holdings, "4h4d9sJs") == {0}
    assert winners(holdings, "4h4d9sJs", five_of_a_kind="below") == {1}
    assert winners(holdings, "4h4d9sJs", five_of_a_kind="royal") == {0}


@pytest.mark.requirement("TRA-1.4c", "D33")
def test_natural_royal_on_top_if_announced() -> None:
    """A natural royal flush beats five aces only where that was announced."""
    holdings = ["JsTs3d", "8c8dAh"]
    hand = at_showdown(seated("reach-around", 2), holdings, "8hAsKsQs")
    assert [named(hand, 0), named(hand, 1)] == ["straight flush A", "five of a kind A"]
    assert winners(holdings, "8hAsKsQs") == {1}
    assert winners(holdings, "8hAsKsQs", five_of_a_kind="royal") == {0}


@pytest.mark.requirement("TRA-1.4c", "D33")
def test_royal_with_a_wild_is_not_a_natural_royal() -> None:
    """A royal flush that needs a wild stays below five of a kind."""
    holdings = ["Js3d3c", "8c8dAh"]
    hand = at_showdown(seated("reach-around", 2, five_of_a_kind="royal"), holdings, "8hAsKsQs")
    assert named(hand, 0) == "straight flush A"
    assert winners(holdings, "8hAsKsQs", five_of_a_kind="royal") == {1}


@pytest.mark.requirement("TRA-1.4c-max", "D33")
def test_best_hand_is_chosen_under_the_announced_order() -> None:
    """The same cards are five kings, or a royal flush where that ranks higher."""
    assert reading("AcAd/Ks", "AhAsQd2c") == "five of a kind K"
    assert reading("AcAd/Ks", "AhAsQd2c", five_of_a_kind="below") == "straight flush A"
    assert reading("AcAd/Ks", "AhAsQd2c", five_of_a_kind="royal") == "five of a kind K"


@pytest.mark.requirement("TRA-1.4d")
def test_equal_fives_tie() -> None:
    """Five of a kind has no kicker: the sixth and seventh cards never matter."""
    holdings = ["2c2dAh", "3c3dQs"]
    hand = at_showdown(seated("reach-around", 2), holdings, "AsKdKhKc")
    assert named(hand, 0) == named(hand, 1) == "five of a kind K"
    assert winners(holdings, "AsKdKhKc") == {0, 1}


@pytest.mark.requirement("TRA-1.4d")
def test_higher_five_of_a_kind_wins() -> None:
    """Of two fives of a kind the higher rank wins."""
    hand = at_showdown(seated("reach-around", 2), ["2c2dKs", "3c3dQs"], "KdKhQhQc")
    assert [named(hand, 0), named(hand, 1)] == ["five of a kind K", "five of a kind Q"]
    assert winners(["3c3dQs", "2c2dKs"], "KdKhQhQc") == {1}


@pytest.mark.requirement("TRA-1.4e")
def test_five_of_the_wild_rank_is_impossible() -> None:
    """Four wild aces and a lower card make five of the lower card, for there are four aces."""
    assert reading("AcAd/Ks", "AhAsQd2c") == "five of a kind K"
    assert reading("AcAd/Qs", "AhAsJd2c") == "five of a kind Q"


@pytest.mark.requirement("TRA-1.3a-leak")
def test_hand_value_of_a_view_is_blind() -> None:
    """Others cannot have the referee rank a hand whose downcards they do not see."""
    hand = on_street(seated("reach-around", 2), 5, ["7cKd/7h", "QsTd9c"], "2c3d8hJc")
    own = hand_value(view(hand.state, 0), 0)
    theirs = hand_value(view(hand.state, 1), 0)
    assert own is not None
    assert (own.category, own.ranks) == ("three of a kind", "KJ8")
    assert theirs is None or set(theirs.cards) <= {Card.parse("7h"), *hand.state.board}


@pytest.mark.requirement("TRA-1.2b")
def test_third_card_comes_after_the_purchase() -> None:
    """Before the fourth street everybody holds two personal cards."""
    hand = before_buying(seated("reach-around"))
    assert [len(cards) for cards in hand.state.down] == [2, 2, 2]
