"""Dealing that favours nobody: unbiased shuffles and decks that can be checked; no poker."""

from wildrank.fair.commit import Commitment, Opening, opens
from wildrank.fair.joint import JointOrder, joint_order, joint_seed, seed_promise
from wildrank.fair.receipt import PublicRecord, Receipt, record_hash
from wildrank.fair.shuffle import Stream, shuffled
from wildrank.fair.verify import Verdict, read_receipts, verify, verify_all

__all__ = [
    "Commitment",
    "JointOrder",
    "Opening",
    "PublicRecord",
    "Receipt",
    "Stream",
    "Verdict",
    "joint_order",
    "joint_seed",
    "opens",
    "read_receipts",
    "record_hash",
    "seed_promise",
    "shuffled",
    "verify",
    "verify_all",
]
