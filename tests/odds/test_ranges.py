"""Ranges in the usual notation."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wildrank.cards import DECK
from wildrank.errors import NotationError
from wildrank.odds import classes, parse_range
from wildrank.odds.ranges import class_hands


def names(text: str) -> set[str]:
    """Return the classes that a range is made of, if it is made of whole ones."""
    hands = set(parse_range(text))
    found = {name for name in classes() if set(class_hands(name)) <= hands}
    assert hands == {hand for name in found for hand in class_hands(name)}
    return found


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("AA", "AA"),
        ("QQ+", "QQ KK AA"),
        ("JJ-99", "JJ TT 99"),
        ("99-JJ", "JJ TT 99"),
        ("AKs", "AKs"),
        ("KAs", "AKs"),
        ("AKo", "AKo"),
        ("AK", "AKs AKo"),
        ("ATs+", "ATs AJs AQs AKs"),
        ("76s+", "76s"),
        ("K9o+", "K9o KTo KJo KQo"),
        ("A5s-A2s", "A5s A4s A3s A2s"),
        ("A2s-A5s", "A5s A4s A3s A2s"),
        ("T9s-65s", "T9s 98s 87s 76s 65s"),
        ("KJ-T8", "KJs KJo QTs QTo J9s J9o T8s T8o"),
        ("76s", "76s"),
        ("QQ+, AKs, A5s-A2s, 76s", "QQ KK AA AKs A5s A4s A3s A2s 76s"),
        ("QQ+ AKs", "QQ KK AA AKs"),
        ("22+", " ".join(rank * 2 for rank in "23456789TJQKA")),
    ],
)
def test_classes(text: str, wanted: str) -> None:
    """A word stands for the classes that players mean by it."""
    assert names(text) == set(wanted.split())


def test_random() -> None:
    """Random is every hand there is."""
    assert len(parse_range("random")) == 1326
    assert names("random") == set(classes())
    assert len(classes()) == 169


def test_class_sizes() -> None:
    """A pair is 6 hands, a suited class 4, an offsuit one 12, and no hand is in two classes."""
    sizes = {name: len(class_hands(name)) for name in classes()}
    assert {sizes[name] for name in classes() if len(name) == 2} == {6}
    assert {sizes[name] for name in classes() if name.endswith("s")} == {4}
    assert {sizes[name] for name in classes() if name.endswith("o")} == {12}
    assert sum(sizes.values()) == 1326


def test_suits() -> None:
    """Suited hands have one suit, and the others two."""
    for name in classes():
        for low, high in class_hands(name):
            assert (low & 3 == high & 3) == name.endswith("s")


def test_cards_and_weights() -> None:
    """Two cards are one hand, in either order; a later word overrules an earlier one."""
    assert parse_range("AhKh") == parse_range("KhAh") == {(46, 50): 1.0}
    found = parse_range("AA:0.5, AhAd:2")
    assert found[48 + 1, 48 + 2] == 2
    assert sorted(found.values()) == [0.5] * 5 + [2]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "odds/empty-range"),
        (" , ", "odds/empty-range"),
        ("AKx", "odds/range"),
        ("AAs", "odds/range"),
        ("A", "odds/range"),
        ("QQ++", "odds/range"),
        ("AKs-", "odds/range"),
        ("AKs-QJo", "odds/range"),
        ("AKs-QTs", "odds/range"),
        ("AA-KQ", "odds/range"),
        ("ace", "odds/range"),
        ("AhAh", "notation/duplicate-card"),
        ("KK:x", "odds/weight"),
        ("KK:0", "odds/weight"),
        ("KK:-1", "odds/weight"),
        ("KK:nan", "odds/weight"),
        ("KK:inf", "odds/weight"),
        ("KK:", "odds/weight"),
    ],
)
def test_mistakes(text: str, code: str) -> None:
    """What means nothing is refused with one sentence that quotes it."""
    with pytest.raises(NotationError) as caught:
        parse_range(text)
    assert caught.value.code == code
    assert "\n" not in caught.value.message
    assert text.strip(" ,") in caught.value.message


@given(st.text("AKQJT98765432shdco+-,: ", max_size=12))
def test_any_text(text: str) -> None:
    """Any text is a range of possible hands, or refused."""
    try:
        hands = parse_range(text)
    except NotationError:
        return
    assert all(0 <= low < high < len(DECK) for low, high in hands)
    assert all(weight > 0 for weight in hands.values())
