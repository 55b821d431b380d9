"""Unit tests of counting: against a second program, against itself, and by hand."""

from __future__ import annotations

import pytest
from referee.tree_oracle import first_spot, rules_of, walk

from wildrank.cards import UNKNOWN
from wildrank.referee import Hand
from wildrank.referee.perft import choices, divide, perft, to_decision, tree

LINES = (
    "holdem no 2 @1 6/6",
    "holdem no 2 @1 10/10",
    "holdem no 2 @2 6/6/6",
    "holdem no 2 @2 5/9/14",
    "holdem no 2 @3 4/8/8/8",
    "holdem no 2 @1 9/5 ante=1",
    "holdem fixed 2/4 @1 1000/1000 heads-up-cap=kept",
    "reach-around no 2 @1 4/4 third-card-price=1",
    "reach-around no 2 @1 6/6",
    "reach-around no 2 @0 7/5 third-card-price=3",
    "reach-around no 2 @2 4/4/4 third-card-price=1",
    "reach-around no 2 @2 3/4/6 third-card-price=1",
    "reach-around-flop no 2 @1 8/8",
    "reach-around-flop no 2 @2 3/5/6",
    "reach-around-flop no 2 @1 6/6 third-card-price=0",
    "reach-around-flop fixed 2/4 @1 1000/1000 heads-up-cap=kept",
)


@pytest.mark.parametrize("line", LINES)
def test_perft_twice(line: str) -> None:
    """The referee and a program that shares nothing with it count the same trees."""
    state = Hand.parse(line).state
    stakes, price = state.stakes, state.announcement.third_card_price
    rules = rules_of(state.game, stakes, price, state.button)
    stacks = [chips + paid for chips, paid in zip(state.stacks, state.committed, strict=True)]
    blinds = {seat: bet for seat, bet in enumerate(state.bets) if bet}
    counts, decisions, ends = walk(rules, first_spot(rules, stacks, stakes.ante, blinds))
    depths = range(1, min(len(counts), 8) + 1)
    assert [perft(state, depth) for depth in depths] == counts[: len(depths)], [
        divide(state, depth) for depth in depths
    ]
    assert tree(state) == (decisions, ends)


def test_perft_by_hand() -> None:
    """Heads-up with one chip behind each blind, the tree is small enough to write down.

    The button folds, calls 2 or goes all-in for 3; after a call the big blind checks or goes
    all-in, and an all-in is called or not. Three streets of check or bet 1 follow a check.
    """
    state = Hand.parse("holdem no 2 @1 3/3").state
    assert divide(state, 1) == {"fold": 1, "call": 1, "to 3": 1}
    assert divide(state, 2) == {"fold": 0, "call": 2, "to 3": 2}
    assert divide(state, 3) == {"fold": 0, "call": 4, "to 3": 0}
    street = 2 + 2  # check-check goes on; check-bet and bet are folded to or called
    assert tree(state) == (3 + 1 + 4 * 3, 1 + 2 + 2 + 3 * street + 1)


@pytest.mark.parametrize("line", ["holdem pot 2 @1 10/10", "reach-around fixed 2/4 @2 20/20/20"])
def test_divide_adds_up(line: str) -> None:
    """The counts behind each action add up to the count of the position."""
    state = Hand.parse(line).state
    for depth in (1, 2, 3, 4):
        assert sum(divide(state, depth).values()) == perft(state, depth)


def test_perft_starts_anywhere() -> None:
    """Counting starts in the middle of a hand as well, and at its end there is nothing."""
    hand = Hand.parse("reach-around fixed 2/4 @1 20/20 | 7cKd QsTs k k | 7d k k | 7s k k")
    assert divide(hand.state, 1) == {"buyup": 1, "takedown": 1}
    over = Hand.parse("holdem fixed 2/4 @1 20/20 | 7cKd QsTs f").state
    assert (perft(over, 0), perft(over, 1), divide(over, 1), tree(over)) == (1, 0, {}, (0, 1))


def test_choices_and_cards() -> None:
    """Cards are dealt unseen on the way to a decision, and a show is no choice."""
    state = to_decision(Hand.parse("holdem no 2 @1 6/6").state)
    assert state is not None
    assert state.down == ((UNKNOWN, UNKNOWN),) * 2
    assert len(list(choices(state))) == 5
    line = "holdem fixed 2/4 @1 20/20 | 7cKd QsTs c k | 2c3c4c k k | 5h k k | 6d k k"
    assert to_decision(Hand.parse(line).state) is None
    assert list(choices(Hand.parse("holdem no 2 @1 6/6").state)) == []
