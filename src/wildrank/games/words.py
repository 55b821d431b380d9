"""What a game is, in words: which cards are wild and who wins the pot.

Start reading at `wild_words`. Nothing here decides anything.
"""

from __future__ import annotations

from typing import Final

from wildrank.cards import Rank
from wildrank.games.model import Announcement, Game, Split

_ORDERS: Final = {
    "high": "the best high hand",
    "ace-to-five-low": "the best low hand, aces low, straights and flushes ignored,",
}
_USES: Final = {
    "any": "of any five of the player's cards and the board's",
    "omaha": "of exactly two of the player's cards and three of the board's",
}


def plurals(ranks: tuple[Rank, ...]) -> str:
    """Return ranks in words, ``queens and kings``."""
    *most, last = (rank.plural for rank in ranks)
    return f"{', '.join(most)} and {last}" if most else last


def wild_words(game: Game) -> str:
    """Return which cards are wild, and for whom, as a sentence."""
    said = []
    if game.wild.ranks:
        ranks = plurals(tuple(sorted(map(Rank.parse, set(game.wild.ranks)))))
        said.append(f"{ranks} are wild for all")
    if game.wild.rule == "lowest-hole-rank":
        said.append(
            "each player's lowest downcard and every card of its rank are wild for that player"
            " alone"
        )
    return f"Wild: {', and '.join(said) or 'no card'}."


def split_words(game: Game, announcement: Announcement) -> str:
    """Return who wins the pot, by which order, with which cards, as a sentence."""
    halves = [_half_words(split, announcement) for split in game.split]
    if len(halves) == 1:
        return f"Pot: all of it to {halves[0]}."
    return f"Pot: one half to {halves[0]}; the other to {halves[1]}."


def _half_words(split: Split, announcement: Announcement) -> str:
    words = f"{_ORDERS[split.order]} {_USES[split.use]}"
    if split.half == "high":
        return words
    least = announcement.low_qualifier
    if least is None:
        return f"{words}, however bad"
    return f"{words}, if it is {least} or better, else to the high as well"
