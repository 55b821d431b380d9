"""What a poker hand is worth, and how that is written as one whole number.

`HandValue` is what every order returns; `HandRules` is what the dealer announces that changes
values. Start reading at `HandValue`; `hand_value` holds the encoding of a strength. Nothing here
knows how the best five are found.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import index
from typing import Final, Literal, NoReturn, SupportsIndex

import msgspec

from wildrank.cards import RANKS, Card, format_cards
from wildrank.errors import WildrankError

FIVE: Final = 5
ACE: Final = 12
ALL_RANKS: Final = (1 << 13) - 1

# The levels of the high order. A royal flush has a level of its own and five of a kind has three,
# so that the strength of a hand without wilds is the same whatever the dealer announced.
(
    HIGH_CARD,
    PAIR,
    TWO_PAIR,
    THREE,
    STRAIGHT,
    FLUSH,
    FULL_HOUSE,
    FOUR,
    FIVE_BELOW,
    STRAIGHT_FLUSH,
    FIVE_UNDER_ROYAL,
    ROYAL_FLUSH,
    FIVE_ABOVE,
) = range(13)

# Of each level: its category, and which of the five places name the deciding ranks.
_CATEGORY_SHOWN: Final = (
    ("high card", (0, 1, 2, 3, 4)),
    ("pair", (0, 2, 3, 4)),
    ("two pair", (0, 2, 4)),
    ("three of a kind", (0, 3, 4)),
    ("straight", (0,)),
    ("flush", (0, 1, 2, 3, 4)),
    ("full house", (0, 3)),
    ("four of a kind", (0, 4)),
    ("five of a kind", (0,)),
    ("straight flush", (0,)),
    ("five of a kind", (0,)),
    ("straight flush", (0,)),
    ("five of a kind", (0,)),
)

# The categories of the low order from the best to the worst, each with how often the ranks of its
# five cards occur, most important first.
LOW_SHAPES: Final = (
    ("no pair", (1, 1, 1, 1, 1)),
    ("pair", (2, 1, 1, 1)),
    ("two pair", (2, 2, 1)),
    ("three of a kind", (3, 1, 1)),
    ("full house", (3, 2)),
    ("four of a kind", (4, 1)),
)
MOST_LOW: Final = len(LOW_SHAPES) << 20


class HandRules(msgspec.Struct, frozen=True):
    """What the dealer announced that changes the value of a hand.

    Attributes:
        five_of_a_kind: Where five of a kind ranks: ``above`` a straight flush, ``below`` it, or
            above it except for a natural ``royal``.
        double_ace: Whether several wilds in a flush may all be aces.
        naturals_first: Whether of two equal hands the natural one wins, then the one with fewer
            wilds; a wild that plays as itself counts as natural.
    """

    five_of_a_kind: Literal["above", "below", "royal"] = "above"
    double_ace: bool = False
    naturals_first: bool = False


class HandValue(msgspec.Struct, frozen=True):
    """The worth of a holding in one order.

    Attributes:
        strength: Larger wins, equal ties; comparable within one order and one `HandRules`.
        category: ``two pair``, ``straight flush`` and so on.
        ranks: The deciding ranks from the most to the least important, kickers included.
        cards: The five cards used, as dealt, most important first.
        plays: Of each wild among the five the card it stands for, itself if it plays as itself.
            Not to be changed.
    """

    strength: int
    category: str
    ranks: str
    cards: tuple[Card, ...]
    plays: dict[Card, Card]


def hand_value(
    level: int,
    ranks: Sequence[int],
    cards: Sequence[Card],
    plays: dict[Card, Card],
    stretched: int = 0,
) -> HandValue:
    """Return the value of five cards of the high order.

    The strength is ``level`` (4 bits), the five ranks as played with the most important first
    (4 bits each), and 7 less the wilds that count against the hand (3 bits), from the highest to
    the lowest bit: 27 bits in all.

    Args:
        level: ``HIGH_CARD`` to ``FIVE_ABOVE``.
        ranks: The ranks that the five cards play as, most important first.
        cards: The five cards as dealt, in the same order.
        plays: What each wild among them stands for.
        stretched: How many wilds count against the hand among equals.
    """
    first, second, third, fourth, fifth = ranks
    packed = level << 20 | first << 16 | second << 12 | third << 8 | fourth << 4 | fifth
    category, shown = _CATEGORY_SHOWN[level]
    text = "".join([RANKS[ranks[place]] for place in shown])
    return HandValue(packed << 3 | 7 - stretched, category, text, tuple(cards), plays)


def value_of(strength: SupportsIndex, *, low: bool = False) -> HandValue:
    """Return what a strength tells by itself: the category and the ranks, but no cards.

    Args:
        strength: As an order or a batch returned it.
        low: Whether that was a low one.

    Raises:
        WildrankError: If no hand has such a strength.
    """
    number = index(strength)
    return _low_value(number) if low else _high_value(number)


def _high_value(strength: int) -> HandValue:
    level, ranks = strength >> 23, [strength >> shift & 15 for shift in range(19, 0, -4)]
    if not 0 <= level < len(_CATEGORY_SHOWN) or max(ranks) > ACE:
        _refuse_strength(strength, "high")
    name, shown = _CATEGORY_SHOWN[level]
    return HandValue(strength, name, "".join([RANKS[ranks[place]] for place in shown]), (), {})


def _low_value(strength: int) -> HandValue:
    packed = MOST_LOW - 1 - strength
    place, ranks = packed >> 20, [packed >> shift & 15 for shift in range(16, -1, -4)]
    if not 0 <= place < len(LOW_SHAPES) or max(ranks) > ACE:
        _refuse_strength(strength, "low")
    name, shape = LOW_SHAPES[place]
    shown = [sum(shape[:before]) for before in range(len(shape))]
    return HandValue(strength, name, "".join([RANKS[ranks[at] - 1] for at in shown]), (), {})


def _refuse_strength(strength: int, half: str) -> NoReturn:
    msg = f"{strength} is the strength of no {half} hand"
    raise WildrankError(msg, code="hands/strength")


def in_order(cards: Iterable[Card]) -> list[Card]:
    """Return the cards from the highest to the lowest.

    Raises:
        WildrankError: If they are no cards, fewer than five, or one of them is not known.
    """
    try:
        dealt = sorted(cards, reverse=True)
        all_known = not dealt or dealt[0].known
    except (AttributeError, TypeError):
        msg = f"{cards!r} are no cards; give parsed ones, as in parse_cards('QhJd2h5d5c')"
        raise WildrankError(msg, code="hands/no-cards") from None
    if len(dealt) < FIVE:
        msg = f"{format_cards(dealt)!r} is fewer than five cards; a hand is made of five"
        raise WildrankError(msg, code="hands/too-few-cards")
    if not all_known:
        msg = f"{format_cards(dealt)!r} holds an unknown card; only known cards have a value"
        raise WildrankError(msg, code="hands/unknown-card")
    return dealt


def suit_masks(cards: Iterable[Card]) -> list[int]:
    """Return for each of the four suits the ranks held in it, deuces in the lowest bit."""
    masks = [0, 0, 0, 0]
    for card in cards:
        masks[card & 3] |= 1 << (card >> 2)
    return masks


def held_at_least(masks: Sequence[int]) -> tuple[int, int, int, int, int]:
    """Return the ranks of which none, one, two, three and four or more cards are held."""
    clubs, diamonds, hearts, spades = masks
    alike = clubs & diamonds | hearts & spades
    across = (clubs | diamonds) & (hearts | spades)
    present = clubs | diamonds | hearts | spades
    fours = clubs & diamonds & hearts & spades
    return ALL_RANKS, present, alike | across, alike & across, fours


def straight_ranks(top: int) -> tuple[int, ...]:
    """Return the five ranks of a straight from its top card down; the ace is low under a five."""
    return _STRAIGHTS[top]


_STRAIGHTS: Final = {
    top: tuple(rank % 13 for rank in range(top, top - 5, -1)) for top in range(3, 13)
}


def royal_strength() -> int:
    """Return the strength of a royal flush without wilds that count against it."""
    return hand_value(ROYAL_FLUSH, straight_ranks(ACE), (), {}).strength
