"""Random hands played by PokerKit too: the same decisions and final stacks, or a known difference.

The counts are those of seeded hands: a difference that is new, or one that comes or goes, fails.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import NamedTuple

import pytest
from differential.pokerkit_twin import DIVERGENCES, ENDINGS, LONE_CHECK, Duel

from wildrank.games import announce, load_game
from wildrank.referee import Hand


class Batch(NamedTuple):
    """Some seeded hands of one game and limit, and the divergences they are known to meet."""

    game: str
    limit: str
    hands: int
    decisions: int
    found: dict[str, int]


BATCHES = (
    Batch(
        "holdem",
        "fixed",
        750,
        7007,
        {
            "cap counts short all-ins": 9,
            "completion": 100,
            "first short all-in": 40,
            "half a bet": 6,
            "lone check": 21,
            "odd chips": 1,
            "short blind": 110,
        },
    ),
    Batch(
        "holdem",
        "no",
        600,
        3807,
        {"first short all-in": 24, "lone check": 6, "merged pots": 1, "short blind": 40},
    ),
    Batch(
        "holdem",
        "pot",
        300,
        2251,
        {"first short all-in": 15, "lone check": 5, "odd chips": 1, "short blind": 18},
    ),
    Batch(
        "holdem-hilo",
        "fixed",
        300,
        2771,
        {
            "completion": 28,
            "first short all-in": 10,
            "half a bet": 4,
            "lone check": 9,
            "merged pots": 5,
            "odd chips": 1,
            "short blind": 45,
        },
    ),
    Batch(
        "holdem-hilo",
        "no",
        300,
        1934,
        {"first short all-in": 7, "lone check": 6, "merged pots": 4, "short blind": 30},
    ),
    Batch(
        "omaha-hilo",
        "fixed",
        120,
        1161,
        {"completion": 14, "first short all-in": 5, "lone check": 2, "short blind": 16},
    ),
    Batch(
        "omaha-hilo",
        "no",
        100,
        726,
        {
            "first short all-in": 7,
            "lone check": 1,
            "merged pots": 2,
            "short blind": 6,
            "side pot without a low": 2,
        },
    ),
    Batch(
        "omaha-hilo",
        "pot",
        120,
        965,
        {"first short all-in": 13, "lone check": 2, "merged pots": 1, "short blind": 3},
    ),
)
FEWEST_HANDS = 2000


def random_start(game: str, limit: str, seed: int) -> tuple[Hand, Random]:
    """Return a fresh hand with uneven stacks, many of them short, and the chance for the rest."""
    random = Random(f"{game} {limit} {seed}")
    seats, small_bet, ante = random.randint(2, 6), 4, random.choice((0, 0, 1, 2))
    most = random.choice((12, 12, 40, 40, 200))
    least = random.choice((ante + 1, small_bet, small_bet + ante))
    stacks = [random.randint(least, most) for _ in range(seats)]
    said: dict[str, object] = {
        "limit": limit,
        "small-bet": small_bet,
        "ante": ante,
        "blind-counts": random.random() < 0.5,
        "short-all-in": random.choice(("half", "full")),
        "showdown": random.choice(("all-in", "each")),
        "heads-up-cap": "kept" if seats > 2 else random.choice(("kept", "lifted")),
    }
    if game != "holdem":
        said["same-winners"] = "per-half"
    stakes, announcement = announce(load_game(game), said)
    button = random.randrange(seats)
    return Hand.start(game, stacks, button, stakes=stakes, announcement=announcement), random


@pytest.mark.parametrize("batch", BATCHES, ids=lambda batch: f"{batch.game}-{batch.limit}")
def test_random_hands_agree(batch: Batch) -> None:
    """PokerKit offers the same at every decision and ends with the same stacks, but as listed."""
    found: Counter[str] = Counter()
    decisions = 0
    for seed in range(batch.hands):
        duel = Duel(*random_start(batch.game, batch.limit, seed))
        duel.play()
        found += duel.found
        decisions += duel.decisions
    assert (decisions, dict(sorted(found.items()))) == (batch.decisions, batch.found)


def test_batches_cover() -> None:
    """There are hands enough, and every divergence with a reason is met by some of them."""
    met = {name for batch in BATCHES for name in batch.found}
    listed = {entry.name for entry in DIVERGENCES} | {LONE_CHECK.name}
    assert met == listed | {entry.name for entry in ENDINGS}
    assert sum(batch.hands for batch in BATCHES) >= FEWEST_HANDS
