"""Bots: legal in every game, blind to hidden cards, and the careful one worth its name."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Literal

import pytest

from wildrank.bots import (
    Bot,
    CallerBot,
    CarefulBot,
    Decision,
    RandomBot,
    bot_view,
    chances,
)
from wildrank.cards import Card
from wildrank.fair import shuffled
from wildrank.games import Game, GameCall, GameOffer, announce, games, load_game, options_of
from wildrank.hands import HandValue
from wildrank.referee import (
    BuyUp,
    Deal,
    DealCards,
    Fold,
    Hand,
    MuckCards,
    RaiseTo,
    ShowCards,
    State,
    TakeDown,
    advance,
    hand_value,
    start,
    waiting,
)

SLUGS = [game.slug for game in games()]


def play(
    game: Game,
    bots: Sequence[Bot],
    deck: Sequence[Card],
    settings: dict[str, str],
    button: int = 0,
) -> State:
    """Return the end of a hand between bots; every decision is judged by the referee."""
    state = start(game, *announce(game, settings), (200,) * len(bots), button)
    left = list(deck)
    while (wait := waiting(state)) is not None:
        if isinstance(wait, Deal):
            del left[: wait.burn]
            state = advance(state, DealCards(tuple(left[: wait.count])))[1]
            del left[: wait.count]
        else:
            decision = bots[wait.seat].decide(bot_view(state, wait.seat))
            state = advance(state, decision.action)[1]
    assert sum(state.stacks) == 200 * len(bots)
    return state


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("limit", ["fixed", "pot", "no"])
def test_every_bot_plays_every_game_to_its_end(slug: str, limit: str) -> None:
    """No decision of any bot is refused, for two and for six players, in any limit."""
    game = load_game(slug)
    for number in range(3):
        bots: list[Bot] = [
            RandomBot(seed=number),
            CarefulBot(seed=number),
            CallerBot(),
            RandomBot(seed=-1),
        ]
        deck = shuffled(range(52), f"{slug} {limit} {number}".encode())
        cards = [Card(card) for card in deck]
        play(game, bots[:2], cards, {"limit": limit})
        play(game, [*bots, *bots[:2]], cards, {"limit": limit})


def margin(slug: str, foe: str, hands: int) -> float:
    """Return what the careful bot wins a hand, in bets, over hands played from both seats."""
    game, total = load_game(slug), 0.0
    bet = announce(game)[0].small_bet
    for number in range(hands // 2):
        deck = [Card(card) for card in shuffled(range(52), f"{slug} {number}".encode())]
        for seat in (0, 1):
            other: Bot = CallerBot() if foe == "caller" else RandomBot(seed=number)
            bots: list[Bot] = [other, other]
            bots[seat] = CarefulBot(seed=number)
            total += play(game, bots, deck, {}, number % 2).stacks[seat] - 200
    return total / hands / bet


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("foe", ["caller", "random"])
def test_the_careful_bot_wins_clearly(slug: str, foe: str) -> None:
    """In a hundred hands, each dealt twice with seats exchanged, it wins a quarter bet a hand."""
    assert margin(slug, foe, 100) > 1 / 4


@pytest.mark.slow
@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("foe", ["caller", "random"])
def test_the_careful_bot_wins_clearly_for_long(slug: str, foe: str) -> None:
    """The same over a thousand hands."""
    assert margin(slug, foe, 1_000) > 1 / 4


@pytest.mark.parametrize("slug", SLUGS)
def test_hidden_cards_change_no_decision(slug: str) -> None:
    """A bot decides and reasons the same in two hands that differ in cards it cannot see."""
    game = load_game(slug)
    state = start(game, *announce(game), (200, 200, 200), 0)
    deck = [Card(card) for card in shuffled(range(52), slug.encode())]
    first = 3 * game.streets[0].down
    for seat in range(3):
        mine = [place for place in range(first) if place % 3 == (seat - 1) % 3]
        others = [place for place in range(52) if place not in mine]
        other = list(deck)
        for place, card in zip(others, shuffled([deck[p] for p in others], b"x"), strict=True):
            other[place] = card
        assert other[:first] != deck[:first]
        decided = []
        for cards in (deck, other):
            dealt = advance(state, DealCards(tuple(cards[:first])))[1]
            while (wait := waiting(dealt)) is not None and getattr(wait, "seat", None) != seat:
                seat_now = getattr(wait, "seat", 0)
                dealt = advance(dealt, CallerBot().decide(bot_view(dealt, seat_now)).action)[1]
            view = bot_view(dealt, seat)
            decided.append((view, CarefulBot(seed=1).decide(view)))
        assert decided[0] == decided[1]


def test_equal_views_get_equal_decisions() -> None:
    """The careful bot keeps no memory and no dice: the same view gets the same answer."""
    state = Hand.start("holdem", (200, 200, 200), 0).deal("As2cAd7d9s9d").state
    view = bot_view(state, 0)
    bot = CarefulBot(seed=4)
    assert len({repr(bot.decide(view)) for _ in range(3)}) == 1


@pytest.mark.parametrize("players", [2, 10])
@pytest.mark.parametrize("slug", SLUGS)
def test_the_work_of_a_decision_is_bounded(
    slug: str, players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many play, a decision deals a fixed number of samples, two hands in each."""
    game = load_game(slug)
    state = start(game, *announce(game), (200,) * players, 0)
    cards = [Card(card) for card in shuffled(range(52), b"work")]
    valued: list[int] = []

    def counted(state: State, seat: int, half: Literal["high", "low"]) -> HandValue | None:
        valued.append(seat)
        return hand_value(state, seat, half)

    monkeypatch.setattr(chances, "hand_value", counted)
    bot = CarefulBot()
    while (wait := waiting(state)) is not None:
        if isinstance(wait, Deal):
            del cards[: wait.burn]
            state = advance(state, DealCards(tuple(cards[: wait.count])))[1]
            del cards[: wait.count]
            continue
        view = bot_view(state, wait.seat)
        valued.clear()
        bot.decide(view)
        ways = 2 if view.legal.buy else 1
        assert len(valued) <= 2 * ways * len(game.split) * chances.samples_of(game)
        state = advance(state, CallerBot().decide(view).action)[1]


# ---------------------------------------------------------------------------- single decisions


def careful(hand: Hand) -> Decision:
    """Return what the careful bot does next in a hand."""
    seat = getattr(hand.waiting, "seat", 0)
    return CarefulBot(seed=0).decide(bot_view(hand.state, seat))


def third_card(down: str, board: str, price: int = 2) -> Hand:
    """Return a hand of four in which the seat left of the button may buy its third card."""
    hand = Hand.start("reach-around", (200,) * 4, 0, third_card_price=price)
    hand = hand.deal_hole({1: down, 2: "????", 3: "????", 0: "????"}).play("k b2 c c c")
    hand = hand.deal_board(board[:2]).play("k b2 c c c")
    return hand.deal_board(board[2:]).play("b2 c c c")


def test_three_wilds_are_worth_protecting() -> None:
    """TRA-3.2b-win: with jacks wild three times the card is bought, and it says why."""
    bought = careful(third_card("JsJd", "KhJc"))
    assert bought.action == BuyUp(1)
    assert "my Js are wild three times; a lower card would cost me them" in bought.reason
    assert "% bought" in bought.reason


def test_a_card_that_cannot_hurt_is_not_bought() -> None:
    """TRA-3.2a-equal: no card is lower than a deuce, so paying would protect nothing."""
    declined = careful(third_card("2d9h", "QcKd"))
    assert declined.action == TakeDown(1)
    assert "my 2s are wild once" in declined.reason


def test_a_price_beyond_its_worth_is_not_paid() -> None:
    """The same cards are taken down when the card costs most of the stack."""
    assert careful(third_card("JsJd", "KhJc", price=150)).action == TakeDown(1)


def test_winners_are_shown_and_losers_mucked() -> None:
    """D29: it shows what may win and throws away what is beaten."""
    river = Hand.start("holdem", (100, 100), 0, burns=False).play("").deal("As2cAd7d").play("c k")
    river = river.deal("Kh3d8s").play("k k").deal("Jc").play("k k").deal("Qh").play("k k")
    assert careful(river).action == ShowCards(1)
    assert careful(river.show()).action == MuckCards(0)


def test_the_nuts_are_raised_and_nothing_is_folded() -> None:
    """A royal flush wants more in the pot; seven high on such a board does not pay to call."""
    river = Hand.start("holdem", (100, 100), 0, burns=False).deal("Ah2cKh7d").play("c k")
    river = river.deal("QhJhTh").play("k k").deal("3c").play("k k").deal("4s")
    assert isinstance(careful(river).action, RaiseTo)
    hopeless = Hand.start("holdem", (100, 100), 0, burns=False).deal("Ah2cKh7d").play("c k")
    hopeless = hopeless.deal("QsJs4c").play("k k").deal("9s").play("k k").deal("5h").play("b4")
    assert careful(hopeless).action == Fold(0)


def test_chances_are_what_they_should_be() -> None:
    """Aces against one random hand win 85 times in 100, seven-deuce 35; samples come near."""
    found = {}
    for name, cards in (("aces", "AsAd"), ("worst", "7c2d")):
        state = Hand.start("holdem", (100, 100), 0).deal_hole({0: "????", 1: cards}).state
        view = bot_view(state, 1).state
        runs = [chances.chances(view, 1, Random(seed)).halves["high"] for seed in range(8)]
        found[name] = sum(runs) / len(runs)
    assert found["aces"] == pytest.approx(0.852, abs=0.04)
    assert found["worst"] == pytest.approx(0.346, abs=0.05)


# -------------------------------------------------------------------------------- the dealer


def test_bots_call_games_that_can_be_played() -> None:
    """Whatever a bot calls is a game on offer with an announcement that makes sense."""
    offered = GameOffer(games(), GameCall("reach-around"), 2, 4, 200)
    called = set()
    changed = 0
    for hand in range(2, 120):
        offer = offered._replace(hand=hand)
        for bot in (CarefulBot(seed=hand), RandomBot(seed=hand), CallerBot()):
            call = bot.call_game(offer)
            game = load_game(call.game)
            announce(game, call.settings)
            assert set(call.settings) <= {option.key for option in options_of(game)}
            called.add(call.game)
            changed += bool(call.settings)
    assert called == set(SLUGS)
    assert changed
    assert CarefulBot(seed=3).call_game(offered._replace(hand=1)) == offered.usual
