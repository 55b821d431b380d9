"""What the contenders are given: random hands, the same ones in every run.

Start reading at `random_hands`.
"""

from __future__ import annotations

import os
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from wildrank.benchmark.timing import Timed
from wildrank.cards import DECK

Hands = npt.NDArray[np.uint8]
MANY: Final = 1_000_000
SOME: Final = 50_000
FEW: Final = 5_000


@cache
def random_hands(count: int) -> Hands:
    """Return random hands of seven cards, the same ones each time."""
    return np.random.default_rng(1).random((count, 52)).argsort(axis=1)[:, :7].astype(np.uint8)


@cache
def hand_lists(count: int) -> list[list[int]]:
    """Return them as lists of card numbers."""
    lists: list[list[int]] = random_hands(count).tolist()
    return lists


@cache
def hand_texts(count: int) -> list[list[str]]:
    """Return them as lists of words such as ``As``."""
    return [[str(DECK[card]) for card in hand] for hand in hand_lists(count)]


def one_by_one(function: Callable[..., object], *inputs: Iterable[Any]) -> Timed:
    """Return what calls a function once for each input and drops the answers."""
    columns = [list(each) for each in inputs]
    return Timed(lambda: deque(map(function, *columns), maxlen=0), len(columns[0]))


@contextmanager
def silenced() -> Iterator[None]:
    """Send standard output nowhere, for libraries that print."""
    sys.stdout.flush()
    kept, nowhere = os.dup(1), os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, 1)
        yield
    finally:
        os.dup2(kept, 1)
        os.close(kept)
        os.close(nowhere)
