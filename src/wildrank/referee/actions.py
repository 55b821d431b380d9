"""What may be decided in a hand: the dealer's cards and the players' choices, imperative.

Actions are what `decide` is asked for; what came of them are events. Every player's action names
its seat, so an action out of turn is told from an illegal one.
"""

from __future__ import annotations

import msgspec

from wildrank.cards import Card


class DealCards(msgspec.Struct, frozen=True, tag="deal"):
    """Deal the cards the hand waits for, in dealing order; ``??`` for cards not seen.

    Dealing order is one card to each seat in turn, clockwise from the button's left, as often as
    the street says; board cards follow each other.
    """

    cards: tuple[Card, ...]


class Fold(msgspec.Struct, frozen=True, tag="fold"):
    """Give the hand up."""

    seat: int


class Check(msgspec.Struct, frozen=True, tag="check"):
    """Pass the turn without a bet to match."""

    seat: int


class Call(msgspec.Struct, frozen=True, tag="call"):
    """Match the bet, or go all-in for less."""

    seat: int


class RaiseTo(msgspec.Struct, frozen=True, tag="raise"):
    """Bet or raise **to** an amount in front of the seat on this street, in chips."""

    seat: int
    to: int


class BuyUp(msgspec.Struct, frozen=True, tag="buy"):
    """Pay the announced price and take the card face up."""

    seat: int


class TakeDown(msgspec.Struct, frozen=True, tag="down"):
    """Take the card face down, for nothing."""

    seat: int


class ShowCards(msgspec.Struct, frozen=True, tag="show"):
    """Turn the downcards up; ``cards`` names them where they were not seen before."""

    seat: int
    cards: tuple[Card, ...] = ()


class MuckCards(msgspec.Struct, frozen=True, tag="muck"):
    """Throw the cards away unseen and give up every pot."""

    seat: int


PlayerAction = Fold | Check | Call | RaiseTo | BuyUp | TakeDown | ShowCards | MuckCards
Action = DealCards | PlayerAction
