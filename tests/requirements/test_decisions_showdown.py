"""House decisions D26 to D56: lows, showdown, wilds, turns, burns, seats, the announcement."""

from __future__ import annotations

import pytest
from requirements.play import (
    at_showdown,
    awards,
    before_buying,
    checked_down,
    collected,
    dealt,
    finished,
    half_of,
    named,
    on_street,
    reading,
    seated,
    steps,
    waits_for,
    winners,
)

from wildrank.cards import UNKNOWN, Rank, parse_cards
from wildrank.errors import ActionError, GameError, IllegalAmount, OutOfTurn, WildrankError
from wildrank.games import announce, games, load_game
from wildrank.hands import ace_to_five_low
from wildrank.referee import (
    Act,
    BuyUp,
    Call,
    Check,
    Deal,
    Fold,
    Hand,
    RaiseTo,
    Show,
    view,
    wild_ranks,
)
from wildrank.referee.events import Announced, Mucked, Shown

HILO_BOARD = "KcQdJh9s8c"


def shown(hand: Hand) -> list[int]:
    """Return who turned up the downcards, in order."""
    return [event.seat for event in hand.events if isinstance(event, Shown)]


def all_in_hand(**settings: object) -> Hand:
    """Return a hand that is all-in before the flop, run out to its end or a show."""
    hand = seated("holdem", [20, 20, 20], limit="no", blinds="none", **settings)
    return at_showdown(dealt(hand).play("b20 c c"))


@pytest.mark.requirement("D26")
def test_d26_qualifier_is_a_matter_of_the_game() -> None:
    """High-Low has no qualifier and Omaha hi-lo eight or better; either may be announced."""
    assert announce(load_game("holdem-hilo"))[1].low_qualifier is None
    assert announce(load_game("omaha-hilo"))[1].low_qualifier == 8
    cards = ["KsKh9c9h", "As2dTsTh"]
    assert collected(checked_down("omaha-hilo", cards, "Kd8c4h3sQc")) == {0: 2, 1: 2}
    assert collected(checked_down("omaha-hilo", cards, "Kd8cTd9sQc")) == {0: 4}
    loose = checked_down("omaha-hilo", cards, "Kd8cTd9sQc", low_qualifier="none")
    assert half_of(loose, "low") == {1: 2}
    strict = checked_down("holdem-hilo", ["KsKh", "As2d"], HILO_BOARD, low_qualifier=8)
    assert collected(strict) == {0: 4}
    assert {award.half for award in awards(strict)} <= {"high", "whole"}


@pytest.mark.requirement("D26")
def test_d26_a_low_of_eight_qualifies_and_of_nine_does_not() -> None:
    """With eight or better an eight-low is a low and a nine-low is none."""
    for board, expected in (("Kd8c4h3sQc", "no pair 8432A"), ("Kd9c4h3sQc", "nothing")):
        assert reading("As2d", board, "holdem-hilo", "low", low_qualifier=8) == expected


@pytest.mark.requirement("D27")
def test_d27_paired_lows_compare_the_pair_first() -> None:
    """A-A-7-6-5 beats 2-2-5-4-3, and of two pairs of aces the lower kickers win."""
    for better, worse in (("AsAd7c6c5c", "2s2d5h4h3h"), ("AsAd6c5c4c", "AsAd7h3h2h")):
        good, bad = ace_to_five_low(parse_cards(better)), ace_to_five_low(parse_cards(worse))
        assert good is not None
        assert bad is not None
        assert good.strength > bad.strength


@pytest.mark.requirement("D27")
def test_d27_paired_lows_at_the_table() -> None:
    """With two pair each the lower second pair wins the low, here beside the high."""
    cards, board = ["AsAd", "2s2d"], "KcKdKhQcQd"
    hand = at_showdown(seated("holdem-hilo", 2), cards, board)
    assert named(hand, 0, "low") == "two pair QAK"
    assert named(hand, 1, "low") == "two pair Q2K"
    assert collected(finished(hand)) == {0: 4}


@pytest.mark.requirement("D28")
def test_d28_the_last_aggressor_shows_first() -> None:
    """Who bet or raised last on the last street shows first, then clockwise."""
    river = on_street(seated("holdem", 4), 3)
    hand = river.play("k k b4 r8 c c c")
    assert hand.waiting == Show(seat=3)
    assert shown(hand.show().show().show().show()) == [3, 0, 1, 2]
    hand = river.play("k b4 c c c")
    assert hand.waiting == Show(seat=1)


@pytest.mark.requirement("D28")
def test_d28_checked_hands_are_shown_from_the_left() -> None:
    """With no bet on the last street the first player left of the button shows first."""
    hand = at_showdown(seated("holdem", 4))
    assert hand.waiting == Show(seat=0)
    assert shown(finished(hand)) == [0, 1, 2, 3]


@pytest.mark.requirement("D28")
def test_d28_all_in_turns_up_every_hand() -> None:
    """With anybody all-in all hands are turned up and nobody may muck."""
    hand = all_in_hand()
    assert hand.over
    assert sorted(shown(hand)) == [0, 1, 2]


@pytest.mark.requirement("D28", "D29")
def test_d28_show_all_if_announced() -> None:
    """Where that was announced every hand is turned up without a question."""
    hand = at_showdown(seated("holdem", 3, showdown="all"))
    assert hand.over
    assert sorted(shown(hand)) == [0, 1, 2]


@pytest.mark.requirement("D28")
def test_d28_each_in_turn_if_announced() -> None:
    """Where each shows in turn, an all-in hand is asked for as well."""
    hand = all_in_hand(showdown="each")
    assert not hand.over
    assert isinstance(hand.waiting, Show)


@pytest.mark.requirement("D29")
def test_d29_losers_may_muck_and_the_winner_shows() -> None:
    """Who sees a better hand may muck unseen; the winner shows all personal cards."""
    cards, board = ["AsAd", "7c6d", "5s4d"], "AhKcQd9s2c"
    hand = at_showdown(seated("holdem", 3), cards, board).show()
    assert hand.waiting == Show(seat=1)
    assert (hand.legal.show, hand.legal.muck) == (True, True)
    hand = hand.muck().muck()
    assert hand.over
    assert collected(hand) == {0: 6}
    assert shown(hand) == [0]
    assert [set(e.cards) for e in hand.events if isinstance(e, Shown)] == [
        set(parse_cards("AsAd"))
    ]
    assert [event.seat for event in hand.events if isinstance(event, Mucked)] == [1, 2]
    for viewer in (0, 2, None):
        assert set(view(hand.state, viewer).down[1]) == {UNKNOWN}


@pytest.mark.requirement("D29")
def test_d29_a_mucked_hand_wins_nothing() -> None:
    """Who mucks the best hand gives up the pot."""
    cards, board = ["7c6d", "AsAd"], "AhKcQd9s2c"
    hand = at_showdown(seated("holdem", 2), cards, board)
    assert hand.waiting == Show(seat=0)
    hand = hand.show().muck()
    assert collected(hand) == {0: 4}


@pytest.mark.requirement("D29")
def test_d29_no_show_for_the_last_one_left() -> None:
    """When all others folded the winner shows nothing."""
    hand = dealt(seated("reach-around", 3)).play("b2 f f")
    assert hand.over
    assert shown(hand) == []
    assert set(view(hand.state, 1).down[0]) == {UNKNOWN}


@pytest.mark.requirement("D30")
def test_d30_the_board_plays_without_a_word() -> None:
    """Nobody has to say that the board plays: cards speak."""
    assert winners(["2c3d", "4c5d"], "AsKdQhJcTs", "holdem") == {0, 1}


@pytest.mark.requirement("D31")
def test_d31_a_wild_is_any_card_but_none_twice_in_a_flush() -> None:
    """A wild may repeat a held card for five of a kind, and in a flush it takes the next rank."""
    assert reading("2c9dAs", "9h9s9cKd") == "five of a kind 9"
    assert reading("Ah2cTd", "9h5h4h8s") == "flush AK954"
    assert reading("2c2dAh", "9h4hKsJc") == "flush AKQ94"
    assert reading("2cAd4s", "3h5dKsQc") == "straight 5"
    assert reading("2d5sAs", "3s4sKdQh") == "straight flush 5"


@pytest.mark.requirement("D32")
def test_d32_double_ace_flush_if_announced() -> None:
    """A-w-9-5-4 loses to A-K-Q-9-5 and wins as A-A-9-5-4 where that was announced."""
    cards, board = ["Ah2cTd", "KhQh3d"], "9h5h4h8s"
    assert winners(cards, board) == {1}
    assert winners(cards, board, double_ace=True) == {0}
    assert reading("Ah2cTd", board, double_ace=True) == "flush AA954"
    assert reading("2c2dAh", "9h4hKsJc", double_ace=True) == "flush AAA94"


@pytest.mark.requirement("D33")
def test_d33_positions_of_five_of_a_kind() -> None:
    """On top by default, below a straight flush, or under a natural royal flush only.

    Below it the three wild eights beside three spades make a royal flush too, and tie.
    """
    five, royal = "8c8dAh", "JsTs3d"
    board = "8hAsKsQs"
    assert winners([five, royal], board) == {0}
    assert winners([five, royal], board, five_of_a_kind="below") == {0, 1}
    assert winners([five, royal], board, five_of_a_kind="royal") == {1}
    assert announce(load_game("reach-around"))[1].five_of_a_kind == "above"


@pytest.mark.requirement("D34")
def test_d34_natural_hands_first_if_announced() -> None:
    """Equal hands split by default; announced, naturals win and then the fewer wilds."""
    board = "TsJdQc7h"
    natural, one, two = "AhKd2c", "Ad9s3h", "4c4d8s"
    assert {reading(cards, board) for cards in (natural, one, two)} == {"straight A"}
    for better, worse in ((natural, one), (natural, two), (one, two)):
        assert winners([worse, better], board) == {0, 1}
        assert winners([worse, better], board, naturals_first=True) == {1}


@pytest.mark.requirement("D34", "D35")
def test_d34_a_wild_playing_as_itself_is_natural() -> None:
    """A wild king that plays as king ties with the natural hand even where naturals win."""
    cards, board = ["AhKd2c", "KsAcAd"], "TsJdQc7h"
    hand = at_showdown(seated("reach-around", 2, naturals_first=True), cards, board)
    assert wild_ranks(hand.state, 1) == (Rank.KING,)
    assert named(hand, 0) == named(hand, 1) == "straight A"
    assert set(collected(finished(hand))) == {0, 1}


@pytest.mark.requirement("D34", "D33")
def test_d34_a_wild_as_itself_makes_a_natural_royal() -> None:
    """A royal flush whose wild ten is the ten of spades is natural and tops five aces."""
    cards, board = ["JsTsAd", "8c8dAh"], "8hAsKsQs"
    hand = at_showdown(seated("reach-around", 2, five_of_a_kind="royal"), cards, board)
    assert wild_ranks(hand.state, 0) == (Rank.TEN,)
    assert [named(hand, 0), named(hand, 1)] == ["straight flush A", "five of a kind A"]
    assert set(collected(finished(hand))) == {0}
    assert winners(cards, board) == {1}


@pytest.mark.requirement("D37")
def test_d37_a_downcard_that_is_seen_stays_a_hole_card() -> None:
    """How a card was dealt counts: turned up at the showdown it still sets the wild rank."""
    cards, board = ["7cKd3h", "QsTd9c"], "7d7sJc4c"
    hand = at_showdown(seated("reach-around", 2), cards, board).show()
    assert wild_ranks(hand.state, 0) == (Rank.THREE,)
    seen = view(hand.state, None)
    assert set(seen.down[0]) == set(parse_cards("7cKd3h"))
    assert wild_ranks(seen, 0) == (Rank.THREE,)


@pytest.mark.requirement("D38")
def test_d38_a_fold_out_of_turn_is_refused() -> None:
    """The referee refuses a fold by a seat whose turn it is not, and nothing changes."""
    hand = dealt(seated("reach-around", 3)).play("b2")
    with pytest.raises(OutOfTurn):
        hand.do(Fold(2))
    assert waits_for(hand) == 1
    assert waits_for(hand.do(Fold(1))) == 2


@pytest.mark.requirement("D39")
def test_d39_other_actions_out_of_turn_are_refused() -> None:
    """Checks, calls, raises and purchases out of turn are refused too."""
    hand = dealt(seated("reach-around", 3))
    for action in (Check(1), Call(2), RaiseTo(1, 2), BuyUp(1)):
        with pytest.raises(OutOfTurn):
            hand.do(action)
    fourth = before_buying(seated("reach-around", 3))
    with pytest.raises(OutOfTurn):
        fourth.do(BuyUp(1))


@pytest.mark.requirement("D40")
def test_d40_no_fold_where_checking_is_free() -> None:
    """Folding for nothing is neither offered nor accepted, unless it was announced."""
    hand = dealt(seated("reach-around", 3))
    assert (hand.legal.fold, hand.legal.check) == (False, True)
    with pytest.raises(ActionError):
        hand.fold()
    free = dealt(seated("reach-around", 3, free_fold=True))
    assert free.legal.fold
    assert waits_for(free.fold()) == 1
    assert hand.play("b2").legal.fold


@pytest.mark.requirement("D41")
def test_d41_a_failed_deal_changes_nothing() -> None:
    """Too few, too many, doubled or misspelled cards are refused and the hand is as before."""
    hand = seated("reach-around", 2)
    state = hand.state
    for cards in ("Qd4c5s", "Qd4c5s6d8s", "Qd4c5sQd", "Qd4c5s1x"):
        with pytest.raises(WildrankError):
            hand.deal(cards)
        assert hand.state == state
    assert len(hand.deal("Qd4c5s6d").state.down[0]) == 2


def burns(game: str, **settings: object) -> list[int]:
    """Return how many cards are burned before each street that is dealt."""
    counts: dict[int, int] = {}
    for now in steps(seated(game, 3, **settings)):
        if isinstance(now.waiting, Deal):
            street = now.state.street
            counts[street] = counts.get(street, 0) + now.waiting.burn
    return list(counts.values())


@pytest.mark.requirement("D42")
def test_d42_burn_cards() -> None:
    """Hold'em burns before flop, turn and river, Reach Around not; both may be announced."""
    for game in ("holdem", "holdem-hilo"):
        assert burns(game) == [0, 1, 1, 1]
        assert burns(game, burns=False) == [0, 0, 0, 0]
    assert burns("reach-around") == [0] * 6
    assert burns("reach-around", burns=True) == [0, 1, 1, 1, 1, 1]


@pytest.mark.requirement("D43", "D44")
@pytest.mark.parametrize("slug", [game.slug for game in games()])
def test_d43_two_to_ten_players(slug: str) -> None:
    """Two to ten may sit down, and one or eleven are refused."""
    for seats in (2, 10):
        assert isinstance(seated(slug, seats).waiting, Deal)
    for seats in (1, 11):
        with pytest.raises(WildrankError):
            seated(slug, seats)


@pytest.mark.requirement("D47")
def test_d47_straddle_if_announced() -> None:
    """A third blind is a straddle: it is the bet to call, and its owner acts last."""
    hand = dealt(seated("holdem", 4, small_bet=4, big_bet=8, blinds="2/4/8"))
    assert (waits_for(hand), hand.legal.to_call) == (3, 8)
    hand = hand.play("c c c")
    assert (waits_for(hand), hand.legal.check) == (2, True)


@pytest.mark.requirement("D47")
def test_d47_bomb_pot_if_announced() -> None:
    """In a bomb pot all ante and the first betting is on the flop."""
    hand = dealt(seated("holdem", 4, ante=5, blinds="none", bomb_pot=True))
    assert isinstance(hand.waiting, Act)
    assert hand.state.street == 1
    assert len(hand.state.board) == 3
    assert not announce(load_game("holdem"))[0].bomb_pot


@pytest.mark.requirement("D48")
def test_d48_amounts_are_fixed() -> None:
    """A bet or raise of another size than the limit says is refused."""
    hand = dealt(seated("reach-around", 3))
    for amount in (1, 3, 4):
        with pytest.raises(IllegalAmount):
            hand.bet_to(amount)
    with pytest.raises(IllegalAmount):
        hand.bet_to(2).raise_to(5)


@pytest.mark.requirement("D51")
def test_d51_third_cards_come_clockwise_from_the_dealers_left() -> None:
    """With the button on seat 1 of three, seat 2 is first in the deal, at stage 4 and to bet."""
    hand = Hand.start("reach-around", [100] * 3, 1)
    order: list[int] = []
    for now in steps(hand):
        if isinstance(now.waiting, Deal) and now.state.street == 3:
            order.extend(now.waiting.seats)
    assert order == [2, 0, 1]
    assert isinstance(hand.waiting, Deal)
    assert hand.waiting.seats == (2, 0, 1)


@pytest.mark.requirement("D56")
def test_d56_one_event_announces_everything() -> None:
    """The first event holds ace, five of a kind, forced bets, price, double ace and tie rule."""
    hand = seated(
        "reach-around",
        3,
        ante=2,
        blinds="1/2",
        ace_in_hole="low",
        five_of_a_kind="below",
        third_card_price=3,
        double_ace=True,
        naturals_first=True,
    )
    first = hand.events[0]
    assert isinstance(first, Announced)
    assert sum(isinstance(event, Announced) for event in finished(hand).events) == 1
    assert (first.stakes.ante, first.stakes.blinds) == (2, (1, 2))
    said = first.announcement
    assert (said.ace_in_hole, said.five_of_a_kind, said.third_card_price) == ("low", "below", 3)
    assert (said.double_ace, said.naturals_first) == (True, True)
    assert first.announcement == hand.state.announcement
    with pytest.raises(AttributeError):
        hand.state.stakes.ante = 1  # type: ignore[misc]


@pytest.mark.requirement("D56")
@pytest.mark.parametrize(
    ("game", "key", "value"),
    [
        ("reach-around", "ace-in-hole", "middle"),
        ("reach-around", "five-of-a-kind", "top"),
        ("reach-around", "third-card-price", "-1"),
        ("reach-around", "double-ace", "perhaps"),
        ("reach-around", "ante", -1),
        ("reach-around", "raise-cap", -2),
        ("reach-around", "small-bet", 0),
        ("reach-around", "limit", "spread"),
        ("reach-around", "colour", "red"),
        ("holdem", "third-card-price", 2),
        ("holdem", "five-of-a-kind", "below"),
        ("holdem", "low-qualifier", 8),
        ("holdem-hilo", "low-qualifier", 40),
    ],
)
def test_d56_nonsense_is_refused_by_its_name(game: str, key: str, value: object) -> None:
    """A word that means nothing, or nothing in this game, is refused and named."""
    with pytest.raises(GameError) as refused:
        announce(load_game(game), {key: value})
    assert refused.value.code == f"announcement/{key}"
    assert key in refused.value.message
