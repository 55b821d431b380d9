"""A bot that plays by what its hand is worth and what the pot offers.

It estimates its share of the pot, folds when the price is too high for it, bets when it has more
than its share, and buys the third card up when what that saves is worth more than the price.
Start reading at `CarefulBot.decide`.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from wildrank.bots.chances import Arrange, chances, opponents_of
from wildrank.bots.protocol import BotView, Decision
from wildrank.cards import Card
from wildrank.games import GameCall, GameOffer, options_of
from wildrank.referee import (
    BuyUp,
    Call,
    Check,
    Fold,
    MuckCards,
    RaiseTo,
    ShowCards,
    State,
    TakeDown,
    beaten,
    hand_value,
)

BET_FROM: Final = 1.15  # times an even share of the pot
RAISE_FROM: Final = 1.5
PRESSURE: Final = 0.45  # of an opponent more for every bet and raise of the street
HOPE: Final = 0.85  # of the price, while bets are still to come from others
TO_COME: Final = 0.4  # of the bets that may still be made by each

# What a bot announces for a change, as far as the game has a use for it.
_WHIMS: Final = (
    ("ace-in-hole", "low"),
    ("third-card-price", "big-bet"),
    ("five-of-a-kind", "royal"),
    ("double-ace", "true"),
    ("low-qualifier", "8"),
)
_CHANGES: Final = 0.3  # of its calls come with one


class CarefulBot:
    """A bot that counts its chances; equal views get equal decisions."""

    def __init__(self, name: str = "Careful", seed: int | str = 0) -> None:
        """Make the bot of a name and a seed."""
        self.name = name
        self._seed = seed

    def decide(self, view: BotView) -> Decision:
        """Return the decision the chances and the pot odds speak for.

        Cost: 2 to 11 ms; 7 ms for the third card, which is looked at both ways.
        """
        allowed = view.legal
        if allowed.show:
            return _show(view)
        if allowed.buy:
            return self._third_card(view)
        return self._bet(view)

    def call_game(self, offer: GameOffer) -> GameCall:
        """Return a game the bot is in the mood for; the first hand is the usual one."""
        if offer.hand == 1:
            return offer.usual
        random = Random(f"{self._seed}/{offer.hand}")
        game = random.choice(offer.games)
        keys = {option.key for option in options_of(game)}
        whims = [whim for whim in _WHIMS if whim[0] in keys]
        if whims and random.random() < _CHANGES:
            return GameCall(game.slug, dict([random.choice(whims)]))
        return GameCall(game.slug)

    def _random(self, view: BotView) -> Random:
        """Return a generator that depends on nothing but what the seat can see."""
        state = view.state
        seen = (view.seat, state.down, state.up, state.board, state.bets, state.stacks)
        return Random(f"{self._seed}/{seen}")

    # ------------------------------------------------------------------------------- betting

    def _bet(self, view: BotView) -> Decision:
        seat, state, allowed = view
        found = chances(state, seat, self._random(view))
        others = len(opponents_of(state, seat))
        pressure = PRESSURE * state.bets_made if allowed.call else 0.0
        share = found.share(others + pressure)
        edge = share * (others + 1)  # 1 is an even share
        worth = f"about {share:.0%} of the pot against {others}"
        if allowed.raise_low and edge > (RAISE_FROM if allowed.call else BET_FROM):
            to = _size(state, view, share)
            return Decision(RaiseTo(seat, to), f"{worth} is more than my share: I want more in it")
        if allowed.check:
            return Decision(Check(seat), f"{worth} is not worth a bet")
        price = allowed.to_call / (state.pot + allowed.to_call)
        if state.street + 1 < len(state.game.streets):
            price *= HOPE
        if share >= price or not allowed.fold:
            return Decision(Call(seat), f"{worth} pays a call of {allowed.to_call}")
        return Decision(Fold(seat), f"{worth} does not pay a call of {allowed.to_call}")

    # ---------------------------------------------------------------------------- third card

    def _third_card(self, view: BotView) -> Decision:
        """Compare the two ways of taking the card, dealt the same cards both times.

        Source: TRA-3.2a, TRA-3.2b.
        """
        seat, state, allowed = view
        held = len(state.down[seat]) - bool(state.announcement.peek)
        shares = {
            up: chances(state, seat, self._random(view), arrange).share(
                len(opponents_of(state, seat))
            )
            for up, arrange in ((True, _bought(held)), (False, _taken(held)))
        }
        gain = (shares[True] - shares[False]) * (state.pot + _bets_to_come(state, seat))
        odds = f"{shares[True]:.0%} bought, {shares[False]:.0%} down"
        words = f"{_wild_words(state, seat, held)}: {odds}, worth {gain:.1f} for {allowed.price}"
        if gain > allowed.price:
            return Decision(BuyUp(seat), words)
        return Decision(TakeDown(seat), words)


def _bought(held: int) -> Arrange:
    """Return the arrangement with the third card, the one after ``held`` downcards, face up."""

    def arrange(down: Sequence[Card], up: Sequence[Card]) -> tuple[Sequence[Card], Sequence[Card]]:
        return (*down[:held], *down[held + 1 :]), (*up, down[held])

    return arrange


def _taken(_held: int) -> Arrange:
    return lambda down, up: (down, up)


def _wild_words(state: State, seat: int, held: int) -> str:
    """Return what is at stake: ``my 7s are wild twice; a lower card would cost me them``."""
    high = state.announcement.ace_in_hole == "high"
    known = state.down[seat][:held]
    ranks = state.game.wild.ranks_for(known, ace_high=high)
    if not ranks:
        return "no card of mine is wild"
    rank = ranks[0]
    count = sum(card.rank == rank for card in (*known, *state.up[seat], *state.board))
    times = ("never", "once", "twice", "three times", "four times")[count]
    return f"my {rank}s are wild {times}; a lower card would cost me them"


def _bets_to_come(state: State, seat: int) -> float:
    """Return the chips that others may still put in, roughly."""
    streets = len(state.game.streets) - state.street
    others = [state.stacks[other] for other in opponents_of(state, seat)]
    bet = state.stakes.bet_size(state.street)
    if state.stakes.limit != "fixed":
        bet = max(bet, state.pot // 2)
    return sum(min(stack, streets * bet) for stack in others) * TO_COME


def _size(state: State, view: BotView, share: float) -> int:
    """Return what to raise to: half the pot, or all of it with a hand that is far ahead."""
    low, high = view.legal.raise_low, view.legal.raise_high
    part = 0.5 if share < 0.7 else 1.0
    pot = state.pot + view.legal.to_call
    return max(low, min(high, state.to_match + int(part * pot)))


def _show(view: BotView) -> Decision:
    """Show what may win, throw the rest away unseen."""
    seat, state, allowed = view
    if allowed.muck and beaten(state, seat):
        return Decision(MuckCards(seat), "beaten, and nobody need know by how much")
    high = hand_value(state, seat, "high")
    held = high.category if high is not None else "a hand"
    return Decision(ShowCards(seat), f"{held} may win")
