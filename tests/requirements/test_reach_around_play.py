"""Texas Reach Around, articles 2.1 to 4.2: forced bets, the six stages, the purchase, the end."""

from __future__ import annotations

from collections import Counter

import pytest
from requirements.play import (
    at_showdown,
    before_buying,
    checked_down,
    collected,
    dealt,
    finished,
    named,
    on_street,
    pot_list,
    reading,
    seated,
    seen_between,
    step,
    steps,
    waits_for,
    winners,
)

from wildrank.cards import UNKNOWN, Card, Rank, parse_cards
from wildrank.errors import ActionError, GameError, WildrankError
from wildrank.games import announce, load_game
from wildrank.referee import Act, Buy, BuyUp, Deal, Hand, view, wild_ranks
from wildrank.referee.events import Announced, Checked, HoleDealt, Posted, Shown, StreetOpened


def stages(hand: Hand) -> list[tuple[int, int, int]]:
    """Return of each street the personal cards, the shared cards and the decisions to bet."""
    cards: Counter[int] = Counter()
    shared: Counter[int] = Counter()
    acts: Counter[int] = Counter()
    for now in steps(hand):
        street = now.state.street
        match now.waiting:
            case Deal(seats=(), count=count):
                shared[street] += count
            case Deal(count=count):
                cards[street] += count
            case Act():
                acts[street] += 1
            case _:
                pass
    return [(cards[i], shared[i], acts[i]) for i in range(len(hand.state.game.streets))]


def openers(hand: Hand) -> list[int | None]:
    """Return who acts first on each street that follows."""
    first: dict[int, int | None] = {}
    for now in steps(hand):
        if waits_for(now) is not None:
            first.setdefault(now.state.street, waits_for(now))
    return list(first.values())


@pytest.mark.requirement("TRA-2.1")
def test_no_forced_bet_is_legal() -> None:
    """Without an ante everybody may check six rounds and show down for nothing."""
    hand = finished(seated("reach-around", 3, ante=0))
    assert sum(isinstance(event, Checked) for event in hand.events) == 18
    assert hand.over
    assert hand.stacks == (1000, 1000, 1000)
    assert collected(hand) == {}
    assert tuple(hand.winnings) == (0, 0, 0)


@pytest.mark.requirement("TRA-2.1")
def test_forced_bets_are_recorded_before_the_deal() -> None:
    """The ante is part of what was announced and is posted before the first card."""
    hand = seated("reach-around", 3, ante=2)
    first = hand.events[0]
    assert isinstance(first, Announced)
    assert (first.stakes.ante, first.stakes.blinds) == (2, ())
    assert [e.amount for e in hand.events if isinstance(e, Posted)] == [2, 2, 2]
    assert isinstance(hand.waiting, Deal)
    assert hand.state.pot == 6


@pytest.mark.requirement("TRA-2.2", "D51")
def test_two_downcards_one_at_a_time() -> None:
    """Of three players the left one gets cards 1 and 4, the next 2 and 5, the dealer 3 and 6."""
    hand = seated("reach-around", 3)
    assert isinstance(hand.waiting, Deal)
    assert (hand.waiting.seats, hand.waiting.count, hand.waiting.up) == ((0, 1, 2), 6, False)
    hand = hand.deal("Qd5sAh4c6dKh")
    assert [set(cards) for cards in hand.state.down] == [
        set(parse_cards(cards)) for cards in ("Qd4c", "5s6d", "AhKh")
    ]
    assert hand.state.up == ((), (), ())


@pytest.mark.requirement("TRA-2.2", "D51")
def test_deal_starts_left_of_the_button() -> None:
    """With the button on seat 1 of four, seat 2 gets the first card."""
    hand = Hand.start("reach-around", [100] * 4, 1)
    assert isinstance(hand.waiting, Deal)
    assert hand.waiting.seats == (2, 3, 0, 1)


@pytest.mark.requirement("TRA-2.2-know")
def test_players_know_their_wild_rank_before_the_first_bet() -> None:
    """The holder of queen and four sees both and that fours are wild, before anybody bets."""
    hand = dealt(seated("reach-around", 3), ["Qd4c", "5s6d"])
    assert isinstance(hand.waiting, Act)
    assert hand.state.street == 0
    seen = view(hand.state, 0)
    assert set(seen.down[0]) == set(parse_cards("Qd4c"))
    assert wild_ranks(seen, 0) == (Rank.FOUR,)
    assert wild_ranks(seen, 1) == ()


@pytest.mark.requirement("TRA-2.2-know")
def test_all_in_from_the_ante_still_knows() -> None:
    """Who is all-in with the ante gets cards and wild rank like the others."""
    hand = dealt(seated("reach-around", [1, 100, 100]), ["Qd4c"])
    assert hand.stacks[0] == 0
    seen = view(hand.state, 0)
    assert set(seen.down[0]) == set(parse_cards("Qd4c"))
    assert wild_ranks(seen, 0) == (Rank.FOUR,)


@pytest.mark.requirement("TRA-2.3", "TRA-3.1", "D1")
def test_six_stages_with_a_betting_round_each() -> None:
    """Two down, one shared, one shared, third personal card, one shared, one shared."""
    assert stages(seated("reach-around", 3)) == [
        (6, 0, 3),
        (0, 1, 3),
        (0, 1, 3),
        (3, 0, 3),
        (0, 1, 3),
        (0, 1, 3),
    ]


@pytest.mark.requirement("TRA-3.1", "D1")
def test_the_game_states_the_missing_table() -> None:
    """The file of the game has the six stages, and only the fourth has a card to buy."""
    streets = load_game("reach-around").streets
    assert [(s.down, s.up, s.board, s.buyable) for s in streets] == [
        (2, 0, 0, False),
        (0, 0, 1, False),
        (0, 0, 1, False),
        (1, 0, 0, True),
        (0, 0, 1, False),
        (0, 0, 1, False),
    ]


@pytest.mark.requirement("TRA-2.3", "D52")
def test_betting_is_skipped_when_nobody_can_bet() -> None:
    """Two players all-in: all stages are dealt and nobody is asked to bet."""
    hand = dealt(seated("reach-around", [3, 3])).play("b2 c")
    assert hand.stacks == (0, 0)
    assert [acts for _, _, acts in stages(hand)] == [0] * 6
    hand = finished(hand)
    assert [len(cards) for cards in hand.state.down] == [3, 3]
    assert len(hand.state.board) == 4


@pytest.mark.requirement("TRA-2.4a")
def test_every_round_begins_on_the_dealers_left() -> None:
    """The left neighbour opens all six rounds, and the turn moves clockwise."""
    hand = seated("reach-around", 3)
    assert openers(hand) == [0] * 6
    turns = [waits_for(now) for now in steps(hand) if waits_for(now) is not None]
    assert turns == [0, 1, 2] * 6


@pytest.mark.requirement("TRA-2.4a", "D53")
def test_a_folded_left_neighbour_is_skipped() -> None:
    """When the left neighbour has folded, the next seat opens every later round."""
    hand = dealt(seated("reach-around", 3)).play("k b2 c f")
    assert openers(hand) == [1] * 5


@pytest.mark.requirement("TRA-2.4a", "D53")
def test_an_all_in_left_neighbour_is_skipped() -> None:
    """When the left neighbour is all-in, the next seat opens every later round."""
    hand = dealt(seated("reach-around", [3, 100, 100])).play("b2 c c")
    assert hand.stacks[0] == 0
    assert openers(hand) == [1] * 5


@pytest.mark.requirement("TRA-2.4b", "D2")
def test_with_blinds_the_first_round_starts_after_them() -> None:
    """Blinds 1/2 of the two on the left: the dealer acts first, and the left player later."""
    hand = seated("reach-around", 3, ante=0, blinds="1/2")
    assert [(e.seat, e.kind, e.amount) for e in hand.events if isinstance(e, Posted)] == [
        (0, "small-blind", 1),
        (1, "big-blind", 2),
    ]
    assert openers(hand) == [2, 0, 0, 0, 0, 0]


@pytest.mark.requirement("TRA-3.2", "D42")
def test_third_card_after_eight_cards_and_three_rounds() -> None:
    """For three players stages 1 to 3 use eight cards, stage 4 three more, and none is burned."""
    hand = seated("reach-around", 3)
    fourth = before_buying(hand)
    out = [*fourth.state.board, *(card for cards in fourth.state.down for card in cards)]
    assert len(out) == 8
    assert sum(isinstance(event, Checked) for event in fourth.events) == 9
    assert sum(isinstance(event, HoleDealt) for event in dealt(fourth).events) == sum(
        isinstance(event, HoleDealt) for event in fourth.events
    ) + len(hand.stacks)
    burns = [now.waiting.burn for now in steps(hand) if isinstance(now.waiting, Deal)]
    assert set(burns) == {0}


@pytest.mark.requirement("TRA-3.2")
def test_all_in_players_get_their_third_card() -> None:
    """A player without chips draws the third card on even terms."""
    hand = finished(dealt(seated("reach-around", [3, 100, 100])).play("b2 c c"))
    assert [len(cards) for cards in hand.state.down] == [3, 3, 3]


@pytest.mark.requirement("TRA-3.2-may")
def test_buying_is_each_players_choice() -> None:
    """One buys and has two down and one up, the next does not and has three down."""
    hand = on_street(seated("reach-around", 2), 3, ["Qd4c/2c", "5s6d8s"])
    assert [len(cards) for cards in hand.state.down] == [2, 3]
    assert hand.state.up == (parse_cards("2c"), ())


@pytest.mark.requirement("TRA-3.2-may")
def test_only_the_fourth_stage_has_a_card_to_buy() -> None:
    """Buying is offered once to each player, at stage 4, and refused elsewhere."""
    offers = [
        (now.state.street, now.waiting.seat)
        for now in steps(seated("reach-around", 3))
        if isinstance(now.waiting, Buy)
    ]
    assert offers == [(3, 0), (3, 1), (3, 2)]
    hand = on_street(seated("reach-around", 3), 1)
    assert not hand.legal.buy
    with pytest.raises(ActionError):
        hand.buy_up()


@pytest.mark.requirement("TRA-3.2-may")
def test_a_buyer_may_also_decline() -> None:
    """At stage 4 buying and taking the card down are both legal, at the announced price."""
    hand = before_buying(seated("reach-around", 3))
    assert hand.waiting == Buy(seat=0, price=2)
    assert (hand.legal.seat, hand.legal.buy, hand.legal.take_down) == (0, True, True)
    assert hand.legal.price == 2


@pytest.mark.requirement("TRA-3.2a-lower")
def test_a_lower_third_downcard_is_the_new_wild_rank() -> None:
    """A three under a pair of sevens makes threes wild and both sevens natural."""
    hand = before_buying(seated("reach-around", 2), ["7c7d3h"], "7sKdQcTh")
    assert wild_ranks(hand.state, 0) == (Rank.SEVEN,)
    hand = at_showdown(hand, ["7c7d3h"], "7sKdQcTh")
    assert wild_ranks(hand.state, 0) == (Rank.THREE,)
    assert named(hand) == "four of a kind 7K"
    assert reading("7c7d/3h", "7sKdQcTh") == "four of a kind KQ"


@pytest.mark.requirement("TRA-3.2a-equal", "TRA-3.2b-eq")
def test_an_equal_third_card_is_wild_down_or_up() -> None:
    """A third card of the wild rank is wild too, taken down or bought."""
    for holding in ("7cKd7h", "7cKd/7h"):
        hand = at_showdown(seated("reach-around", 2), [holding], "JcJs4d2s")
        assert wild_ranks(hand.state, 0) == (Rank.SEVEN,)
        assert named(hand) == "four of a kind JK"


@pytest.mark.requirement("TRA-3.2a-higher")
def test_a_higher_third_downcard_changes_nothing() -> None:
    """An eight under five and six is natural and fives stay wild."""
    hand = at_showdown(seated("reach-around", 2), ["5s6d8s"], "QhJd2h5d")
    assert wild_ranks(hand.state, 0) == (Rank.FIVE,)


@pytest.mark.requirement("TRA-3.2a-board")
def test_board_cards_already_out_flip_at_once() -> None:
    """A three taken down makes the threes on the board wild; bought, they stay natural."""
    hand = on_street(seated("reach-around", 2), 3, ["KhQd3c"], "3s3d")
    assert wild_ranks(hand.state, 0) == (Rank.THREE,)
    assert reading("KhQd3c", "3s3dQs8h") == "five of a kind Q"
    assert reading("KhQd/3c", "3s3dQs8h") == "five of a kind 3"


@pytest.mark.requirement("TRA-3.2b")
def test_a_bought_card_never_changes_the_wild_rank() -> None:
    """A deuce bought under a wild four leaves the fours wild."""
    hand = at_showdown(seated("reach-around", 2), ["Qd4c/2c"], "QhJd2h5d")
    assert wild_ranks(hand.state, 0) == (Rank.FOUR,)
    assert named(hand) == "full house Q2"


@pytest.mark.requirement("TRA-3.2b-lose")
def test_buying_can_be_the_wrong_choice() -> None:
    """The same deuce taken down would have made four queens, and nobody helps the buyer."""
    hand = at_showdown(seated("reach-around", 2), ["Qd4c2c"], "QhJd2h5d")
    assert wild_ranks(hand.state, 0) == (Rank.TWO,)
    assert named(hand) == "four of a kind QJ"
    bought = before_buying(seated("reach-around", 2), ["Qd4c/2c"], "QhJd").buy_up().deal("2c")
    assert bought.state.up[0] == (Card.parse("2c"),)


@pytest.mark.requirement("TRA-3.2b-win")
def test_buying_protects_the_wild_rank() -> None:
    """Three wild sevens survive a bought three and are lost to one taken down."""
    assert reading("7cKd/3h", "7d7sJc4c") == "four of a kind KJ"
    assert reading("7cKd3h", "7d7sJc4c") == "four of a kind 7K"


@pytest.mark.requirement("TRA-3.2b-eq")
def test_a_bought_card_of_the_wild_rank_is_wild() -> None:
    """An upcard of the rank of the lowest downcard is wild: here the third wild."""
    assert reading("7cKd/7h", "7dJs4d2s") == "four of a kind KJ"


@pytest.mark.requirement("TRA-3.2b-show")
def test_a_bought_card_is_seen_by_all_at_once() -> None:
    """Players and spectators see the bought card in the view and the log, and no downcard."""
    before = before_buying(seated("reach-around", 3), ["Qd4c/3h"])
    after = before.buy_up().deal("3h")
    assert isinstance(after.waiting, Buy)
    three = Card.parse("3h")
    for viewer in (0, 1, 2, None):
        assert view(after.state, viewer).up[0] == (three,)
        shown = [
            event.cards
            for event in seen_between(before, after, viewer)
            if isinstance(event, HoleDealt) and event.up
        ]
        assert shown == [(three,)]
    assert set(view(after.state, 1).down[0]) == {UNKNOWN}


@pytest.mark.requirement("TRA-3.2c", "D6", "D8")
def test_the_price_is_announced_and_paid_to_the_pot() -> None:
    """A buyer pays the announced 2 to the pot, and the next round still starts at nothing."""
    hand = before_buying(seated("reach-around", 3, third_card_price=2))
    first = hand.events[0]
    assert isinstance(first, Announced)
    assert first.announcement.third_card_price == 2
    before = hand.state.pot
    hand = hand.buy_up()
    assert hand.state.pot == before + 2
    assert hand.stacks == (997, 999, 999)
    hand = dealt(hand)
    assert waits_for(hand) == 0
    assert (hand.legal.to_call, hand.legal.check, hand.legal.opening) == (0, True, True)
    assert hand.state.bets == (0, 0, 0)


@pytest.mark.requirement("TRA-3.2c", "D6")
def test_without_a_word_the_announced_default_is_the_price() -> None:
    """No deal without a price: the default is one small bet, and nonsense is refused by name."""
    game = load_game("reach-around")
    assert announce(game)[1].third_card_price == 2
    for nonsense in (-1, "cheap", ""):
        with pytest.raises(GameError) as refused:
            announce(game, {"third-card-price": nonsense})
        assert refused.value.code == "announcement/third-card-price"


@pytest.mark.requirement("TRA-3.2c")
def test_the_price_is_the_same_for_all_and_fixed() -> None:
    """Everybody is asked the same price, which nobody can change during the hand."""
    hand = seated("reach-around", 3, third_card_price=5)
    prices = {now.waiting.price for now in steps(hand) if isinstance(now.waiting, Buy)}
    assert prices == {5}
    with pytest.raises(AttributeError):
        hand.state.announcement.third_card_price = 1  # type: ignore[misc]


@pytest.mark.requirement("TRA-3.2c-allin", "D11")
def test_a_short_player_cannot_buy() -> None:
    """One chip does not buy a card for two: it comes face down without a question."""
    hand = before_buying(seated("reach-around", [2, 100, 100]))
    assert hand.stacks[0] == 1
    assert isinstance(hand.waiting, Deal)
    assert hand.waiting.seats[0] == 0
    assert not hand.waiting.up
    assert not hand.legal.buy
    with pytest.raises(ActionError):
        hand.do(BuyUp(0))
    hand = dealt(hand)
    assert len(hand.state.down[0]) == 3
    assert hand.stacks[0] == 1


@pytest.mark.requirement("TRA-3.2c-allin", "D7", "D11")
def test_the_last_chips_may_buy() -> None:
    """Two chips buy a card for two; the buyer may win what is in the pot so far, no later bet."""
    cards = ["2cAh/As", "3cKs9h", "4cQs8h"]
    board = "AdKd7h6c"
    hand = dealt(before_buying(seated("reach-around", [3, 100, 100]), cards, board), cards, board)
    assert hand.stacks[0] == 0
    assert hand.state.pot == 5
    hand = hand.play("b4 c")
    assert pot_list(hand) == [(5, {0, 1, 2}), (8, {1, 2})]
    hand = finished(hand, cards, board)
    assert collected(hand) == {0: 5, 1: 8}


@pytest.mark.requirement("TRA-4.1")
def test_best_five_of_seven_with_the_own_wild_rank() -> None:
    """A natural royal flush and one with a wild deuce on the same board tie."""
    holdings = ["Ts9d4c", "2c7d8h"]
    hand = at_showdown(seated("reach-around", 2), holdings, "AsKsQsJs")
    assert named(hand, 0) == named(hand, 1) == "straight flush A"
    assert winners(holdings, "AsKsQsJs") == {0, 1}


@pytest.mark.requirement("TRA-4.1", "D30")
def test_the_board_alone_cannot_be_played() -> None:
    """With four shared cards at least one personal card is among everybody's five."""
    hand = checked_down("reach-around", ["2c7d8h", "3c9d5h"], "AsKsQsJs")
    assert load_game("reach-around").board_cards == 4
    assert collected(hand) == {0: 1, 1: 1}


@pytest.mark.requirement("TRA-4.1-fold")
def test_folded_cards_never_matter() -> None:
    """Two sevens folded by one player leave the sevens of another wild for that one alone."""
    cards = ["7s7h", "7cKd9h", "TcQs8h"]
    board = "7dJsJh4c"
    hand = dealt(seated("reach-around", 3), cards, board).play("k b2 c f")
    hand = at_showdown(hand, cards, board)
    assert hand.state.folded[0]
    assert wild_ranks(hand.state, 1) == (Rank.SEVEN,)
    assert wild_ranks(hand.state, 2) == (Rank.EIGHT,)
    assert named(hand, 1) == "four of a kind JK"
    hand = finished(hand, cards, board)
    assert collected(hand) == {1: 7}
    assert [event.seat for event in hand.events if isinstance(event, Shown)] == [1, 2]
    assert set(view(hand.state, None).down[0]) == {UNKNOWN}
    assert set(view(hand.state, 1).down[0]) == {UNKNOWN}


@pytest.mark.requirement("TRA-4.1-fold")
def test_a_folded_upcard_stays_known_and_dead() -> None:
    """The upcard of a player who folds later stays in sight and cannot come again."""
    cards = ["7sKh/7h", "7cKd9h", "TcQs8h"]
    hand = on_street(seated("reach-around", 3), 3, cards).play("k b4 c f")
    assert view(hand.state, None).up[0] == (Card.parse("7h"),)
    assert set(view(hand.state, None).down[0]) == {UNKNOWN}
    with pytest.raises(WildrankError) as refused:
        hand.deal("7h")
    assert "7h" in str(refused.value)


@pytest.mark.requirement("TRA-4.1-auto", "D35")
def test_a_wild_may_play_as_itself() -> None:
    """Cards speak: a wild nine is the nine of clubs where that makes the best hand."""
    assert reading("9cTcKd", "8c7c6cAh") == "straight flush T"


@pytest.mark.requirement("TRA-4.2a")
def test_the_highest_hand_wins_the_pot() -> None:
    """Of two quads in kings the one with the ace beside it takes everything."""
    holdings = ["4c4dAh", "3cKh9s"]
    hand = at_showdown(seated("reach-around", 2), holdings, "KdKcQs5h")
    assert [named(hand, 0), named(hand, 1)] == ["four of a kind KA", "four of a kind KQ"]
    assert collected(finished(hand)) == {0: 2}


@pytest.mark.requirement("TRA-4.2b", "D34")
def test_tied_hands_split_whatever_was_wild() -> None:
    """Equal hands split, with other wild ranks and with a natural against a wild."""
    trips = ["4cQh9s", "5dQs9h"]
    hand = at_showdown(seated("reach-around", 2), trips, "KcKd8h2s")
    assert named(hand, 0) == named(hand, 1) == "three of a kind KQ9"
    assert collected(finished(hand)) == {0: 1, 1: 1}
    broadway = ["AhKd2c", "Ad9s3h"]
    assert winners(broadway, "TsJdQc7h") == {0, 1}
    assert winners(broadway, "TsJdQc7h", naturals_first=True) == {0}


@pytest.mark.requirement("TRA-4.2b", "D24")
def test_odd_chips_go_clockwise_from_the_dealer() -> None:
    """A pot of 50 among three tied hands is 17, 17 and 16 from the dealer's left."""
    cards = ["4cQh9s", "5dQs9h", "6hQc9c", "7s3d"]
    board = "KcKd8h2s"
    hand = seated("reach-around", 4, ante=2, small_bet=14, big_bet=28)
    hand = dealt(hand, cards, board).play("b14 c c f")
    assert hand.state.pot == 50
    assert collected(finished(hand, cards, board)) == {0: 17, 1: 17, 2: 16}
    moved = Hand.start("reach-around", [1000] * 4, 0, ante=2, small_bet=14, big_bet=28)
    moved = dealt(moved, cards, board).play("b14 c f c")
    assert collected(finished(moved, cards, board)) == {0: 16, 1: 17, 2: 17}


@pytest.mark.requirement("TRA-2.3")
def test_streets_are_opened_one_by_one() -> None:
    """The log opens each later stage once, in order."""
    hand = finished(seated("reach-around", 2))
    opened = [event.street for event in hand.events if isinstance(event, StreetOpened)]
    assert [street for street in opened if street] == [1, 2, 3, 4, 5]


@pytest.mark.requirement("TRA-3.2c-allin", "D11")
def test_all_in_players_are_not_asked() -> None:
    """A player without chips gets the third card face down and cannot buy it."""
    hand = dealt(seated("reach-around", [3, 100, 100])).play("b2 c c")
    asked = []
    while not hand.over:
        if isinstance(hand.waiting, Buy):
            asked.append(hand.waiting.seat)
        hand = step(hand)
    assert asked == [1, 2]
    assert len(hand.state.down[0]) == 3
