"""Hands that begin otherwise than most: a dead button, blinds missing or made up for, a kill."""

from __future__ import annotations

import pytest

from wildrank.errors import GameError, NotationError
from wildrank.referee import Act, Deal, Hand, decode_event, encode_events, pots
from wildrank.referee.events import Announced, Posted


def blind(hand: Hand) -> Hand:
    """Return a hand with unknown first cards."""
    return hand.deal("??" * hand.state.due)


def test_dead_button_changes_no_order() -> None:
    """With a dead button everything begins at the same first seat. D45."""
    plain = "holdem fixed 2/4 @2 100/100/100/100 | ???? ???? ???? ???? c f c k | ?????? k k k"
    plain += " | ?? k k k | ??"
    dead = plain.replace("@2 ", "@2+ ")
    hand, other = Hand.parse(dead), Hand.parse(plain)
    assert str(hand) == dead
    assert hand.state == other.state
    assert [type(event) for event in hand.events] == [type(event) for event in other.events]
    opened = hand.events[0]
    assert isinstance(opened, Announced)
    assert opened.posts.dead_button
    assert hand != other


def test_odd_chip_with_a_dead_button() -> None:
    """The odd chip goes to the first tied seat on the left of the dead button. D23, D45."""
    line = (
        "holdem fixed 2/4 @1+ 100/100/100 ante=1 blinds=none | 2d3c 4h5h 2c3d k k k"
        " | AsKsQs k b2 f c | Js k k | Ts k k s s"
    )
    hand = Hand.parse(line)
    assert hand.stacks == (100, 99, 101)


@pytest.mark.parametrize(
    ("line", "bets", "dead", "first", "words"),
    [
        (
            "holdem fixed 2/4 @2+ 9/9/9/9 small-blind=none",
            (0, 0, 0, 2),
            0,
            0,
            "fold, call 2 or raise to 4",
        ),
        (
            "holdem fixed 2/4 @0 9/9/9/9/9 late=4:2+1,0:2",
            (2, 1, 2, 0, 2),
            1,
            3,
            "fold, call 2 or raise to 4",
        ),
        ("holdem fixed 2/4 @0 9/9/9/9/9 late=4:0+1", (0, 1, 2, 0, 0), 1, 3, "fold, call 2"),
        ("holdem no 2 @0 9/9/9/9/9 late=3:2+1", (0, 1, 2, 2, 0), 1, 3, "check or raise to 4 to 8"),
        ("holdem fixed 2/4 @0 9/9/9/2 late=3:2+1", (0, 1, 2, 2), 0, 0, "fold, call 2"),
        (
            "holdem fixed 4/8 @0 9/9/9/9 blinds=1/2 kill=0",
            (4, 1, 2, 0),
            0,
            3,
            "fold, call 4 or raise to 8",
        ),
        (
            "holdem fixed 4/8 @0 9/9/9/9 blinds=1/2 kill=2",
            (0, 1, 4, 0),
            0,
            3,
            "fold, call 4 or raise to 8",
        ),
        ("holdem fixed 3/6 @0 9/9/9/2 blinds=1/2 kill=3", (0, 1, 2, 2), 0, 0, "fold, call 3"),
        ("holdem fixed 4/8 @0 9/9 blinds=1/2 kill=0", (4, 2), 0, 0, "check or raise to 8"),
    ],
)
def test_posted(line: str, bets: tuple[int, ...], dead: int, first: int, words: str) -> None:
    """Who posts what, who speaks first after the last blind, and what that seat may do."""
    hand = blind(Hand.parse(line))
    assert str(Hand.parse(str(hand))) == str(hand)
    assert hand.state.bets == bets
    assert sum(amount for _, amount in hand.state.dead) == dead
    assert sum(hand.stacks) + hand.state.pot == sum(
        event.stacks[seat]
        for event in hand.events
        if isinstance(event, Announced)
        for seat in range(len(event.stacks))
    )
    assert hand.waiting == Act(first)
    assert hand.legal.words.startswith(words)


def test_heads_up_kill_by_the_small_blind() -> None:
    """The blind of a seat that kills counts towards its kill. D47."""
    hand = blind(Hand.parse("holdem fixed 4/8 @0 50/50 blinds=1/2 kill=0"))
    posted = [(e.seat, e.kind, e.amount) for e in hand.events if isinstance(e, Posted)]
    assert posted == [(0, "small-blind", 1), (1, "big-blind", 2), (0, "kill", 3)]


def test_kill_is_the_bet() -> None:
    """A kill takes the place of the big blind as the first bet, and three raises follow. D47."""
    hand = Hand.parse(
        "holdem fixed 4/8 @0 90/90/90/90 blinds=1/2 kill=0 | ???? ???? ???? ???? r8 r12 r16"
    )
    assert hand.legal.words == "fold or call 14"
    assert hand.legal.capped


def test_the_killer_may_raise_when_nobody_did() -> None:
    """Whoever killed the pot has a choice when the others have only called."""
    hand = Hand.parse("holdem fixed 4/8 @1 90/90/90 blinds=1/2 kill=1 | ???? ???? ????")
    assert hand.waiting == Act(1)
    assert hand.legal.words == "check or raise to 8"
    hand = hand.play("k c c")
    assert hand.waiting == Deal((), 3, burn=1)


def test_late_poster_has_the_option() -> None:
    """A blind made up for is a bet: its seat may check, or raise, when its turn comes. D46."""
    hand = Hand.parse("holdem fixed 2/4 @0 90/90/90/90/90 late=4:2+1 | ???? ???? ???? ???? ???? c")
    assert hand.waiting == Act(4)
    assert hand.legal.words == "check or raise to 4"
    hand = hand.play("k f f k")
    assert hand.state.pot == 2 + 2 + 2 + 1 + 1
    assert hand.waiting == Deal((), 3, burn=1)


def test_dead_blind_is_in_the_main_pot() -> None:
    """What is dead of a late post belongs to the main pot, and counts in nobody's share."""
    hand = Hand.parse(
        "holdem no 2 @0 90/90/90/3 late=3:2+1 | KhKd 7d2h 8c3h AhAd r8 f c | 4c5s9s k k"
    )
    assert [pot.amount for pot in pots(hand.state)] == [2 + 2 + 2 + 1 + 1, 6 + 6]
    assert hand.state.committed == (8, 1, 8, 2)


@pytest.mark.parametrize(
    ("posts", "reason"),
    [
        ("@1+ 9/9", "with two players"),
        ("@1 9/9 small-blind=none", "with two players"),
        ("@1 9/9/9 blinds=2 small-blind=none", "a small and a big one"),
        ("@1 9/9/9 late=3:2", "a seat from 0 to 2"),
        ("@1 9/9/9 late=1:2,1:2", "once"),
        ("@1 9/9/9 late=2:2", "who posts a blind makes up for none"),
        ("@1 9/9 late=0:2", "who posts a blind makes up for none"),
        ("@1 9/9/9 late=0:3", "from 0 to 2 live"),
        ("@1 9/9/9 late=0:0", "from 0 to 2 live"),
        ("@1 9/9/9 blinds=none ante=1 late=0:2", "none to make up for"),
        ("@1 9/9/9 kill=0", "raises the small bet, 2, above the big blind, 2"),
        ("@1 9/9/9/9 blinds=1/1/2 kill=0", "one or two blinds"),
        ("@1 9/9/9 late=1:2 kill=1", "does not kill besides"),
    ],
)
def test_refused(posts: str, reason: str) -> None:
    """Posts that no custom leads to are refused with the reason."""
    with pytest.raises(GameError, match=reason) as refused:
        Hand.parse(f"holdem fixed 2/4 {posts}")
    assert refused.value.code == "game/posts"


@pytest.mark.parametrize("word", ["late=0", "late=0:x", "kill=x", "small-blind=1", "late=0:1+"])
def test_malformed(word: str) -> None:
    """A word about posting that says nothing is refused, and what would be right is named."""
    with pytest.raises(NotationError, match="write") as refused:
        Hand.parse(f"holdem fixed 2/4 @1 9/9/9 {word}")
    assert refused.value.code == "notation/posts"


def test_only_a_kill_parts_bet_and_blind() -> None:
    """Without a kill the big blind is the small bet, as ever."""
    with pytest.raises(GameError, match="must be the smallest bet 4"):
        Hand.parse("holdem fixed 4/8 @1 9/9/9 blinds=1/2")


def test_old_logs_begin_plainly() -> None:
    """An announcement stored before hands could begin otherwise is that of a plain hand."""
    first = Hand.parse("holdem fixed 2/4 @1 9/9").events[0]
    stored = encode_events([first])
    assert b'"posts":{' in stored
    before = stored.split(b',"posts":')[0] + b"}"
    assert decode_event(before) == first
