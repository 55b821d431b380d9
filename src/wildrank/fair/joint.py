"""What the players add to the deal: seeds promised first, then opened, then mixed.

Each person's browser promises 32 random bytes by their hash, and sends them once all promises are
in. Mixed together they pick which of two promised decks is played and in which order its positions
are dealt, so the server knew the cards but not who would get them. Start reading at `joint_order`.
"""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from typing import Final, NamedTuple

from wildrank.fair.shuffle import shuffled

SEED_BYTES: Final = 32
_PROMISE: Final = b"wildrank seed 1\x00"
_MIX: Final = b"wildrank mix 1\x00"


class JointOrder(NamedTuple):
    """What the seeds decided.

    Attributes:
        deck: Which of the two promised decks is played, 0 or 1.
        order: The positions of that deck in the order they are dealt.
    """

    deck: int
    order: tuple[int, ...]


def seed_promise(hand: bytes, seed: bytes) -> bytes:
    """Return the hash by which a player promises a seed for a hand."""
    return sha256(_PROMISE + len(hand).to_bytes(2, "big") + hand + seed).digest()


def joint_seed(hand: bytes, seeds: Mapping[str, bytes]) -> bytes:
    """Return the mix of all seeds of a hand, in the order of their players' names.

    Args:
        hand: The id of the hand.
        seeds: 32 bytes of each player that sent some; none at all is allowed and proves nothing.
    """
    digest = sha256(_MIX + len(hand).to_bytes(2, "big") + hand)
    for player in sorted(seeds):
        name = player.encode()
        digest.update(len(name).to_bytes(2, "big") + name + seeds[player])
    return digest.digest()


def joint_order(hand: bytes, seeds: Mapping[str, bytes], size: int) -> JointOrder:
    """Return which deck is played and the order of its positions, for all to work out.

    Args:
        hand: The id of the hand.
        seeds: As in `joint_seed`.
        size: Cards of the deck.
    """
    mixed = joint_seed(hand, seeds)
    return JointOrder(mixed[0] >> 7, shuffled(range(size), mixed))
