"""Two bots without a thought: one does anything that is legal, one only ever checks and calls.

They are partners for tests and the measure for better ones. Start reading at `RandomBot`.
"""

from __future__ import annotations

from random import Random

from wildrank.bots.protocol import BotView, Decision
from wildrank.games import GameCall, GameOffer
from wildrank.referee import (
    BuyUp,
    Call,
    Check,
    Fold,
    Legal,
    MuckCards,
    PlayerAction,
    RaiseTo,
    ShowCards,
    TakeDown,
)


class RandomBot:
    """A bot that does anything it may, each kind of action as often; its seed repeats it."""

    def __init__(self, name: str = "Random", seed: int | str = 0) -> None:
        """Make the bot of a name and a seed."""
        self.name = name
        self._random = Random(seed)

    def decide(self, view: BotView) -> Decision:
        """Return one of the legal kinds of action, and any legal amount for a raise."""
        return Decision(self._random.choice(self._choices(view.seat, view.legal)))

    def _choices(self, seat: int, allowed: Legal) -> list[PlayerAction]:
        plain: tuple[tuple[bool, PlayerAction], ...] = (
            (allowed.fold, Fold(seat)),
            (allowed.check, Check(seat)),
            (allowed.call, Call(seat)),
            (allowed.buy, BuyUp(seat)),
            (allowed.take_down, TakeDown(seat)),
            (allowed.show, ShowCards(seat)),
            (allowed.muck, MuckCards(seat)),
        )
        choices = [action for may, action in plain if may]
        if allowed.raise_low:
            to = self._random.randint(allowed.raise_low, allowed.raise_high)
            choices.append(RaiseTo(seat, to))
        return choices

    def call_game(self, offer: GameOffer) -> GameCall:
        """Return any of the games, with nothing announced."""
        return GameCall(self._random.choice(offer.games).slug)


class CallerBot:
    """A bot that never bets, never folds, never buys, and shows what it has."""

    def __init__(self, name: str = "Caller") -> None:
        """Make the bot of a name."""
        self.name = name

    def decide(self, view: BotView) -> Decision:
        """Return the action that goes along: check, call, take the card down, or show."""
        seat, allowed = view.seat, view.legal
        if allowed.show:
            return Decision(ShowCards(seat), "I show what I have")
        if allowed.take_down:
            return Decision(TakeDown(seat), "I never buy")
        if allowed.check:
            return Decision(Check(seat), "I never bet")
        return Decision(Call(seat), "I call anything")

    def call_game(self, offer: GameOffer) -> GameCall:
        """Return what would be played anyhow."""
        return offer.usual
