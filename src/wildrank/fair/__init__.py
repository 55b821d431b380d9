"""Dealing that favours nobody: unbiased shuffles. No poker in here, and no cards."""

from wildrank.fair.shuffle import Stream, shuffled

__all__ = ["Stream", "shuffled"]
