"""Texas Hold'em: button, blinds, the cap on raises, streets and short all-ins.

High-Low is Hold'em in all of this, so every test that does not look at the winner is run for both
games (HL-same).
"""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from requirements.play import (
    dealt,
    finished,
    on_street,
    pot_list,
    seated,
    steps,
    waits_for,
)

from wildrank.cards import UNKNOWN
from wildrank.errors import ActionError, GameError, IllegalAmount
from wildrank.games import announce, load_game
from wildrank.referee import Act, Deal, Hand, view
from wildrank.referee.events import BoardDealt, HoleDealt, Posted, Returned, Shown


@pytest.fixture(params=["holdem", "holdem-hilo"])
def game(request: pytest.FixtureRequest) -> str:
    """Return the slug of a game that is Hold'em in everything but the winner."""
    slug: str = request.param
    return slug


def flop(game: str, stacks: Sequence[int] | int, size: int = 4, **settings: object) -> Hand:
    """Return a hand whose flop was dealt after nobody put a chip in; seat 0 acts first."""
    hand = seated(
        game, stacks, small_bet=size, big_bet=2 * size, blinds="none", ante=0, **settings
    )
    return on_street(hand, 1)


def posts(hand: Hand) -> list[tuple[int, str, int]]:
    """Return who posted what for which reason."""
    return [(e.seat, e.kind, e.amount) for e in hand.events if isinstance(e, Posted)]


def may_raise(hand: Hand) -> bool:
    """Return whether the seat that acts may bet or raise."""
    return hand.legal.raise_high > 0


@pytest.mark.requirement("HE-button")
def test_button_decides_who_gets_cards_first(game: str) -> None:
    """With the button on seat 3 of six, seat 4 gets the first card and opens rounds 2 to 4."""
    hand = Hand.start(game, [100] * 6, 3)
    assert isinstance(hand.waiting, Deal)
    assert hand.waiting.seats == (4, 5, 0, 1, 2, 3)
    assert [waits_for(on_street(hand, street)) for street in (1, 2, 3)] == [4, 4, 4]


@pytest.mark.requirement("HE-blinds", "D2")
def test_one_blind_is_the_bet(game: str) -> None:
    """One blind of 4: the next player acts first and has 4 to call."""
    hand = seated(game, 4, small_bet=4, big_bet=8, blinds="one")
    assert [(seat, amount) for seat, _, amount in posts(hand)] == [(0, 4)]
    hand = dealt(hand)
    assert waits_for(hand) == 1
    assert hand.legal.to_call == 4
    assert hand.legal.raise_low == hand.legal.raise_high == 8
    assert posts(seated(game, 4, small_bet=4, big_bet=8, blinds="4")) == posts(
        seated(game, 4, small_bet=4, big_bet=8, blinds="one")
    )


@pytest.mark.requirement("HE-blinds", "D2")
def test_two_blinds_are_the_default(game: str) -> None:
    """Without a word there are two blinds and no ante."""
    hand = seated(game, 4)
    assert posts(hand) == [(0, "small-blind", 1), (1, "big-blind", 2)]
    assert posts(seated(game, 4, blinds="two")) == posts(hand)


@pytest.mark.requirement("HE-sb")
def test_small_blind_is_half_the_minimum_bet(game: str) -> None:
    """At limit 4/8 the player left of the button posts 2; odd halves are rounded down."""
    assert posts(Hand.start(game, [100] * 6, 1, small_bet=4, big_bet=8)) == [
        (2, "small-blind", 2),
        (3, "big-blind", 4),
    ]
    halves = {}
    for size in (1, 3, 15):
        stakes, _ = announce(load_game(game), {"small-bet": size})
        halves[size] = stakes.blinds
    assert halves == {1: (1, 1), 3: (1, 3), 15: (7, 15)}


@pytest.mark.requirement("HE-sb")
def test_other_small_blinds_are_accepted(game: str) -> None:
    """For a big blind of 15 a small one of 5, 7, 8 or 10 goes, for 3 also 2; none above it."""
    for blinds in ("5/15", "7/15", "8/15", "10/15"):
        stakes, _ = announce(load_game(game), {"small-bet": 15, "blinds": blinds})
        assert stakes.blinds == tuple(map(int, blinds.split("/")))
    stakes, _ = announce(load_game(game), {"small-bet": 3, "blinds": "2/3"})
    assert stakes.blinds == (2, 3)
    for blinds in ("5/4", "0/4", "-2/4", "half"):
        with pytest.raises(GameError) as refused:
            announce(load_game(game), {"small-bet": 4, "blinds": blinds})
        assert refused.value.code == "announcement/blinds"


@pytest.mark.requirement("HE-bb", "D18")
def test_big_blind_is_the_minimum_bet_even_when_short(game: str) -> None:
    """A big blind who has 3 of 4 is all-in for the main pot; the others still call 4."""
    assert posts(seated(game, 4, small_bet=4, big_bet=8))[1] == (1, "big-blind", 4)
    hand = seated(game, [100, 3, 100, 100], small_bet=4, big_bet=8)
    assert posts(hand)[1] == (1, "big-blind", 3)
    hand = dealt(hand)
    assert waits_for(hand) == 2
    assert hand.legal.to_call == 4
    assert hand.legal.raise_low == hand.legal.raise_high == 8
    hand = hand.play("c c c")
    assert pot_list(hand) == [(12, {0, 1, 2, 3}), (3, {0, 2, 3})]


@pytest.mark.requirement("HE-live")
def test_blinds_are_part_of_the_wager(game: str) -> None:
    """Unraised the small blind pays 2 and the big blind nothing; after a raise to 8, 6 and 4."""
    hand = dealt(seated(game, 4, small_bet=4, big_bet=8)).play("c c")
    assert (waits_for(hand), hand.legal.to_call) == (0, 2)
    hand = hand.call()
    assert (waits_for(hand), hand.legal.to_call, hand.legal.check) == (1, 0, True)

    hand = dealt(seated(game, 4, small_bet=4, big_bet=8)).play("r8 c")
    assert (waits_for(hand), hand.legal.to_call) == (0, 6)
    hand = hand.call()
    assert (waits_for(hand), hand.legal.to_call) == (1, 4)


@pytest.mark.requirement("HE-live-option")
def test_big_blind_may_raise_its_own_bet(game: str) -> None:
    """When the action returns unraised the big blind may check or raise to 8, the first raise."""
    hand = dealt(seated(game, 3, small_bet=4, big_bet=8)).play("c c")
    assert waits_for(hand) == 1
    assert (hand.legal.check, hand.legal.opening) == (True, False)
    assert hand.legal.raise_low == hand.legal.raise_high == 8
    assert on_street(hand.check(), 1).state.street == 1
    hand = hand.raise_to(8)
    assert waits_for(hand) == 2
    hand = hand.play("r12 r16")
    assert hand.legal.capped
    assert not may_raise(hand)


@pytest.mark.requirement("HE-posted")
def test_no_card_before_the_blinds(game: str) -> None:
    """Blinds are posted when the hand starts; only then the first card is waited for."""
    hand = seated(game, 3)
    assert len(posts(hand)) == 2
    assert isinstance(hand.waiting, Deal)
    assert not any(isinstance(event, HoleDealt) for event in hand.events)
    log = dealt(hand).events
    last_post = max(i for i, event in enumerate(log) if isinstance(event, Posted))
    first_card = min(i for i, event in enumerate(log) if isinstance(event, HoleDealt))
    assert last_post < first_card


@pytest.mark.requirement("HE-posted")
def test_a_blind_may_be_all_in(game: str) -> None:
    """A small blind with one chip posts it and still gets cards."""
    hand = seated(game, [1, 100, 100], small_bet=4, big_bet=8)
    assert posts(hand)[0] == (0, "small-blind", 1)
    hand = dealt(hand)
    assert len(hand.state.down[0]) == 2
    assert waits_for(hand.call()) == 1


@pytest.mark.requirement("HE-checkraise")
def test_check_and_raise_is_allowed(game: str) -> None:
    """A checks, B bets 4, and A may raise to 8."""
    hand = flop(game, 3).play("k b4 c")
    assert waits_for(hand) == 0
    assert hand.legal.raise_low == hand.legal.raise_high == 8
    assert hand.raise_to(8).state.bets[0] == 8


@pytest.mark.requirement("HE-raisecap", "HL-same")
def test_a_bet_and_three_raises(game: str) -> None:
    """With three in the round 4, 8, 12, 16 is all: then call or fold; the count starts anew."""
    hand = flop(game, 3).play("b4 r8 r12 r16")
    assert waits_for(hand) == 1
    assert hand.legal.capped
    assert not may_raise(hand)
    assert (hand.legal.fold, hand.legal.call, hand.legal.to_call) == (True, True, 8)
    with pytest.raises(ActionError) as refused:
        hand.raise_to(20)
    assert refused.value.code == "action/raise-capped"
    turn = on_street(hand, 2).play("b8 r16 r24 r32")
    assert not may_raise(turn)


@pytest.mark.requirement("HE-raisecap-blind", "D13")
def test_the_big_blind_is_the_bet(game: str) -> None:
    """Before the flop the raises are to 8, 12 and 16; then nobody may raise."""
    hand = dealt(seated(game, 5, small_bet=4, big_bet=8)).play("r8 r12 r16")
    assert (waits_for(hand), hand.legal.to_call, may_raise(hand)) == (0, 14, False)
    assert (hand.legal.fold, hand.legal.call) == (True, True)
    hand = hand.call()
    assert (waits_for(hand), hand.legal.to_call, may_raise(hand)) == (1, 12, False)


@pytest.mark.requirement("HE-hu-before")
def test_heads_up_before_the_third_raise_lifts_the_cap(game: str) -> None:
    """A 4, B 8, C and D fold, A 12, B 16, A 20, B 24 are five raises, and A may make it 28."""
    hand = flop(game, 4).play("b4 r8 f f r12 r16 r20 r24")
    assert waits_for(hand) == 0
    assert hand.legal.raise_low == hand.legal.raise_high == 28


@pytest.mark.requirement("HE-hu-fold2")
def test_heads_up_after_two_raises_lifts_the_cap(game: str) -> None:
    """A 4, B 8, C 12, A folds: B may raise to 16, the third, and C to 20, the fourth."""
    hand = flop(game, 3).play("b4 r8 r12 f")
    assert (waits_for(hand), hand.legal.raise_high) == (1, 16)
    hand = hand.raise_to(16)
    assert (waits_for(hand), hand.legal.raise_high) == (2, 20)
    assert may_raise(hand.raise_to(20))


@pytest.mark.requirement("HE-hu-after", "D14")
def test_a_fold_after_the_third_raise_lifts_nothing(game: str) -> None:
    """A 4, B 8, C 12, A 16, B folds: C may only call 4 or fold."""
    hand = flop(game, 3).play("b4 r8 r12 r16 f")
    assert waits_for(hand) == 2
    assert hand.legal.capped
    assert (hand.legal.fold, hand.legal.to_call, may_raise(hand)) == (True, 4, False)


@pytest.mark.requirement("HE-hu-start")
def test_two_players_are_never_capped(game: str) -> None:
    """Two players at the start of a round: a bet of 8 and six raises make 56, and it goes on."""
    hand = flop(game, 2, size=8).play("b8 r16 r24 r32 r40 r48 r56")
    assert hand.legal.raise_low == hand.legal.raise_high == 64
    first = dealt(seated(game, 2)).play("r4 r6 r8 r10 r12")
    assert first.legal.raise_high == 14
    turned_two = dealt(seated(game, 3, small_bet=4, big_bet=8)).play("f c k")
    assert may_raise(dealt(turned_two).play("b4 r8 r12 r16 r20"))


@pytest.mark.requirement("HE-hu-allin", "D13")
def test_all_in_players_are_not_active(game: str) -> None:
    """With C all-in A and B may raise a fourth time, unless all-ins were announced active."""
    hand = flop(game, [100, 100, 8]).play("b4 r8 c r12 r16")
    assert hand.stacks[2] == 0
    assert waits_for(hand) == 0
    assert hand.legal.raise_low == hand.legal.raise_high == 20
    strict = flop(game, [100, 100, 8], cap_active="all").play("b4 r8 c r12 r16")
    assert waits_for(strict) == 0
    assert strict.legal.capped
    assert not may_raise(strict)


@pytest.mark.requirement("HE-hu-round")
def test_the_cap_is_counted_round_by_round(game: str) -> None:
    """A capped round caps no later one, and being two later uncaps only that later round."""
    hand = flop(game, 3).play("b4 r8 r12 r16 f")
    assert not may_raise(hand)
    turn = dealt(hand.call())
    assert turn.state.street == 2
    assert may_raise(turn.play("b8 r16 r24 r32 r40 r48"))


@pytest.mark.requirement("HE-deal2", "HL-same")
def test_two_private_downcards_then_a_round(game: str) -> None:
    """Everybody gets exactly two cards that nobody else sees, and a betting round follows."""
    hand = seated(game, 4)
    assert isinstance(hand.waiting, Deal)
    assert (hand.waiting.count, hand.waiting.up) == (8, False)
    hand = dealt(hand)
    assert [len(cards) for cards in hand.state.down] == [2, 2, 2, 2]
    assert isinstance(hand.waiting, Act)
    for viewer in (0, None):
        seen = view(hand.state, viewer)
        assert set(seen.down[1]) == {UNKNOWN}
    assert UNKNOWN not in view(hand.state, 1).down[1]


@pytest.mark.requirement("HE-act1")
def test_first_round_starts_left_of_the_big_blind(game: str) -> None:
    """Six seats with the button on seat 1: seat 4 acts first."""
    assert waits_for(dealt(Hand.start(game, [100] * 6, 1))) == 4


@pytest.mark.requirement("HE-flop")
def test_the_flop_is_one_event(game: str) -> None:
    """The three cards of the flop come up together."""
    hand = on_street(seated(game, 3), 1)
    boards = [event.cards for event in hand.events if isinstance(event, BoardDealt)]
    assert [len(cards) for cards in boards] == [3]
    waiting = next(now for now in steps(seated(game, 3)) if now.state.street == 1).waiting
    assert isinstance(waiting, Deal)
    assert (waiting.seats, waiting.count) == ((), 3)


@pytest.mark.requirement("HE-flop-act")
def test_later_rounds_start_left_of_the_button(game: str) -> None:
    """The first player left of the button who can act opens rounds 2 to 4; the button is last."""
    hand = seated(game, 4)
    for street in (1, 2, 3):
        now = on_street(hand, street)
        turns = []
        for _ in range(4):
            turns.append(waits_for(now))
            now = now.check()
        assert turns == [0, 1, 2, 3]


@pytest.mark.requirement("HE-flop-act")
def test_folded_and_all_in_players_do_not_open(game: str) -> None:
    """With the small blind folded and the big blind all-in the next player opens the flop."""
    hand = dealt(seated(game, [100, 4, 100, 100], small_bet=4, big_bet=8)).play("c c f")
    assert hand.stacks[1] == 0
    assert [waits_for(on_street(hand, street)) for street in (1, 2, 3)] == [2, 2, 2]


@pytest.mark.requirement("HE-turnriver", "HL-same")
def test_four_rounds_in_all(game: str) -> None:
    """Two, three, one and one card, each with a betting round."""
    rounds: dict[int, list[int]] = {}
    board = []
    for now in steps(seated(game, 3)):
        if isinstance(now.waiting, Deal) and not now.waiting.seats:
            board.append(now.waiting.count)
        if isinstance(now.waiting, Act):
            rounds.setdefault(now.state.street, []).append(now.waiting.seat)
    assert board == [3, 1, 1]
    assert {street: len(seats) for street, seats in rounds.items()} == {0: 3, 1: 3, 2: 3, 3: 3}


@pytest.mark.requirement("HE-turnriver", "D52")
def test_the_board_runs_out_when_nobody_can_bet(game: str) -> None:
    """With everybody all-in before the flop the rest is dealt without a question."""
    hand = dealt(seated(game, [4, 4], small_bet=4, big_bet=8, heads_up="left")).play("c")
    asked = [now for now in steps(hand) if isinstance(now.waiting, Act)]
    assert asked == []
    assert len(finished(hand).state.board) == 5


@pytest.mark.requirement("HE-sizes", "D4")
def test_bets_double_on_the_turn(game: str) -> None:
    """At 4/8 the flop is bet in fours, turn and river in eights: 8, raise to 16."""
    hand = seated(game, 3, small_bet=4, big_bet=8)
    sizes = [on_street(hand, street).legal.raise_high for street in (1, 2, 3)]
    assert sizes == [4, 8, 8]
    turn = on_street(hand, 2).play("b8")
    assert turn.legal.raise_low == turn.legal.raise_high == 16
    with pytest.raises(IllegalAmount):
        turn.raise_to(12)


@pytest.mark.requirement("HE-fold-win", "D19", "D29")
def test_the_last_player_wins_at_once(game: str) -> None:
    """A bets 8 and all fold: A gets the pot, the 8 come back, no card is shown or dealt."""
    hand = on_street(seated(game, 3, small_bet=4, big_bet=8), 2)
    before = hand.state.pot
    hand = hand.play("b8 f f")
    assert hand.over
    assert [(e.seat, e.amount) for e in hand.events if isinstance(e, Returned)] == [(0, 8)]
    assert hand.stacks == (1000 - 4 + before, 996, 996)
    assert len(hand.state.board) == 4
    assert not any(isinstance(event, Shown) for event in hand.events)
    walk = dealt(seated(game, 3, small_bet=4, big_bet=8)).play("f f")
    assert walk.over
    assert walk.stacks == (998, 1002, 1000)


@pytest.mark.requirement("HE-allin-side", "D19", "D20")
def test_side_pots_by_layers(game: str) -> None:
    """All-in for 10, 25 and 40: main pot 30, side pot 30, and 15 go back."""
    hand = flop(game, [40, 10, 25], size=1, limit="no").play("b40 c c")
    assert [(e.seat, e.amount) for e in hand.events if isinstance(e, Returned)] == [(0, 15)]
    assert pot_list(hand) == [(30, {0, 1, 2}), (30, {0, 2})]


@pytest.mark.requirement("HE-allin-dead", "D20")
def test_folded_chips_stay_in_the_layers_they_reach(game: str) -> None:
    """All-in for 10, 25 and 25 and a fold after 12: main pot 40, side pot 32."""
    hand = flop(game, [10, 25, 25, 100], size=1, limit="no").play("k k k b12 c r25 c f")
    assert pot_list(hand) == [(40, {0, 1, 2}), (32, {1, 2})]


@pytest.mark.requirement("HE-half", "D16", "D17")
def test_half_a_bet_all_in_is_a_raise(game: str) -> None:
    """Bet 20, all-in 35 is the first raise: the next is to 55, the second."""
    hand = flop(game, [1000, 35, 1000, 1000], size=20).play("b20 r35")
    assert waits_for(hand) == 2
    assert hand.legal.raise_low == hand.legal.raise_high == 55
    reopened = hand.play("c c")
    assert (waits_for(reopened), reopened.legal.raise_high) == (0, 55)
    capped = hand.play("r55 r75")
    assert (waits_for(capped), capped.legal.capped, may_raise(capped)) == (0, True, False)


@pytest.mark.requirement("HE-half", "D16")
def test_exactly_half_a_bet_is_a_raise(game: str) -> None:
    """Bet 20, all-in 30: half of the bet is enough to reopen."""
    hand = flop(game, [1000, 30, 1000], size=20).play("b20 r30 c")
    assert (waits_for(hand), hand.legal.raise_high) == (0, 50)


@pytest.mark.requirement("HE-half-less", "D16")
def test_less_than_half_reopens_nothing(game: str) -> None:
    """Bet 20, all-in 25: the next may call 25 or raise to 40; who has bet may only call 5."""
    hand = flop(game, [1000, 25, 1000], size=20).play("b20 r25")
    assert (waits_for(hand), hand.legal.to_call) == (2, 25)
    assert hand.legal.raise_low == hand.legal.raise_high == 40
    called = hand.call()
    assert (waits_for(called), called.legal.to_call, may_raise(called)) == (0, 5, False)
    with pytest.raises(ActionError):
        called.raise_to(40)


@pytest.mark.requirement("HE-half-less")
def test_completing_counts_as_the_raise(game: str) -> None:
    """Completed to 40, the betting is open again for 60 and 80, raises two and three."""
    hand = flop(game, [1000, 25, 1000, 1000], size=20).play("b20 r25 r40")
    assert (waits_for(hand), hand.legal.raise_high) == (3, 60)
    called = hand.call()
    assert (waits_for(called), called.legal.to_call, called.legal.raise_high) == (0, 20, 60)
    capped = called.play("r60 r80")
    assert (waits_for(capped), capped.legal.capped, may_raise(capped)) == (3, True, False)


@pytest.mark.requirement("HE-half-cum", "D16")
def test_short_all_ins_add_up(game: str) -> None:
    """Bet 20, all-in 25, all-in 32 are 12 more than the bet: A may raise to 52."""
    hand = flop(game, [1000, 25, 32, 1000], size=20).play("b20 r25 r32")
    assert (waits_for(hand), hand.legal.to_call, hand.legal.raise_high) == (3, 32, 52)
    hand = hand.call()
    assert (waits_for(hand), hand.legal.to_call) == (0, 12)
    assert hand.legal.raise_low == hand.legal.raise_high == 52


@pytest.mark.requirement("HE-half-open", "D16")
def test_short_opening_all_in_may_be_completed(game: str) -> None:
    """An opening all-in for 8 of 20 is completed to 20, which is the bet and no raise."""
    hand = flop(game, [8, 1000, 1000, 1000], size=20).play("b8")
    assert (waits_for(hand), hand.legal.to_call) == (1, 8)
    assert hand.legal.raise_low == hand.legal.raise_high == 20
    hand = hand.play("b20 r40 r60")
    assert hand.legal.raise_high == 80
    hand = hand.raise_to(80)
    assert (hand.legal.capped, may_raise(hand)) == (True, False)


@pytest.mark.requirement("HE-half-open", "D16")
def test_opening_all_in_of_half_is_the_bet(game: str) -> None:
    """An opening all-in for 15 of 20 is the bet: the first raise is to 35."""
    hand = flop(game, [15, 1000, 1000, 1000], size=20).play("b15")
    assert hand.legal.raise_low == hand.legal.raise_high == 35
    hand = hand.play("r35 r55 r75")
    assert (hand.legal.capped, may_raise(hand)) == (True, False)
