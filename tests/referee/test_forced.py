"""Unit tests of the forced bets where somebody cannot pay them in full."""

from __future__ import annotations

import pytest

from wildrank.referee import Hand


@pytest.mark.parametrize(
    ("line", "to_call", "raise_to"),
    [
        ("holdem fixed 4/8 @2 40/3/40", 4, 8),
        ("holdem fixed 4/8 @2 1/40/40", 4, 8),
        ("holdem fixed 4/8 @3 1/1/40/40", 4, 8),
        ("holdem no 4 @2 40/1/40", 4, 8),
        ("holdem fixed 4/8 @2 40/2/40 ante=1", 4, 8),
        ("holdem fixed 4/8 @4 2/1/11/6/8 ante=1", 4, 8),
        ("holdem no 4 @2 40/1/40 ante=1", 4, 8),
    ],
)
def test_short_blind(line: str, to_call: int, raise_to: int) -> None:
    """A big blind that is short, or has nothing left after the ante, leaves the bet unchanged.

    HE-bb: "the bet is still the full amount"; D18: callers pay the full big blind.
    """
    hand = Hand.parse(line)
    hand = hand.deal("??" * hand.state.due)
    assert (hand.legal.to_call, hand.legal.raise_low) == (to_call, raise_to)


def test_short_antes() -> None:
    """Who cannot pay the ante in full is all-in with it and is dealt in."""
    hand = Hand.parse("reach-around fixed 2/4 @2 1/20/20 ante=3")
    assert hand.stacks == (0, 17, 17)
    assert hand.state.committed == (1, 3, 3)
    hand = hand.deal("??" * 6)
    assert hand.legal.seat == 1


@pytest.mark.parametrize(
    ("line", "bets", "dead", "stacks"),
    [
        ("holdem fixed 4/8 @0 20/20/20", (0, 2, 4), (), (20, 18, 16)),
        ("holdem fixed 4/8 @0 20/20", (2, 4), (), (18, 16)),
        ("holdem fixed 4/8 @0 20/20 heads-up=left", (4, 2), (), (16, 18)),
        ("holdem fixed 4/8 @0 20/20/20 blinds=4", (0, 4, 0), (), (20, 16, 20)),
        ("holdem fixed 4/8 @0 20/20/20/20 blinds=2/4/8", (0, 2, 4, 8), (), (20, 18, 16, 12)),
        ("holdem fixed 3/6 @0 20/20/20", (0, 1, 3), (), (20, 19, 17)),
        ("holdem fixed 4/8 @0 20/20/20 ante=3 ante-by=dealer", (0, 2, 4), ((0, 3),), (17, 18, 16)),
        (
            "holdem fixed 4/8 @0 20/20/20 ante=3 ante-by=big-blind",
            (0, 2, 4),
            ((0, 3),),
            (20, 18, 13),
        ),
        ("reach-around fixed 2/4 @0 20/20 blinds=two ante=0", (2, 1), (), (18, 19)),
        ("reach-around fixed 2/4 @1 20/20", (0, 0), (), (19, 19)),
    ],
)
def test_posting(
    line: str, bets: tuple[int, ...], dead: tuple[tuple[int, int], ...], stacks: tuple[int, ...]
) -> None:
    """Blinds, antes, straddles and dead antes are posted by whom the announcement says."""
    state = Hand.parse(line).state
    assert (state.bets, state.dead, state.stacks) == (bets, dead, stacks)
