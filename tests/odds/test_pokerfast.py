"""Hold'em equities against another program, which has OMPEval inside."""

from __future__ import annotations

import random
from typing import Any

import pytest

from wildrank._jit import COMPILED
from wildrank.cards import DECK, format_cards
from wildrank.odds import odds

# The other program knows no JJ-99 and takes it for JJ.
WORDS = ("QQ+", "JJ,TT,99", "AKs", "AKo", "ATs+", "76s", "22", "KQ", "QQ+,AKs", "T9s,98s,AJo")

pytestmark = pytest.mark.skipif(not COMPILED, reason="takes hours where the compiler is off")


@pytest.fixture(scope="module")
def peer() -> Any:  # noqa: ANN401 - a module without types
    """Return the equity functions of pokerfast."""
    module = pytest.importorskip("pokerfast.equity", reason="pokerfast is not installed")
    if not module.available():
        pytest.skip("pokerfast has no library for this machine")
    return module


@pytest.mark.parametrize("seed", range(60))
def test_random_matchup(peer: Any, seed: int) -> None:  # noqa: ANN401 - as above
    """Two to five hands or ranges, on any board, with dead cards: the same equities."""
    rng = random.Random(seed)
    deck = list(DECK)
    rng.shuffle(deck)
    players = rng.choice((2, 2, 3, 4, 5))
    ranged = rng.choice((0, 0, 1)) if players > 2 else rng.choice((0, 1, 2))
    hands = [format_cards(deck.pop() for _ in range(2)) for _ in range(players - ranged)]
    board = format_cards(deck.pop() for _ in range(rng.choice((0, 3, 4, 5))))
    dead = format_cards(deck.pop() for _ in range(rng.choice((0, 0, 2))))
    hands += [rng.choice(WORDS) for _ in range(ranged)]
    if ranged == 1 and len(board) >= 6:
        hands[-1] = "random"
    ours = odds("holdem", hands, board=board, dead=dead, exact=True)
    theirs = peer.equity(hands, board, dead, exact=True)
    assert [player.equity for player in ours.players] == pytest.approx(theirs, abs=1e-9)


def test_aces_against_random(peer: Any) -> None:  # noqa: ANN401 - as above
    """Two aces against any hand before the flop."""
    ours = odds("holdem", ["AhAd", "random"]).players[0].equity
    assert ours == pytest.approx(peer.equity(["AhAd", "random"])[0], abs=1e-9)
