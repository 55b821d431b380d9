"""What a bot is: it sees one seat's view of a hand and answers with a decision.

Start reading at `Bot`. A bot never meets a whole `State`: `bot_view` masks it first.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol

from wildrank.games import GameCall, GameOffer
from wildrank.referee import Legal, PlayerAction, State, legal, view


class BotView(NamedTuple):
    """What one seat may see, and nothing else.

    Attributes:
        seat: Whose view it is; the hand waits for it.
        state: The hand with ``??`` for every card the seat has not seen.
        legal: What it may do now.
    """

    seat: int
    state: State
    legal: Legal


class Decision(NamedTuple):
    """What a bot does, and why in its own words; the words may speak of hidden cards."""

    action: PlayerAction
    reason: str = ""


class Bot(Protocol):
    """A program that plays one seat."""

    name: str

    def decide(self, view: BotView) -> Decision:
        """Return what to do now, one of the actions that ``view.legal`` allows."""
        ...

    def call_game(self, offer: GameOffer) -> GameCall:
        """Return the game to play as the dealer."""
        ...


def bot_view(state: State, seat: int) -> BotView:
    """Return what a seat may see of a hand that waits for it."""
    return BotView(seat, view(state, seat), legal(state))
