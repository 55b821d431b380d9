"""Ranges of two-card hands in the usual notation: ``QQ+, AKs, A5s-A2s, 76s:0.5, AhKh``.

A range becomes the hands of two cards it stands for, each with its weight. Start reading at
`parse_range`. Nothing here knows a game or which cards are gone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from math import isfinite
from typing import Final

from wildrank.cards import DECK, RANKS, parse_cards
from wildrank.errors import NotationError

RANDOM: Final = "random"

Pair = tuple[int, int]

_CLASS: Final = re.compile(rf"([{RANKS}])([{RANKS}])([so]?)")
_CARDS: Final = re.compile(rf"(?:[{RANKS}][cdhs]){{2}}")
_LEGAL: Final = "write such as QQ+, JJ-99, AKs, AKo, AK, ATs+, A5s-A2s, 76s, AhKh, or random"

# The two ranks of a class of hands, the higher first, and "s", "o" or "" for both.
_Class = tuple[int, int, str]


def parse_range(text: str) -> dict[Pair, float]:
    """Return the hands that a range stands for, the lower card first, each with its weight.

    Words stand between commas or blanks. A weight follows a colon; without one it is 1. A later
    word overrules an earlier one about the hands of both.

    >>> len(parse_range("QQ+, AKs")), len(parse_range("random"))
    (22, 1326)
    >>> parse_range("AhKh:0.5")
    {(46, 50): 0.5}

    Args:
        text: ``AA``, ``QQ+``, ``JJ-99``, ``AKs``, ``AKo``, ``AK``, ``ATs+`` (kickers from the ten
            to the king), ``A5s-A2s``, ``T9s-65s`` (the same gap), two cards, or ``random``.

    Raises:
        NotationError: If the range is empty, or a word of it means nothing.
    """
    hands: dict[Pair, float] = {}
    for word in text.replace(",", " ").split():
        name, colon, weight_text = word.partition(":")
        weight = _weight(weight_text, text) if colon else 1.0
        hands.update(dict.fromkeys(_hands(name, text), weight))
    if not hands:
        msg = f"{text!r} is an empty range; {_LEGAL}"
        raise NotationError(msg, code="odds/empty-range")
    return hands


def classes() -> tuple[str, ...]:
    """Return the 169 classes of hands, ``AA``, ``AKs``, ``AKo`` and so on, the highest first."""
    names = []
    for high in range(12, -1, -1):
        names.append(RANKS[high] * 2)
        for low in range(high - 1, -1, -1):
            names += [RANKS[high] + RANKS[low] + suits for suits in "so"]
    return tuple(names)


@cache
def class_hands(name: str) -> tuple[Pair, ...]:
    """Return the hands of a class such as ``AKs``: 4 of them, 12 offsuit, or 6 of a pair."""
    return tuple(_hands(name, name))


def _weight(word: str, text: str) -> float:
    try:
        weight = float(word)
    except ValueError:
        weight = 0.0
    if not (isfinite(weight) and 0 < weight <= 1_000_000):
        msg = f"{word!r} in {text!r} is no weight; a weight is a number above 0, as in 76s:0.5"
        raise NotationError(msg, code="odds/weight")
    return weight


def _hands(name: str, text: str) -> Iterator[Pair]:
    if name == RANDOM:
        return combinations(range(len(DECK)), 2)
    if _CARDS.fullmatch(name):
        low, high = sorted(map(int, parse_cards(name)))
        return iter([(low, high)])
    return (hand for one in _classes(name, text) for hand in _of_class(one))


def _classes(name: str, text: str) -> list[_Class]:
    """Return the classes that a word stands for."""
    first, dash, second = name.partition("-")
    if dash:
        return _between(_class(first, text), _class(second, text), name, text)
    high, low, suits = _class(first.removesuffix("+"), text)
    if not first.endswith("+"):
        return [(high, low, suits)]
    if high == low:
        return [(rank, rank, "") for rank in range(high, 13)]
    return [(high, kicker, suits) for kicker in range(low, high)]


def _class(word: str, text: str) -> _Class:
    match = _CLASS.fullmatch(word)
    if not match or (match[1] == match[2] and match[3]):
        msg = f"{word!r} in {text!r} is neither a hand nor a range; {_LEGAL}"
        raise NotationError(msg, code="odds/range")
    low, high = sorted(RANKS.index(mark) for mark in match.group(1, 2))
    return high, low, match[3]


def _between(one: _Class, other: _Class, name: str, text: str) -> list[_Class]:
    """Return the classes from one to the other: pairs, kickers, or hands with the same gap."""
    (high, low, suits), (last_high, last_low, last_suits) = sorted((one, other), reverse=True)
    gap = high - low
    if suits == last_suits and gap == last_high - last_low:
        return [(top, top - gap, suits) for top in range(last_high, high + 1)]
    if suits == last_suits and high == last_high and low < high and last_low < high:
        return [(high, kicker, suits) for kicker in range(last_low, low + 1)]
    msg = f"{name!r} in {text!r} runs between hands that are not alike; {_LEGAL}"
    raise NotationError(msg, code="odds/range")


def _of_class(one: _Class) -> Iterator[Pair]:
    high, low, suits = one
    if high == low:
        yield from ((4 * high + a, 4 * high + b) for a, b in combinations(range(4), 2))
        return
    for a in range(4):
        for b in range(4):
            if not suits or (a == b) == (suits == "s"):
                yield 4 * low + a, 4 * high + b
