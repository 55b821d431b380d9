"""Unit tests of cards, ranks and suits, and of the text they are written in."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wildrank.cards import (
    DECK,
    RANKS,
    SUITS,
    UNKNOWN,
    Card,
    Rank,
    Suit,
    format_cards,
    parse_cards,
    refuse_duplicates,
)
from wildrank.errors import NotationError

MANY_CARDS = st.lists(st.sampled_from(DECK), unique=True).map(tuple)


def test_deck() -> None:
    """The deck holds each of the 52 cards once, deuces first, clubs before spades. TRA-1.2a."""
    assert len(DECK) == len(set(DECK)) == 52
    assert [int(card) for card in DECK] == list(range(52))
    assert UNKNOWN not in DECK
    assert (str(DECK[0]), str(DECK[3]), str(DECK[4]), str(DECK[51])) == ("2c", "2s", "3c", "As")


@pytest.mark.parametrize("card", DECK, ids=str)
def test_card_text(card: Card) -> None:
    """A card is its rank and suit, and prints as it is read."""
    rank, suit = RANKS.index(str(card)[0]), SUITS.index(str(card)[1])
    assert (card.rank, card.suit, int(card)) == (rank, suit, 4 * rank + suit)
    assert Card.parse(str(card)) is Card.of(rank, suit) is card
    assert repr(card) == f"Card('{card}')"
    assert card.known


def test_unknown_card() -> None:
    """A card not seen is none of the 52, prints ``??`` and has no rank."""
    assert Card.parse("??") is UNKNOWN
    assert (int(UNKNOWN), str(UNKNOWN), UNKNOWN.known) == (52, "??", False)
    assert UNKNOWN.words == "a card not seen"
    with pytest.raises(IndexError):
        assert UNKNOWN.rank


def test_words() -> None:
    """Cards, ranks and suits are said as people say them."""
    assert Card.parse("5c").words == "five of clubs"
    assert Card.parse("Ah").words == "ace of hearts"
    assert [Rank.SIX.word, Rank.SIX.plural, Rank.TWO.plural] == ["six", "sixes", "twos"]
    assert "".join(map(str, Rank)) == RANKS
    assert "".join(map(str, Suit)) == SUITS
    assert all(low < high for low, high in pairwise(Rank))
    assert (Rank.TWO, Rank.ACE) == (0, 12)


@pytest.mark.parametrize("mark", RANKS)
def test_rank_text(mark: str) -> None:
    """A rank is read from the character it prints."""
    assert str(Rank.parse(mark)) == mark


@pytest.mark.parametrize("text", ["", "1", "t", "a", "10", "23", "?", " 2"])
def test_rank_refused(text: str) -> None:
    """What is no rank is refused with what would be one."""
    with pytest.raises(NotationError, match=re.escape(f"{text!r} is not a rank")) as refused:
        Rank.parse(text)
    assert refused.value.code == "notation/rank"


@pytest.mark.parametrize("text", ["", "A", "1c", "Ahx", "10", "?", "?h", "A?", "A♥"])
def test_card_refused(text: str) -> None:
    """What is no card is refused with what would be one."""
    with pytest.raises(NotationError, match=re.escape(f"{text!r} is not a card")) as refused:
        Card.parse(text)
    assert refused.value.code == "notation/card"
    assert refused.value.message.endswith("as in 'Td'")


@pytest.mark.parametrize(
    ("text", "meant"), [("AH", "Ah"), ("ah", "Ah"), ("qD", "Qd"), ("10h", "Th"), ("td", "Td")]
)
def test_card_meant(text: str, meant: str) -> None:
    """Where it is plain which card is meant, the refusal says how to write it."""
    message = f"{text!r} is not a card; write {meant}"
    for read in (Card.parse, parse_cards):
        with pytest.raises(NotationError, match=f"^{re.escape(message)}$"):
            read(text)


@pytest.mark.parametrize(("text", "message"), [("10d4c", "'10d'"), ("4c10dQs", "'10d'")])
def test_ten_in_two_characters(text: str, message: str) -> None:
    """A ten written in two characters is named, wherever it stands."""
    with pytest.raises(NotationError, match=f"^{message} is not a card; write Td$"):
        parse_cards(text)


@given(MANY_CARDS, st.sampled_from(["", " ", "  ", "\n", "\t"]))
def test_cards_round_trip(cards: tuple[Card, ...], between: str) -> None:
    """Cards written one after the other, blanks between them or not, are read back."""
    assert parse_cards(format_cards(cards, between)) == cards
    assert parse_cards(f" {format_cards(cards)} ") == cards


@given(st.text(max_size=8))
def test_cards_from_any_text(text: str) -> None:
    """Any text at all is cards that print as it, or a NotationError."""
    try:
        cards = parse_cards(text, unknown=True)
    except NotationError as error:
        assert error.code.startswith("notation/")  # noqa: PT017 - most texts are no cards
    else:
        assert format_cards(cards) == "".join(text.split())


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("AhK", "notation/cards"),
        ("AhKx", "notation/card"),
        ("AhAh", "notation/duplicate-card"),
        ("Ah Kd Ah", "notation/duplicate-card"),
        ("Ah??", "notation/unknown-card"),
    ],
)
def test_cards_refused(text: str, code: str) -> None:
    """Half a card, no card, a card twice and, where all must be known, an unknown one."""
    with pytest.raises(NotationError) as refused:
        parse_cards(text)
    assert refused.value.code == code


def test_unknown_cards_allowed() -> None:
    """Where they may stand, unknown cards may be several; known ones still only once."""
    assert parse_cards("????Ah", unknown=True) == (UNKNOWN, UNKNOWN, Card.parse("Ah"))
    with pytest.raises(NotationError, match="Ah is given twice"):
        parse_cards("Ah??Ah", unknown=True)
    refuse_duplicates((UNKNOWN, UNKNOWN, *DECK), "all")
