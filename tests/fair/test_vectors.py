"""Vectors fixed once and for all; the page's own program is held to the same file."""

from __future__ import annotations

import hmac
import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from wildrank.fair import Commitment, joint_order, joint_seed, opens, seed_promise, shuffled

VECTORS: dict[str, Any] = json.loads(
    (Path(__file__).parent / "vectors.json").read_text(encoding="utf-8")
)
HAND: bytes = VECTORS["hand"].encode()


def test_hashes_are_the_published_ones() -> None:
    """The vectors of FIPS 180-4 and RFC 4231 say what SHA-256 and HMAC are."""
    for data, digest in VECTORS["sha256"]:
        assert sha256(bytes.fromhex(data)).hexdigest() == digest
    for key, data, digest in VECTORS["hmac"]:
        assert hmac.digest(bytes.fromhex(key), bytes.fromhex(data), "sha256").hex() == digest


def test_a_shuffle_and_a_promise_stay_what_they_were() -> None:
    """A key's order and a seed's promise never change."""
    for key, size, order in VECTORS["shuffle"]:
        assert list(shuffled(range(size), bytes.fromhex(key))) == order
    known = VECTORS["promise"]
    assert seed_promise(HAND, bytes.fromhex(known["seed"])).hex() == known["promise"]


@pytest.mark.parametrize("known", VECTORS["orders"])
def test_a_joint_order_stays_what_it_was(known: dict[str, Any]) -> None:
    """The same seeds mix to the same deck and order, whatever order they came in."""
    seeds = {chair: bytes.fromhex(seed) for chair, seed in known["seeds"].items()}
    backwards = dict(reversed(seeds.items()))
    assert joint_seed(HAND, backwards).hex() == known["mixed"]
    order = joint_order(HAND, backwards, 52)
    assert (order.deck, list(order.order)) == (known["deck"], known["order"])


def test_a_commitment_stays_what_it_was() -> None:
    """The same deck and salts have the same root and the same openings."""
    known = VECTORS["commitment"]
    name, salts = known["name"].encode(), [bytes.fromhex(salt) for salt in known["salts"]]
    deck = Commitment.of(name, known["cards"], salts)
    assert deck.root.hex() == known["root"]
    for one in known["openings"]:
        opening = deck.open(one["position"])
        assert opens(deck.root, name, 52, opening)
        assert opening.card == one["card"]
        assert [step.hex() for step in opening.path] == one["path"]


def test_every_seed_counts() -> None:
    """One changed bit of any seed, its player's name or the hand changes the whole order."""
    seeds = {"0": bytes(32), "3": bytes(range(32))}
    orders = {
        joint_order(HAND, seeds, 52),
        joint_order(HAND + b"3", seeds, 52),
        joint_order(HAND, {**seeds, "0": bytes(31) + b"\x01"}, 52),
        joint_order(HAND, {**seeds, "3": bytes(32)}, 52),
        joint_order(HAND, {"0": bytes(32)}, 52),
        joint_order(HAND, {"1": bytes(32), "3": bytes(range(32))}, 52),
        joint_order(HAND, {}, 52),
    }
    assert len({order.order for order in orders}) == 7
    assert all(sorted(order.order) == list(range(52)) for order in orders)
