"""Commitments: what was promised opens, and nothing else passes for it."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wildrank.fair import Commitment, Opening, opens

NAME = b"test/1/0"
DECKS = st.permutations(range(52))
SPOTS = st.integers(0, 51)
BYTES = st.binary(min_size=16, max_size=16)


def committed(cards: Sequence[int]) -> Commitment:
    """Return a commitment with salts that follow from the positions."""
    salts = [sha256(b"salt %d" % place).digest()[:16] for place in range(len(cards))]
    return Commitment.of(NAME, cards, salts)


PLAIN = committed(range(52))


@given(DECKS, SPOTS)
def test_every_position_opens(cards: list[int], spot: int) -> None:
    """The opening of a position proves its card, against the root and under the name."""
    deck = committed(cards)
    opening = deck.open(spot)
    assert opening.card == cards[spot]
    assert opens(deck.root, NAME, 52, opening)


@given(SPOTS, SPOTS)
def test_another_card_is_refused(spot: int, card: int) -> None:
    """Only the card that was promised opens a position."""
    assert opens(PLAIN.root, NAME, 52, PLAIN.open(spot)._replace(card=card)) == (card == spot)


@given(SPOTS, SPOTS)
def test_another_position_is_refused(spot: int, other: int) -> None:
    """A card does not open where it does not lie."""
    opening = PLAIN.open(spot)._replace(position=other)
    assert opens(PLAIN.root, NAME, 52, opening) == (spot == other)


@given(SPOTS, BYTES)
def test_another_salt_is_refused(spot: int, salt: bytes) -> None:
    """The salt is part of the promise."""
    right = PLAIN.salts[spot]
    assert opens(PLAIN.root, NAME, 52, PLAIN.open(spot)._replace(salt=salt)) == (salt == right)


@given(SPOTS, st.integers(0, 5), st.integers(0, 255), st.integers(1, 255))
def test_another_path_is_refused(spot: int, step: int, at: int, change: int) -> None:
    """One changed bit on the way to the root breaks it; so does a path cut or added to."""
    opening = PLAIN.open(spot)
    path = list(opening.path)
    step %= len(path)
    changed = bytearray(path[step])
    changed[at % 32] ^= change
    path[step] = bytes(changed)
    assert not opens(PLAIN.root, NAME, 52, opening._replace(path=tuple(path)))
    assert not opens(PLAIN.root, NAME, 52, opening._replace(path=opening.path[:-1]))
    assert not opens(PLAIN.root, NAME, 52, opening._replace(path=(*opening.path, bytes(32))))
    assert not opens(PLAIN.root, NAME, 52, opening._replace(path=(bytes(32), *opening.path)))


@given(SPOTS, st.binary(min_size=32, max_size=32))
def test_another_root_or_name_is_refused(spot: int, root: bytes) -> None:
    """An opening belongs to one deck of one hand."""
    opening = PLAIN.open(spot)
    assert opens(root, NAME, 52, opening) == (root == PLAIN.root)
    assert not opens(PLAIN.root, b"test/1/1", 52, opening)
    assert not opens(PLAIN.root, b"test/2/0", 52, opening)


@pytest.mark.parametrize(
    "wrong",
    [
        Opening(52, 0, bytes(16), ()),
        Opening(-1, 0, bytes(16), ()),
        Opening(0, 52, bytes(16), ()),
        Opening(0, -1, bytes(16), ()),
        Opening(0, 0, bytes(15), ()),
        Opening(0, 0, b"", ()),
    ],
)
def test_what_is_out_of_range_is_refused_and_not_an_error(wrong: Opening) -> None:
    """Nonsense from the wire is no proof, and no exception either."""
    assert not opens(PLAIN.root, NAME, 52, wrong)


def test_an_inner_node_does_not_pass_for_a_leaf() -> None:
    """A shorter tree cannot be made to end in an inner node of a larger one."""
    small = Commitment.of(NAME, range(2), [bytes(16), bytes(16)])
    assert not opens(small.root, NAME, 1, Opening(0, 0, bytes(16), ()))
    left, right = small.leaves
    assert small.root == sha256(b"\x01" + left + right).digest()
    assert small.root != sha256(left + right).digest()


def test_equal_decks_are_promised_differently() -> None:
    """Without fresh salts a deck of few possibilities could be found by trying."""
    first, second = (Commitment.of(NAME, range(52)) for _ in range(2))
    assert first.root != second.root
    assert len({*first.salts, *second.salts}) == 104
    with pytest.raises(ValueError, match="zip"):
        Commitment.of(NAME, range(52), [bytes(16)] * 51)
