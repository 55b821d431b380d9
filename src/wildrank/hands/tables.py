"""Lookup tables for the kernels, built from the reference orders and kept in the user's cache.

A holding is looked up by a number that says how many cards it has of each rank, and how many
wilds. Every card has a 64-bit key, and the keys of a holding are added up:

* bits 0-15 count the cards of each suit, four bits a suit, a wild counting in every suit; each
  count starts at 3, so that its highest bit tells five or more;
* bits 16-19 count the wilds;
* the bits from 20 on are a random part for each rank, a wild being a fourteenth rank. Their sum is
  a perfect hash of the ranks held: bits 20 and up choose a displacement, which is added to bits 36
  and up to give the place in the table. Seven keys never add up to more than 64 bits.

The tables hold the very strengths that the reference orders return, so kernel and reference can be
compared and mixed. They are stored under a hash of the source of everything they depend on, and
can therefore never be stale. Start reading at `rank_table` and `flush_table`.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import Final, NamedTuple
from zipfile import BadZipFile

import numpy as np
import numpy.typing as npt
from platformdirs import user_cache_path

from wildrank import cards as cards_module
from wildrank.cards import DECK, Card, Rank
from wildrank.hands import naturals, orders, values, wilds
from wildrank.hands.naturals import high
from wildrank.hands.orders import ace_to_five_low
from wildrank.hands.values import HandRules
from wildrank.hands.wilds import high_with_wilds

U16 = npt.NDArray[np.uint16]
U64 = npt.NDArray[np.uint64]
I32 = npt.NDArray[np.int32]

RANK_COUNT: Final = 13
MOST_ALIKE: Final = 4
SIZES: Final = (5, 6, 7)
NO_WILD: Final = RANK_COUNT
BUCKET_SHIFT: Final = 20
PLACE_SHIFT: Final = 36
WILD_KEY: Final = 0x1111 | 1 << 16

NATURAL_BUCKETS: Final = 13
NATURAL_PLACES: Final = 16
WILD_BUCKETS: Final = 12
WILD_PLACES: Final = 15
SEEDS: Final = {5: 0, 6: 0, 7: 5}  # the first that work; others would do

# Where the parts stand in the one array that single hands are looked up in: two words for all,
# then for each size the displacements and strengths as in `Tables`, and the keys of 64 cards.
FLAT_HEADER: Final = 2
FLAT_HIGHS: Final = 1 << NATURAL_BUCKETS
FLAT_WILD_DISPLACED: Final = FLAT_HIGHS + (1 << NATURAL_PLACES)
FLAT_WILD_HIGHS: Final = FLAT_WILD_DISPLACED + (1 << WILD_BUCKETS)
FLAT_FLUSHES: Final = FLAT_WILD_HIGHS + (1 << WILD_PLACES)
FLAT_KEYS: Final = FLAT_FLUSHES + (8 << RANK_COUNT)
FLAT_ROW: Final = 64
FLAT_SIZE: Final = FLAT_KEYS + (RANK_COUNT + 1) * FLAT_ROW


class Layout(NamedTuple):
    """Where each holding of one size lies in the tables of its kind.

    Attributes:
        keys: ``uint64[14, 256]``: the key of each card when a rank is wild; the last row is for no
            wild rank. Numbers that are no card have key 0.
        counts: ``int[n, 13]``: how many naturals of each rank each holding has.
        wilds: How many wilds each holding has; the natural holdings come first.
        displacements: Of the natural holdings and of those with wilds.
        places: Where each holding lies, natural ones and those with wilds counted apart.
    """

    keys: U64
    counts: npt.NDArray[np.int64]
    wilds: npt.NDArray[np.int64]
    displacements: tuple[U16, U16]
    places: npt.NDArray[np.int64]


class _Mixer:
    """A row of 64-bit numbers from a seed (the splitmix64 generator)."""

    def __init__(self, seed: int) -> None:
        self._state = seed

    def next(self) -> int:
        mask = (1 << 64) - 1
        self._state = (self._state + 0x9E3779B97F4A7C15) & mask
        mixed = self._state
        mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & mask
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & mask
        return mixed ^ (mixed >> 31)


def _counts(size: int) -> npt.NDArray[np.int64]:
    """Return ``int[n, 13]``: every way to hold so many cards, four of a rank at most."""
    rows: list[tuple[int, ...]] = [()]
    for _ in range(RANK_COUNT):
        rows = [
            (*row, more) for row in rows for more in range(min(MOST_ALIKE, size - sum(row)) + 1)
        ]
    return np.array([row for row in rows if sum(row) == size], dtype=np.int64)


def _displace(sums: U64, buckets: int, places: int) -> tuple[U16, npt.NDArray[np.int64]] | None:
    """Return displacements that send every sum to a place of its own, or None if it cannot be.

    Buckets are placed from the fullest to the emptiest, each at the first displacement that fits.
    """
    room = 1 << places
    bucket = ((sums >> np.uint64(BUCKET_SHIFT)) & np.uint64((1 << buckets) - 1)).astype(np.int64)
    place = ((sums >> np.uint64(PLACE_SHIFT)) & np.uint64(room - 1)).astype(np.int64)
    order = np.argsort(bucket, kind="stable")
    starts = np.searchsorted(bucket[order], np.arange((1 << buckets) + 1))
    sizes = np.diff(starts)
    pairs = bucket * room + place
    if len(np.unique(pairs)) < len(pairs):
        return None
    free = np.ones(room, dtype=bool)
    displacements = np.zeros(1 << buckets, dtype=np.uint16)
    step = 512
    for number in np.argsort(-sizes, kind="stable")[: int((sizes > 0).sum())]:
        wanted = place[order[starts[number] : starts[number + 1]], None]
        for first in range(0, room, step):
            fits = free[(wanted + np.arange(first, first + step)) % room].all(axis=0)
            if fits.any():
                displacement = first + int(fits.argmax())
                break
        else:
            return None
        displacements[number] = displacement
        free[(wanted + displacement) % room] = False
    return displacements, (place + displacements[bucket]) % room


@cache
def layout(size: int) -> Layout:
    """Return where every holding of so many cards lies, naturals and wilds.

    Args:
        size: Cards of a holding, 5 to 7.
    """
    parts = [_counts(size - wild) for wild in range(MOST_ALIKE + 1)]
    counts = np.concatenate(parts)
    wild = np.repeat(np.arange(MOST_ALIKE + 1), [len(part) for part in parts])
    natural = len(parts[0])
    for seed in count(SEEDS[size]):
        mixer = _Mixer(seed)
        random = [mixer.next() >> 23 << BUCKET_SHIFT for _ in range(RANK_COUNT + 1)]
        factors = np.array(random, dtype=np.uint64)
        sums = (counts.astype(np.uint64) * factors[:-1]).sum(axis=1, dtype=np.uint64)
        sums += wild.astype(np.uint64) * factors[-1]
        low = _displace(sums[:natural], NATURAL_BUCKETS, NATURAL_PLACES)
        top = _displace(sums[natural:], WILD_BUCKETS, WILD_PLACES) if low else None
        if low and top:
            places = np.concatenate([low[1], top[1]])
            return Layout(_keys(random), counts, wild, (low[0], top[0]), places)
    raise AssertionError


def _keys(random: Sequence[int]) -> U64:
    keys = np.zeros((RANK_COUNT + 1, 256), dtype=np.uint64)
    for wild_rank in range(RANK_COUNT + 1):
        for card in DECK:
            natural = random[card >> 2] | 1 << 4 * (card & 3)
            keys[wild_rank, card] = random[-1] | WILD_KEY if card >> 2 == wild_rank else natural
    return keys


class Tables(NamedTuple):
    """Everything the kernels look things up in, for holdings of one size under some rules.

    Attributes:
        keys: As in `Layout`.
        bits: Of each card the bit ``16 * suit + rank``; numbers that are no card have none.
        natural_displacements: Of holdings without wilds, by the bucket.
        highs: Strengths of holdings without wilds and without a flush.
        lows: Ace-to-five strengths of holdings without wilds.
        wild_displacements: Of holdings with wilds, by the bucket.
        wild_highs: Strengths of holdings with wilds, whatever their suits.
        flushes: ``int32[8, 8192]``: by the number of wilds and the natural ranks of one suit, the
            strength that these cards alone reach; 0 where they are fewer than five or too many,
            or the wilds more than four, as in rows that are no hand.
    """

    keys: U64
    bits: U64
    natural_displacements: U16
    highs: I32
    lows: I32
    wild_displacements: U16
    wild_highs: I32
    flushes: I32


def tables(size: int, rules: HandRules) -> Tables:
    """Return the tables for holdings of so many cards, from the cache or newly built.

    Args:
        size: Cards of a holding, 5 to 7.
        rules: What the dealer announced; ``naturals_first`` makes no difference here.

    Cost: one or two seconds the first time on a machine, then some milliseconds a process.
    """
    return _stored(size, HandRules(rules.five_of_a_kind, rules.double_ace))


@cache
def _stored(size: int, rules: HandRules) -> Tables:
    name = f"{size}-{rules.five_of_a_kind}-{'double' if rules.double_ace else 'single'}"
    path = _cache_folder() / f"{name}-{_source_hash()}.npz"
    found = _read(path)
    if found is None:
        _say(f"building the tables of {size}-card hands, once on this machine ...")
        found = _build(size, rules)
        _write(path, found)
    return found


@cache
def flat(rules: HandRules) -> U64:
    """Return the tables of all sizes as one array, for kernels that look up a single hand.

    The first word is the strength of a natural royal where it stands above five of a kind, else
    0; the second whether naturals come first among equals.

    Shape: ``uint64[FLAT_HEADER + 3 * FLAT_SIZE]``.
    """
    parts: list[npt.NDArray[np.generic]] = [
        np.array([natural_royal(rules), rules.naturals_first], dtype=np.uint64)
    ]
    for size in SIZES:
        found = tables(size, rules)
        parts += [found.natural_displacements, found.highs]
        parts += [found.wild_displacements, found.wild_highs]
        parts += [found.flushes.ravel(), found.keys[:, :FLAT_ROW].ravel()]
    return np.concatenate([part.astype(np.uint64) for part in parts])


def natural_royal(rules: HandRules) -> int:
    """Return the strength of a natural royal where it stands above five of a kind, else 0.

    Source: D33.
    """
    return values.royal_strength() if rules.five_of_a_kind == "royal" else 0


def _build(size: int, rules: HandRules) -> Tables:
    where = layout(size)
    natural = int((where.wilds == 0).sum())
    highs = np.zeros(1 << NATURAL_PLACES, dtype=np.int32)
    lows = np.zeros_like(highs)
    wild_highs = np.zeros(1 << WILD_PLACES, dtype=np.int32)
    rows = zip(where.counts.tolist(), where.wilds.tolist(), where.places.tolist(), strict=True)
    for number, (counts, wild, place) in enumerate(rows):
        held = _spread(counts)
        if number < natural:
            highs[place] = high(held).strength
            low = ace_to_five_low(held)
            lows[place] = low.strength if low else 0
        else:
            wild_highs[place] = _with_wilds(held, counts, wild, rules)
    bits = np.zeros(256, dtype=np.uint64)
    bits[: len(DECK)] = [1 << 16 * (card & 3) + (card >> 2) for card in DECK]
    first, second = where.displacements
    flushes = _flushes(size, rules)
    return Tables(where.keys, bits, first, highs, lows, second, wild_highs, flushes)


def _spread(counts: Sequence[int]) -> list[Card]:
    """Return cards of given ranks, over the suits so evenly that they never make a flush."""
    used = [0, 0, 0, 0]
    held = []
    for rank, many in enumerate(counts):
        for suit in sorted(range(4), key=used.__getitem__)[:many]:
            used[suit] += 1
            held.append(DECK[4 * rank + suit])
    return held


def _with_wilds(held: list[Card], counts: Sequence[int], wild: int, rules: HandRules) -> int:
    """Return the strength of some naturals and so many cards of a wild rank they lack.

    The wilds are of the later suits first, so that none plays as itself in a flush of clubs.
    """
    rank = counts.index(0)
    cards = [DECK[4 * rank + suit] for suit in (3, 2, 1, 0)[:wild]]
    return high_with_wilds([*held, *cards], [Rank(rank)], rules).strength


def _flushes(size: int, rules: HandRules) -> I32:
    found = np.zeros((8, 1 << RANK_COUNT), dtype=np.int32)
    for mask in range(1, 1 << RANK_COUNT):
        suited = [rank for rank in range(RANK_COUNT) if mask >> rank & 1]
        held = [DECK[4 * rank] for rank in suited]
        for wild in range(MOST_ALIKE + 1):
            if not 5 <= len(held) + wild <= size:
                continue
            counts = [mask >> rank & 1 for rank in range(RANK_COUNT)]
            found[wild, mask] = (
                _with_wilds(held, counts, wild, rules) if wild else high(held).strength
            )
    return found


# ---------------------------------------------------------------------------------- the cache


def _cache_folder() -> Path:
    return user_cache_path("wildrank", appauthor=False)


@cache
def _source_hash() -> str:
    """Return a hash of all source that the tables depend on."""
    digest = sha256()
    for module in (cards_module, values, naturals, wilds, orders, sys.modules[__name__]):
        digest.update(Path(str(module.__file__)).read_bytes())
    return digest.hexdigest()[:16]


def _read(path: Path) -> Tables | None:
    """Return the tables of a file, or None if there is no such file or it is damaged.

    Kernels look nothing up twice, so arrays of another shape than theirs are damage too.
    """
    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as stored:
            found = Tables(**{name: stored[name] for name in Tables._fields})
    except (OSError, ValueError, KeyError, EOFError, BadZipFile):
        return None
    kinds = tuple((array.dtype.type, array.shape) for array in found)
    return found if kinds == _KINDS else None


_KINDS: Final = (
    (np.uint64, (RANK_COUNT + 1, 256)),
    (np.uint64, (256,)),
    (np.uint16, (1 << NATURAL_BUCKETS,)),
    (np.int32, (1 << NATURAL_PLACES,)),
    (np.int32, (1 << NATURAL_PLACES,)),
    (np.uint16, (1 << WILD_BUCKETS,)),
    (np.int32, (1 << WILD_PLACES,)),
    (np.int32, (8, 1 << RANK_COUNT)),
)


def _write(path: Path, found: Tables) -> None:
    """Store tables so that no other process ever reads half a file.

    A full disk or a folder that may not be written costs the next process its time, no more.
    """
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
            part = Path(file.name)
            try:
                np.savez(file, **found._asdict())
                file.close()
                part.replace(path)
            finally:
                part.unlink(missing_ok=True)


def _say(words: str) -> None:
    """Tell a person at a terminal what takes time; programs are told nothing."""
    if sys.stderr.isatty():
        sys.stderr.write(f"wildrank: {words}\n")
