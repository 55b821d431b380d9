"""Corners of a hand that are easy to get wrong: one blind, unknown cards, late all-ins."""

from __future__ import annotations

import pytest

from wildrank.cards import UNKNOWN
from wildrank.errors import GameError, IllegalAction, NotationError
from wildrank.games import announce, load_game, parse_game
from wildrank.referee import Act, Hand, Show
from wildrank.referee.events import Posted, Raised, Shown
from wildrank.referee.perft import perft


@pytest.mark.requirement("HE-blinds")
@pytest.mark.parametrize("game", ["holdem", "holdem-hilo", "omaha-hilo", "reach-around"])
def test_one_blind_heads_up_is_the_big_one(game: str) -> None:
    """Heads-up a single blind is the big one; whoever has not posted it acts first."""
    hand = Hand.start(game, [50, 50], 1, blinds="one", ante=0)
    posted = [event for event in hand.events if isinstance(event, Posted)]
    button_is_small = game != "reach-around"
    payer = 0 if button_is_small else 1
    assert [(event.seat, event.kind, event.amount) for event in posted] == [
        (payer, "big-blind", 2)
    ]
    wait = hand.deal([UNKNOWN] * (2 * hand.game.streets[0].down)).waiting
    assert wait == Act(1 - payer)


def test_nobody_wins_with_unknown_cards() -> None:
    """A pot that two may win is not awarded while a card that counts is unknown."""
    hand = Hand.start("holdem", [9, 9], 1).deal("AhQsKhQd").play("c k")
    hand = hand.deal("??????").play("k k").deal("??").play("k k").deal("??").play("k k")
    assert isinstance(hand.waiting, Show)
    with pytest.raises(IllegalAction, match="board is") as refused:
        hand.show().show()
    assert refused.value.code == "action/unknown-cards"


def test_open_hands_are_not_settled_by_unknown_cards() -> None:
    """With hands open after an all-in the last unknown card is refused, and perft ends there."""
    hand = Hand.start("holdem", [2, 2], 1).deal("AhQsKhQd").call().deal("??????").deal("??")
    with pytest.raises(IllegalAction, match="board is"):
        hand.deal("??")
    assert perft(hand.state, 1) == 0


def test_an_unknown_upcard_settles_nothing() -> None:
    """An upcard nobody has seen keeps a Reach Around pot from being awarded."""
    hand = Hand.start("reach-around", [9, 9], 1).deal("7cQsKdTs").play("k k 7d k k 8h k k")
    hand = hand.buy_up().deal("??").take_down().deal("2c").play("k k 3s k k 4s k k").show()
    with pytest.raises(IllegalAction, match="hand of seat 0"):
        hand.show()


def test_a_low_alone_has_no_qualifier() -> None:
    """Without a high half a qualifier could leave the pot to nobody, so it is refused."""
    text = """
        slug = "low"
        name = "Low"
        summary = "The lowest hand wins."
        source = "A test."
        limits = ["fixed"]
        defaults = { small-bet = 2 }
        split = [{ half = "low", order = "ace-to-five-low" }]
        streets = [{ name = "hole", down = 2 }, { name = "board", board = 3 }]
    """
    game = parse_game(text)
    with pytest.raises(GameError, match="without a high half") as refused:
        announce(game, {"low-qualifier": 8})
    assert refused.value.code == "announcement/low-qualifier"


@pytest.mark.requirement("HE-half-open")
def test_completing_a_short_opening_is_a_bet() -> None:
    """After an opening all-in of less than half a bet, the completion is still called a bet."""
    hand = Hand.start("holdem", [200, 4, 200], 2, small_bet=2, big_bet=40, big_bet_from=2)
    hand = hand.deal("AhKhQhAsKsQs").play("c c k").deal("2c7d9h").check().bet_to(2)
    assert hand.legal.opening
    assert hand.legal.raise_low == 40
    raised = hand.bet_to(40).events[-1]
    assert isinstance(raised, Raised)
    assert raised.opening
    assert str(hand.bet_to(40)).endswith("| 2c7d9h k b2 b40")


def test_anybody_all_in_turns_all_hands_up() -> None:
    """All hands are turned up unasked though only a later seat is all-in."""
    hand = Hand.start("holdem", [50, 50, 4], 2, small_bet=2).deal("AhKhQhAsKsQs")
    hand = hand.play("r4 c c").deal("2c7d9h").play("k k").deal("3c").play("k k").deal("4d")
    hand = hand.play("k k")
    assert hand.over
    assert [event.seat for event in hand.events if isinstance(event, Shown)] == [0, 1, 2]


def test_a_stack_has_an_end() -> None:
    """Stacks beyond any sense are refused before anything is dealt."""
    with pytest.raises(GameError, match="at most") as refused:
        Hand.start("holdem", [10**16, 5], 1)
    assert refused.value.code == "game/stacks"


def test_a_line_has_an_end() -> None:
    """A line longer than any hand is refused at once."""
    line = "holdem fixed 2/4 @1 1000000/1000000 | AhKh QsQd " + "r4 " * 20_000
    with pytest.raises(NotationError, match="characters long"):
        Hand.parse(line)


def test_library_games_may_qualify_their_low() -> None:
    """A qualifier is fine beside a high half."""
    assert announce(load_game("holdem-hilo"), {"low-qualifier": "8"})[1].low_qualifier == 8
