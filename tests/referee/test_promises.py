"""A game file's promises: what is not as it says is found and told."""

from __future__ import annotations

import pytest

from wildrank.games import parse_game
from wildrank.referee.promises import broken

GAME = """
slug = "plain"
name = "Plain"
summary = "Five cards down."
source = "nobody"
limits = ["fixed"]
streets = [{ name = "deal", down = 5 }]
split = [{ half = "high", order = "high" }]
defaults = { ante = 1 }

[[hand]]
line = "plain fixed 2/4 @1 20/20 | 2c2d9h8s7s AsKsQsJs9s k b4 f"
stacks = [19, 21]

[[perft]]
line = "plain fixed 2/4 @1 20/20"
counts = [2, 5, 6]
tree = [12, 21]
"""
HAND = 'line = "plain fixed 2/4 @1 20/20 | 2c2d9h8s7s AsKsQsJs9s k b4 f"'


def told(*pairs: tuple[str, str]) -> list[tuple[str, str]]:
    """Return where the game breaks its word, and why, after some words of it are replaced."""
    text = GAME
    for old, new in pairs:
        assert old in text
        text = text.replace(old, new)
    return [(found.where, found.why) for found in broken(parse_game(text))]


def test_a_good_game_keeps_its_word() -> None:
    """Nothing is found where all is right."""
    assert told() == []


@pytest.mark.parametrize(
    ("old", "new", "where", "words"),
    [
        ("[19, 21]", "[20, 20]", "hand 1", "it ends with [19, 21], and the file says [20, 20]"),
        ("k b4 f", "k b4", "hand 1", "the hand is not over; it waits for Act(seat=0"),
        ("k b4 f", "k b3", "hand 1", "bet 4"),
        ("k b4 f", "k  b4 f", "hand 1", "it is written 'plain fixed"),
        (HAND, HAND.replace("plain", "holdem"), "hand 1", "the line is of the game 'holdem'"),
        (HAND, 'line = ""', "hand 1", "the line is of the game ''"),
        ("5, 6]", "4, 6]", "perft 1", "5 sequences of 2, and the file says 4; divided: "),
        ("[12, 21]", "[12, 22]", "perft 1", " ends, and the file says 12 and 22"),
        ('20/20"\ncounts', '20"\ncounts', "perft 1", "'20' is no stacks"),
    ],
)
def test_a_broken_promise_is_told(old: str, new: str, where: str, words: str) -> None:
    """Each kind of wrong promise is named by its place with what is the case."""
    ((place, why),) = told((old, new))
    assert place == where
    assert words in why


def test_a_wrong_count_is_divided() -> None:
    """What stands behind each first action adds up to the count that was found."""
    ((_, why),) = told(("5, 6]", "5, 7]"))
    divided = dict(part.rsplit(" ", 1) for part in why.partition("divided: ")[2].split(", "))
    assert set(divided) == {"check", "to 4"}
    assert sum(map(int, divided.values())) == int(why.split()[0])


def test_all_that_is_wrong_is_told() -> None:
    """One broken promise hides no other."""
    places = [place for place, _ in told(("[19, 21]", "[20, 20]"), ("[2, 5", "[3, 5"))]
    assert places == ["hand 1", "perft 1"]
