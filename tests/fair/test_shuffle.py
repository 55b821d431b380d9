"""The shuffle is fair, repeatable by key, and the measure that says so catches unfair ones."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import permutations
from pathlib import Path
from typing import NamedTuple

import pytest

from wildrank import fair
from wildrank.cards import DECK
from wildrank.fair import Stream, joint_order, shuffled

DECKS = 100_000
CONTROLS = 60_000  # decks of a wrong shuffle
# Within these a chi-square lies but once in a million: that of card by place, with 51 * 51 degrees
# of freedom, and that of the first two cards, with 52 * 51 - 1.
OF_PLACES, OF_PAIRS = (2_263, 2_969), (2_310, 3_022)
Deal = Callable[[int], Sequence[int]]


class Unevenness(NamedTuple):
    """Two chi-squares of many decks: of card by place, and of the first two cards."""

    places: float
    pairs: float

    @classmethod
    def of(cls, deal: Deal, decks: int) -> Unevenness:
        """Return how unevenly cards lie in so many decks."""
        seen = [[0] * 52 for _ in range(52)]
        pairs: Counter[tuple[int, int]] = Counter()
        for number in range(decks):
            deck = deal(number)
            pairs[deck[0], deck[1]] += 1
            for cards, card in zip(seen, deck, strict=True):
                cards[card] += 1
        counts = (count for cards in seen for count in cards)
        each, every = decks / 52, decks / (52 * 51)
        return cls(
            sum((count - each) ** 2 / each for count in counts),
            sum((pairs[pair] - every) ** 2 / every for pair in permutations(range(52), 2)),
        )

    @property
    def fair(self) -> bool:
        """Whether chance alone would give both."""
        (low, high), (lower, higher) = OF_PLACES, OF_PAIRS
        return low < self.places < high and lower < self.pairs < higher


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


def _by_a_byte(number: int) -> list[int]:
    """Take the remainder of a byte, which favours low numbers."""
    stream, order = Stream(b"%d" % number), list(range(52))
    for last in range(51, 0, -1):
        other = stream.below(256) % (last + 1)
        order[last], order[other] = order[other], order[last]
    return order


def _cut(number: int) -> list[int]:
    """Only cut the deck: every card lies everywhere as often, and always before the same one."""
    at = Stream(b"%d" % number).below(52)
    return [*range(at, 52), *range(at)]


many = pytest.mark.parametrize("decks", [DECKS, pytest.param(1_000_000, marks=pytest.mark.slow)])


@many
def test_every_card_lies_everywhere_as_often(decks: int) -> None:
    """Keyed decks pass the chi-squares."""
    found = Unevenness.of(lambda number: shuffled(range(52), b"%d" % number), decks)
    assert found.fair, found


@pytest.mark.slow
def test_the_operating_system_shuffles_as_evenly() -> None:
    """So do decks as they are dealt, but for two nights in a million."""
    found = Unevenness.of(lambda _: shuffled(range(52)), 1_000_000)
    assert found.fair, found


@many
def test_every_position_is_dealt_as_often_at_every_place(decks: int) -> None:
    """The public order of the deal passes the same chi-squares, whoever's seeds made it."""

    def order(number: int) -> Sequence[int]:
        seeds = {"0": number.to_bytes(32, "big"), "4": bytes(32)}
        return joint_order(b"test/1", seeds, 52).order

    found = Unevenness.of(order, decks)
    assert found.fair, found


def test_each_of_the_two_decks_is_played_as_often() -> None:
    """The seeds pick either deck evenly: within five standard deviations of 10,000 hands."""
    picked = sum(
        joint_order(b"test/%d" % number, {"0": bytes(32)}, 52).deck for number in range(10_000)
    )
    assert abs(picked - 5_000) < 250


@pytest.mark.parametrize("broken", [_with_any, _never_itself, _by_a_byte])
def test_the_measure_catches_a_broken_shuffle(broken: Deal) -> None:
    """Three well-known wrong shuffles fail the same chi-square of card by place."""
    assert Unevenness.of(broken, CONTROLS).places > OF_PLACES[1]


def test_the_measure_catches_cards_that_stay_together() -> None:
    """Only the chi-square of the first two cards finds a deck that was cut and not shuffled."""
    found = Unevenness.of(_cut, CONTROLS)
    assert found.places < OF_PLACES[1]
    assert found.pairs > OF_PAIRS[1]


def test_two_programs_from_one_deal_different_decks() -> None:
    """What was forked from one program after it dealt goes on with no chance of the other's."""
    code = (
        "import os, sys; from wildrank.fair import shuffled; shuffled(range(52))\n"
        "if os.fork(): os.wait()\n"
        "print(*shuffled(range(52)), flush=True)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=os.environ | {"PYTHONPATH": str(Path(fair.__file__).parents[2])},
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    one, two = done.stdout.splitlines()
    assert sorted(one.split()) == sorted(two.split())
    assert one != two


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


SOURCES = sorted(Path(fair.__file__).parent.glob("*.py"))


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.stem)
def test_nothing_that_deals_uses_the_everyday_generator(source: Path) -> None:
    """No module of the package names `random`, as an import, a module or an attribute."""
    assert not everyday(source.read_text(encoding="utf-8"))


def test_the_look_for_the_everyday_generator_finds_it() -> None:
    """Each way to reach `random` is found, and `secrets` is not taken for it."""
    assert len(SOURCES) > 5
    for text in (
        "import random",
        "from random import shuffle",
        "import numpy.random",
        "x.random()",
    ):
        assert everyday(text)
    assert not everyday("import secrets; secrets.SystemRandom().shuffle(x)")


def everyday(text: str) -> bool:
    """Whether a program reaches the everyday generator."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            names.update(part for alias in node.names for part in alias.name.split("."))
        elif isinstance(node, ast.ImportFrom):
            names.update((node.module or "").split("."), (alias.name for alias in node.names))
        elif isinstance(node, ast.Attribute):
            names.add(node.attr)
        elif isinstance(node, ast.Name):
            names.add(node.id)
    return "random" in names
