"""Who takes part: our own functions and the libraries of others, each with its input ready.

A library is imported when its contender is prepared, so one that is missing is only left out.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from functools import partial
from importlib import import_module
from itertools import starmap
from math import comb

from wildrank.benchmark.inputs import (
    FEW,
    MANY,
    SOME,
    Hands,
    hand_lists,
    hand_texts,
    one_by_one,
    random_hands,
    silenced,
)
from wildrank.benchmark.timing import Timed
from wildrank.cards import DECK
from wildrank.hands import high, high_with_wilds
from wildrank.hands.enumeration import order_of_sevens
from wildrank.hands.single import strength


def at_once(function: Callable[[Hands], object]) -> Timed:
    """Return a function of many hands with its input."""
    return Timed(partial(function, random_hands(MANY)), MANY)


def enumeration() -> Timed:
    """Return the walk over every hand of seven cards."""
    return Timed(order_of_sevens, comb(52, 7))


def _masks(count: int) -> list[int]:
    return [sum(1 << card for card in hand) for hand in hand_lists(count)]


def single_set() -> Timed:
    """Return our evaluator, given sets of cards."""
    return one_by_one(strength, _masks(SOME))


def single_list() -> Timed:
    """Return our evaluator, given lists of cards."""
    return one_by_one(strength, hand_lists(SOME))


def single_wild() -> Timed:
    """Return our evaluator, given sets of cards and a wild rank."""
    return one_by_one(strength, _masks(SOME), [hand[0] >> 2 for hand in hand_lists(SOME)])


def single_reference() -> Timed:
    """Return our reference, which follows the rules literally."""
    return one_by_one(high, [[DECK[card] for card in hand] for hand in hand_lists(FEW)])


def wild_reference() -> Timed:
    """Return our reference for wild cards, which tries every substitution."""
    hands = [[DECK[card] for card in hand] for hand in hand_lists(FEW)]
    return one_by_one(high_with_wilds, hands, [[hand[0].rank] for hand in hands])


def pyo3_batch() -> Timed:
    """Return pyo3-poker-eval; it prints what it loads."""
    with silenced():
        evaluate = import_module("pyo3_poker_eval").PokerEval().rank_seven
    return Timed(partial(evaluate, {"hands": hand_lists(SOME)}), SOME)


def poker_equity(*kernels: str) -> Timed:
    """Return poker-equity, with one kernel after the other."""
    score = import_module("poker_equity").score_batch
    texts = ["".join(hand) for hand in hand_texts(SOME)]
    return Timed(lambda: [score(kernel, texts) for kernel in kernels], SOME)


def pkrbot() -> Timed:
    """Return pkrbot, given cards of its own."""
    peer = import_module("pkrbot")
    return one_by_one(peer.evaluate, [list(map(peer.Card, hand)) for hand in hand_texts(SOME)])


def eval7() -> Timed:
    """Return eval7, given cards of its own."""
    peer = import_module("eval7")
    return one_by_one(peer.evaluate, [list(map(peer.Card, hand)) for hand in hand_texts(SOME)])


def phevaluator() -> Timed:
    """Return phevaluator, given numbers of cards."""
    evaluate = import_module("phevaluator").evaluate_cards
    hands = hand_lists(FEW)
    return Timed(lambda: deque(starmap(evaluate, hands), maxlen=0), FEW)


def pokerfast() -> Timed:
    """Return pokerfast, given words."""
    return one_by_one(import_module("pokerfast").eval7, hand_texts(FEW))


def pokerkit() -> Timed:
    """Return PokerKit, given words."""
    evaluate = import_module("pokerkit").StandardHighHand.from_game
    return one_by_one(evaluate, ["".join(hand) for hand in hand_texts(100)])


def odds(game: str, *hands: str, samples: int | None = None) -> Timed:
    """Return a whole question of odds, exact unless a number of samples is given."""
    from wildrank.odds import odds  # noqa: PLC0415 - its kernels load only for these jobs

    exact = samples is None
    ask = partial(odds, game, hands, exact=exact, samples=samples, seed=1)
    return Timed(ask, samples or 1)


def pokerfast_odds(*hands: str) -> Timed:
    """Return a whole question of odds to pokerfast."""
    equity = import_module("pokerfast.equity").equity
    return Timed(partial(equity, list(hands), "", "", exact=True), 1)


def eval7_sampling() -> Timed:
    """Return sampling by eval7, a hand against another."""
    peer = import_module("eval7")
    hand, other = [peer.Card("Ah"), peer.Card("Ad")], peer.HandRange("KsKh")
    return Timed(partial(peer.py_hand_vs_range_monte_carlo, hand, other, [], MANY), MANY)
