"""Odds from a sample of deals, reproducible from a seed whatever number of cores works on it.

The sample is made of blocks, each with its own place in the random numbers. Start reading at
`sample`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from hashlib import sha256
from itertools import islice
from typing import Any, Final

import numpy as np
from joblib import Parallel, delayed  # type: ignore[import-untyped]

from wildrank.hands.tables import Tables
from wildrank.odds import kernels, sample_kernels
from wildrank.odds.layout import Draws, Rules, hand_tables, rules_of, sampling
from wildrank.odds.result import CATEGORIES, CATEGORY_OF_LEVEL, Tally, standard_errors
from wildrank.odds.spot import Spot

Progress = Callable[[int, float], None]
Kernel = Callable[..., None]

BLOCK: Final = 1 << 18
_ROUND: Final = 2


def sample(
    spot: Spot,
    samples: int,
    seed: int,
    jobs: int = 1,
    progress: Progress | None = None,
) -> Tally:
    """Return the sums over so many deals drawn at random.

    Args:
        spot: The question; see that `playable` finds a deal for it.
        samples: How many deals.
        seed: Any whole number; the same one gives the same result, on any number of cores.
        jobs: How many cores work on it.
        progress: Told, now and then, how many samples there are and the largest standard error.

    Cost: some 15 ns a hand and deal, 130 in Omaha.
    """
    draws, found, rules = sampling(spot, hand_tables(spot)), hand_tables(spot), rules_of(spot)
    kernel = _kernel(spot)
    total: Tally | None = None
    blocks = _blocks(samples, seed)
    with Parallel(n_jobs=jobs, prefer="threads") as parallel:
        while group := list(islice(blocks, _ROUND * jobs)):
            parts = parallel(
                delayed(_block)(kernel, size, state, spot, (draws, found, rules))
                for size, state in group
            )
            for part in parts:
                total = part if total is None else total + part
            if progress and total:
                progress(total.deals, max(standard_errors(total)))
    return total or _block(kernel, 0, 0, spot, (draws, found, rules))


def _blocks(samples: int, seed: int) -> Iterator[tuple[int, int]]:
    """Yield the size of each block and where its random numbers begin."""
    for number in range((samples + BLOCK - 1) // BLOCK):
        size = min(BLOCK, samples - number * BLOCK)
        digest = sha256(f"{seed} {number}".encode()).digest()
        yield size, int.from_bytes(digest[:8], "little")


def _kernel(spot: Spot) -> Kernel:
    if spot.kind == "omaha":
        return sample_kernels.omaha_sampler
    if spot.kind == "reach":
        return sample_kernels.wild_sampler
    return sample_kernels.natural_sampler


def _block(
    kernel: Kernel, size: int, state: int, spot: Spot, read: tuple[Draws, Tables, Rules]
) -> Tally:
    players = len(spot.holdings)
    sums = np.zeros((players, kernels.SUMS), dtype=np.int64)
    levels = np.zeros((players, kernels.LEVELS), dtype=np.int64)
    lows = np.zeros((players, kernels.LOW_LEVELS), dtype=np.int64)
    with np.errstate(over="ignore"):  # the mixing of random numbers means to overflow
        kernel(size, np.uint64(state), *read, spot.game.has_low, sums, levels, lows)
    return tally_of(spot, (size, size), sums, levels, lows, sampled=True)


def tally_of(  # noqa: PLR0913 - all that the kernels wrote
    spot: Spot,
    deals: tuple[int, float],
    sums: Any,  # noqa: ANN401 - whole numbers, or not where hands have weights
    levels: Any,  # noqa: ANN401
    lows: Any,  # noqa: ANN401
    *,
    sampled: bool,
) -> Tally:
    """Return what the kernels summed up as a tally."""
    categories = np.zeros((len(sums), len(CATEGORIES)), dtype=levels.dtype)
    for level, category in enumerate(CATEGORY_OF_LEVEL):
        categories[:, category] += levels[:, level]
    halves = spot.game.has_low
    return Tally(
        deals=deals[0],
        weight=deals[1],
        wins=sums[:, kernels.WINS],
        ties=sums[:, kernels.TIES],
        shares=sums[:, kernels.SHARES],
        categories=categories,
        squares=sums[:, kernels.SQUARES] if sampled else None,
        highs=sums[:, kernels.HIGHS] if halves else None,
        lows=sums[:, kernels.LOWS] if halves else None,
        quarters=sums[:, kernels.QUARTERS] if halves else None,
        low_categories=lows if halves else None,
    )
