"""Hand histories: hands as other programs write them, read, written and replayed."""

from wildrank.histories.phh import dumps, loads
from wildrank.histories.replay import Replayed, replay, replay_text

__all__ = ["Replayed", "dumps", "loads", "replay", "replay_text"]
