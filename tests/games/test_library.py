"""Every game of the library keeps its own promises: golden hands and counts of betting trees."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from wildrank.games import Game, GoldenHand, PerftCount, games, load_game
from wildrank.referee import Hand
from wildrank.referee.perft import divide, perft, tree

HANDS = [(game.slug, golden) for game in games() for golden in game.hands]
COUNTS = [(game.slug, count) for game in games() for count in game.perft]
FEWEST_HANDS = 3
DEEPEST = 6


@pytest.mark.parametrize(("slug", "golden"), HANDS, ids=[golden.line for _, golden in HANDS])
def test_golden_hand(slug: str, golden: GoldenHand) -> None:
    """A golden hand is legal to its end and leaves the stacks that the rules give by hand."""
    hand = Hand.parse(golden.line)
    assert hand.game.slug == slug
    assert hand.over
    assert hand.stacks == golden.stacks
    assert str(hand) == golden.line


@pytest.mark.parametrize(("slug", "count"), COUNTS, ids=[count.line for _, count in COUNTS])
def test_perft_count(slug: str, count: PerftCount) -> None:
    """The betting tree behind a hand line has as many sequences of each length as it says."""
    hand = Hand.parse(count.line)
    assert hand.game.slug == slug
    for depth, expected in enumerate(count.counts, 1):
        assert perft(hand.state, depth) == expected, divide(hand.state, depth)
    assert count.tree is not None
    assert tree(hand.state) == count.tree


@pytest.mark.parametrize("game", games(), ids=lambda game: game.slug)
def test_game_is_documented(game: Game) -> None:
    """A game says what it is and where it comes from, and brings hands and counts with reasons."""
    assert len(game.hands) >= FEWEST_HANDS
    assert game.perft
    for text in (game.name, game.summary, game.source):
        assert text.strip()
    assert all(golden.source for golden in game.hands)
    assert all(count.source for count in game.perft)


def test_betting_is_shared() -> None:
    """Hold'em, high-low and Omaha bet alike, so their trees have the same counts."""
    counted = {
        count.line.removeprefix("holdem"): (count.counts, count.tree)
        for count in load_game("holdem").perft
    }
    for slug in ("holdem-hilo", "omaha-hilo"):
        for count in load_game(slug).perft:
            assert counted[count.line.removeprefix(slug)] == (count.counts, count.tree)


def test_counts_from_outside(shared: Path) -> None:
    """All rows of the table of betting trees, counted outside this project, are in the library."""
    text = (shared / "rules" / "counts.md").read_text(encoding="utf-8").replace("*", "")
    rows = re.findall(
        r"^\| (?:no|pot|fixed)[^|]*\| ([\d ,]+?) \| ([\d,]+), ([\d,]+)", text, re.MULTILINE
    )
    assert len(rows) == 16
    kept = {(count.counts, count.tree) for count in load_game("holdem").perft}
    for depths, decisions, ends in rows:
        counts = tuple(int(number.replace(",", "")) for number in depths.split())
        size = (int(decisions.replace(",", "")), int(ends.replace(",", "")))
        assert (counts, size) in kept
