"""What a dealer chooses from, and what is called: words that tables and bots share.

Start reading at `GameOffer`.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from wildrank.games.model import Game


class GameCall(NamedTuple):
    """A game and what is announced with it, keys and words as in ``announce``."""

    game: str
    settings: Mapping[str, str] = MappingProxyType({})


class GameOffer(NamedTuple):
    """What the next dealer chooses from.

    Attributes:
        games: The games that may be called for so many players.
        usual: What is called when the dealer says nothing.
        hand: Number of the hand to come, from 1.
        players: How many will be dealt in.
        buy_in: The usual stack to sit down with.
    """

    games: tuple[Game, ...]
    usual: GameCall
    hand: int
    players: int
    buy_in: int
