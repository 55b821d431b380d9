"""The parts of the fast count: pairs alike up to suits, and strengths as small numbers."""

from __future__ import annotations

from itertools import combinations, permutations

import numpy as np
import pytest

from wildrank.hands import HandRules
from wildrank.hands.tables import tables
from wildrank.hands.values import royal_strength
from wildrank.odds.preflop.codes import natural_codes, wild_codes
from wildrank.odds.preflop.suits import alike, symmetries
from wildrank.odds.result import CATEGORIES, CATEGORY_OF_LEVEL


def _pairs(cards: list[int]) -> list[tuple[int, ...]]:
    return [
        (*mine, *theirs)
        for mine in combinations(cards, 2)
        for theirs in combinations(cards, 2)
        if not set(mine) & set(theirs)
    ]


def _moved(pair: tuple[int, ...], suits: tuple[int, ...]) -> tuple[int, ...]:
    moved = [card & ~3 | suits[card & 3] for card in pair]
    return (*sorted(moved[:2]), *sorted(moved[2:]))


@pytest.mark.parametrize("fixed", [[], [[0, 1]], [[0], [5]]])
def test_kinds_of_pairs(fixed: list[list[int]]) -> None:
    """Two pairs are of one kind exactly if an exchange of suits turns one into the other."""
    pairs = _pairs([0, 1, 2, 3, 4, 5, 6, 7])
    keeping = [
        suits
        for suits in permutations(range(4))
        if all({card & ~3 | suits[card & 3] for card in cards} == set(cards) for cards in fixed)
    ]
    rows, kinds = alike(np.array(pairs, dtype=np.uint8), fixed)
    orbits = {frozenset(_moved(pair, suits) for suits in keeping) for pair in pairs}
    assert symmetries(fixed) == len(keeping)
    assert len(rows) == len(orbits)
    for number, orbit in enumerate(frozenset(_moved(pairs[row], s) for s in keeping)
                                   for row in rows):  # fmt: skip
        members = {pair for pair, kind in zip(pairs, kinds, strict=True) if kind == number}
        assert members == orbit


def test_natural_codes_keep_the_order() -> None:
    """Codes compare as the strengths do, flushes too, and begin with the category."""
    found, codes = tables(7, HandRules()), natural_codes(None)
    strengths = np.concatenate([found.highs, found.flushes[0][found.flushes[0] > 0]])
    small = np.concatenate([codes.both >> 16, codes.flushes[codes.flushes > 0]]).astype(np.int64)
    order = np.argsort(strengths, kind="stable")
    assert (np.sign(np.diff(strengths[order])) == np.sign(np.diff(small[order]))).all()
    assert ((small >> 12) == np.array(CATEGORY_OF_LEVEL)[strengths >> 23]).all()
    lows = np.argsort(found.lows[found.lows > 0], kind="stable")
    coded = (codes.both & 0xFFFF)[found.lows > 0][lows].astype(np.int64)
    assert (np.sign(np.diff(found.lows[found.lows > 0][lows])) == np.sign(np.diff(coded))).all()


@pytest.mark.parametrize("qualifier", [5, 7, 8, 10])
@pytest.mark.requirement("D26")
def test_lows_that_qualify(qualifier: int) -> None:
    """A low code is 0 exactly where the low has a pair or a card above the qualifier."""
    lows = tables(7, HandRules()).lows
    held = lows > 0
    packed = (6 << 20) - 1 - lows[held].astype(np.int64)
    coded = natural_codes(qualifier).both[held] & 0xFFFF
    assert ((coded > 0) == ((packed >> 20 == 0) & (packed >> 16 < qualifier))).all()
    assert np.unique(coded).size == len(list(combinations(range(qualifier), 5))) + 1


@pytest.mark.parametrize("five", ["above", "below", "royal"])
def test_wild_codes_keep_the_order(five: str) -> None:
    """Codes of wild hands compare as the strengths do, and each run is of one category."""
    rules = HandRules(five_of_a_kind=five)  # type: ignore[arg-type]
    found, codes = tables(7, rules), wild_codes(rules)
    strengths = np.concatenate([found.wild_highs, found.flushes.ravel()])
    small = np.concatenate([codes.highs, codes.flushes.ravel()]).astype(np.int64)
    if codes.royal:
        strengths, small = np.append(strengths, royal_strength()), np.append(small, codes.royal)
    order = np.argsort(strengths, kind="stable")
    assert (np.sign(np.diff(strengths[order])) == np.sign(np.diff(small[order]))).all()
    places = codes.kinds[codes.runs[small]]
    assert (places == np.array(CATEGORY_OF_LEVEL)[strengths >> 23]).all()
    assert set(codes.kinds.tolist()) <= set(range(len(CATEGORIES)))
    assert (codes.bounds[codes.runs[small]] <= small).all()
