"""The shuffle is fair, repeatable by key, and the measure that says so catches unfair ones."""

from __future__ import annotations

import ast
import inspect
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import permutations

import pytest

from wildrank.cards import DECK
from wildrank.fair import Stream, shuffle, shuffled

DECKS = 4_000
# The chi-square of 51 * 51 = 2,601 degrees of freedom lies within these but once in a million.
LOWEST, HIGHEST = 2_263, 2_969


def chi_square(deal: Callable[[int], Sequence[int]]) -> float:
    """Return how unevenly the cards lie over the places of many decks."""
    seen = Counter[tuple[int, int]]()
    for number in range(DECKS):
        seen.update(enumerate(deal(number)))
    expected = DECKS / 52
    return sum(
        (seen[place, card] - expected) ** 2 / expected for place in range(52) for card in range(52)
    )


def _with_any(number: int) -> list[int]:
    """Swap each card with any card: the best-known wrong shuffle."""
    stream, order = Stream(b"%d" % number), list(range(52))
    for place in range(52):
        other = stream.below(52)
        order[place], order[other] = order[other], order[place]
    return order


def _never_itself(number: int) -> list[int]:
    """Leave out the card's own place, off by one: then no card can stay where it lay."""
    stream, order = Stream(b"%d" % number), list(range(52))
    for last in range(51, 0, -1):
        other = stream.below(last)
        order[last], order[other] = order[other], order[last]
    return order


def test_every_card_lies_everywhere_as_often() -> None:
    """Keyed decks pass the chi-square of card by place."""
    assert LOWEST < chi_square(lambda number: shuffled(range(52), b"%d" % number)) < HIGHEST


@pytest.mark.parametrize("broken", [_with_any, _never_itself])
def test_the_measure_catches_a_broken_shuffle(broken: Callable[[int], Sequence[int]]) -> None:
    """Two well-known wrong shuffles fail the same chi-square."""
    assert chi_square(broken) > HIGHEST


def test_every_order_of_three_is_as_likely() -> None:
    """Six orders of three things come up evenly, which card by place alone does not prove."""
    seen = Counter(shuffled("abc", b"three %d" % number) for number in range(6_000))
    assert set(seen) == set(permutations("abc"))
    assert sum((count - 1_000) ** 2 / 1_000 for count in seen.values()) < 37.5  # once in a million


def test_a_shuffle_keeps_the_deck_whole() -> None:
    """TRA-1.2a: 52 different cards, from the operating system and from a key."""
    for deck in (shuffled(DECK), shuffled(DECK, b"key")):
        assert sorted(deck) == list(DECK)


def test_a_key_repeats_its_order_and_no_key_does_not() -> None:
    """The same key gives the same deck for ever; two decks without one differ."""
    known = shuffled(range(10), b"wildrank")
    assert known == (3, 8, 9, 2, 5, 4, 1, 7, 0, 6)  # as a second program reckoned it
    assert known != shuffled(range(10), b"wildranl")
    assert shuffled(DECK) != shuffled(DECK)


def test_numbers_stay_below_their_bound_and_reach_it() -> None:
    """A stream gives each number below its bound, and a bound of one gives 0."""
    stream = Stream(b"bounds")
    assert {stream.below(5) for _ in range(200)} == set(range(5))
    assert {stream.below(1) for _ in range(5)} == {0}
    assert all(stream.below(3 << 30) < 3 << 30 for _ in range(50))


def test_nothing_in_the_shuffle_uses_the_everyday_generator() -> None:
    """The package that deals imports `secrets`, never `random`."""
    tree = ast.parse(inspect.getsource(shuffle))
    imported = {
        alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.Import)
        for alias in node.names
    }
    assert "secrets" in imported
    assert "random" not in imported
