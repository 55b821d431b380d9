"""Where tables and bots meet: the bots of one table, as the table wants them.

Tables and bots do not know each other; this module passes a seat's view to a bot and the bot's
answer to the table. Start reading at `HouseBots`.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection
from typing import Final

from wildrank.bots import Bot, BotView, CarefulBot, GameOffer
from wildrank.bots import GameCall as BotCall
from wildrank.referee import Legal, PlayerAction, State
from wildrank.table import GameCall, Offer

NAMES: Final = (
    "Dusty", "Mabel", "Hank", "Ruby", "Otis", "Pearl", "Clyde", "Hattie", "Virgil", "Opal",
    "Amos", "Della",
)  # fmt: skip


def careful(player: str, name: str) -> Bot:
    """Return the bot that plays unless another is asked for."""
    return CarefulBot(name, seed=player)


class HouseBots:
    """The bots of one table."""

    def __init__(self, make: Callable[[str, str], Bot] = careful) -> None:
        """Start without a bot.

        Args:
            make: Makes a bot from its identity and its name.
        """
        self._make = make
        self._bots: dict[str, Bot] = {}

    def recruit(self, taken: Collection[str]) -> tuple[str, str]:
        """Return the identity and the name of another bot."""
        free = [name for name in NAMES if name not in taken] or list(NAMES)
        return f"bot:{secrets.token_hex(8)}", secrets.choice(free)

    def decide(self, player: str, seat: int, state: State, allowed: Legal) -> PlayerAction:
        """Return what a bot does; its reason stays with it, since it speaks of hidden cards."""
        return self._bot(player).decide(BotView(seat, state, allowed)).action

    def call(self, player: str, offered: Offer) -> GameCall:
        """Return what a bot calls as the dealer."""
        usual = BotCall(offered.usual.game, offered.usual.settings)
        call = self._bot(player).call_game(offered_to_bot(offered, usual))
        return GameCall(call.game, dict(call.settings))

    def _bot(self, player: str) -> Bot:
        if player not in self._bots:
            self._bots[player] = self._make(player, player)
        return self._bots[player]


def offered_to_bot(offered: Offer, usual: BotCall) -> GameOffer:
    """Return a dealer's choice in the words of bots."""
    return GameOffer(offered.games, usual, offered.hand, offered.players, offered.buy_in)
