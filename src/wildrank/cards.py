"""Cards, ranks and suits, and the text they are written in.

A card is a whole number from 0 to 51, ``4 * rank + suit``, with deuces lowest; 52 stands for a
card that somebody may not see, ``??``. Start reading at `Card`. Nothing here knows what a card is
worth or which one is wild.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum
from typing import Final

from wildrank.errors import NotationError

RANKS: Final = "23456789TJQKA"
SUITS: Final = "cdhs"

_RANK_WORDS: Final = (
    *("two", "three", "four", "five", "six", "seven", "eight"),
    *("nine", "ten", "jack", "queen", "king", "ace"),
)
_SUIT_WORDS: Final = ("clubs", "diamonds", "hearts", "spades")


class Suit(IntEnum):
    """The four suits; they never rank against each other."""

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3

    def __str__(self) -> str:
        """Return the letter, ``h``."""
        return SUITS[self]


class Rank(IntEnum):
    """The thirteen ranks from deuce (0) to ace (12)."""

    TWO = 0
    THREE = 1
    FOUR = 2
    FIVE = 3
    SIX = 4
    SEVEN = 5
    EIGHT = 6
    NINE = 7
    TEN = 8
    JACK = 9
    QUEEN = 10
    KING = 11
    ACE = 12

    def __str__(self) -> str:
        """Return the character, ``T``."""
        return RANKS[self]

    @classmethod
    def parse(cls, text: str) -> Rank:
        """Return the rank spelled by one character.

        Raises:
            NotationError: If ``text`` is not one of ``23456789TJQKA``.
        """
        if len(text) != 1 or text not in RANKS:
            msg = f"{text!r} is not a rank; a rank is one of {RANKS}"
            raise NotationError(msg, code="notation/rank")
        return cls(RANKS.index(text))

    @property
    def word(self) -> str:
        """The rank in words: ``six``."""
        return _RANK_WORDS[self]

    @property
    def plural(self) -> str:
        """Several of the rank in words: ``sixes``."""
        word = _RANK_WORDS[self]
        return word + ("es" if word.endswith("x") else "s")


class Card(int):
    """One of the 52 cards, or ``UNKNOWN`` for a card not seen.

    A card is its number, so it indexes arrays and costs nothing; it prints as people write it.

    >>> Card.parse("As"), int(Card.parse("As"))
    (Card('As'), 51)
    """

    __slots__ = ()

    @classmethod
    def parse(cls, text: str) -> Card:
        """Return the card spelled ``As``, ``Td`` or, for one not seen, ``??``.

        Raises:
            NotationError: If ``text`` spells no card.
        """
        try:
            return _BY_TEXT[text]
        except KeyError:
            meant = text[:-1].upper().replace("10", "T") + text[-1:].lower()
            rule = f"a rank of {RANKS} and a suit of {SUITS}, as in 'Td'"
            msg = f"{text!r} is not a card; write {meant if meant in _BY_TEXT else rule}"
            raise NotationError(msg, code="notation/card") from None

    @classmethod
    def of(cls, rank: int, suit: int) -> Card:
        """Return the card of a rank (0 to 12) and a suit (0 to 3)."""
        return DECK[4 * rank + suit]

    @property
    def rank(self) -> Rank:
        """The rank; an unknown card has none and raises IndexError."""
        return _RANKS[self >> 2]

    @property
    def suit(self) -> Suit:
        """The suit."""
        return _SUITS[self & 3]

    @property
    def known(self) -> bool:
        """Whether the card is one of the 52 and not ``??``."""
        return self < 52

    @property
    def words(self) -> str:
        """The card as it is said: ``five of clubs``."""
        if not self.known:
            return "a card not seen"
        return f"{self.rank.word} of {_SUIT_WORDS[self & 3]}"

    def __str__(self) -> str:
        """Return the two characters, ``Td`` or ``??``."""
        return _TEXTS[self]

    def __repr__(self) -> str:
        """Return a form that can be read: ``Card('Td')``."""
        return f"Card({_TEXTS[self]!r})"


_RANKS: Final = tuple(Rank)
_SUITS: Final = tuple(Suit)
_TEXTS: Final = (*(rank + suit for rank in RANKS for suit in SUITS), "??")
DECK: Final = tuple(Card(number) for number in range(52))
UNKNOWN: Final = Card(52)
_BY_TEXT: Final = {str(card): card for card in (*DECK, UNKNOWN)}


def parse_cards(text: str, *, unknown: bool = False) -> tuple[Card, ...]:
    """Return the cards written one after the other, blanks ignored.

    Args:
        text: As in ``"QhJd2h"`` or ``"Qh Jd 2h"``; empty for none.
        unknown: Whether ``??`` may stand among them.

    Raises:
        NotationError: If something is no card, or a known card is given twice.
    """
    packed = "".join(text.split())
    if "10" in packed:
        Card.parse(packed[(at := packed.index("10")) : at + 3])
    if len(packed) % 2:
        msg = f"{text!r} has an odd number of characters; a card is two, as in 'QhJd'"
        raise NotationError(msg, code="notation/cards")
    cards = tuple(Card.parse(packed[i : i + 2]) for i in range(0, len(packed), 2))
    if not unknown and UNKNOWN in cards:
        msg = f"{text!r} holds an unknown card '??', and every card must be known here"
        raise NotationError(msg, code="notation/unknown-card")
    refuse_duplicates(cards, text)
    return cards


def refuse_duplicates(cards: Iterable[Card], text: str) -> None:
    """Raise if a known card stands twice among ``cards``.

    Raises:
        NotationError: Naming the card and quoting ``text``.
    """
    seen: set[Card] = set()
    for card in cards:
        if card in seen:
            msg = f"{card} is given twice in {text!r}; a deck has each card once"
            raise NotationError(msg, code="notation/duplicate-card")
        if card.known:
            seen.add(card)


def format_cards(cards: Iterable[Card], between: str = "") -> str:
    """Return the cards written one after the other: ``QhJd2h``."""
    return between.join(map(str, cards))
