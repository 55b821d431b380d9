"""Dealing that favours nobody: unbiased shuffles and decks that can be checked; no poker."""

from wildrank.fair.commit import Commitment, Opening, opens
from wildrank.fair.joint import JointOrder, joint_order, joint_seed, seed_promise
from wildrank.fair.shuffle import Stream, shuffled

__all__ = [
    "Commitment",
    "JointOrder",
    "Opening",
    "Stream",
    "joint_order",
    "joint_seed",
    "opens",
    "seed_promise",
    "shuffled",
]
