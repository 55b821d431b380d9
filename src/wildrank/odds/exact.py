"""Exact odds by looking at every deal: how many there are, how long it takes, and doing it.

Start reading at `enumerate_all`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice, pairwise
from math import comb, prod
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt
from joblib import Parallel, delayed  # type: ignore[import-untyped]

from wildrank.hands.tables import Tables
from wildrank.odds import exact_kernels, kernels
from wildrank.odds.layout import Options, Rules, enumeration, hand_tables, option_counts, rules_of
from wildrank.odds.result import Tally
from wildrank.odds.sample import tally_of
from wildrank.odds.spot import Spot

Progress = Callable[[int, float], None]
Sums = npt.NDArray[Any]

# Nanoseconds on one core: valuing an option, combining a choice of all but the last player,
# facing it with one option of the last player.
_VALUE_NS: Final = {"hole": 4.0, "reach": 8.0, "omaha": 150.0}
_CHOICE_NS: Final = 60.0
_FACE_NS: Final = 2.0
_CHUNK_NS: Final = 2e8
_KINDS: Final = {
    "hole": exact_kernels.HOLE,
    "omaha": exact_kernels.OMAHA,
    "reach": exact_kernels.REACH,
}


class Cost(NamedTuple):
    """What it would take to look at every deal.

    Attributes:
        deals: How many deals there are at most; hands that share a card are counted in.
        seconds: About how long it takes on one core.
    """

    deals: int
    seconds: float


class _Chunk(NamedTuple):
    """A part of the work: so many boards from one on, and some of the choices on each of them.

    A choice is one option for each player but the last.
    """

    start: int
    boards: int
    choices: tuple[int, int]


def cost(spot: Spot) -> Cost:
    """Return how many deals a spot has and how long looking at all of them takes."""
    counts = sorted(option_counts(spot))
    boards = comb(len(spot.deck), spot.to_come)
    choices, deals = prod(counts[:-1]), prod(counts)
    each = sum(counts) * _VALUE_NS[spot.kind] + choices * _CHOICE_NS + deals * _FACE_NS
    return Cost(boards * deals, boards * each / 1e9)


def enumerate_all(spot: Spot, jobs: int = 1, progress: Progress | None = None) -> Tally:
    """Return the sums over every deal of a spot.

    Args:
        spot: The question; there must be a deal for it.
        jobs: How many cores work on it.
        progress: Told, now and then, how many deals were looked at, and 0.

    Cost: see `cost`.
    """
    counts = option_counts(spot)
    order = sorted(range(len(counts)), key=counts.__getitem__)  # many options are cheapest last
    found, rules = hand_tables(spot), rules_of(spot)
    options = enumeration(spot, found, order)
    chunks = _chunks(spot, options)
    # without weights the sums of a chunk are whole numbers far below 2**53, and therefore whole
    kind = np.int64 if (options.weights == 1).all() else np.float64
    total = _Parts.empty(len(order)).of(kind)
    with Parallel(n_jobs=jobs, prefer="threads") as parallel:
        while group := list(islice(chunks, 2 * jobs)):
            work = (delayed(_count)(spot, chunk, options, found, rules) for chunk in group)
            for part in parallel(work):
                total = total.plus(part.of(kind))
            if progress:
                progress(total.deals, 0.0)
    back = np.argsort(order)
    sums, levels, lows = (part[back] for part in total[1:])
    weight = levels[0].sum().item()
    return tally_of(spot, (total.deals, weight), sums, levels, lows, sampled=False)


class _Parts(NamedTuple):
    """What the kernel adds to: see `wildrank.odds.kernels.award`."""

    deals: int
    sums: Sums
    levels: Sums
    lows: Sums

    @classmethod
    def empty(cls, players: int) -> _Parts:
        sizes = (kernels.SUMS, kernels.LEVELS, kernels.LOW_LEVELS)
        return cls(0, *(np.zeros((players, size)) for size in sizes))

    def of(self, kind: type[np.int64 | np.float64]) -> _Parts:
        arrays = (part.astype(kind) for part in self[1:])
        return _Parts(self.deals, *arrays)

    def plus(self, other: _Parts) -> _Parts:
        return _Parts(
            self.deals + other.deals,
            self.sums + other.sums,
            self.levels + other.levels,
            self.lows + other.lows,
        )


def _chunks(spot: Spot, options: Options) -> Iterator[_Chunk]:
    """Yield parts of the work that take some tenths of a second each."""
    boards = comb(len(options.deck), spot.to_come)
    each_ns = cost(spot).seconds * 1e9 / boards
    step = max(1, int(_CHUNK_NS / each_ns))
    choices = prod(int(many) for many in np.diff(options.offsets)[:-1])
    slices = max(1, min(choices, int(each_ns / _CHUNK_NS)))
    edges = [choices * part // slices for part in range(slices + 1)]
    for start in range(0, boards, step):
        for low, high in pairwise(edges):
            yield _Chunk(start, min(step, boards - start), (low, high))


def _count(spot: Spot, chunk: _Chunk, options: Options, found: Tables, rules: Rules) -> _Parts:
    parts = _Parts.empty(len(spot.holdings))
    at = combination(chunk.start, len(options.deck), spot.to_come)
    deals = exact_kernels.enumerate_deals(
        _KINDS[spot.kind],
        spot.game.has_low,
        chunk.boards,
        np.array(at, dtype=np.int64),
        chunk.choices,
        options,
        found,
        rules,
        *parts[1:],
    )
    parts.sums[:, kernels.SQUARES] = 0  # an exact result has no use for them, and they are large
    return parts._replace(deals=int(deals))


def combination(number: int, many: int, size: int) -> list[int]:
    """Return one of the sets of ``size`` out of ``many``, in the order of itertools.

    >>> combination(0, 5, 2), combination(4, 5, 2), combination(9, 5, 2)
    ([0, 1], [1, 2], [3, 4])
    """
    places: list[int] = []
    place = 0
    while len(places) < size:
        behind = comb(many - place - 1, size - len(places) - 1)
        if number < behind:
            places.append(place)
        else:
            number -= behind
        place += 1
    return places
