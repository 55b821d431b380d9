"""Values of many hands at once: what is asked, what is refused, and what is announced."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hands.twins import Hands, few, high_reference, low_reference, random_hands, wild_reference

import wildrank
from wildrank import (
    HandRules,
    Rank,
    WildrankError,
    describe,
    high_low_strengths,
    low_strengths,
    parse_cards,
    reach_around_strengths,
    strengths,
)

ROOT = Path(__file__).resolve().parents[2]
ROYAL = HandRules(five_of_a_kind="royal")
NATURALS = HandRules(naturals_first=True)
KERNELS: list[Callable[[Hands], Any]] = [
    strengths,
    low_strengths,
    high_low_strengths,
    reach_around_strengths,
    lambda hands: strengths(hands, 0),
    lambda hands: strengths(hands, 0, NATURALS),
]
each_kernel = pytest.mark.parametrize(
    "kernel", KERNELS, ids=["high", "low", "high-low", "reach-around", "wild", "naturals-first"]
)


def row(*texts: str) -> Hands:
    """Return hands from text."""
    return np.array([parse_cards(text) for text in texts], dtype=np.uint8)


def refused(call: Callable[[], object]) -> WildrankError:
    """Return the error that a call raises."""
    with pytest.raises(WildrankError) as caught:
        call()
    return caught.value


# ------------------------------------------------------------------------------- what is refused


@each_kernel
@pytest.mark.parametrize("size", [5, 6, 7])
@pytest.mark.parametrize("at", [0, 1, 2])
def test_a_card_twice_is_refused(kernel: Callable[[Hands], Any], size: int, at: int) -> None:
    """A row with a card twice is refused and named, wherever it stands."""
    hands = random_hands(np.random.default_rng(1), 3, size)
    hands[at, size - 1] = hands[at, 0]
    error = refused(lambda: kernel(hands))
    assert error.code == "hands/row"
    assert error.message.startswith(f"row {at}, {hands[at].tolist()}, is no hand")
    assert f"{size} different cards" in error.message


@each_kernel
@pytest.mark.parametrize("number", [52, 63, 64, 255])
def test_no_card_is_refused(kernel: Callable[[Hands], Any], number: int) -> None:
    """A row with a number that is no card is refused and named, the first such row."""
    hands = random_hands(np.random.default_rng(2), 9)
    hands[4, 1] = hands[7, 0] = number
    assert refused(lambda: kernel(hands)).message.startswith("row 4, ")


@each_kernel
def test_one_card_seven_times_is_refused(kernel: Callable[[Hands], Any]) -> None:
    """A row of one card alone is refused, and no kernel looks beside its tables."""
    for card in range(52):
        hands = np.full((2, 7), card, dtype=np.uint8)
        assert refused(lambda hands=hands: kernel(hands)).code == "hands/row"  # type: ignore[misc]


@each_kernel
@pytest.mark.parametrize(
    ("given", "words"),
    [
        pytest.param(np.zeros((2, 7), dtype=np.int64), "int64 of shape (2, 7)", id="type"),
        pytest.param(np.zeros(7, dtype=np.uint8), "uint8 of shape (7,)", id="one-row"),
        pytest.param(np.zeros((2, 4), dtype=np.uint8), "uint8 of shape (2, 4)", id="four-cards"),
        pytest.param(np.zeros((2, 8), dtype=np.uint8), "uint8 of shape (2, 8)", id="eight-cards"),
        pytest.param([[0, 1, 2, 3, 4]], "list", id="list"),
        pytest.param(np.zeros((1, 2, 7), dtype=np.uint8), "shape (1, 2, 7)", id="cube"),
    ],
)
def test_other_arrays_are_refused(kernel: Callable[[Any], Any], given: object, words: str) -> None:
    """What is no ``uint8[n, 5 to 7]`` is refused with its type and shape."""
    error = refused(lambda: kernel(given))
    assert error.code == "hands/shape"
    assert words in error.message


@pytest.mark.parametrize(
    "ranks",
    [
        pytest.param(13, id="too-high"),
        pytest.param(-2, id="too-low"),
        pytest.param(np.array([0, 13, 0]), id="one-of-three"),
        pytest.param(np.array([0, 0]), id="too-few"),
        pytest.param(np.array([0.0, 1.0, 2.0]), id="fractions"),
        pytest.param(np.zeros((3, 1), dtype=int), id="shape"),
    ],
)
def test_wrong_wild_ranks_are_refused(ranks: Any) -> None:  # noqa: ANN401 - all kinds
    """A wild rank is 0 to 12 or -1, one for all or one a row."""
    hands = random_hands(np.random.default_rng(3), 3)
    assert refused(lambda: strengths(hands, ranks)).code == "hands/wild-ranks"


def test_wrong_words_are_refused() -> None:
    """TRA-1.3c: what stands for the ace and for cards face up is checked."""
    hands = random_hands(np.random.default_rng(4), 3)
    wrong: Any = "middle"
    assert refused(lambda: reach_around_strengths(hands, ace_in_hole=wrong)).code == (
        "hands/ace-in-hole"
    )
    for up in (np.array([True, False]), np.array([0, 1, 1]), "yes"):
        given: Any = up
        error = refused(lambda given=given: reach_around_strengths(hands, given))  # type: ignore[misc]
        assert error.code == "hands/faced-up"


# ------------------------------------------------------------------------------- what is answered


@each_kernel
def test_no_hands(kernel: Callable[[Hands], Any]) -> None:
    """No hands have no strengths."""
    found = kernel(np.zeros((0, 7), dtype=np.uint8))
    assert [len(part) for part in (found if isinstance(found, tuple) else (found,))] == [0] * (
        1 + isinstance(found, tuple)
    )


@each_kernel
def test_hands_are_left_alone(kernel: Callable[[Hands], Any]) -> None:
    """Hands may be a view with gaps that nobody may write to, and are not changed."""
    hands = random_hands(np.random.default_rng(5), 40)
    wide = np.zeros((40, 14), dtype=np.uint8)
    wide[:, ::2] = hands
    view = wide[:, ::2]
    view.flags.writeable = False
    np.testing.assert_array_equal(kernel(view), kernel(hands))
    np.testing.assert_array_equal(wide[:, ::2], hands)


def test_strengths_are_small_whole_numbers() -> None:
    """Strengths come as ``int32[n]`` and can be said in words one by one."""
    found = strengths(row("5s6d8sQhJd2h5d", "AsKsQsJsTs2c3d"), Rank.FIVE)
    assert found.dtype == np.int32
    assert found.shape == (2,)
    assert [describe(each) for each in found] == ["straight, queen high", "royal flush"]


@pytest.mark.parametrize("kind", [np.int8, np.uint8, np.int32, np.int64])
def test_wild_ranks_of_any_kind(kind: type[np.integer[Any]]) -> None:
    """Wild ranks may be whole numbers of any kind, with -1 for none where they have a sign."""
    hands = random_hands(np.random.default_rng(6), few(300, 30))
    lowest = 0 if kind is np.uint8 else -1
    ranks = np.random.default_rng(7).integers(lowest, 13, len(hands)).astype(kind)
    np.testing.assert_array_equal(
        strengths(hands, ranks), wild_reference(hands, ranks.tolist(), HandRules())
    )


@pytest.mark.parametrize("rank", [-1, 0, 12])
def test_one_wild_rank_for_all(rank: int) -> None:
    """One wild rank counts for every row; -1 is the same as none."""
    hands = random_hands(np.random.default_rng(8), few(300, 30))
    each = strengths(hands, np.full(len(hands), rank))
    np.testing.assert_array_equal(strengths(hands, rank), each)
    if rank == -1:
        np.testing.assert_array_equal(strengths(hands), each)


@pytest.mark.parametrize("qualifier", [-1, 0, 4, 5, 6, 8, 9, 12, 13, 99])
def test_qualifier(qualifier: int) -> None:
    """D26: a low that does not qualify is 0, for any qualifier, in both kernels."""
    rng = np.random.default_rng(9)
    hands = np.concatenate([random_hands(rng, few(1500, 60)), random_hands(rng, 60) // 2])
    hands = hands[[len(set(hand)) == 7 for hand in hands.tolist()]]
    expected = low_reference(hands, qualifier)
    np.testing.assert_array_equal(low_strengths(hands, qualifier), expected)
    highs, lows = high_low_strengths(hands, qualifier)
    np.testing.assert_array_equal(highs, high_reference(hands))
    np.testing.assert_array_equal(lows, expected)
    assert lows.dtype == np.int32


def test_examples_of_the_rules() -> None:
    """TRA-3.2b, TRA-3.2a-lower, TRA-1.3c: worked examples, down, up and with the ace low."""
    hands = row("Qd4c2cQhJd2h5d", "7c7d3h7sKdQcTh")
    assert [describe(each) for each in reach_around_strengths(hands)] == [
        "four queens, jack kicker",
        "four sevens, king kicker",
    ]
    up = np.array([True, True])
    assert [describe(each) for each in reach_around_strengths(hands, up)] == [
        "full house, queens over twos",
        "four kings, queen kicker",
    ]
    ace = row("6h8dAc6s8cKd2h")
    assert describe(reach_around_strengths(ace)[0]) == "four eights, ace kicker"
    low = reach_around_strengths(ace, ace_in_hole="low")[0]
    assert describe(low) == "full house, eights over sixes"


def test_natural_royal_on_top() -> None:
    """D33: a natural royal beats five aces if so announced, also with a wild as itself."""
    natural, five, wild = row("JsTs3d8hAsKsQs", "8c8dAh8hAsAcQs", "JsTs3dTcAsKsQs")
    for rules, first in ((HandRules(), "five aces"), (ROYAL, "royal flush")):
        hands = np.stack([natural, five])
        found = strengths(hands, np.array([Rank.THREE, Rank.EIGHT]), rules)
        assert describe(found.max()) == first
    own, stretched = strengths(np.stack([wild, natural]), np.array([Rank.TEN, Rank.TEN]), ROYAL)
    assert own == stretched
    lower = strengths(row("JsTc3d8hAsKsQs"), Rank.TEN, ROYAL)[0]
    assert lower < own


# ------------------------------------------------------------------------------ what is not loaded


def run(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run Python in a process of its own."""
    paths = {"PYTHONPATH": str(ROOT / "src"), **environment}
    return subprocess.run(
        [sys.executable, "-c", code],
        env=os.environ | paths,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


@pytest.mark.parametrize("missing", ["numba", "numpy", "platformdirs"])
def test_missing_library_is_one_sentence(missing: str) -> None:
    """Where a library is missing, the package works, and a compiled name says what to install."""
    code = f"import sys; sys.modules[{missing!r}] = None; import wildrank; wildrank.strengths"
    done = run(code)
    assert done.returncode == 1
    last = done.stderr.strip().splitlines()[-1]
    assert last == (
        f"ImportError: wildrank.strengths needs {missing}, which is not installed:"
        " pip install wildrank"
    )


def test_compiled_names_are_public() -> None:
    """The compiled names are listed among all, and an unknown one is refused as usual."""
    assert {"strengths", "strength"} <= set(wildrank.__all__) & set(dir(wildrank))
    with pytest.raises(AttributeError, match="has no attribute 'strenghts'"):
        _ = wildrank.strenghts
