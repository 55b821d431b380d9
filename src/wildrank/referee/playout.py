"""Hands played to the end by a number: the same seed, the same hand, on every machine.

Shuffling and choosing come from a small generator of whole numbers written out here, so that no
version of any library can change a hand. For tests, benchmarks and the signature; cards that
people play with are shuffled elsewhere. Start reading at `random_hand`.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256

from wildrank.cards import DECK, Card
from wildrank.games import announce, games
from wildrank.games.model import Game
from wildrank.referee import actions as do
from wildrank.referee.hand import Hand
from wildrank.referee.legal import Legal
from wildrank.referee.waiting import Act, Buy, Deal, Show

_MASK = (1 << 64) - 1
HANDS_SIGNED = 1000
MOST_PLAYED = 6


class Numbers:
    """An endless row of 64-bit numbers from a seed (the splitmix64 generator)."""

    def __init__(self, seed: int) -> None:
        """Begin the row of a seed."""
        self._state = seed & _MASK

    def next(self) -> int:
        """Return the next number, 0 to 2**64 - 1."""
        self._state = (self._state + 0x9E3779B97F4A7C15) & _MASK
        mixed = self._state
        mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _MASK
        return mixed ^ (mixed >> 31)

    def below(self, bound: int) -> int:
        """Return a number from 0 to ``bound - 1``; the bias is below one in 2**50 here."""
        return self.next() % bound

    def deck(self) -> list[Card]:
        """Return the 52 cards shuffled."""
        cards = list(DECK)
        for place in range(len(cards) - 1, 0, -1):
            other = self.below(place + 1)
            cards[place], cards[other] = cards[other], cards[place]
        return cards


def random_action(may: Legal, numbers: Numbers) -> do.PlayerAction:
    """Return one of the legal actions, each kind as likely as another."""
    seat = may.seat
    assert seat is not None  # noqa: S101 - callers ask for a seat in turn only
    offers: list[do.PlayerAction] = []
    if may.fold:
        offers.append(do.Fold(seat))
    if may.check:
        offers.append(do.Check(seat))
    if may.call:
        offers.append(do.Call(seat))
    if may.raise_low:
        spread = may.raise_high - may.raise_low + 1
        offers.append(do.RaiseTo(seat, may.raise_low + numbers.below(spread)))
    if may.buy:
        offers += [do.BuyUp(seat), do.TakeDown(seat)]
    if may.show:
        offers.append(do.ShowCards(seat))
    if may.muck:
        offers.append(do.MuckCards(seat))
    return offers[numbers.below(len(offers))]


def passive_action(may: Legal) -> do.PlayerAction:
    """Return the action that stays in for the least: check, call, take down, show."""
    seat = may.seat
    assert seat is not None  # noqa: S101 - callers ask for a seat in turn only
    if may.check:
        return do.Check(seat)
    if may.call:
        return do.Call(seat)
    return do.TakeDown(seat) if may.take_down else do.ShowCards(seat)


def play_out(hand: Hand, numbers: Numbers, *, passive: bool = False) -> Hand:
    """Return a hand played to its end with a deck and choices from some numbers."""
    deck = iter(numbers.deck())
    while (wait := hand.waiting) is not None:
        match wait:
            case Deal():
                for _ in range(wait.burn):
                    next(deck)
                hand = hand.do(do.DealCards(tuple(next(deck) for _ in range(wait.count))))
            case Act() | Buy() | Show():
                may = hand.legal
                hand = hand.do(passive_action(may) if passive else random_action(may, numbers))
    return hand


def random_hand(game: Game, seed: int) -> Hand:
    """Return a whole random hand of a game: players, stacks, limit, cards and actions.

    Args:
        game: The game.
        seed: Any whole number; the same one gives the same hand.
    """
    numbers = Numbers(seed)
    count = game.seats.min + numbers.below(MOST_PLAYED - game.seats.min + 1)
    stacks = [5 + numbers.below(100) for _ in range(count)]
    limit = game.limits[numbers.below(len(game.limits))]
    stakes, announcement = announce(game, {"limit": limit})
    hand = Hand.start(game, stacks, numbers.below(count), stakes=stakes, announcement=announcement)
    return play_out(hand, numbers)


def signed_lines() -> Iterator[str]:
    """Yield the hand lines and final stacks of the hands that the signature covers."""
    for game in games():
        for seed in range(HANDS_SIGNED):
            hand = random_hand(game, seed)
            yield f"{hand} => {'/'.join(map(str, hand.stacks))}\n"


def signature() -> str:
    """Return one short hash of 1,000 seeded hands of every game: it moves when behaviour does."""
    digest = sha256()
    for line in signed_lines():
        digest.update(line.encode())
    return digest.hexdigest()[:16]
