"""What the bots of the house are called.

More names than a table has chairs, so that a free one is found.
"""

from __future__ import annotations

from typing import Final

BOT_NAMES: Final = (
    "Dusty", "Mabel", "Hank", "Ruby", "Otis", "Pearl", "Clyde", "Hattie", "Virgil", "Opal",
    "Amos", "Della",
)  # fmt: skip
