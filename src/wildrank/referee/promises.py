"""What a game file promises, kept or not: its golden hands and its counts of betting trees.

Start reading at `broken`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from wildrank.errors import GameError, WildrankError
from wildrank.games.model import Game, GoldenHand, PerftCount
from wildrank.referee.hand import Hand
from wildrank.referee.perft import divide, perft, tree
from wildrank.referee.state import State


class Broken(NamedTuple):
    """A promise that a game does not keep.

    Attributes:
        where: Its place in the file, ``hand 2`` or ``perft 1``, counted from 1.
        line: The hand line of it.
        why: What is the case, and what the file says.
    """

    where: str
    line: str
    why: str


def broken(game: Game) -> Iterator[Broken]:
    """Yield each golden hand and each count of a game that is not as its file says.

    Cost: that of the counts; those of a file are meant to take seconds.
    """
    for number, golden in enumerate(game.hands, 1):
        try:
            why = _wrong_hand(_parsed(game, golden.line), golden)
        except WildrankError as error:
            why = error.message
        if why:
            yield Broken(f"hand {number}", golden.line, why)
    for number, count in enumerate(game.perft, 1):
        try:
            why = _wrong_count(_parsed(game, count.line).state, count)
        except WildrankError as error:
            why = error.message
        if why:
            yield Broken(f"perft {number}", count.line, why)


def _parsed(game: Game, line: str) -> Hand:
    """Return the hand of a line, which must be one of the game.

    Raises:
        GameError: If it is a hand of another game.
        WildrankError: If it is no hand line, or not legal.
    """
    slug = line.split(maxsplit=1)[0] if line.split() else ""
    if slug != game.slug:
        msg = f"the line is of the game {slug!r}, and this is {game.slug!r}"
        raise GameError(msg, code="game/line")
    return Hand.parse(line, game)


def _wrong_hand(hand: Hand, golden: GoldenHand) -> str:
    """Return how a golden hand went otherwise than it says; empty if it did not."""
    if not hand.over:
        return f"the hand is not over; it waits for {hand.waiting}"
    if hand.stacks != golden.stacks:
        return f"it ends with {list(hand.stacks)}, and the file says {list(golden.stacks)}"
    if str(hand) != golden.line:
        return f"it is written {str(hand)!r}"
    return ""


def _wrong_count(state: State, count: PerftCount) -> str:
    """Return the first length whose count is another, with what is behind each first action."""
    for depth, said in enumerate(count.counts, 1):
        found = perft(state, depth)
        if found != said:
            behind = ", ".join(f"{name} {n}" for name, n in divide(state, depth).items())
            return f"{found} sequences of {depth}, and the file says {said}; divided: {behind}"
    if count.tree is not None and tree(state) != count.tree:
        decisions, ends = tree(state)
        return (
            f"the tree has {decisions} decisions and {ends} ends, and the file says"
            f" {count.tree[0]} and {count.tree[1]}"
        )
    return ""
