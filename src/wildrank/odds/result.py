"""What an equity calculation returns, and the sums that every method of it fills in.

A method, exact or sampled, returns a `Tally`; `summary` makes the `Odds` that people read of it.
Start reading at `Tally`. Nothing here deals a card or compares a hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Any, Final, NamedTuple

import msgspec
import numpy as np
import numpy.typing as npt

POT: Final = 5040
HALF: Final = POT // 2

CATEGORIES: Final = (
    "high card",
    "pair",
    "two pair",
    "three of a kind",
    "straight",
    "flush",
    "full house",
    "four of a kind",
    "straight flush",
    "five of a kind",
)
LOW_CATEGORIES: Final = (
    "no pair",
    "pair",
    "two pair",
    "three of a kind",
    "full house",
    "four of a kind",
    "none qualifies",
)
# The place in CATEGORIES of each level of the high order, the four highest bits of a strength.
CATEGORY_OF_LEVEL: Final = (0, 1, 2, 3, 4, 5, 6, 7, 9, 8, 9, 8, 9)

Sums = npt.NDArray[np.int64] | npt.NDArray[np.float64]


class Tally(NamedTuple):
    """Sums over deals, a place for each player; whole numbers unless hands have weights.

    Attributes:
        deals: How many deals were looked at.
        weight: The sum of their weights; as many as the deals unless hands have weights.
        wins: Deals in which the player wins the whole pot alone.
        ties: Deals in which the player wins some of the pot and not all.
        shares: What the player wins, in ``POT`` parts of the pot: 5040 can be divided by two and
            then by any number of players up to ten.
        squares: The squares of these shares, from which the error of a sample follows; None for
            an exact result.
        highs: What the player wins of the high half, in ``HALF`` parts of it; None where the pot
            has no halves.
        lows: The same of the low half, nothing where no low qualifies.
        quarters: Deals in which the player shares one half and wins nothing of the other.
        categories: ``[players, 10]``: the final high hand, as in ``CATEGORIES``.
        low_categories: ``[players, 7]``: the final low, as in ``LOW_CATEGORIES``.

    Shape: ``[players]`` but for the categories; ``int64``, or ``float64`` with weights.
    """

    deals: int
    weight: float
    wins: Sums
    ties: Sums
    shares: Sums
    categories: Sums
    squares: Sums | None = None
    highs: Sums | None = None
    lows: Sums | None = None
    quarters: Sums | None = None
    low_categories: Sums | None = None

    def __add__(self, other: object) -> Tally:
        """Return the sums over the deals of both."""
        if not isinstance(other, Tally):
            return NotImplemented
        return Tally(*(_plus(mine, theirs) for mine, theirs in zip(self, other, strict=True)))


def _plus(mine: Any, theirs: Any) -> Any:  # noqa: ANN401 - a number, an array or None
    return None if mine is None or theirs is None else mine + theirs


class PlayerOdds(msgspec.Struct, frozen=True):
    """How one player fares.

    Attributes:
        hand: As it was asked for.
        win: Probability of winning the whole pot alone.
        tie: Probability of winning some of it and not all.
        equity: Mean share of the pot, 0 to 1.
        error: Standard error of ``equity``; 0 for an exact result.
        categories: Distribution of the final high hand, without the categories never seen.
        high: Mean share of the high half; None where the pot has no halves.
        low: Mean share of the low half, nothing won where no low qualifies.
        scoop: Probability of winning both halves, or the whole pot where no low qualifies.
        quarter: Probability of sharing one half and winning nothing of the other.
        lows: Distribution of the final low hand.
    """

    hand: str
    win: float
    tie: float
    equity: float
    error: float
    categories: dict[str, float]
    high: float | None = None
    low: float | None = None
    scoop: float | None = None
    quarter: float | None = None
    lows: dict[str, float] | None = None


class Odds(msgspec.Struct, frozen=True):
    """How all players fare, in the order they were given.

    Attributes:
        players: One for each hand.
        deals: Deals or samples looked at.
        exact: Whether every possible deal was looked at.
    """

    players: tuple[PlayerOdds, ...]
    deals: int
    exact: bool


def summary(tally: Tally, hands: Sequence[str]) -> Odds:
    """Return what people read of a tally."""
    players = tuple(_player(tally, seat, hand) for seat, hand in enumerate(hands))
    return Odds(players, tally.deals, tally.squares is None)


def standard_errors(tally: Tally) -> list[float]:
    """Return the standard error of each player's equity; zeros for an exact result."""
    if tally.squares is None or tally.deals < 2:
        return [0.0] * len(tally.shares)
    means = tally.shares / tally.weight / POT
    spreads = tally.squares / tally.weight / POT**2 - means**2
    # one more deal of an average kind, so that a run of nothing but wins is not without error
    floor = 1 / (tally.weight + 1)
    return [sqrt(max(spread, floor) / tally.weight) for spread in spreads.tolist()]


def _player(tally: Tally, seat: int, hand: str) -> PlayerOdds:
    def share(sums: Sums | None, parts: int = 1) -> float | None:
        return None if sums is None else float(sums[seat] / tally.weight / parts)

    win = share(tally.wins) or 0.0
    return PlayerOdds(
        hand=hand,
        win=win,
        tie=share(tally.ties) or 0.0,
        equity=share(tally.shares, POT) or 0.0,
        error=standard_errors(tally)[seat],
        categories=_distribution(CATEGORIES, tally.categories[seat], tally.weight),
        high=share(tally.highs, HALF),
        low=share(tally.lows, HALF),
        scoop=None if tally.highs is None else win,
        quarter=share(tally.quarters),
        lows=(
            None
            if tally.low_categories is None
            else _distribution(LOW_CATEGORIES, tally.low_categories[seat], tally.weight)
        ),
    )


def _distribution(names: Sequence[str], sums: Sums, weight: float) -> dict[str, float]:
    return {name: many / weight for name, many in zip(names, sums.tolist(), strict=True) if many}
