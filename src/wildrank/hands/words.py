"""Hands in words, as a card-room dealer reads them out.

Start reading at `describe`. Nothing here decides what a hand is worth.
"""

from __future__ import annotations

from collections.abc import Iterable
from operator import index
from typing import Final, SupportsIndex

from wildrank.cards import Card, Rank
from wildrank.hands.values import HandValue, value_of

_NO_LOW: Final = "no low"

# How each category begins, from its deciding ranks, and how many of them that uses up.
_HIGH_WORDS: Final = {
    "high card": ("{0.word} high", 1),
    "pair": ("pair of {0.plural}", 1),
    "two pair": ("two pair, {0.plural} and {1.plural}", 2),
    "three of a kind": ("three {0.plural}", 1),
    "straight": ("straight, {0.word} high", 1),
    "flush": ("flush, {0.word} high", 1),
    "full house": ("full house, {0.plural} over {1.plural}", 2),
    "four of a kind": ("four {0.plural}", 1),
    "straight flush": ("straight flush, {0.word} high", 1),
    "five of a kind": ("five {0.plural}", 1),
}


def describe(value: HandValue | SupportsIndex, *, low: bool = False) -> str:
    """Return a value in words: ``four kings, nine kicker; 5d plays as Kh``.

    Wilds that play as themselves are not mentioned, and a strength alone does not tell of wilds.
    A low without a pair reads ``7-5-4-2-A low``, one with a pair ``low with a pair of queens,
    king-three-ace kickers``; strength 0, where no low qualifies, reads ``no low``.

    >>> describe(64871871)
    'four kings, nine kicker'

    Args:
        value: What an order returned, or its strength, as a batch returns it.
        low: Whether that order was a low one.

    Raises:
        WildrankError: If no hand has such a strength.

    Source:
        TRA-4.1-auto, TRA-1.4d, HL-wheel, HL-pairlow.
    """
    if not isinstance(value, HandValue):
        if low and index(value) == 0:
            return _NO_LOW
        value = value_of(value, low=low)
    if low:
        return _low_words(value)
    if value.category == "straight flush" and value.ranks == "A":
        text = "royal flush"
    else:
        text = _with_kickers(value)
    substitutes = _substitutes(value)
    return f"{text}; {substitutes}" if substitutes else text


def category(strength: SupportsIndex, *, low: bool = False) -> str:
    """Return the category of a strength: ``two pair``, ``straight flush`` and so on.

    Args:
        strength: As an order or a batch returned it.
        low: Whether that was a low one; ``no low`` is the category of 0.

    Raises:
        WildrankError: If no hand has such a strength.
    """
    if low and index(strength) == 0:
        return _NO_LOW
    return value_of(strength, low=low).category


def _low_words(value: HandValue) -> str:
    """Return a low in words.

    Source:
        HL-wheel, HL-pairlow.
    """
    if value.category == "no pair":
        wheel = ", the wheel" if value.ranks == "5432A" else ""
        return f"{'-'.join(value.ranks)} low{wheel}"
    article = "a " if value.category in {"pair", "full house"} else ""
    return f"low with {article}{_with_kickers(value)}"


def _with_kickers(value: HandValue) -> str:
    """Return the hand and its kickers: ``pair of kings, jack-nine-seven kickers``."""
    ranks = [Rank.parse(text) for text in value.ranks]
    template, used = _HIGH_WORDS[value.category]
    text = template.format(*ranks)
    kickers = ranks[used:]
    if not kickers:
        return text
    return f"{text}, {_joined(kickers)} {'kicker' if len(kickers) == 1 else 'kickers'}"


def _joined(ranks: Iterable[Rank]) -> str:
    """Return ranks in words with hyphens between: ``jack-nine-seven``."""
    return "-".join(rank.word for rank in ranks)


def _substitutes(value: HandValue) -> str:
    """Return what the wilds stand for: ``5d plays as Kh, 5s as Kc``; empty if for themselves."""
    stretched: list[tuple[Card, Card]] = [
        (card, value.plays[card]) for card in value.cards if value.plays.get(card, card) != card
    ]
    verbs = ["plays as", *["as"] * len(stretched)]
    return ", ".join(
        f"{wild} {verb} {card}" for (wild, card), verb in zip(stretched, verbs, strict=False)
    )
