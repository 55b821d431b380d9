"""How likely a hand is to win, by dealing the unseen cards some times over.

Each sample deals the rest of the board, the seat's own missing cards and the cards of one
opponent, and compares the two in each half of the pot. How it goes against several follows from
that, so the work does not grow with the players: it is a fixed number of samples, whatever the
hand. Start reading at `Chances`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from random import Random
from typing import Final, Literal, NamedTuple

from wildrank.cards import DECK, Card
from wildrank.games import Game
from wildrank.referee import State, hand_value
from wildrank.referee.state import replace

SAMPLES: Final = 100  # of a game in which any five cards play
OMAHA_SAMPLES: Final = 16  # each hand there is sixty hands of five cards
ALIKE: Final = 0.75  # how much of another opponent every further opponent is

Half = Literal["high", "low"]
# Turns the seat's own downcards and upcards, all dealt, into those it wants to know about.
Arrange = Callable[[Sequence[Card], Sequence[Card]], tuple[Sequence[Card], Sequence[Card]]]


def samples_of(game: Game) -> int:
    """Return how many samples are dealt for a decision in a game."""
    return OMAHA_SAMPLES if any(split.use == "omaha" for split in game.split) else SAMPLES


class Chances(NamedTuple):
    """How often a hand beats one opponent's, 0 to 1, ties counting half.

    Attributes:
        halves: For each half of the pot; one entry where it is not divided.
    """

    halves: dict[Half, float]

    def share(self, opponents: float) -> float:
        """Return the part of the pot to be expected against so many opponents."""
        power = 1 + ALIKE * (opponents - 1) if opponents > 1 else opponents
        parts = [math.pow(chance, power) for chance in self.halves.values()]
        return sum(parts) / len(parts)


def opponents_of(state: State, seat: int) -> list[int]:
    """Return the other seats still in the hand."""
    return [other for other in state.live if other != seat]


def chances(
    state: State, seat: int, random: Random, arrange: Arrange = lambda down, up: (down, up)
) -> Chances:
    """Return how often a seat's hand beats an opponent's, from what the seat can see.

    Args:
        state: The hand as the seat may see it.
        seat: Whose hand.
        random: Deals the samples; the same generator gives the same answer.
        arrange: What the seat does with its cards, for comparing two ways of taking one.

    Cost: 2 to 11 ms, whatever the number of players.
    """
    game = state.game
    rivals = opponents_of(state, seat)
    unseen = _unseen(state)

    def draw(count: int) -> list[Card]:
        return random.sample(unseen, count)

    won: dict[Half, float] = {
        split.half: 1.0 for split in game.split
    }  # of two, so that nothing is ever certain
    count = samples_of(game)
    for number in range(count):
        rival = rivals[number % len(rivals)]
        dealt = _deal(state, seat, rival, draw, arrange)
        for half, result in _results(dealt, seat, rival, game).items():
            won[half] += result
    return Chances({half: total / (count + 2) for half, total in won.items()})


def _unseen(state: State) -> list[Card]:
    seen = set(state.board).union(*state.down, *state.up)
    return [card for card in DECK if card not in seen]


def _deal(
    state: State,
    seat: int,
    rival: int,
    draw: Callable[[int], Sequence[Card]],
    arrange: Arrange,
) -> State:
    """Return the hand dealt to its end for a seat and one rival."""
    game = state.game
    own, theirs = state.down[seat], [card for card in state.down[rival] if card.known]
    mine = game.hole_cards - len(own) - len(state.up[seat])
    other = game.hole_cards - len(theirs) - len(state.up[rival])
    board = game.board_cards - len(state.board)
    cards = draw(mine + other + board)
    down, up = list(state.down), list(state.up)
    my_down, my_up = arrange((*own, *cards[:mine]), state.up[seat])
    down[seat], up[seat] = tuple(my_down), tuple(my_up)
    down[rival] = (*theirs, *cards[mine : mine + other])
    return replace(
        state, down=tuple(down), up=tuple(up), board=(*state.board, *cards[mine + other :])
    )


def _results(dealt: State, seat: int, rival: int, game: Game) -> dict[Half, float]:
    """Return 1, 0 or one half for each half of the pot; without a low it goes to the high."""
    found: dict[Half, float] = {}
    for split in game.split:
        mine = hand_value(dealt, seat, split.half)
        theirs = hand_value(dealt, rival, split.half)
        if mine is None and theirs is None:
            found[split.half] = found.get("high", 0.5)
        elif mine is None or theirs is None:
            found[split.half] = float(theirs is None)
        else:
            better = mine.strength > theirs.strength
            found[split.half] = 0.5 if mine.strength == theirs.strength else float(better)
    return found
