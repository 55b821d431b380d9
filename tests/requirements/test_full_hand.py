"""The whole hand of section 1D, decision by decision and as one line of text."""

from __future__ import annotations

import pytest
from requirements.play import collected, named, steps

from wildrank.cards import UNKNOWN, Card, Rank, parse_cards
from wildrank.referee import Act, Buy, Deal, Hand, Show, view, wild_ranks
from wildrank.referee.events import Awarded, PricePaid, Shown

LINE = (
    "reach-around fixed 2/4 @2 200/200/200 | Qd4c 5s6d AhKh b2 c c | Qh b2 c r4 c c"
    " | Jd k k b2 c c | ^2c 8s Ts k k k | 2h b4 c c | 5d b4 r8 f c s s"
)


def opened() -> Hand:
    """Return the hand with the first cards dealt: L on seat 0, M on seat 1, the dealer D."""
    hand = Hand.start(
        "reach-around",
        [200, 200, 200],
        2,
        ante=1,
        limit="fixed",
        small_bet=2,
        big_bet=4,
        third_card_price=2,
    )
    return hand.deal_hole({0: "Qd4c", 1: "5s6d", 2: "AhKh"})


def three_rounds(hand: Hand) -> Hand:
    """Play the rounds before the third card."""
    hand = hand.bet_to(2).call().call()
    hand = hand.deal_board("Qh").bet_to(2).call().raise_to(4).call().call()
    return hand.deal_board("Jd").check().check().bet_to(2).call().call()


def third_cards(hand: Hand) -> Hand:
    """L buys the deuce; M and D decline."""
    hand = hand.buy_up().deal("2c")
    hand = hand.take_down().deal("8s")
    return hand.take_down().deal("Ts")


def last_rounds(hand: Hand) -> Hand:
    """Play the rounds after the third card."""
    hand = hand.check().check().check()
    hand = hand.deal_board("2h").bet_to(4).call().call()
    return hand.deal_board("5d").bet_to(4).raise_to(8).fold().call()


def whole() -> Hand:
    """Return the hand played to the end; M bet last and shows first."""
    return last_rounds(third_cards(three_rounds(opened()))).show().show()


@pytest.mark.requirement("1D")
def test_pot_after_each_of_the_first_rounds() -> None:
    """Antes make 3, then the pot is 9, 21 and 27."""
    hand = opened()
    assert hand.state.pot == 3
    hand = hand.bet_to(2).call().call()
    assert hand.state.pot == 9
    hand = hand.deal_board("Qh").bet_to(2).call().raise_to(4).call().call()
    assert hand.state.pot == 21
    hand = hand.deal_board("Jd").check().check().bet_to(2).call().call()
    assert hand.state.pot == 27
    assert three_rounds(opened()).state.pot == 27


@pytest.mark.requirement("1D")
def test_the_purchase() -> None:
    """L pays 2 and shows the deuce; M and D decline, and D's wild rank drops to tens."""
    hand = three_rounds(opened())
    assert hand.waiting == Buy(seat=0, price=2)
    assert [wild_ranks(hand.state, seat) for seat in (0, 1, 2)] == [
        (Rank.FOUR,),
        (Rank.FIVE,),
        (Rank.KING,),
    ]
    hand = hand.buy_up()
    assert hand.state.pot == 29
    hand = hand.deal("2c")
    for viewer in (1, 2, None):
        assert view(hand.state, viewer).up[0] == (Card.parse("2c"),)
        assert view(hand.state, viewer).down[0] == (UNKNOWN, UNKNOWN)
    assert hand.waiting == Buy(seat=1, price=2)
    hand = hand.take_down().deal("8s")
    assert hand.waiting == Buy(seat=2, price=2)
    hand = hand.take_down().deal("Ts")
    assert [wild_ranks(hand.state, seat) for seat in (0, 1, 2)] == [
        (Rank.FOUR,),
        (Rank.FIVE,),
        (Rank.TEN,),
    ]
    assert hand.waiting == Act(seat=0)
    assert hand.state.pot == 29
    assert [event.amount for event in hand.events if isinstance(event, PricePaid)] == [2]


@pytest.mark.requirement("1D")
def test_pot_after_each_of_the_last_rounds() -> None:
    """The pot is 29 after the fourth round, 41 after the fifth and 57 at the showdown."""
    hand = third_cards(three_rounds(opened())).check().check().check()
    assert hand.state.pot == 29
    hand = hand.deal_board("2h").bet_to(4).call().call()
    assert hand.state.pot == 41
    hand = hand.deal_board("5d").bet_to(4).raise_to(8).fold().call()
    assert hand.state.pot == 57
    assert hand.waiting == Show(seat=1)


@pytest.mark.requirement("1D")
def test_showdown() -> None:
    """L has queens full of deuces, M a queen-high straight; L wins 57, and all is paid for."""
    hand = last_rounds(third_cards(three_rounds(opened())))
    assert named(hand, 0) == "full house Q2"
    assert named(hand, 1) == "straight Q"
    hand = whole()
    assert hand.over
    assert [event.seat for event in hand.events if isinstance(event, Shown)] == [1, 0]
    assert [event.amount for event in hand.events if isinstance(event, Awarded)] == [57]
    assert collected(hand) == {0: 57}
    assert tuple(hand.winnings) == (57 - 23, -21, -13)
    assert hand.stacks == (234, 179, 187)
    assert set(view(hand.state, None).down[2]) == {UNKNOWN}


@pytest.mark.requirement("1D")
def test_waiting_names_every_decision_in_order() -> None:
    """The hand asks for cards, bets, purchases and shows in the order of section 1D."""
    hand = Hand.parse(LINE)
    asked = []
    now = Hand.start("reach-around", [200, 200, 200], 2)
    for action in hand.actions:
        match now.waiting:
            case Deal(seats=seats, count=count):
                asked.append(f"deal {count} to {''.join(map(str, seats)) or 'the board'}")
            case Act(seat=seat):
                asked.append(f"act {seat}")
            case Buy(seat=seat):
                asked.append(f"buy {seat}")
            case Show(seat=seat):
                asked.append(f"show {seat}")
            case None:
                asked.append("over")
        now = now.do(action)
    assert now == hand
    assert asked == [
        *("deal 6 to 012", "act 0", "act 1", "act 2"),
        *("deal 1 to the board", "act 0", "act 1", "act 2", "act 0", "act 1"),
        *("deal 1 to the board", "act 0", "act 1", "act 2", "act 0", "act 1"),
        *("buy 0", "deal 1 to 0", "buy 1", "deal 1 to 1", "buy 2", "deal 1 to 2"),
        *("act 0", "act 1", "act 2"),
        *("deal 1 to the board", "act 0", "act 1", "act 2"),
        *("deal 1 to the board", "act 0", "act 1", "act 2", "act 0"),
        *("show 1", "show 0"),
    ]


@pytest.mark.requirement("1D")
def test_the_hand_line_is_the_same_hand() -> None:
    """The line of the hand replays to the same events and is written back letter by letter."""
    hand = whole()
    read = Hand.parse(LINE)
    assert read.events == hand.events
    assert read == hand
    assert str(hand) == str(read) == LINE
    assert read.stacks == (234, 179, 187)


@pytest.mark.requirement("1D")
def test_pots_along_the_hand_line() -> None:
    """Replayed from the line, the streets end with pots of 9, 21, 27, 29, 41 and 57."""
    hand = Hand.parse(LINE)
    after: dict[int, int] = {}
    now = Hand.start("reach-around", [200, 200, 200], 2)
    for action in hand.actions:
        if not isinstance(now.waiting, Show):
            street = now.state.street
            now = now.do(action)
            after[street] = now.state.pot
    assert now.waiting == Show(seat=1)
    assert after == {0: 9, 1: 21, 2: 27, 3: 29, 4: 41, 5: 57}


@pytest.mark.requirement("1D")
def test_all_cards_of_the_hand() -> None:
    """The cards lie where section 1D puts them."""
    state = whole().state
    assert state.board == parse_cards("QhJd2h5d")
    assert state.up == (parse_cards("2c"), (), ())
    assert [set(cards) for cards in state.down] == [
        set(parse_cards(cards)) for cards in ("Qd4c", "5s6d8s", "AhKhTs")
    ]
    assert len(list(steps(whole()))) == 1
