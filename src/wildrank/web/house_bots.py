"""Where tables and bots meet: the bots of one table, as the table wants them.

Tables and bots do not know each other; this module passes a seat's view to a bot and the bot's
answer to the table. Start reading at `HouseBots`.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection
from functools import lru_cache
from typing import Final

from wildrank.bots import BOT_NAMES, Bot, BotView, CarefulBot
from wildrank.games import GameCall, GameOffer
from wildrank.referee import Legal, PlayerAction, State

_MOST_BOTS: Final = 32  # at a table at a time there are fewer


class HouseBots:
    """The bots of one table."""

    def __init__(self) -> None:
        """Start without a bot."""
        self._bot = lru_cache(_MOST_BOTS)(_bot)

    def recruit(self, taken: Collection[str]) -> tuple[str, str]:
        """Return the identity and the name of another bot."""
        free = [name for name in BOT_NAMES if name not in taken] or list(BOT_NAMES)
        return f"bot:{secrets.token_hex(8)}", secrets.choice(free)

    def decide(self, player: str, seat: int, state: State, allowed: Legal) -> PlayerAction:
        """Return what a bot does; its reason stays with it, since it speaks of hidden cards."""
        return self._bot(player).decide(BotView(seat, state, allowed)).action

    def call(self, player: str, offered: GameOffer) -> GameCall:
        """Return what a bot calls as the dealer."""
        return self._bot(player).call_game(offered)


def _bot(player: str) -> Bot:
    return CarefulBot(player, seed=player)
