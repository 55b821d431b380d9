"""What a bot is: it sees one seat's view of a hand and answers with a decision.

Start reading at `Bot`. A bot never meets a whole `State`: `bot_view` masks it first.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple, Protocol

from wildrank.games import Game
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


class GameCall(NamedTuple):
    """A game and what is announced with it, keys and words as in ``announce``."""

    game: str
    settings: Mapping[str, str] = MappingProxyType({})


class GameOffer(NamedTuple):
    """What a bot chooses from when it is the dealer.

    Attributes:
        games: The games that so many players can play.
        usual: What is played when the dealer says nothing.
        hand: Number of the hand to come, from 1.
        players: How many will be dealt in.
        buy_in: The stack everybody sat down with.
    """

    games: tuple[Game, ...]
    usual: GameCall
    hand: int
    players: int
    buy_in: int


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
