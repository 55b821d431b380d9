"""Unit tests of what one seat may see; that views hide in every hand is a property elsewhere."""

from __future__ import annotations

import pytest

from wildrank.cards import UNKNOWN, parse_cards
from wildrank.referee import (
    Event,
    Hand,
    State,
    apply,
    encode_events,
    hand_value,
    see,
    to_builtins,
    view,
    wild_ranks,
)
from wildrank.referee.events import Chose, HoleDealt, Shown
from wildrank.referee.state import fresh

HIDDEN = (UNKNOWN, UNKNOWN)
BOUGHT = "reach-around fixed 2/4 @1 30/30 | 7cKd QsTs k k | 7d k k | 7h k k | ^3h Js"


def folded_views(hand: Hand, stacks: tuple[int, ...]) -> dict[int | None, State]:
    """Return what each viewer's seen events add up to, a spectator's among them."""
    state = hand.state
    full = fresh(state.game, state.stakes, state.announcement, stacks, state.button)
    seen: dict[int | None, State] = dict.fromkeys((None, *range(state.seats)), full)
    for event in hand.events:
        for viewer, seeing in seen.items():
            seen[viewer] = apply(seeing, see(event, viewer, full))
        full = apply(full, event)
    return seen


def test_view_hides() -> None:
    """A seat sees its own downcards, a spectator nobody's, and all see upcards and the board."""
    state = Hand.parse(BOUGHT).state
    assert view(state, 0).down == (parse_cards("7cKd"), (UNKNOWN,) * 3)
    assert view(state, 1).down == (HIDDEN, parse_cards("QsTsJs"))
    assert view(state, None).down == (HIDDEN, (UNKNOWN,) * 3)
    for viewer in (0, 1, None):
        assert view(state, viewer).up == (parse_cards("3h"), ())
        assert view(state, viewer).board == parse_cards("7d7h")


@pytest.mark.parametrize("viewer", [1, None])
def test_view_hides_wilds(viewer: int | None) -> None:
    """An upcard and a board card carry no flag: the wild rank is its owner's secret."""
    state = Hand.parse(BOUGHT).state
    assert [str(rank) for rank in wild_ranks(view(state, 0), 0)] == ["7"]
    assert wild_ranks(view(state, viewer), 0) == ()
    assert hand_value(view(state, viewer), 0) is None
    assert "wild" not in str(to_builtins(view(state, viewer).down))


def test_folded_cards_stay_hidden() -> None:
    """Cards of a hand that was folded, or won without a call, are never shown."""
    line = "holdem fixed 2/4 @2 20/20/20 | 2c2d 3c3d 4c4d f c k | 5h6h7h k b2 f"
    hand = Hand.parse(line)
    assert hand.over
    assert view(hand.state, None).down == (HIDDEN,) * 3
    assert view(hand.state, 0).down == (parse_cards("2c2d"), HIDDEN, HIDDEN)


def test_shown_and_mucked() -> None:
    """Cards shown at the showdown are seen by all, and mucked ones by nobody else."""
    line = "holdem fixed 2/4 @1 20/20 | AcAd 3c3d c k | 5h6h7h k k | Ts k k | Td k k s m"
    state = Hand.parse(line).state
    assert view(state, None).down == (parse_cards("AcAd"), HIDDEN)
    assert view(state, 1).down == (parse_cards("AcAd"), parse_cards("3c3d"))


def test_see_masks() -> None:
    """Events are masked only where they hold a secret, and only for those it is kept from."""
    state = Hand.parse("holdem fixed 2/4 @1 20/20").state
    dealt = HoleDealt(0, parse_cards("AcAd"))
    assert see(dealt, 0, state) == dealt
    assert see(dealt, 1, state) == HoleDealt(0, HIDDEN)
    assert see(dealt, None, state) == HoleDealt(0, HIDDEN)
    plain: list[Event] = [HoleDealt(0, parse_cards("Ac"), up=True), Shown(0, parse_cards("AcAd"))]
    for event in plain:
        assert see(event, 1, state) == event
    assert b"Ac" not in encode_events([see(dealt, None, state)])


def test_secret_choices() -> None:
    """Choices made in secret are masked for all but their owner. D10."""
    state = Hand.parse("reach-around fixed 2/4 @1 30/30 buy-order=secret").state
    assert see(Chose(0, up=True), 0, state) == Chose(0, up=True)
    assert see(Chose(0, up=True), 1, state) == Chose(0, up=None)
    in_turn = Hand.parse("reach-around fixed 2/4 @1 30/30").state
    assert see(Chose(0, up=True), 1, in_turn) == Chose(0, up=True)
    one = "reach-around fixed 2/4 @1 30/30 buy-order=secret | 7cKd QsTs k k | 7d k k | 7h k k | ^"
    chosen = Hand.parse(one).state
    assert view(chosen, 0).choices == ("up", "")
    assert view(chosen, 1).choices == view(chosen, None).choices == ("secret", "")


@pytest.mark.parametrize("order", ["in-turn", "decide-first", "secret"])
@pytest.mark.parametrize("choices", ["v v", "^ v", "v ^", "^ ^"])
def test_seen_events_add_up(order: str, choices: str) -> None:
    """Folding the events a viewer saw gives the viewer's view, whoever bought and however."""
    start = f"reach-around fixed 2/4 @1 30/30 buy-order={order}"
    hand = Hand.parse(f"{start} | 7cKd QsTs k k | 7d k k | 7h k k")
    first, second = choices.split()
    inline = order == "in-turn"
    mark = {"^": "^", "v": ""}
    hand = hand.play(f"{mark[first]}3h {mark[second]}Js" if inline else f"{first} {second} 3h Js")
    for viewer, seen in folded_views(hand, (30, 30)).items():
        assert seen == view(hand.state, viewer), viewer
