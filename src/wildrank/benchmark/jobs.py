"""What is measured: each job with those who do it. Start reading at `JOBS`."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Final

from wildrank.benchmark import contenders as who
from wildrank.benchmark.inputs import MANY
from wildrank.benchmark.timing import Contender, Job
from wildrank.errors import WildrankError
from wildrank.hands import batch

ACES: Final = ("AhAd", "KsKh")
ODDS_JOBS: Final = [
    Job(
        "odds-holdem",
        "Hold'em before the flop, two hands, exact: 1,712,304 boards",
        "questions",
        (
            Contender("wildrank odds", "wildrank", partial(who.odds, "holdem", *ACES)),
            Contender("pokerfast", "pokerfast", partial(who.pokerfast_odds, *ACES)),
        ),
        note="Asked for: 4 times as fast as pokerfast, which has OMPEval inside.",
    ),
    Job(
        "odds-high-low",
        "Hold'em High-Low before the flop, two hands, exact, beside the high alone",
        "questions",
        (
            Contender(
                "wildrank odds, high-low",
                "wildrank",
                partial(who.odds, "holdem-hilo", *ACES),
            ),
            Contender("wildrank odds, high alone", "wildrank", partial(who.odds, "holdem", *ACES)),
        ),
        note="Asked for: no slower than 1.5 times the high alone, a ratio of 0.67 or more.",
    ),
    Job(
        "odds-random",
        "Hold'em before the flop, two aces against any hand, exact",
        "questions",
        (
            Contender("wildrank odds", "wildrank", partial(who.odds, "holdem", "AhAd", "random")),
            Contender("pokerfast", "pokerfast", partial(who.pokerfast_odds, "AhAd", "random")),
        ),
    ),
    Job(
        "odds-reach-around",
        "Texas Reach Around, two cards known each, exact: 368,145,360 deals",
        "questions",
        (Contender("wildrank odds", "wildrank", partial(who.odds, "reach-around", *ACES)),),
        at_least=4,
        note="Nobody else computes it.",
    ),
    Job(
        "sampling-holdem",
        "Sampling hold'em, two hands",
        "deals",
        (
            Contender(
                "wildrank odds", "wildrank", partial(who.odds, "holdem", *ACES, samples=4 * MANY)
            ),
            Contender("eval7", "eval7", who.eval7_sampling),
        ),
        at_least=50e6,
    ),
    Job(
        "sampling-reach-around",
        "Sampling Texas Reach Around, a hand against any",
        "deals",
        (
            Contender(
                "wildrank odds",
                "wildrank",
                partial(who.odds, "reach-around", "AhAd", "random", samples=4 * MANY),
            ),
        ),
        at_least=25e6,
    ),
]

JOBS: Final[list[Job]] = [
    Job(
        "high",
        "Many hands at once: seven cards, high",
        "hands",
        (
            Contender("wildrank strengths", "wildrank", partial(who.at_once, batch.strengths)),
            Contender("pyo3-poker-eval", "pyo3-poker-eval", who.pyo3_batch),
            Contender("poker-equity", "poker-equity", partial(who.poker_equity, "high")),
        ),
        at_least=300e6,
        note="Peers that take one hand a call are below, under a call a hand.",
    ),
    Job(
        "high-low",
        "Many hands at once: seven cards, high and low in one pass",
        "hands",
        (
            Contender(
                "wildrank high_low_strengths",
                "wildrank",
                partial(who.at_once, batch.high_low_strengths),
            ),
            Contender("poker-equity", "poker-equity", partial(who.poker_equity, "high", "low_a5")),
        ),
        at_least=250e6,
    ),
    Job(
        "reach-around",
        "Many hands at once: Texas Reach Around, each with its own wild rank",
        "hands",
        (
            Contender(
                "wildrank reach_around_strengths",
                "wildrank",
                partial(who.at_once, batch.reach_around_strengths),
            ),
            Contender("wildrank high_with_wilds, the reference", "wildrank", who.wild_reference),
        ),
        at_least=130e6,
        note="No other Python package evaluates wild cards.",
    ),
    Job(
        "enumeration",
        "Every hand there is: all 133,784,560 hands of seven cards, one hash of them",
        "hands",
        (Contender("wildrank order_of_sevens", "wildrank", who.enumeration),),
        at_least=800e6,
    ),
    Job(
        "single",
        "A call a hand: seven cards, high",
        "hands",
        (
            Contender("wildrank strength of a set of cards", "wildrank", who.single_set),
            Contender("wildrank strength of a list of cards", "wildrank", who.single_list),
            Contender("pkrbot", "pkrbot", who.pkrbot),
            Contender("eval7", "eval7", who.eval7),
            Contender("phevaluator", "phevaluator", who.phevaluator),
            Contender("pokerfast", "pokerfast", who.pokerfast),
            Contender("wildrank high, the reference", "wildrank", who.single_reference),
            Contender("PokerKit", "pokerkit", who.pokerkit),
        ),
        note="Cards are of the kind that each library wants, made beforehand.",
    ),
    Job(
        "single-wild",
        "A call a hand: seven cards, one rank wild",
        "hands",
        (
            Contender("wildrank strength", "wildrank", who.single_wild),
            Contender("wildrank high_with_wilds, the reference", "wildrank", who.wild_reference),
        ),
        note="No other Python package evaluates wild cards.",
    ),
    *ODDS_JOBS,
]


def chosen(keys: Iterable[str]) -> list[Job]:
    """Return the jobs of some names, all if none is given.

    Raises:
        WildrankError: If there is no such job.
    """
    known = {job.key: job for job in JOBS}
    for key in keys:
        if key not in known:
            msg = f"{key!r} is nothing to measure; there are {', '.join(known)}"
            raise WildrankError(msg, code="bench/job")
    return [known[key] for key in keys] or list(JOBS)
