"""Commitments to a deck: one salted hash a card, one Merkle root for all, and openings.

A deck is promised by publishing its root before anybody could influence the deal; later each card
can be opened by itself, with its salt and a short path of hashes, and everything that stays closed
stays secret. Leaves and inner nodes are hashed under different prefixes, so that neither passes
for the other; a tree that is not a power of two splits at the largest one below its size. Cards
are whole numbers here. Start reading at `Commitment`.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from functools import lru_cache
from hashlib import sha256
from typing import Final, NamedTuple

SALT_BYTES: Final = 16
HASH_BYTES: Final = 32
_LEAF: Final = b"\x00wildrank card 1\x00"
_NODE: Final = b"\x01"
_TREES_KEPT: Final = 256


class Opening(NamedTuple):
    """The proof that one position of a promised deck holds one card.

    Attributes:
        position: Place in the deck, from 0.
        card: The card there, as a number.
        salt: Random bytes that kept the card from being guessed.
        path: The hashes beside the way from the leaf to the root, from the leaf up.
    """

    position: int
    card: int
    salt: bytes
    path: tuple[bytes, ...]


def leaf_hash(name: bytes, position: int, card: int, salt: bytes) -> bytes:
    """Return the hash that promises a card at a position of the deck of some name.

    Args:
        name: What tells this deck from every other, such as the id of the hand and of the deck.
        position: Place in the deck, 0 to 255.
        card: The card as a number, 0 to 255.
        salt: 16 random bytes.
    """
    head = len(name).to_bytes(2, "big") + name
    return sha256(_LEAF + head + bytes([position, card]) + salt).digest()


def _node_hash(left: bytes, right: bytes) -> bytes:
    return sha256(_NODE + left + right).digest()


def _split(size: int) -> int:
    """Return the largest power of two below a size of at least 2."""
    return 1 << (size - 1).bit_length() - 1


def merkle_root(leaves: Sequence[bytes]) -> bytes:
    """Return the root over at least one leaf."""
    return _roots(tuple(leaves))[0, len(leaves)]


@lru_cache(maxsize=_TREES_KEPT)
def _roots(leaves: tuple[bytes, ...]) -> dict[tuple[int, int], bytes]:
    """Return the roots of a tree over each run of leaves that has one, by its ends."""
    found: dict[tuple[int, int], bytes] = {}

    def grow(start: int, end: int) -> bytes:
        root = leaves[start]
        if end - start > 1:
            middle = start + _split(end - start)
            root = _node_hash(grow(start, middle), grow(middle, end))
        found[start, end] = root
        return root

    grow(0, len(leaves))
    return found


def merkle_path(leaves: Sequence[bytes], position: int) -> tuple[bytes, ...]:
    """Return the hashes beside the way from one leaf to the root, from the leaf up."""
    roots, path = _roots(tuple(leaves)), list[bytes]()
    start, end = 0, len(leaves)
    while end - start > 1:
        middle = start + _split(end - start)
        if position < middle:
            path.append(roots[middle, end])
            end = middle
        else:
            path.append(roots[start, middle])
            start = middle
    return tuple(reversed(path))


def _climb(leaf: bytes, position: int, size: int, path: Sequence[bytes]) -> bytes | None:
    """Return the root that a leaf and its path lead to, or None if the path does not fit."""
    if size == 1:
        return None if path else leaf
    if not path:
        return None
    *rest, beside = path
    middle = _split(size)
    if position < middle:
        below = _climb(leaf, position, middle, rest)
        return None if below is None else _node_hash(below, beside)
    below = _climb(leaf, position - middle, size - middle, rest)
    return None if below is None else _node_hash(beside, below)


class Commitment(NamedTuple):
    """A deck, its salts and its leaves; only the root may be published before the deal.

    Attributes:
        name: What tells this deck from every other.
        cards: The deck in order, as numbers.
        salts: One for each position.
        leaves: The hashes of the positions.
    """

    name: bytes
    cards: tuple[int, ...]
    salts: tuple[bytes, ...]
    leaves: tuple[bytes, ...]

    @classmethod
    def of(
        cls, name: bytes, cards: Sequence[int], salts: Sequence[bytes] | None = None
    ) -> Commitment:
        """Return the commitment to a deck, with fresh salts unless some are given."""
        salted = tuple(salts or (secrets.token_bytes(SALT_BYTES) for _ in cards))
        leaves = tuple(
            leaf_hash(name, position, card, salt)
            for position, (card, salt) in enumerate(zip(cards, salted, strict=True))
        )
        return cls(name, tuple(cards), salted, leaves)

    @property
    def root(self) -> bytes:
        """The promise: 32 bytes that fix every card and tell none."""
        return merkle_root(self.leaves)

    def open(self, position: int) -> Opening:
        """Return the proof of the card at a position."""
        path = merkle_path(self.leaves, position)
        return Opening(position, self.cards[position], self.salts[position], path)


def opens(root: bytes, name: bytes, size: int, opening: Opening) -> bool:
    """Whether an opening proves its card against the root of a deck of some size."""
    if not (0 <= opening.position < size and 0 <= opening.card < size):
        return False
    if len(opening.salt) != SALT_BYTES:
        return False
    leaf = leaf_hash(name, opening.position, opening.card, opening.salt)
    return _climb(leaf, opening.position, size, opening.path) == root
