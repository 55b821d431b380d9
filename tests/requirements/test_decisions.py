"""House decisions D1 to D25: forced bets, sizes, the purchase, heads-up, the cap, pots, odd chips.

Each default and each announceable option has a test; D26 and later are in
`test_decisions_showdown.py`.
"""

from __future__ import annotations

import pytest
from requirements.play import (
    at_showdown,
    awards,
    before_buying,
    collected,
    dealt,
    finished,
    on_street,
    pot_list,
    seated,
    seen_between,
    step,
    steps,
    waits_for,
)

from wildrank.cards import UNKNOWN, parse_cards
from wildrank.errors import ActionError, GameError
from wildrank.games import announce, load_game
from wildrank.referee import Act, Buy, Deal, Hand, view, wild_ranks
from wildrank.referee.events import Chose, Posted, PricePaid, Returned, TurnedUp

# Seat 0 (A) is all-in for 10 and holds the best hand, seat 1 (B) the second best, seat 2 (C) none.
ABC = ["2cAh9s", "3cKs/8h", "4cTs6h"]
ABC_BOARD = "AdKd7h5c"


def posts(hand: Hand) -> list[tuple[int, str, int]]:
    """Return who posted what for which reason."""
    return [(e.seat, e.kind, e.amount) for e in hand.events if isinstance(e, Posted)]


def fours(game: str, stacks: int | list[int], **settings: object) -> Hand:
    """Return a hand at 4/8 with its first cards dealt."""
    return dealt(seated(game, stacks, small_bet=4, big_bet=8, **settings))


def kinds_until_betting(hand: Hand) -> list[str]:
    """Return what a hand asks for until somebody may bet, as in ``Buy 0``."""
    asked = []
    while not isinstance(hand.waiting, Act):
        match hand.waiting:
            case Buy(seat=seat):
                asked.append(f"Buy {seat}")
            case Deal(seats=seats):
                asked.extend(f"Deal {seat}" for seat in seats)
            case _:
                asked.append("?")
        hand = step(hand)
    return asked


@pytest.mark.requirement("D1")
def test_d1_holdem_like_stages_are_a_labelled_variant() -> None:
    """Two down, three shared, one shared, third card is a game of its own with the purchase."""
    game = load_game("reach-around-flop")
    assert [(s.down, s.board, s.buyable) for s in game.streets] == [
        (2, 0, False),
        (0, 3, False),
        (0, 1, False),
        (1, 0, True),
    ]
    assert game.name != load_game("reach-around").name
    assert game.wild == load_game("reach-around").wild


@pytest.mark.requirement("D2")
def test_d2_reach_around_has_an_ante_by_all() -> None:
    """Everybody antes about a tenth of the small bet, at least 1, and there is no blind."""
    assert posts(seated("reach-around", 3)) == [(0, "ante", 1), (1, "ante", 1), (2, "ante", 1)]
    game = load_game("reach-around")
    antes = {size: announce(game, {"small-bet": size})[0].ante for size in (1, 2, 10, 20, 40)}
    assert antes == {1: 1, 2: 1, 10: 1, 20: 2, 40: 4}
    assert announce(game)[0].blinds == ()


@pytest.mark.requirement("D2")
@pytest.mark.parametrize("limit", ["no", "pot"])
def test_d2_small_bet_is_the_minimum_bet_elsewhere(limit: str) -> None:
    """In no limit and pot limit the small bet is the minimum bet and the ante follows it."""
    hand = seated("reach-around", 3, limit=limit, small_bet=20)
    assert posts(hand)[0] == (0, "ante", 2)
    deep = dealt(seated("reach-around", 3, limit=limit, small_bet=20, ante=20))
    assert deep.legal.raise_low == 20
    later = on_street(deep, 4)
    assert later.legal.raise_low == 20


@pytest.mark.requirement("D2")
@pytest.mark.parametrize(("who", "seat"), [("dealer", 3), ("big-blind", 1)])
def test_d2_one_player_antes_for_all(who: str, seat: int) -> None:
    """The dealer's or the big blind's ante for all is dead money: no part of anybody's bet."""
    hand = seated("holdem", 4, small_bet=4, big_bet=8, ante=4, ante_by=who)
    dead = [post for post in posts(hand) if post[1] == "dead-ante"]
    assert [post[0] for post in dead] == [seat]
    assert hand.state.pot == 6 + dead[0][2]
    hand = dealt(hand)
    assert (waits_for(hand), hand.legal.to_call) == (2, 4)
    hand = hand.play("c c")
    assert hand.legal.to_call == 2


@pytest.mark.requirement("D2")
def test_d2_forced_bets_mix() -> None:
    """Antes and blinds may be announced together, in either game."""
    for game in ("holdem", "reach-around"):
        hand = seated(game, 4, small_bet=4, big_bet=8, ante=1, blinds="2/4")
        assert sorted(amount for _, _, amount in posts(hand)) == [1, 1, 1, 1, 2, 4]
        hand = dealt(hand)
        assert (waits_for(hand), hand.legal.to_call) == (2, 4)
    assert posts(seated("holdem", 4, ante=0, blinds="none")) == []


@pytest.mark.requirement("D3")
def test_d3_reach_around_is_fixed_limit_with_the_same_cap() -> None:
    """By default bets are 2 and 4 with a bet and three raises."""
    hand = dealt(seated("reach-around", 3)).play("b2 r4 r6 r8")
    assert hand.legal.capped
    assert hand.legal.raise_high == 0
    assert announce(load_game("reach-around"))[0].limit == "fixed"


@pytest.mark.requirement("D3")
def test_d3_pot_limit_and_no_limit() -> None:
    """In pot limit a raise is at most the pot after calling; in no limit the whole stack."""
    pot = dealt(seated("reach-around", 3, limit="pot"))
    assert (pot.legal.raise_low, pot.legal.raise_high) == (2, 3)
    pot = pot.bet_to(3)
    assert (pot.legal.raise_low, pot.legal.raise_high) == (6, 12)
    no = dealt(seated("reach-around", 3, limit="no"))
    assert (no.legal.raise_low, no.legal.raise_high) == (2, 999)
    no = no.bet_to(5)
    assert (no.legal.raise_low, no.legal.raise_high) == (10, 999)


@pytest.mark.requirement("D4")
@pytest.mark.parametrize(
    ("game", "sizes"),
    [
        ("holdem", [2, 2, 4, 4]),
        ("holdem-hilo", [2, 2, 4, 4]),
        ("reach-around", [2, 2, 2, 4, 4, 4]),
        ("reach-around-flop", [2, 2, 4, 4]),
    ],
)
def test_d4_bet_sizes_by_street(game: str, sizes: list[int]) -> None:
    """Two small and two big bets; in Reach Around big ones from the third personal card on."""
    hand = seated(game, 3, ante=1, blinds="none")
    assert [on_street(hand, street).legal.raise_low for street in range(len(sizes))] == sizes


@pytest.mark.requirement("D4")
def test_d4_other_sizes_may_be_announced() -> None:
    """Small, small and then big is one option, a flat limit another."""
    split = seated("reach-around", 3, big_bet_from=3)
    assert [on_street(split, street).legal.raise_low for street in range(6)] == [2, 2, 4, 4, 4, 4]
    flat = seated("reach-around", 3, small_bet=2, big_bet=2)
    assert [on_street(flat, street).legal.raise_low for street in range(6)] == [2] * 6


@pytest.mark.requirement("D5")
def test_d5_default_of_the_ace() -> None:
    """An ace in the hole is high unless announced low; other games have no such word."""
    assert announce(load_game("reach-around"))[1].ace_in_hole == "high"
    with pytest.raises(GameError) as refused:
        announce(load_game("holdem"), {"ace-in-hole": "low"})
    assert refused.value.code == "announcement/ace-in-hole"


@pytest.mark.requirement("D6")
def test_d6_price_is_one_small_bet_or_as_announced() -> None:
    """The default is one small bet; any amount, also none, or the big bet may be announced."""
    game = load_game("reach-around")

    def price(**settings: object) -> int:
        words = {key.replace("_", "-"): value for key, value in settings.items()}
        return announce(game, words)[1].third_card_price

    assert price(small_bet=10) == 10
    assert price(small_bet=10, third_card_price="small-bet") == 10
    assert price(small_bet=10, third_card_price="big-bet") == 20
    assert price(third_card_price=7) == 7
    assert price(third_card_price=0) == 0


@pytest.mark.requirement("D6")
def test_d6_free_cards_may_be_taken_up() -> None:
    """At a price of nothing the card may still be taken face up."""
    hand = before_buying(seated("reach-around", 2, third_card_price=0), ["Qd4c/2c"])
    assert hand.waiting == Buy(seat=0, price=0)
    after = hand.buy_up().deal("2c")
    assert after.state.up[0] == parse_cards("2c")
    assert after.state.pot == hand.state.pot


def all_in_for_ten(**settings: object) -> Hand:
    """Return a hand before stage 4: A all-in for 10, B and C in for 14 (main 30, side 8)."""
    hand = seated(
        "reach-around", [10, 100, 100], ante=2, small_bet=4, third_card_price=2, **settings
    )
    hand = dealt(hand, ABC, ABC_BOARD).play("b4 c c")
    hand = dealt(hand, ABC, ABC_BOARD).play("b4 c c")
    hand = dealt(hand, ABC, ABC_BOARD).play("b4 c")
    assert hand.stacks == (0, 86, 86)
    assert pot_list(hand) == [(30, {0, 1, 2}), (8, {1, 2})]
    return hand


@pytest.mark.requirement("D7", "D8")
def test_d7_price_joins_the_last_contested_pot() -> None:
    """B's 2 go to the side pot of B and C, which A cannot win."""
    hand = finished(all_in_for_ten(), ABC, ABC_BOARD)
    assert [(award.pot, award.amount) for award in awards(hand)] == [(0, 30), (1, 10)]
    assert collected(hand) == {0: 30, 1: 10}


@pytest.mark.requirement("D7")
def test_d7_price_joins_the_main_pot_if_announced() -> None:
    """Where the main pot was announced, A may win B's 2."""
    hand = finished(all_in_for_ten(price_pot="main"), ABC, ABC_BOARD)
    assert [(award.pot, award.amount) for award in awards(hand)] == [(0, 32), (1, 8)]
    assert collected(hand) == {0: 32, 1: 8}


@pytest.mark.requirement("D7")
def test_d7_price_joins_the_main_pot_when_two_are_left() -> None:
    """With C gone the last pot that B contests with anybody is the main pot: it grows by 2."""
    hand = seated("reach-around", [10, 100, 100], ante=2, small_bet=4, third_card_price=2)
    hand = dealt(hand, ABC, ABC_BOARD).play("b4 c c")
    hand = dealt(hand, ABC, ABC_BOARD).play("b4 c f")
    assert hand.stacks == (0, 90, 94)
    assert pot_list(hand) == [(26, {0, 1})]
    hand = finished(hand, ABC, ABC_BOARD)
    assert collected(hand) == {0: 28}


@pytest.mark.requirement("D7")
def test_d7_a_layer_of_the_buyer_alone_is_not_contested() -> None:
    """B folds after 14, C has 14 too: C's 2 join the pot with A, not the 8 that are C's alone."""
    cards = ["2cAh9s", "3cKs8h", "4cTs/6h"]
    hand = seated("reach-around", [10, 100, 100], ante=2, small_bet=4, third_card_price=2)
    hand = dealt(hand, cards, ABC_BOARD).play("b4 c c")
    hand = dealt(hand, cards, ABC_BOARD).play("b4 c c")
    hand = dealt(hand, cards, ABC_BOARD).play("b4 r8 f")
    assert pot_list(hand) == [(30, {0, 2}), (8, {2})]
    assert collected(finished(hand, cards, ABC_BOARD)) == {0: 32, 2: 8}


@pytest.mark.requirement("D8")
def test_d8_price_is_no_bet() -> None:
    """The price is no part of the bet, the layers or the count of raises, and never returns."""
    hand = on_street(seated("reach-around", 3), 3, ["Qd4c/2c"], "QhJd")
    assert [event.amount for event in hand.events if isinstance(event, PricePaid)] == [2]
    assert hand.state.bets == (0, 0, 0)
    assert hand.state.committed == (1, 1, 1)
    capped = hand.play("b4 r8 r12 r16")
    assert capped.legal.capped
    over = hand.play("k b4 f f")
    assert over.over
    assert [(e.seat, e.amount) for e in over.events if isinstance(e, Returned)] == [(1, 4)]
    assert collected(over) == {1: 5}
    assert tuple(over.winnings) == (-3, 4, -1)


@pytest.mark.requirement("D9")
def test_d9_the_buyer_decides_before_the_card_is_dealt() -> None:
    """By default the question comes before the card."""
    hand = before_buying(seated("reach-around", 2))
    assert hand.waiting == Buy(seat=0, price=2)
    assert [len(cards) for cards in hand.state.down] == [2, 2]


@pytest.mark.requirement("D9")
def test_d9_peek_then_pay_if_announced() -> None:
    """With peek announced the card is looked at first, and turned up when it is paid for."""
    hand = before_buying(seated("reach-around", 2, peek=True), ["7cKd"], "7d7s")
    assert isinstance(hand.waiting, Deal)
    hand = hand.deal("3h")
    assert hand.waiting == Buy(seat=0, price=2)
    assert set(view(hand.state, 0).down[0]) == set(parse_cards("7cKd3h"))
    assert set(view(hand.state, 1).down[0]) == {UNKNOWN}
    bought, declined = hand.buy_up(), hand.take_down()
    assert bought.state.up[0] == view(bought.state, 1).up[0] == parse_cards("3h")
    assert [e.card for e in bought.events if isinstance(e, TurnedUp)] == list(parse_cards("3h"))
    assert "".join(map(str, wild_ranks(bought.state, 0))) == "7"
    assert "".join(map(str, wild_ranks(declined.state, 0))) == "3"
    assert bought.state.pot == declined.state.pot + 2


@pytest.mark.requirement("D10")
def test_d10_each_decides_pays_and_receives_in_turn() -> None:
    """One pass from the dealer's left: later players see the earlier upcards."""
    hand = before_buying(seated("reach-around", 3), ["Qd4c/2c"])
    assert kinds_until_betting(hand) == [
        *("Buy 0", "Deal 0"),
        *("Buy 1", "Deal 1"),
        *("Buy 2", "Deal 2"),
    ]
    hand = hand.buy_up().deal("2c")
    assert hand.waiting == Buy(seat=1, price=2)
    assert view(hand.state, 1).up[0] == parse_cards("2c")


@pytest.mark.requirement("D10")
@pytest.mark.parametrize("order", ["decide-first", "secret"])
def test_d10_all_decide_first_if_announced(order: str) -> None:
    """All are asked before any third card is dealt."""
    hand = before_buying(seated("reach-around", 3, buy_order=order))
    assert kinds_until_betting(hand) == [
        *("Buy 0", "Buy 1", "Buy 2"),
        *("Deal 0", "Deal 1", "Deal 2"),
    ]
    hand = hand.buy_up().take_down().buy_up()
    hand = dealt(hand)
    assert [len(cards) for cards in hand.state.up] == [1, 0, 1]
    assert [len(cards) for cards in hand.state.down] == [2, 3, 2]
    assert hand.state.pot == 3 + 4


@pytest.mark.requirement("D10")
def test_d10_secret_choices_show_when_all_are_made() -> None:
    """A secret choice is not seen by others until the last one is made, not even by the price."""
    start = before_buying(seated("reach-around", 3, buy_order="secret"))
    bought, declined = start.buy_up(), start.take_down()
    for viewer in (1, 2, None):
        assert seen_between(start, bought, viewer) == seen_between(start, declined, viewer)
        assert view(bought.state, viewer) == view(declined.state, viewer)
    own = [event.up for event in seen_between(start, bought, 0) if isinstance(event, Chose)]
    assert own == [True]
    done = dealt(bought.take_down().take_down())
    assert len(view(done.state, 1).up[0]) == 1


@pytest.mark.requirement("D10")
def test_d10_open_choices_are_seen_at_once() -> None:
    """Where all decide in turn but openly, the next player knows the choice before."""
    start = before_buying(seated("reach-around", 3, buy_order="decide-first"))
    seen = seen_between(start, start.buy_up(), 1)
    assert [event.up for event in seen if isinstance(event, Chose)] == [True]


@pytest.mark.requirement("D11")
def test_d11_no_chips_no_purchase() -> None:
    """A player without chips gets the card down, or up for free where that was announced."""
    down = before_buying(dealt(seated("reach-around", [3, 100, 100])).play("b2 c c"))
    assert down.stacks[0] == 0
    assert kinds_until_betting(down)[:2] == ["Deal 0", "Buy 1"]
    cards = ["Qd4c/2c"]
    free = dealt(seated("reach-around", [3, 100, 100], all_in_buys=True), cards)
    free = before_buying(free.play("b2 c c"), cards)
    assert free.waiting == Buy(seat=0, price=0)
    before = free.state.pot
    free = free.buy_up().deal("2c")
    assert free.state.up[0] == parse_cards("2c")
    assert free.state.pot == before


@pytest.mark.requirement("D11")
def test_d11_partial_payment_is_not_allowed() -> None:
    """One chip at a price of two buys nothing, with or without the option."""
    for option in (False, True):
        hand = before_buying(seated("reach-around", [2, 100, 100], all_in_buys=option))
        assert hand.stacks[0] == 1
        assert kinds_until_betting(hand)[:2] == ["Deal 0", "Buy 1"]


@pytest.mark.requirement("D12")
@pytest.mark.parametrize("game", ["holdem", "holdem-hilo"])
def test_d12_heads_up_the_button_posts_small(game: str) -> None:
    """Heads-up the button posts the small blind, acts first before the flop and last later."""
    hand = seated(game, 2)
    assert posts(hand) == [(1, "small-blind", 1), (0, "big-blind", 2)]
    assert [waits_for(on_street(hand, street)) for street in range(4)] == [1, 0, 0, 0]


@pytest.mark.requirement("D12")
def test_d12_literal_reading_if_announced() -> None:
    """Read literally the left player posts small and acts first on every street."""
    hand = seated("holdem", 2, heads_up="left")
    assert posts(hand) == [(0, "small-blind", 1), (1, "big-blind", 2)]
    assert [waits_for(on_street(hand, street)) for street in range(4)] == [0, 0, 0, 0]


@pytest.mark.requirement("D12")
def test_d12_reach_around_heads_up() -> None:
    """The dealer's left acts first in every round, and with blinds posts the small one."""
    plain = seated("reach-around", 2)
    assert [waits_for(on_street(plain, street)) for street in range(6)] == [0] * 6
    blind = seated("reach-around", 2, ante=0, blinds="1/2")
    assert posts(blind) == [(0, "small-blind", 1), (1, "big-blind", 2)]
    assert [waits_for(on_street(blind, street)) for street in range(6)] == [0] * 6


@pytest.mark.requirement("D13")
def test_d13_blind_not_counted_as_a_bet_if_announced() -> None:
    """Where the blind does not count, four raises go before the flop and three later."""
    hand = fours("holdem", 5, blind_counts=False).play("r8 r12 r16")
    assert hand.legal.raise_high == 20
    hand = hand.raise_to(20)
    assert (hand.legal.capped, hand.legal.raise_high) == (True, 0)
    flop = on_street(hand, 1).play("b4 r8 r12 r16")
    assert (flop.legal.capped, flop.legal.raise_high) == (True, 0)


@pytest.mark.requirement("D13", "D3")
def test_d13_another_cap_or_none() -> None:
    """The number of raises may be announced, also without limit."""
    four = fours("holdem", 4, raise_cap=4).play("r8 r12 r16")
    assert four.legal.raise_high == 20
    assert four.raise_to(20).legal.raise_high == 0
    none = fours("holdem", 4, raise_cap="none").play("r8 r12 r16 r20 r24")
    assert (none.legal.capped, none.legal.raise_high) == (False, 28)


@pytest.mark.requirement("D14")
def test_d14_capped_stays_capped() -> None:
    """After the third raise no fold lifts the cap, in Reach Around either."""
    hand = dealt(seated("reach-around", 3)).play("b2 r4 r6 r8 f")
    assert (hand.legal.capped, hand.legal.raise_high, hand.legal.to_call) == (True, 0, 2)


@pytest.mark.requirement("D15")
def test_d15_cap_may_be_kept_heads_up() -> None:
    """Kept, the cap holds for two players; by default it does not."""
    line = "b4 r8 r12 r16"
    loose = on_street(fours("holdem", 2), 1).play(line)
    assert loose.legal.raise_high == 20
    kept = on_street(fours("holdem", 2, heads_up_cap="kept"), 1).play(line)
    assert (kept.legal.capped, kept.legal.raise_high) == (True, 0)


@pytest.mark.requirement("D15")
def test_d15_tournament_cap() -> None:
    """In tournament mode the cap is lifted only where two were dealt in."""
    line = "b4 r8 r12 r16"
    two = on_street(fours("holdem", 2, heads_up_cap="tournament"), 1).play(line)
    assert two.legal.raise_high == 20
    three = on_street(fours("holdem", 3, heads_up_cap="tournament").play("f"), 1).play(line)
    assert (three.legal.capped, three.legal.raise_high) == (True, 0)


@pytest.mark.requirement("D16")
def test_d16_full_bet_rule_if_announced() -> None:
    """Under the full-bet rule an all-in for 35 over 20 is no raise: 40 completes it."""
    settings: dict[str, object] = {"small_bet": 20, "blinds": "none", "short_all_in": "full"}
    hand = dealt(seated("holdem", [1000, 35, 1000], **settings)).play("b20 r35")
    assert hand.legal.raise_low == hand.legal.raise_high == 40
    hand = hand.call()
    assert (waits_for(hand), hand.legal.to_call, hand.legal.raise_high) == (0, 15, 0)
    full = dealt(seated("holdem", [1000, 40, 1000], **settings)).play("b20 r40 c")
    assert full.legal.raise_high == 60


@pytest.mark.requirement("D16")
@pytest.mark.parametrize("limit", ["no", "pot"])
def test_d16_short_all_in_without_fixed_limit(limit: str) -> None:
    """One short all-in reopens nothing; two that add up to a full raise do."""
    settings: dict[str, object] = {"limit": limit, "small_bet": 20, "blinds": "none", "ante": 20}
    one = dealt(seated("holdem", [1000, 50, 1000], **settings)).play("b20 r30 c")
    assert (waits_for(one), one.legal.to_call, one.legal.raise_high) == (0, 10, 0)
    with pytest.raises(ActionError):
        one.raise_to(60)
    two = dealt(seated("holdem", [1000, 50, 60, 1000], **settings)).play("b20 r30 r40 c")
    assert (waits_for(two), two.legal.to_call, two.legal.raise_low) == (0, 20, 60)


@pytest.mark.requirement("D17")
def test_d17_half_all_in_uses_a_raise() -> None:
    """All-in for 35 over 20, then 55 and 75: that were three raises."""
    hand = dealt(seated("holdem", [1000, 35, 1000, 1000], small_bet=20, blinds="none"))
    hand = hand.play("b20 r35 r55 r75")
    assert (hand.legal.capped, hand.legal.raise_high) == (True, 0)


@pytest.mark.requirement("D18")
def test_d18_short_blinds_change_no_amount() -> None:
    """With both blinds short the others still call 4 and raise to 8."""
    hand = dealt(seated("holdem", [1, 1, 100, 100], small_bet=4, big_bet=8))
    assert (waits_for(hand), hand.legal.to_call, hand.legal.raise_high) == (2, 4, 8)


@pytest.mark.requirement("D19")
def test_d19_uncalled_bet_returns_before_pots() -> None:
    """What nobody can match comes back and is no pot."""
    hand = dealt(seated("holdem", [100, 30, 30], limit="no", blinds="none")).play("b100 c f")
    assert [(e.seat, e.amount) for e in hand.events if isinstance(e, Returned)] == [(0, 70)]
    assert pot_list(hand) == [(60, {0, 1})]


@pytest.mark.requirement("D20")
def test_d20_each_layer_is_awarded_on_its_own() -> None:
    """The best hand wins the pots it reaches and the second best the rest."""
    cards = ["AsAh", "KsKh", "QsQh"]
    board = "9c8d4s3h2d"
    hand = dealt(seated("holdem", [10, 25, 40], limit="no", blinds="none"), cards, board)
    hand = finished(hand.play("b10 r25 c"), cards, board)
    assert [(award.pot, award.amount) for award in awards(hand)] == [(0, 30), (1, 30)]
    assert collected(hand) == {0: 30, 1: 30}


@pytest.mark.requirement("D21")
def test_d21_table_stakes() -> None:
    """Nobody bets, calls or pays more than the chips on the table."""
    hand = dealt(seated("holdem", [100, 7, 100], limit="no", blinds="none")).play("b50")
    assert hand.legal.to_call == 7
    hand = hand.call()
    assert hand.stacks[1] == 0
    assert hand.legal.raise_high == 100
    with pytest.raises(ActionError):
        hand.raise_to(101)


@pytest.mark.requirement("D22")
def test_d22_odd_chip_to_high() -> None:
    """The odd chip between high and low goes to high."""
    cards, board = ["As7d", "KsKh", "QsJh"], "Kd8c4h2s9c"
    hand = seated("holdem-hilo", 3, ante=1, blinds="none")
    assert collected(finished(hand, cards, board)) == {0: 1, 1: 2}


@pytest.mark.requirement("D23")
def test_d23_odd_chip_left_of_the_button_or_by_suit() -> None:
    """The odd chip goes to the first tied seat from the button, or to the highest card."""
    cards, board = ["AdKd", "AsKs", "2c3h"], "Ah9c8d4s2d"
    left = dealt(seated("holdem", 3, blinds="none", ante=1), cards, board).play("b2 c f")
    assert collected(finished(left, cards, board)) == {0: 4, 1: 3}
    high = dealt(
        seated("holdem", 3, blinds="none", ante=1, odd_chip="high-card"), cards, board
    ).play("b2 c f")
    assert collected(finished(high, cards, board)) == {0: 3, 1: 4}


@pytest.mark.requirement("D23")
def test_d23_several_odd_chips_one_each() -> None:
    """Two odd chips among three tied hands go to the first two from the button."""
    cards, board = ["AdKd", "AsKs", "AcKc", "3c3h"], "Ah9c8d4s2d"
    hand = dealt(seated("holdem", 4, blinds="none", ante=2), cards, board)
    hand = finished(hand.play("b2 c c f"), cards, board)
    assert collected(hand) == {0: 5, 1: 5, 2: 4}


@pytest.mark.requirement("D24")
def test_d24_odd_chip_in_reach_around() -> None:
    """The first tied seat clockwise from the dealer gets the odd chip; by suit if announced."""
    cards, board = ["AhKd2c", "AsKc3d", "8s4d"], "TsJdQc7h"
    for odd_chip, shares in (("left", {0: 4, 1: 3}), ("high-card", {0: 3, 1: 4})):
        hand = dealt(seated("reach-around", 3, odd_chip=odd_chip), cards, board)
        hand = finished(hand.play("b2 c f"), cards, board)
        assert collected(hand) == shares


@pytest.mark.requirement("D25")
def test_d25_same_winners_split_each_pot_once() -> None:
    """The same seats both ways share the pot in one even split, or per half if announced."""
    cards, board = ["As2s", "Ad2d"], "3c4h5sKdQc"
    for word, shares in (("once", {0: 3, 1: 3}), ("per-half", {0: 4, 1: 2})):
        hand = seated("holdem-hilo", 2, ante=3, blinds="none", same_winners=word)
        assert collected(at_showdown(hand, cards, board).showdown()) == shares


@pytest.mark.requirement("D9", "D10", "D11")
@pytest.mark.parametrize("order", ["in-turn", "decide-first", "secret"])
@pytest.mark.parametrize("peek", [False, True])
@pytest.mark.parametrize("free", [False, True])
def test_d9_to_d11_mix(order: str, *, peek: bool, free: bool) -> None:
    """Every mix of the ways to buy plays to the end, and who buys has one card up."""
    cards = ["Qd4c/2c", "5s6d8s", "AhKh/Ts", "9d9cTd"]
    stacks = [4, 100, 100, 2]
    hand = seated(
        "reach-around", stacks, buy_order=order, peek=peek, all_in_buys=free, third_card_price=3
    )
    hand = finished(hand, cards, "QhJd2h5d")
    assert [len(up) for up in hand.state.up] == [1, 0, 1, 0]
    assert [len(down) for down in hand.state.down] == [2, 3, 2, 3]
    assert sum(event.amount for event in hand.events if isinstance(event, PricePaid)) == 6
    assert sum(hand.stacks) == sum(stacks)
    assert sum(collected(hand).values()) == 10


@pytest.mark.requirement("D52")
def test_d52_no_raise_where_nobody_could_answer() -> None:
    """Facing the only opponent's all-in one may call or fold, and then the rest is dealt."""
    hand = dealt(seated("holdem", [50, 100, 100], limit="no", blinds="none")).play("b50 f")
    assert (hand.legal.fold, hand.legal.to_call, hand.legal.raise_high) == (True, 50, 0)
    hand = hand.call()
    assert all(not isinstance(now.waiting, Act) for now in steps(hand))


@pytest.mark.requirement("D52")
def test_d52_buying_is_offered_where_betting_is_over() -> None:
    """With one player all-in nobody bets any more, but the other may still buy."""
    hand = dealt(seated("reach-around", [3, 100])).play("b2 c")
    waiting = [type(now.waiting).__name__ for now in steps(hand)]
    assert "Act" not in waiting
    offers = [now.waiting.seat for now in steps(hand) if isinstance(now.waiting, Buy)]
    assert offers == [1]
