"""Counting betting trees, as chess programs count moves: the proof that no branch is missing.

Cards are left out: every deal is of unknown cards. A node is a decision to bet or to buy; showing
is none. Start reading at `perft`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from wildrank.cards import UNKNOWN
from wildrank.errors import IllegalAction
from wildrank.referee import actions as do
from wildrank.referee.decide import advance
from wildrank.referee.legal import legal
from wildrank.referee.state import State
from wildrank.referee.waiting import Deal, Show, waiting


class Tree(NamedTuple):
    """The size of a whole betting tree."""

    decisions: int
    ends: int


def choices(state: State) -> Iterator[do.PlayerAction]:
    """Yield every action of the seat in turn, every whole amount of a raise included."""
    may = legal(state)
    seat = may.seat
    if seat is None:
        return
    if may.fold:
        yield do.Fold(seat)
    if may.check:
        yield do.Check(seat)
    if may.call:
        yield do.Call(seat)
    if may.raise_low:
        for to in range(may.raise_low, may.raise_high + 1):
            yield do.RaiseTo(seat, to)
    if may.buy:
        yield do.BuyUp(seat)
        yield do.TakeDown(seat)


def to_decision(state: State) -> State | None:
    """Return the state at the next decision, unknown cards dealt, or None when none is left."""
    while isinstance(wait := waiting(state), Deal):
        try:
            _, state = advance(state, do.DealCards((UNKNOWN,) * wait.count))
        except IllegalAction:  # the hands lie open, and unknown cards would settle the pot
            return None
    return None if wait is None or isinstance(wait, Show) else state


def perft(state: State, depth: int) -> int:
    """Return how many sequences of exactly so many decisions lead on from a state.

    Args:
        state: Where to start.
        depth: How many decisions, at least 0.

    Cost: grows with the count, but positions that bet alike are counted once.
    """
    return _perft(state, depth, {})


def _perft(state: State, depth: int, known: dict[tuple[object, ...], int]) -> int:
    at = to_decision(state)
    if not depth:
        return 1
    if at is None:
        return 0
    key = (depth, *_betting_key(at))
    if key not in known:
        known[key] = (
            sum(1 for _ in choices(at))
            if depth == 1
            else sum(_perft(advance(at, action)[1], depth - 1, known) for action in choices(at))
        )
    return known[key]


def divide(state: State, depth: int) -> dict[str, int]:
    """Return the count behind each action of the seat in turn; their sum is `perft`.

    Args:
        state: Where to start.
        depth: How many decisions, at least 1.
    """
    at = to_decision(state)
    if at is None:
        return {}
    known: dict[tuple[object, ...], int] = {}
    return {
        _name(action): _perft(advance(at, action)[1], depth - 1, known) for action in choices(at)
    }


def _name(action: do.PlayerAction) -> str:
    if isinstance(action, do.RaiseTo):
        return f"to {action.to}"
    return type(action).__name__.lower()


def tree(state: State) -> Tree:
    """Return how many decisions and ends the whole betting tree has."""
    return _tree(state, {})


def _tree(state: State, known: dict[tuple[object, ...], Tree]) -> Tree:
    at = to_decision(state)
    if at is None:
        return Tree(0, 1)
    key = _betting_key(at)
    if key not in known:
        below = [_tree(advance(at, action)[1], known) for action in choices(at)]
        known[key] = Tree(1 + sum(b.decisions for b in below), sum(b.ends for b in below))
    return known[key]


def _betting_key(state: State) -> tuple[object, ...]:
    """Return all that decides how the betting can go on."""
    return (
        state.street,
        state.stacks,
        state.bets,
        state.committed,
        state.dead,
        state.folded,
        state.choices,
        tuple(map(len, state.down)),
        tuple(map(len, state.up)),
        state.due,
        len(state.board),
        state.faced,
        state.to_match,
        state.full_to,
        state.min_raise,
        state.bets_made,
        state.uncapped,
        state.turn_from,
    )
